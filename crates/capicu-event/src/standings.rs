//! Standings: the results of all entries, ordered by the stage's list of tie-breaks.

mod boards;
mod bounds;
mod cut;
mod definitions;
mod players;
mod prizes;
mod sheet;
mod teams;
mod tie_break;

use core::ops::Range;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::bracket;
use crate::draw;
use crate::id::EntryId;
use crate::meeting::Meeting;
use crate::preset::{BoardsMove, Movement, TieBreak, Traits, Winners};
use crate::state::{Stage, State};

pub use boards::{imp, imps, matchpoints};
pub use cut::{AtCut, Cut, CutKey, CutSettled, cut, title};
pub(crate) use cut::{drawn, open_tie};
pub use definitions::Definitions;
pub use players::{PlayerRecord, players};
pub use prizes::{Won, prizes, ranking};
pub use sheet::{Row, RowKind, Sheet, UNIT};
pub use teams::{TeamStanding, team_keys, teams};

/// The position of an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// The entry itself.
    pub entry: EntryId,
    /// The direction in which it is ranked; `None` if all entries are ranked together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<Direction>,
    /// The place, from 1; entries equal in all keys share it. Each direction has its own places.
    pub place: u16,
    /// The values of the stage's tie-breaks in order, higher is better.
    ///
    /// Points are in twelfths, in [`TieBreak::SonnebornBerger`] in twenty-fourths. For tie-breaks among tied entries,
    /// the value is the number of tied entries behind.
    pub keys: Vec<i64>,
    /// The best place still possible.
    pub best: u16,
    /// The worst place still possible.
    pub worst: u16,
}

/// The direction of a pair that keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// The pairs that keep their tables.
    NorthSouth,
    /// The pairs that move.
    EastWest,
}

/// The standings of a stage, best first; a lot orders equal places. With two directions, North-South come first.
///
/// In a knock-out, entries with equal numbers of rounds survived share a place, except at the last table of three or
/// four, and after a meeting for the third place.
pub fn standings(state: &State, stage: &Stage) -> Vec<Standing> {
    let sheets = sheet::sheets(state, stage);
    let knock_out = stage.method.traits().knock_out;
    let list: &[TieBreak] = match knock_out {
        Some(_) => &[],
        None => &stage.rules.standings,
    };
    let mut groups = match stage.has_two_winners() {
        true => [Direction::NorthSouth, Direction::EastWest]
            .map(|direction| stage.of_direction(direction))
            .to_vec(),
        false => vec![stage.order.clone()],
    };
    groups.retain(|group| !group.is_empty());
    let mut keys: BTreeMap<EntryId, Vec<i64>> = BTreeMap::new();
    if let Some(knock_out) = knock_out {
        let survived = bracket::survived(stage, knock_out);
        groups = split(groups, &mut keys, |group| {
            group.iter().map(|id| i64::from(survived[id])).collect()
        });
        let last = bracket::last_table(stage);
        let third = bracket::third(stage);
        groups = split(groups, &mut keys, |group| {
            let place = |id: &EntryId| match last.get(id) {
                Some(place) => -i64::from(*place),
                None => (third == Some(*id)).into(),
            };
            group.iter().map(place).collect()
        });
    }
    for tie_break in list {
        groups = split(groups, &mut keys, |group| {
            tie_break::keys(*tie_break, group, &sheets, stage)
        });
    }
    if let Some(order) = decided_title(stage, &groups) {
        groups = split(groups, &mut keys, |group| {
            let place = |id: &EntryId| order.iter().rev().position(|other| other == id);
            let value = |id| place(id).map_or(0, |behind| behind as i64);
            group.iter().map(value).collect()
        });
    }
    let bounds = bounds::bounds(stage, &sheets);
    let lots = lots(stage);
    let mut standings = Vec::with_capacity(stage.order.len());
    let mut place = 1;
    let mut last = None;
    for mut group in groups {
        let direction = group.first().and_then(|id| stage.direction(*id));
        if direction != last {
            place = 1;
            last = direction;
        }
        let next = place + group.len() as u16;
        group.sort_by_key(|id| lots[id]);
        for entry in group {
            let (best, worst) = bounds.of(entry, place);
            let worst = match direction {
                Some(direction) => worst.min(stage.of_direction(direction).len() as u16),
                None => worst,
            };
            let keys = keys.remove(&entry).unwrap_or_default();
            standings.push(Standing {
                entry,
                direction,
                place,
                keys,
                best,
                worst,
            });
        }
        place = next;
    }
    standings
}

/// The order of the entries in first place, as decided for the title. A correction of results can make the decision void.
fn decided_title<'a>(stage: &'a Stage, groups: &[Vec<EntryId>]) -> Option<&'a [EntryId]> {
    let order = &stage.title.as_ref()?.order;
    let first: BTreeSet<&EntryId> = groups.first()?.iter().collect();
    (first == order.iter().collect()).then_some(order.as_slice())
}

impl Stage {
    /// The rounds in play, from 0: the last one, or all of an arena, where meetings begin and end at any time.
    pub fn rounds_in_play(&self) -> Range<usize> {
        let n = self.rounds.len();
        match self.method.is_continuous() {
            true => 0..n,
            false => n.saturating_sub(1)..n,
        }
    }

    /// Whether the two directions of a movement are ranked apart.
    pub fn has_two_winners(&self) -> bool {
        let Traits { boards, .. } = self.method.traits();
        let winners = Winners::Two;
        boards == BoardsMove::By(Movement::Mitchell { winners })
    }

    /// The direction in which an entry is ranked.
    pub fn direction(&self, entry: EntryId) -> Option<Direction> {
        if !self.has_two_winners() {
            return None;
        }
        let at = self.order.iter().position(|id| *id == entry)?;
        Some(direction_at(at))
    }

    fn of_direction(&self, direction: Direction) -> Vec<EntryId> {
        let places = self.order.iter().enumerate();
        let own = places.filter(|(at, _)| direction_at(*at) == direction);
        own.map(|(_, id)| *id).collect()
    }

    /// The keys of the standings of a knock-out.
    pub(crate) fn knock_out_keys(&self) -> [CutKey; 2] {
        let last = match bracket::plays_for_third(self) {
            true => CutKey::ThirdPlace,
            false => CutKey::LastTable,
        };
        [CutKey::Rounds, last]
    }

    /// Whether a meeting of a round, from 1, published or drafted, is for the third place.
    pub fn is_for_third_place(&self, round: u16, meeting: &Meeting) -> bool {
        let losers = bracket::losers_before(self, usize::from(round).wrapping_sub(1));
        meeting.entries().any(|id| losers.contains(&id))
    }
}

/// The direction of a place in the seed order: every other pair moves.
const fn direction_at(at: usize) -> Direction {
    if at.is_multiple_of(2) {
        Direction::NorthSouth
    } else {
        Direction::EastWest
    }
}

/// Sorts each group by a key, highest first, and splits it where the key differs.
fn split(
    groups: Vec<Vec<EntryId>>,
    keys: &mut BTreeMap<EntryId, Vec<i64>>,
    key: impl Fn(&[EntryId]) -> Vec<i64>,
) -> Vec<Vec<EntryId>> {
    let mut finer = Vec::new();
    for group in groups {
        let mut keyed: Vec<(i64, EntryId)> = key(&group).into_iter().zip(group).collect();
        keyed.sort_by_key(|(key, _)| core::cmp::Reverse(*key));
        for (key, id) in &keyed {
            keys.entry(*id).or_default().push(*key);
        }
        let same = |one: &(i64, EntryId), other: &(i64, EntryId)| one.0 == other.0;
        finer.extend(
            keyed
                .chunk_by(same)
                .map(|part| part.iter().map(|(_, id)| *id).collect()),
        );
    }
    finer
}

/// A random number per entry, drawn by its place in the seed order.
pub(crate) fn lots(stage: &Stage) -> BTreeMap<EntryId, u64> {
    let lot = |(at, id): (usize, &EntryId)| (*id, draw::number(stage.seed, "lot", &[at as u64]));
    stage.order.iter().enumerate().map(lot).collect()
}

/// The points of all entries, in twelfths.
pub(crate) fn points(state: &State, stage: &Stage) -> BTreeMap<EntryId, i64> {
    points_before(state, stage, stage.rounds.len())
}

/// The points of all entries before the round of this index, in twelfths.
pub(crate) fn points_before(state: &State, stage: &Stage, round: usize) -> BTreeMap<EntryId, i64> {
    let sheets = sheet::sheets(state, stage);
    let sum = |sheet: &Sheet| {
        let rows = sheet
            .rows
            .iter()
            .filter(|row| usize::from(row.round) <= round);
        rows.map(|row| row.points).sum::<i64>() - sheet.penalty
    };
    sheets.iter().map(|(id, sheet)| (*id, sum(sheet))).collect()
}

/// The results of all entries in a stage.
pub fn sheets(state: &State, stage: &Stage) -> BTreeMap<EntryId, Sheet> {
    sheet::sheets(state, stage)
}
