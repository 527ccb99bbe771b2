//! Knock-outs at tables of three or four: the best of each table advance.

use std::collections::{BTreeMap, BTreeSet};

use super::field::{Candidate, Field};
use super::{Bye, ByeKind, Costs, Meeting, Pairing, history, tables};
use crate::id::EntryId;
use crate::outcome::{Outcome, places};
use crate::preset::{Clubs, KnockOut, WithinGroup};
use crate::state::{Round, Stage, State};

pub(crate) const METHOD: &str = "table-knock-out-1";

/// The number of rounds until at most `left` of `n` entries remain. Of each full table of `sides`, `through` entries
/// advance; the last table has one winner.
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

/// The indices of the sides that advance from a meeting: as many as the stage says, or one from the last table. `None`
/// if the result leaves it open.
pub(crate) fn going_on(
    stage: &Stage,
    pairing: &Pairing,
    sides: usize,
    outcome: &Outcome,
) -> Option<BTreeSet<usize>> {
    let Some(KnockOut::Tables { through, .. }) = stage.method.traits().knock_out else {
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

/// The entries still in, before the first round and after each round.
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

pub(crate) fn players(state: &State, stage: &Stage) -> Vec<EntryId> {
    let all = still_in(stage);
    let on = &all[all.len() - 1];
    let plays = |id: &EntryId| on.contains(id) && state.is_present(*id);
    stage.order.iter().copied().filter(plays).collect()
}

/// The entries that sit in the next round, and those with a bye: the best seeds among those with the fewest byes.
pub(crate) fn field(stage: &Stage, players: &[EntryId]) -> (Field, Vec<Bye>) {
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
            apart: BTreeSet::new(),
        }
    };
    let seated = players.iter().copied().filter(|id| !byes.contains(id));
    let field = Field {
        candidates: seated.map(&mut candidate).collect(),
        within_group: WithinGroup::Halves,
        clubs: Clubs::Ignore,
        seed: 0,
    };
    let kind = ByeKind::Pairing;
    let byes = byes.into_iter().map(|entry| Bye { entry, kind }).collect();
    (field, byes)
}

/// Pairs the next round. Entries with few common meetings sit together, with seeds a third of the field apart.
pub(crate) fn round(
    stage: &Stage,
    players: &[EntryId],
    field: &Field,
    byes: Vec<Bye>,
) -> (Pairing, Vec<Costs>) {
    let sides = usize::from(stage.rules.meeting.sides);
    let (mut pairing, mut costs) = match players.len() {
        0 | 1 => Default::default(),
        n if n < sides => (last_two(field), vec![Costs::default()]),
        _ => tables::seat(field, sides),
    };
    pairing.byes = byes;
    costs.resize(
        pairing.meetings.len() + pairing.byes.len(),
        Costs::default(),
    );
    (pairing, costs)
}

/// Seats a last table of at least two entries that is not full.
fn last_two(field: &Field) -> Pairing {
    let meetings = vec![Meeting::of(field.candidates.iter().map(|one| one.entry))];
    Pairing {
        meetings,
        ..Pairing::default()
    }
}
