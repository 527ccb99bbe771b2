//! Totals of the entries of each club.

use serde::{Deserialize, Serialize};

use super::{Preset, PresetError};

/// Totals of the entries of each club, such as quartets of single players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TeamTotals {
    /// The number of entries that count, the best in the standings. Default: all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<u16>,
}

impl Preset {
    pub(super) fn check_team_totals(&self) -> Result<(), PresetError> {
        let counted = self.team_totals.and_then(|totals| totals.counted);
        match counted.is_some_and(|counted| !(1..=100).contains(&counted)) {
            true => Err(PresetError::Range {
                stage: 0,
                key: "team-totals",
            }),
            false => Ok(()),
        }
    }
}
