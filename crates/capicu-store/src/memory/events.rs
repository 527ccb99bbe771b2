//! Events, in memory.

use std::collections::BTreeMap;
use std::future::ready;
use std::sync::atomic::Ordering;

use capicu_protocol::PlayerId;

use super::{Fault, Kept, Memory};
use crate::events::{
    EventError, EventMark, EventPlayer, Events, Hold, KeptEvent, ListedEvent, NewEvent, Part,
};
use crate::{Answer, Unavailable};

/// An event, and who has which part in it.
#[derive(Debug)]
pub(super) struct Held {
    name: String,
    made_at: u64,
    kept: KeptEvent,
    parts: BTreeMap<PlayerId, Part>,
    /// Who plays, by entry and place.
    players: BTreeMap<(u32, u8), PlayerId>,
}

impl Held {
    /// Whether this id has a part or a place in it.
    pub(super) fn names(&self, id: PlayerId) -> bool {
        self.parts.contains_key(&id) || self.players.values().any(|player| *player == id)
    }
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
                hold: Hold::None,
            },
            parts: BTreeMap::from([(director, Part::Director)]),
            players: BTreeMap::new(),
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
        if held.kept.hold == Hold::Stopped {
            return Err(EventError::Stopped);
        }
        if held.kept.lines.len() as u64 != after {
            return Err(EventError::Conflict);
        }
        held.kept.lines.extend(lines);
        Ok(())
    }

    fn hold_event(&mut self, event: &str, hold: Hold) -> Result<(), EventError> {
        let held = self.events.get_mut(event).ok_or(EventError::Unknown)?;
        held.kept.hold = hold;
        Ok(())
    }

    fn remove_event(&mut self, event: &str) -> Result<(), EventError> {
        self.events.remove(event).ok_or(EventError::Unknown)?;
        self.forget_event(event);
        Ok(())
    }

    fn event_bytes(&self, director: PlayerId) -> u64 {
        let directs = |held: &&Held| held.parts.get(&director) == Some(&Part::Director);
        let events = self.events.values().filter(directs);
        let lines = events.flat_map(|held| &held.kept.lines);
        lines.map(|line| line.len() as u64).sum()
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

    fn enter_player(&mut self, event: &str, of: EventPlayer) -> Result<(), EventError> {
        let (player, _) = self.people.meant(of.player).ok_or(EventError::Unknown)?;
        let held = self.events.get(event).ok_or(EventError::Unknown)?;
        let place = (of.entry, of.place);
        let players = held.players.iter();
        let alive = players.filter_map(|(at, id)| Some((*at, self.people.meant(*id)?.0)));
        let mut clashing = alive.filter(|(at, id)| (*at == place) != (*id == player));
        if clashing.next().is_some() {
            return Err(EventError::Conflict);
        }
        if let Some(held) = self.events.get_mut(event) {
            held.players.insert(place, player);
        }
        Ok(())
    }

    pub(super) fn member(&self, player: PlayerId) -> Result<PlayerId, EventError> {
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

    fn hold_event<'a>(&'a self, event: &'a str, hold: Hold) -> Answer<'a, Result<(), EventError>> {
        let done = self.write_events(|kept| kept.hold_event(event, hold));
        Box::pin(ready(done))
    }

    fn remove_event<'a>(&'a self, event: &'a str) -> Answer<'a, Result<(), EventError>> {
        let done = self.write_events(|kept| kept.remove_event(event));
        Box::pin(ready(done))
    }

    fn event_bytes(&self, director: PlayerId) -> Answer<'_, Result<u64, Unavailable>> {
        let found = self.readable().map(|kept| kept.event_bytes(director));
        Box::pin(ready(found))
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

    fn event_mark<'a>(
        &'a self,
        event: &'a str,
    ) -> Answer<'a, Result<Option<EventMark>, Unavailable>> {
        let found = self.readable();
        let mark = |kept: &Kept| {
            let held = kept.events.get(event)?;
            Some(EventMark {
                version: held.kept.lines.len() as u64,
                hold: held.kept.hold,
            })
        };
        Box::pin(ready(found.map(|kept| mark(&kept))))
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

    fn enter_player<'a>(
        &'a self,
        event: &'a str,
        player: EventPlayer,
    ) -> Answer<'a, Result<(), EventError>> {
        let done = self.write_events(|kept| kept.enter_player(event, player));
        Box::pin(ready(done))
    }

    fn event_players<'a>(
        &'a self,
        event: &'a str,
    ) -> Answer<'a, Result<Vec<EventPlayer>, Unavailable>> {
        let found = self.readable().map(|kept| {
            let players = kept.events.get(event).map(|held| held.players.iter());
            let players = players.into_iter().flatten();
            let alive = players.filter_map(|((entry, place), id)| {
                let (player, _) = kept.people.meant(*id)?;
                Some(EventPlayer {
                    entry: *entry,
                    place: *place,
                    player,
                })
            });
            alive.collect()
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
