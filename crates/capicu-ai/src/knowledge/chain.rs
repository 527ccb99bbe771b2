//! Draws solutions of a problem too large to count, by random exchanges.

use alloc::vec;
use alloc::vec::Vec;

use capicu::{Tile, TileSet};
use rand_core::Rng;

use super::problem::{Groups, Kind, Place, Problem};
use crate::chance::Spin;

/// Exchanges tried per item before a solution is drawn.
const TRIES: usize = 16;

/// A tile and its possible groups.
#[derive(Clone, Copy, Debug)]
struct Item {
    tile: Tile,
    groups: Groups,
    hidden: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Chain {
    items: Vec<Item>,
    places: Vec<Place>,
    /// The group of each item in the first solution.
    start: Vec<u8>,
}

impl Chain {
    /// Finds a solution; `None` if there is none. Ignores limits on doubles.
    pub fn new(problem: &Problem) -> Option<Self> {
        let mut kinds: Vec<&Kind> = problem.kinds.iter().collect();
        kinds.sort_by_cached_key(|kind| kind.groups.count_ones());
        let mut filling = Filling {
            kinds: kinds.iter().map(|kind| kind.groups).collect(),
            room: problem.groups.iter().map(|group| group.room).collect(),
            open: problem.which(|group| group.room > 0),
            there: vec![0; kinds.len() * problem.groups.len()],
        };
        let mut items = Vec::new();
        for (i, kind) in kinds.iter().enumerate() {
            for tile in kind.tiles() {
                if !filling.settle(i, &mut 0) {
                    return None;
                }
                items.push(Item {
                    tile,
                    groups: kind.groups,
                    hidden: kind.hidden.contains(tile),
                });
            }
        }
        let numbered = filling.there.iter().enumerate();
        let start = numbered.flat_map(|(i, n)| {
            let group = i % problem.groups.len();
            core::iter::repeat_n(group as u8, usize::from(*n))
        });
        Some(Self {
            items,
            places: problem.groups.iter().map(|group| group.place).collect(),
            start: start.collect(),
        })
    }

    /// Draws a solution, about equally likely: the hidden tiles at each place.
    pub fn sample(&self, rng: &mut (impl Rng + ?Sized), mut put: impl FnMut(Place, TileSet)) {
        let mut at = self.start.clone();
        let items = &self.items;
        let n = items.len() as u32;
        let mut spin = Spin::new(rng.next_u64());
        for _ in 0..TRIES * items.len() {
            let (a, b) = (spin.below(n) as usize, spin.below(n) as usize);
            let fits = |item: usize, group: u8| items[item].groups >> group & 1 == 1;
            if fits(a, at[b]) && fits(b, at[a]) {
                at.swap(a, b);
            }
        }
        for (item, group) in items.iter().zip(at).filter(|(item, _)| item.hidden) {
            put(self.places[usize::from(group)], TileSet::of(item.tile));
        }
    }
}

struct Filling {
    kinds: Vec<Groups>,
    room: Vec<u8>,
    /// The groups with free room.
    open: Groups,
    /// The number of each kind in each group.
    there: Vec<u8>,
}

impl Filling {
    /// Finds a group for one more of a kind, and moves others if that helps; `false` if there is none.
    fn settle(&mut self, kind: usize, tried: &mut Groups) -> bool {
        let open = self.kinds[kind] & self.open;
        if open != 0 {
            let group = open.trailing_zeros() as usize;
            self.room[group] -= 1;
            if self.room[group] == 0 {
                self.open &= !(1 << group);
            }
            self.there[kind * self.room.len() + group] += 1;
            return true;
        }
        loop {
            let groups = self.kinds[kind] & !*tried;
            if groups == 0 {
                return false;
            }
            let group = groups.trailing_zeros() as usize;
            *tried |= 1 << group;
            for other in 0..self.kinds.len() {
                let at = other * self.room.len() + group;
                // The other leaves its place to this one if it finds another.
                if self.there[at] > 0 && self.settle(other, tried) {
                    self.there[at] -= 1;
                    self.there[kind * self.room.len() + group] += 1;
                    return true;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;

    use chacha20::ChaCha8Rng;
    use rand_core::SeedableRng;

    use super::super::lattice::{Lattice, Merge};
    use super::super::problem::{ANY_NUMBER, Group};
    use super::*;

    /// Six tiles for three seats, two each. The bits of an item are the seats that may hold it.
    fn problem(may_hold: [Groups; 6]) -> Problem {
        let group = |seat| Group {
            place: Place::Seat(seat),
            room: 2,
            dealt: true,
            doubles: ANY_NUMBER,
        };
        let kind = |(i, groups): (usize, &Groups)| Kind {
            hidden: TileSet::of(Tile::from_index(i as u8).unwrap()),
            played: TileSet::EMPTY,
            groups: *groups,
        };
        Problem {
            kinds: may_hold.iter().enumerate().map(kind).collect(),
            groups: [0, 1, 2].map(group).to_vec(),
        }
    }

    #[test]
    fn exchanges_reach_every_deal_about_equally_often() {
        let problem = problem([0b111, 0b011, 0b110, 0b101, 0b111, 0b001]);
        let lattice = Lattice::new(&problem, Merge::AlikeAtOnePlace).unwrap();
        let by_place = |placed: &[(Place, TileSet)]| {
            let mut at: BTreeMap<Place, TileSet> = BTreeMap::new();
            for (place, tiles) in placed {
                *at.entry(*place).or_default() |= *tiles;
            }
            at
        };
        let mut found: BTreeMap<BTreeMap<Place, TileSet>, u32> = BTreeMap::new();
        lattice.each(|placed| {
            found.insert(by_place(placed), 0);
        });
        assert_eq!(Some(found.len() as u128), lattice.count());
        let chain = Chain::new(&problem).unwrap();
        let rng = &mut ChaCha8Rng::seed_from_u64(4);
        let each = 800;
        for _ in 0..each * found.len() {
            let mut placed = Vec::new();
            chain.sample(rng, |place, tiles| placed.push((place, tiles)));
            *found
                .get_mut(&by_place(&placed))
                .expect("a listed solution") += 1;
        }
        for (placed, times) in found {
            let off = f64::from(times) - each as f64;
            assert!(off.abs() < 0.2 * each as f64, "{placed:?}: {times}");
        }
    }

    #[test]
    fn problem_without_solution_has_no_chain() {
        assert!(Chain::new(&problem([1, 1, 1, 7, 7, 7])).is_none());
        // The first three tiles have to move for the others to find room.
        assert!(Chain::new(&problem([7, 7, 6, 1, 1, 6])).is_some());
    }
}
