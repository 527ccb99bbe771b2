//! Checks of a pairing: its entries, rematches and costs.

use std::collections::BTreeSet;

use capicu_event::{Breach, ByeKind, EntryId, Method, Pairing};

use super::Wrong;
use crate::cost::Room;
use crate::definition::{Least, Out, Rounds};
use crate::model::{Model, Played};

/// The moment of a check.
#[derive(Clone, Copy, PartialEq)]
pub enum Moment {
    Drafted,
    Later,
}

/// I2 and I3 in an arena: no rematch of the last meeting, and no two waiting entries that could meet.
pub fn waiting(stage: &Played, pairing: &Pairing) -> Wrong {
    let mut wrong = Wrong::new();
    if stage.definition().least != Least::Free {
        return wrong;
    }
    for meeting in &pairing.meetings {
        let [one, other] = [0, 1].map(|side| meeting.sides[side][0]);
        if stage.just_met(one, other) {
            wrong.push(("I2", format!("{one} and {other} have just met")));
        }
    }
    for (at, one) in pairing.byes.iter().enumerate() {
        for other in &pairing.byes[at + 1..] {
            let [one, other] = [one.entry, other.entry];
            if !stage.just_met(one, other) {
                wrong.push(("I3", format!("{one} and {other} wait and could meet")));
            }
        }
    }
    wrong
}

/// I1: exactly the entries present with a place play the first stage.
pub fn opened(model: &Model, order: &[EntryId]) -> Wrong {
    let there = model.entries.keys().copied();
    let there: BTreeSet<EntryId> = there.filter(|id| model.is_there(*id)).collect();
    let order: BTreeSet<EntryId> = order.iter().copied().collect();
    let due = there.symmetric_difference(&order);
    due.map(|id| {
        (
            "I1",
            format!("entry {id} plays without a place, or the other way round"),
        )
    })
    .collect()
}

/// I1: each entry present is in exactly one meeting or bye, and no other entry is.
pub fn seats(model: &Model, stage: &Played, pairing: &Pairing, moment: Moment) -> Wrong {
    let mut wrong = Wrong::new();
    let arena = stage.definition().is_free();
    let seated = pairing
        .meetings
        .iter()
        .flat_map(|meeting| meeting.sides.iter().flatten());
    let mut seated: Vec<EntryId> = seated.copied().collect();
    seated.extend(pairing.byes.iter().map(|bye| bye.entry));
    let distinct: BTreeSet<EntryId> = seated.iter().copied().collect();
    if distinct.len() != seated.len() {
        wrong.push(("I1", "somebody is seated twice".into()));
    }
    let mut there = stage.still_in();
    there.extend(stage.for_third());
    there.retain(|id| model.is_there(*id));
    if arena {
        there.retain(|id| !stage.is_seated(*id));
    }
    // An entry that becomes free in an arena between draft and publication waits. A queue has no byes.
    let in_queue = arena && stage.definition().least == Least::Nothing;
    let due: Vec<&EntryId> = match (arena, moment) {
        (true, _) if in_queue => distinct.difference(&there).collect(),
        (true, Moment::Later) => distinct.difference(&there).collect(),
        (true, Moment::Drafted) | (false, _) => there.symmetric_difference(&distinct).collect(),
    };
    for id in due {
        wrong.push((
            "I1",
            format!("entry {id} is there and has no seat, or the other way round"),
        ));
    }
    let round = stage.rounds.len() as u16 + 1;
    for bye in &pairing.byes {
        let asked = model.entries[&bye.entry].byes.contains(&round);
        if asked != (bye.kind == ByeKind::Requested) {
            wrong.push((
                "I3",
                format!("the bye of entry {} is of the wrong kind", bye.entry),
            ));
        }
    }
    wrong
}

/// I2 and I3: every rematch, repeated partner and second bye is in the list of breaches.
pub fn again(model: &Model, stage: &Played, pairing: &Pairing, known: &[Breach]) -> Wrong {
    let mut wrong = Wrong::new();
    for meeting in &pairing.meetings {
        let sides = meeting.sides.iter().enumerate();
        let seats: Vec<(usize, EntryId)> = sides
            .flat_map(|(side, entries)| entries.iter().map(move |id| (side, *id)))
            .collect();
        for (at, (side, one)) in seats.iter().enumerate() {
            for (beside, other) in &seats[at + 1..] {
                let entries = [*one.min(other), *one.max(other)];
                wrong.extend(too_often(stage, entries, side == beside, known));
                let apart = Breach::KeptApart { entries };
                let alone = meeting.sides.iter().all(|side| side.len() == 1);
                let by_costs = stage.definition().least.keeps_apart();
                if by_costs && alone && model.apart.contains(&entries) && !known.contains(&apart) {
                    wrong.push(("I2", format!("{one} and {other} are kept apart and meet")));
                }
            }
        }
    }
    if !stage.definition().by_results() {
        return wrong;
    }
    let by_pairing = |bye: &&capicu_event::Bye| bye.kind == ByeKind::Pairing;
    let byes = pairing.byes.iter().filter(by_pairing).map(|bye| bye.entry);
    let playing = pairing
        .meetings
        .iter()
        .flat_map(|meeting| meeting.sides.iter().flatten());
    let fewest = playing.map(|id| stage.byes_had(*id)).min();
    for entry in byes {
        let breach = Breach::SecondBye { entry };
        let second = fewest.is_some_and(|fewest| stage.byes_had(entry) > fewest);
        if second && model.is_there(entry) && !known.contains(&breach) {
            wrong.push(("I3", format!("entry {entry} has one more bye than others")));
        }
    }
    wrong
}

/// Whether two entries meet or are partners more often than the method allows.
fn too_often(stage: &Played, entries: [EntryId; 2], partners: bool, known: &[Breach]) -> Wrong {
    let [one, other] = entries;
    let asked = stage.definition();
    let (times, most) = match partners {
        true => (stage.partnered(one, other), Some(asked.partners)),
        false => (stage.met(one, other), asked.opponents),
    };
    let breach = match partners {
        true => Breach::Partners { entries },
        false => Breach::Rematch { entries },
    };
    match most.is_some_and(|most| times >= most) && !known.contains(&breach) {
        true => vec![("I2", format!("{one} and {other} meet again"))],
        false => Wrong::new(),
    }
}

/// I4: the logged costs are correct, and no pairing costs less.
pub fn best(room: &Room, pairing: &Pairing, costs: &[capicu_event::Costs]) -> Wrong {
    let Some(tables) = room.tables(pairing, costs) else {
        return vec![(
            "I4",
            "costs are missing, or are not those of the room".into(),
        )];
    };
    let mut wrong = Wrong::new();
    for (one, other, printed) in &tables {
        let due = room.cost(*one, *other);
        if due != *printed {
            wrong.push((
                "I4",
                format!("places {one} and {other} cost {due:?}, not {printed:?}"),
            ));
        }
    }
    if !room.is_best(&tables) {
        wrong.push(("I4", "another pairing costs less".into()));
    }
    wrong
}

/// I2: the tables of a round robin are those of FIDE's Berger tables (C.05, annex 1), in the order that the desk chose.
/// Around a circle, the last number stands still and the others move on by half of the circle.
pub fn unscheduled(model: &Model, stage: &Played, pairing: &Pairing) -> Wrong {
    let Method::RoundRobin { .. } = stage.method else {
        return Wrong::new();
    };
    let most = stage.exchanges.iter().map(|of| usize::from(of[1]));
    let most = most.chain([stage.n_rounds, stage.rounds.len() + 1]).max();
    let mut rounds: Vec<usize> = (0..most.unwrap_or(0)).collect();
    for [one, other] in &stage.exchanges {
        rounds.swap(usize::from(*one) - 1, usize::from(*other) - 1);
    }
    let n = stage.order.len() + stage.order.len() % 2;
    let round = rounds[stage.rounds.len()] % (n - 1);
    // In round r from 0, numbers whose sum is r + 2 modulo n - 1 meet, counted from 1; the one that would meet itself
    // meets the last.
    let number = |id: EntryId| {
        1 + stage
            .order
            .iter()
            .position(|other| *other == id)
            .unwrap_or(n)
    };
    let meets = |one: usize, other: usize| match (one == n, other == n) {
        (false, false) => (one + other) % (n - 1) == (round + 2) % (n - 1),
        (true, _) => (2 * other) % (n - 1) == (round + 2) % (n - 1),
        (_, true) => (2 * one) % (n - 1) == (round + 2) % (n - 1),
    };
    let mut wrong = Wrong::new();
    for meeting in &pairing.meetings {
        let [one, other] = [0, 1].map(|side| meeting.sides[side][0]);
        if !meets(number(one), number(other)) {
            wrong.push(("I2", format!("{one} and {other} meet in another round")));
        }
    }
    for (at, one) in pairing.byes.iter().enumerate() {
        for other in &pairing.byes[at + 1..] {
            if meets(number(one.entry), number(other.entry)) && model.is_there(one.entry) {
                let [one, other] = [one.entry, other.entry];
                wrong.push(("I2", format!("{one} and {other} are there and do not meet")));
            }
        }
    }
    wrong
}

/// I1: an entry with its own table sits there, unless another one has the table too, or sits with it.
pub fn misplaced(model: &Model, stage: &Played, pairing: &Pairing) -> Wrong {
    let mut wrong = Wrong::new();
    if stage.definition().boards_move || stage.definition().is_free() {
        return wrong;
    }
    for (id, table) in &model.tables {
        let own =
            |meeting: &capicu_event::Meeting| meeting.sides.iter().flatten().any(|of| of == id);
        let Some(at) = pairing.meetings.iter().position(own) else {
            continue;
        };
        let number = at + usize::from(model.first_table);
        let last = pairing.meetings.len() + usize::from(model.first_table) - 1;
        let shared = model.tables.iter().any(|(other, theirs)| {
            let with = pairing.meetings[at]
                .sides
                .iter()
                .flatten()
                .any(|of| of == other);
            other != id && (with || theirs == table)
        });
        let exists = (usize::from(model.first_table)..=last).contains(&usize::from(*table));
        if exists && !shared && number != usize::from(*table) {
            wrong.push((
                "I1",
                format!("entry {id} sits at table {number}, not {table}"),
            ));
        }
    }
    wrong
}

/// I1: somebody plays in every round, unless byes were requested. The schedule of a round robin may have such a round, and
/// a knock-out too, if opponents have left and the entries with byes still have to meet.
pub fn deserted(stage: &Played, pairing: &Pairing) -> Wrong {
    let definition = stage.definition();
    let requested = |bye: &capicu_event::Bye| bye.kind == ByeKind::Requested;
    let wanted = match definition.rounds {
        Rounds::Scheduled if definition.is_knock_out() => pairing.byes.len() > 1,
        Rounds::Scheduled => !pairing.byes.is_empty(),
        Rounds::ByResults | Rounds::Free { .. } => pairing.byes.iter().any(requested),
    };
    match pairing.meetings.is_empty() && !wanted {
        true => vec![("I1", "nobody plays in a round".into())],
        false => Wrong::new(),
    }
}

/// Whether the stage has a planned number of rounds to be played.
fn has_rounds(stage: &Played) -> bool {
    !stage.definition().is_knock_out() && !stage.definition().is_free()
}

/// I1: no round follows the last one.
pub fn beyond(stage: &Played, round: usize) -> Wrong {
    match has_rounds(stage) && round > stage.n_rounds {
        true => vec![("I1", format!("round {round} comes after the last"))],
        false => Wrong::new(),
    }
}

/// I1: a stage ends only after its last round, and a bracket only when no more entries are left than advance.
pub fn unplayed(model: &Model, stage: &Played) -> Wrong {
    if let Out::AfterOneLoss { .. } = stage.definition().out {
        let left = stage
            .still_in()
            .into_iter()
            .filter(|id| model.is_there(*id))
            .count();
        let most = stage.rules.through.map_or(1, usize::from);
        return match left > most {
            true => vec![("I1", format!("{left} are still in the knock-out"))],
            false => Wrong::new(),
        };
    }
    match has_rounds(stage) && stage.rounds.len() != stage.n_rounds {
        true => vec![("I1", "the stage is over and has rounds to play".into())],
        false => Wrong::new(),
    }
}
