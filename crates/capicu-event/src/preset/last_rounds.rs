//! The last rounds of a knock-out, with a format of their own.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Draw, Draws, Format, KnockOut, PresetError, Reset, StageRules, TieBreak};
use crate::pairing::double_knock_out;
use crate::state::Stage;

/// The last rounds of a knock-out, if they have another format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LastRounds {
    /// The number of rounds: 1 for the last one alone, 2 for the last two. The last meeting of a double knock-out and its
    /// repetition are one round.
    pub rounds: u16,
    /// The format of a meeting in them.
    pub meeting: Format,
    /// Options of the game in them. Tables of a server use them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub house_rules: BTreeMap<String, String>,
}

impl StageRules {
    /// The rules of a round, from 1, in a stage with this number of rounds in which nobody leaves.
    pub fn in_round(&self, round: u16, n_rounds: u16) -> Cow<'_, Self> {
        self.with_left(self.rounds_left(round, n_rounds))
    }

    /// The rules of a round with this number of rounds left, itself included.
    pub fn with_left(&self, left: u16) -> Cow<'_, Self> {
        let Some(last) = self.last_rounds_at(left) else {
            return Cow::Borrowed(self);
        };
        let mut rules = self.clone();
        rules.meeting = last.meeting.clone();
        rules.house_rules.extend(last.house_rules.clone());
        Cow::Owned(rules)
    }

    /// The rounds left from this one on, itself included.
    fn rounds_left(&self, round: u16, n_rounds: u16) -> u16 {
        let repeated = match self.pairing.traits().knock_out {
            Some(KnockOut::Double {
                reset: Reset::Played,
                ..
            }) => 1,
            Some(KnockOut::Double { .. } | KnockOut::Bracket { .. } | KnockOut::Tables { .. })
            | None => 0,
        };
        n_rounds.saturating_sub(repeated).saturating_sub(round) + 1
    }

    fn last_rounds_at(&self, left: u16) -> Option<&LastRounds> {
        let own = self.last_rounds.iter().filter(|last| last.rounds >= left);
        own.min_by_key(|last| last.rounds)
    }

    /// Whether older servers cannot read these rules.
    pub(super) fn is_new(&self) -> bool {
        let has_streak = self.standings.contains(&TieBreak::Streak);
        !self.last_rounds.is_empty() || !self.house_rules.is_empty() || has_streak
    }

    /// Whether the last rounds can have another format.
    pub fn may_have_last_rounds(&self) -> bool {
        matches!(
            self.pairing.traits().knock_out,
            Some(KnockOut::Bracket { .. } | KnockOut::Double { .. })
        )
    }

    /// Whether a meeting has one table, without boards.
    pub fn is_one_table(&self) -> bool {
        self.sittings.is_empty() && self.duplicate.is_none()
    }

    pub(super) fn check_last_rounds(&self, stage: usize) -> Result<(), PresetError> {
        let key = "last-rounds";
        let clash = |with| Err(PresetError::Clash { stage, key, with });
        if !self.last_rounds.is_empty() && !self.may_have_last_rounds() {
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
        self.rules.with_left(self.rounds_left(round))
    }

    /// The format of the meetings of a round, from 1.
    pub fn format_in(&self, round: u16) -> &Format {
        let last = self.rules.last_rounds_at(self.rounds_left(round));
        last.map_or(&self.rules.meeting, |last| &last.meeting)
    }

    /// The rounds left from this one on. In a double knock-out, entries that leave can bring the last meeting forward.
    fn rounds_left(&self, round: u16) -> u16 {
        let by_schedule = self.rules.rounds_left(round, self.n_rounds);
        let Some(KnockOut::Double { draw, .. }) = self.method.traits().knock_out else {
            return by_schedule;
        };
        let at = usize::from(round).saturating_sub(1);
        let (Some(found), false) = (self.rounds.get(at), self.rules.last_rounds.is_empty()) else {
            return by_schedule;
        };
        let boxes = double_knock_out::seated(self, at, &found.pairing);
        match draw {
            _ if boxes.is_last() => 1,
            Draw::Boxes => boxes.rounds_before_last() + 1,
            Draw::Bracket => by_schedule,
        }
    }
}
