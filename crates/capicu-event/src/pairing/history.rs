//! What the rounds so far mean for the next: the room to be paired, and what a pairing of it breaks.

use std::collections::BTreeMap;

use super::room::{Candidate, Float, Room};
use super::{Bye, ByeKind, Meeting, Pairing};
use crate::draw;
use crate::fact::Breach;
use crate::id::EntryId;
use crate::outcome::Outcome;
use crate::preset::{Clubs, Method, WithinGroup};
use crate::standings;
use crate::state::{Stage, State};

/// Those of a stage who are to be paired next.
pub(crate) fn room(state: &State, stage: &Stage, within_group: WithinGroup, clubs: Clubs) -> Room {
    let next = stage.next_round();
    let plays = |id: &EntryId| state.is_present(*id) && !state.entries[id].byes.contains(&next);
    let points = standings::points(state, stage);
    let last = stage.rounds.len().saturating_sub(1);
    let before = standings::points_before(state, stage, last);
    let candidate = |id: EntryId| Candidate {
        entry: id,
        points: points[&id],
        met: met(stage, id),
        partners: partners(stage, id),
        byes: stage.byes(id),
        float: float(stage, id, &before),
        club: state.entries[&id].club.clone(),
        first: first(stage, id),
    };
    let mut candidates: Vec<_> = stage
        .order
        .iter()
        .copied()
        .filter(plays)
        .map(candidate)
        .collect();
    candidates.sort_by_key(|candidate| core::cmp::Reverse(candidate.points));
    let seed = draw::number(stage.seed, "round", &[u64::from(next)]);
    Room {
        candidates,
        within_group,
        clubs,
        seed,
    }
}

/// Those who are there but asked not to play the next round.
pub(crate) fn requested(state: &State, stage: &Stage) -> Vec<EntryId> {
    let next = stage.next_round();
    let asked = |id: &EntryId| state.is_present(*id) && state.entries[id].byes.contains(&next);
    stage.order.iter().copied().filter(asked).collect()
}

/// The meetings of an entry that were played, with the index of their round.
fn played(stage: &Stage, id: EntryId) -> impl Iterator<Item = (usize, &Meeting)> {
    let rounds = stage.rounds.iter().enumerate();
    let meetings = rounds.flat_map(|(round, found)| {
        let meetings = found.pairing.meetings.iter().enumerate();
        meetings.map(move |(at, meeting)| (round, at, meeting))
    });
    let own = move |(round, at, meeting): (usize, usize, &'_ Meeting)| {
        let played = stage.outcome(round, at).is_some_and(Outcome::is_played);
        played && meeting.side_of(id).is_some()
    };
    meetings
        .filter(move |(round, at, meeting)| own((*round, *at, meeting)))
        .map(|(round, _, meeting)| (round, meeting))
}

pub(super) fn met(stage: &Stage, id: EntryId) -> BTreeMap<EntryId, u32> {
    let mut met = BTreeMap::new();
    for (_, meeting) in played(stage, id) {
        let own = meeting.side_of(id);
        for (at, side) in meeting.sides.iter().enumerate() {
            if Some(at) != own {
                side.iter()
                    .for_each(|other| *met.entry(*other).or_default() += 1);
            }
        }
    }
    met
}

fn partners(stage: &Stage, id: EntryId) -> BTreeMap<EntryId, u32> {
    let mut partners = BTreeMap::new();
    if stage.method.entries_a_side() == 1 {
        return partners;
    }
    for (_, meeting) in played(stage, id) {
        let side = meeting
            .side_of(id)
            .map_or(&[][..], |side| &meeting.sides[side]);
        for other in side.iter().filter(|other| **other != id) {
            *partners.entry(*other).or_default() += 1;
        }
    }
    partners
}

/// How much more often an entry sat first than last, at tables where it played.
pub(super) fn first(stage: &Stage, id: EntryId) -> i32 {
    let sign = |(_, meeting): (usize, &Meeting)| match meeting.side_of(id) {
        Some(0) => 1,
        _ => -1,
    };
    played(stage, id).map(sign).sum()
}

/// Whether the last round was against other points, as they were then.
fn float(stage: &Stage, id: EntryId, before: &BTreeMap<EntryId, i64>) -> Option<Float> {
    if !matches!(stage.method, Method::Swiss { .. }) {
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
    let (_, meeting) = played(stage, id).find(|(round, _)| *round == last)?;
    let other = meeting.entries().find(|other| *other != id)?;
    match before[&id].cmp(&before[&other]) {
        core::cmp::Ordering::Less => Some(Float::Up),
        core::cmp::Ordering::Greater => Some(Float::Down),
        core::cmp::Ordering::Equal => None,
    }
}

/// What a pairing of this room breaks.
pub(crate) fn breaches(room: &Room, pairing: &Pairing) -> Vec<Breach> {
    let all = &room.candidates;
    let find = |id: EntryId| all.iter().find(|candidate| candidate.entry == id);
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
                breaches.extend(broken(room, seats, one, other));
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
    let plays = all.iter().filter(|one| !byes.contains(&one.entry));
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

/// How two sit at a table.
#[derive(Clone, Copy)]
enum Seats {
    /// On one side.
    Partners,
    /// Against each other, each with a partner.
    Couples,
    /// Against each other, alone.
    Alone,
}

/// What two at a table break, as partners or not.
fn broken(room: &Room, seats: Seats, one: &Candidate, other: &Candidate) -> Vec<Breach> {
    let entries = [one.entry.min(other.entry), one.entry.max(other.entry)];
    let mates = one.club.is_some() && one.club == other.club;
    let met = one.met.contains_key(&other.entry);
    let partnered = one.partners.contains_key(&other.entry);
    let rematch = Breach::Rematch { entries };
    match seats {
        Seats::Partners if partnered => vec![Breach::Partners { entries }],
        // Opponents may meet again where partners rotate; the less often the better.
        Seats::Partners | Seats::Couples => Vec::new(),
        Seats::Alone => {
            let barred = mates && room.clubs == Clubs::Never;
            let barred = barred.then_some(Breach::ClubMates { entries });
            met.then_some(rematch).into_iter().chain(barred).collect()
        }
    }
}
