//! Swiss rounds: one perfect matching of all entries present, with the least sum of costs.
//!
//! The costs of a pair are [`Costs`], compared from the heaviest to the lightest. A saving in a lighter cost never
//! outweighs a heavier one. With an odd number, one entry is matched with the bye.

use integer_blossom::min_weight_perfect_matching;

use super::field::{self, Field, FieldCosts};
use super::{Bye, ByeKind, Costs, Meeting, Pairing};

/// Versions of the Swiss method. Logs contain drafts of every version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Version {
    /// A gap outweighs the points of the entry with the bye.
    One,
    /// The lowest possible entry gets the bye.
    Two,
}

impl Version {
    /// The version of new drafts.
    pub(crate) const NEWEST: Self = Self::Two;

    const ALL: [Self; Self::NEWEST as usize + 1] = [Self::One, Self::Two];

    /// The version of a draft by this method; the newest for other methods.
    pub(crate) fn of(method: &str) -> Self {
        let named = Self::ALL.into_iter().find(|one| one.name() == method);
        named.unwrap_or(Self::NEWEST)
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::One => "swiss-1",
            Self::Two => "swiss-2",
        }
    }

    const fn levels(self, costs: Costs) -> Levels {
        match self {
            Self::One => costs.levels_gap_first(),
            Self::Two => costs.levels(),
        }
    }
}

/// Costs from the heaviest to the lightest.
type Levels = [u64; 8];

/// Pairs a field. Returns the costs of each meeting, then of each bye.
pub fn pair(field: &Field) -> (Pairing, Vec<Costs>) {
    pair_as(field, Version::NEWEST)
}

/// Pairs a field like a given version.
pub(crate) fn pair_as(field: &Field, version: Version) -> (Pairing, Vec<Costs>) {
    let n = field.candidates.len();
    let table = FieldCosts::new(field, 2);
    let even = n.next_multiple_of(2);
    let levels = |one, other| version.levels(table.costs(one, other));
    let mate = min_weight_perfect_matching(&weights(even, levels), even);
    let mut pairing = Pairing::default();
    let mut costs = Vec::new();
    let mut byes = Vec::new();
    for (one, &other) in mate.iter().enumerate().take(n) {
        if other == n {
            let entry = field.candidates[one].entry;
            pairing.byes.push(Bye {
                entry,
                kind: ByeKind::Pairing,
            });
            byes.push(table.costs(one, n));
        } else if one < other {
            pairing.meetings.push(seat(field, one, other));
            costs.push(table.costs(one, other));
        }
    }
    costs.extend(byes);
    (pairing, costs)
}

/// The method that pairs by place.
pub(crate) const KING_OF_THE_HILL: &str = "king-of-the-hill-1";

/// Pairs the first with the second, the third with the fourth. The last of those with the fewest byes has the bye.
pub(crate) fn by_place(field: &Field) -> (Pairing, Vec<Costs>) {
    let n = field.candidates.len();
    let table = FieldCosts::new(field, 2);
    let sits_out = field::byes(field, n % 2);
    let plays: Vec<usize> = (0..n).filter(|at| !sits_out.contains(at)).collect();
    let mut pairing = Pairing::default();
    let mut costs = Vec::new();
    for pair in plays.chunks_exact(2) {
        pairing.meetings.push(seat(field, pair[0], pair[1]));
        costs.push(table.costs(pair[0], pair[1]));
    }
    for at in sits_out {
        let (entry, kind) = (field.candidates[at].entry, ByeKind::Pairing);
        pairing.byes.push(Bye { entry, kind });
        costs.push(table.bye(at));
    }
    (pairing, costs)
}

/// The entry with fewer meetings as the first side sits first; equals alternate from table to table.
fn seat(field: &Field, one: usize, other: usize) -> Meeting {
    let [high, low] = [one, other].map(|at| &field.candidates[at]);
    let high_first = match high.first.cmp(&low.first) {
        core::cmp::Ordering::Less => true,
        core::cmp::Ordering::Greater => false,
        core::cmp::Ordering::Equal => one.is_multiple_of(2),
    };
    let pair = if high_first { [high, low] } else { [low, high] };
    Meeting::of(pair.map(|candidate| candidate.entry))
}

/// The perfect matching of `n` with the least sum of costs: the partner of each index.
pub(super) fn matching(n: usize, costs: impl Fn(usize, usize) -> Costs) -> Vec<usize> {
    let levels = |one, other| costs(one, other).levels();
    min_weight_perfect_matching(&weights(n, levels), n)
}

/// The bits for the weight of a pair. The matching doubles and adds weights, so five bits stay free.
const BITS: u32 = 122;

/// Converts costs to one number each, so that sums compare level by level. [`Scale`] limits levels with large numbers.
fn weights(n: usize, costs: impl Fn(usize, usize) -> Levels) -> Vec<i128> {
    let pairs = |at: usize| (at + 1..n).map(move |other| (at, other));
    // Computes the costs twice: storing them would take as much memory as the matching.
    let mut most = [0; 8];
    for (one, other) in (0..n).flat_map(pairs) {
        let levels = costs(one, other);
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

/// The weight of each level of costs in one number.
#[derive(Debug, PartialEq, Eq)]
struct Scale {
    /// The cap for each level.
    most: [u64; 8],
    factors: [i128; 8],
}

impl Scale {
    /// The scale for `n` places and these largest costs. While a pair weighs too much, the level with the largest costs
    /// is capped at half. The matchpoints of ten rounds of 1,000 entries fit without a cap.
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

    /// Factors that put each level above the sum of all lighter ones; `None` if a pair weighs too much.
    fn factors(n: usize, most: [u64; 8]) -> Option<[i128; 8]> {
        let (mut factor, mut weight): (i128, i128) = (1, 0);
        let mut factors = [0; 8];
        for level in (0..8).rev() {
            factors[level] = factor;
            let most = i128::from(most[level]);
            weight = weight.checked_add(most.checked_mul(factor)?)?;
            // One unit of the heavier level outweighs the largest sum of this one.
            factor = factor.saturating_mul(most * (n as i128 / 2) + 1);
        }
        (weight < 1 << BITS).then_some(factors)
    }

    fn weight(&self, levels: Levels) -> i128 {
        let levels = levels.into_iter().zip(self.most);
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
    fn costs_too_large_are_capped_and_keep_their_order() {
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
            assert!(scale.weight(worst.levels()) < 1 << BITS, "{n}: {scale:?}");
            let rematch = Costs {
                rematch: 1,
                ..Costs::default()
            };
            let others = Costs {
                rematch: 0,
                ..worst
            };
            assert!(
                n < 2 || scale.weight(rematch.levels()) > scale.weight(others.levels()),
                "{n}"
            );
        }
    }
}
