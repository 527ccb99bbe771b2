//! The field of entries to pair, and the costs of their meetings.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::Costs;
use crate::draw;
use crate::id::EntryId;
use crate::preset::{Clubs, WithinGroup};

/// The entries to pair, and the rules for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// Highest points first; equals in seed order.
    pub candidates: Vec<Candidate>,
    /// The order of opponents among equal points.
    pub within_group: WithinGroup,
    /// Whether club mates may meet.
    pub clubs: Clubs,
    /// The source of this round's draws.
    pub seed: u64,
}

/// An entry to pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// The entry itself.
    pub entry: EntryId,
    /// Its points so far, in any unit.
    pub points: i64,
    /// The number of meetings against each other entry.
    pub met: BTreeMap<EntryId, u32>,
    /// The number of rounds with each other entry as a partner, if partners rotate.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub partners: BTreeMap<EntryId, u32>,
    /// Byes by pairing so far.
    pub byes: u32,
    /// Whether the last round was against other points.
    pub float: Option<Float>,
    /// A club name, to keep mates apart.
    pub club: Option<String>,
    /// Meetings played as the first side minus meetings played on other sides.
    pub first: i32,
    /// Entries that the desk keeps apart from it.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub apart: BTreeSet<EntryId>,
}

/// A round against an entry with other points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Float {
    /// Against lower points, or a bye.
    Down,
    /// Against higher points.
    Up,
}

impl Field {
    /// The cost of a meeting of two candidates, by index; the index after the last is the bye.
    pub fn costs(&self, one: usize, other: usize) -> Costs {
        FieldCosts::new(self, 2).costs(one, other)
    }
}

/// The costs of all possible pairs.
pub(super) struct FieldCosts<'a> {
    field: &'a Field,
    /// The points above the lowest, in the smallest steps between candidates.
    steps: Vec<u64>,
    /// The index within equal points, and the size of that group.
    groups: Vec<(usize, usize)>,
    fewest_byes: u32,
    sides: usize,
}

impl<'a> FieldCosts<'a> {
    pub(super) fn new(field: &'a Field, sides: usize) -> Self {
        let all = &field.candidates;
        let lowest = all.iter().map(|one| one.points).min().unwrap_or(0);
        let by_place = field.within_group == WithinGroup::KingOfTheHill;
        let above: Vec<u64> = all.iter().map(|one| one.points.abs_diff(lowest)).collect();
        let step = above.iter().fold(0, |a, b| gcd(a, *b)).max(1);
        let group = |(at, one): (usize, &Candidate)| {
            if by_place {
                return (at, all.len());
            }
            let start = all.partition_point(|other| other.points > one.points);
            let end = all.partition_point(|other| other.points >= one.points);
            (at - start, end - start)
        };
        Self {
            field,
            steps: above.iter().map(|above| above / step).collect(),
            groups: all.iter().enumerate().map(group).collect(),
            fewest_byes: all.iter().map(|one| one.byes).min().unwrap_or(0),
            sides,
        }
    }

    /// The cost of a meeting, by index; the index after the last is the bye.
    pub(super) fn costs(&self, one: usize, other: usize) -> Costs {
        let (high, low) = (one.min(other), one.max(other));
        let all = &self.field.candidates;
        let first = &all[high];
        let Some(second) = all.get(low) else {
            return self.bye(high);
        };
        let square = |n: u64| n.saturating_mul(n);
        let met = first.met.get(&second.entry).copied().unwrap_or(0);
        let mates = first.club.is_some() && first.club == second.club;
        let gap = self.steps[high].abs_diff(self.steps[low]);
        let again = |float, candidate: &Candidate| u64::from(candidate.float == Some(float));
        Costs {
            rematch: square(met.into()),
            clubs_barred: u64::from(mates && self.field.clubs == Clubs::Never)
                + u64::from(first.apart.contains(&second.entry)),
            gap: square(gap),
            clubs: u64::from(mates && self.field.clubs == Clubs::Avoid),
            float: match gap {
                0 => 0,
                _ => again(Float::Down, first) + again(Float::Up, second),
            },
            distance: self.distance(high, low),
            ..Costs::default()
        }
    }

    pub(super) fn bye(&self, at: usize) -> Costs {
        let candidate = &self.field.candidates[at];
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
        let by_place = self.field.within_group == WithinGroup::KingOfTheHill;
        if self.steps[high] != self.steps[low] && !by_place {
            // The last of the higher group meets the first of the lower one.
            return square(size - 1 - a) + square(b);
        }
        match self.field.within_group {
            WithinGroup::Halves => square((b - a).abs_diff((size / self.sides).max(1))),
            WithinGroup::Neighbors => square(b - a - 1),
            WithinGroup::Fold => square((a + b).abs_diff(size - 1)),
            WithinGroup::KingOfTheHill => square(b - a - 1),
            WithinGroup::Random => {
                draw::number(self.field.seed, "pair", &[high as u64, low as u64]) % 1024
            }
        }
    }
}

impl FieldCosts<'_> {
    /// A candidate's points above the lowest, in steps.
    pub(super) fn steps(&self, at: usize) -> u64 {
        self.steps[at]
    }
}

/// The indices of `n` candidates for byes: those with the fewest byes, then the lowest points, then the last place.
pub(super) fn byes(field: &Field, n: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..field.candidates.len()).rev().collect();
    order.sort_by_key(|at| (field.candidates[*at].byes, field.candidates[*at].points));
    order.truncate(n);
    order
}

const fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
