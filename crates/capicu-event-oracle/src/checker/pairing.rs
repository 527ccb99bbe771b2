//! Checks of a pairing: its entries, rematches and costs.

use std::collections::BTreeSet;

use capicu_event::{Breach, ByeKind, EntryId, Pairing};

use super::Wrong;
use crate::cost::Room;
use crate::definition::Rounds;
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
    if !stage.definition().is_free() {
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
    there.retain(|id| model.is_there(*id));
    if arena {
        there.retain(|id| !stage.is_seated(*id));
    }
    // An entry that becomes free in an arena between draft and publication waits.
    let due: Vec<&EntryId> = match (arena, moment) {
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
            }
        }
    }
    if stage.definition().rounds != Rounds::ByResults {
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

/// I1: a stage ends only after its last round.
pub fn unplayed(stage: &Played) -> Wrong {
    match has_rounds(stage) && stage.rounds.len() != stage.n_rounds {
        true => vec![("I1", "the stage is over and has rounds to play".into())],
        false => Wrong::new(),
    }
}
