//! Several servers of one host: each has some tables, and passes what is for the others on to them.

mod editions;
mod elsewhere;
mod everywhere;
mod guests;
pub mod message;
mod news;
pub mod pieces;

use std::collections::BTreeMap;
use std::future::pending;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use capicu_bus::{Bus, Heard, Silence};
use capicu_protocol::{Closed, PlayerId};
use capicu_store::shards::{Changes, Shards};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::{broadcast, mpsc};
use tokio::time::{interval, sleep};

use crate::ears::Ear;
use crate::edition::Edition;
use crate::http::Site;
use crate::lease::Lease;
use crate::table::Outgoing;
pub use editions::OfAnEdition;
pub use elsewhere::{AGAIN, Elsewhere, PATIENCE};
use guests::Guests;
use message::{Message, Question, Reply};
pub use news::News;
use news::Numbers;

/// How often it is asked whether everything on the lines has arrived.
const BEAT: Duration = Duration::from_secs(1);

/// How often the server checks whether another one has fallen silent.
const LOOKS: Duration = Duration::from_millis(500);

/// Capacity of the channel of news; a receiver that lags checks everything.
const NEWS: usize = 64;

/// What a server needs to be one of several. Clones share it.
#[derive(Clone, Debug)]
pub struct Nodes {
    /// Who has which tables.
    pub shards: Shards,
    bus: Arc<dyn Bus>,
    lines: Arc<Mutex<BTreeMap<u64, Line>>>,
    last_line: Arc<AtomicU64>,
    /// What other servers say of players.
    news: broadcast::Sender<News>,
    numbers: Arc<Mutex<Numbers>>,
}

/// A connection of this server to a table of another one.
#[derive(Debug)]
struct Line {
    node: String,
    out: mpsc::Sender<Outgoing>,
    ear: Option<Arc<Ear>>,
    /// How much was said.
    said: u64,
    /// How much was told.
    told: u64,
    /// How much was told as the other server said a beat ago.
    claimed: u64,
    /// Whether the other server knows it.
    is_open: bool,
}

impl Nodes {
    /// A server that goes by this, and reaches the others by this.
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

    /// Whether it is known who has which tables, and the others can be reached.
    pub fn is_up(&self) -> bool {
        self.shards.is_known() && self.bus.is_up()
    }

    /// What may be written and said while not all servers are of one version.
    pub fn edition(&self) -> Edition {
        Edition::of(Some(self.shards.clone()))
    }

    /// Whether this server may still show its tables.
    pub fn lease(&self) -> Lease {
        Lease::of(Some(self.shards.clone()))
    }

    /// Tells all others.
    pub fn spread(&self, message: Message) {
        let nodes = self.clone();
        tokio::spawn(async move {
            for node in nodes.shards.others() {
                nodes.tell(&node, &message).await;
            }
        });
    }

    /// Tells all others that a player has signed out, or may do other things than before.
    pub fn spread_news(&self, player: PlayerId) {
        let from = self.shards.name().to_owned();
        let n = self.numbers().send();
        self.spread(Message::News { from, n, player });
    }

    /// What other servers say of players.
    pub fn news(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    fn note_news(&self, news: News) {
        // Nobody may be there to hear it.
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

    /// Listens to the others, and keeps the lines in order.
    pub async fn run(self, site: Site) {
        let guests = Guests::new(site, self.clone());
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
                self.receive(heard, &guests).await;
            }
        };
        tokio::join!(
            beating,
            listening,
            guests.sweep(),
            self.listen_for_silence()
        );
    }

    async fn receive(&self, heard: Heard, guests: &Guests) {
        let Heard { message, answer } = heard;
        if let Some(answer) = answer {
            match self.read::<Question>(&message) {
                Ok(Question::Beat { from, lines, news }) => {
                    if self.numbers().compare(&from, news) {
                        self.note_news(News::Missed);
                    }
                    let _ = answer.send(bytes(&guests.beat(&from, &lines)));
                }
                Ok(question) => {
                    let (guests, nodes) = (guests.clone(), self.clone());
                    tokio::spawn(async move {
                        let reply = nodes.readable(guests.answer(question).await);
                        // The server that asked may have gone.
                        let _ = answer.send(bytes(&reply));
                    });
                }
                Err(why) => tracing::warn!(%why, "another server asks what this one does not know"),
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
                // A server of the version before numbers nothing.
                if !from.is_empty() && self.numbers().receive(&from, n) {
                    self.note_news(News::Missed);
                }
                self.note_news(News::Of(player));
            }
            Ok(message) => guests.hear(message).await,
            Err(why) => tracing::warn!(%why, "another server says what this one does not know"),
        }
    }

    /// An answer that every server can read.
    fn readable(&self, reply: Reply) -> Reply {
        match reply.edition() <= self.shards.edition() {
            true => reply,
            false => Reply::NotHere,
        }
    }

    /// What another server says, if it is of an edition that this one knows.
    fn read<T: DeserializeOwned + OfAnEdition>(&self, bytes: &[u8]) -> Result<T, String> {
        let read: T = serde_json::from_slice(bytes).map_err(|why| why.to_string())?;
        match read.edition() <= self.shards.newest() {
            true => Ok(read),
            false => Err("it is of a newer version".to_owned()),
        }
    }

    /// Something came for a line. One to which something else came before is closed, and comes back by itself.
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
                    let ear = line.ear.as_ref().zip(speaker);
                    let is_heard = ear.is_none_or(|(ear, speaker)| ear.hears(speaker));
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

    /// Begins a line to a table of another server.
    fn open(&self, node: &str, out: mpsc::Sender<Outgoing>, ear: Option<Arc<Ear>>) -> u64 {
        let number = self.last_line.fetch_add(1, Ordering::Relaxed) + 1;
        let line = Line {
            node: node.to_owned(),
            out,
            ear,
            said: 0,
            told: 0,
            claimed: 0,
            is_open: false,
        };
        self.lines().insert(number, line);
        number
    }

    fn opened(&self, number: u64) {
        if let Some(line) = self.lines().get_mut(&number) {
            line.is_open = true;
        }
    }

    /// Ends a line, and says why where that is to be told.
    fn close(&self, number: u64, why: Option<Closed>) {
        if let (Some(line), Some(why)) = (self.lines().remove(&number), why) {
            let _ = line.out.try_send(Outgoing::Close(why));
        }
    }

    /// The number of the next thing that is said on a line.
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
        // What is lost is found out by counting.
        let _ = self.bus.tell(node, bytes(message)).await;
    }

    /// The answer of another server.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub async fn ask(&self, node: &str, question: &Question) -> Result<Reply, Silence> {
        if question.edition() > self.shards.edition() {
            return Ok(Reply::NotHere);
        }
        let answer = self.bus.ask(node, bytes(question)).await?;
        self.read(&answer).map_err(|why| {
            tracing::warn!(%why, "another server answers what this one does not know");
            Silence::Late
        })
    }

    /// What all other servers answer; `NotHere` where one does not.
    pub async fn ask_others(&self, question: &Question) -> Vec<Reply> {
        let others = self.shards.others();
        let asked = others.iter().map(|node| self.ask(node, question));
        let replies = futures_util::future::join_all(asked).await.into_iter();
        replies
            .map(|reply| reply.unwrap_or(Reply::NotHere))
            .collect()
    }

    /// Asks the other servers whether all has arrived.
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

    /// Closes the lines that another server does not know any more, or on which something was lost.
    fn compare(&self, asked: &[u64], known: &BTreeMap<u64, u64>) {
        for number in asked {
            let is_whole = {
                let mut lines = self.lines();
                let Some(line) = lines.get_mut(number) else {
                    continue;
                };
                // What was said a beat ago to have been told has come in the meantime.
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

/// Waits until other servers come or go; for ever, where there are none.
pub async fn changed(changes: Option<&mut Changes>) {
    let is_changed = match changes {
        Some(changes) => changes.changed().await,
        None => false,
    };
    if !is_changed {
        pending::<()>().await;
    }
}

fn bytes(message: &impl Serialize) -> capicu_bus::Bytes {
    serde_json::to_vec(message)
        .expect("messages are JSON")
        .into()
}

/// What is sent on a line, with who said it.
fn text_of(out: Outgoing) -> Result<(Utf8Bytes, Option<PlayerId>), Closed> {
    match out {
        Outgoing::Text(text) => Ok((text, None)),
        Outgoing::Said(text, speaker) => Ok((text, Some(speaker))),
        Outgoing::Close(why) => Err(why),
    }
}
