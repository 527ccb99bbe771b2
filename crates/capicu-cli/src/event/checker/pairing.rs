//! What has to hold of a pairing: who is seated, who meets again, and what it costs.

use std::collections::BTreeSet;

use capicu_event::{Breach, ByeKind, EntryId, Method, Pairing};

use super::super::cost::Room;
use super::super::model::{Model, Played};
use super::Wrong;

/// When a pairing is looked at.
#[derive(Clone, Copy, PartialEq)]
pub enum Moment {
    Drafted,
    Later,
}

/// I2 and I3 in an arena: nobody meets whom they have just met, and no two wait who could meet.
pub fn waiting(stage: &Played, pairing: &Pairing) -> Wrong {
    let mut wrong = Wrong::new();
    if !matches!(stage.method, Method::Arena { .. }) {
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

/// I1: the first stage is played by everybody who is there and has a place, and by nobody else.
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

/// I1: everybody who is there is in one meeting or bye, and nobody else.
pub fn seats(model: &Model, stage: &Played, pairing: &Pairing, moment: Moment) -> Wrong {
    let mut wrong = Wrong::new();
    let arena = matches!(stage.method, Method::Arena { .. });
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
    let mut there: BTreeSet<EntryId> = match stage.method {
        _ if stage.method.is_knock_out() => stage.still_in(),
        _ => stage.order.iter().copied().collect(),
    };
    there.retain(|id| model.is_there(*id));
    if arena {
        there.retain(|id| !stage.is_seated(*id));
    }
    // Who comes free in an arena between the draft and the round waits.
    let due: Vec<&EntryId> = match (arena, moment) {
        (true, Moment::Later) => distinct.difference(&there).collect(),
        _ => there.symmetric_difference(&distinct).collect(),
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

/// I2 and I3: no rematch, no partner again and no second bye that is not written down.
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
    let by_results = matches!(
        stage.method,
        Method::Swiss { .. } | Method::Tables { .. } | Method::RotatingPartners { .. }
    );
    if !by_results {
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

/// Whether two play with or against each other more often than the method lets them.
fn too_often(stage: &Played, entries: [EntryId; 2], partners: bool, known: &[Breach]) -> Wrong {
    let [one, other] = entries;
    let (times, most) = match (&stage.method, partners) {
        (Method::RotatingPartners { .. } | Method::Whist, true) => (stage.partnered(one, other), 1),
        (Method::Whist, false) => (stage.met(one, other), 2),
        (Method::Swiss { .. } | Method::Tables { .. }, _) => (stage.met(one, other), 1),
        (Method::Mitchell { .. } | Method::Howell { .. }, _) => (stage.met(one, other), 1),
        (Method::RoundRobin { legs }, _) => (stage.met(one, other), u64::from(*legs)),
        _ => return Wrong::new(),
    };
    let breach = match partners {
        true => Breach::Partners { entries },
        false => Breach::Rematch { entries },
    };
    match times >= most && !known.contains(&breach) {
        true => vec![("I2", format!("{one} and {other} meet again"))],
        false => Wrong::new(),
    }
}

/// I4: the printed costs are those of the tables, and no pairing costs less.
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
