//! The state of a seek, for a player's page.

use capicu_protocol::{PlayerId, TableId};
use serde::{Deserialize, Serialize};

use crate::{Challenge, Relation, Wish};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Progress {
    /// The player seeks nothing: never did, stopped, or the server restarted.
    None,
    Inviting {
        code: String,
        wish: Wish,
    },
    Challenging(Box<Challenge>),
    Waiting(Waiting),
    Seated(TableId),
    Failed,
}

/// A seek in progress. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    pub wish: Wish,
    /// Whether the seek pauses until the partner's page is open again.
    pub is_partner_away: bool,
    pub side: Relation,
    pub people: usize,
    pub seats: u8,
    pub waited: u64,
    /// When bots take the empty seats; `None` if they do not for these people.
    pub bots_in: Option<u64>,
    pub offers_casual: bool,
    /// The others with names: the partner, and everybody at the table once it is found. Empty for a rated seek. Servers
    /// of earlier versions send none.
    #[serde(default)]
    pub others: Vec<Other>,
}

/// Another player with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Other {
    pub player: PlayerId,
    pub name: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Invitation {
    pub host: PlayerId,
    pub name: Option<String>,
    pub wish: Wish,
    /// When the host's page last polled.
    pub(crate) seen: u64,
}

impl Invitation {
    /// Milliseconds that an invitation lasts after the last poll of the host's page. The host may have left to send the
    /// link.
    pub(crate) const LIFE: u64 = 600_000;

    pub(crate) const fn is_open(&self, now: u64) -> bool {
        now.saturating_sub(self.seen) < Self::LIFE
    }
}
