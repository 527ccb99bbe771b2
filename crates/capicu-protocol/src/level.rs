//! How well bots play.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A level of play, from 1 to 8. Each notices more than the one below it, or thinks longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Level(u8);

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Self; 8] = [
        Self(1),
        Self(2),
        Self(3),
        Self(4),
        Self(5),
        Self(6),
        Self(7),
        Self(8),
    ];

    /// The level of this number, if there is one.
    pub fn new(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.0 == number)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl Default for Level {
    /// That of a sound club player.
    fn default() -> Self {
        Self(5)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A number that is no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoLevel;

impl fmt::Display for NoLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("levels are numbers from 1 to 8")
    }
}

impl TryFrom<u8> for Level {
    type Error = NoLevel;

    fn try_from(number: u8) -> Result<Self, NoLevel> {
        Self::new(number).ok_or(NoLevel)
    }
}

impl From<Level> for u8 {
    fn from(level: Level) -> Self {
        level.0
    }
}
