//! Event hosting, in person and at tables of the server. Logs are in memory while they are in use.
//!
//! The pages and the server use this crate, and it uses table hosting for online meetings. It stores new lines of a log
//! before anyone sees them, and returns codes and reasons. It knows no HTTP and no pages; `capicu-event` decides the
//! consequences of a log.

#![forbid(unsafe_code)]

pub mod arena;
pub mod begun;
pub mod category;
pub mod csv;
mod due;
pub mod effects;
pub mod follow;
pub mod list_warnings;
pub mod online;
pub mod online_tables;
pub mod par;
pub mod pending_results;
pub mod phone_dealing;
mod room;
pub mod roster;
pub mod search;
mod signed_link;
#[cfg(test)]
mod tests;
pub mod venue;
pub mod work;

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use capicu_accounts::Context;
use capicu_event::trf::{self, Report};
use capicu_event::{Command, Envelope, Event, Log, Preset, Refused, State, WrittenBy};
use capicu_protocol::{ApiErrorCode, EventId, PlayerId};
use capicu_store::Unavailable;
use capicu_store::events::{EventError, EventMark, Hold, KeptEvent, NewEvent, Part};
use capicu_table_service::cluster::Nodes;
use capicu_table_service::cluster::message::Message;
use tokio::sync::Notify;

use room::Room;

pub use room::LogLimits;
use work::{Panicked, Weight, Workshop};

pub use signed_link::{Slip, club_seal, entry_seal, is_seal, join_seal};

/// The number of idle events to keep in memory.
const MOST: usize = 64;

/// The total bytes of their logs.
const MOST_BYTES: usize = 32 << 20;

/// How often to retry a write after another server wrote first.
const TRIES: usize = 5;

/// The events of a server.
#[derive(Clone, Debug)]
pub struct Events {
    context: Context,
    halls: Arc<Mutex<HashMap<EventId, SharedHall>>>,
    changes: Arc<Changes>,
    pars: par::Pars,
    dealers: phone_dealing::Dealers,
    making: Arc<tokio::sync::Mutex<()>>,
    work: Workshop,
    due: due::Due,
    begun: begun::Begun,
    room: Room,
    /// The arenas that are being paired apart from everything else.
    pairing: Arc<Mutex<BTreeSet<EventId>>>,
    /// The other servers, which write to the same logs.
    nodes: Nodes,
}

/// The events whose logs have grown, each listed once.
#[derive(Debug, Default)]
struct Changes {
    events: Mutex<BTreeSet<EventId>>,
    /// How often the log of each event has grown since the server started.
    growth: Mutex<HashMap<EventId, u64>>,
    bell: Notify,
}

/// An event that one request at a time reads or changes.
pub type SharedHall = Arc<tokio::sync::Mutex<Hall>>;

/// An event in memory. Clones share the event as it is now.
#[derive(Clone, Debug)]
pub struct Hall {
    /// Its id, as in its address.
    pub id: EventId,
    pub event: Arc<Event>,
    /// The secret that signs its slips and links.
    pub secret: [u8; 32],
    /// Whether an admin has stopped it.
    pub hold: Hold,
}

/// The data of a submitted form to execute it once, on a known state.
#[derive(Clone, Debug)]
pub struct Sent {
    /// New for each form; resubmitting a form changes nothing.
    pub key: String,
    /// The number of facts that the sender knew; `None` if later ones do not matter.
    pub seen: Option<u64>,
}

/// The result of commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// They were executed, and are on the disk.
    Now,
    /// They had been executed before.
    Before,
}

/// The reason why commands were not executed. Nothing has changed.
#[derive(Debug)]
pub enum NotDone {
    /// The command with this index is refused.
    Refused(usize, Box<Refused>),
    /// They could not be stored, or some server could not read them.
    Failed,
    /// The work of the event panicked before, or now.
    Broken,
    /// An admin has stopped the event.
    Stopped,
}

impl Events {
    /// The events of a store, to whose logs these other servers write too.
    pub fn new(context: Context, nodes: Nodes) -> Self {
        Self {
            context,
            halls: Arc::default(),
            changes: Arc::default(),
            pars: par::Pars::default(),
            dealers: phone_dealing::Dealers::default(),
            making: Arc::default(),
            work: Workshop::default(),
            due: due::Due::default(),
            begun: begun::Begun::default(),
            room: Room::of(LogLimits::USUAL),
            pairing: Arc::default(),
            nodes,
        }
    }

    /// Sets other limits for the bytes of logs.
    pub fn within(self, limits: LogLimits) -> Self {
        let room = Room::of(limits);
        Self { room, ..self }
    }

    /// Another server has written to the log of an event.
    pub fn note_growth(&self, event: &EventId) {
        self.changes.tell(event);
    }

    /// How often the log of an event has grown since the server started.
    pub fn growth(&self, event: &EventId) -> u64 {
        let growth = self.changes.growth.lock();
        let growth = growth.unwrap_or_else(PoisonError::into_inner);
        growth.get(event).copied().unwrap_or_default()
    }

    /// A lock for requests that create several events, so that a resubmitted form finds the events of the first.
    pub async fn one_at_a_time(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.making.lock().await
    }

    /// The threads for slow work.
    pub const fn work(&self) -> &Workshop {
        &self.work
    }

    /// The devices that show the tiles of seats.
    pub const fn dealers(&self) -> &phone_dealing::Dealers {
        &self.dealers
    }

    /// The values of finished boards.
    pub const fn pars(&self) -> &par::Pars {
        &self.pars
    }

    /// Waits until logs have grown, and returns the events whose logs have grown since the last call.
    pub async fn changed(&self) -> BTreeSet<EventId> {
        self.changes.wait().await
    }

    /// Creates an event, directed by a member, and returns its id.
    ///
    /// # Errors
    ///
    /// If the preset cannot be played, the name says nothing, or it cannot be stored.
    pub async fn make(
        &self,
        name: &str,
        preset: Preset,
        director: PlayerId,
    ) -> Result<EventId, NotDone> {
        self.check_account(director).await?;
        let now = self.context.clock.now();
        let seed = u64::from_le_bytes(self.context.randomness.bytes());
        let event = Event::create(name, preset, seed, now);
        let event = event.map_err(|why| NotDone::Refused(0, Box::new(why)))?;
        self.store_new(event, director).await
    }

    /// Creates an event from a report file, directed by a member, and returns its id and the bytes of its log.
    ///
    /// # Errors
    ///
    /// If the event refuses a command, its log would be too long, or it cannot be stored.
    pub async fn make_from_report(
        &self,
        name: &str,
        report: Report,
        director: PlayerId,
    ) -> Result<(EventId, u64), NotDone> {
        self.check_account(director).await?;
        let now = self.context.clock.now();
        let seed = u64::from_le_bytes(self.context.randomness.bytes());
        let name = name.to_owned();
        let most = self.room.limits().event;
        let made = move || trf::event(&report, &name, seed, now, most);
        let made = self.work.run(Weight::Verifying, made).await;
        let event = made.map_err(|_| NotDone::Failed)?;
        let event = event.map_err(|why| NotDone::Refused(0, Box::new(why)))?;
        let bytes = event.log().bytes() as u64;
        let id = self.store_new(event, director).await?;
        Ok((id, bytes))
    }

    /// Stores a new event.
    async fn store_new(&self, event: Event, director: PlayerId) -> Result<EventId, NotDone> {
        let now = self.context.clock.now();
        self.may_write(&event, 0)?;
        let id = EventId::new(self.context.randomness.bytes());
        let new = NewEvent {
            id: id.clone(),
            name: event.state().name.clone(),
            made_at: now,
            secret: self.context.randomness.bytes(),
            director,
            lines: lines_from(event.log(), 0),
        };
        match self.context.store.make_event(new).await {
            Ok(()) => {
                self.note_bytes(director, event.log().bytes());
                Ok(id)
            }
            Err(error) => {
                tracing::error!(%error, "an event was not stored");
                Err(NotDone::Failed)
            }
        }
    }

    /// Returns an event, and loads it into memory if needed.
    ///
    /// # Errors
    ///
    /// If there is none of this id, or its log cannot be read.
    pub async fn hall(&self, id: &EventId) -> Result<SharedHall, ApiErrorCode> {
        let known = self.halls().get(id).map(Arc::clone);
        if let Some(known) = known {
            if !self.nodes.shards.is_alone() {
                let caught_up = self.catch_up(&mut *known.lock().await).await;
                caught_up.inspect_err(|code| self.forget_removed(id, *code))?;
            }
            return Ok(known);
        }
        let hall = self.read(id).await?;
        let mut halls = self.halls();
        let bytes = |hall: &SharedHall| hall.try_lock().map_or(0, |hall| hall.event.log().bytes());
        if halls.len() >= MOST || halls.values().map(bytes).sum::<usize>() >= MOST_BYTES {
            halls.retain(|_, hall| Arc::strong_count(hall) > 1);
        }
        // Another request may have been faster.
        let hall = halls
            .entry(id.to_owned())
            .or_insert_with(|| Arc::new(tokio::sync::Mutex::new(hall)));
        Ok(Arc::clone(hall))
    }

    async fn read(&self, id: &EventId) -> Result<Hall, ApiErrorCode> {
        let kept = self.context.store.event(id).await.map_err(unavailable)?;
        let kept = kept.ok_or(ApiErrorCode::NotFound)?;
        if self.work.is_broken(id) {
            return Err(ApiErrorCode::Unavailable);
        }
        let own = id.to_owned();
        let open = self.work.run(Weight::Light, move || opened(&own, &kept));
        match open.await {
            Ok(opened) => opened.map_err(|why| {
                tracing::error!(
                    event = id.as_str(),
                    why,
                    "the log of an event cannot be read"
                );
                ApiErrorCode::Unavailable
            }),
            Err(Panicked) => {
                self.work.note_broken(id);
                Err(ApiErrorCode::Unavailable)
            }
        }
    }

    /// Reads what other servers have written.
    async fn catch_up(&self, hall: &mut Hall) -> Result<(), ApiErrorCode> {
        let own = EventMark {
            version: hall.event.version(),
            hold: hall.hold,
        };
        let mark = self.context.store.event_mark(&hall.id).await;
        if mark.map_err(unavailable)? != Some(own) {
            *hall = self.read(&hall.id).await?;
            self.changes.tell(&hall.id);
        }
        Ok(())
    }

    /// Reads what other servers have written to the log of an event, if it is in memory.
    pub async fn look_again(&self, event: &EventId) {
        let known = self.halls().get(event).map(Arc::clone);
        if let Some(known) = known
            // Reading is tried again later if it fails now.
            && let Err(code) = self.catch_up(&mut *known.lock().await).await
        {
            tracing::warn!(
                event = event.as_str(),
                ?code,
                "the log of an event was not checked"
            );
        }
    }

    /// Drops an event from memory after its removal.
    fn forget_removed(&self, id: &EventId, code: ApiErrorCode) {
        if code == ApiErrorCode::NotFound {
            self.halls().remove(id);
        }
    }

    /// Stops an event, or lets it continue.
    ///
    /// # Errors
    ///
    /// If there is no such event, or that cannot be stored.
    pub async fn hold(&self, id: &EventId, hold: Hold) -> Result<(), EventError> {
        let known = self.halls().get(id).map(Arc::clone);
        let held = match known {
            None => self.context.store.hold_event(id, hold).await,
            Some(known) => {
                let mut known = known.lock().await;
                let held = self.context.store.hold_event(id, hold).await;
                if held.is_ok() {
                    known.hold = hold;
                }
                held
            }
        };
        // Read again after a write with an unknown result.
        if held.is_err() {
            self.halls().remove(id);
        }
        self.grown(id);
        held
    }

    /// Removes an event with its log.
    ///
    /// # Errors
    ///
    /// If there is no such event, or that cannot be stored.
    pub async fn remove(&self, id: &EventId) -> Result<(), EventError> {
        let known = self.halls().get(id).map(Arc::clone);
        if let Some(known) = known {
            // Requests that already have the event can change nothing any more.
            known.lock().await.hold = Hold::Stopped;
        }
        let removed = self.context.store.remove_event(id).await;
        self.halls().remove(id);
        self.grown(id);
        removed
    }

    /// The log of an event has grown.
    fn grown(&self, event: &EventId) {
        self.changes.tell(event);
        let event = event.to_owned();
        self.nodes.spread(Message::Grown { event });
    }

    /// Executes commands, all of them or none. They are on the disk when this returns. Other requests for the event
    /// wait meanwhile. See [`carry_out_apart`](Self::carry_out_apart) for slow commands.
    ///
    /// # Errors
    ///
    /// Why not.
    pub async fn carry_out(
        &self,
        hall: &mut Hall,
        sent: &Sent,
        commands: Vec<Command>,
    ) -> Result<Done, NotDone> {
        for _ in 0..TRIES {
            let Some(event) = self.executed(hall, sent, &commands).await? else {
                return Ok(Done::Before);
            };
            self.may_write(&event, hall.event.version())?;
            match self.extend(hall, event).await {
                Ok(()) => return Ok(Done::Now),
                // Another server was faster: apply the commands to its state, if they still fit.
                Err(EventError::Conflict) if !self.nodes.shards.is_alone() => {
                    let read = self.catch_up(hall).await;
                    read.map_err(|_| NotDone::Failed)?;
                }
                Err(error) => return Err(self.not_written(hall, error)),
            }
        }
        Err(NotDone::Failed)
    }

    /// Fails while some server could not read the facts after this version.
    fn may_write(&self, event: &Event, after: u64) -> Result<(), NotDone> {
        let edition = self.nodes.edition();
        let mut lines = event.log().lines().iter().skip(after as usize);
        match lines.all(|line| edition.may_write(line.fact.traits().edition)) {
            true => Ok(()),
            false => Err(NotDone::Failed),
        }
    }

    /// Executes commands that may take seconds. Other requests read and change the event meanwhile. If the log has
    /// grown, the work is done again.
    ///
    /// # Errors
    ///
    /// Why not.
    pub async fn carry_out_apart(
        &self,
        shared: &SharedHall,
        sent: &Sent,
        commands: Vec<Command>,
    ) -> Result<Done, NotDone> {
        for _ in 0..TRIES {
            let before = shared.lock().await.clone();
            let Some(event) = self.executed(&before, sent, &commands).await? else {
                return Ok(Done::Before);
            };
            let mut hall = shared.lock().await;
            if hall.event.version() != before.event.version() {
                continue;
            }
            self.may_write(&event, before.event.version())?;
            match self.extend(&mut hall, event).await {
                Ok(()) => return Ok(Done::Now),
                Err(EventError::Conflict) if !self.nodes.shards.is_alone() => {
                    let read = self.catch_up(&mut hall).await;
                    read.map_err(|_| NotDone::Failed)?;
                }
                Err(error) => return Err(self.not_written(&hall, error)),
            }
        }
        // The log keeps growing, so this time no other request may change it.
        self.carry_out(&mut *shared.lock().await, sent, commands)
            .await
    }

    /// Stores the new facts of an event, and reports that its log has grown.
    async fn extend(&self, hall: &mut Hall, event: Event) -> Result<(), EventError> {
        let before = hall.event.version();
        let lines = lines_from(event.log(), before as usize);
        self.context
            .store
            .extend_event(&hall.id, before, lines)
            .await?;
        hall.event = Arc::new(event);
        self.grown(&hall.id);
        Ok(())
    }

    /// The log may have been stored in spite of the error, so the next request reads it from the disk.
    fn not_written(&self, hall: &Hall, error: EventError) -> NotDone {
        self.halls().remove(&hall.id);
        if error == EventError::Stopped {
            return NotDone::Stopped;
        }
        tracing::error!(event = hall.id.as_str(), %error, "the log of an event was not written");
        NotDone::Failed
    }

    /// The event after executing these commands; `None` if they were executed before.
    async fn executed(
        &self,
        hall: &Hall,
        sent: &Sent,
        commands: &[Command],
    ) -> Result<Option<Event>, NotDone> {
        if self.work.is_broken(&hall.id) {
            return Err(NotDone::Broken);
        }
        if hall.hold == Hold::Stopped {
            return Err(NotDone::Stopped);
        }
        // Only recalling an event is possible while it is away.
        let recalls = |command: &Command| command.traits().written_by == WrittenBy::AnyCopy;
        let is_away = hall.copy() == venue::Copy::Away;
        let may_be = hall.is_written() || is_away && commands.iter().all(recalls);
        if !may_be {
            return Err(NotDone::Refused(0, Box::new(Refused::Elsewhere)));
        }
        self.check_room(hall, commands).await?;
        let weight = Weight::of(commands, &hall.event);
        let (event, sent, commands) = (Arc::clone(&hall.event), sent.clone(), commands.to_vec());
        let now = self.context.clock.now();
        let work = self
            .work
            .run(weight, move || execute(&event, &sent, commands, now));
        match work.await {
            Ok(executed) => executed.map_err(|(at, why)| NotDone::Refused(at, Box::new(why))),
            Err(Panicked) => {
                self.work.note_broken(&hall.id);
                Err(NotDone::Broken)
            }
        }
    }

    /// Applies `tell` to the state before commands and the state after them, without executing them.
    ///
    /// # Errors
    ///
    /// The index of the first refused command, and the reason.
    pub async fn preview<T: Send + 'static>(
        &self,
        hall: &Hall,
        commands: Vec<Command>,
        tell: impl FnOnce(&State, State) -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        if self.work.is_broken(&hall.id) {
            return Err(NotDone::Broken);
        }
        let weight = Weight::of(&commands, &hall.event);
        let before = Arc::clone(&hall.event);
        let work = move || {
            let key = format!("preview.{}", before.version());
            let sent = Sent { key, seen: None };
            let after = execute(&before, &sent, commands, 0)?;
            let after = after.map_or_else(|| before.state().clone(), |event| event.state().clone());
            Ok(tell(before.state(), after))
        };
        match self.work.run(weight, work).await {
            Ok(told) => told.map_err(|(at, why)| NotDone::Refused(at, Box::new(why))),
            Err(Panicked) => {
                self.work.note_broken(&hall.id);
                Err(NotDone::Broken)
            }
        }
    }

    /// Takes an event over to this venue, directed by a member.
    ///
    /// # Errors
    ///
    /// If it is here already, or cannot be stored.
    pub async fn take_over(
        &self,
        id: &EventId,
        event: &Event,
        secret: [u8; 32],
        director: PlayerId,
    ) -> Result<(), EventError> {
        let new = NewEvent {
            id: id.to_owned(),
            name: event.state().name.clone(),
            made_at: self.context.clock.now(),
            secret,
            director,
            lines: lines_from(event.log(), 0),
        };
        self.context.store.make_event(new).await?;
        self.note_bytes(director, event.log().bytes());
        Ok(())
    }

    /// Adds the verified facts of a venue to the log of an event.
    ///
    /// # Errors
    ///
    /// If it cannot be stored.
    pub async fn bring_back(&self, hall: &mut Hall, event: Event) -> Result<(), NotDone> {
        self.may_write(&event, hall.event.version())?;
        let extended = self.extend(hall, event).await;
        extended.map_err(|error| self.not_written(hall, error))
    }

    /// Returns the role of a player at an event, if they have one.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub async fn part(&self, id: &EventId, player: PlayerId) -> Result<Option<Part>, ApiErrorCode> {
        let officials = self
            .context
            .store
            .officials(id)
            .await
            .map_err(unavailable)?;
        let own = officials.iter().find(|(of, _)| *of == player);
        Ok(own.map(|(_, part)| *part))
    }

    /// Gives a member a role at an event.
    ///
    /// # Errors
    ///
    /// If there is no such member, the event would lose its last director, or it cannot be stored.
    pub async fn appoint(
        &self,
        id: &EventId,
        player: PlayerId,
        part: Part,
    ) -> Result<(), EventError> {
        self.context.store.appoint(id, player, Some(part)).await
    }

    fn halls(&self) -> std::sync::MutexGuard<'_, HashMap<EventId, SharedHall>> {
        self.halls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Changes {
    fn tell(&self, event: &EventId) {
        let mut growth = self.growth.lock().unwrap_or_else(PoisonError::into_inner);
        *growth.entry(event.to_owned()).or_default() += 1;
        drop(growth);
        self.events().insert(event.to_owned());
        self.bell.notify_one();
    }

    async fn wait(&self) -> BTreeSet<EventId> {
        loop {
            let all = std::mem::take(&mut *self.events());
            if !all.is_empty() {
                return all;
            }
            self.bell.notified().await;
        }
    }

    fn events(&self) -> std::sync::MutexGuard<'_, BTreeSet<EventId>> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The event after executing these commands in order; `None` if they were executed before.
fn execute(
    before: &Event,
    sent: &Sent,
    commands: Vec<Command>,
    now: u64,
) -> Result<Option<Event>, (usize, Refused)> {
    let mut event = before.clone();
    for (at, command) in commands.into_iter().enumerate() {
        let version = event.version();
        let expected = match (at, sent.seen) {
            (0, Some(seen)) => seen,
            _ => version,
        };
        let envelope = Envelope {
            key: format!("{}.{at}", sent.key),
            expected,
            now,
            command,
        };
        event = event.after(&envelope).map_err(|why| (at, why))?;
        if event.version() == version {
            return Ok(None);
        }
    }
    Ok(Some(event))
}

const fn unavailable(_: Unavailable) -> ApiErrorCode {
    ApiErrorCode::Unavailable
}

fn lines_from(log: &Log, index: usize) -> Vec<String> {
    let text = log.text_from(index);
    text.split_inclusive('\n').map(str::to_owned).collect()
}

fn opened(id: &EventId, kept: &KeptEvent) -> Result<Hall, String> {
    let text = kept.lines.concat();
    let log = Log::read(text.as_bytes()).map_err(|why| why.to_string())?;
    Ok(Hall {
        id: id.to_owned(),
        event: Arc::new(Event::replay(log).map_err(|why| why.to_string())?),
        secret: kept.secret,
        hold: kept.hold,
    })
}
