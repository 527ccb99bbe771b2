//! Arenas: whoever is free plays the next who is.

use std::collections::BTreeMap;

use super::room::{Candidate, Room};
use super::{Bye, ByeKind, Costs, Pairing, history, swiss};
use crate::id::EntryId;
use crate::preset::{Clubs, WithinGroup};
use crate::state::{Stage, State};

pub(crate) const METHOD: &str = "arena-1";

/// Those who are there and sit at no table. Only whom they met last counts as met, from either side.
pub(crate) fn room(state: &State, stage: &Stage) -> Room {
    let mut room = history::room(state, stage, WithinGroup::Neighbors, Clubs::Ignore);
    room.candidates.retain(|one| stage.is_free(one.entry));
    let last: BTreeMap<EntryId, EntryId> = room
        .candidates
        .iter()
        .filter_map(|one| Some((one.entry, met_last(stage, one.entry)?)))
        .collect();
    let all: Vec<EntryId> = room.candidates.iter().map(|one| one.entry).collect();
    for Candidate { entry, met, .. } in &mut room.candidates {
        let just =
            |other: &&EntryId| last.get(*other) == Some(entry) || last.get(entry) == Some(*other);
        *met = all.iter().filter(just).map(|other| (*other, 1)).collect();
    }
    room
}

/// Whom an entry met last, played or not.
fn met_last(stage: &Stage, entry: EntryId) -> Option<EntryId> {
    let rounds = stage.rounds.iter().rev();
    let mut meetings = rounds.flat_map(|round| &round.pairing.meetings);
    let last = meetings.find(|meeting| meeting.side_of(entry).is_some())?;
    last.entries().find(|other| *other != entry)
}

/// As many meetings as there can be. Whoever would meet again whom they have just met waits, and so does one
/// of an odd number: who has waited least.
pub(crate) fn pair(room: &Room) -> (Pairing, Vec<Costs>) {
    let (paired, costs) = swiss::pair(room);
    let n = paired.meetings.len();
    let mut pairing = Pairing::default();
    let mut printed = Vec::new();
    let mut waits = Vec::new();
    for (meeting, cost) in paired.meetings.into_iter().zip(&costs) {
        if cost.rematch > 0 {
            waits.extend(meeting.entries().map(|entry| (entry, Costs::default())));
        } else {
            pairing.meetings.push(meeting);
            printed.push(*cost);
        }
    }
    let byes = paired.byes.iter().map(|bye| bye.entry);
    waits.extend(byes.zip(costs[n..].iter().copied()));
    let kind = ByeKind::Pairing;
    for (entry, cost) in waits {
        pairing.byes.push(Bye { entry, kind });
        printed.push(cost);
    }
    (pairing, printed)
}
