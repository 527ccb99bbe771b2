//! The columns of the standings of all stages in one table.

use core::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Serialize;

use crate::id::EntryId;
use crate::preset::TieBreak;
use crate::standings::{CutKey, Standing, UNIT, team_keys};
use crate::state::{Stage, State};

/// A key of the standings of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct KeyColumn {
    /// The key of the standings.
    pub key: CutKey,
    /// The parts of one point in its values: 12, 24 or 1.
    pub parts: i64,
}

/// The keys of the standings of a stage, in the order of [`Standing::keys`].
pub fn key_columns(stage: &Stage) -> Vec<KeyColumn> {
    let mut columns: Vec<KeyColumn> = match stage.method.is_knock_out() {
        true => {
            let keys = stage.knock_out_keys();
            keys.map(|key| KeyColumn { key, parts: 1 }).to_vec()
        }
        false => stage.rules.standings.iter().copied().map(column).collect(),
    };
    columns.extend(stage.title.as_ref().map(|_| KeyColumn {
        key: CutKey::PlayOff,
        parts: 1,
    }));
    columns
}

/// The keys of the team totals of a stage, in the order of [`TeamStanding::keys`](crate::standings::TeamStanding::keys).
pub fn team_key_columns(stage: &Stage) -> Vec<KeyColumn> {
    team_keys(stage).into_iter().map(column).collect()
}

const fn column(of: TieBreak) -> KeyColumn {
    KeyColumn {
        key: CutKey::TieBreak(of),
        parts: parts(of),
    }
}

/// The value of a key in the standings of a stage; `None` if the stage has no such key.
pub fn key_in(stage: &Stage, standing: &Standing, key: CutKey) -> Option<i64> {
    let columns = key_columns(stage);
    let at = columns.iter().position(|column| column.key == key)?;
    standing.keys.get(at).copied()
}

/// The places of all entries in the lot of a stage, from 1; empty if its standings use no lot. The numbers themselves are
/// long and say nothing.
pub fn lot_places(all: &[Standing], stage: &Stage) -> BTreeMap<EntryId, u16> {
    let columns = key_columns(stage);
    let lot = CutKey::TieBreak(TieBreak::Lot);
    let Some(at) = columns.iter().position(|column| column.key == lot) else {
        return BTreeMap::new();
    };
    let keyed = all
        .iter()
        .filter_map(|one| Some((Reverse(*one.keys.get(at)?), one.entry)));
    let mut keyed: Vec<_> = keyed.collect();
    keyed.sort_unstable();
    let entries = keyed.into_iter().map(|(_, entry)| entry);
    entries.zip(1..).collect()
}

/// The keys of all stages, each once, in the order of their first appearance.
pub fn all_keys(state: &State) -> Vec<CutKey> {
    let mut all = Vec::new();
    for column in state.stages.iter().flat_map(key_columns) {
        if !all.contains(&column.key) {
            all.push(column.key);
        }
    }
    all
}

/// The parts of one point in the values of a tie-break.
const fn parts(of: TieBreak) -> i64 {
    match of {
        TieBreak::Points
        | TieBreak::Percentage
        | TieBreak::Buchholz
        | TieBreak::BuchholzCut1
        | TieBreak::Progressive => UNIT,
        TieBreak::SonnebornBerger => 2 * UNIT,
        TieBreak::Wins
        | TieBreak::PlayedWins
        | TieBreak::Difference
        | TieBreak::PointsFor
        | TieBreak::Streak
        | TieBreak::Games
        | TieBreak::GamesDifference
        | TieBreak::Loves
        | TieBreak::HeadToHead
        | TieBreak::HeadToHeadFor
        | TieBreak::DirectEncounter
        | TieBreak::Lot => 1,
    }
}
