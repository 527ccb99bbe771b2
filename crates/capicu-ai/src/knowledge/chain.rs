//! Drawing solutions of a problem that is too large to be counted, by random exchanges.

use alloc::vec;
use alloc::vec::Vec;

use capicu::Tile;
use rand_core::Rng;

use super::problem::{Groups, Place, Problem};
use crate::chance::below;

/// Exchanges tried for every item before a solution is drawn.
const TRIES: usize = 16;

/// A problem with one solution to start from.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    problem: Problem,
    /// The group of each item.
    start: Vec<u8>,
}

impl Chain {
    /// Finds a solution; `None` if there is none. Limits on doubles are left aside.
    pub fn new(problem: Problem) -> Option<Self> {
        let mut room: Vec<u8> = problem.groups.iter().map(|group| group.room).collect();
        let mut start: Vec<Option<u8>> = vec![None; problem.items.len()];
        for item in 0..problem.items.len() {
            if !settle(&problem, item, &mut start, &mut room, &mut 0) {
                return None;
            }
        }
        Some(Self {
            start: start.into_iter().collect::<Option<_>>()?,
            problem,
        })
    }

    /// A solution, about equally likely: where every hidden item is.
    pub fn sample(&self, rng: &mut (impl Rng + ?Sized), mut put: impl FnMut(Tile, Place)) {
        let mut at = self.start.clone();
        let items = &self.problem.items;
        let n = items.len() as u32;
        for _ in 0..TRIES * items.len() {
            let (a, b) = (below(rng, n) as usize, below(rng, n) as usize);
            let fits = |item: usize, group: u8| items[item].groups >> group & 1 == 1;
            if fits(a, at[b]) && fits(b, at[a]) {
                at.swap(a, b);
            }
        }
        for (item, group) in items.iter().zip(at).filter(|(item, _)| item.hidden) {
            put(item.tile, self.problem.groups[usize::from(group)].place);
        }
    }
}

/// Finds a group for an item, moving others on where that helps.
fn settle(
    problem: &Problem,
    item: usize,
    at: &mut [Option<u8>],
    room: &mut [u8],
    tried: &mut Groups,
) -> bool {
    let groups = (0..problem.groups.len()).filter(|g| problem.items[item].groups >> g & 1 == 1);
    for group in groups {
        if *tried >> group & 1 == 1 {
            continue;
        }
        *tried |= 1 << group;
        if room[group] > 0 {
            room[group] -= 1;
            at[item] = Some(group as u8);
            return true;
        }
        for other in 0..at.len() {
            if at[other] == Some(group as u8) {
                // The other leaves its place to this one if it finds another.
                if settle(problem, other, at, room, tried) {
                    at[item] = Some(group as u8);
                    return true;
                }
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;

    use chacha20::ChaCha8Rng;
    use rand_core::SeedableRng;

    use super::super::lattice::{Lattice, Merge};
    use super::super::problem::{ANY_NUMBER, Group, Item};
    use super::*;

    /// Six tiles for three seats, two each; the bits of an item are the seats that may hold it.
    fn problem(may_hold: [Groups; 6]) -> Problem {
        let group = |seat| Group {
            place: Place::Seat(seat),
            room: 2,
            dealt: true,
            doubles: ANY_NUMBER,
        };
        let item = |(i, groups): (usize, &Groups)| Item {
            tile: Tile::from_index(i as u8).unwrap(),
            groups: *groups,
            hidden: true,
        };
        Problem {
            items: may_hold.iter().enumerate().map(item).collect(),
            groups: [0, 1, 2].map(group).to_vec(),
        }
    }

    #[test]
    fn exchanges_reach_every_deal_about_equally() {
        let problem = problem([0b111, 0b011, 0b110, 0b101, 0b111, 0b001]);
        let lattice = Lattice::new(&problem, Merge::AlikeAtOnePlace).unwrap();
        let mut found: BTreeMap<Vec<(Tile, Place)>, u32> = BTreeMap::new();
        lattice.each(|placed| {
            let mut placed = placed.to_vec();
            placed.sort();
            found.insert(placed, 0);
        });
        assert_eq!(found.len() as u128, lattice.total());
        let chain = Chain::new(problem).unwrap();
        let rng = &mut ChaCha8Rng::seed_from_u64(4);
        let each = 800;
        for _ in 0..each * found.len() {
            let mut placed = Vec::new();
            chain.sample(rng, |tile, place| placed.push((tile, place)));
            placed.sort();
            *found.get_mut(&placed).expect("one of the solutions") += 1;
        }
        for (placed, times) in found {
            let off = f64::from(times) - each as f64;
            assert!(off.abs() < 0.2 * each as f64, "{placed:?}: {times}");
        }
    }

    #[test]
    fn no_solution_is_no_chain() {
        assert!(Chain::new(problem([1, 1, 1, 7, 7, 7])).is_none());
        // The first three tiles have to move on for the others to find room.
        assert!(Chain::new(problem([7, 7, 6, 1, 1, 6])).is_some());
    }
}
