//! Who plays in a round: not those who left the match or are out at its target.

use super::Rules;
use crate::{BySide, Seat, Side};

impl Rules {
    /// The rules of a round that the sides with a place do not play; see [`Standing::places`](crate::Standing).
    #[must_use]
    pub(crate) fn without(&self, places: &BySide<u8>) -> Self {
        let placed = places.entries().filter(|(_, place)| **place > 0);
        // Only seats that are a side of their own stop playing.
        let out = placed.fold(0, |out, (side, _)| out | 1 << side.index());
        Self {
            out,
            n_playing: self.n_seats().saturating_sub(u16::count_ones(out) as u8),
            ..*self
        }
    }

    /// Whether a seat plays in this round. A seat that left, or that is out (W37), does not.
    #[inline]
    pub const fn plays(&self, seat: Seat) -> bool {
        self.out >> seat.index() & 1 == 0
    }

    /// The number of seats that play in this round.
    #[inline]
    pub const fn n_playing(&self) -> u8 {
        self.n_playing
    }

    /// The seats that play in this round, in their order.
    pub fn playing(&self) -> impl Iterator<Item = Seat> + use<> {
        let out = self.out;
        Seat::all(self.n_seats()).filter(move |seat| out >> seat.index() & 1 == 0)
    }

    /// This seat if it plays in this round, otherwise the next one that does.
    pub(crate) fn at_or_after(&self, seat: Seat) -> Seat {
        let mut around = seat.around(self.n_seats());
        around.find(|seat| self.plays(*seat)).unwrap_or(seat)
    }

    /// The next seat that plays in this round.
    #[inline]
    pub fn next(&self, seat: Seat) -> Seat {
        let next = seat.next(self.n_seats());
        if self.out == 0 {
            next
        } else {
            self.at_or_after(next)
        }
    }

    /// Whether a score has reached the target of the match.
    pub const fn is_at_target(&self, score: u16) -> bool {
        score >= self.choices().target.get()
    }

    /// The sides that play in this round.
    pub(crate) fn sides(&self) -> impl Iterator<Item = Side> + use<> {
        let out = self.out;
        Side::all(self.n_sides()).filter(move |side| out >> side.index() & 1 == 0)
    }
}
