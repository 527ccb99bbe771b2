//! The task that owns a table: the only one that decides, writes and tells what happens there.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use capicu::{Action, Seat, View, Waiting};
use capicu_protocol::{
    self as protocol, ClientMessage, Clock, Closed, Deadline, Holder, Key, Refusal, SeatInfo,
    ServerMessage, Snapshot, encode,
};
use tokio::sync::{mpsc, oneshot};
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep, sleep_until};

use super::bots::Bots;
use super::decide::Present;
use super::state::State;
use crate::journal::{Entry, Fact, Journal, JournalError, Line, Outage};
use crate::secret::TokenHash;
use crate::time::{instant, now};

/// What a table can be asked.
#[derive(Debug)]
pub enum Mail {
    /// A socket came.
    Connect(Connect),
    /// A socket sent a command.
    Command(u64, Box<ClientMessage>),
    /// A socket went.
    Disconnect(u64),
    /// A bot has chosen, when this was the last fact that touched the round.
    Chosen(u64, protocol::Actor, Option<Action>),
    /// A hint for a connection, under this key, when this was the last fact that touched the round.
    Hinted(u64, Key, u64, Option<protocol::Hint>),
    /// The server stops.
    Stop,
    /// Fails as a bug would.
    #[cfg(test)]
    Panic,
}

/// A socket that wants a seat.
#[derive(Debug)]
pub struct Connect {
    /// What it showed.
    pub token: TokenHash,
    /// The last version it saw.
    pub since: Option<u64>,
    /// Where it is told things. Whoever does not read is sent away.
    pub out: mpsc::Sender<Outgoing>,
    /// The number of the connection, or why not.
    pub answer: oneshot::Sender<Result<u64, Closed>>,
}

/// What a socket is to send.
#[derive(Clone, Debug)]
pub enum Outgoing {
    /// A message.
    Text(Utf8Bytes),
    /// The last message.
    Close(Closed),
}

/// What all tables share.
#[derive(Clone, Debug)]
pub struct Services {
    /// The journal.
    pub journal: Journal,
    /// When the server did not run.
    pub outages: Arc<[Outage]>,
    /// The bots.
    pub bots: Bots,
    /// How many turns are being timed.
    pub clocks: Arc<AtomicUsize>,
}

impl Services {
    /// Services over this journal.
    pub fn new(
        journal: Journal,
        outages: Vec<Outage>,
        bots: Bots,
        clocks: Arc<AtomicUsize>,
    ) -> Self {
        Self {
            journal,
            outages: outages.into(),
            bots,
            clocks,
        }
    }
}

/// How many devices one seat may have the table open on.
const DEVICES: usize = 8;

/// How long a table stays in memory when nothing happens and nobody is there.
const IDLE: Duration = Duration::from_secs(600);

/// More facts than this never follow from one: deals thrown in, one after another.
const CHAIN: usize = 500;

struct Connection {
    id: u64,
    seat: Seat,
    out: mpsc::Sender<Outgoing>,
}

/// The owner of one table.
pub struct Actor {
    id: String,
    services: Services,
    state: State,
    mail: mpsc::Sender<Mail>,
    connections: Vec<Connection>,
    connected: Vec<bool>,
    present_since: u64,
    last_id: u64,
    /// The bot that thinks, and about which fact.
    thinking: Option<(u64, AbortHandle)>,
    /// Whether somebody thinks about a hint: one at a time.
    advising: bool,
    timed: bool,
}

/// Why the task cannot go on with the state it has.
struct Doubtful;

impl Actor {
    /// Folds the table from its journal.
    pub async fn load(
        id: String,
        services: Services,
        mail: mpsc::Sender<Mail>,
    ) -> Result<Self, JournalError> {
        let (setup, entries) = services.journal.read(&id).await?;
        let state = State::fold(&setup, &entries).map_err(|error| {
            tracing::error!(table = id, %error, "the journal of a table does not make sense");
            JournalError::Nonsense
        })?;
        Ok(Self {
            connected: vec![false; state.seats().len()],
            id,
            services,
            state,
            mail,
            connections: Vec::new(),
            present_since: 0,
            last_id: 0,
            thinking: None,
            advising: false,
            timed: false,
        })
    }

    /// Serves the table until the server stops, nobody needs it, or the journal fails.
    pub async fn run(mut self, mut mail: mpsc::Receiver<Mail>) {
        loop {
            let wake = self.arrange();
            let result = tokio::select! {
                received = mail.recv() => match received {
                    Some(Mail::Stop) | None => {
                        self.close_all(Closed::Stopping);
                        break;
                    }
                    Some(received) => self.receive(received).await,
                },
                () = until(wake) => match self.state.waiting() {
                    Waiting::Act(_) => {
                        self.think(protocol::Actor::Clock);
                        Ok(())
                    }
                    _ => self.commit(None).await.map(|_| ()),
                },
                () = sleep(IDLE), if self.connections.is_empty() && wake.is_none() && self.thinking.is_none() => break,
            };
            if result.is_err() {
                self.close_all(Closed::Unavailable);
                break;
            }
        }
    }

    async fn receive(&mut self, mail: Mail) -> Result<(), Doubtful> {
        match mail {
            Mail::Connect(connect) => self.connect(connect).await,
            Mail::Command(connection, command) => self.command(connection, &command).await,
            Mail::Disconnect(connection) => {
                self.connections.retain(|c| c.id != connection);
                self.presence();
                // The others may have waited for the one who left.
                self.commit(None).await.map(|_| ())
            }
            Mail::Chosen(about, by, action) => {
                if self.thinking.as_ref().is_some_and(|(of, _)| *of == about) {
                    self.thinking = None;
                }
                match action.map(|action| self.state.acted(by, action)) {
                    Some(Ok(fact)) if self.state.moved() == about => {
                        self.commit(Some((fact, None))).await.map(|_| ())
                    }
                    _ if self.state.moved() != about => Ok(()),
                    _ => {
                        tracing::error!(table = self.id, "a bot has no answer");
                        Err(Doubtful)
                    }
                }
            }
            Mail::Hinted(connection, key, about, hint) => {
                self.advising = false;
                match hint.filter(|_| self.state.moved() == about) {
                    Some(hint) => self.send(connection, &ServerMessage::Hint { key, hint }),
                    None => self.refuse(connection, &key, Refusal::NotNow),
                }
                Ok(())
            }
            Mail::Stop => Ok(()),
            #[cfg(test)]
            Mail::Panic => panic!("as a test asked"),
        }
    }

    async fn connect(&mut self, connect: Connect) -> Result<(), Doubtful> {
        let Some(seat) = self.state.seat_of(&connect.token) else {
            let _ = connect.answer.send(Err(Closed::BadToken));
            return Ok(());
        };
        if self.connections.iter().filter(|c| c.seat == seat).count() >= DEVICES {
            let _ = connect.answer.send(Err(Closed::Flood));
            return Ok(());
        }
        if self.state.seat(seat).holder == Holder::Open {
            let fact = Fact::Sat {
                seat: seat.index() as u8,
            };
            if let Err(doubtful) = self.commit(Some((fact, None))).await {
                let _ = connect.answer.send(Err(Closed::Unavailable));
                return Err(doubtful);
            }
        }
        self.last_id += 1;
        let id = self.last_id;
        if connect.answer.send(Ok(id)).is_err() {
            return Ok(());
        }
        self.connections.push(Connection {
            id,
            seat,
            out: connect.out,
        });
        self.presence();
        self.welcome(id, seat, connect.since);
        // The first deal, or the next, may have waited for this one.
        self.commit(None).await.map(|_| ())
    }

    fn welcome(&mut self, id: u64, seat: Seat, since: Option<u64>) {
        let delta = since.and_then(|since| self.state.since(since, seat));
        let message = match (delta, self.state.match_info()) {
            (Some(events), _) => ServerMessage::Delta {
                version: self.state.version(),
                events,
                connected: self.connected.clone(),
                clock: self.clock(),
            },
            (None, Some(game)) => ServerMessage::Snapshot(Box::new(Snapshot {
                version: self.state.version(),
                seat: seat.into(),
                maker: self.state.maker().into(),
                rules: self.state.table_rules().clone(),
                seats: self.seat_infos(),
                game,
                turn_time: self.state.turn_time(),
                level: self.state.level(),
                hints: self.state.hints(),
                clock: self.clock(),
                events: self.state.since_deal(seat),
            })),
            // A table is made with its first match.
            (None, None) => return,
        };
        self.send(id, &message);
    }

    fn seat_infos(&self) -> Vec<SeatInfo> {
        let seats = self.state.seats().iter().zip(&self.connected);
        seats
            .map(|(seat, connected)| SeatInfo {
                holder: seat.holder,
                name: seat.name.clone(),
                connected: *connected,
            })
            .collect()
    }

    async fn command(&mut self, id: u64, command: &ClientMessage) -> Result<(), Doubtful> {
        let Some(seat) = self.seat_of(id) else {
            return Ok(());
        };
        let Some(key) = command.key() else {
            return Ok(());
        };
        if let ClientMessage::Hint { expected, .. } = command {
            match self.state.hinted(seat, *expected) {
                Ok(view) if !self.advising => self.hint(id, key.clone(), view),
                Ok(_) => self.refuse(id, key, Refusal::NotNow),
                Err(refusal) => self.refuse(id, key, refusal),
            }
            return Ok(());
        }
        if let Some(version) = self.state.done(seat, key) {
            self.done(id, key, version);
            return Ok(());
        }
        let fact = match self.state.decide(seat, command) {
            Ok(Some(fact)) => fact,
            Ok(None) => {
                self.done(id, key, self.state.version());
                return Ok(());
            }
            Err(refusal) => {
                self.refuse(id, key, refusal);
                return Ok(());
            }
        };
        let gone = match &fact {
            Fact::Rotated { .. } => Some((seat, Some(id))),
            Fact::Renewed { seat, .. } => Seat::new(*seat).map(|seat| (seat, None)),
            _ => None,
        };
        match self.commit(Some((fact, Some((seat, key.clone()))))).await {
            Ok(Some(version)) => self.done(id, key, version),
            Ok(None) => self.refuse(id, key, Refusal::NotNow),
            Err(doubtful) => {
                self.refuse(id, key, Refusal::Unavailable);
                return Err(doubtful);
            }
        }
        if let Some((seat, but)) = gone {
            self.send_away(seat, but);
        }
        Ok(())
    }

    /// Closes the connections of a seat whose token is no good any more.
    fn send_away(&mut self, seat: Seat, but: Option<u64>) {
        self.connections.retain(|connection| {
            let stays = connection.seat != seat || Some(connection.id) == but;
            if !stays {
                let _ = connection.out.try_send(Outgoing::Close(Closed::BadToken));
            }
            stays
        });
        self.presence();
    }

    /// Writes a fact and all that is due after it, and then tells everybody. The version of the
    /// fact, or `None` if it cannot happen.
    async fn commit(
        &mut self,
        first: Option<(Fact, Option<(Seat, Key)>)>,
    ) -> Result<Option<u64>, Doubtful> {
        let at = now().max(self.state.moved_at());
        let before = self.state.version();
        let mut next = None;
        let mut lines = Vec::new();
        let mut first = first;
        while lines.len() < CHAIN {
            let state = next.as_ref().unwrap_or(&self.state);
            let present = self.present();
            let (fact, command) = match first.take() {
                Some(first) => first,
                None => match state.due(present, at, &self.services.outages) {
                    Some(fact) => (fact, None),
                    None => break,
                },
            };
            let entry = Entry {
                version: before + 1 + lines.len() as u64,
                at,
                command,
                fact,
            };
            let state = next.get_or_insert_with(|| self.state.clone());
            if let Err(error) = state.apply(&entry) {
                tracing::error!(table = self.id, %error, "a fact was decided that cannot happen");
                return Ok(None);
            }
            lines.push(line(&self.id, &entry));
        }
        let Some(next) = next else {
            return Ok(None);
        };
        if self.services.journal.append(lines).await.is_err() {
            return Err(Doubtful);
        }
        self.state = next;
        self.tell(before);
        Ok(Some(before + 1))
    }

    fn present(&self) -> Present<'_> {
        Present {
            connected: &self.connected,
            since: self.present_since,
        }
    }

    /// Tells everybody what happened since a version.
    fn tell(&mut self, before: u64) {
        let clock = self.clock();
        for seat in Seat::all(self.state.rules().n_seats()) {
            if !self.connected[seat.index()] {
                continue;
            }
            let events = self.state.told_since(before).map(|told| told.to(seat));
            let text = text(&ServerMessage::Events {
                version: self.state.version(),
                events: events.collect(),
                clock,
            });
            self.send_to(|connection| connection.seat == seat, &text);
        }
    }

    fn done(&mut self, id: u64, key: &Key, version: u64) {
        let key = key.clone();
        self.send(id, &ServerMessage::Done { key, version });
    }

    fn refuse(&mut self, id: u64, key: &Key, refusal: Refusal) {
        let message = ServerMessage::Refused {
            key: key.clone(),
            refusal,
            version: self.state.version(),
        };
        self.send(id, &message);
    }

    fn send(&mut self, id: u64, message: &ServerMessage) {
        let text = text(message);
        self.send_to(|connection| connection.id == id, &text);
    }

    /// Sends without waiting: whoever has let so much pile up is gone, and may come back.
    fn send_to(&mut self, to: impl Fn(&Connection) -> bool, text: &Utf8Bytes) {
        let before = self.connections.len();
        self.connections.retain(|connection| {
            !to(connection)
                || connection
                    .out
                    .try_send(Outgoing::Text(text.clone()))
                    .is_ok()
        });
        if self.connections.len() != before {
            self.presence();
        }
    }

    /// Notices who came and who went, and says so.
    fn presence(&mut self) {
        let anybody = self.connected.contains(&true);
        for seat in Seat::all(self.state.rules().n_seats()) {
            let connected = self.connections.iter().any(|c| c.seat == seat);
            if self.connected[seat.index()] == connected {
                continue;
            }
            self.connected[seat.index()] = connected;
            let text = text(&ServerMessage::Presence {
                seat: seat.into(),
                connected,
            });
            self.send_to(|connection| connection.seat != seat, &text);
        }
        if !anybody && self.connected.contains(&true) {
            self.present_since = now();
        }
    }

    fn seat_of(&self, id: u64) -> Option<Seat> {
        let connection = self.connections.iter().find(|c| c.id == id)?;
        Some(connection.seat)
    }

    fn close_all(&mut self, why: Closed) {
        for connection in self.connections.drain(..) {
            let _ = connection.out.try_send(Outgoing::Close(why));
        }
    }

    fn clock(&self) -> Clock {
        Clock {
            now: now(),
            deadline: self.state.deadline(self.present(), &self.services.outages),
        }
    }

    /// Sets bots thinking, and says when to wake up for what happens by itself.
    fn arrange(&mut self) -> Option<Instant> {
        let moved = self.state.moved();
        if let Some((about, bot)) = &self.thinking
            && *about != moved
        {
            bot.abort();
            self.thinking = None;
        }
        let deadline = self.state.deadline(self.present(), &self.services.outages);
        let timed = matches!(deadline, Some(Deadline::Turn { .. }));
        if timed != self.timed {
            self.timed = timed;
            match timed {
                true => self.services.clocks.fetch_add(1, Ordering::Relaxed),
                false => self.services.clocks.fetch_sub(1, Ordering::Relaxed),
            };
        }
        if self.thinking.is_some() {
            return None;
        }
        if let Waiting::Act(seat) = self.state.waiting()
            && self.state.seat(seat).holder != Holder::Person
        {
            self.think(protocol::Actor::Bot);
            return None;
        }
        deadline.map(|deadline| match deadline {
            Deadline::Turn { at, .. } | Deadline::Deal { at } => instant(at),
        })
    }

    /// Has somebody think about a hint.
    fn hint(&mut self, connection: u64, key: Key, view: View) {
        self.advising = true;
        let (bots, mail) = (self.services.bots.clone(), self.mail.clone());
        let about = self.state.moved();
        tokio::spawn(async move {
            let hint = bots.hint(view).await;
            let _ = mail.send(Mail::Hinted(connection, key, about, hint)).await;
        });
    }

    /// Has a bot choose for the seat to act.
    fn think(&mut self, by: protocol::Actor) {
        let Waiting::Act(seat) = self.state.waiting() else {
            return;
        };
        let Some(view) = self.state.view(seat) else {
            return;
        };
        let partner = self.state.rules().partner(seat);
        let wish = partner.and_then(|partner| self.state.wish(partner));
        let about = self.state.moved();
        let level = self.state.level();
        let (bots, mail) = (self.services.bots.clone(), self.mail.clone());
        let time = match by {
            protocol::Actor::Clock => Duration::ZERO,
            _ => bots.think_time(&view),
        };
        let bot = tokio::spawn(async move {
            let action = bots.choose(level, view, wish, time).await;
            let _ = mail.send(Mail::Chosen(about, by, action)).await;
        });
        self.thinking = Some((about, bot.abort_handle()));
    }
}

impl Drop for Actor {
    fn drop(&mut self) {
        if let Some((_, bot)) = &self.thinking {
            bot.abort();
        }
        if self.timed {
            self.services.clocks.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

async fn until(wake: Option<Instant>) {
    match wake {
        Some(wake) => sleep_until(wake).await,
        None => std::future::pending().await,
    }
}

fn text(message: &ServerMessage) -> Utf8Bytes {
    encode(message).into()
}

/// An entry as the journal writes it.
pub fn line(table: &str, entry: &Entry) -> Line {
    Line {
        table: table.to_owned(),
        version: entry.version,
        at: entry.at,
        seat: entry.command.as_ref().map(|(seat, _)| seat.index() as u8),
        key: entry.command.as_ref().map(|(_, key)| key.to_string()),
        fact: serde_json::to_string(&entry.fact).expect("facts are JSON"),
    }
}
