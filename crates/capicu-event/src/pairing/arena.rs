//! Arenas: entries play as soon as they are free.

use std::collections::{BTreeMap, BTreeSet};

use super::field::{Candidate, Field};
use super::{Bye, ByeKind, Costs, Pairing, history, swiss};
use crate::id::EntryId;
use crate::preset::{Clubs, Floats, Matching, Order, WithinGroup};
use crate::state::{Stage, State};

pub(crate) const METHOD: &str = "arena-1";

const MATCHING: Matching = Matching {
    within_group: WithinGroup::Neighbors,
    order: Order::Seeds,
    late: None,
    clubs: Clubs::Ignore,
    floats: Floats::Ignored,
};

/// The entries present at no table. Only the last opponent counts as met, for both sides.
pub(crate) fn field(state: &State, stage: &Stage) -> Field {
    let mut field = history::field(state, stage, MATCHING);
    let seated = stage.seated();
    field.candidates.retain(|one| !seated.contains(&one.entry));
    let free: BTreeSet<EntryId> = field.candidates.iter().map(|one| one.entry).collect();
    let mut just: BTreeMap<EntryId, BTreeMap<EntryId, u32>> = BTreeMap::new();
    for (one, other) in met_last(stage) {
        if free.contains(&one) && free.contains(&other) {
            just.entry(one).or_default().insert(other, 1);
            just.entry(other).or_default().insert(one, 1);
        }
    }
    for Candidate { entry, met, .. } in &mut field.candidates {
        *met = just.remove(entry).unwrap_or_default();
    }
    field
}

/// The last opponent of each entry, whether they played or not.
fn met_last(stage: &Stage) -> BTreeMap<EntryId, EntryId> {
    let rounds = stage.rounds.iter();
    let mut last = BTreeMap::new();
    for meeting in rounds.flat_map(|round| &round.pairing.meetings) {
        for entry in meeting.entries() {
            let other = meeting.entries().find(|other| *other != entry);
            last.extend(other.map(|other| (entry, other)));
        }
    }
    last
}

/// Pairs as many meetings as possible. Entries whose only match would repeat their last one wait. With an odd number,
/// one entry waits: one with the fewest waits so far.
pub(crate) fn pair(field: &Field) -> (Pairing, Vec<Costs>) {
    let (paired, costs) = swiss::pair_as(field, swiss::Version::One);
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
