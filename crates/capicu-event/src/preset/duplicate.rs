//! Duplicate: stages with the same boards at every table.

use serde::{Deserialize, Serialize};

use super::{DecidedBy, Draws, PresetError, StageRules, TieBreak};

/// The boards of a stage: deals and openers that are equal at every table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Duplicate {
    /// The number of boards that a table plays per round, called a set.
    pub boards: u8,
    /// The points for results.
    pub scoring: Scoring,
    /// The dealing method at real tables.
    #[serde(default, skip_serializing_if = "Deals::are_in_bags")]
    pub deals: Deals,
}

/// The dealing method at real tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deals {
    /// A person who does not play fills bags.
    #[default]
    Bags,
    /// Players see the tiles of their own seat on a phone, and take them from the set.
    Phones,
}

impl Deals {
    fn are_in_bags(&self) -> bool {
        *self == Self::Bags
    }
}

/// The points for boards. Each result is compared with those of the other tables with the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// Two for each worse result and one for each equal one; a round gives up to 100 points.
    Matchpoints,
    /// The mean of the differences on a scale: [`crate::standings::imp`].
    Imps,
}

impl StageRules {
    pub(super) fn check_duplicate(&self, stage: usize) -> Result<(), PresetError> {
        let range = |key| Err(PresetError::Range { stage, key });
        let clash = |key| {
            let with = "duplicate";
            Err(PresetError::Clash { stage, key, with })
        };
        let is_matchpoints = |one: Duplicate| one.scoring == Scoring::Matchpoints;
        let by_percentage = self.standings.contains(&TieBreak::Percentage);
        if by_percentage && !self.duplicate.is_some_and(is_matchpoints) {
            return clash("percentage");
        }
        let Some(duplicate) = self.duplicate else {
            return match self.pairing.moves_boards() {
                true => clash("pairing"),
                false => Ok(()),
            };
        };
        if !(1..=36).contains(&duplicate.boards) {
            return range("boards");
        }
        let format = &self.meeting;
        if self.meeting.sides > 2 {
            return clash("sides");
        }
        if self.pairing.is_knock_out() || self.pairing.is_continuous() {
            return clash("pairing");
        }
        if !self.sittings.is_empty() {
            return clash("sitting");
        }
        if format.decided_by != DecidedBy::Points || format.target.is_some() {
            return clash("decided-by");
        }
        if format.draws == Draws::Impossible {
            return clash("draws");
        }
        if self.close_loss.is_some() {
            return clash("close-loss");
        }
        match duplicate.scoring {
            Scoring::Matchpoints if self.points != [100, 0] => range("points"),
            _ => Ok(()),
        }
    }
}
