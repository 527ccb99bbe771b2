//! Meetings of teams at several tables.

use serde::{Deserialize, Serialize};

use super::{Format, StageRules};
use crate::fold;

/// Tables at which players of a meeting's teams play at the same time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Sitting {
    /// The number of repetitions, one after the other.
    pub times: u8,
    /// The number of tables at once.
    pub tables: u8,
    /// The players of a team at each table: 1 for singles, 2 for doubles.
    pub players: u8,
    /// The contribution of a table to its team.
    pub counts: Counts,
    /// The contribution for teams present if another one is absent, in the unit of `counts`.
    pub no_show: u16,
    /// The format at each table.
    pub meeting: Format,
}

/// The contribution of a table to its team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counts {
    /// The games won at the table.
    Games,
    /// One for winning the table.
    Wins,
    /// The points scored at the table.
    Points,
}

/// Points for a team that lost by a small margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CloseLoss {
    /// The largest margin, in the unit that decides the meeting.
    pub by: u16,
    /// Points of the standings for the loser.
    pub points: u16,
}

impl StageRules {
    /// The number of rounds of the stage with this number of entries.
    pub fn n_rounds(&self, entries: usize) -> u16 {
        let entries = entries.max(2);
        fold::n_rounds(self, &fold::resolved(&self.pairing, entries), entries)
    }

    /// The sittings of a meeting in order, each as often as it repeats.
    pub fn all_sittings(&self) -> impl Iterator<Item = &Sitting> {
        let sittings = self.sittings.iter();
        sittings.flat_map(|one| core::iter::repeat_n(one, usize::from(one.times)))
    }

    /// The sitting of each table of a meeting, in order.
    pub fn all_tables(&self) -> impl Iterator<Item = &Sitting> {
        let sittings = self.all_sittings();
        sittings.flat_map(|one| core::iter::repeat_n(one, usize::from(one.tables)))
    }
}
