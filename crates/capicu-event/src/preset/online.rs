//! Rules for meetings at tables of a server.

use serde::{Deserialize, Serialize};

use super::{Preset, PresetError};

/// The longest absence to allow, in minutes.
const LONGEST_GRACE: u16 = 1_440;

/// Rules for meetings at tables of a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Online {
    /// The default venue of meetings; the director's desk can change it.
    pub usual: Venue,
    /// The time limit of a turn in the server's notation, such as `60s` or `20s+120s`; `off` for none.
    pub turn_time: String,
    /// The minutes per meeting that a seat may be absent.
    pub grace: u16,
    /// The consequence of a longer absence.
    pub absent: Absent,
    /// The permission to watch tables.
    pub watchers: Watchers,
}

/// A venue of a meeting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Venue {
    /// At a real table.
    #[default]
    Hall,
    /// At a table of the server, which records the result.
    Online,
}

impl Venue {
    pub(crate) fn is_usual(&self) -> bool {
        *self == Self::Hall
    }
}

/// The consequence of a long absence at a table of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Absent {
    /// The side loses by forfeit, according to the forfeit policy.
    Forfeit,
    /// The server notifies the director's desk, and the table keeps waiting.
    Desk,
    /// A bot plays on.
    Bot,
}

/// The permission to watch tables of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Watchers {
    /// Any visitor may watch.
    Everybody,
    /// Only players see it.
    Nobody,
}

impl Preset {
    pub(super) fn check_online(&self) -> Result<(), PresetError> {
        let Some(online) = &self.online else {
            return Ok(());
        };
        match (1..=LONGEST_GRACE).contains(&online.grace) {
            true => Ok(()),
            false => Err(PresetError::Range {
                stage: 0,
                key: "grace",
            }),
        }
    }

    /// The default venue of meetings; the director's desk can change it.
    pub fn usual_venue(&self) -> Venue {
        self.online
            .as_ref()
            .map_or(Venue::Hall, |online| online.usual)
    }
}
