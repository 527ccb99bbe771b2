//! Which places are still possible.
//!
//! The bounds suppose that results are not corrected, nobody enters late, no points are taken away and
//! nobody's leaving voids results; then they are sound, and only narrow from result to result. They use the first key of the list
//! where that is the points: nobody can gain more in a round than the most it can bring, or less than
//! the least.

use std::collections::BTreeMap;

use super::sheet::{Sheet, UNIT};
use crate::bracket;
use crate::id::EntryId;
use crate::preset::TieBreak;
use crate::state::{Stage, StageStatus};

pub(super) enum Bounds {
    /// Nothing changes any more.
    Final,
    /// The lowest and the highest points at the end.
    Points(BTreeMap<EntryId, (i64, i64)>),
    /// Places in a knock-out.
    Places(BTreeMap<EntryId, (u16, u16)>),
    /// Any place.
    Open(u16),
}

impl Bounds {
    /// The best and the worst place of an entry that is in this one now.
    pub(super) fn of(&self, entry: EntryId, place: u16) -> (u16, u16) {
        match self {
            Self::Final => (place, place),
            Self::Points(all) => {
                let (low, high) = all[&entry];
                let others = || all.iter().filter(|(other, _)| **other != entry);
                let ahead = others().filter(|(_, points)| points.0 > high).count();
                let level = others().filter(|(_, points)| points.1 >= low).count();
                (1 + ahead as u16, 1 + level as u16)
            }
            Self::Places(all) => all[&entry],
            Self::Open(n) => (1, *n),
        }
    }
}

pub(super) fn bounds(stage: &Stage, sheets: &BTreeMap<EntryId, Sheet>) -> Bounds {
    let done = stage.rounds.len() == usize::from(stage.n_rounds) && stage.is_settled();
    if stage.status == StageStatus::Closed || done {
        return Bounds::Final;
    }
    let n = stage.order.len() as u16;
    let decided = stage.is_settled() && !bracket::last_table(stage).is_empty();
    if decided {
        return Bounds::Final;
    }
    if stage.method.is_knock_out() {
        return Bounds::Places(knock_out(stage));
    }
    // What a board brings depends on results that are still to come in.
    let by_points = stage.rules.standings.first() == Some(&TieBreak::Points);
    if !by_points || stage.rules.duplicate.is_some() {
        return Bounds::Open(n);
    }
    let rules = &stage.rules;
    let policy = &rules.forfeits;
    let awards = [
        policy.bye,
        policy.requested_bye,
        policy.win,
        policy.loss,
        policy.double,
    ];
    let awards = awards.iter().map(|award| award.points);
    // A round may also be void, or somebody absent: then it brings nothing.
    let most = awards
        .chain(rules.points.iter().copied())
        .max()
        .unwrap_or(0);
    let range = |sheet: &Sheet| {
        let now = sheet.rows.iter().map(|row| row.points).sum::<i64>() - sheet.penalty;
        let left = i64::from(stage.n_rounds.saturating_sub(sheet.rounds_done));
        (now, now + left * i64::from(most) * UNIT)
    };
    Bounds::Points(
        sheets
            .iter()
            .map(|(id, sheet)| (*id, range(sheet)))
            .collect(),
    )
}

/// Who is out stays where those are who came as far; nobody in it falls behind who is out.
fn knock_out(stage: &Stage) -> BTreeMap<EntryId, (u16, u16)> {
    let complete = match stage.is_settled() {
        true => stage.rounds.len(),
        false => stage.rounds.len() - 1,
    } as u16;
    let survived = bracket::survived(stage);
    let in_it = survived
        .values()
        .filter(|rounds| **rounds >= complete)
        .count() as u16;
    let place = |id: &EntryId| {
        let own = survived[id];
        let ahead = survived.values().filter(|rounds| **rounds > own).count() as u16;
        match own >= complete {
            true => (1, in_it),
            false => (1 + ahead, 1 + ahead),
        }
    };
    stage.order.iter().map(|id| (*id, place(id))).collect()
}
