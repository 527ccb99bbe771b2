//! How fast bots play for a player who is alone with them.

use serde::{Deserialize, Serialize};

/// How fast bots play while one person has a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BotPace {
    /// As people do.
    #[default]
    Natural,
    /// In a third of that time.
    Fast,
    /// Without any thinking time.
    Instant,
    /// The bot that thinks plays at once; the pace stays.
    Skip,
}

impl BotPace {
    /// All values, the slowest first.
    pub const ALL: [Self; 4] = [Self::Natural, Self::Fast, Self::Instant, Self::Skip];

    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Natural => "natural",
            Self::Fast => "fast",
            Self::Instant => "instant",
            Self::Skip => "skip",
        }
    }

    /// The pace of a name; `None` for other words.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pace| pace.name() == name)
    }

    /// A thinking time at this pace, in milliseconds.
    pub const fn shorten(self, time: u32) -> u32 {
        match self {
            Self::Natural => time,
            Self::Fast => time / 3,
            Self::Instant | Self::Skip => 0,
        }
    }
}
