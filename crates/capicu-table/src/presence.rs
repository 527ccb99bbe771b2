//! Who is at a table. Nothing of this is stored: after a restart everybody connects again.

use std::collections::{BTreeMap, BTreeSet};

use capicu::{BySeat, Seat, Viewer};
use capicu_protocol::{Closed, Holder};

use crate::{Seating, State};

const DEVICES: usize = 8;

/// After a table is loaded, the player on turn has this long to come back, in milliseconds. The turn restarts when they
/// do, so that an interruption costs nobody time.
const RETURN: u64 = 30_000;

const WATCHERS: usize = 4096;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Presence {
    /// The few connections with a seat. The host numbers connections.
    seated: Vec<(u64, Seat)>,
    /// All other connections, with the viewer that each is.
    watching: BTreeMap<u64, Viewer>,
    /// Since when this is recorded, in milliseconds since 1970.
    began: u64,
    /// Since when each seat has been without a connection, in milliseconds since 1970.
    gone_since: BySeat<u64>,
    anybody_since: u64,
}

impl Presence {
    pub fn new(n_seats: u8, now: u64) -> Self {
        Self {
            seated: Vec::new(),
            watching: BTreeMap::new(),
            began: now,
            gone_since: BySeat::from_fn(n_seats, |_| now),
            anybody_since: now,
        }
    }

    pub fn check(&self, viewer: Viewer) -> Result<(), Closed> {
        let room = match viewer {
            Viewer::Seat(seat) => usize::from(self.devices(seat)) < DEVICES,
            Viewer::Public | Viewer::Open => self.watching.len() < WATCHERS,
        };
        match room {
            true => Ok(()),
            false => Err(Closed::Flood),
        }
    }

    /// The oldest connection of a seat that has no room for one more.
    pub fn first_of_full(&self, seat: Seat) -> Option<u64> {
        let is_full = usize::from(self.devices(seat)) >= DEVICES;
        let first = self.seated.iter().find(|(_, of)| *of == seat);
        first.filter(|_| is_full).map(|(id, _)| *id)
    }

    pub fn come(&mut self, id: u64, viewer: Viewer, now: u64) {
        match viewer {
            Viewer::Seat(seat) => {
                if !self.has_anybody() {
                    self.anybody_since = now;
                }
                self.seated.push((id, seat));
            }
            Viewer::Public | Viewer::Open => drop(self.watching.insert(id, viewer)),
        }
    }

    /// Drops the connections of the players of these seats, and notes that others are about to come. Returns the dropped
    /// ones.
    pub fn stand_up(&mut self, seats: &[Seat], now: u64) -> Vec<u64> {
        let gone = self.leave_seats(|_, seat| seats.contains(&seat), now);
        for seat in seats {
            self.expect(*seat, now);
        }
        gone
    }

    /// Notes that a player is about to come.
    pub fn expect(&mut self, seat: Seat, now: u64) {
        self.gone_since[seat] = now;
    }

    pub fn leave(&mut self, id: u64, now: u64) {
        if self.watching.remove(&id).is_none() {
            self.leave_seats(|of, _| of == id, now);
        }
    }

    /// Drops the chosen connections that have a seat, and returns them.
    pub fn leave_seats(&mut self, which: impl Fn(u64, Seat) -> bool, now: u64) -> Vec<u64> {
        let goes = |(id, seat): &(u64, Seat)| which(*id, *seat);
        let (gone, left): (Vec<_>, Vec<_>) = self.seated.iter().copied().partition(goes);
        self.seated = left;
        for (_, seat) in &gone {
            if self.devices(*seat) == 0 {
                self.gone_since[*seat] = now;
            }
        }
        gone.into_iter().map(|(id, _)| id).collect()
    }

    pub fn viewer(&self, id: u64) -> Option<Viewer> {
        let seated = self.seated.iter().find(|(of, _)| *of == id);
        let seated = seated.map(|(_, seat)| Viewer::Seat(*seat));
        seated.or_else(|| self.watching.get(&id).copied())
    }

    pub fn of(&self, viewer: Viewer) -> Vec<u64> {
        let seated = self
            .seated
            .iter()
            .map(|(id, seat)| (*id, Viewer::Seat(*seat)));
        let watching = self.watching.iter().map(|(id, viewer)| (*id, *viewer));
        let all = seated.chain(watching).filter(|(_, of)| *of == viewer);
        all.map(|(id, _)| id).collect()
    }

    pub fn all(&self) -> Vec<u64> {
        let seated = self.seated.iter().map(|(id, _)| *id);
        seated.chain(self.watching.keys().copied()).collect()
    }

    /// All viewers at the table, each once.
    pub fn viewers(&self) -> Vec<Viewer> {
        let seated = self.seated.iter().map(|(_, seat)| Viewer::Seat(*seat));
        let all = seated.chain(self.watching.values().copied());
        all.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The same connections, with the players moved to other seats.
    pub fn moved(&self, seating: &Seating) -> Self {
        let seated = self.seated.iter();
        let seated = seated.map(|(id, seat)| (*id, seating.to(*seat)));
        let mut gone_since = self.gone_since;
        for (from, to) in Seat::all(seating.as_slice().len() as u8).zip(seating.as_slice()) {
            gone_since[*to] = self.gone_since[from];
        }
        Self {
            seated: seated.collect(),
            watching: self.watching.clone(),
            began: self.began,
            gone_since,
            anybody_since: self.anybody_since,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.seated.is_empty() && self.watching.is_empty()
    }

    pub fn watchers(&self) -> u32 {
        self.watching.len() as u32
    }

    pub fn devices(&self, seat: Seat) -> u8 {
        let there = self.seated.iter();
        there.filter(|(_, of)| *of == seat).count() as u8
    }

    pub const fn has_anybody(&self) -> bool {
        !self.seated.is_empty()
    }

    pub const fn anybody_since(&self) -> u64 {
        self.anybody_since
    }

    /// Until when the table waits for a player who has not come since it was loaded; `None` for a player who has come
    /// or is late.
    pub fn returns_by(&self, seat: Seat, now: u64) -> Option<u64> {
        let by = self.began + RETURN;
        let awaited = self.devices(seat) == 0 && self.gone_since[seat] == self.began;
        (awaited && now < by).then_some(by)
    }

    /// Until when the table waits for a player who has just got the seat and has not come.
    pub fn comes_by(&self, seat: Seat) -> Option<u64> {
        (self.devices(seat) == 0).then_some(self.gone_since[seat] + RETURN)
    }

    pub fn persons<'a>(&'a self, state: &'a State) -> impl Iterator<Item = Seat> + 'a {
        state.all_seats().filter(move |seat| {
            state.seat(*seat).holder() == Holder::Person && self.devices(*seat) > 0
        })
    }

    /// When a stand-in takes over from an absent person. It happens only if another person is there to play.
    pub fn bot_at(&self, state: &State, seat: Seat) -> Option<u64> {
        let away = state.person_plays(seat) && self.devices(seat) == 0;
        if !away || state.waits_for_people() || self.persons(state).next().is_none() {
            return None;
        }
        let from = self.gone_since[seat].max(self.anybody_since);
        Some(from + u64::from(state.setup().grace) * 1000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spectators_beyond_the_limit_are_refused() {
        for (viewer, most) in [(Viewer::Seat(Seat::default()), 8), (Viewer::Public, 4096)] {
            let mut there = Presence::new(4, 0);
            for id in 0..most {
                assert_eq!(there.check(viewer), Ok(()), "{viewer:?}");
                there.come(id, viewer, 0);
            }
            assert_eq!(there.check(viewer), Err(Closed::Flood), "{viewer:?}");
        }
    }
}
