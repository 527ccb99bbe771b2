use crate::{Pip, Seat, Tile};

/// Something that a seat can know at a choice, anybody can check, and that speaks for one action, the
/// *better* one, against another.
///
/// # Sources
///
/// The advice of 000:13, 001:10, 002:7, 002:32, 003:13, 003:17, 003:35 and 004:90-95.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clue {
    /// This seat holds nothing with this number: it had nothing to lay when the number was open. The better
    /// action leaves an opponent the number, or spares a partner it (002:7, 003:17).
    Lacks {
        /// Who.
        seat: Seat,
        /// The number.
        pip: Pip,
        /// Which of the deeds of the round showed it, from 0.
        deed: usize,
        /// Whether it drew then; otherwise it passed.
        drew: bool,
    },
    /// The next to play has nothing to lay (000:13, 004:91, 004:94).
    Shuts(Odds),
    /// The next to play holds nothing that scores at once (004:91).
    Denies(Odds),
    /// Of the tiles with a number that do not lie, this seat holds at least as many as all others and the
    /// boneyard together (004:91).
    Holds(Tally),
    /// Every end shows the number, of which this seat holds enough (003:13).
    Stitches(Tally),
    /// No end shows the number any more, of which the others may hold more (004:94-95).
    CutsOff(Tally),
    /// This seat chose to lead this tile, so that it probably holds more of its numbers. The better action
    /// closes one of them to an opponent, or leaves it to a partner (002:7, 004:92).
    Led {
        /// Who.
        seat: Seat,
        /// What.
        tile: Tile,
    },
    /// The ends score, and more than after the other action (004:90, 004:95).
    Scores {
        /// What they come to now.
        before: u16,
        /// What they will come to.
        after: u16,
        /// The points that makes.
        points: u16,
    },
    /// A double is led, so that there is one number to answer instead of two (002:32).
    OneNumber {
        /// The number.
        pip: Pip,
    },
    /// Some of the tiles that this seat has not seen sleep to the end, so that what it counts is less certain
    /// (003:35).
    Asleep {
        /// How many sleep.
        asleep: u8,
        /// How many it has not seen.
        unseen: u8,
    },
}

/// In how many of a thousand deals something holds of a seat, all deals that agree with what was done being
/// equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// Of which seat.
    pub seat: Seat,
    /// After the better action.
    pub better: u16,
    /// After the other one.
    pub other: u16,
}

/// Where the tiles with a number are that do not lie on the table after the better action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The number.
    pub pip: Pip,
    /// How many the seat that chooses holds.
    pub held: u8,
    /// How many are in other hands or asleep.
    pub others: u8,
}
