//! Points for boards, computed again from `docs/events/reference.md`, and the boards that each entry has played.

use std::collections::BTreeMap;

use capicu_event::{
    AdjustedBoard, Average, Duplicate, EntryId, Method, Outcome, Pairing, Scoring, Winners,
};

use crate::checker::Wrong;
use crate::model::{Model, Played};
use crate::table;

/// The points that both sides of a table share in a round, in twelfths.
pub fn both_sides(stage: &Played) -> i64 {
    match stage.rules.duplicate.map(|one| one.scoring) {
        Some(Scoring::Matchpoints) => 1_200,
        Some(Scoring::Imps) | None => 0,
    }
}

/// The points of both sides of all tables that have played their boards, in twelfths, by round and meeting from 0.
pub fn points(model: &Model, number: usize) -> BTreeMap<[usize; 2], [i64; 2]> {
    let stage = &model.stages[number - 1];
    let mut all = BTreeMap::new();
    let Some(duplicate) = stage.rules.duplicate else {
        return all;
    };
    let mut sets: BTreeMap<u16, Vec<[usize; 2]>> = BTreeMap::new();
    for (round, (pairing, _)) in stage.rounds.iter().enumerate() {
        for (table, set) in pairing.sets.iter().enumerate() {
            sets.entry(*set).or_default().push([round, table]);
        }
    }
    for tables in sets.values() {
        let of = |at: &[usize; 2]| result(model, number, *at).map(|result| (*at, result));
        let played: Vec<_> = tables.iter().filter_map(of).collect();
        for (at, (own, adjusted)) in &played {
            let others = played.iter().filter(|(other, _)| other != at);
            let others: Vec<&[Option<i32>]> = others.map(|(_, (margins, _))| *margins).collect();
            let of_side = |side| {
                of_side(
                    duplicate,
                    (*own, *adjusted, side),
                    &others,
                    tables.len() as i64,
                )
            };
            let first = of_side(0);
            // Both sides share what there is. Only an artificial score gives more or less.
            let second = match adjusted.is_empty() {
                true => both_sides(stage) - first,
                false => of_side(1),
            };
            all.insert(*at, [first, second]);
        }
    }
    all
}

/// The results and the artificial scores of a table, if they count.
fn result(
    model: &Model,
    number: usize,
    [round, table]: [usize; 2],
) -> Option<(&[Option<i32>], &[AdjustedBoard])> {
    let (pairing, results) = &model.stages[number - 1].rounds[round];
    let mut seated = pairing.meetings[table].sides.iter().flatten();
    match &results[table] {
        Some(Outcome::Boards { margins, adjusted })
            if !seated.any(|id| table::wiped(model, number, *id)) =>
        {
            Some((margins, adjusted))
        }
        _ => None,
    }
}

/// The points of a side for these results, compared with those of the other tables. `tables` includes tables without a
/// result.
fn of_side(
    duplicate: Duplicate,
    (own, adjusted, side): (&[Option<i32>], &[AdjustedBoard], usize),
    others: &[&[Option<i32>]],
    tables: i64,
) -> i64 {
    let mut sum = Nearest { twelfths: 0 };
    let mut played = 0;
    // A single table has no comparison. Its results are worth half of an assumed top of two.
    let top = if tables == 1 { 2 } else { 2 * (tables - 1) };
    for one in adjusted {
        played += 1;
        // Law 12C2: 40, 50 or 60 %. With IMPs, -3, 0 or 3.
        let (percent, imps) = match one.sides[side] {
            Average::Minus => (40, -3),
            Average::Even => (50, 0),
            Average::Plus => (60, 3),
        };
        match duplicate.scoring {
            Scoring::Matchpoints => sum.add(percent * top, 100),
            Scoring::Imps => sum.add(imps, 1),
        }
    }
    for board in 0..usize::from(duplicate.boards) {
        let Some(margin) = own[board] else { continue };
        let theirs: Vec<i32> = others.iter().filter_map(|margins| margins[board]).collect();
        played += 1;
        let mut first = Nearest { twelfths: 0 };
        match duplicate.scoring {
            Scoring::Matchpoints if tables == 1 => first.add(1, 1),
            Scoring::Matchpoints => {
                let worse = theirs.iter().filter(|other| **other < margin).count() as i64;
                let level = theirs.iter().filter(|other| **other == margin).count() as i64;
                let had = theirs.len() as i64 + 1;
                // (M + 1) E / A - 1
                first.add((2 * worse + level + 1) * tables - had, had);
            }
            Scoring::Imps if theirs.is_empty() => {}
            Scoring::Imps => {
                let each = theirs.iter().map(|other| scale(margin - other));
                first.add(each.sum(), theirs.len() as i64);
            }
        }
        // On a board with a result, the second side has the rest.
        let both = match duplicate.scoring {
            Scoring::Matchpoints => 12 * top,
            Scoring::Imps => 0,
        };
        sum.twelfths += if side == 0 {
            first.twelfths
        } else {
            both - first.twelfths
        };
    }
    match duplicate.scoring {
        Scoring::Matchpoints => Nearest::of(sum.twelfths * 100, played * top),
        Scoring::Imps => Nearest::of(sum.twelfths * i64::from(duplicate.boards), played),
    }
}

/// A sum of fractions in twelfths, each rounded to the nearest.
struct Nearest {
    twelfths: i64,
}

impl Nearest {
    fn add(&mut self, above: i64, below: i64) {
        self.twelfths += Self::of(12 * above, below);
    }

    /// Halves are rounded away from 0.
    const fn of(above: i64, below: i64) -> i64 {
        let (whole, rest) = (above / below, above % below);
        if 2 * rest.abs() >= below {
            whole + rest.signum()
        } else {
            whole
        }
    }
}

fn scale(difference: i32) -> i64 {
    let worth = match difference.abs() {
        0..5 => 0,
        5..10 => 1,
        10..15 => 2,
        15..25 => 3,
        25..35 => 4,
        35..50 => 5,
        50..70 => 6,
        70..100 => 7,
        _ => 8,
    };
    worth * i64::from(difference.signum())
}

/// I12: every table has a set, and no entry plays one twice. With two winners, nobody changes direction. Without a movement, all tables play the same set.
pub fn wrong(stage: &Played, pairing: &Pairing) -> Wrong {
    let mut wrong = Wrong::new();
    let due = match stage.rules.duplicate {
        Some(_) => pairing.meetings.len(),
        None => 0,
    };
    if pairing.sets.len() != due {
        return vec![(
            "I12",
            format!("{} sets for {due} tables", pairing.sets.len()),
        )];
    }
    let moves = stage.definition().boards_move;
    let round = stage.rounds.len() as u16 + 1;
    let mut here: Vec<u16> = pairing.sets.clone();
    here.sort_unstable();
    here.dedup();
    if due > 0 && !moves && here != [round] {
        wrong.push(("I12", format!("sets {here:?} in round {round}")));
    }
    if moves && here.len() != due {
        wrong.push(("I12", "a set is at two tables".into()));
    }
    let two = matches!(
        stage.method,
        Method::Mitchell {
            winners: Winners::Two,
            ..
        }
    );
    for meeting in pairing.meetings.iter().filter(|_| two) {
        let place = |side: usize| {
            let id = meeting.sides[side].first();
            stage.order.iter().position(|other| Some(other) == id)
        };
        let halves = [0, 1].map(|side| place(side).map(|at| at % 2));
        if halves != [Some(0), Some(1)] {
            wrong.push(("I12", format!("{:?} change direction", meeting.sides)));
        }
    }
    for (meeting, set) in pairing.meetings.iter().zip(&pairing.sets) {
        for id in meeting.sides.iter().flatten() {
            if had(stage, *id).contains(set) {
                wrong.push(("I12", format!("entry {id} plays set {set} again")));
            }
        }
    }
    wrong
}

/// The sets that an entry has played.
fn had(stage: &Played, id: EntryId) -> Vec<u16> {
    let mut sets = Vec::new();
    for (pairing, _) in &stage.rounds {
        for (meeting, set) in pairing.meetings.iter().zip(&pairing.sets) {
            if meeting.sides.iter().flatten().any(|other| *other == id) {
                sets.push(*set);
            }
        }
    }
    sets
}
