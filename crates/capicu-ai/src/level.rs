//! The levels of bots that people can choose.

use alloc::boxed::Box;
use core::fmt;
use core::str::FromStr;

use crate::{Aim, Belief, Bot, Budget, Counter, Heavy, Notices, Novice, Reader};

/// A level of play. Each notices more than the one below it, or thinks longer. No level sees more than its seat, and
/// none errs on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

#[derive(Clone, Copy, Debug)]
enum Habit {
    Drops,
    Notices(Notices),
    Counts,
    Imagines {
        nodes: u64,
        belief: Belief,
        aim: Aim,
    },
}

/// The levels in order, with their names on the wire.
const HABITS: &[(&str, Habit)] = &[
    ("heaviest", Habit::Drops),
    ("own-hand", Habit::Notices(Notices::OwnHand)),
    ("table", Habit::Notices(Notices::Table)),
    ("passes", Habit::Notices(Notices::Passes)),
    ("club", Habit::Counts),
    ("imagines", imagines(200, Belief::Facts, Aim::Round)),
    ("concludes", imagines(1_000, Belief::Play, Aim::Round)),
    ("match", imagines(100_000, Belief::Play, Aim::Match)),
];

impl Habit {
    const fn nodes(self) -> u64 {
        match self {
            Self::Drops | Self::Notices(_) | Self::Counts => 0,
            Self::Imagines { nodes, .. } => nodes,
        }
    }
}

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

    pub const BEST: Self = Self::ALL[HABITS.len() - 1];

    /// The strongest level that plays at once, by rules of thumb.
    pub const QUICK: Self = {
        let mut quick = 0;
        while HABITS[quick + 1].1.nodes() == 0 {
            quick += 1;
        }
        Self(quick as u8 + 1)
    };

    /// The level of this number, if there is one.
    pub const fn new(number: u8) -> Option<Self> {
        if 1 <= number && number as usize <= HABITS.len() {
            Some(Self(number))
        } else {
            None
        }
    }

    /// The level of this name, if there is one.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }

    /// Its number among all levels, from 1.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its name, which does not change when levels are added.
    pub const fn name(self) -> &'static str {
        HABITS[self.0 as usize - 1].0
    }

    /// The nodes it searches for a decision; 0 if it plays by rules of thumb.
    pub const fn nodes(self) -> u64 {
        HABITS[self.0 as usize - 1].1.nodes()
    }

    /// A player of this level. Its thinking is counted in nodes, so it plays the same on every machine.
    pub fn bot(self) -> Box<dyn Bot> {
        match HABITS[usize::from(self.0) - 1].1 {
            Habit::Drops => Box::new(Heavy),
            Habit::Notices(what) => Box::new(Novice(what)),
            Habit::Counts => Box::new(Counter),
            Habit::Imagines { nodes, belief, aim } => {
                Box::new(Reader::new(Budget::Nodes(nodes), belief).aiming(aim))
            }
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("levels are numbers from 1 to {}, or their names", HABITS.len())]
pub struct ParseLevelError;

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = text.parse().ok().and_then(Self::new);
        number.or_else(|| Self::named(text)).ok_or(ParseLevelError)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn names_of_levels_are_read_back() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
            assert_eq!(Level::new(level.number()), Some(level));
            assert_eq!(level.name().parse(), Ok(level));
        }
        let above = (Level::BEST.number() + 1).to_string();
        for bad in ["", "0", &above, "256", "-1", "one"] {
            assert_eq!(bad.parse::<Level>(), Err(ParseLevelError), "{bad}");
        }
        assert_eq!(Level::ALL[0].number(), 1);
    }

    #[test]
    fn quick_level_plays_without_search() {
        let quick = |level: &Level| level.nodes() == 0;
        let quickest = Level::ALL.into_iter().filter(quick).max();
        assert_eq!(quickest, Some(Level::QUICK));
        // Levels that search use more nodes than those below, or more evidence.
        assert!(Level::ALL.is_sorted_by_key(|level| level.nodes()));
    }
}
