//! The time banks of a match, from which turns take the time beyond their allowance. They follow from the recorded
//! times of actions, so that no clock is needed to compute them.

use capicu::{BySeat, Seat};
use capicu_protocol::TurnTime;

use crate::Chooser;

/// The least time in a bank after it ran out and a bot has played the turn, in milliseconds.
pub const REFILL: u32 = 10_000;

/// The time that an action took, in milliseconds, allowance included. It is 0 at tables without banks, for bots, and
/// for an open pass, which was forced for all to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Used {
    /// The seat had a choice, or the others cannot know that it had none.
    Time(u32),
    /// The action was forced. The bank gets this time back with the next deal, when hands have been shown: earlier, it
    /// would reveal the hand.
    Forced(u32),
}

impl Used {
    pub const NONE: Self = Self::Time(0);

    pub const fn milliseconds(self) -> u32 {
        match self {
            Self::Time(time) | Self::Forced(time) => time,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Banks {
    allowance: u32,
    seats: BySeat<Bank>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Bank {
    left: u32,
    /// The time of forced actions, until the next deal.
    lent: u32,
}

impl Banks {
    /// Makes the banks for a new match; `None` if the table has none.
    pub fn new(time: TurnTime, n_seats: u8) -> Option<Self> {
        let in_full = |seconds: u16| u32::from(seconds) * 1000;
        let left = in_full(time.bank()?);
        Some(Self {
            allowance: in_full(time.seconds()?),
            seats: BySeat::from_fn(n_seats, |_| Bank { left, lent: 0 }),
        })
    }

    pub fn limit(&self, seat: Seat) -> u32 {
        self.allowance + self.seats[seat].left
    }

    pub fn left(&self) -> Vec<u32> {
        self.seats.as_slice().iter().map(|bank| bank.left).collect()
    }

    pub fn spend(&mut self, seat: Seat, used: Used, by: Chooser) {
        let bank = &mut self.seats[seat];
        let before = bank.left;
        let over = used.milliseconds().saturating_sub(self.allowance);
        bank.left = before.saturating_sub(over);
        if by == Chooser::Clock {
            bank.left = bank.left.max(REFILL);
        }
        if let Used::Forced(_) = used {
            bank.lent += before.saturating_sub(bank.left);
        }
    }

    /// Returns the time of forced actions to the banks.
    pub fn give_back(&mut self) {
        for seat in Seat::all(self.seats.as_slice().len() as u8) {
            let bank = &mut self.seats[seat];
            bank.left += std::mem::take(&mut bank.lent);
        }
    }
}
