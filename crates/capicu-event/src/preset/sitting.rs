//! Meetings of teams that are played at several tables.

use serde::{Deserialize, Serialize};

use super::{Format, StageRules};
use crate::fold;

/// Tables at which players of the teams of a meeting sit down at the same time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Sitting {
    /// How often, one after the other.
    pub times: u8,
    /// How many tables.
    pub tables: u8,
    /// How many players of a team sit at each: 1 for singles, 2 for doubles.
    pub players: u8,
    /// What a table brings its team.
    pub counts: Counts,
    /// What it brings those who are there if another side is not: of what it counts.
    pub no_show: u16,
    /// What is played at a table.
    pub meeting: Format,
}

/// What a table brings its team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counts {
    /// The games won there.
    Games,
    /// One if it was won.
    Wins,
    /// The points scored there.
    Points,
}

/// Points for a team that lost by a little.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CloseLoss {
    /// By how much at most, of what decides the meeting.
    pub by: u16,
    /// How many.
    pub points: u16,
}

impl StageRules {
    /// How many rounds the stage has if so many play it.
    pub fn n_rounds(&self, entries: usize) -> u16 {
        let entries = entries.max(2);
        fold::n_rounds(self, &fold::resolved(&self.pairing, entries), entries)
    }

    /// The sittings of a meeting, one after the other: each as often as it is played.
    pub fn all_sittings(&self) -> impl Iterator<Item = &Sitting> {
        let sittings = self.sittings.iter();
        sittings.flat_map(|one| core::iter::repeat_n(one, usize::from(one.times)))
    }

    /// The sitting of each table of a meeting.
    pub fn all_tables(&self) -> impl Iterator<Item = &Sitting> {
        let sittings = self.all_sittings();
        sittings.flat_map(|one| core::iter::repeat_n(one, usize::from(one.tables)))
    }
}
