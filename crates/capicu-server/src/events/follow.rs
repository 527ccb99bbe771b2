//! A second device at a venue, which follows the first over the Wi-Fi and can go on in its place.
//!
//! Line by line the log of an event is fetched, checked and kept in a file; none of it is an event of this server before
//! whoever follows takes it over. The first hands it over on its own log then, which cannot be undone, and tells what it
//! wrote until that moment; if it does not answer, it is told as soon as it does. So one of them writes, and one log comes home.

mod kept;
mod source;

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use capicu_event::{Command, Digest, Event, Log, Status};
use capicu_protocol::PlayerId;
use capicu_store::events::EventError;
use serde::{Deserialize, Serialize};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::sleep;

use super::venue::{Copy, bytes, written};
use super::{Events, Hall, NotDone, Sent, seal};
use crate::secret;
use crate::time::Clock;

use kept::{Copied, Head};
pub use source::Source;
use source::Unheard;

/// How often the other device is asked.
const EVERY: Duration = Duration::from_secs(1);

/// How many events one device follows.
pub const MOST: usize = 3;

/// The first line of what the other device answers; the lines of the log that are asked for come after it.
#[derive(Debug, Serialize, Deserialize)]
struct Told {
    secret: Digest,
}

/// An event that is followed, as its page tells it.
#[derive(Clone, Debug)]
pub struct Followed {
    /// Its id.
    pub id: String,
    /// The event, as far as it is here.
    pub event: Event,
    /// For how many milliseconds the other device has not answered.
    pub silent: u64,
    /// Whether what came was not the log that was followed. What is here stays as it was.
    pub is_broken: bool,
}

/// Why an event is not followed, or not taken over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// The link leads to no device nearby.
    Link,
    /// Nobody answers there, or knows no such event.
    NoAnswer,
    /// What came is no log of an event.
    Broken,
    /// It is followed or directed here already.
    There,
    /// It is not followed.
    NotFollowed,
    /// Another device goes on with it.
    Gone,
    /// There are as many as there may be.
    Full,
    /// It was not asked for on this device.
    NotHere,
    /// It could not be kept.
    Failed,
}

/// The events that this device follows. Clones share them.
#[derive(Clone, Debug)]
pub struct Follow {
    folder: PathBuf,
    events: Events,
    clock: Clock,
    /// The address of this device.
    own: IpAddr,
    all: Arc<Mutex<BTreeMap<String, Copied>>>,
}

impl Hall {
    /// What opens this event to a device that follows it.
    pub fn follow_seal(&self) -> String {
        seal::seal(&self.secret, "follow")
    }

    /// What such a device is told: the secret, and the lines from this one on, from 0. The line by which another
    /// device has it is of this copy alone.
    pub fn told_from(&self, from: usize) -> String {
        let secret = written(&self.secret);
        let head = serde_json::to_string(&Told { secret }).expect("its keys are texts");
        let own = usize::from(self.copy() == Copy::Elsewhere);
        let lines = self.event.log().lines().len() - own;
        let text = self.event.log().text_from(from.min(lines));
        let told: String = text
            .split_inclusive('\n')
            .take(lines.saturating_sub(from))
            .collect();
        format!("{head}\n{told}")
    }
}

impl Events {
    /// Another device goes on with an event: nothing is written here any more. Said again by the same it changes nothing.
    ///
    /// # Errors
    ///
    /// If it is written elsewhere, or cannot be stored.
    pub async fn goes_on_elsewhere(&self, hall: &mut Hall, to: Digest) -> Result<(), NotDone> {
        let state = hall.event.state();
        // What is over is written nowhere any more.
        if state.at_venue == Some(to) || state.status == Status::Frozen {
            return Ok(());
        }
        let sent = Sent {
            key: format!("second.{}", hall.event.version()),
            seen: None,
        };
        let done = self.carry_out(hall, &sent, vec![Command::HandOver(to)]);
        done.await.map(|_| ())
    }
}

impl Follow {
    /// What was followed before goes on: it is read from a folder.
    pub fn new(data: &Path, events: Events, clock: Clock, own: IpAddr) -> Self {
        let folder = data.join("following");
        let all = kept::read(&folder, clock.now());
        Self {
            folder,
            events,
            clock,
            own: own.to_canonical(),
            all: Arc::new(Mutex::new(all)),
        }
    }

    /// What somebody follows.
    pub fn followed(&self, by: PlayerId) -> Vec<Followed> {
        let now = self.clock.now();
        let told = |copied: &Copied| {
            Some(Followed {
                id: copied.head.from.event.clone(),
                event: read(&copied.log)?,
                silent: now.saturating_sub(copied.heard_at),
                is_broken: copied.is_broken,
            })
        };
        let all = self.all();
        let own = all.values().filter(|copied| copied.head.by == by);
        own.filter_map(told).collect()
    }

    /// Whether the request comes from this device: the director's does, a phone's does not.
    pub fn is_at(&self, peer: IpAddr) -> bool {
        peer.to_canonical() == self.own
    }

    /// Begins to follow an event. Nobody else can take it over here.
    ///
    /// # Errors
    ///
    /// Why not.
    pub async fn begin(&self, link: &str, by: PlayerId, peer: IpAddr) -> Result<(), Mistake> {
        if !self.is_at(peer) {
            return Err(Mistake::NotHere);
        }
        if self.all().len() >= MOST {
            return Err(Mistake::Full);
        }
        let from = Source::read(link).ok_or(Mistake::Link)?;
        let is_there = self.events.hall(&from.event).await.is_ok();
        if is_there || self.all().contains_key(&from.event) {
            return Err(Mistake::There);
        }
        let told = from.lines(0).await.map_err(|_| Mistake::NoAnswer)?;
        let (secret, log) = parted(&told).ok_or(Mistake::NoAnswer)?;
        verified(&log).await.ok_or(Mistake::Broken)?;
        let to = Digest::of(&[b"capicu-event-second/", &secret::random::<32>()]);
        let copied = Copied {
            head: Head {
                from,
                secret,
                to,
                by,
            },
            log,
            heard_at: self.clock.now(),
            is_broken: false,
        };
        let mut all = self.all();
        if all.len() >= MOST {
            return Err(Mistake::Full);
        }
        kept::begin(&self.folder, &copied).map_err(|_| Mistake::Failed)?;
        all.insert(copied.head.from.event.clone(), copied);
        Ok(())
    }

    /// Follows an event no more.
    pub fn end(&self, event: &str, by: PlayerId) {
        let mut all = self.all();
        if all.get(event).is_some_and(|copied| copied.head.by == by) {
            all.remove(event);
            kept::end(&self.folder, event);
        }
    }

    /// Goes on with an event in place of the other device, directed by whoever follows it.
    ///
    /// # Errors
    ///
    /// Why not.
    pub async fn take_over(&self, event: &str, by: PlayerId) -> Result<(), Mistake> {
        let copied = self.all().get(event).cloned();
        let Some(mut copied) = copied.filter(|copied| copied.head.by == by) else {
            // The same form sent twice: the first has done it.
            let is_here = self.events.part(event, by).await.ok().flatten().is_some();
            return is_here.then_some(()).ok_or(Mistake::NotFollowed);
        };
        let head = copied.head.clone();
        let known = copied.log.lines().count();
        match head.from.hand_over(known, head.to).await {
            // It has stopped, and this is everything that it wrote.
            Ok(told) => {
                let (secret, new) = parted(&told).ok_or(Mistake::Broken)?;
                copied.log += &new;
                if secret != head.secret {
                    return Err(Mistake::Broken);
                }
            }
            Err(Unheard::Gone) => return Err(Mistake::Gone),
            // Whom to tell is kept before anything else, so that it is told even if the power goes now.
            Err(Unheard::Silent) => {
                kept::to_tell(&self.folder, &head).map_err(|_| Mistake::Failed)?;
            }
        }
        let whole = verified(&copied.log).await.ok_or(Mistake::Broken)?;
        let secret = bytes(&head.secret);
        let taken = self.events.take_over(event, &whole, secret, by).await;
        match taken {
            Ok(()) => {
                self.all().remove(event);
                kept::end(&self.folder, event);
                Ok(())
            }
            Err(EventError::Failed) => Err(Mistake::Failed),
            Err(_) => Err(Mistake::There),
        }
    }

    /// Asks for what is new, and tells who has to know, for ever.
    ///
    /// All devices are asked at the same time: one that is silent delays none of the others.
    pub async fn run(self) {
        let mut tasks = JoinSet::new();
        let mut errands: BTreeMap<Errand, AbortHandle> = BTreeMap::new();
        loop {
            while tasks.try_join_next().is_some() {}
            errands.retain(|_, errand| !errand.is_finished());
            let all: Vec<Copied> = self.all().values().cloned().collect();
            for copied in all {
                let (event, follow) = (copied.head.from.event.clone(), self.clone());
                errands
                    .entry(Errand::GoOn(event))
                    .or_insert_with(|| tasks.spawn(async move { follow.go_on(copied).await }));
            }
            for head in kept::all_to_tell(&self.folder) {
                let (event, follow) = (head.from.event.clone(), self.clone());
                errands
                    .entry(Errand::Tell(event))
                    .or_insert_with(|| tasks.spawn(async move { follow.tell(&head).await }));
            }
            sleep(EVERY).await;
        }
    }

    async fn go_on(&self, copied: Copied) {
        let known = copied.log.lines().count();
        let Ok(told) = copied.head.from.lines(known).await else {
            return;
        };
        let event = copied.head.from.event.clone();
        let new = parted(&told).filter(|(secret, _)| *secret == copied.head.secret);
        let log = new.map(|(_, new)| (format!("{}{new}", copied.log), new));
        let log = log.filter(|(log, new)| new.is_empty() || read(log).is_some());
        let mut all = self.all();
        // Somebody may have taken it over meanwhile.
        let Some(own) = all.get_mut(&event).filter(|own| own.log == copied.log) else {
            return;
        };
        own.is_broken = log.is_none();
        own.heard_at = self.clock.now();
        if let Some((log, new)) = log
            && (new.is_empty() || kept::more(&self.folder, &event, &new).is_ok())
        {
            own.log = log;
        }
    }

    /// Tells the other device that its event goes on here. It may be off for days.
    async fn tell(&self, head: &Head) {
        let event = &head.from.event;
        // It is told of what is really here.
        if self.events.hall(event).await.is_err() {
            return;
        }
        match head.from.hand_over(usize::MAX, head.to).await {
            Ok(_) => tracing::info!(event, "the other device only reads the event now"),
            Err(Unheard::Gone) => tracing::warn!(event, "a third device goes on with the event"),
            Err(Unheard::Silent) => return,
        }
        kept::is_told(&self.folder, event);
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Copied>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What one device is asked or told, of which event.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Errand {
    GoOn(String),
    Tell(String),
}

/// The secret and the lines of what was told.
fn parted(told: &str) -> Option<(Digest, String)> {
    let (head, lines) = told.split_once('\n')?;
    let told: Told = serde_json::from_str(head).ok()?;
    Some((told.secret, lines.to_owned()))
}

/// The event of a log whose digests and facts are right.
fn read(log: &str) -> Option<Event> {
    Event::replay(Log::read(log.as_bytes()).ok()?).ok()
}

/// The event of a log in which every draft is right, too.
async fn verified(log: &str) -> Option<Event> {
    let text = log.to_owned();
    let read = move || Event::verify(Log::read(text.as_bytes()).ok()?).ok();
    tokio::task::spawn_blocking(read).await.ok().flatten()
}
