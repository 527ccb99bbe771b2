//! The facts as the journal holds them.

use capicu_protocol::{Actor, Call, Hints, Level, TableRules, TurnTime, Wish};
use serde::{Deserialize, Serialize};

/// A table as it was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// Every option.
    pub rules: TableRules,
    /// The seat of the maker.
    pub maker: u8,
    /// Who was to sit where.
    pub seats: Vec<SeatSetup>,
    /// How long a turn may take.
    pub turn_time: TurnTime,
    /// How well its bots play.
    #[serde(default)]
    pub level: Level,
    /// Whether players may ask what to play.
    #[serde(default)]
    pub hints: Hints,
}

/// A seat as it was planned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "plan", rename_all = "kebab-case")]
pub enum SeatSetup {
    /// A person, who comes with the token of this hash.
    Person {
        /// Hexadecimal.
        token: String,
        /// What the player is called.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        name: Option<String>,
    },
    /// A bot, until somebody comes with the token of this hash.
    Open {
        /// Hexadecimal.
        token: String,
    },
    /// A bot.
    Bot,
}

/// Something that happened and does not follow from what happened before. All else is derived.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "kebab-case")]
pub enum Fact {
    /// A match began with this seed.
    MatchBegan {
        /// Hexadecimal. The tiles turned up and dealt follow from it.
        seed: String,
    },
    /// Tiles were turned up for the set, for the how manieth time from 0.
    TurnedUp {
        /// The number.
        number: u32,
    },
    /// The tiles were dealt, for the how manieth time from 0.
    Dealt {
        /// The number.
        number: u32,
    },
    /// The seat whose turn it was did this.
    Acted {
        /// Who chose.
        by: Actor,
        /// As [`capicu::Action`] prints it.
        action: String,
    },
    /// A seat called a score.
    Called {
        /// Who.
        seat: u8,
        /// What.
        call: Call,
    },
    /// A partner spoke in the huddle.
    Wished {
        /// Who.
        seat: u8,
        /// What.
        wish: Wish,
    },
    /// A player is ready for the next deal.
    Ready {
        /// Who.
        seat: u8,
    },
    /// A player wants another match.
    Rematch {
        /// Who.
        seat: u8,
    },
    /// Somebody opened the link of an open seat.
    Sat {
        /// Which.
        seat: u8,
    },
    /// A player changed their name.
    Named {
        /// Who.
        seat: u8,
        /// To what.
        name: String,
    },
    /// A player changed the token of their seat.
    Rotated {
        /// Who.
        seat: u8,
        /// The hash of the new token, hexadecimal.
        token: String,
    },
    /// The maker took a seat back.
    Renewed {
        /// Which.
        seat: u8,
        /// The hash of the new token, or none for a seat that a bot keeps.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        token: Option<String>,
    },
}
