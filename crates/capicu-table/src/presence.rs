//! Who is there. Nothing of this is stored: after a restart everybody comes again.

use capicu::{BySeat, Seat, Viewer};
use capicu_protocol::{Closed, Holder};

use crate::{Seating, State};

/// How many devices one seat may have the table open on.
const DEVICES: usize = 8;

/// How many may watch a table.
const WATCHERS: usize = 4096;

/// A connection of somebody who looks at the table. Its number is the host's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Connection {
    id: u64,
    viewer: Viewer,
}

/// Who is there, and since when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Presence {
    connections: Vec<Connection>,
    /// Since when nobody in the seat has been there, in milliseconds since 1970.
    gone_since: BySeat<u64>,
    /// Since when anybody has been there.
    anybody_since: u64,
}

impl Presence {
    /// Nobody is there.
    pub fn new(n_seats: u8, now: u64) -> Self {
        Self {
            connections: Vec::new(),
            gone_since: BySeat::from_fn(n_seats, |_| now),
            anybody_since: now,
        }
    }

    /// Whether one more may come.
    pub fn check(&self, viewer: Viewer) -> Result<(), Closed> {
        let most = match viewer {
            Viewer::Seat(_) => DEVICES,
            Viewer::Public | Viewer::Open => WATCHERS,
        };
        let there = self.connections.iter().filter(|c| c.viewer == viewer);
        if there.count() < most {
            Ok(())
        } else {
            Err(Closed::Flood)
        }
    }

    pub fn come(&mut self, id: u64, viewer: Viewer, now: u64) {
        if !self.has_anybody() {
            self.anybody_since = now;
        }
        self.connections.push(Connection { id, viewer });
    }

    /// Takes note that somebody is about to come.
    pub fn expect(&mut self, seat: Seat, now: u64) {
        self.gone_since[seat] = now;
    }

    /// Lets go of connections, and says which they were.
    pub fn go(&mut self, which: impl Fn(u64, Viewer) -> bool, now: u64) -> Vec<u64> {
        let mut gone = Vec::new();
        let before = self.connections.clone();
        self.connections.retain(|connection| {
            let goes = which(connection.id, connection.viewer);
            if goes {
                gone.push(connection.id);
            }
            !goes
        });
        for connection in before.iter().filter(|c| gone.contains(&c.id)) {
            if let Some(seat) = connection.viewer.seat()
                && self.devices(seat) == 0
            {
                self.gone_since[seat] = now;
            }
        }
        gone
    }

    pub fn viewer(&self, id: u64) -> Option<Viewer> {
        let connection = self.connections.iter().find(|c| c.id == id)?;
        Some(connection.viewer)
    }

    pub fn of(&self, viewer: Viewer) -> Vec<u64> {
        let of = self.connections.iter().filter(|c| c.viewer == viewer);
        of.map(|c| c.id).collect()
    }

    pub fn all(&self) -> Vec<u64> {
        self.connections.iter().map(|c| c.id).collect()
    }

    /// Whoever looks at the table, each viewer once.
    pub fn viewers(&self) -> Vec<Viewer> {
        let mut viewers: Vec<_> = self.connections.iter().map(|c| c.viewer).collect();
        viewers.sort_unstable();
        viewers.dedup();
        viewers
    }

    /// The same people, each in another seat.
    pub fn moved(&self, seating: &Seating) -> Self {
        let to = |viewer| match viewer {
            Viewer::Seat(seat) => Viewer::Seat(seating.to(seat)),
            viewer => viewer,
        };
        let connections = self.connections.iter().map(|connection| Connection {
            viewer: to(connection.viewer),
            ..*connection
        });
        let mut gone_since = self.gone_since;
        for (from, to) in Seat::all(seating.as_slice().len() as u8).zip(seating.as_slice()) {
            gone_since[*to] = self.gone_since[from];
        }
        Self {
            connections: connections.collect(),
            gone_since,
            anybody_since: self.anybody_since,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.connections.is_empty()
    }

    /// On how many devices a seat has the table open.
    pub fn devices(&self, seat: Seat) -> u8 {
        let there = self.connections.iter();
        there.filter(|c| c.viewer == Viewer::Seat(seat)).count() as u8
    }

    fn has_anybody(&self) -> bool {
        self.connections.iter().any(|c| c.viewer.seat().is_some())
    }

    /// Since when there has been somebody in a seat.
    pub const fn anybody_since(&self) -> u64 {
        self.anybody_since
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
        if !away || self.persons(state).next().is_none() {
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
