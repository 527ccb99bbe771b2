//! Places club mates in opposite halves of a bracket.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::seeds;

/// Assigns entries to seeds, so that as few club mates as possible are in one half of the bracket. Returns indices into
/// the given order.
///
/// Seeds exchange places only with seeds that would be eliminated in the same round. So the best two can still meet
/// only in the final, the best four in the semifinals, and byes stay.
///
/// A path of exchanges leads from a club with too many members in one half, through other clubs, to a club with too
/// few. Each club passes a place on within one round. The function applies the best path, the shortest among equals,
/// until no path improves the result.
pub(crate) fn apart(clubs: &[Option<&str>]) -> Vec<usize> {
    let size = clubs.len().next_power_of_two();
    let mut upper = vec![false; clubs.len()];
    for seed in &seeds(size)[..size / 2] {
        if let Some(upper) = upper.get_mut(seed - 1) {
            *upper = true;
        }
    }
    let of = Of::new(clubs);
    let mut sides = upper.clone();
    while let Some(way) = way(&of, &sides) {
        for seed in way {
            sides[seed] = !sides[seed];
        }
    }
    // Within a round and half, entries keep their order.
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

/// The round in which a seed, from 0, is eliminated if better seeds always win. It counts from the final: 0 is the
/// winner, 1 the second, 2 the third and fourth.
fn level(seed: usize) -> u32 {
    (seed + 1).next_power_of_two().trailing_zeros()
}

/// Clubs by number, in their order. Entries without a club form one group that may be together.
struct Of {
    /// The club of each seed.
    clubs: Vec<usize>,
    n: usize,
    /// The number of the group without a club.
    none: Option<usize>,
}

impl Of {
    fn new(clubs: &[Option<&str>]) -> Self {
        let all: BTreeSet<Option<&str>> = clubs.iter().copied().collect();
        let numbers: BTreeMap<Option<&str>, usize> = all.into_iter().zip(0..).collect();
        Self {
            clubs: clubs.iter().map(|club| numbers[club]).collect(),
            n: numbers.len(),
            none: numbers.get(&None).copied(),
        }
    }
}

/// The seeds to move to the other half, along the best path.
fn way(of: &Of, sides: &[bool]) -> Option<Vec<usize>> {
    let mut more = vec![0_i64; of.n];
    let mut givers = vec![Vec::new(); of.n];
    let mut takers: Vec<Vec<usize>> = Vec::new();
    for (seed, (club, side)) in of.clubs.iter().zip(sides).enumerate() {
        more[*club] += if *side { 1 } else { -1 };
        let level = level(seed) as usize;
        takers.resize(takers.len().max(level + 1), Vec::new());
        match side {
            true => givers[*club].push(seed),
            false => takers[level].push(seed),
        }
    }
    // The gain from one member fewer in the upper half, and the cost of one member more.
    let has_none = |club: usize| of.none == Some(club);
    let saves = |club: usize| if has_none(club) { 0 } else { more[club] - 1 };
    let costs = |club: usize| if has_none(club) { 0 } else { more[club] + 1 };
    let least = (0..of.n).map(costs).min()?;
    let may_save = (0..of.n).filter(|from| saves(*from) > least);
    let ways = may_save.filter_map(|from| {
        let found = exchanges(of, &givers, &takers, from)
            .into_iter()
            .enumerate();
        let found = found.filter_map(|(to, way)| Some((to, way?)));
        let found = found.filter(|(to, _)| *to != from);
        let best = found.max_by_key(|(to, way)| {
            let saved = saves(from) - costs(*to);
            (saved, std::cmp::Reverse(way.len()))
        });
        let (to, way) = best?;
        let saved = saves(from) - costs(to);
        (saved > 0).then_some((saved, way))
    });
    let best = ways.max_by_key(|(saved, way)| (*saved, std::cmp::Reverse(way.len())));
    best.map(|(_, way)| way)
}

/// The shortest paths from a club that gives up a place in the upper half, by the club that receives it. `givers` are
/// the seeds of the upper half by club, `takers` those of the lower half by level.
fn exchanges(
    of: &Of,
    givers: &[Vec<usize>],
    takers: &[Vec<usize>],
    from: usize,
) -> Vec<Option<Vec<usize>>> {
    let mut ways = vec![None; of.n];
    ways[from] = Some(Vec::new());
    let mut next = VecDeque::from([(from, Vec::new())]);
    // The first giver of a level already reaches all its takers.
    let mut is_reached = vec![false; takers.len()];
    while let Some((at, way)) = next.pop_front() {
        for gives in &givers[at] {
            let level = level(*gives) as usize;
            if std::mem::replace(&mut is_reached[level], true) {
                continue;
            }
            for takes in &takers[level] {
                let to = of.clubs[*takes];
                if ways[to].is_none() {
                    let mut way: Vec<usize> = way.clone();
                    way.extend([*gives, *takes]);
                    ways[to] = Some(way.clone());
                    next.push_back((to, way));
                }
            }
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of pairs of club mates in one half.
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

    /// The lowest possible number, by trying every exchange within rounds.
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
    fn halves_have_as_few_club_mates_as_possible() {
        // By hand: of eight, seeds 1, 4, 5 and 8 are in the upper half; 4 changes places with 3, and 5 with 6.
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
