use crate::{Pip, Seat, Tile};

/// Evidence for one action, the *better* one, over another. A seat can know it at its turn, and anybody can check it.
///
/// # Sources
///
/// The advice of 000:13, 001:10, 002:7, 002:32, 003:13, 003:17, 003:35 and 004:90-95.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clue {
    /// This seat holds no tile with this number: it could not play when the number was open. The better action leaves
    /// an opponent the number, or spares a partner it (002:7, 003:17).
    Lacks {
        /// The seat without the number.
        seat: Seat,
        /// The number that it lacks.
        pip: Pip,
        /// The move of the round that showed it, counted from 0.
        mv: usize,
        /// Whether the seat drew at that move; otherwise it passed.
        drew: bool,
    },
    /// The next player cannot play (000:13, 004:91, 004:94).
    Shuts(Odds),
    /// The next player holds no tile that scores at once (004:91).
    Denies(Odds),
    /// This seat holds at least as many of the unplayed tiles with a number as all other hands and the boneyard
    /// together (004:91).
    Holds(Tally),
    /// Every end shows the number, of which this seat holds enough (003:13).
    Stitches(Tally),
    /// No end shows the number any more, of which the others may hold more (004:94-95).
    CutsOff(Tally),
    /// This seat chose to lead this tile, so it probably holds more of its numbers. The better action closes one of
    /// them to an opponent, or leaves it to a partner (002:7, 004:92).
    Led {
        /// The seat that led.
        seat: Seat,
        /// The tile it led.
        tile: Tile,
    },
    /// The ends score more than after the other action (004:90, 004:95).
    Scores {
        /// The count of the ends now, in pips.
        before: u16,
        /// The count of the ends after the better action, in pips.
        after: u16,
        /// The score of that count, in points.
        points: u16,
    },
    /// A double is led, so there is one number to answer instead of two (002:32).
    OneNumber {
        /// The number of the double.
        pip: Pip,
    },
    /// Some of the unseen tiles stay in the boneyard, so this seat's counts are less certain (003:35).
    Boneyard {
        /// The number of tiles in the boneyard.
        boneyard: u8,
        /// The number of tiles this seat has not seen.
        unseen: u8,
    },
}

/// How many of a thousand deals have a property, before and after a choice. All deals that agree with the moves so far
/// are equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The seat whose hand has the property.
    pub seat: Seat,
    /// Deals per thousand after the better action.
    pub better: u16,
    /// Deals per thousand after the other action.
    pub other: u16,
}

/// The unplayed tiles with a number, after the better action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The number on all these tiles.
    pub pip: Pip,
    /// How many the choosing seat holds.
    pub held: u8,
    /// How many are in other hands or in the boneyard.
    pub others: u8,
}
