//! Versions of the definitions of the tie-breaks. An event keeps the version it was created with.

use serde::{Deserialize, Serialize};

/// A version of the definitions in `docs/events/reference.md`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Definitions {
    /// A forfeit is no meeting. A bye counts the entry's own points once, also at tables of three or four.
    #[default]
    #[serde(rename = "1")]
    First,
    /// In a round robin, a forfeit is a meeting for the keys among tied entries. A round without play counts the entry's own
    /// points once for each missing opponent.
    #[serde(rename = "2")]
    Second,
}

impl Definitions {
    /// The version of new events.
    pub(crate) const NEWEST: Self = Self::Second;

    pub(crate) const fn is_first(&self) -> bool {
        matches!(self, Self::First)
    }

    /// The first edition of servers that reads it.
    pub(crate) const fn edition(self) -> u16 {
        match self {
            Self::First => 1,
            Self::Second => 5,
        }
    }
}
