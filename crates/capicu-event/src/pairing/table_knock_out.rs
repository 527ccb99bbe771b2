//! Knock-outs at tables of three or four: of each table the best go on.

use std::collections::{BTreeMap, BTreeSet};

use super::room::{Candidate, Room};
use super::{Bye, ByeKind, Costs, Meeting, Pairing, history, tables};
use crate::id::EntryId;
use crate::outcome::{Outcome, places};
use crate::preset::{Clubs, Method, WithinGroup};
use crate::state::{Round, Stage, State};

pub(crate) const METHOD: &str = "table-knock-out-1";

/// How many rounds `n` play until no more than `left` are in it, if of each table of `sides` so many go on
/// and of the last table one.
///
/// ```
/// // 9, 6, 4, 3, and the last table.
/// assert_eq!(capicu_event::pairing::table_knock_out_rounds(9, 3, 2, 1), 4);
/// ```
pub fn table_knock_out_rounds(mut n: usize, sides: usize, through: usize, left: usize) -> u16 {
    let mut rounds = 0;
    while n > left {
        n = if n <= sides {
            1
        } else {
            n / sides * through + n % sides
        };
        rounds += 1;
    }
    rounds
}

/// The sides that go on after a meeting of a round, by index: as many as the stage says, from the last
/// table the first. Nothing if the result does not say who.
pub(crate) fn going_on(
    stage: &Stage,
    pairing: &Pairing,
    sides: usize,
    outcome: &Outcome,
) -> Option<BTreeSet<usize>> {
    let Method::TableKnockOut { through, .. } = stage.method else {
        return None;
    };
    let last = pairing.meetings.len() == 1 && pairing.byes.is_empty();
    let through = if last { 1 } else { usize::from(through) };
    match outcome {
        Outcome::Forfeit { absent } => {
            let there = |side: &usize| !absent.contains(&(*side as u8));
            let there: BTreeSet<usize> = (0..sides).filter(there).collect();
            (there.len() <= through).then_some(there)
        }
        Outcome::Void => None,
        _ => {
            let places = places(&outcome.scores(&stage.rules)?, &stage.rules.meeting);
            let on: BTreeSet<usize> = (0..places.len())
                .filter(|side| places[*side] <= through)
                .collect();
            (on.len() == through).then_some(on)
        }
    }
}

/// Who is still in it after each round, and before the first.
pub(crate) fn still_in(stage: &Stage) -> Vec<BTreeSet<EntryId>> {
    let mut all = vec![stage.order.iter().copied().collect::<BTreeSet<_>>()];
    for (index, round) in stage.rounds.iter().enumerate() {
        let mut on = through(stage, index, round);
        let back = stage.re_entries.iter();
        on.extend(
            back.filter(|(_, after)| usize::from(**after) == index + 1)
                .map(|(id, _)| *id),
        );
        all.push(on);
    }
    all
}

fn through(stage: &Stage, index: usize, round: &Round) -> BTreeSet<EntryId> {
    let pairing = &round.pairing;
    let mut on: BTreeSet<EntryId> = pairing.byes.iter().map(|bye| bye.entry).collect();
    for (at, meeting) in pairing.meetings.iter().enumerate() {
        let outcome = stage.outcome(index, at);
        let sides =
            outcome.and_then(|outcome| going_on(stage, pairing, meeting.sides.len(), outcome));
        on.extend(
            sides
                .unwrap_or_default()
                .into_iter()
                .flat_map(|side| &meeting.sides[side]),
        );
    }
    on
}

/// Who plays the next round, in the order of the seeds.
pub(crate) fn players(state: &State, stage: &Stage) -> Vec<EntryId> {
    let all = still_in(stage);
    let on = &all[all.len() - 1];
    let plays = |id: &EntryId| on.contains(id) && state.is_present(*id);
    stage.order.iter().copied().filter(plays).collect()
}

/// Those who sit in the next round, and those who have a bye: the best seeds that have had fewest.
pub(crate) fn room(stage: &Stage, players: &[EntryId]) -> (Room, Vec<Bye>) {
    let sides = usize::from(stage.rules.meeting.sides);
    let over = if players.len() < sides {
        0
    } else {
        players.len() % sides
    };
    let mut all = history::all(stage);
    let mut byes: Vec<EntryId> = players.to_vec();
    byes.sort_by_key(|id| all.get(id).map_or(0, |past| past.byes));
    byes.truncate(over);
    let mut candidate = |id: EntryId| {
        let past = all.remove(&id).unwrap_or_default();
        Candidate {
            entry: id,
            points: 0,
            met: past.met,
            partners: BTreeMap::new(),
            byes: 0,
            float: None,
            club: None,
            first: past.first,
        }
    };
    let seated = players.iter().copied().filter(|id| !byes.contains(id));
    let room = Room {
        candidates: seated.map(&mut candidate).collect(),
        within_group: WithinGroup::Halves,
        clubs: Clubs::Ignore,
        seed: 0,
    };
    let kind = ByeKind::Pairing;
    let byes = byes.into_iter().map(|entry| Bye { entry, kind }).collect();
    (room, byes)
}

/// The next round and its costs: those sit together who have met least, and a third of the seeds apart.
pub(crate) fn round(
    stage: &Stage,
    players: &[EntryId],
    room: &Room,
    byes: Vec<Bye>,
) -> (Pairing, Vec<Costs>) {
    let sides = usize::from(stage.rules.meeting.sides);
    let (mut pairing, mut costs) = match players.len() {
        0 | 1 => Default::default(),
        n if n < sides => (last_two(room), vec![Costs::default()]),
        _ => tables::seat(room, sides),
    };
    pairing.byes = byes;
    costs.resize(
        pairing.meetings.len() + pairing.byes.len(),
        Costs::default(),
    );
    (pairing, costs)
}

/// Fewer than a table has seats, but more than one, are the last table.
fn last_two(room: &Room) -> Pairing {
    let meetings = vec![Meeting::of(room.candidates.iter().map(|one| one.entry))];
    Pairing {
        meetings,
        ..Pairing::default()
    }
}
