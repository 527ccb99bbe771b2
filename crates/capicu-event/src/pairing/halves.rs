//! Club mates in opposite halves of a bracket.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::seeds;

/// Who stands at each seed, as places in the given order from 0, so that as few club mates as possible stand in the
/// same half of the bracket. Seeds exchange their places only with those that would go out in the same round, so that
/// the best two still meet in the final only, the best four in the semifinals, and byes stay where they are.
///
/// A way of exchanges leads from a club with too many in one half, by other clubs, to one with too few: each of them
/// gives the next a place in its own round. As long as there is such a way it is taken, the shortest first; when there
/// is none, nothing is better.
pub(crate) fn apart(clubs: &[Option<&str>]) -> Vec<usize> {
    let size = clubs.len().next_power_of_two();
    let half = |seed: usize| seeds(size)[..size / 2].contains(&(seed + 1));
    let upper: Vec<bool> = (0..clubs.len()).map(half).collect();
    let mut sides = upper.clone();
    while let Some(way) = way(clubs, &sides) {
        for seed in way {
            sides[seed] = !sides[seed];
        }
    }
    // In a round everybody keeps their order among those of the same half.
    let mut order: Vec<usize> = (0..clubs.len()).collect();
    for round in 0..=size.trailing_zeros() {
        for side in [true, false] {
            let of_round = |of: &[bool]| -> Vec<usize> {
                let all = 0..clubs.len();
                all.filter(|seed| level(*seed) == round && of[*seed] == side)
                    .collect()
            };
            for (place, seed) in of_round(&upper).into_iter().zip(of_round(&sides)) {
                order[place] = seed;
            }
        }
    }
    order
}

/// The round before which a seed, from 0, is among those who are left: 0 for the first, 1 for the second, 2 for the third and
/// fourth.
fn level(seed: usize) -> u32 {
    (seed + 1).next_power_of_two().trailing_zeros()
}

/// The seeds that change their half on a way that makes it better.
fn way(clubs: &[Option<&str>], sides: &[bool]) -> Option<Vec<usize>> {
    let mut more: BTreeMap<&str, i64> = BTreeMap::new();
    for (club, side) in clubs.iter().zip(sides) {
        if let Some(club) = club {
            *more.entry(club).or_default() += if *side { 1 } else { -1 };
        }
    }
    // What it saves if a club has one less in the upper half, and what it costs if it has one more.
    let saves = |club: Option<&str>| club.map_or(0, |club| more[club] - 1);
    let costs = |club: Option<&str>| club.map_or(0, |club| more[club] + 1);
    let all: BTreeSet<Option<&str>> = clubs.iter().copied().collect();
    let ways = all.iter().filter_map(|from| {
        let found = exchanges(clubs, sides, *from);
        let best = found.into_iter().max_by_key(|(to, way)| {
            let saved = saves(*from) - costs(*to);
            (saved, std::cmp::Reverse(way.len()))
        });
        let (to, way) = best?;
        let saved = saves(*from) - costs(to);
        (saved > 0).then_some((saved, way))
    });
    let best = ways.max_by_key(|(saved, way)| (*saved, std::cmp::Reverse(way.len())));
    best.map(|(_, way)| way)
}

/// The shortest ways from a club that gives a place in the upper half away to each that it may come to.
fn exchanges<'a>(
    clubs: &[Option<&'a str>],
    sides: &[bool],
    from: Option<&'a str>,
) -> BTreeMap<Option<&'a str>, Vec<usize>> {
    let mut ways = BTreeMap::from([(from, Vec::new())]);
    let mut next = VecDeque::from([from]);
    while let Some(at) = next.pop_front() {
        for gives in (0..clubs.len()).filter(|seed| sides[*seed] && clubs[*seed] == at) {
            let takes = (0..clubs.len()).filter(|seed| !sides[*seed]);
            for takes in takes.filter(|seed| level(*seed) == level(gives)) {
                if !ways.contains_key(&clubs[takes]) {
                    let mut way = ways[&at].clone();
                    way.extend([gives, takes]);
                    ways.insert(clubs[takes], way);
                    next.push_back(clubs[takes]);
                }
            }
        }
    }
    ways.remove(&from);
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many pairs of club mates stand in the same half.
    fn together(clubs: &[Option<&str>], order: &[usize]) -> usize {
        let size = order.len().next_power_of_two();
        let upper = &seeds(size)[..size / 2];
        let mut pairs = 0;
        for (at, one) in order.iter().enumerate() {
            for (before, other) in order[..at].iter().enumerate() {
                let mates = clubs[*one].is_some() && clubs[*one] == clubs[*other];
                let same = upper.contains(&(at + 1)) == upper.contains(&(before + 1));
                pairs += usize::from(mates && same);
            }
        }
        pairs
    }

    /// The fewest there can be, by trying every exchange within rounds.
    fn fewest(clubs: &[Option<&str>], order: &mut Vec<usize>, at: usize) -> usize {
        if at == order.len() {
            return together(clubs, order);
        }
        let mut best = usize::MAX;
        for other in at..order.len() {
            if level(other) == level(at) {
                order.swap(at, other);
                best = best.min(fewest(clubs, order, at + 1));
                order.swap(at, other);
            }
        }
        best
    }

    #[test]
    fn as_few_club_mates_as_possible_are_in_one_half() {
        // By hand: of eight, the seeds 1, 4, 5 and 8 are in the upper half; 4 changes places with 3, 5 with 6.
        let two = [
            Some("A"),
            None,
            None,
            Some("A"),
            Some("B"),
            None,
            None,
            Some("B"),
        ];
        assert_eq!(together(&two, &[0, 1, 2, 3, 4, 5, 6, 7]), 2);
        assert_eq!(together(&two, &apart(&two)), 0);
        let names = ["A", "B", "C", "D"];
        let mut lot: u64 = 7;
        let mut drawn = |n: usize| {
            lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (lot >> 33) as usize % n
        };
        for _ in 0..60 {
            let n = 3 + drawn(6);
            let clubs: Vec<Option<&str>> = (0..n).map(|_| names.get(drawn(5)).copied()).collect();
            let order = apart(&clubs);
            let mut all: Vec<usize> = (0..n).collect();
            assert!(
                order
                    .iter()
                    .enumerate()
                    .all(|(place, seed)| level(place) == level(*seed))
            );
            assert_eq!(
                together(&clubs, &order),
                fewest(&clubs, &mut all, 0),
                "{clubs:?} {order:?}"
            );
            let mut sorted = order;
            sorted.sort_unstable();
            assert_eq!(sorted, all);
        }
    }
}
