//! The players as they are offered to people: eight levels.

use alloc::boxed::Box;
use core::fmt;
use core::str::FromStr;

use crate::{Aim, Belief, Bot, Budget, Counter, Heavy, Notices, Novice, Reader};

/// A level of play, from 1 to 8. Each notices more than the one below it, or thinks longer; none
/// ever sees more than its seat does, and none errs on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What makes a level.
#[derive(Clone, Copy, Debug)]
enum Habit {
    /// Drops the heaviest tile.
    Drops,
    /// Plays by a part of the rules of thumb.
    Notices(Notices),
    /// Plays by all of them.
    Counts,
    /// Imagines hidden tiles, and how the round may go on.
    Imagines {
        nodes: u64,
        belief: Belief,
        aim: Aim,
    },
}

/// The levels in order.
const HABITS: [Habit; 8] = [
    Habit::Drops,
    Habit::Notices(Notices::OwnHand),
    Habit::Notices(Notices::Table),
    Habit::Notices(Notices::Passes),
    Habit::Counts,
    imagines(200, Belief::Facts, Aim::Round),
    imagines(1_000, Belief::Play, Aim::Round),
    imagines(100_000, Belief::Play, Aim::Match),
];

const fn imagines(nodes: u64, belief: Belief, aim: Aim) -> Habit {
    Habit::Imagines { nodes, belief, aim }
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Self; HABITS.len()] = {
        let mut all = [Self(0); HABITS.len()];
        let mut i = 0;
        while i < all.len() {
            all[i] = Self(i as u8 + 1);
            i += 1;
        }
        all
    };

    /// The strongest.
    pub const BEST: Self = Self::ALL[HABITS.len() - 1];

    /// The strongest that plays at once, by rules of thumb.
    pub const QUICK: Self = Self(5);

    /// The level of this number, if there is one.
    pub const fn new(number: u8) -> Option<Self> {
        if 1 <= number && number as usize <= HABITS.len() {
            Some(Self(number))
        } else {
            None
        }
    }

    /// Its number, from 1.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// A player of this level. How long it thinks is counted in nodes, so that it plays the same on
    /// every machine.
    pub fn bot(self) -> Box<dyn Bot> {
        match HABITS[usize::from(self.0) - 1] {
            Habit::Drops => Box::new(Heavy),
            Habit::Notices(what) => Box::new(Novice(what)),
            Habit::Counts => Box::new(Counter),
            Habit::Imagines { nodes, belief, aim } => {
                Box::new(Reader::new(Budget::Nodes(nodes), belief).aiming(aim))
            }
        }
    }
}

impl Default for Level {
    /// The sound club player: it plays at once and well, and leaves its partner something to do
    /// better.
    fn default() -> Self {
        Self::QUICK
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A text that is no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("levels are numbers from 1 to {}", HABITS.len())]
pub struct ParseLevelError;

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = text.parse().ok();
        number.and_then(Self::new).ok_or(ParseLevelError)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn levels_read_what_they_print() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
            assert_eq!(Level::new(level.number()), Some(level));
        }
        for bad in ["", "0", "9", "256", "-1", "one"] {
            assert_eq!(bad.parse::<Level>(), Err(ParseLevelError), "{bad}");
        }
        assert_eq!(Level::QUICK, Level::default());
        assert_eq!((Level::BEST.number(), Level::ALL[0].number()), (8, 1));
    }
}
