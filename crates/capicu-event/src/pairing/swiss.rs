//! Swiss rounds: one perfect matching of everybody who is there, with the least sum of costs.
//!
//! The costs of a pair are [`Costs`], compared as a whole from the heaviest to the lightest: no saving
//! in a lighter one outweighs anything in a heavier one. With an odd number somebody is matched with
//! nobody, which is the bye.

use std::collections::BTreeMap;

use integer_blossom::min_weight_perfect_matching;
use serde::{Deserialize, Serialize};

use super::{Bye, ByeKind, Costs, Meeting, Pairing};
use crate::draw;
use crate::fact::Breach;
use crate::id::EntryId;
use crate::outcome::Outcome;
use crate::preset::{Clubs, WithinGroup};
use crate::standings;
use crate::state::{Stage, State};

pub(crate) const METHOD: &str = "swiss-1";

/// Those who are to be paired, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Room {
    /// By points from the highest, equals in the order of the seeds.
    pub candidates: Vec<Candidate>,
    /// Who meets whom among equals.
    pub within_group: WithinGroup,
    /// Whether club mates meet.
    pub clubs: Clubs,
    /// Where the draws of this round come from.
    pub seed: u64,
}

/// Somebody to be paired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// Who.
    pub entry: EntryId,
    /// Points so far, in any unit.
    pub points: i64,
    /// How often each other entry was met at a table.
    pub met: BTreeMap<EntryId, u32>,
    /// Byes by pairing so far.
    pub byes: u32,
    /// Whether the last round was against other points.
    pub float: Option<Float>,
    /// The club.
    pub club: Option<String>,
    /// How much more often it sat first than last.
    pub first: i32,
}

/// A round against somebody with other points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Float {
    /// Against lower points, or a bye.
    Down,
    /// Against higher points.
    Up,
}

impl Room {
    /// What it costs that two candidates meet, by their places in the list; the place after the last
    /// stands for the bye.
    pub fn costs(&self, one: usize, other: usize) -> Costs {
        Table::new(self).costs(one, other)
    }
}

/// Pairs a room: the pairing, and what each meeting and then each bye costs.
pub fn pair(room: &Room) -> (Pairing, Vec<Costs>) {
    let n = room.candidates.len();
    let table = Table::new(room);
    let even = n.next_multiple_of(2);
    let weights = weights(even, |one, other| table.costs(one, other));
    let mate = min_weight_perfect_matching(&weights, even);
    let mut pairing = Pairing::default();
    let mut costs = Vec::new();
    let mut byes = Vec::new();
    for (one, &other) in mate.iter().enumerate().take(n) {
        if other == n {
            let entry = room.candidates[one].entry;
            pairing.byes.push(Bye {
                entry,
                kind: ByeKind::Pairing,
            });
            byes.push(table.costs(one, n));
        } else if one < other {
            pairing.meetings.push(seat(room, one, other));
            costs.push(table.costs(one, other));
        }
    }
    costs.extend(byes);
    (pairing, costs)
}

/// Who sits first: who did less often so far, then by turns from table to table.
fn seat(room: &Room, one: usize, other: usize) -> Meeting {
    let [high, low] = [one, other].map(|at| &room.candidates[at]);
    let high_first = match high.first.cmp(&low.first) {
        core::cmp::Ordering::Less => true,
        core::cmp::Ordering::Greater => false,
        core::cmp::Ordering::Equal => one.is_multiple_of(2),
    };
    let pair = if high_first { [high, low] } else { [low, high] };
    Meeting::of(pair.map(|candidate| candidate.entry))
}

/// Costs as one number each, so that comparing sums compares the costs level by level.
///
/// # Panics
///
/// If the numbers are so large that 120 bits do not hold their sums; rooms of 10,000 with the points
/// of 60 rounds are far from it.
fn weights(n: usize, costs: impl Fn(usize, usize) -> Costs) -> Vec<i128> {
    let pairs = |at: usize| (at + 1..n).map(move |other| (at, other));
    let all: Vec<[u64; 8]> = (0..n)
        .flat_map(pairs)
        .map(|(one, other)| costs(one, other).levels())
        .collect();
    let mut factor: i128 = 1;
    let mut factors = [0; 8];
    for level in (0..8).rev() {
        factors[level] = factor;
        let most = all.iter().map(|costs| costs[level]).max().unwrap_or(0);
        factor = factor
            .checked_mul(i128::from(most) * (n as i128 / 2) + 1)
            .filter(|factor| *factor < 1 << 120)
            .expect("the costs of a room fit into 120 bits");
    }
    let mut weights = vec![0; n * n];
    for ((one, other), costs) in (0..n).flat_map(pairs).zip(&all) {
        let sum = costs
            .iter()
            .zip(factors)
            .map(|(cost, factor)| i128::from(*cost) * factor);
        weights[one * n + other] = sum.sum();
        weights[other * n + one] = weights[one * n + other];
    }
    weights
}

/// What a room's pairs cost.
struct Table<'a> {
    room: &'a Room,
    /// The points in the smallest steps in which they differ.
    steps: Vec<u64>,
    /// Place within equal points, and how many have the same.
    groups: Vec<(usize, usize)>,
    fewest_byes: u32,
}

impl<'a> Table<'a> {
    fn new(room: &'a Room) -> Self {
        let all = &room.candidates;
        let lowest = all.last().map_or(0, |last| last.points);
        let above: Vec<u64> = all.iter().map(|one| one.points.abs_diff(lowest)).collect();
        let step = above.iter().fold(0, |a, b| gcd(a, *b)).max(1);
        let group = |(at, one): (usize, &Candidate)| {
            let start = all.partition_point(|other| other.points > one.points);
            let end = all.partition_point(|other| other.points >= one.points);
            (at - start, end - start)
        };
        Self {
            room,
            steps: above.iter().map(|above| above / step).collect(),
            groups: all.iter().enumerate().map(group).collect(),
            fewest_byes: all.iter().map(|one| one.byes).min().unwrap_or(0),
        }
    }

    /// What it costs that these meet, by place in the room; the place after the last is the bye.
    fn costs(&self, one: usize, other: usize) -> Costs {
        let (high, low) = (one.min(other), one.max(other));
        let all = &self.room.candidates;
        let first = &all[high];
        let Some(second) = all.get(low) else {
            return self.bye(high);
        };
        let square = |n: u64| n * n;
        let met = first.met.get(&second.entry).copied().unwrap_or(0);
        let mates = first.club.is_some() && first.club == second.club;
        let gap = self.steps[high] - self.steps[low];
        let again = |float, candidate: &Candidate| u64::from(candidate.float == Some(float));
        Costs {
            rematch: square(met.into()),
            second_bye: 0,
            clubs_barred: u64::from(mates && self.room.clubs == Clubs::Never),
            gap: square(gap),
            bye_above: 0,
            clubs: u64::from(mates && self.room.clubs == Clubs::Avoid),
            float: match gap {
                0 => 0,
                _ => again(Float::Down, first) + again(Float::Up, second),
            },
            distance: self.distance(high, low),
        }
    }

    fn bye(&self, at: usize) -> Costs {
        let candidate = &self.room.candidates[at];
        let beyond = u64::from(candidate.byes - self.fewest_byes);
        let (place, size) = self.groups[at];
        let from_last = (size - 1 - place) as u64;
        Costs {
            second_bye: beyond * beyond,
            bye_above: self.steps[at],
            float: u64::from(candidate.float == Some(Float::Down)),
            distance: from_last * from_last,
            ..Costs::default()
        }
    }

    fn distance(&self, high: usize, low: usize) -> u64 {
        let ((a, size), (b, _)) = (self.groups[high], self.groups[low]);
        let square = |n: usize| (n as u64) * (n as u64);
        if self.steps[high] != self.steps[low] {
            // The last of the higher group meets the first of the lower one.
            return square(size - 1 - a) + square(b);
        }
        match self.room.within_group {
            WithinGroup::Halves => square((b - a).abs_diff(size / 2)),
            WithinGroup::Neighbors => square(b - a - 1),
            WithinGroup::Random => {
                draw::number(self.room.seed, "pair", &[high as u64, low as u64]) % 1024
            }
        }
    }
}

const fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

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
        let played = matches!(stage.outcome(round, at), Some(Outcome::Played { .. }));
        played && meeting.side_of(id).is_some()
    };
    meetings
        .filter(move |(round, at, meeting)| own((*round, *at, meeting)))
        .map(|(round, _, meeting)| (round, meeting))
}

fn met(stage: &Stage, id: EntryId) -> BTreeMap<EntryId, u32> {
    let mut met = BTreeMap::new();
    for (_, meeting) in played(stage, id) {
        for other in meeting.entries().filter(|other| *other != id) {
            *met.entry(other).or_default() += 1;
        }
    }
    met
}

/// How much more often an entry sat first than last, at tables where it played.
fn first(stage: &Stage, id: EntryId) -> i32 {
    let sign = |(_, meeting): (usize, &Meeting)| match meeting.side_of(id) {
        Some(0) => 1,
        _ => -1,
    };
    played(stage, id).map(sign).sum()
}

/// Whether the last round was against other points, as they were then.
fn float(stage: &Stage, id: EntryId, before: &BTreeMap<EntryId, i64>) -> Option<Float> {
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
    let find = |id: EntryId| {
        room.candidates
            .iter()
            .find(|candidate| candidate.entry == id)
    };
    let fewest = room
        .candidates
        .iter()
        .map(|one| one.byes)
        .min()
        .unwrap_or(0);
    let mut breaches = Vec::new();
    for meeting in &pairing.meetings {
        let both: Vec<_> = meeting.entries().filter_map(find).collect();
        let &[one, other] = &both[..] else { continue };
        let entries = [one.entry.min(other.entry), one.entry.max(other.entry)];
        if one.met.contains_key(&other.entry) {
            breaches.push(Breach::Rematch { entries });
        }
        if room.clubs == Clubs::Never && one.club.is_some() && one.club == other.club {
            breaches.push(Breach::ClubMates { entries });
        }
    }
    for bye in pairing
        .byes
        .iter()
        .filter(|bye| bye.kind == ByeKind::Pairing)
    {
        if find(bye.entry).is_some_and(|candidate| candidate.byes > fewest) {
            breaches.push(Breach::SecondBye { entry: bye.entry });
        }
    }
    breaches.sort();
    breaches
}
