//! Tables of three or four sides.
//!
//! Byes are given first. No fast way is known to find the best tables of a large field. Up to [`SEARCHED`] entries, all
//! possibilities are searched. Larger fields are filled place by place; then places are exchanged between tables while
//! that lowers the cost.

use super::field::{Field, FieldCosts, byes};
use super::{Bye, ByeKind, Costs, Meeting, Pairing};

pub(crate) const METHOD: &str = "tables-1";

/// The largest field that is searched completely.
const SEARCHED: usize = 12;

type Sum = [u64; 8];

/// Seats a field at tables of `sides`. Returns the costs of each meeting, then of each bye.
///
/// A field smaller than one table has only byes.
pub fn seat(field: &Field, sides: usize) -> (Pairing, Vec<Costs>) {
    let costs = FieldCosts::new(field, sides);
    let n = field.candidates.len();
    let byes = byes(field, n % sides);
    let playing: Vec<usize> = (0..n).filter(|at| !byes.contains(at)).collect();
    let tables = match playing.len() <= SEARCHED {
        true => searched(&playing, sides, &costs),
        false => exchanged(&playing, sides, &costs),
    };
    let mut pairing = Pairing::default();
    let mut printed = Vec::new();
    for mut table in tables {
        printed.push(cost(&table, &costs));
        // Entries with fewer meetings as the first side sit first.
        table.sort_by_key(|at| (field.candidates[*at].first, *at));
        pairing.meetings.push(Meeting::of(
            table.iter().map(|at| field.candidates[*at].entry),
        ));
    }
    for at in byes {
        let (entry, kind) = (field.candidates[at].entry, ByeKind::Pairing);
        pairing.byes.push(Bye { entry, kind });
        printed.push(costs.bye(at));
    }
    (pairing, printed)
}

/// The cost of a table: earlier meetings, gaps and club mates over all pairs, and the distance over neighbors in the
/// order of the field.
fn cost(table: &[usize], costs: &FieldCosts<'_>) -> Costs {
    let mut sum = Costs::default();
    for (at, one) in table.iter().enumerate() {
        for other in &table[at + 1..] {
            let pair = costs.costs(*one, *other);
            sum.rematch = sum.rematch.saturating_add(pair.rematch);
            sum.clubs_barred += pair.clubs_barred;
            sum.gap = sum.gap.saturating_add(pair.gap);
            sum.clubs += pair.clubs;
        }
    }
    let mut order = [usize::MAX; 4];
    order[..table.len()].copy_from_slice(table);
    order.sort_unstable();
    for pair in order[..table.len()].windows(2) {
        sum.distance += costs.costs(pair[0], pair[1]).distance;
    }
    sum
}

fn add(one: Sum, other: Sum) -> Sum {
    core::array::from_fn(|level| one[level].saturating_add(other[level]))
}

/// The least sum over all ways to fill the tables, by dynamic programming over sets of entries still to seat.
fn searched(playing: &[usize], sides: usize, costs: &FieldCosts<'_>) -> Vec<Vec<usize>> {
    let n = playing.len();
    let tables: Vec<(usize, Sum)> = (0_usize..1 << n)
        .filter(|set| set.count_ones() as usize == sides)
        .map(|set| (set, cost(&members(set, playing), costs).levels()))
        .collect();
    let mut best: Vec<Option<(Sum, usize)>> = vec![None; 1 << n];
    best[0] = Some(([0; 8], 0));
    for set in 1_usize..1 << n {
        if !(set.count_ones() as usize).is_multiple_of(sides) {
            continue;
        }
        let lowest = set & set.wrapping_neg();
        for (table, own) in &tables {
            if table & lowest == 0 || table & !set != 0 {
                continue;
            }
            if let Some((before, _)) = best[set & !table] {
                let sum = add(before, *own);
                if best[set].is_none_or(|(known, _)| sum < known) {
                    best[set] = Some((sum, *table));
                }
            }
        }
    }
    let mut found = Vec::new();
    let mut left = (1 << n) - 1;
    while left != 0 {
        let Some((_, table)) = best[left] else { break };
        found.push(members(table, playing));
        left &= !table;
    }
    found
}

fn members(set: usize, playing: &[usize]) -> Vec<usize> {
    let places = playing.iter().enumerate();
    places
        .filter(|(bit, _)| set >> bit & 1 == 1)
        .map(|(_, at)| *at)
        .collect()
}

/// Fills tables in the order of the field, each place with the cheapest entry; then exchanges.
fn exchanged(playing: &[usize], sides: usize, costs: &FieldCosts<'_>) -> Vec<Vec<usize>> {
    let mut left = playing.to_vec();
    let mut tables: Vec<Vec<usize>> = Vec::new();
    while !left.is_empty() {
        let mut table = vec![left.remove(0)];
        while table.len() < sides {
            let with = |at: &usize| {
                let mut table = table.clone();
                table.push(left[*at]);
                cost(&table, costs).levels()
            };
            let next = (0..left.len()).min_by_key(with).unwrap_or(0);
            table.push(left.remove(next));
        }
        tables.push(table);
    }
    let mut sums: Vec<Sum> = tables
        .iter()
        .map(|table| cost(table, costs).levels())
        .collect();
    while improve(&mut tables, &mut sums, costs) {}
    tables
}

/// Tries every exchange of two places once, and keeps those that lower the cost. Returns whether there was one.
fn improve(tables: &mut [Vec<usize>], sums: &mut [Sum], costs: &FieldCosts<'_>) -> bool {
    let mut better = false;
    for one in 0..tables.len() {
        for other in one + 1..tables.len() {
            let sides = tables[one].len();
            for (a, b) in (0..sides).flat_map(|a| (0..sides).map(move |b| (a, b))) {
                let exchange = |tables: &mut [Vec<usize>]| {
                    let (at, with) = (tables[one][a], tables[other][b]);
                    tables[one][a] = with;
                    tables[other][b] = at;
                };
                exchange(tables);
                let now = [one, other].map(|at| cost(&tables[at], costs).levels());
                if add(now[0], now[1]) < add(sums[one], sums[other]) {
                    [sums[one], sums[other]] = now;
                    better = true;
                } else {
                    exchange(tables);
                }
            }
        }
    }
    better
}
