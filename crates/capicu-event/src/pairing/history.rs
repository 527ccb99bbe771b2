//! The effect of past rounds on the next one: the field to pair, and the breaches of a pairing.

use std::collections::{BTreeMap, BTreeSet};

use super::field::{Candidate, Field, Float};
use super::{Bye, ByeKind, Meeting, Pairing};
use crate::draw;
use crate::id::EntryId;
use crate::meeting::Breach;
use crate::outcome::Outcome;
use crate::preset::{Clubs, Floats, Matching, Order, WithinGroup};
use crate::standings;
use crate::state::{Stage, State};

/// The entries to pair in the next round.
pub(crate) fn field(state: &State, stage: &Stage, matching: Matching) -> Field {
    let next = stage.next_round();
    let plays = |id: &EntryId| state.is_present(*id) && !state.entries[id].byes.contains(&next);
    let points = standings::points(state, stage);
    let last = stage.rounds.len().saturating_sub(1);
    let before = standings::points_before(state, stage, last);
    let mut all = all(stage);
    let candidate = |id: EntryId| {
        let past = all.remove(&id).unwrap_or_default();
        Candidate {
            entry: id,
            points: points[&id],
            float: float(stage, id, &past, &before),
            met: past.met,
            partners: past.partners,
            byes: past.byes,
            club: state.entries[&id].club.clone(),
            first: past.first,
            apart: apart(state, id),
        }
    };
    let mut candidates: Vec<_> = stage
        .order
        .iter()
        .copied()
        .filter(plays)
        .map(candidate)
        .collect();
    let places: BTreeMap<EntryId, u16> = match matching.order {
        Order::Seeds => BTreeMap::new(),
        Order::Standings => {
            let standings = standings::standings(state, stage).into_iter();
            standings.map(|one| (one.entry, one.place)).collect()
        }
    };
    let by_place = matching.within_group == WithinGroup::KingOfTheHill;
    candidates.sort_by_key(|one| {
        let points = if by_place { 0 } else { one.points };
        (core::cmp::Reverse(points), places.get(&one.entry).copied())
    });
    let seed = draw::number(stage.seed, "round", &[u64::from(next)]);
    Field {
        candidates,
        within_group: matching.within_group,
        clubs: matching.clubs,
        seed,
    }
}

/// The entries that the desk keeps apart from this one.
pub(super) fn apart(state: &State, id: EntryId) -> BTreeSet<EntryId> {
    let pairs = state.apart.iter().filter(|pair| pair.contains(&id));
    let others = pairs.flatten().copied();
    others.filter(|other| *other != id).collect()
}

/// Entries at the event that asked for a bye in the next round.
pub(crate) fn requested(state: &State, stage: &Stage) -> Vec<EntryId> {
    let next = stage.next_round();
    let asked = |id: &EntryId| state.is_present(*id) && state.entries[id].byes.contains(&next);
    stage.order.iter().copied().filter(asked).collect()
}

#[derive(Debug, Default)]
pub(super) struct Past {
    /// The number of meetings against each other entry.
    pub met: BTreeMap<EntryId, u32>,
    /// The number of rounds with each other entry as a partner.
    pub partners: BTreeMap<EntryId, u32>,
    /// Byes by pairing only.
    pub byes: u32,
    /// Meetings played as the first side minus meetings played on other sides.
    pub first: i32,
    /// The first opponent in its last played meeting, and the index of that round.
    last: Option<(usize, EntryId)>,
}

/// The history of all entries. Visits each meeting once.
pub(super) fn all(stage: &Stage) -> BTreeMap<EntryId, Past> {
    let has_partners = stage.method.traits().entries_a_side > 1;
    let mut all: BTreeMap<EntryId, Past> = BTreeMap::new();
    for (index, round) in stage.rounds.iter().enumerate() {
        for bye in &round.pairing.byes {
            if bye.kind == ByeKind::Pairing {
                all.entry(bye.entry).or_default().byes += 1;
            }
        }
        for (at, meeting) in round.pairing.meetings.iter().enumerate() {
            if !stage.outcome(index, at).is_some_and(Outcome::is_played) {
                continue;
            }
            for (side, entries) in meeting.sides.iter().enumerate() {
                for id in entries {
                    let past = all.entry(*id).or_default();
                    past.add(index, meeting, side, *id, has_partners);
                }
            }
        }
    }
    all
}

impl Past {
    fn add(&mut self, round: usize, meeting: &Meeting, own: usize, id: EntryId, partners: bool) {
        self.first += if own == 0 { 1 } else { -1 };
        let first = meeting.entries().find(|other| *other != id);
        self.last = first.map(|other| (round, other));
        for (side, entries) in meeting.sides.iter().enumerate() {
            let others = entries.iter().filter(|other| **other != id);
            let counted = match side == own {
                false => &mut self.met,
                true if partners => &mut self.partners,
                true => continue,
            };
            others.for_each(|other| *counted.entry(*other).or_default() += 1);
        }
    }
}

/// Whether the last round was against higher or lower points, as they were then.
fn float(
    stage: &Stage,
    id: EntryId,
    past: &Past,
    before: &BTreeMap<EntryId, i64>,
) -> Option<Float> {
    let matching = stage.method.traits().matching?;
    if matching.floats == Floats::Ignored {
        return None;
    }
    let last = stage.rounds.len().checked_sub(1)?;
    let byes = &stage.rounds[last].pairing.byes;
    if byes
        .iter()
        .any(|bye| bye.entry == id && bye.kind == ByeKind::Pairing)
    {
        return Some(Float::Down);
    }
    let (_, other) = past.last.filter(|(round, _)| *round == last)?;
    match before[&id].cmp(&before[&other]) {
        core::cmp::Ordering::Less => Some(Float::Up),
        core::cmp::Ordering::Greater => Some(Float::Down),
        core::cmp::Ordering::Equal => None,
    }
}

pub(crate) fn breaches(field: &Field, pairing: &Pairing) -> Vec<Breach> {
    let all = &field.candidates;
    let known: BTreeMap<EntryId, &Candidate> = all.iter().map(|one| (one.entry, one)).collect();
    let find = |id: EntryId| known.get(&id).copied();
    let mut breaches = Vec::new();
    for meeting in &pairing.meetings {
        let seated: Vec<(usize, &Candidate)> = meeting
            .sides
            .iter()
            .enumerate()
            .flat_map(|(side, entries)| entries.iter().map(move |id| (side, *id)))
            .filter_map(|(side, id)| Some((side, find(id)?)))
            .collect();
        let alone = meeting.sides.iter().all(|side| side.len() == 1);
        for (at, (side, one)) in seated.iter().enumerate() {
            for (beside, other) in &seated[at + 1..] {
                let seats = match (side == beside, alone) {
                    (true, _) => Seats::Partners,
                    (false, true) => Seats::Alone,
                    (false, false) => Seats::Couples,
                };
                breaches.extend(broken(field, seats, one, other));
            }
        }
    }
    let by_pairing = |bye: &&Bye| bye.kind == ByeKind::Pairing;
    let byes: Vec<EntryId> = pairing
        .byes
        .iter()
        .filter(by_pairing)
        .map(|bye| bye.entry)
        .collect();
    let sits_out: BTreeSet<EntryId> = byes.iter().copied().collect();
    let plays = all.iter().filter(|one| !sits_out.contains(&one.entry));
    let fewest = plays.map(|one| one.byes).min().unwrap_or(u32::MAX);
    let second = |entry: &&EntryId| find(**entry).is_some_and(|one| one.byes > fewest);
    breaches.extend(
        byes.iter()
            .filter(second)
            .map(|&entry| Breach::SecondBye { entry }),
    );
    breaches.sort();
    breaches
}

/// The relation of two entries at a table.
#[derive(Clone, Copy)]
enum Seats {
    /// On one side.
    Partners,
    /// Against each other, each with a partner.
    Couples,
    /// Against each other, without partners.
    Alone,
}

/// The breaches of two entries at one table.
fn broken(field: &Field, seats: Seats, one: &Candidate, other: &Candidate) -> Vec<Breach> {
    let entries = [one.entry.min(other.entry), one.entry.max(other.entry)];
    let mates = one.club.is_some() && one.club == other.club;
    let met = one.met.contains_key(&other.entry);
    let partnered = one.partners.contains_key(&other.entry);
    let rematch = Breach::Rematch { entries };
    match seats {
        Seats::Partners if partnered => vec![Breach::Partners { entries }],
        // With rotating partners, opponents may meet again; costs keep that rare.
        Seats::Partners | Seats::Couples => Vec::new(),
        Seats::Alone => {
            let barred = mates && field.clubs == Clubs::Never;
            let barred = barred.then_some(Breach::ClubMates { entries });
            let apart = one.apart.contains(&other.entry);
            let apart = apart.then_some(Breach::KeptApart { entries });
            let all = met.then_some(rematch).into_iter();
            all.chain(barred).chain(apart).collect()
        }
    }
}
