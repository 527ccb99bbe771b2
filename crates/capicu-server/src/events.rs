//! Events in a hall: their logs in memory while somebody looks, and on the disk before anybody is told.

pub mod arena;
pub mod category;
pub mod effects;
pub mod follow;
pub mod hand;
pub mod online;
pub mod par;
pub mod plan;
mod room;
pub mod roster;
mod seal;
pub mod spot;
#[cfg(test)]
mod tests;
pub mod venue;
pub mod work;

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use capicu_event::{Command, Envelope, Event, Log, Preset, Refused, State};
use capicu_protocol::{ApiErrorCode, PlayerId};
use capicu_store::events::{EventError, EventMark, Hold, KeptEvent, NewEvent, Part};
use capicu_store::shards::Owner;
use capicu_store::{Store, Unavailable};

use tokio::sync::Notify;

use crate::config::Limits;
use crate::events::hand::{Barred, Deed};
use crate::http::Failure;
use crate::nodes::Nodes;
use crate::nodes::message::{Message, Question, Reply};
use crate::secret;
use crate::time::Clock;
use room::Room;
use work::{Panicked, Weight, Workshop};

pub use seal::{Slip, club_seal, entry_seal, is_seal, join_seal};

/// How many events stay in memory at which nobody is looking.
const MOST: usize = 64;

/// As many bytes of their logs.
const MOST_BYTES: usize = 32 << 20;

/// So often is something written anew on top of what another server wrote.
const TRIES: usize = 5;

/// The events of a server.
#[derive(Clone, Debug)]
pub struct Events {
    store: Arc<dyn Store>,
    clock: Clock,
    halls: Arc<Mutex<HashMap<String, SharedHall>>>,
    changes: Arc<Changes>,
    pars: par::Pars,
    dealers: hand::Dealers,
    making: Arc<tokio::sync::Mutex<()>>,
    work: Workshop,
    room: Room,
    /// The arenas that are being paired apart from everything else.
    pairing: Arc<Mutex<BTreeSet<String>>>,
    /// The other servers, which write to the same logs.
    nodes: Option<Nodes>,
}

/// The events whose logs have grown, each once.
#[derive(Debug, Default)]
struct Changes {
    events: Mutex<BTreeSet<String>>,
    /// How often the log of each has grown since the server began.
    growth: Mutex<HashMap<String, u64>>,
    bell: Notify,
}

/// An event that one request at a time reads or changes.
pub type SharedHall = Arc<tokio::sync::Mutex<Hall>>;

/// An event in memory. Clones share the event as it is now.
#[derive(Clone, Debug)]
pub struct Hall {
    /// Its id, as in its address.
    pub id: String,
    /// The event.
    pub event: Arc<Event>,
    /// What its slips are signed with.
    pub secret: [u8; 32],
    /// Whether an admin has stopped it.
    pub hold: Hold,
}

/// A form that was sent: its key, and what of the event its sender had seen, where that matters.
#[derive(Clone, Debug)]
pub struct Sent {
    /// New for each form: the same form sent again changes nothing.
    pub key: String,
    /// How many facts the sender had seen; `None` where what came since makes no difference.
    pub seen: Option<u64>,
}

/// What became of commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// They were carried out, and are on the disk.
    Now,
    /// They had been before.
    Before,
}

/// Why commands were not carried out. Nothing has changed then.
#[derive(Debug)]
pub enum NotDone {
    /// The command of this place, from 0, cannot be.
    Refused(usize, Box<Refused>),
    /// They could not be stored, or not every server could read them.
    Failed,
    /// The work of the event panicked before, or now.
    Broken,
    /// An admin has stopped the event.
    Stopped,
}

impl Events {
    /// The events of a store.
    pub fn new(store: Arc<dyn Store>, clock: Clock) -> Self {
        Self {
            store,
            clock,
            halls: Arc::default(),
            changes: Arc::default(),
            pars: par::Pars::default(),
            dealers: hand::Dealers::default(),
            making: Arc::default(),
            work: Workshop::default(),
            room: Room::default(),
            pairing: Arc::default(),
            nodes: None,
        }
    }

    /// The same where other servers write to the same logs.
    pub fn among(self, nodes: Option<Nodes>) -> Self {
        Self { nodes, ..self }
    }

    /// The same with limits of the bytes of logs.
    pub fn within(self, limits: &Limits) -> Self {
        let room = Room::of(limits);
        Self { room, ..self }
    }

    /// Another server has written to the log of an event.
    pub fn note_growth(&self, event: &str) {
        self.changes.tell(event);
    }

    /// How often the log of an event has grown since the server began.
    pub fn growth(&self, event: &str) -> u64 {
        let growth = self.changes.growth.lock();
        let growth = growth.unwrap_or_else(PoisonError::into_inner);
        growth.get(event).copied().unwrap_or_default()
    }

    /// Held by whoever makes several events at once, so that the same form sent twice finds what the first one made.
    pub async fn one_at_a_time(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.making.lock().await
    }

    /// Where work is done that may take long.
    pub const fn work(&self) -> &Workshop {
        &self.work
    }

    /// Which devices show the tiles of which seats.
    pub const fn dealers(&self) -> &hand::Dealers {
        &self.dealers
    }

    /// What boards are worth that everybody has played.
    pub const fn pars(&self) -> &par::Pars {
        &self.pars
    }

    /// The events whose logs have grown since this was asked last; waits for one.
    pub async fn changed(&self) -> BTreeSet<String> {
        self.changes.wait().await
    }

    /// Makes an event, directed by a member; its id.
    ///
    /// # Errors
    ///
    /// If the preset cannot be played, the name says nothing, or it cannot be stored.
    pub async fn make(
        &self,
        name: &str,
        preset: Preset,
        director: PlayerId,
    ) -> Result<String, NotDone> {
        self.check_account(director).await?;
        let now = self.clock.now();
        let seed = u64::from_le_bytes(secret::random());
        let event = Event::create(name, preset, seed, now);
        let event = event.map_err(|why| NotDone::Refused(0, Box::new(why)))?;
        self.may_write(&event, 0)?;
        let id = secret::table_id();
        let new = NewEvent {
            id: id.clone(),
            name: name.to_owned(),
            made_at: now,
            secret: secret::random(),
            director,
            lines: lines_from(event.log(), 0),
        };
        match self.store.make_event(new).await {
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

    /// An event, brought into memory if it is not there.
    ///
    /// # Errors
    ///
    /// If there is none of this id, or its log cannot be read.
    pub async fn hall(&self, id: &str) -> Result<SharedHall, Failure> {
        let known = self.halls().get(id).map(Arc::clone);
        if let Some(known) = known {
            if self.nodes.is_some() {
                let caught_up = self.catch_up(&mut *known.lock().await).await;
                caught_up.inspect_err(|failure| self.forget_removed(id, failure))?;
            }
            return Ok(known);
        }
        let hall = self.read(id).await?;
        let mut halls = self.halls();
        let bytes = |hall: &SharedHall| hall.try_lock().map_or(0, |hall| hall.event.log().bytes());
        if halls.len() >= MOST || halls.values().map(bytes).sum::<usize>() >= MOST_BYTES {
            halls.retain(|_, hall| Arc::strong_count(hall) > 1);
        }
        // Another request may have been quicker.
        let hall = halls
            .entry(id.to_owned())
            .or_insert_with(|| Arc::new(tokio::sync::Mutex::new(hall)));
        Ok(Arc::clone(hall))
    }

    async fn read(&self, id: &str) -> Result<Hall, Failure> {
        let kept = self.store.event(id).await?;
        let kept = kept.ok_or(Failure::new(ApiErrorCode::NotFound))?;
        let unavailable = || Failure::new(ApiErrorCode::Unavailable);
        if self.work.is_broken(id) {
            return Err(unavailable());
        }
        let own = id.to_owned();
        let open = self.work.run(Weight::Light, move || opened(&own, &kept));
        match open.await {
            Ok(opened) => opened.map_err(|why| {
                tracing::error!(event = id, why, "the log of an event cannot be read");
                unavailable()
            }),
            Err(Panicked) => {
                self.work.note_broken(id);
                Err(unavailable())
            }
        }
    }

    /// Reads what other servers have written.
    async fn catch_up(&self, hall: &mut Hall) -> Result<(), Failure> {
        let own = EventMark {
            version: hall.event.version(),
            hold: hall.hold,
        };
        if self.store.event_mark(&hall.id).await? != Some(own) {
            *hall = self.read(&hall.id).await?;
            self.changes.tell(&hall.id);
        }
        Ok(())
    }

    /// Reads what other servers have written to the log of an event, if it is in memory.
    pub async fn look_again(&self, event: &str) {
        let known = self.halls().get(event).map(Arc::clone);
        if let Some(known) = known
            // One that cannot be read now is looked at again.
            && let Err(failure) = self.catch_up(&mut *known.lock().await).await
        {
            tracing::warn!(event, code = ?failure.code(), "the log of an event is not looked at");
        }
    }

    /// Nobody finds an event any more that was removed.
    fn forget_removed(&self, id: &str, failure: &Failure) {
        if failure.code() == ApiErrorCode::NotFound {
            self.halls().remove(id);
        }
    }

    /// Stops an event, or lets it continue.
    ///
    /// # Errors
    ///
    /// If there is no such event, or that cannot be stored.
    pub async fn hold(&self, id: &str, hold: Hold) -> Result<(), EventError> {
        let known = self.halls().get(id).map(Arc::clone);
        let held = match known {
            None => self.store.hold_event(id, hold).await,
            Some(known) => {
                let mut known = known.lock().await;
                let held = self.store.hold_event(id, hold).await;
                if held.is_ok() {
                    known.hold = hold;
                }
                held
            }
        };
        // Reads again after a write with an unknown result.
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
    pub async fn remove(&self, id: &str) -> Result<(), EventError> {
        let known = self.halls().get(id).map(Arc::clone);
        if let Some(known) = known {
            // Requests that have it already change nothing any more.
            known.lock().await.hold = Hold::Stopped;
        }
        let removed = self.store.remove_event(id).await;
        self.halls().remove(id);
        self.grown(id);
        removed
    }

    /// The log of an event has grown.
    fn grown(&self, event: &str) {
        self.changes.tell(event);
        if let Some(nodes) = &self.nodes {
            let event = event.to_owned();
            nodes.spread(Message::Grown { event });
        }
    }

    /// Carries commands out, all of them or none. They are on the disk when this returns. Other requests for the event
    /// waits meanwhile: see [`carry_out_apart`](Self::carry_out_apart) for what takes long.
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
                // Another server was quicker: the same on top of what it wrote, if that can still be.
                Err(EventError::Conflict) if self.nodes.is_some() => {
                    let read = self.catch_up(hall).await;
                    read.map_err(|_| NotDone::Failed)?;
                }
                Err(error) => return Err(self.not_written(hall, error)),
            }
        }
        Err(NotDone::Failed)
    }

    /// Fails while a server is there that could not read what an event has on its log after this version.
    fn may_write(&self, event: &Event, after: u64) -> Result<(), NotDone> {
        let edition = self.nodes.as_ref().map(Nodes::edition).unwrap_or_default();
        match edition.allows_lines(event.log(), after as usize) {
            true => Ok(()),
            false => Err(NotDone::Failed),
        }
    }

    /// The same for commands that may take seconds: others read and change the event meanwhile. If the log grew, the work is
    /// done again.
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
                Err(EventError::Conflict) if self.nodes.is_some() => {
                    let read = self.catch_up(&mut hall).await;
                    read.map_err(|_| NotDone::Failed)?;
                }
                Err(error) => return Err(self.not_written(&hall, error)),
            }
        }
        // It grows all the time: nobody else changes it this once.
        self.carry_out(&mut *shared.lock().await, sent, commands)
            .await
    }

    /// Stores what an event has more on its log than before, and tells of it.
    async fn extend(&self, hall: &mut Hall, event: Event) -> Result<(), EventError> {
        let before = hall.event.version();
        let lines = lines_from(event.log(), before as usize);
        self.store.extend_event(&hall.id, before, lines).await?;
        hall.event = Arc::new(event);
        self.grown(&hall.id);
        Ok(())
    }

    /// It may have been stored all the same: whoever comes next reads what is on the disk.
    fn not_written(&self, hall: &Hall, error: EventError) -> NotDone {
        self.halls().remove(&hall.id);
        if error == EventError::Stopped {
            return NotDone::Stopped;
        }
        tracing::error!(event = hall.id, %error, "the log of an event was not written");
        NotDone::Failed
    }

    /// The event with these commands carried out; `None` if they have been before.
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
        // What calls an event back is the one thing that is said of it while it is away.
        let recalls = |command: &Command| matches!(command, Command::Recall(_));
        let is_away = hall.copy() == venue::Copy::Away;
        let may_be = hall.is_written() || is_away && commands.iter().all(recalls);
        if !may_be {
            return Err(NotDone::Refused(0, Box::new(Refused::Elsewhere)));
        }
        self.check_room(hall, commands).await?;
        let weight = Weight::of(commands, &hall.event);
        let (event, sent, commands) = (Arc::clone(&hall.event), sent.clone(), commands.to_vec());
        let now = self.clock.now();
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

    /// What commands would change, without carrying them out: told by the state after them.
    ///
    /// # Errors
    ///
    /// The place of the first that cannot be, from 0, and why.
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

    /// Takes an event over at a venue, directed by a member.
    ///
    /// # Errors
    ///
    /// If it is here already, or cannot be stored.
    pub async fn take_over(
        &self,
        id: &str,
        event: &Event,
        secret: [u8; 32],
        director: PlayerId,
    ) -> Result<(), EventError> {
        let new = NewEvent {
            id: id.to_owned(),
            name: event.state().name.clone(),
            made_at: self.clock.now(),
            secret,
            director,
            lines: lines_from(event.log(), 0),
        };
        self.store.make_event(new).await?;
        self.note_bytes(director, event.log().bytes());
        Ok(())
    }

    /// Does something about the devices at the tables of an event, and knows from then on what they show. Of several servers
    /// the one that looks after the event is asked.
    ///
    /// # Errors
    ///
    /// If that server does not answer.
    pub async fn deal(&self, hall: &Hall, deed: Deed) -> Result<Result<(), Barred>, Unavailable> {
        let owner = self
            .nodes
            .as_ref()
            .map(|nodes| nodes.shards.owner(&hall.id));
        let (Some(nodes), Some(Owner::Elsewhere(node))) = (&self.nodes, owner) else {
            return Ok(self.dealers.does(hall, &deed));
        };
        let event = hall.id.clone();
        match nodes.ask(&node, &Question::Deal { event, deed }).await {
            Ok(Reply::Dealt(done, told)) => {
                self.dealers.hear(hall, told);
                Ok(done)
            }
            Ok(_) | Err(_) => Err(Unavailable),
        }
    }

    /// The same for another server.
    pub async fn deal_here(&self, event: &str, deed: &Deed) -> Reply {
        let is_ours = |nodes: &Nodes| nodes.shards.owner(event) == Owner::Here;
        if !self.nodes.as_ref().is_some_and(is_ours) {
            return Reply::NotHere;
        }
        let Ok(shared) = self.hall(event).await else {
            return Reply::NotHere;
        };
        let hall = shared.lock().await;
        let done = self.dealers.does(&hall, deed);
        Reply::Dealt(done, self.dealers.told(&hall))
    }

    /// Adds what was written at a venue, which has been verified, to the log of an event.
    ///
    /// # Errors
    ///
    /// If it cannot be stored.
    pub async fn bring_back(&self, hall: &mut Hall, event: Event) -> Result<(), NotDone> {
        self.may_write(&event, hall.event.version())?;
        let extended = self.extend(hall, event).await;
        extended.map_err(|error| self.not_written(hall, error))
    }

    /// What somebody may do at an event.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub async fn part(&self, id: &str, player: PlayerId) -> Result<Option<Part>, Failure> {
        let officials = self.store.officials(id).await?;
        let own = officials.iter().find(|(of, _)| *of == player);
        Ok(own.map(|(_, part)| *part))
    }

    /// Has a member help at an event.
    ///
    /// # Errors
    ///
    /// If there is no such member, the event would lose its last director, or it cannot be stored.
    pub async fn appoint(&self, id: &str, player: PlayerId, part: Part) -> Result<(), EventError> {
        self.store.appoint(id, player, Some(part)).await
    }

    fn halls(&self) -> std::sync::MutexGuard<'_, HashMap<String, SharedHall>> {
        self.halls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Changes {
    fn tell(&self, event: &str) {
        let mut growth = self.growth.lock().unwrap_or_else(PoisonError::into_inner);
        *growth.entry(event.to_owned()).or_default() += 1;
        drop(growth);
        self.events().insert(event.to_owned());
        self.bell.notify_one();
    }

    async fn wait(&self) -> BTreeSet<String> {
        loop {
            let all = std::mem::take(&mut *self.events());
            if !all.is_empty() {
                return all;
            }
            self.bell.notified().await;
        }
    }

    fn events(&self) -> std::sync::MutexGuard<'_, BTreeSet<String>> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The event after commands, each on top of the one before it; `None` if they have been carried out before.
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

fn lines_from(log: &Log, index: usize) -> Vec<String> {
    let text = log.text_from(index);
    text.split_inclusive('\n').map(str::to_owned).collect()
}

fn opened(id: &str, kept: &KeptEvent) -> Result<Hall, String> {
    let text = kept.lines.concat();
    let log = Log::read(text.as_bytes()).map_err(|why| why.to_string())?;
    Ok(Hall {
        id: id.to_owned(),
        event: Arc::new(Event::replay(log).map_err(|why| why.to_string())?),
        secret: kept.secret,
        hold: kept.hold,
    })
}
