//! Swiss rounds: one perfect matching of everybody who is there, with the least sum of costs.
//!
//! The costs of a pair are [`Costs`], compared as a whole from the heaviest to the lightest: no saving
//! in a lighter one outweighs anything in a heavier one. With an odd number somebody is matched with
//! nobody, which is the bye.

use integer_blossom::min_weight_perfect_matching;

use super::room::{Room, RoomCosts};
use super::{Bye, ByeKind, Costs, Meeting, Pairing};

pub(crate) const METHOD: &str = "swiss-1";

/// Pairs a room: the pairing, and what each meeting and then each bye costs.
pub fn pair(room: &Room) -> (Pairing, Vec<Costs>) {
    let n = room.candidates.len();
    let table = RoomCosts::new(room, 2);
    let even = n.next_multiple_of(2);
    let mate = matching(even, |one, other| table.costs(one, other));
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

/// The perfect matching of `n` of the least sum of costs: for each place the other.
pub(super) fn matching(n: usize, costs: impl Fn(usize, usize) -> Costs) -> Vec<usize> {
    min_weight_perfect_matching(&weights(n, costs), n)
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
