//! The tie-breaks, as `docs/events/reference.md` defines them.

use std::collections::BTreeMap;

use super::boards;
use super::sheet::{Row, RowKind, Sheet, UNIT};
use crate::id::EntryId;
use crate::preset::{Method, TieBreak};
use crate::standings::Definitions;
use crate::state::Stage;

type Sheets = BTreeMap<EntryId, Sheet>;

/// The key of each tied entry, higher is better.
pub(super) fn keys(
    tie_break: TieBreak,
    group: &[EntryId],
    sheets: &Sheets,
    stage: &Stage,
) -> Vec<i64> {
    match tie_break {
        TieBreak::HeadToHead => head_to_head(group, sheets, stage, by_difference),
        TieBreak::HeadToHeadFor => head_to_head(group, sheets, stage, by_points_for),
        TieBreak::DirectEncounter => direct_encounter(group, sheets, stage),
        TieBreak::Lot => {
            let lots = super::lots(stage);
            group.iter().map(|id| (lots[id] >> 1) as i64).collect()
        }
        _ => group
            .iter()
            .map(|id| alone(tie_break, &sheets[id], sheets, stage))
            .collect(),
    }
}

/// A key that does not depend on the tied group.
fn alone(tie_break: TieBreak, sheet: &Sheet, sheets: &Sheets, stage: &Stage) -> i64 {
    let rows = &sheet.rows;
    let win = i64::from(stage.rules.points[0]) * UNIT;
    let count = |wanted: &dyn Fn(&&Row) -> bool| rows.iter().filter(wanted).count() as i64;
    let sum = |value: &dyn Fn(&Row) -> i64| rows.iter().map(value).sum::<i64>();
    match tie_break {
        TieBreak::Points => points(sheet),
        TieBreak::Percentage => percentage(sheet),
        TieBreak::Wins => count(&|row| row.points >= win),
        TieBreak::PlayedWins => count(&|row| row.place == Some((1, 1))),
        TieBreak::Difference => {
            sum(&|row| i64::from(row.own.points - row.against.points)) - sheet.score_penalty
        }
        TieBreak::PointsFor => sum(&|row| i64::from(row.own.points)) - sheet.score_penalty,
        TieBreak::Streak => sheet.best_streak() as i64,
        TieBreak::Games => sum(&|row| i64::from(row.own.games)),
        TieBreak::GamesDifference => {
            sum(&|row| i64::from(row.own.games) - i64::from(row.against.games))
        }
        TieBreak::Loves => count(&|row| row.place == Some((1, 1)) && is_love(row)),
        TieBreak::Buchholz => opponents(sheet, sheets, stage)
            .iter()
            .map(|(_, sum)| sum)
            .sum(),
        TieBreak::BuchholzCut1 => cut(&opponents(sheet, sheets, stage)),
        TieBreak::SonnebornBerger => sonneborn_berger(sheet, sheets, stage),
        TieBreak::Progressive => {
            let last = stage.rounds.len() as i64;
            sum(&|row| row.points * (last + 1 - i64::from(row.round)))
        }
        TieBreak::HeadToHead
        | TieBreak::HeadToHeadFor
        | TieBreak::DirectEncounter
        | TieBreak::Lot => 0,
    }
}

fn points(sheet: &Sheet) -> i64 {
    sheet.rows.iter().map(|row| row.points).sum::<i64>() - sheet.penalty
}

/// The mean of the points of the rounds that were played, in twelfths of a percent. Byes and forfeits do not count.
fn percentage(sheet: &Sheet) -> i64 {
    let is_played = |row: &&Row| row.kind == RowKind::Played;
    let rounds = sheet.rows.iter().filter(is_played);
    let sum = rounds.clone().map(|row| row.points).sum::<i64>() - sheet.penalty;
    match rounds.count() as i64 {
        0 => 0,
        n => boards::nearest(sum, n),
    }
}

/// A win in which no other side scored; by games if the format has them.
fn is_love(row: &Row) -> bool {
    match row.own.games {
        0 => row.against.points == 0,
        _ => row.against.games == 0,
    }
}

/// The points of an entry for its opponents' tie-breaks. Rounds that it skipped after its last available one count as
/// draws.
fn adjusted(sheet: &Sheet, stage: &Stage) -> i64 {
    let available = sheet.rows.iter().rposition(|row| !row.kind.is_voluntary());
    let counted = available.map_or(0, |at| at + 1);
    let before: i64 = sheet.rows[..counted].iter().map(|row| row.points).sum();
    before + (sheet.rows.len() - counted) as i64 * draw(stage)
}

/// The points of a draw, in twelfths: half of those that two sides share.
fn draw(stage: &Stage) -> i64 {
    let points = &stage.rules.points;
    i64::from(points[0] + points[1]) * UNIT / 2
}

/// The rounds of an entry, each with its contribution to a Buchholz score. An unplayed round counts as one against
/// opponents with the entry's own points.
fn opponents<'a>(sheet: &'a Sheet, sheets: &Sheets, stage: &Stage) -> Vec<(&'a Row, i64)> {
    let own: i64 = sheet.rows.iter().map(|row| row.points).sum();
    let missing = match stage.tie_breaks {
        Definitions::First => 1,
        Definitions::Second => {
            let a_side = stage.method.traits().entries_a_side as i64;
            a_side * (i64::from(stage.rules.meeting.sides) - 1)
        }
    };
    let brought = |row: &'a Row| {
        let sum = match row.kind {
            RowKind::Played => row
                .opponents
                .iter()
                .map(|id| adjusted(&sheets[id], stage))
                .sum(),
            _ => own * missing,
        };
        (row, sum)
    };
    sheet.rows.iter().map(brought).collect()
}

/// The sum without the lowest; a round that the entry skipped is dropped first.
fn cut(opponents: &[(&Row, i64)]) -> i64 {
    let sum: i64 = opponents.iter().map(|(_, sum)| sum).sum();
    let away = opponents.iter().filter(|(row, _)| row.kind.is_voluntary());
    let lowest = away.map(|(_, sum)| *sum).min();
    let lowest = lowest.or_else(|| opponents.iter().map(|(_, sum)| *sum).min());
    sum - lowest.unwrap_or(0)
}

/// The score in twenty-fourths of a point.
fn sonneborn_berger(sheet: &Sheet, sheets: &Sheets, stage: &Stage) -> i64 {
    let win = i64::from(stage.rules.points[0]) * UNIT;
    let halves = |row: &Row| match row.place {
        Some((1, 1)) => 2,
        Some((1, _)) => 1,
        Some(_) => 0,
        None if row.points >= win => 2,
        None if row.points >= draw(stage) && row.points > 0 => 1,
        None => 0,
    };
    opponents(sheet, sheets, stage)
        .iter()
        .map(|(row, sum)| halves(row) * sum)
        .sum()
}

/// The results of an entry against another one in their group.
#[derive(Clone, Copy, Default)]
struct Met {
    times: u32,
    points: i64,
    score: [i64; 2],
}

/// Whether a round is a meeting for the keys among tied entries.
fn is_meeting(row: &Row, stage: &Stage) -> bool {
    let scheduled = matches!(stage.method, Method::RoundRobin { .. });
    match row.kind {
        RowKind::Played => true,
        RowKind::ForfeitWin | RowKind::ForfeitLoss | RowKind::DoubleForfeit => {
            scheduled && stage.tie_breaks == Definitions::Second
        }
        RowKind::Bye | RowKind::RequestedBye | RowKind::Missed | RowKind::Absent => false,
    }
}

/// The meetings within a group, for each ordered pair.
fn among(group: &[EntryId], sheets: &Sheets, stage: &Stage) -> BTreeMap<(EntryId, EntryId), Met> {
    let mut all = BTreeMap::new();
    for id in group {
        let rows = sheets[id].rows.iter();
        for row in rows.filter(|row| is_meeting(row, stage)) {
            for other in row.opponents.iter().filter(|other| group.contains(other)) {
                let met: &mut Met = all.entry((*id, *other)).or_default();
                met.times += 1;
                met.points += row.points;
                met.score[0] += i64::from(row.own.points);
                met.score[1] += i64::from(row.against.points);
            }
        }
    }
    all
}

/// Compares an entry by its meetings with the others of its group.
type Among = fn(&[Met], &Stage) -> (i64, i64);

/// By points, then by the difference.
fn by_difference(met: &[Met], _: &Stage) -> (i64, i64) {
    let difference = |met: &Met| met.score[0] - met.score[1];
    let points = met.iter().map(|met| met.points).sum();
    (points, met.iter().map(difference).sum())
}

/// An entry that beat all others is first; otherwise by the points of games for.
fn by_points_for(met: &[Met], stage: &Stage) -> (i64, i64) {
    let win = i64::from(stage.rules.points[0]) * UNIT;
    let beaten = |met: &Met| met.points >= win * i64::from(met.times);
    let first = met.iter().all(beaten);
    (first.into(), met.iter().map(|met| met.score[0]).sum())
}

/// Zero unless all in the group met equally often. Each part still tied is treated as its own group.
fn head_to_head(group: &[EntryId], sheets: &Sheets, stage: &Stage, by: Among) -> Vec<i64> {
    let all = among(group, sheets, stage);
    let others = |id: EntryId| group.iter().copied().filter(move |other| *other != id);
    let times = |one, other| all.get(&(one, other)).map_or(0, |met: &Met| met.times);
    let Some(first) = group.get(1).map(|second| times(group[0], *second)) else {
        return vec![0; group.len()];
    };
    let evenly = group
        .iter()
        .all(|id| others(*id).all(|other| times(*id, other) == first));
    if first == 0 || !evenly {
        return vec![0; group.len()];
    }
    let key = |id: EntryId| {
        let met: Vec<Met> = others(id)
            .filter_map(|other| all.get(&(id, other)).copied())
            .collect();
        by(&met, stage)
    };
    behind(group, key, |part| head_to_head(part, sheets, stage, by))
}

/// The number of group members behind each: by the key, and within equal keys by `rest`.
fn behind<K: Ord + Copy>(
    group: &[EntryId],
    key: impl Fn(EntryId) -> K,
    rest: impl Fn(&[EntryId]) -> Vec<i64>,
) -> Vec<i64> {
    let keys: BTreeMap<EntryId, K> = group.iter().map(|id| (*id, key(*id))).collect();
    let below = |id: &EntryId| {
        let below = keys.values().filter(|key| **key < keys[id]).count() as i64;
        let part: Vec<EntryId> = group
            .iter()
            .copied()
            .filter(|other| keys[other] == keys[id])
            .collect();
        if part.len() == group.len() || part.len() == 1 {
            return below;
        }
        let at = part.iter().position(|other| other == id).unwrap_or(0);
        below + rest(&part)[at]
    };
    group.iter().map(below).collect()
}

/// Orders by the points of the meetings within the group. If meetings are missing, an entry is first only if no result
/// could change that; then the rest follows likewise.
fn direct_encounter(group: &[EntryId], sheets: &Sheets, stage: &Stage) -> Vec<i64> {
    let all = among(group, sheets, stage);
    let others = |id: EntryId| group.iter().copied().filter(move |other| *other != id);
    let sum = |id: EntryId| {
        let met = others(id).filter_map(|other| all.get(&(id, other)));
        met.map(|met: &Met| met.points).sum::<i64>()
    };
    let missing = |id: EntryId| {
        others(id)
            .filter(|other| !all.contains_key(&(id, *other)))
            .count()
    };
    if group.iter().all(|id| missing(*id) == 0) {
        return behind(group, sum, |part| direct_encounter(part, sheets, stage));
    }
    let win = i64::from(stage.rules.points[0]) * UNIT;
    let most = |id: EntryId| sum(id) + missing(id) as i64 * win;
    let on_top = |id: &&EntryId| others(**id).all(|other| sum(**id) > most(other));
    let Some(top) = group.iter().find(on_top) else {
        return vec![0; group.len()];
    };
    let rest: Vec<EntryId> = others(*top).collect();
    let mut keys = direct_encounter(&rest, sheets, stage).into_iter();
    let key = |id: &EntryId| match id == top {
        true => rest.len() as i64,
        false => keys.next().unwrap_or(0),
    };
    group.iter().map(key).collect()
}
