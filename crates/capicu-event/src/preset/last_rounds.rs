//! The last rounds of a knock-out, with a format of their own.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Draws, Format, KnockOut, PresetError, StageRules};
use crate::state::Stage;

/// The last rounds of a knock-out, if they have another format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LastRounds {
    /// The number of rounds: 1 for the last one alone, 2 for the last two.
    pub rounds: u16,
    /// The format of a meeting in them.
    pub meeting: Format,
    /// Options of the game in them. Tables of a server use them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub house_rules: BTreeMap<String, String>,
}

impl StageRules {
    /// The rules of a round, from 1, in a stage with this number of rounds.
    pub fn in_round(&self, round: u16, n_rounds: u16) -> Cow<'_, Self> {
        let Some(last) = self.last_rounds_at(round, n_rounds) else {
            return Cow::Borrowed(self);
        };
        let mut rules = self.clone();
        rules.meeting = last.meeting.clone();
        rules.house_rules.extend(last.house_rules.clone());
        Cow::Owned(rules)
    }

    fn last_rounds_at(&self, round: u16, n_rounds: u16) -> Option<&LastRounds> {
        let left = n_rounds.saturating_sub(round) + 1;
        let own = self.last_rounds.iter().filter(|last| last.rounds >= left);
        own.min_by_key(|last| last.rounds)
    }

    /// Whether older servers cannot read these rules.
    pub(super) fn is_new(&self) -> bool {
        !self.last_rounds.is_empty() || !self.house_rules.is_empty()
    }

    pub(super) fn check_last_rounds(&self, stage: usize) -> Result<(), PresetError> {
        let key = "last-rounds";
        let clash = |with| Err(PresetError::Clash { stage, key, with });
        let is_bracket = matches!(
            self.pairing.traits().knock_out,
            Some(KnockOut::Bracket { .. })
        );
        if !self.last_rounds.is_empty() && !is_bracket {
            return clash("pairing");
        }
        if !self.last_rounds.is_empty() && !self.sittings.is_empty() {
            return clash("sitting");
        }
        if !self.last_rounds.is_empty() && self.duplicate.is_some() {
            return clash("duplicate");
        }
        for (at, last) in self.last_rounds.iter().enumerate() {
            let others = &self.last_rounds[..at];
            let is_double = others.iter().any(|other| other.rounds == last.rounds);
            if !(1..=16).contains(&last.rounds) || is_double {
                return Err(PresetError::Range { stage, key });
            }
            last.meeting.check(stage, false)?;
            // All rounds have the same kind of score, so that they can be compared and added.
            let kind = |format: &Format| (format.sides, format.decided_by, format.target.is_some());
            if kind(&last.meeting) != kind(&self.meeting) {
                return clash("meeting");
            }
            if last.meeting.draws == Draws::Possible {
                return clash("draws");
            }
        }
        Ok(())
    }
}

impl Stage {
    /// The rules of a round, from 1.
    pub fn rules_in(&self, round: u16) -> Cow<'_, StageRules> {
        self.rules.in_round(round, self.n_rounds)
    }

    /// The format of the meetings of a round, from 1.
    pub fn format_in(&self, round: u16) -> &Format {
        let last = self.rules.last_rounds_at(round, self.n_rounds);
        last.map_or(&self.rules.meeting, |last| &last.meeting)
    }
}
