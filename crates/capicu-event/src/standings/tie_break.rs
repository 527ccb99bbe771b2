//! The tie-breaks, as `docs/events/reference.md` defines them.

use std::collections::BTreeMap;

use super::sheet::{Row, RowKind, Sheet, UNIT};
use crate::id::EntryId;
use crate::preset::TieBreak;
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
        TieBreak::HeadToHead => head_to_head(group, sheets),
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
        TieBreak::Wins => count(&|row| row.points >= win),
        TieBreak::PlayedWins => count(&|row| row.place == Some((1, 1))),
        TieBreak::Difference => {
            sum(&|row| i64::from(row.own.points - row.against.points)) - sheet.score_penalty
        }
        TieBreak::PointsFor => sum(&|row| i64::from(row.own.points)) - sheet.score_penalty,
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
        TieBreak::HeadToHead | TieBreak::DirectEncounter | TieBreak::Lot => 0,
    }
}

fn points(sheet: &Sheet) -> i64 {
    sheet.rows.iter().map(|row| row.points).sum::<i64>() - sheet.penalty
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

/// The rounds of an entry, each with its contribution to a Buchholz score. An unplayed round counts as one against an
/// opponent with the entry's own points.
fn opponents<'a>(sheet: &'a Sheet, sheets: &Sheets, stage: &Stage) -> Vec<(&'a Row, i64)> {
    let own: i64 = sheet.rows.iter().map(|row| row.points).sum();
    let brought = |row: &'a Row| {
        let sum = match row.kind {
            RowKind::Played => row
                .opponents
                .iter()
                .map(|id| adjusted(&sheets[id], stage))
                .sum(),
            _ => own,
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

/// The meetings within a group. For each ordered pair: their number, and the points and difference of the first.
fn among(group: &[EntryId], sheets: &Sheets) -> BTreeMap<(EntryId, EntryId), (u32, i64, i64)> {
    let mut all = BTreeMap::new();
    for id in group {
        for row in sheets[id]
            .rows
            .iter()
            .filter(|row| row.kind == RowKind::Played)
        {
            for other in row.opponents.iter().filter(|other| group.contains(other)) {
                let entry: &mut (u32, i64, i64) = all.entry((*id, *other)).or_default();
                entry.0 += 1;
                entry.1 += row.points;
                entry.2 += i64::from(row.own.points - row.against.points);
            }
        }
    }
    all
}

/// Zero unless all in the group met equally often. Points decide first, then the difference. Each part still tied is
/// treated as its own group.
fn head_to_head(group: &[EntryId], sheets: &Sheets) -> Vec<i64> {
    let all = among(group, sheets);
    let others = |id: EntryId| group.iter().copied().filter(move |other| *other != id);
    let times = |one, other| all.get(&(one, other)).map_or(0, |met| met.0);
    let Some(first) = group.get(1).map(|second| times(group[0], *second)) else {
        return vec![0; group.len()];
    };
    let evenly = group
        .iter()
        .all(|id| others(*id).all(|other| times(*id, other) == first));
    if first == 0 || !evenly {
        return vec![0; group.len()];
    }
    let sum = |id: EntryId| {
        let met = others(id).filter_map(|other| all.get(&(id, other)));
        met.fold((0, 0), |sum, met| (sum.0 + met.1, sum.1 + met.2))
    };
    behind(group, sum, |part| head_to_head(part, sheets))
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
    let all = among(group, sheets);
    let others = |id: EntryId| group.iter().copied().filter(move |other| *other != id);
    let sum = |id: EntryId| {
        let met = others(id).filter_map(|other| all.get(&(id, other)));
        met.map(|met| met.1).sum::<i64>()
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
