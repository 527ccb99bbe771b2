//! Who is there. Nothing of this is stored: after a restart everybody comes again.

use std::collections::{BTreeMap, BTreeSet};

use capicu::{BySeat, Seat, Viewer};
use capicu_protocol::{Closed, Holder};

use crate::{Seating, State};

/// How many devices one seat may have the table open on.
const DEVICES: usize = 8;

/// How long whoever has to act may take to come back when a table has been brought in, in milliseconds. A turn
/// that runs begins anew with that, so that nobody is charged for having been cut off.
const RETURN: u64 = 30_000;

/// How many may watch a table.
const WATCHERS: usize = 4096;

/// Who is there, and since when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Presence {
    /// The connections of those who have a seat, which are few. Their numbers are the host's.
    seated: Vec<(u64, Seat)>,
    /// Those of everybody else, as what each of them looks.
    watching: BTreeMap<u64, Viewer>,
    /// Since when this is kept, in milliseconds since 1970.
    began: u64,
    /// Since when nobody in the seat has been there, in milliseconds since 1970.
    gone_since: BySeat<u64>,
    /// Since when anybody has been there.
    anybody_since: u64,
}

impl Presence {
    /// Nobody is there.
    pub fn new(n_seats: u8, now: u64) -> Self {
        Self {
            seated: Vec::new(),
            watching: BTreeMap::new(),
            began: now,
            gone_since: BySeat::from_fn(n_seats, |_| now),
            anybody_since: now,
        }
    }

    /// Whether one more may come.
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

    /// The connection of a seat that came first, if one more cannot come.
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

    /// Takes note that somebody is about to come.
    pub fn expect(&mut self, seat: Seat, now: u64) {
        self.gone_since[seat] = now;
    }

    /// Lets go of a connection, if it is there.
    pub fn leave(&mut self, id: u64, now: u64) {
        if self.watching.remove(&id).is_none() {
            self.leave_seats(|of, _| of == id, now);
        }
    }

    /// Lets go of connections that have a seat, and says which they were.
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

    /// Whoever looks at the table, each viewer once.
    pub fn viewers(&self) -> Vec<Viewer> {
        let seated = self.seated.iter().map(|(_, seat)| Viewer::Seat(*seat));
        let all = seated.chain(self.watching.values().copied());
        all.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The same people, each in another seat.
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

    /// How many watch.
    pub fn watchers(&self) -> u32 {
        self.watching.len() as u32
    }

    /// On how many devices a seat has the table open.
    pub fn devices(&self, seat: Seat) -> u8 {
        let there = self.seated.iter();
        there.filter(|(_, of)| *of == seat).count() as u8
    }

    /// Whether anybody is in a seat.
    pub const fn has_anybody(&self) -> bool {
        !self.seated.is_empty()
    }

    /// Since when there has been somebody in a seat.
    pub const fn anybody_since(&self) -> u64 {
        self.anybody_since
    }

    /// Until when somebody is waited for who has not come since the table was brought in; `None` for whoever
    /// has come, or is late.
    pub fn returns_by(&self, seat: Seat, now: u64) -> Option<u64> {
        let by = self.began + RETURN;
        let awaited = self.devices(seat) == 0 && self.gone_since[seat] == self.began;
        (awaited && now < by).then_some(by)
    }

    /// The people who are there.
    pub fn persons<'a>(&'a self, state: &'a State) -> impl Iterator<Item = Seat> + 'a {
        state.all_seats().filter(move |seat| {
            state.seat(*seat).holder() == Holder::Person && self.devices(*seat) > 0
        })
    }

    /// When a bot begins to play for a person who is away. Somebody else has to be there, for whom the
    /// table goes on.
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
    fn so_many_may_look_and_no_more() {
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
