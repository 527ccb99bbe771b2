//! The banks of a match: what each seat has beyond the allowance of its turns. They are a fold of what was
//! used, so that no clock is read to have them.

use capicu::{BySeat, Seat};
use capicu_protocol::TurnTime;

use crate::Chooser;

/// What a bank holds at least after it was spent and a bot has played the turn, in milliseconds.
pub const REFILL: u32 = 10_000;

/// What an action took of its seat's time, in milliseconds, the allowance included. 0 at tables without banks,
/// for bots, and for whoever has to pass, which everybody sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Used {
    /// The seat had a choice, or others cannot tell that it had none.
    Time(u32),
    /// There was nothing else to do. What this took of the bank comes back with the next deal, when the hands
    /// have been shown: before, it would tell what the seat holds.
    Forced(u32),
}

impl Used {
    /// Nothing.
    pub const NONE: Self = Self::Time(0);

    /// How long it was.
    pub const fn milliseconds(self) -> u32 {
        match self {
            Self::Time(time) | Self::Forced(time) => time,
        }
    }
}

/// What each seat has left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Banks {
    allowance: u32,
    seats: BySeat<Bank>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Bank {
    left: u32,
    /// What forced actions took, until the next deal.
    lent: u32,
}

impl Banks {
    /// Those of a match that begins; `None` where there are none.
    pub fn new(time: TurnTime, n_seats: u8) -> Option<Self> {
        let in_full = |seconds: u16| u32::from(seconds) * 1000;
        let left = in_full(time.bank()?);
        Some(Self {
            allowance: in_full(time.seconds()?),
            seats: BySeat::from_fn(n_seats, |_| Bank { left, lent: 0 }),
        })
    }

    /// How long a turn of this seat may take.
    pub fn limit(&self, seat: Seat) -> u32 {
        self.allowance + self.seats[seat].left
    }

    /// What each seat has left, in the order of play.
    pub fn left(&self) -> Vec<u32> {
        self.seats.as_slice().iter().map(|bank| bank.left).collect()
    }

    /// A seat has acted.
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

    /// What forced actions took comes back.
    pub fn give_back(&mut self) {
        for seat in Seat::all(self.seats.as_slice().len() as u8) {
            let bank = &mut self.seats[seat];
            bank.left += std::mem::take(&mut bank.lent);
        }
    }
}
