//! Connections of clients at other servers to tables of this server.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use capicu_bus::Bytes;
use capicu_protocol::{Closed, TableId};
use capicu_store::shards::Owner;
use capicu_table::{Halt, Input, TokenHash, Who};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, interval};

use super::message::{ClientInput, Message, Question, Reply, vacancy_of};
use super::requests::{BodyPart, Requests};
use super::{Host, Nodes, text_of};
use crate::table::{Connect, Mail, Outgoing};

/// The connections of a server close after this time without a heartbeat.
const SILENT: Duration = Duration::from_secs(5);

/// The most messages that may wait for a connection.
const BACKLOG: usize = 64;

/// All connections, by their server and its number of the line. Clones share them.
#[derive(Clone, Debug)]
pub struct RemoteConnections {
    host: Host,
    nodes: Nodes,
    requests: Requests,
    all: Arc<Mutex<BTreeMap<(String, u64), RemoteConnection>>>,
}

#[derive(Debug)]
struct RemoteConnection {
    table: mpsc::Sender<Mail>,
    connection: u64,
    /// How many messages came from the client.
    said: u64,
    /// How many messages the table sent.
    told: u64,
    /// When their server last confirmed the connection.
    heard: Instant,
}

impl RemoteConnections {
    /// Starts without connections.
    pub fn new(host: Host, nodes: Nodes) -> Self {
        Self {
            requests: Requests::new(Arc::clone(&host.answers)),
            host,
            nodes,
            all: Arc::default(),
        }
    }

    /// Begins a request that another server forwards, if this server owns its key.
    pub fn begin(&self, question: &Question, body: &Bytes) {
        if let Question::Request {
            key,
            from,
            number,
            head,
            is_whole,
        } = question
            && self.nodes.shards.owner(key) == Owner::Here
        {
            let request = (from.clone(), *number);
            let (head, body) = (head.clone(), body.clone());
            self.requests.begin(request, head, body, *is_whole);
        }
    }

    /// Answers a question of another server. Bytes may follow the question.
    pub async fn answer(&self, question: Question, rest: Bytes) -> (Reply, Bytes) {
        match question {
            Question::Request {
                from,
                number,
                is_whole,
                ..
            } => self.requests.begun((from, number), is_whole).await,
            Question::Body {
                from,
                number,
                n,
                is_last,
                answer,
            } => {
                let part = BodyPart {
                    n,
                    bytes: rest,
                    is_last,
                };
                self.requests.take((from, number), part, answer).await
            }
            Question::Answer { from, number, n } => self.requests.give((from, number), n).await,
            question => (self.answer_other(question).await, Bytes::new()),
        }
    }

    async fn answer_other(&self, question: Question) -> Reply {
        match question {
            // Bytes follow these questions.
            Question::Request { .. } | Question::Body { .. } | Question::Answer { .. } => {
                Reply::NotHere
            }
            Question::Connect {
                from,
                line,
                table,
                who,
                since,
            } => self.connect(from, line, &table, who, since).await,
            Question::Sit {
                table,
                code,
                wanted,
                ids,
                name,
                apart,
            } => {
                let Some(vacancy) = vacancy_of(code.as_deref(), wanted) else {
                    return Reply::NotHere;
                };
                let (answer, answered) = oneshot::channel();
                let sit = Mail::Sit {
                    vacancy,
                    ids,
                    name,
                    apart,
                    answer,
                };
                match self.put(&table, sit, answered).await {
                    Some(seat) => Reply::Seat(seat.map(Into::into)),
                    None => Reply::NotHere,
                }
            }
            Question::Look { table } => {
                let (answer, answered) = oneshot::channel();
                match self.put(&table, Mail::Look(answer), answered).await {
                    Some(glance) => Reply::Glance(Box::new(glance)),
                    None => Reply::NotHere,
                }
            }
            Question::Reload { table } => {
                self.host.registry.reload(&table).await;
                Reply::Done
            }
            Question::Close { table } => {
                let (answer, answered) = oneshot::channel();
                match self.put(&table, Mail::Close(answer), answered).await {
                    Some(is_gone) => Reply::Closed(is_gone),
                    None => Reply::NotHere,
                }
            }
            Question::Tables { list, most } => self.host.registry.tables_here(&list, most),
            Question::Lobby(request) => self.host.lobby.answer(request),
            Question::Meetings { tables } => self.host.registry.meetings_here(&tables),
            Question::Whereabouts { players } => {
                let attendance = &self.host.attendance;
                Reply::Whereabouts(players.iter().map(|one| attendance.of(*one)).collect())
            }
            Question::OwnerCode { code } => {
                match self.host.answers.take_owner_code(&TokenHash::new(code)) {
                    true => Reply::Done,
                    false => Reply::NotHere,
                }
            }
            Question::Door { code } => {
                Reply::Owner(self.host.answers.take_admin_code(&TokenHash::new(code)))
            }
            Question::Beat { from, lines, .. } => self.beat(&from, &lines),
        }
    }

    async fn put<T>(
        &self,
        table: &TableId,
        mail: Mail,
        answered: oneshot::Receiver<T>,
    ) -> Option<T> {
        let table = self.host.registry.here(table)?;
        table.send(mail).await.ok()?;
        answered.await.ok()
    }

    async fn connect(
        &self,
        from: String,
        line: u64,
        id: &TableId,
        who: Who,
        since: Option<u64>,
    ) -> Reply {
        let Some(table) = self.host.registry.here(id) else {
            return Reply::NotHere;
        };
        let (out, told) = mpsc::channel(BACKLOG);
        let (answer, answered) = oneshot::channel();
        let connect = Connect {
            who,
            since,
            out,
            ear: crate::table::Hears::Elsewhere,
            answer,
        };
        if table.send(Mail::Connect(Box::new(connect))).await.is_err() {
            return Reply::NotHere;
        }
        let Ok(connection) = answered.await else {
            return Reply::NotHere;
        };
        let remote = RemoteConnection {
            table,
            connection,
            said: 0,
            told: 0,
            heard: Instant::now(),
        };
        self.all().insert((from.clone(), line), remote);
        tokio::spawn(self.clone().pass_on(from, line, told));
        Reply::Done
    }

    /// Forwards the messages of a table until the table closes the connection.
    async fn pass_on(self, from: String, line: u64, mut told: mpsc::Receiver<Outgoing>) {
        let place = (from, line);
        loop {
            let out = told.recv().await;
            let (n, is_closed) = {
                let mut all = self.all();
                let Some(remote) = all.get_mut(&place) else {
                    return;
                };
                remote.told += 1;
                (remote.told - 1, remote.table.is_closed())
            };
            let last = match is_closed {
                true => Closed::Restarted,
                false => Closed::TooSlow,
            };
            match out.map_or(Err(last), text_of) {
                Ok((text, speaker)) => {
                    let text = text.as_ref().to_owned();
                    let told = Message::Told {
                        line,
                        n,
                        text,
                        speaker,
                    };
                    self.nodes.tell(&place.0, &told).await;
                }
                Err(why) => {
                    self.all().remove(&place);
                    let shut = Message::Shut { line, n, why };
                    return self.nodes.tell(&place.0, &shut).await;
                }
            }
        }
    }

    /// Handles a message of another server.
    pub async fn hear(&self, message: Message) {
        match message {
            Message::Says {
                from,
                line,
                n,
                said,
            } => self.says((from, line), n, said).await,
            Message::Left { from, line } => {
                let remote = self.all().remove(&(from, line));
                if let Some(remote) = remote {
                    remote.leave();
                }
            }
            Message::Halt { table, is_late } => {
                let halt = match is_late {
                    true => Halt::Time,
                    false => Halt::Desk,
                };
                if let Some(table) = self.host.registry.here(&table) {
                    let _ = table.try_send(Input::Halt(halt).into());
                }
            }
            Message::Grown { event } => self.host.answers.note_growth(&event),
            Message::Told { .. } | Message::Shut { .. } | Message::News { .. } => {}
        }
    }

    async fn says(&self, place: (String, u64), n: u64, said: ClientInput) {
        let arrived = self.host.registry.services().clock.now();
        let lost = {
            let mut all = self.all();
            let Some(remote) = all.get_mut(&place) else {
                // Its server notices that at the next beat.
                return;
            };
            let connection = remote.connection;
            let input = match said {
                ClientInput::Command(key, command) => Input::Command {
                    connection,
                    key,
                    command,
                    arrived,
                },
                ClientInput::Refused(key, refusal) => Input::Refused {
                    connection,
                    key,
                    refusal,
                },
                ClientInput::Lag(round_trip) => Input::Lag {
                    connection,
                    round_trip,
                },
            };
            let is_next = remote.said == n;
            remote.said += 1;
            match is_next && remote.table.try_send(input.into()).is_ok() {
                true => None,
                false => all.remove(&place),
            }
        };
        if let Some(remote) = lost {
            let (line, n, why) = (place.1, remote.told, Closed::Restarted);
            remote.leave();
            let shut = Message::Shut { line, n, why };
            self.nodes.tell(&place.0, &shut).await;
        }
    }

    /// Compares the lines that another server has, with the number of messages sent on each. Closes lines that it no
    /// longer has, or that have lost a message.
    pub fn beat(&self, from: &str, lines: &[(u64, u64)]) -> Reply {
        let claimed: BTreeMap<u64, u64> = lines.iter().copied().collect();
        let now = Instant::now();
        let mut known = Vec::new();
        self.all().retain(|(node, line), remote| {
            if node != from {
                return true;
            }
            let is_there = match claimed.get(line) {
                Some(said) => remote.said >= *said,
                // The other server may not know a new line yet.
                None => remote.heard.elapsed() < SILENT,
            };
            match is_there {
                true => {
                    if claimed.contains_key(line) {
                        remote.heard = now;
                    }
                    known.push((*line, remote.told));
                }
                false => remote.leave(),
            }
            is_there
        });
        Reply::Lines(known)
    }

    /// Closes connections whose server has fallen silent.
    pub async fn sweep(&self) {
        let mut seconds = interval(Duration::from_secs(1));
        loop {
            seconds.tick().await;
            self.requests.sweep();
            self.all().retain(|_, remote| {
                let is_there = remote.heard.elapsed() < SILENT;
                if !is_there {
                    remote.leave();
                }
                is_there
            });
        }
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<(String, u64), RemoteConnection>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RemoteConnection {
    /// Closes the connection at the table.
    fn leave(&self) {
        let (table, connection) = (self.table.clone(), self.connection);
        tokio::spawn(async move {
            let _ = table.send(Input::Disconnect { connection }.into()).await;
        });
    }
}
