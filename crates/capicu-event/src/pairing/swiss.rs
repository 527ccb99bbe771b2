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

/// The bits that the weight of a pair may have: the matching doubles and adds weights, and leaves five bits for that.
const BITS: u32 = 122;

/// Costs as one number each, so that comparing sums compares the costs level by level. Levels whose numbers are
/// too large for that count as [`Scale`] says.
fn weights(n: usize, costs: impl Fn(usize, usize) -> Costs) -> Vec<i128> {
    let pairs = |at: usize| (at + 1..n).map(move |other| (at, other));
    // The costs are computed twice: keeping them all would take as much memory as the matching.
    let mut most = [0; 8];
    for (one, other) in (0..n).flat_map(pairs) {
        let levels = costs(one, other).levels();
        most = core::array::from_fn(|level| levels[level].max(most[level]));
    }
    let scale = Scale::of(n, most);
    let mut weights = vec![0; n * n];
    for (one, other) in (0..n).flat_map(pairs) {
        let weight = scale.weight(costs(one, other));
        weights[one * n + other] = weight;
        weights[other * n + one] = weight;
    }
    weights
}

/// How much each level of costs weighs in one number.
#[derive(Debug, PartialEq, Eq)]
struct Scale {
    /// Greater costs of a level count as this much.
    most: [u64; 8],
    factors: [i128; 8],
}

impl Scale {
    /// For `n` places whose costs are at most these. If a pair weighs too much, the level with the greatest costs is cut
    /// to half of them, until it fits. The matchpoints of ten rounds of 1,000 entries fit uncut.
    fn of(n: usize, mut most: [u64; 8]) -> Self {
        loop {
            if let Some(factors) = Self::factors(n, most) {
                return Self { most, factors };
            }
            if let Some(greatest) = most.iter_mut().max() {
                *greatest /= 2;
            }
        }
    }

    /// The factors that keep each level above the sums of all lighter ones; nothing if a pair weighs too much.
    fn factors(n: usize, most: [u64; 8]) -> Option<[i128; 8]> {
        let (mut factor, mut weight): (i128, i128) = (1, 0);
        let mut factors = [0; 8];
        for level in (0..8).rev() {
            factors[level] = factor;
            let most = i128::from(most[level]);
            weight = weight.checked_add(most.checked_mul(factor)?)?;
            // The heavier level outweighs all that a matching may cost in this one.
            factor = factor.saturating_mul(most * (n as i128 / 2) + 1);
        }
        (weight < 1 << BITS).then_some(factors)
    }

    fn weight(&self, costs: Costs) -> i128 {
        let levels = costs.levels().into_iter().zip(self.most);
        let levels = levels.map(|(cost, most)| i128::from(cost.min(most)));
        levels
            .zip(self.factors)
            .map(|(cost, factor)| cost * factor)
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_that_no_number_holds_are_cut_and_keep_their_order() {
        let uncut = [4, 1, 0, 144_000_000, 12_000, 1, 2, 250_000];
        assert_eq!(Scale::of(1_000, uncut).most, uncut);
        let huge = [u64::MAX; 8];
        for n in [0, 1, 2, 1_000, 4_096] {
            let scale = Scale::of(n, huge);
            let worst = Costs {
                rematch: u64::MAX,
                second_bye: u64::MAX,
                clubs_barred: u64::MAX,
                gap: u64::MAX,
                bye_above: u64::MAX,
                clubs: u64::MAX,
                float: u64::MAX,
                distance: u64::MAX,
                ..Costs::default()
            };
            assert!(scale.weight(worst) < 1 << BITS, "{n}: {scale:?}");
            let rematch = Costs {
                rematch: 1,
                ..Costs::default()
            };
            let others = Costs {
                rematch: 0,
                ..worst
            };
            assert!(n < 2 || scale.weight(rematch) > scale.weight(others), "{n}");
        }
    }
}
