//! How well bots play.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Declares the levels, the weakest first. A new level goes in its place by strength. It needs its texts
/// (`capicu-i18n`), its bot of the same name (`capicu-ai`) and its row in docs/strength.md; tests check each.
macro_rules! levels {
    ($($(#[$doc:meta])* $level:ident = $name:literal,)+) => {
        /// A level of play. Each notices more than the level below it, or thinks longer.
        ///
        /// Files store its name, which never changes. Its number is its place among all levels, which a new level may
        /// change.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum Level { $($(#[$doc])* #[serde(rename = $name)] $level,)+ }

        impl Level {
            /// Every level, the weakest first.
            pub const ALL: &'static [Self] = &[$(Self::$level,)+];

            /// The names of all levels, in the same order.
            pub const NAMES: &'static [&'static str] = &[$($name,)+];
        }
    };
}

levels! {
    /// Drops its heaviest tile.
    Heaviest = "heaviest",
    /// Keeps its own suits open.
    OwnHand = "own-hand",
    /// Also looks at the score of the ends and at who laid the tile it covers.
    Table = "table",
    /// Remembers who passed on which numbers.
    Passes = "passes",
    /// Counts tiles, as in a club.
    Club = "club",
    /// Imagines the hidden tiles.
    Imagines = "imagines",
    /// Draws conclusions from how everybody plays.
    Concludes = "concludes",
    /// Plays for the match.
    Match = "match",
}

impl Level {
    /// The levels that the numbers from 1 meant while levels were stored by number. It never changes.
    pub const NUMBERED: [Self; 8] = [
        Self::Heaviest,
        Self::OwnHand,
        Self::Table,
        Self::Passes,
        Self::Club,
        Self::Imagines,
        Self::Concludes,
        Self::Match,
    ];

    /// The name of the level on the wire.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Returns the level with this name, if there is one.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|level| level.name() == name)
    }

    /// The level whose portrait the bot has that comes after `bots` others at its table: its own, then the next ones.
    pub fn portrait(self, bots: usize) -> Self {
        Self::ALL[(self as usize + bots) % Self::ALL.len()]
    }

    /// Its place among all levels, from 1, as pages show it.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }
}

impl Default for Level {
    /// The sound club player: it plays at once and well, and leaves its partner room to do better.
    fn default() -> Self {
        Self::Club
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_of_a_table_have_different_portraits() {
        for level in Level::ALL {
            let mut all: Vec<Level> = (0..8).map(|bots| level.portrait(bots)).collect();
            assert_eq!(all[0], *level);
            all.sort();
            assert_eq!(all, Level::ALL);
        }
    }
}
