//! The servers of a cluster: each has some tables, and forwards messages for the tables of others.

mod editions;
mod fan_out;
pub mod message;
mod news;
mod remote_connections;
mod remote_table;
pub mod requests;
pub mod wire;

use std::collections::BTreeMap;
use std::future::pending;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use capicu_accounts::{Attendance, BlockFilter};
use capicu_bus::{Bus, Bytes, Heard, Silence, Wire};
use capicu_protocol::{Closed, PlayerId};
use capicu_store::shards::Shards;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::{broadcast, mpsc};
use tokio::time::{interval, sleep};

use crate::edition::Edition;
use crate::lease::Lease;
use crate::lobby::Reception;
use crate::registry::Registry;
use crate::table::Outgoing;
pub use editions::OfAnEdition;
use message::{Message, Question, Reply};
pub use news::News;
use news::Numbers;
use remote_connections::RemoteConnections;
pub use remote_table::{AGAIN, PATIENCE, RemoteTable};
use requests::Answers;

/// How often the server asks the others whether all messages on its connections have arrived.
const BEAT: Duration = Duration::from_secs(1);

/// How often the server checks whether another one has fallen silent.
const LOOKS: Duration = Duration::from_millis(500);

/// Capacity of the channel of news; a receiver that lags checks everything.
const NEWS: usize = 64;

/// The other servers, if any, and the tables of each. Clones share them.
#[derive(Clone, Debug)]
pub struct Nodes {
    /// The owners of all tables.
    pub shards: Shards,
    bus: Arc<dyn Bus>,
    lines: Arc<Mutex<BTreeMap<u64, Line>>>,
    last_line: Arc<AtomicU64>,
    /// News of players from other servers.
    news: broadcast::Sender<News>,
    numbers: Arc<Mutex<Numbers>>,
}

/// The parts of this server that answer other servers.
#[derive(Clone, Debug)]
pub struct Host {
    /// The tables of this server.
    pub registry: Registry,
    pub lobby: Reception,
    /// The players who are online at this server.
    pub attendance: Attendance,
    /// The parts of the server above the tables.
    pub answers: Arc<dyn Answers>,
}

/// A connection of this server to a table of another one.
#[derive(Debug)]
struct Line {
    node: String,
    out: mpsc::Sender<Outgoing>,
    filter: Option<Arc<BlockFilter>>,
    /// How many messages were sent on it.
    said: u64,
    /// How many messages were received on it.
    told: u64,
    /// The other server's count of its messages on it, as of the last beat.
    claimed: u64,
    /// Whether the other server has confirmed it.
    is_open: bool,
}

impl Nodes {
    /// A server with these shards, which reaches the others over this bus.
    pub fn new(shards: Shards, bus: Arc<dyn Bus>) -> Self {
        Self {
            shards,
            bus,
            lines: Arc::default(),
            last_line: Arc::default(),
            news: broadcast::channel(NEWS).0,
            numbers: Arc::default(),
        }
    }

    /// A server without others.
    pub fn alone() -> Self {
        Self::new(Shards::alone(), Arc::new(Wire::default()))
    }

    /// Whether the owners of tables are known, and the other servers can be reached.
    pub fn is_up(&self) -> bool {
        self.shards.is_known() && self.bus.is_up()
    }

    /// The limits on facts and messages while the servers have different versions.
    pub fn edition(&self) -> Edition {
        Edition::of(self.shards.clone())
    }

    /// Whether this server may still show its tables.
    pub fn lease(&self) -> Lease {
        Lease::of(self.shards.clone())
    }

    /// Sends a message to all other servers.
    pub fn spread(&self, message: Message) {
        let (nodes, others) = (self.clone(), self.shards.others());
        if others.is_empty() {
            return;
        }
        tokio::spawn(async move {
            for node in others {
                nodes.tell(&node, &message).await;
            }
        });
    }

    /// Notifies all other servers that a player has signed out, or that their rights have changed.
    pub fn spread_news(&self, player: PlayerId) {
        let from = self.shards.name().to_owned();
        let n = self.numbers().send();
        self.spread(Message::News { from, n, player });
    }

    /// Subscribes to news of players from other servers.
    pub fn news(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    fn note_news(&self, news: News) {
        // There may be no subscriber.
        let _ = self.news.send(news);
    }

    /// Notices servers that may have sent news which nobody received.
    async fn listen_for_silence(&self) {
        let mut looks = interval(LOOKS);
        loop {
            looks.tick().await;
            let others = self.shards.others();
            if self.numbers().is_silent(&others) {
                self.note_news(News::Missed);
            }
        }
    }

    fn numbers(&self) -> MutexGuard<'_, Numbers> {
        self.numbers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Receives messages of other servers, and closes broken connections.
    pub async fn run(self, host: Host) {
        if self.shards.is_alone() {
            return pending().await;
        }
        let connections = RemoteConnections::new(host, self.clone());
        let mut heard = loop {
            match self.bus.hear(self.shards.name()).await {
                Ok(heard) => break heard,
                Err(why) => tracing::warn!(%why, "cannot listen to the other servers"),
            }
            sleep(BEAT).await;
        };
        let beating = self.clone().beats();
        let listening = async {
            while let Some(heard) = heard.recv().await {
                self.receive(heard, &connections).await;
            }
        };
        tokio::join!(
            beating,
            listening,
            connections.sweep(),
            self.listen_for_silence()
        );
    }

    async fn receive(&self, heard: Heard, connections: &RemoteConnections) {
        let Heard { message, answer } = heard;
        if let Some(answer) = answer {
            let (question, rest) = self.read_with::<Question>(&message);
            match question {
                Ok(Question::Beat { from, lines, news }) => {
                    if self.numbers().compare(&from, news) {
                        self.note_news(News::Missed);
                    }
                    let _ = answer.send(bytes(&connections.beat(&from, &lines)));
                }
                Ok(question) => {
                    // A request must begin before the next part of it is received.
                    connections.begin(&question, &rest);
                    let (connections, nodes) = (connections.clone(), self.clone());
                    tokio::spawn(async move {
                        let (reply, body) = connections.answer(question, rest).await;
                        // The server that asked may have gone.
                        let _ = answer.send(joined(&nodes.readable(reply), &body));
                    });
                }
                Err(why) => {
                    tracing::warn!(%why, "another server sent a question of an unknown version")
                }
            }
            return;
        }
        match self.read::<Message>(&message) {
            Ok(Message::Told {
                line,
                n,
                text,
                speaker,
            }) => self.told(line, n, Ok((text, speaker))).await,
            Ok(Message::Shut { line, n, why }) => self.told(line, n, Err(why)).await,
            Ok(Message::News { from, n, player }) => {
                // A server of the previous version does not number its news.
                if !from.is_empty() && self.numbers().receive(&from, n) {
                    self.note_news(News::Missed);
                }
                self.note_news(News::Of(player));
            }
            Ok(message) => connections.hear(message).await,
            Err(why) => tracing::warn!(%why, "another server sent a message of an unknown version"),
        }
    }

    /// Returns the reply, or `NotHere` if some server could not read it.
    fn readable(&self, reply: Reply) -> Reply {
        match reply.edition() <= self.shards.edition() {
            true => reply,
            false => Reply::NotHere,
        }
    }

    /// Reads a message of another server, if this server knows its edition.
    fn read<T: DeserializeOwned + OfAnEdition>(&self, message: &Bytes) -> Result<T, String> {
        self.read_with(message).0
    }

    /// Reads a message in the same way, and returns the bytes after it.
    fn read_with<T>(&self, message: &Bytes) -> (Result<T, String>, Bytes)
    where
        T: DeserializeOwned + OfAnEdition,
    {
        let mut all = serde_json::Deserializer::from_slice(message).into_iter::<T>();
        let read = match all.next() {
            Some(Ok(read)) if read.edition() <= self.shards.newest() => Ok(read),
            Some(Ok(_)) => Err("it is of a newer version".to_owned()),
            Some(Err(why)) => Err(why.to_string()),
            None => Err("it is empty".to_owned()),
        };
        (read, message.slice(all.byte_offset()..))
    }

    /// Handles a message for a connection. After a missing message the connection is closed, and the client
    /// reconnects.
    async fn told(&self, number: u64, n: u64, what: Result<(String, Option<PlayerId>), Closed>) {
        let left = {
            let mut lines = self.lines();
            let Some(line) = lines.get_mut(&number) else {
                return;
            };
            let is_next = line.told == n;
            line.told += 1;
            let goes_on = match what {
                Ok((text, speaker)) if is_next => {
                    let filter = line.filter.as_ref().zip(speaker);
                    let is_heard = filter.is_none_or(|(filter, speaker)| !filter.blocks(speaker));
                    !is_heard || line.out.try_send(Outgoing::Text(text.into())).is_ok()
                }
                Err(why) if is_next => {
                    let _ = line.out.try_send(Outgoing::Close(why));
                    lines.remove(&number);
                    return;
                }
                _ => {
                    let _ = line.out.try_send(Outgoing::Close(Closed::Restarted));
                    false
                }
            };
            match goes_on {
                true => None,
                false => lines.remove(&number).map(|line| line.node),
            }
        };
        if let Some(node) = left {
            self.leave(&node, number).await;
        }
    }

    /// Opens a connection to a table of another server.
    fn open(
        &self,
        node: &str,
        out: mpsc::Sender<Outgoing>,
        filter: Option<Arc<BlockFilter>>,
    ) -> u64 {
        let number = self.next_number();
        let line = Line {
            node: node.to_owned(),
            out,
            filter,
            said: 0,
            told: 0,
            claimed: 0,
            is_open: false,
        };
        self.lines().insert(number, line);
        number
    }

    /// A new number for a connection or a request of this server.
    fn next_number(&self) -> u64 {
        self.last_line.fetch_add(1, Ordering::Relaxed) + 1
    }

    fn opened(&self, number: u64) {
        if let Some(line) = self.lines().get_mut(&number) {
            line.is_open = true;
        }
    }

    /// Closes a connection, and sends the reason if there is one.
    fn close(&self, number: u64, why: Option<Closed>) {
        if let (Some(line), Some(why)) = (self.lines().remove(&number), why) {
            let _ = line.out.try_send(Outgoing::Close(why));
        }
    }

    /// Counts a message to be sent on a connection, and returns its number.
    fn says(&self, number: u64) -> Option<u64> {
        let mut lines = self.lines();
        let line = lines.get_mut(&number)?;
        line.said += 1;
        Some(line.said - 1)
    }

    async fn leave(&self, node: &str, line: u64) {
        let from = self.shards.name().to_owned();
        self.tell(node, &Message::Left { from, line }).await;
    }

    async fn tell(&self, node: &str, message: &Message) {
        if message.edition() > self.shards.edition() {
            return;
        }
        // The counts of messages reveal lost ones.
        let _ = self.bus.tell(node, bytes(message)).await;
    }

    /// Asks another server, and returns its answer.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub async fn ask(&self, node: &str, question: &Question) -> Result<Reply, Silence> {
        let asked = self.ask_with(node, question, &[]).await;
        asked.map(|(reply, _)| reply)
    }

    /// Asks another server, with bytes after the question and after the answer.
    async fn ask_with(
        &self,
        node: &str,
        question: &Question,
        rest: &[u8],
    ) -> Result<(Reply, Bytes), Silence> {
        if question.edition() > self.shards.edition() {
            return Ok((Reply::NotHere, Bytes::new()));
        }
        let answer = self.bus.ask(node, joined(question, rest)).await?;
        let (reply, rest) = self.read_with(&answer);
        let reply = reply.map_err(|why| {
            tracing::warn!(%why, "another server sent an answer of an unknown version");
            Silence::Late
        })?;
        Ok((reply, rest))
    }

    /// Asks all other servers; the reply is `NotHere` for a server that does not answer.
    pub async fn ask_others(&self, question: &Question) -> Vec<Reply> {
        let others = self.shards.others();
        let asked = others.iter().map(|node| self.ask(node, question));
        let replies = futures_util::future::join_all(asked).await.into_iter();
        replies
            .map(|reply| reply.unwrap_or(Reply::NotHere))
            .collect()
    }

    /// Asks the other servers regularly whether all messages have arrived.
    async fn beats(self) {
        let mut beats = interval(BEAT);
        let mut missed: BTreeMap<String, u32> = BTreeMap::new();
        loop {
            beats.tick().await;
            let others = self.shards.others().into_iter();
            let mut of_nodes: BTreeMap<String, Vec<(u64, u64)>> =
                others.map(|node| (node, Vec::new())).collect();
            for (number, line) in self.lines().iter().filter(|(_, line)| line.is_open) {
                let lines = of_nodes.entry(line.node.clone()).or_default();
                lines.push((*number, line.said));
            }
            missed.retain(|node, _| of_nodes.contains_key(node));
            let asked = of_nodes.into_iter().map(async |(node, lines)| {
                let asked: Vec<u64> = lines.iter().map(|(number, _)| *number).collect();
                let from = self.shards.name().to_owned();
                let news = self.numbers().sent();
                let beat = Question::Beat { from, lines, news };
                let reply = self.ask(&node, &beat).await;
                (node, asked, reply)
            });
            for (node, asked, reply) in futures_util::future::join_all(asked).await {
                let missed = missed.entry(node.clone()).or_default();
                match reply {
                    Ok(Reply::Lines(known)) => {
                        *missed = 0;
                        self.compare(&asked, &known.into_iter().collect());
                    }
                    Ok(_) | Err(Silence::Late) if *missed == 0 => *missed = 1,
                    _ if asked.is_empty() => {}
                    _ => {
                        tracing::warn!(
                            node,
                            "another server does not answer: its lines are closed"
                        );
                        asked
                            .iter()
                            .for_each(|number| self.close(*number, Some(Closed::Restarted)));
                    }
                }
            }
        }
    }

    /// Closes connections that the other server no longer knows, or that have lost a message.
    fn compare(&self, asked: &[u64], known: &BTreeMap<u64, u64>) {
        for number in asked {
            let is_whole = {
                let mut lines = self.lines();
                let Some(line) = lines.get_mut(number) else {
                    continue;
                };
                // Messages that were sent before the last beat must have arrived by now.
                let is_whole = known.contains_key(number) && line.told >= line.claimed;
                line.claimed = known.get(number).copied().unwrap_or_default();
                is_whole
            };
            if !is_whole {
                self.close(*number, Some(Closed::Restarted));
            }
        }
    }

    fn lines(&self) -> MutexGuard<'_, BTreeMap<u64, Line>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn bytes(message: &impl Serialize) -> Bytes {
    joined(message, &[])
}

/// A message with bytes after it.
fn joined(message: &impl Serialize, rest: &[u8]) -> Bytes {
    let mut joined = serde_json::to_vec(message).expect("messages are JSON");
    joined.extend_from_slice(rest);
    joined.into()
}

/// The text of an outgoing message, with the player who wrote it.
fn text_of(out: Outgoing) -> Result<(Arc<str>, Option<PlayerId>), Closed> {
    match out {
        Outgoing::Text(text) => Ok((text, None)),
        Outgoing::Said(text, speaker) => Ok((text, Some(speaker))),
        Outgoing::Close(why) => Err(why),
    }
}
