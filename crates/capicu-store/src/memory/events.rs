//! Events, in memory.

use std::collections::BTreeMap;
use std::future::ready;
use std::sync::atomic::Ordering;

use capicu_protocol::PlayerId;

use super::{Fault, Kept, Memory};
use crate::events::{EventError, Events, KeptEvent, ListedEvent, NewEvent, Part};
use crate::{Answer, Unavailable};

/// An event, and who has which part in it.
#[derive(Debug)]
pub(super) struct Held {
    name: String,
    made_at: u64,
    kept: KeptEvent,
    parts: BTreeMap<PlayerId, Part>,
}

impl Kept {
    fn make_event(&mut self, event: NewEvent) -> Result<(), EventError> {
        if self.events.contains_key(&event.id) {
            return Err(EventError::Conflict);
        }
        let director = self.member(event.director)?;
        let held = Held {
            name: event.name,
            made_at: event.made_at,
            kept: KeptEvent {
                secret: event.secret,
                lines: event.lines,
            },
            parts: BTreeMap::from([(director, Part::Director)]),
        };
        self.events.insert(event.id, held);
        Ok(())
    }

    fn extend_event(
        &mut self,
        event: &str,
        after: u64,
        lines: Vec<String>,
    ) -> Result<(), EventError> {
        let held = self.events.get_mut(event).ok_or(EventError::Unknown)?;
        if held.kept.lines.len() as u64 != after {
            return Err(EventError::Conflict);
        }
        held.kept.lines.extend(lines);
        Ok(())
    }

    fn appoint(
        &mut self,
        event: &str,
        player: PlayerId,
        part: Option<Part>,
    ) -> Result<(), EventError> {
        let player = self.member(player)?;
        let held = self.events.get(event).ok_or(EventError::Unknown)?;
        let mut parts = held.parts.clone();
        match part {
            Some(part) => parts.insert(player, part),
            None => parts.remove(&player),
        };
        let directs =
            |(id, part): (&PlayerId, &Part)| *part == Part::Director && self.member(*id).is_ok();
        if !parts.iter().any(directs) {
            return Err(EventError::LastDirector);
        }
        if let Some(held) = self.events.get_mut(event) {
            held.parts = parts;
        }
        Ok(())
    }

    fn member(&self, player: PlayerId) -> Result<PlayerId, EventError> {
        match self.people.meant(player) {
            Some((id, true)) => Ok(id),
            _ => Err(EventError::Unknown),
        }
    }
}

impl Memory {
    /// Writes unless it is to fail.
    fn write_events(
        &self,
        write: impl FnOnce(&mut Kept) -> Result<(), EventError>,
    ) -> Result<(), EventError> {
        if self.closed.load(Ordering::Relaxed) {
            return Err(EventError::Failed);
        }
        let mut kept = self.kept();
        let fault = kept.plan.pop_front().unwrap_or(Fault::None);
        kept.failing = fault != Fault::None;
        if fault == Fault::Before {
            return Err(EventError::Failed);
        }
        let done = write(&mut kept);
        match fault {
            Fault::After => Err(EventError::Failed),
            _ => done,
        }
    }
}

impl Events for Memory {
    fn make_event(&self, event: NewEvent) -> Answer<'_, Result<(), EventError>> {
        Box::pin(ready(self.write_events(|kept| kept.make_event(event))))
    }

    fn extend_event<'a>(
        &'a self,
        event: &'a str,
        after: u64,
        lines: Vec<String>,
    ) -> Answer<'a, Result<(), EventError>> {
        let done = self.write_events(|kept| kept.extend_event(event, after, lines));
        Box::pin(ready(done))
    }

    fn appoint<'a>(
        &'a self,
        event: &'a str,
        player: PlayerId,
        part: Option<Part>,
    ) -> Answer<'a, Result<(), EventError>> {
        let done = self.write_events(|kept| kept.appoint(event, player, part));
        Box::pin(ready(done))
    }

    fn event<'a>(&'a self, event: &'a str) -> Answer<'a, Result<Option<KeptEvent>, Unavailable>> {
        let found = self.readable();
        let found = found.map(|kept| kept.events.get(event).map(|held| held.kept.clone()));
        Box::pin(ready(found))
    }

    fn officials<'a>(
        &'a self,
        event: &'a str,
    ) -> Answer<'a, Result<Vec<(PlayerId, Part)>, Unavailable>> {
        let found = self.readable().map(|kept| {
            let parts = kept.events.get(event).map(|held| held.parts.iter());
            let parts = parts.into_iter().flatten();
            let alive = parts.filter(|(id, _)| kept.member(**id).is_ok());
            alive.map(|(id, part)| (*id, *part)).collect()
        });
        Box::pin(ready(found))
    }

    fn events(
        &self,
        of: Option<PlayerId>,
        limit: u32,
    ) -> Answer<'_, Result<Vec<ListedEvent>, Unavailable>> {
        let found = self.readable().map(|kept| {
            let is_meant = |held: &Held| of.is_none_or(|player| held.parts.contains_key(&player));
            let meant = kept.events.iter().filter(|(_, held)| is_meant(held));
            let listed = meant.map(|(id, held)| ListedEvent {
                id: id.clone(),
                name: held.name.clone(),
                made_at: held.made_at,
            });
            let mut all: Vec<_> = listed.collect();
            all.sort_by(|a, b| (b.made_at, &a.id).cmp(&(a.made_at, &b.id)));
            all.truncate(limit as usize);
            all
        });
        Box::pin(ready(found))
    }
}
