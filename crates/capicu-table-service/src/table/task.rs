//! The task that owns a table; no other task has its session.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use capicu::Seat;
use capicu::fair::Seed;
use capicu_accounts::ratings::rated_family;
use capicu_accounts::{BlockFilter, Context};
use capicu_protocol::{Closed, Holder, PlayerId, ServerMessage, TableId, Watching, encode};
use capicu_store::conduct::TalkLine;
use capicu_store::{
    Append, AppendError, Effect, Make, MatchResult, ReadError, Sitter, Unavailable, Venue,
};
use capicu_table::{
    Account, Chooser, Entry, Input, MatchEnd, NotStored, Output, Owners, QueueAsk, QueueCall,
    QueueRefusal, STAND_IN, Session, Setup, Sitting, Stakes, State, Think, TokenHash, Vacancy, Who,
};
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, oneshot};
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep, sleep_until};

use super::accounts;
use super::bots::Bots;
use super::now::TableNow;
use super::queue::QueueView;
use crate::card::{TableBoard, TableCard};
use crate::cluster::Nodes;
use crate::edition::Edition;
use crate::lease::Lease;
use crate::metrics::Metrics;
use crate::record;

/// A message to the task of a table.
#[derive(Debug)]
pub enum Mail {
    /// A socket connects.
    Connect(Box<Connect>),
    /// A player wants to sit down without a token; the answer is the seat.
    Sit {
        /// The seats that the player may take.
        vacancy: Vacancy,
        /// The player, and the ids the same player had before.
        ids: Vec<PlayerId>,
        /// The name of the player.
        name: Option<String>,
        /// Players with whom this one does not sit.
        apart: Vec<PlayerId>,
        /// The channel for the answer.
        answer: oneshot::Sender<Option<Seat>>,
    },
    /// A player asks for something about the queue; the answer is why it was refused.
    Queue {
        /// The player, and the ids the same player had before.
        ids: Vec<PlayerId>,
        ask: QueueAsk,
        /// The channel for the answer.
        answer: oneshot::Sender<Result<(), QueueRefusal>>,
    },
    /// A request for the queue as a player sees it; `None` if the player has no seat and does not wait.
    LookAtQueue {
        /// The player, and the ids the same player had before.
        ids: Vec<PlayerId>,
        /// The channel for the answer.
        answer: oneshot::Sender<Option<Box<QueueView>>>,
    },
    /// A request for the players and the chat of the table.
    Look(oneshot::Sender<Glance>),
    /// Any other input. It is on the heap, since a queue has room for dozens.
    Input(Box<Input>),
    /// The server is stopping.
    Stop,
    /// Another server now owns the table.
    LetGo,
    /// The stored facts of the table have changed. The task reloads them and then answers.
    Reload(oneshot::Sender<()>),
    /// An admin closes the table permanently; the answer is whether it is gone.
    Close(oneshot::Sender<bool>),
    /// Causes a panic, as a bug would.
    #[cfg(test)]
    Panic,
}

impl From<Input> for Mail {
    fn from(input: Input) -> Self {
        Self::Input(Box::new(input))
    }
}

/// A socket that connects to a table.
#[derive(Debug)]
pub struct Connect {
    /// The identity of the client.
    pub who: Who,
    /// The last version it saw.
    pub since: Option<u64>,
    /// The channel to the socket. The table uses it, or closes it with a reason beforehand. A socket that does not
    /// read is dropped.
    pub out: mpsc::Sender<Outgoing>,
    /// The players from whom it receives chat.
    pub ear: Hears,
    /// The number of the connection.
    pub answer: oneshot::Sender<u64>,
}

/// The players from whom a socket receives chat.
#[derive(Clone, Debug)]
pub enum Hears {
    /// All players, without a filter.
    Everybody,
    /// All players whom this filter does not block.
    By(Arc<BlockFilter>),
    /// Filtered at the server of the socket, which receives the author of each message.
    Elsewhere,
}

impl Hears {
    /// The filter, if there is one here.
    pub fn here(self) -> Option<Arc<BlockFilter>> {
        match self {
            Self::By(filter) => Some(filter),
            Self::Everybody | Self::Elsewhere => None,
        }
    }
}

impl From<Option<Arc<BlockFilter>>> for Hears {
    fn from(filter: Option<Arc<BlockFilter>>) -> Self {
        filter.map_or(Self::Everybody, Self::By)
    }
}

/// A short view of a table, for players who report an incident there, and for the lists of their own tables.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Glance {
    /// The number of the current or last match, from 1; 0 before the first.
    pub number: u32,
    /// The players known to the server, with their names at the table.
    pub players: Vec<(PlayerId, Option<String>)>,
    /// Whether anybody may watch.
    pub is_public: bool,
    /// The latest chat messages, oldest first.
    pub talk: Vec<TalkLine>,
    /// The state of the match; `None` from a server of an older version.
    #[serde(default)]
    pub now: Option<Box<TableNow>>,
}

/// A message that a socket is to send.
#[derive(Clone, Debug)]
pub enum Outgoing {
    /// An encoded message.
    Text(Arc<str>),
    /// A chat message with its author, for a socket of another server.
    Said(Arc<str>, PlayerId),
    /// The reason for closing the socket. Nothing follows it.
    Close(Closed),
}

/// The resources that all tables share.
#[derive(Clone, Debug)]
pub struct Services {
    /// Store, time and randomness.
    pub context: Context,
    pub bots: Bots,
    /// The published cards of the tables.
    pub board: TableBoard,
    pub metrics: Metrics,
    /// The limits on facts that may be written.
    pub edition: Edition,
    /// Whether tables in memory may still be shown.
    pub lease: Lease,
}

impl Services {
    /// Starts without tables.
    pub fn new(context: Context, bots: Bots, nodes: &Nodes) -> Self {
        Self {
            context,
            bots,
            board: TableBoard::default(),
            metrics: Metrics::default(),
            edition: nodes.edition(),
            lease: nodes.lease(),
        }
    }
}

impl Deref for Services {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.context
    }
}

/// The channel to a socket, and its chat filter.
struct Line {
    out: mpsc::Sender<Outgoing>,
    ear: Hears,
}

/// How long an unused table without players stays in memory.
const IDLE: Duration = Duration::from_secs(600);

/// The edition of the facts about the queue.
const QUEUE_EDITION: u16 = 6;

/// The number of chat messages that are kept.
const TALK: usize = 20;

/// The owner of one table.
pub struct Task {
    id: TableId,
    services: Services,
    /// On the heap, since a task has room for its parts more than once.
    session: Box<Session>,
    mail: mpsc::Sender<Mail>,
    connections: BTreeMap<u64, Line>,
    /// Connections that ended without a message.
    lost: Vec<u64>,
    last_id: u64,
    /// Players who are about to sit down.
    sitting: BTreeMap<u64, oneshot::Sender<Option<Seat>>>,
    /// Players who asked for something about the queue.
    queueing: BTreeMap<u64, oneshot::Sender<Result<(), QueueRefusal>>>,
    wake: Option<u64>,
    /// The bot that thinks.
    bot: Option<AbortHandle>,
    /// Lets that bot answer at once.
    hurry: Option<oneshot::Sender<()>>,
    /// The time of the last stored fact, in milliseconds since 1970.
    active_at: u64,
    /// The latest chat messages. Only those who handle reports can read them.
    talk: VecDeque<TalkLine>,
    /// The number of the match in which the table was loaded from the store.
    interrupted: Option<u32>,
    /// Account data of the players of a loaded table, to pass to the session.
    accounts: BTreeMap<PlayerId, Account>,
}

/// The reason why a table cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// There is no such table.
    #[error("there is no such table any more")]
    Gone,
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Its players cannot be read.
    #[error(transparent)]
    Players(#[from] Unavailable),
    /// It contains facts that a newer version wrote.
    #[error("a newer version wrote it")]
    Newer,
    /// Its stored facts are inconsistent.
    #[error(transparent)]
    Fold(#[from] capicu_table::FoldError),
}

impl Task {
    /// Creates a new table, and stores it. `None` if it could not be stored.
    ///
    /// # Errors
    ///
    /// If the plans for the seats do not go with the rules.
    pub async fn create(
        id: TableId,
        players: &[(Seat, PlayerId)],
        setup: Setup,
        services: Services,
        mail: mpsc::Sender<Mail>,
    ) -> Result<Option<Self>, capicu_table::FoldError> {
        let now = services.clock.now();
        let ids: Vec<PlayerId> = players.iter().map(|(_, player)| *player).collect();
        let Ok(accounts) = accounts::of(&services, ids).await else {
            return Ok(None);
        };
        let mut seed = || Seed::new(services.randomness.bytes());
        let (session, out) = Session::create_for(players, setup, now, &mut seed)?;
        let mut task = Self::new(id, services, session, mail);
        task.accounts = accounts;
        task.does(out).await;
        Ok((!task.session.is_over()).then_some(task))
    }

    /// Loads a table from its stored facts.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub async fn load(
        id: TableId,
        services: Services,
        mail: mpsc::Sender<Mail>,
    ) -> Result<Self, LoadError> {
        let (session, last) = stored(&id, &services).await?;
        let accounts = accounts::at(&services, session.state()).await?;
        let played = session.state().match_info();
        let played = played.filter(|played| played.over.is_none());
        let mut task = Self::new(id, services, session, mail);
        task.active_at = last;
        task.accounts = accounts;
        task.interrupted = played.map(|played| played.number);
        Ok(task)
    }

    fn new(id: TableId, services: Services, session: Session, mail: mpsc::Sender<Mail>) -> Self {
        Self {
            id,
            services,
            session: Box::new(session),
            mail,
            connections: BTreeMap::new(),
            lost: Vec::new(),
            last_id: 0,
            sitting: BTreeMap::new(),
            queueing: BTreeMap::new(),
            wake: None,
            bot: None,
            hurry: None,
            active_at: 0,
            talk: VecDeque::new(),
            interrupted: None,
            accounts: BTreeMap::new(),
        }
    }

    /// Serves the table until the server stops, nobody needs it, or its state is uncertain.
    pub async fn run(mut self, mut mail: mpsc::Receiver<Mail>) {
        let accounts = std::mem::take(&mut self.accounts);
        self.handle(Input::Accounts(accounts)).await;
        // A bot may have to move at once.
        self.handle(Input::Tick).await;
        while !self.session.is_over() {
            let wake = self.wake.map(|at| self.services.clock.instant(at));
            tokio::select! {
                // The branches are polled in order, so that the same one always comes first.
                biased;
                () = until(wake) => self.handle(Input::Tick).await,
                received = mail.recv() => match received {
                    Some(Mail::Stop) | None => {
                        let out = self.session.stop(Closed::Stopping);
                        self.does(out).await;
                    }
                    Some(Mail::LetGo) => {
                        let out = self.session.stop(Closed::Restarted);
                        self.does(out).await;
                    }
                    Some(Mail::Close(answer)) => {
                        // The caller may have gone.
                        let _ = answer.send(self.close().await);
                    }
                    Some(Mail::Reload(answer)) => {
                        if let Err(error) = self.reload().await {
                            tracing::error!(table = self.id.as_str(), %error, "cannot load a table");
                            return;
                        }
                        // The caller may have gone.
                        let _ = answer.send(());
                        self.handle(Input::Tick).await;
                    }
                    Some(received) => match self.services.lease.holds(&self.id).await {
                        true => self.receive(received).await,
                        // Another server may have continued the match.
                        false => {
                            let out = self.session.stop(Closed::Restarted);
                            self.does(out).await;
                        }
                    },
                },
                () = sleep(IDLE), if self.session.is_idle() => break,
            }
        }
    }

    /// Reloads the table from its stored facts. All clients are disconnected and reconnect automatically. Chat
    /// messages of those who still have a seat remain, and the match does not count as interrupted.
    async fn reload(&mut self) -> Result<(), LoadError> {
        let out = self.session.stop(Closed::Restarted);
        self.does(out).await;
        (*self.session, self.active_at) = stored(&self.id, &self.services).await?;
        let accounts = accounts::at(&self.services, self.session.state()).await?;
        self.connections.clear();
        self.lost.clear();
        self.sitting.clear();
        self.queueing.clear();
        self.wake = None;
        let state = self.session.state();
        self.talk.retain(|line| {
            let mut players = state.all_seats().map(|seat| state.seat(seat).player());
            line.player.is_none() || players.any(|player| player == line.player)
        });
        self.handle(Input::Accounts(accounts)).await;
        Ok(())
    }

    async fn receive(&mut self, mail: Mail) {
        let input = match mail {
            Mail::Connect(connect) => {
                self.last_id += 1;
                let connection = self.last_id;
                if connect.answer.send(connection).is_err() {
                    return;
                }
                let (out, ear) = (connect.out, connect.ear);
                self.connections.insert(connection, Line { out, ear });
                Input::Connect {
                    connection,
                    who: connect.who,
                    since: connect.since,
                }
            }
            Mail::Sit {
                vacancy,
                ids,
                name,
                apart,
                answer,
            } => {
                if self.keeps_away(&ids, &apart) {
                    // The caller may have gone.
                    let _ = answer.send(None);
                    return;
                }
                // If the store cannot be read, the client tries again.
                let own = ids.first().copied().into_iter().collect();
                let Ok(accounts) = accounts::of(&self.services, own).await else {
                    return;
                };
                self.handle(Input::Accounts(accounts)).await;
                self.last_id += 1;
                self.sitting.insert(self.last_id, answer);
                Input::Sit(Sitting {
                    vacancy,
                    number: self.last_id,
                    ids,
                    name,
                    // The player's session opens the seat, and nobody has this token.
                    token: TokenHash::of(&self.services.randomness.token()),
                })
            }
            Mail::Queue { ids, ask, answer } => {
                if !self.services.edition.may_write(QUEUE_EDITION) {
                    // The caller may have gone.
                    let _ = answer.send(Err(QueueRefusal::NotNow));
                    return;
                }
                self.last_id += 1;
                let number = self.last_id;
                self.queueing.insert(number, answer);
                Input::Queue(QueueCall { number, ids, ask })
            }
            Mail::LookAtQueue { ids, answer } => {
                let view = QueueView::of(&self.session, &ids, self.services.clock.now());
                // The caller may have gone.
                let _ = answer.send(view.map(Box::new));
                return;
            }
            Mail::Input(input) => self.services.edition.admit(*input),
            Mail::Look(answer) => {
                // The caller may have gone.
                let _ = answer.send(self.glance());
                return;
            }
            Mail::Stop | Mail::LetGo | Mail::Reload(_) | Mail::Close(_) => return,
            #[cfg(test)]
            Mail::Panic => panic!("as a test asked"),
        };
        match &input {
            Input::Disconnect { connection } => drop(self.connections.remove(connection)),
            Input::Chosen { action: None, .. } => {
                tracing::error!(table = self.id.as_str(), "a bot has no answer");
            }
            _ => {}
        }
        self.handle(input).await;
    }

    async fn handle(&mut self, input: Input) {
        let out = self.take(input);
        self.does(out).await;
        // Disconnect clients that did not read.
        while let Some(connection) = self.lost.pop() {
            let out = self.take(Input::Disconnect { connection });
            self.does(out).await;
        }
        self.make_known();
    }

    /// Removes the table with its journal, and returns whether that succeeded.
    async fn close(&mut self) -> bool {
        let is_gone = self.services.store.remove(&self.id).await.is_ok();
        if is_gone {
            self.services.board.remove(&self.id);
            let out = self.session.stop(Closed::Deleted);
            self.does(out).await;
        }
        is_gone
    }

    /// Publishes the card of the table.
    fn make_known(&self) {
        let board = &self.services.board;
        match self.session.is_over() {
            true => board.leave(&self.id),
            false => board.publish(&self.id, TableCard::of(&self.session, self.active_at)),
        }
    }

    fn take(&mut self, input: Input) -> Vec<Output> {
        let now = self.services.clock.now();
        let randomness = self.services.randomness;
        self.session
            .handle(input, now, &mut || Seed::new(randomness.bytes()))
    }

    async fn does(&mut self, out: Vec<Output>) {
        let mut out = VecDeque::from(out);
        while let Some(output) = out.pop_front() {
            match output {
                Output::Append {
                    make,
                    entries,
                    ended,
                } => {
                    if !self.services.edition.allows_all(&entries) {
                        tracing::error!(table = self.id.as_str(), "not every server could read it");
                        out.extend(self.take(Input::Stored(Err(NotStored::Failed))));
                        continue;
                    }
                    let make = make.map(|setup| Make {
                        at: self.services.clock.now(),
                        setup: *setup,
                    });
                    let over = match ended {
                        Some(end) => match self.over(*end, &entries).await {
                            Ok(over) => Some(over),
                            Err(failed) => {
                                out.extend(self.take(Input::Stored(Err(failed))));
                                continue;
                            }
                        },
                        None => None,
                    };
                    let bound = bound(self.session.state(), &entries);
                    let effects = bound.into_iter().chain(over).collect();
                    let append = Append {
                        make,
                        entries,
                        effects,
                    };
                    let (began, facts) = (Instant::now(), append.entries.len());
                    let stored = self.services.store.append(&self.id, append).await;
                    let counted = stored.is_ok().then_some(facts);
                    if stored.is_ok() {
                        self.active_at = self.services.clock.now();
                    }
                    self.services.metrics.appended(began.elapsed(), counted);
                    out.extend(self.take(Input::Stored(stored.map_err(not_stored))));
                }
                Output::Remove => {
                    let removed = self.services.store.remove(&self.id).await;
                    if removed.is_ok() {
                        self.services.board.remove(&self.id);
                        tracing::info!(table = self.id.as_str(), "a table was deleted by its host");
                    }
                    let removed = removed.map_err(|_| NotStored::Failed);
                    out.extend(self.take(Input::Stored(removed)));
                }
                Output::Tell { to, message } => {
                    self.remember(&message);
                    self.tell(&to, &message);
                }
                Output::Close { which, why } => {
                    for connection in which {
                        if let Some(line) = self.connections.remove(&connection) {
                            let _ = line.out.try_send(Outgoing::Close(why));
                        }
                    }
                }
                Output::Seated { number, seat } => {
                    if let Some(answer) = self.sitting.remove(&number) {
                        // The caller may have gone.
                        let _ = answer.send(seat);
                    }
                }
                Output::Queued { number, refused } => {
                    if let Some(answer) = self.queueing.remove(&number) {
                        // The caller may have gone.
                        let _ = answer.send(refused.map_or(Ok(()), Err));
                    }
                }
                Output::Think(think) => self.think(*think),
                // Without its sender, the bot no longer waits.
                Output::Hurry => self.hurry = None,
                Output::Advise {
                    connection,
                    key,
                    about,
                    view,
                } => {
                    let (bots, mail) = (self.services.bots.clone(), self.mail.clone());
                    tokio::spawn(async move {
                        let hint = bots.hint(*view).await;
                        let advised = Input::Advised {
                            connection,
                            key,
                            about,
                            hint,
                        };
                        let _ = mail.send(advised.into()).await;
                    });
                }
                Output::Wake(wake) => self.wake = wake,
                Output::Stop => {}
            }
        }
    }

    /// Stores the latest chat message.
    fn remember(&mut self, message: &ServerMessage) {
        let ServerMessage::Said { seat, saying } = message else {
            return;
        };
        if self.talk.len() == TALK {
            self.talk.pop_front();
        }
        self.talk.push_back(TalkLine {
            at: self.services.clock.now(),
            seat: *seat,
            player: self.session.state().seat(seat.0).player(),
            saying: saying.clone(),
        });
    }

    /// The players and the chat of the table.
    fn glance(&self) -> Glance {
        let state = self.session.state();
        let seats = state.all_seats().map(|seat| state.seat(seat));
        let players = seats.filter_map(|seat| Some((seat.player()?, seat.name().cloned())));
        Glance {
            number: state.match_info().map_or(0, |of| of.number),
            players: players.collect(),
            is_public: state.setup().watching == Watching::On,
            talk: self.talk.iter().cloned().collect(),
            now: Some(Box::new(TableNow::of(&self.session, self.active_at))),
        }
    }

    /// Sends without waiting. A connection whose queue is full is dropped, and its client may reconnect.
    fn tell(&mut self, to: &[u64], message: &ServerMessage) {
        let text: Arc<str> = encode(message).into();
        let speaker = match message {
            ServerMessage::Said { seat, .. } => self.session.state().seat(seat.0).player(),
            _ => None,
        };
        for connection in to {
            let Some(line) = self.connections.get(connection) else {
                continue;
            };
            let out = match (&line.ear, speaker) {
                (Hears::By(filter), Some(speaker)) if filter.blocks(speaker) => continue,
                (Hears::Elsewhere, Some(speaker)) => Outgoing::Said(text.clone(), speaker),
                _ => Outgoing::Text(text.clone()),
            };
            if line.out.try_send(out).is_err() {
                self.connections.remove(connection);
                self.lost.push(*connection);
            }
        }
    }

    /// Whether somebody sits here from whom this player must be kept apart. It is `false` if the player sits here
    /// too.
    fn keeps_away(&self, ids: &[PlayerId], apart: &[PlayerId]) -> bool {
        let state = self.session.state();
        let has = |of: &[PlayerId]| {
            let mut players = state.all_seats().map(|seat| state.seat(seat).player());
            players.any(|player| player.is_some_and(|player| of.contains(&player)))
        };
        has(apart) && !has(ids)
    }

    /// Starts the choice of a bot.
    fn think(&mut self, think: Think) {
        if let Some(bot) = self.bot.take() {
            bot.abort();
        }
        let (bots, mail) = (self.services.bots.clone(), self.mail.clone());
        let time = match think.by {
            Chooser::Clock => bots.out_of_time(),
            Chooser::Bot | Chooser::Person => bots.think_time(&think),
        };
        let (hurry, hurried) = oneshot::channel();
        self.hurry = Some(hurry);
        let bot = tokio::spawn(async move {
            let (about, by) = (think.about, think.by);
            let action = bots
                .choose(think, time, async { drop(hurried.await) })
                .await;
            let chosen = Input::Chosen { about, by, action };
            let _ = mail.send(chosen.into()).await;
        });
        self.bot = Some(bot.abort_handle());
    }

    /// The end of a match, with its result and its record from the journal. If the journal cannot be read, the end
    /// must wait, as if it could not be stored.
    async fn over(&self, end: MatchEnd, entries: &[Entry]) -> Result<Effect, NotStored> {
        let record = match self.services.store.read(&self.id).await {
            Ok(Some(stored)) => record::made(stored, entries, &end),
            Ok(None) => None,
            Err(ReadError::Unavailable(_)) => return Err(NotStored::Failed),
            Err(ReadError::Unreadable(error)) => {
                tracing::error!(table = self.id.as_str(), %error, "a match is stored without its record");
                None
            }
        };
        Ok(Effect::MatchOver {
            result: self.result(end),
            record,
        })
    }

    fn result(&self, end: MatchEnd) -> MatchResult {
        let setup = self.session.state().setup();
        let level = setup.level;
        let sitter = |seat: capicu_table::Sitter| match (seat.holder, seat.absence) {
            (Holder::Person, None) => Sitter::Person {
                name: seat.name,
                player: seat.player,
                part: seat.part,
                substituted: seat.substituted,
            },
            (Holder::Person, Some(_)) => Sitter::StandIn {
                name: seat.name,
                player: seat.player,
                level: STAND_IN,
                substituted: seat.substituted,
            },
            (Holder::Bot | Holder::Open, _) => Sitter::Bot { level },
        };
        MatchResult {
            number: end.number,
            at: end.at,
            game: setup.game.clone(),
            engine: end.engine,
            scores: end.scores.as_slice().to_vec(),
            winner: end.winner,
            seats: end.seats.into_iter().map(sitter).collect(),
            rounds: u32::from(end.rounds),
            commitment: end.seed.commitment(),
            rated: match setup.stakes {
                Stakes::Rated => rated_family(&setup.game, &setup.rules),
                Stakes::Casual => None,
            },
            venue: match (setup.host, &setup.meeting) {
                (Some(_), _) | (_, Some(_)) => Venue::Private,
                (None, None) if self.interrupted == Some(end.number) => Venue::LobbyInterrupted,
                (None, None) => Venue::Lobby,
            },
        }
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        if let Some(bot) = &self.bot {
            bot.abort();
        }
        self.services.board.leave(&self.id);
    }
}

/// The changes of the players' seats by these facts, starting from this state.
fn bound(state: &State, entries: &[Entry]) -> Vec<Effect> {
    let seats = state.all_seats();
    let mut players: Vec<_> = seats.map(|seat| state.seat(seat).player()).collect();
    let mut effects = Vec::new();
    for entry in entries {
        let (seat, player) = match entry.fact.owners() {
            Owners::Seat(seat, player) => (seat, player),
            Owners::Seats(newcomers) => {
                for new in newcomers {
                    let (seat, player) = (new.seat, Some(new.player));
                    players[seat.index()] = player;
                    effects.push(Effect::Bound { seat, player });
                }
                continue;
            }
            Owners::Moved(seating) => {
                let before = players.clone();
                for (seat, player) in state.all_seats().zip(before) {
                    let seat = seating.to(seat);
                    players[seat.index()] = player;
                    effects.push(Effect::Bound { seat, player });
                }
                continue;
            }
            Owners::Same => continue,
        };
        players[seat.index()] = player;
        effects.push(Effect::Bound { seat, player });
    }
    effects
}

/// Loads the session of a table, and the time of its last fact.
async fn stored(id: &TableId, services: &Services) -> Result<(Session, u64), LoadError> {
    let stored = services.store.read(id).await?.ok_or(LoadError::Gone)?;
    if !services.edition.knows_all(&stored.entries) {
        return Err(LoadError::Newer);
    }
    let last = stored.entries.last().map_or(0, |entry| entry.at);
    let session = Session::load(stored.setup, &stored.entries, services.clock.now())?;
    Ok((session, last))
}

const fn not_stored(error: AppendError) -> NotStored {
    match error {
        AppendError::Conflict => NotStored::Conflict,
        AppendError::KeyUsed { version } => NotStored::KeyUsed { version },
        AppendError::Failed => NotStored::Failed,
    }
}

async fn until(wake: Option<Instant>) {
    match wake {
        Some(wake) => sleep_until(wake).await,
        None => std::future::pending().await,
    }
}
