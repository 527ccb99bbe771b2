//! The task that owns a table: it alone has its session.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use capicu::Seat;
use capicu::fair::Seed;
use capicu_protocol::{Closed, Holder, PlayerId, ServerMessage, Watching, encode};
use capicu_store::conduct::TalkLine;
use capicu_store::{
    Append, AppendError, Effect, Make, MatchResult, ReadError, Sitter, Store, Unavailable, Venue,
};
use capicu_table::{
    Account, Chooser, Entry, Fact, Input, MatchEnd, NotStored, Output, STAND_IN, Session, Setup,
    Sitting, Stakes, State, Think, TokenHash, Vacancy, Who,
};
use tokio::sync::{mpsc, oneshot};
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep, sleep_until};

use super::accounts;
use super::bots::Bots;
use crate::ears::Ear;
use crate::edition::Edition;
use crate::events::online::{Live, Meetings};
use crate::in_memory::{InMemory, InMemoryTables};
use crate::invited::Codes;
use crate::lease::Lease;
use crate::lobby::{OpenTable, OpenTables};
use crate::metrics::Metrics;
use crate::ratings::rated_family;
use crate::record;
use crate::secret;
use crate::time::Clock;
use crate::uptime::Uptime;
use crate::watched::{WatchedTable, WatchedTables};

/// What a table can be asked.
#[derive(Debug)]
pub enum Mail {
    /// A socket came.
    Connect(Box<Connect>),
    /// A player wants to sit down without a token, and is told in which seat.
    Sit {
        /// In which seats the player may.
        vacancy: Vacancy,
        /// The player, and the ids the same player had before.
        ids: Vec<PlayerId>,
        /// What the player is called.
        name: Option<String>,
        /// With whom the player does not sit.
        apart: Vec<PlayerId>,
        /// Where to answer.
        answer: oneshot::Sender<Option<Seat>>,
    },
    /// Somebody wants to know who sits there and what was said.
    Look(oneshot::Sender<Glance>),
    /// Something else came in. On the heap: a queue holds room for dozens.
    Input(Box<Input>),
    /// The server stops.
    Stop,
    /// The table is another server's from now on.
    LetGo,
    /// What is stored of the table was changed: it is brought in anew, and then this is answered.
    Reload(oneshot::Sender<()>),
    /// An owner closes the table for good, and is told whether it is gone.
    Close(oneshot::Sender<bool>),
    /// Fails as a bug would.
    #[cfg(test)]
    Panic,
}

impl From<Input> for Mail {
    fn from(input: Input) -> Self {
        Self::Input(Box::new(input))
    }
}

/// A socket that comes to a table.
#[derive(Debug)]
pub struct Connect {
    /// Who comes.
    pub who: Who,
    /// The last version it saw.
    pub since: Option<u64>,
    /// Where it is told things, the table itself or why it is closed first. Whoever does not read is let
    /// go.
    pub out: mpsc::Sender<Outgoing>,
    /// Whom it hears.
    pub ear: Hears,
    /// The number of the connection.
    pub answer: oneshot::Sender<u64>,
}

/// Whom a socket hears.
#[derive(Clone, Debug)]
pub enum Hears {
    /// Everybody.
    Everybody,
    /// Whom the ear of whoever is signed in hears.
    By(Arc<Ear>),
    /// The server where the socket is knows that: it is told who speaks.
    Elsewhere,
}

impl Hears {
    /// The ear, if there is one here.
    pub fn here(self) -> Option<Arc<Ear>> {
        match self {
            Self::By(ear) => Some(ear),
            Self::Everybody | Self::Elsewhere => None,
        }
    }
}

impl From<Option<Arc<Ear>>> for Hears {
    fn from(ear: Option<Arc<Ear>>) -> Self {
        ear.map_or(Self::Everybody, Self::By)
    }
}

/// What a table looks like to somebody who reports what happened there.
#[derive(Clone, Debug)]
pub struct Glance {
    /// The match that is played, or was played last, from 1; 0 before the first.
    pub number: u32,
    /// The players whom the server knows, with what they are called there.
    pub players: Vec<(PlayerId, Option<String>)>,
    /// Whether anybody may watch.
    pub is_public: bool,
    /// What was said last, the oldest first.
    pub talk: Vec<TalkLine>,
}

/// What a socket is to send.
#[derive(Clone, Debug)]
pub enum Outgoing {
    /// A message.
    Text(Utf8Bytes),
    /// A message with what a player says, to a socket of another server.
    Said(Utf8Bytes, PlayerId),
    /// The last message.
    Close(Closed),
}

/// What all tables share.
#[derive(Clone, Debug)]
pub struct Services {
    /// Where tables are kept.
    pub store: Arc<dyn Store>,
    /// The bots.
    pub bots: Bots,
    /// The server's time.
    pub clock: Clock,
    /// How much of it was seen to pass.
    pub uptime: Uptime,
    /// The tables of the lobby where a bot makes room for a person.
    pub open: OpenTables,
    /// The tables with open seats.
    pub codes: Codes,
    /// The tables that anybody may watch.
    pub watched: WatchedTables,
    /// All tables that are in memory.
    pub in_memory: InMemoryTables,
    /// The tables of events.
    pub meetings: Meetings,
    /// What they count.
    pub metrics: Metrics,
    /// What may be written.
    pub edition: Edition,
    /// Whether tables in memory may still be shown.
    pub lease: Lease,
    /// Bytes that nobody can guess, for the seeds of matches.
    pub chance: fn() -> [u8; 32],
}

impl Services {
    /// The moment by which sessions have expired, in milliseconds since 1970.
    pub fn sessions_at(&self) -> u64 {
        self.uptime.sessions_at(self.clock.now())
    }
}

/// Where a socket is told things, and whom it hears.
struct Line {
    out: mpsc::Sender<Outgoing>,
    ear: Hears,
}

/// How long a table stays in memory when nothing happens and nobody is there.
const IDLE: Duration = Duration::from_secs(600);

/// So many of the things that were said last are kept.
const TALK: usize = 20;

/// The owner of one table.
pub struct Task {
    id: String,
    services: Services,
    /// On the heap: a task holds room for its parts more than once.
    session: Box<Session>,
    mail: mpsc::Sender<Mail>,
    connections: BTreeMap<u64, Line>,
    /// Connections that are gone without a word.
    lost: Vec<u64>,
    last_id: u64,
    /// Players who are about to sit down.
    sitting: BTreeMap<u64, oneshot::Sender<Option<Seat>>>,
    wake: Option<u64>,
    /// The bot that thinks.
    bot: Option<AbortHandle>,
    /// When something was stored last, in milliseconds since 1970.
    active_at: u64,
    /// What was said last. Nobody is told it but those who look into a report.
    talk: VecDeque<TalkLine>,
    /// The number of the match in which the table was brought in from what is stored.
    interrupted: Option<u32>,
    /// What the session is to be told of the players of a table that was brought in.
    accounts: BTreeMap<PlayerId, Account>,
}

/// Why a table cannot be brought in.
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
    /// It holds facts that a newer version wrote.
    #[error("a newer version wrote it")]
    Newer,
    /// It makes no sense.
    #[error(transparent)]
    Fold(#[from] capicu_table::FoldError),
}

impl Task {
    /// Makes a new table, and stores it. `None` if it could not be stored.
    ///
    /// # Errors
    ///
    /// If the plans for the seats do not go with the rules.
    pub async fn create(
        id: String,
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
        let mut seed = || Seed::new((services.chance)());
        let (session, out) = Session::create_for(players, setup, now, &mut seed)?;
        let mut task = Self::new(id, services, session, mail);
        task.accounts = accounts;
        task.does(out).await;
        Ok((!task.session.is_over()).then_some(task))
    }

    /// Folds a table from what is stored of it.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub async fn load(
        id: String,
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

    fn new(id: String, services: Services, session: Session, mail: mpsc::Sender<Mail>) -> Self {
        Self {
            id,
            services,
            session: Box::new(session),
            mail,
            connections: BTreeMap::new(),
            lost: Vec::new(),
            last_id: 0,
            sitting: BTreeMap::new(),
            wake: None,
            bot: None,
            active_at: 0,
            talk: VecDeque::new(),
            interrupted: None,
            accounts: BTreeMap::new(),
        }
    }

    /// Serves the table until the server stops, nobody needs it, or its state is not certain any more.
    pub async fn run(mut self, mut mail: mpsc::Receiver<Mail>) {
        let accounts = std::mem::take(&mut self.accounts);
        self.handle(Input::Accounts(accounts)).await;
        // A bot may have to play on at once.
        self.handle(Input::Tick).await;
        while !self.session.is_over() {
            let wake = self.wake.map(|at| self.services.clock.instant(at));
            tokio::select! {
                // In order, so that the same always comes first; what is due is due once.
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
                        // Whoever asked may have gone.
                        let _ = answer.send(self.close().await);
                    }
                    Some(Mail::Reload(answer)) => {
                        if let Err(error) = self.reload().await {
                            tracing::error!(table = self.id, %error, "cannot bring a table in");
                            return;
                        }
                        // Whoever asked may have gone.
                        let _ = answer.send(());
                        self.handle(Input::Tick).await;
                    }
                    Some(received) => match self.services.lease.holds(&self.id).await {
                        true => self.receive(received).await,
                        // Another server may have played on.
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

    /// Folds the table again from what is stored of it; everybody there comes back by themselves. What was said by
    /// those who still have a seat stays, and the match does not count as interrupted.
    async fn reload(&mut self) -> Result<(), LoadError> {
        let out = self.session.stop(Closed::Restarted);
        self.does(out).await;
        (*self.session, self.active_at) = stored(&self.id, &self.services).await?;
        let accounts = accounts::at(&self.services, self.session.state()).await?;
        self.connections.clear();
        self.lost.clear();
        self.sitting.clear();
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
                    // Whoever asked may have gone.
                    let _ = answer.send(None);
                    return;
                }
                // The client tries again where the store cannot be read.
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
                    // Whoever it is opens the seat, and nobody has this.
                    token: TokenHash::of(&secret::token()),
                })
            }
            Mail::Input(input) => self.services.edition.admit(*input),
            Mail::Look(answer) => {
                // Whoever asked may have gone.
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
                tracing::error!(table = self.id, "a bot has no answer");
            }
            _ => {}
        }
        self.handle(input).await;
    }

    async fn handle(&mut self, input: Input) {
        let out = self.take(input);
        self.does(out).await;
        // Whoever did not read has gone.
        while let Some(connection) = self.lost.pop() {
            let out = self.take(Input::Disconnect { connection });
            self.does(out).await;
        }
        self.make_known();
    }

    /// Removes the table with all that happened at it; whether that is stored.
    async fn close(&mut self) -> bool {
        let is_gone = self.services.store.remove(&self.id).await.is_ok();
        if is_gone {
            self.services.codes.forget(&self.id);
            let out = self.session.stop(Closed::Deleted);
            self.does(out).await;
        }
        is_gone
    }

    /// Says where somebody may sit down, and whether anybody may watch. Tables at which nobody sits are not listed.
    fn make_known(&self) {
        let state = self.session.state();
        let setup = state.setup();
        if !self.session.is_over() {
            self.services.codes.tell(&self.id, state);
        }
        let is_attended = self.session.is_attended() && !self.session.is_over();
        if setup.maker.is_none() && setup.meeting.is_none() {
            let open = is_attended.then(|| OpenTable::of(state)).flatten();
            self.services.open.tell(&self.id, open);
        }
        let here = (!self.session.is_over())
            .then(|| InMemory::of(state, is_attended, self.session.watchers(), self.active_at));
        self.services.in_memory.tell(&self.id, here);
        if setup.meeting.is_some() {
            let live = (!self.session.is_over()).then(|| Live::of(&self.session));
            self.services.meetings.tell(&self.id, live.flatten());
        }
        if setup.watching == Watching::On {
            let watched = is_attended.then(|| WatchedTable::of(state, self.session.watchers()));
            self.services.watched.tell(&self.id, watched);
        }
    }

    fn take(&mut self, input: Input) -> Vec<Output> {
        let now = self.services.clock.now();
        let chance = self.services.chance;
        self.session.handle(input, now, &mut || Seed::new(chance()))
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
                        tracing::error!(table = self.id, "not every server could read it");
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
                        self.services.codes.forget(&self.id);
                        tracing::info!(table = self.id, "a table was deleted by its maker");
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
                        // Whoever asked may have gone.
                        let _ = answer.send(seat);
                    }
                }
                Output::Think(think) => self.think(*think),
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

    /// Keeps the last of what was said.
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

    /// Who sits there, and what was said.
    fn glance(&self) -> Glance {
        let state = self.session.state();
        let seats = state.all_seats().map(|seat| state.seat(seat));
        let players = seats.filter_map(|seat| Some((seat.player()?, seat.name().cloned())));
        Glance {
            number: state.match_info().map_or(0, |of| of.number),
            players: players.collect(),
            is_public: state.setup().watching == Watching::On,
            talk: self.talk.iter().cloned().collect(),
        }
    }

    /// Sends without waiting: whoever has let so much pile up is gone, and may come back.
    fn tell(&mut self, to: &[u64], message: &ServerMessage) {
        let text: Utf8Bytes = encode(message).into();
        let speaker = match message {
            ServerMessage::Said { seat, .. } => self.session.state().seat(seat.0).player(),
            _ => None,
        };
        for connection in to {
            let Some(line) = self.connections.get(connection) else {
                continue;
            };
            let out = match (&line.ear, speaker) {
                (Hears::By(ear), Some(speaker)) if !ear.hears(speaker) => continue,
                (Hears::Elsewhere, Some(speaker)) => Outgoing::Said(text.clone(), speaker),
                _ => Outgoing::Text(text.clone()),
            };
            if line.out.try_send(out).is_err() {
                self.connections.remove(connection);
                self.lost.push(*connection);
            }
        }
    }

    /// Whether somebody sits here from whom a player of these ids is to be kept apart, and the player does not.
    fn keeps_away(&self, ids: &[PlayerId], apart: &[PlayerId]) -> bool {
        let state = self.session.state();
        let has = |of: &[PlayerId]| {
            let mut players = state.all_seats().map(|seat| state.seat(seat).player());
            players.any(|player| player.is_some_and(|player| of.contains(&player)))
        };
        has(apart) && !has(ids)
    }

    /// Has a bot choose.
    fn think(&mut self, think: Think) {
        if let Some(bot) = self.bot.take() {
            bot.abort();
        }
        let (bots, mail) = (self.services.bots.clone(), self.mail.clone());
        let time = match think.by {
            Chooser::Clock => bots.out_of_time(),
            Chooser::Bot | Chooser::Person => bots.think_time(&think.view),
        };
        let bot = tokio::spawn(async move {
            let (about, by) = (think.about, think.by);
            let action = bots.choose(think, time).await;
            let chosen = Input::Chosen { about, by, action };
            let _ = mail.send(chosen.into()).await;
        });
        self.bot = Some(bot.abort_handle());
    }

    /// The end of a match, with its record from the journal and what is to be added to it. While the
    /// journal cannot be read, the end has to wait, as it does while nothing can be written.
    async fn over(&self, end: MatchEnd, entries: &[Entry]) -> Result<Effect, NotStored> {
        let record = match self.services.store.read(&self.id).await {
            Ok(Some(stored)) => record::made(stored, entries, &end),
            Ok(None) => None,
            Err(ReadError::Unavailable(_)) => return Err(NotStored::Failed),
            Err(ReadError::Unreadable(error)) => {
                tracing::error!(table = self.id, %error, "a match is kept without its record");
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
            venue: match (setup.maker, &setup.meeting) {
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
        self.services.open.tell(&self.id, None);
        self.services.in_memory.tell(&self.id, None);
        self.services.meetings.tell(&self.id, None);
        self.services.watched.tell(&self.id, None);
    }
}

/// Whose seats are after these facts, which follow on this state, wherever that changes.
fn bound(state: &State, entries: &[Entry]) -> Vec<Effect> {
    let seats = state.all_seats();
    let mut players: Vec<_> = seats.map(|seat| state.seat(seat).player()).collect();
    let mut effects = Vec::new();
    for entry in entries {
        let (seat, player) = match &entry.fact {
            Fact::Bound { seat, player } => (*seat, Some(*player)),
            Fact::Rotated { seat, .. } | Fact::Renewed { seat, .. } => (*seat, None),
            Fact::Reseated { seating, .. } => {
                let before = players.clone();
                for (seat, player) in state.all_seats().zip(before) {
                    let seat = seating.to(seat);
                    players[seat.index()] = player;
                    effects.push(Effect::Bound { seat, player });
                }
                continue;
            }
            _ => continue,
        };
        players[seat.index()] = player;
        effects.push(Effect::Bound { seat, player });
    }
    effects
}

/// The session of a table as it is stored, and when something happened there last.
async fn stored(id: &str, services: &Services) -> Result<(Session, u64), LoadError> {
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
