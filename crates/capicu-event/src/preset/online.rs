//! Meetings that are played at tables of a server.

use serde::{Deserialize, Serialize};

use super::{Preset, PresetError};

/// The longest that anybody is waited for, in minutes.
const LONGEST_GRACE: u16 = 1_440;

/// How meetings are played at tables of a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Online {
    /// Where meetings are played unless the desk says otherwise.
    pub usual: Venue,
    /// How long a turn may take: a word for the server, such as `60s` or `20s+120s`; `off` for as long as it takes.
    pub turn_time: String,
    /// For how many minutes of a meeting somebody is waited for.
    pub grace: u16,
    /// What happens then.
    pub absent: Absent,
    /// Who may watch.
    pub watchers: Watchers,
}

/// Where a meeting is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Venue {
    /// At a real table.
    #[default]
    Hall,
    /// At a table of the server, which writes the result down.
    Online,
}

impl Venue {
    /// Whether it is where people meet who do not say where.
    pub(crate) fn is_usual(&self) -> bool {
        *self == Self::Hall
    }
}

/// What happens to who is not there at a table of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Absent {
    /// The side loses by forfeit, as the forfeit policy says.
    Forfeit,
    /// The desk is told, and the table goes on waiting.
    Desk,
    /// A bot plays on.
    Bot,
}

/// Who may watch the tables of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Watchers {
    /// Everybody.
    Everybody,
    /// Nobody.
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

    /// Where meetings are played unless the desk says otherwise.
    pub fn usual_venue(&self) -> Venue {
        self.online
            .as_ref()
            .map_or(Venue::Hall, |online| online.usual)
    }
}
