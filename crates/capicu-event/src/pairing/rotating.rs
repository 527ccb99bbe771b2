//! Partners that rotate each round. One optimal matching makes couples, and another one decides which couples meet.

use core::cmp::Reverse;

use super::field::{Field, FieldCosts, byes};
use super::swiss::matching;
use super::{Bye, ByeKind, Costs, Meeting, Pairing};
use crate::id::EntryId;

pub(crate) const METHOD: &str = "rotating-partners-1";

/// Two partners by index in the field, the higher-placed first.
type Couple = [usize; 2];

/// Pairs a field. Returns the costs of each meeting, then of each bye.
///
/// Of *n* players, *n* mod 4 have a bye.
pub fn couples(field: &Field) -> (Pairing, Vec<Costs>) {
    let costs = FieldCosts::new(field, 2);
    let n = field.candidates.len();
    let byes = byes(field, n % 4);
    let playing: Vec<usize> = (0..n).filter(|at| !byes.contains(at)).collect();
    let together = |one: usize, other: usize| partners(field, &costs, playing[one], playing[other]);
    let mut couples: Vec<Couple> = pairs(&matching(playing.len(), together))
        .map(|pair| pair.map(|at| playing[at]))
        .collect();
    let points = |couple: &Couple| couple.map(|at| costs.steps(at)).iter().sum::<u64>();
    couples.sort_by_key(|couple| (Reverse(points(couple)), *couple));
    let against = |one: usize, other: usize| {
        let (one, other) = (one.min(other), one.max(other));
        let gap = points(&couples[one]) - points(&couples[other]);
        Costs {
            rematch: met(field, couples[one], couples[other]),
            gap: gap.saturating_mul(gap),
            distance: square(other - one - 1),
            ..Costs::default()
        }
    };
    let mut pairing = Pairing::default();
    let mut printed = Vec::new();
    for [one, other] in pairs(&matching(couples.len(), against)) {
        let both = [couples[one], couples[other]].map(|[a, b]| partners(field, &costs, a, b));
        let sum = |of: fn(&Costs) -> u64| both.iter().map(of).fold(0, u64::saturating_add);
        printed.push(Costs {
            partner: sum(|costs| costs.rematch),
            partner_gap: sum(|costs| costs.gap),
            partner_distance: sum(|costs| costs.distance),
            ..against(one, other)
        });
        pairing
            .meetings
            .push(sit(field, couples[one], couples[other]));
    }
    for at in byes {
        let (entry, kind) = (field.candidates[at].entry, ByeKind::Pairing);
        pairing.byes.push(Bye { entry, kind });
        printed.push(costs.bye(at));
    }
    (pairing, printed)
}

/// The pairs of a matching, each from its lower index.
fn pairs(mate: &[usize]) -> impl Iterator<Item = [usize; 2]> + '_ {
    let pairs = mate.iter().enumerate();
    pairs
        .filter(|(one, other)| one < *other)
        .map(|(one, other)| [one, *other])
}

/// The cost of two partners: rounds as partners, then difference in points, then distance from two places apart.
fn partners(field: &Field, costs: &FieldCosts<'_>, one: usize, other: usize) -> Costs {
    let (one, other) = (one.min(other), one.max(other));
    let with = field.candidates[other].entry;
    let before = field.candidates[one]
        .partners
        .get(&with)
        .copied()
        .unwrap_or(0);
    let gap = costs.steps(one) - costs.steps(other);
    Costs {
        rematch: u64::from(before).pow(2),
        gap: gap.saturating_mul(gap),
        distance: square((other - one).abs_diff(2)),
        ..Costs::default()
    }
}

/// The sum, over each two opponents, of their number of meetings and its third power.
fn met(field: &Field, one: Couple, other: Couple) -> u64 {
    let both = one
        .into_iter()
        .flat_map(|a| other.into_iter().map(move |b| (a, b)));
    let cost = |(a, b): (usize, usize)| {
        let with = field.candidates[b].entry;
        let times = u64::from(field.candidates[a].met.get(&with).copied().unwrap_or(0));
        times.saturating_pow(3).saturating_add(times)
    };
    both.map(cost).fold(0, u64::saturating_add)
}

/// The couple with fewer meetings as the first side sits first.
fn sit(field: &Field, one: Couple, other: Couple) -> Meeting {
    let first = |couple: Couple| {
        couple
            .map(|at| field.candidates[at].first)
            .iter()
            .sum::<i32>()
    };
    let entries =
        |couple: Couple| -> Vec<EntryId> { couple.map(|at| field.candidates[at].entry).to_vec() };
    let sides = match first(other) < first(one) {
        true => [other, one],
        false => [one, other],
    };
    let sides = sides.map(entries).to_vec();
    Meeting { sides }
}

const fn square(n: usize) -> u64 {
    (n as u64) * (n as u64)
}
