//! A second device at a venue follows the first over Wi-Fi and can take over the event.
//!
//! It fetches the log line by line, checks it and stores it in a file. The event is not an event of this server until
//! the follower takes it over. The first device then hands over in its own log, which cannot be undone, and sends its
//! last lines. If it does not answer, it gets the message later. So only one device writes, and one log comes home.

mod replica;
mod source;

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use capicu_event::{Command, Digest, Event, Log, Status};
use capicu_protocol::{EventId, PlayerId};
use capicu_store::events::EventError;
use serde::{Deserialize, Serialize};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::sleep;

use super::venue::{Copy, bytes, written};
use super::{Events, Hall, NotDone, Sent, signed_link};

use replica::{Copied, Head};
pub use source::Source;
use source::Unheard;

/// The interval between requests to the other device.
const EVERY: Duration = Duration::from_secs(1);

/// The most events that one device follows.
pub const MOST: usize = 3;

/// The first line of an answer; the requested lines of the log follow.
#[derive(Debug, Serialize, Deserialize)]
struct LogHead {
    secret: Digest,
}

/// An event that this device follows, as its page shows it.
#[derive(Clone, Debug)]
pub struct Followed {
    pub id: EventId,
    /// The event, as far as it is here.
    pub event: Event,
    /// Milliseconds since the other device last answered.
    pub silent: u64,
    /// Whether the other device sent something else than the followed log. The copy here stays unchanged.
    pub is_broken: bool,
}

/// The reason why an event cannot be followed or taken over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// The link is not to a device nearby.
    Link,
    /// The device does not answer, or does not have the event.
    NoAnswer,
    /// The answer is not the log of an event.
    Broken,
    /// The event is already followed or directed here.
    There,
    /// The event is not followed.
    NotFollowed,
    /// Another device took the event over.
    Gone,
    /// The device already follows the most events.
    Full,
    /// The request came from another device.
    NotHere,
    /// It could not be stored.
    Failed,
}

/// The events that this device follows. Clones share them.
#[derive(Clone, Debug)]
pub struct Follow {
    folder: PathBuf,
    events: Events,
    /// The address of this device.
    own: IpAddr,
    all: Arc<Mutex<BTreeMap<EventId, Copied>>>,
}

impl Hall {
    /// The seal of the link with which another device follows this event.
    pub fn follow_seal(&self) -> String {
        signed_link::seal(&self.secret, "follow")
    }

    /// An answer for a following device: the secret, and the lines from this one on, from 0. It omits the line that
    /// hands this copy over to another device.
    pub fn told_from(&self, from: usize) -> String {
        let secret = written(&self.secret);
        let head = serde_json::to_string(&LogHead { secret }).expect("its keys are texts");
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
    /// Records that another device takes the event over, so that nothing is written here any more. A repetition by the
    /// same device changes nothing.
    ///
    /// # Errors
    ///
    /// If it is written elsewhere, or cannot be stored.
    pub async fn goes_on_elsewhere(&self, hall: &mut Hall, to: Digest) -> Result<(), NotDone> {
        let state = hall.event.state();
        // An event that has ended is written nowhere any more.
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
    /// Loads the followed events from a folder.
    pub fn new(data: &Path, events: Events, own: IpAddr) -> Self {
        let folder = data.join("following");
        let all = replica::read(&folder, events.context.clock.now());
        Self {
            folder,
            events,
            own: own.to_canonical(),
            all: Arc::new(Mutex::new(all)),
        }
    }

    /// The events that an account follows.
    pub fn followed(&self, by: PlayerId) -> Vec<Followed> {
        let now = self.events.context.clock.now();
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

    /// Whether the request comes from this device, as the director's does, and not from a phone.
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
        let to = Digest::of(&[
            b"capicu-event-second/",
            &self.events.context.randomness.bytes::<32>(),
        ]);
        let copied = Copied {
            head: Head {
                from,
                secret,
                to,
                by,
            },
            log,
            heard_at: self.events.context.clock.now(),
            is_broken: false,
        };
        let mut all = self.all();
        if all.len() >= MOST {
            return Err(Mistake::Full);
        }
        replica::begin(&self.folder, &copied).map_err(|_| Mistake::Failed)?;
        all.insert(copied.head.from.event.clone(), copied);
        Ok(())
    }

    /// Stops following an event.
    pub fn end(&self, event: &EventId, by: PlayerId) {
        let mut all = self.all();
        if all.get(event).is_some_and(|copied| copied.head.by == by) {
            all.remove(event);
            replica::end(&self.folder, event);
        }
    }

    /// Takes an event over from the other device. The player who follows it becomes its director.
    ///
    /// # Errors
    ///
    /// Why not.
    pub async fn take_over(&self, event: &EventId, by: PlayerId) -> Result<(), Mistake> {
        let copied = self.all().get(event).cloned();
        let Some(mut copied) = copied.filter(|copied| copied.head.by == by) else {
            // The same form sent twice: the first has done it.
            let is_here = self.events.part(event, by).await.ok().flatten().is_some();
            return is_here.then_some(()).ok_or(Mistake::NotFollowed);
        };
        let head = copied.head.clone();
        let known = copied.log.lines().count();
        match head.from.hand_over(known, head.to).await {
            // It has stopped, and these are its last lines.
            Ok(told) => {
                let (secret, new) = parted(&told).ok_or(Mistake::Broken)?;
                copied.log += &new;
                if secret != head.secret {
                    return Err(Mistake::Broken);
                }
            }
            Err(Unheard::Gone) => return Err(Mistake::Gone),
            // Save the message before all else, so that it survives a power failure.
            Err(Unheard::Silent) => {
                replica::to_tell(&self.folder, &head).map_err(|_| Mistake::Failed)?;
            }
        }
        let whole = verified(&copied.log).await.ok_or(Mistake::Broken)?;
        let secret = bytes(&head.secret);
        let taken = self.events.take_over(event, &whole, secret, by).await;
        match taken {
            Ok(()) => {
                self.all().remove(event);
                replica::end(&self.folder, event);
                Ok(())
            }
            Err(EventError::Failed) => Err(Mistake::Failed),
            Err(_) => Err(Mistake::There),
        }
    }

    /// Fetches new lines and delivers messages, forever.
    ///
    /// It asks all devices at the same time, so that a silent one delays no other.
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
            for head in replica::all_to_tell(&self.folder) {
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
        // The event may have been taken over meanwhile.
        let Some(own) = all.get_mut(&event).filter(|own| own.log == copied.log) else {
            return;
        };
        own.is_broken = log.is_none();
        own.heard_at = self.events.context.clock.now();
        if let Some((log, new)) = log
            && (new.is_empty() || replica::more(&self.folder, &event, &new).is_ok())
        {
            own.log = log;
        }
    }

    /// Notifies the other device that its event continues here. It may be off for days.
    async fn tell(&self, head: &Head) {
        let event = &head.from.event;
        // Notify only about an event that is really here.
        if self.events.hall(event).await.is_err() {
            return;
        }
        match head.from.hand_over(usize::MAX, head.to).await {
            Ok(_) => tracing::info!(
                event = event.as_str(),
                "the event is read-only on the other device now"
            ),
            Err(Unheard::Gone) => {
                tracing::warn!(event = event.as_str(), "a third device continued the event")
            }
            Err(Unheard::Silent) => return,
        }
        replica::is_told(&self.folder, event);
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<EventId, Copied>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A running request to another device about an event.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Errand {
    GoOn(EventId),
    Tell(EventId),
}

/// Splits an answer into the secret and the lines.
fn parted(told: &str) -> Option<(Digest, String)> {
    let (head, lines) = told.split_once('\n')?;
    let told: LogHead = serde_json::from_str(head).ok()?;
    Some((told.secret, lines.to_owned()))
}

/// Reads the event of a log, and checks its digests and facts.
fn read(log: &str) -> Option<Event> {
    Event::replay(Log::read(log.as_bytes()).ok()?).ok()
}

/// Reads the event of a log, and checks every draft as well.
async fn verified(log: &str) -> Option<Event> {
    let text = log.to_owned();
    let read = move || Event::verify(Log::read(text.as_bytes()).ok()?).ok();
    tokio::task::spawn_blocking(read).await.ok().flatten()
}
