//! The places still possible for each entry.
//!
//! The bounds assume no corrections, no late entries, no new penalties, and no entries whose departure voids results.
//! Under these assumptions they are correct and only narrow from result to result. They use the first key of the list
//! if that is the points: no entry can gain more in a round than the most it can give.

use std::collections::BTreeMap;

use super::sheet::{Sheet, UNIT};
use crate::bracket;
use crate::id::EntryId;
use crate::preset::{KnockOut, TieBreak};
use crate::state::{Stage, StageStatus};

pub(super) enum Bounds {
    /// Nothing changes any more.
    Final,
    /// The lowest and the highest final points.
    Points(BTreeMap<EntryId, (i64, i64)>),
    /// The best and the worst place in a knock-out.
    Places(BTreeMap<EntryId, (u16, u16)>),
    /// Any of this number of places.
    Open(u16),
}

impl Bounds {
    /// The best and the worst final place of an entry that has this place now.
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
    if let Some(knock_out) = stage.method.traits().knock_out {
        return Bounds::Places(places(stage, knock_out));
    }
    // The points of a board depend on results of other tables, still to come.
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
    // A void round or an absence gives nothing.
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

/// Eliminated entries share the place of those who survived as many rounds. Other entries stay ahead of them. A meeting
/// for the third place divides the losers of the semifinals.
fn places(stage: &Stage, knock_out: KnockOut) -> BTreeMap<EntryId, (u16, u16)> {
    let complete = match stage.is_settled() {
        true => stage.rounds.len(),
        false => stage.rounds.len() - 1,
    } as u16;
    let survived = bracket::survived(stage, knock_out);
    let in_it = survived
        .values()
        .filter(|rounds| **rounds >= complete)
        .count() as u16;
    let third = bracket::third(stage);
    let may_be_third = |own: u16| bracket::plays_for_third(stage) && own + 2 == stage.n_rounds;
    let place = |id: &EntryId| {
        let own = survived[id];
        let ahead = survived.values().filter(|rounds| **rounds > own).count() as u16;
        let level = survived.values().filter(|rounds| **rounds == own).count() as u16;
        match (own >= complete, third) {
            (true, _) => (1, in_it),
            (false, Some(third)) if may_be_third(own) && third != *id => (2 + ahead, 2 + ahead),
            (false, None) if may_be_third(own) => (1 + ahead, ahead + level),
            (false, _) => (1 + ahead, 1 + ahead),
        }
    };
    stage.order.iter().map(|id| (*id, place(id))).collect()
}
