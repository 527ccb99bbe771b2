//! Points for boards: each result is compared with those of the other tables.

use std::collections::BTreeMap;

use super::sheet::{UNIT, is_wiped};
use crate::outcome::{AdjustedBoard, Outcome};
use crate::preset::{Duplicate, Scoring};
use crate::state::{Stage, State};

/// The points for a round of matchpoints with the best result on every board.
const WHOLE: i64 = 100 * UNIT;

/// The matchpoints of a board for the first side of each table, in twelfths: 2 for each worse result and 1 for each
/// equal one.
///
/// If results are missing, Neuberg's formula moves the points towards the average. With `M` of `A` results and `E`
/// tables it gives `(M + 1) E / A - 1`, rounded to the nearest twelfth.
///
/// ```
/// // Of five results the best beats four others, and of four one is missing.
/// let points = capicu_event::standings::matchpoints(&[2, 1, 1, 0, -1], 5);
/// assert_eq!(points, [8, 5, 5, 2, 0].map(|points| 12 * points));
/// assert_eq!(capicu_event::standings::matchpoints(&[2, 1, 0, 0], 5)[0], 93);
/// ```
pub fn matchpoints(results: &[i32], tables: usize) -> Vec<i64> {
    let (had, expected) = (results.len() as i64, tables as i64);
    let points = |own: &i32| {
        let against = |other: &i32| match own.cmp(other) {
            core::cmp::Ordering::Greater => 2,
            core::cmp::Ordering::Equal => 1,
            core::cmp::Ordering::Less => 0,
        };
        // The result equals itself, which adds 1.
        let sum = results.iter().map(against).sum::<i64>() - 1;
        nearest(UNIT * ((sum + 1) * expected - had), had)
    };
    results.iter().map(points).collect()
}

/// The IMPs of a board for the first side of each table, in twelfths: the mean of [`imp`] over the differences from the
/// other tables, rounded to the nearest twelfth.
pub fn imps(results: &[i32]) -> Vec<i64> {
    let others = results.len() as i64 - 1;
    let points = |own: &i32| {
        let sum: i64 = results.iter().map(|other| imp(own - other)).sum();
        if others == 0 {
            0
        } else {
            nearest(UNIT * sum, others)
        }
    };
    results.iter().map(points).collect()
}

/// The IMPs for a difference in points of a round. One IMP each is added at 5, 10, 15, 25, 35, 50, 70 and 100 points.
pub fn imp(difference: i32) -> i64 {
    const FROM: [u32; 8] = [5, 10, 15, 25, 35, 50, 70, 100];
    let size = difference.unsigned_abs();
    let worth = FROM.iter().filter(|from| **from <= size).count() as i64;
    worth * i64::from(difference.signum())
}

/// The quotient rounded to the nearest integer, halves away from 0; the divisor is positive.
pub(super) const fn nearest(number: i64, by: i64) -> i64 {
    let size = (2 * number.abs() + by) / (2 * by);
    size * number.signum()
}

/// The points of both sides of each meeting with boards, in twelfths, by round and table from 0. A result counts once
/// it is settled.
pub(super) fn points(state: &State, stage: &Stage) -> BTreeMap<(usize, usize), [i64; 2]> {
    let mut all = BTreeMap::new();
    let Some(duplicate) = stage.rules.duplicate else {
        return all;
    };
    let mut sets: BTreeMap<u16, Vec<(usize, usize)>> = BTreeMap::new();
    for (round, found) in stage.rounds.iter().enumerate() {
        for (table, set) in found.pairing.sets.iter().enumerate() {
            sets.entry(*set).or_default().push((round, table));
        }
    }
    for tables in sets.values() {
        let counted = |&&(round, table): &&(usize, usize)| {
            let meeting = &stage.rounds[round].pairing.meetings[table];
            !meeting.entries().any(|id| is_wiped(state, stage, id))
        };
        let margins = |at: &(usize, usize)| match stage.outcome(at.0, at.1) {
            Some(Outcome::Boards { margins, adjusted }) => Some(Played {
                at: *at,
                margins,
                adjusted,
            }),
            _ => None,
        };
        let played: Vec<_> = tables.iter().filter(counted).filter_map(margins).collect();
        all.extend(of_set(&played, tables.len(), duplicate));
    }
    all
}

/// The result of a table, by round and table from 0.
struct Played<'a> {
    at: (usize, usize),
    margins: &'a [Option<i32>],
    adjusted: &'a [AdjustedBoard],
}

/// The points of both sides, in twelfths, on this number of boards.
#[derive(Clone, Copy, Default)]
struct Sum {
    sides: [i64; 2],
    boards: i64,
}

impl Sum {
    fn add(&mut self, points: [i64; 2]) {
        self.boards += 1;
        for (sum, points) in self.sides.iter_mut().zip(points) {
            *sum += points;
        }
    }
}

/// The points of a set for the tables that have played it. `tables` is the number that will.
fn of_set(
    played: &[Played],
    tables: usize,
    duplicate: Duplicate,
) -> Vec<((usize, usize), [i64; 2])> {
    let mut sums = vec![Sum::default(); played.len()];
    // With a single table, a result is average.
    let top = (2 * (tables as i64 - 1)).max(2) * UNIT;
    for board in 0..usize::from(duplicate.boards) {
        let result = |(at, table): (usize, &Played)| Some((at, table.margins[board]?));
        let had: Vec<(usize, i32)> = played.iter().enumerate().filter_map(result).collect();
        let results: Vec<i32> = had.iter().map(|(_, margin)| *margin).collect();
        let points = match duplicate.scoring {
            Scoring::Matchpoints if tables == 1 => vec![top / 2; results.len()],
            Scoring::Matchpoints => matchpoints(&results, tables),
            Scoring::Imps => imps(&results),
        };
        for ((at, _), points) in had.iter().zip(points) {
            let other = match duplicate.scoring {
                Scoring::Matchpoints => top - points,
                Scoring::Imps => -points,
            };
            sums[*at].add([points, other]);
        }
    }
    for (sum, table) in sums.iter_mut().zip(played) {
        for one in table.adjusted {
            sum.add(one.sides.map(|average| match duplicate.scoring {
                Scoring::Matchpoints => nearest(average.percent() * top, 100),
                Scoring::Imps => average.imps() * UNIT,
            }));
        }
    }
    let round = |sum: &Sum, table: &Played| {
        let Sum { sides, boards } = *sum;
        let share = |side: i64| match duplicate.scoring {
            Scoring::Matchpoints => nearest(WHOLE * side, boards * top),
            // Boards that were not played count like the average of the others.
            Scoring::Imps => nearest(side * i64::from(duplicate.boards), boards),
        };
        let [first, second] = sides.map(share);
        match (table.adjusted.is_empty(), duplicate.scoring) {
            (false, _) => [first, second],
            // Both sides share the whole, also after rounding.
            (true, Scoring::Matchpoints) => [first, WHOLE - first],
            (true, Scoring::Imps) => [first, -first],
        }
    };
    let rounds = sums.iter().zip(played);
    rounds
        .map(|(sum, table)| (table.at, round(sum, table)))
        .collect()
}
