//! Counts, draws and lists the solutions of a problem exactly, by dynamic programming.
//!
//! The kinds of tiles are put into the groups one after another. The further possibilities depend only on the room left
//! in each group, so the states are the points of a lattice, one layer before each kind. The number of ways to a state
//! is a sum over how many tiles of the last kind went to each group. One group, the one with most room, takes the
//! remaining tiles, so it needs no dimension.
//!
//! The reverse is possible too: the groups pick kinds for their room one after another, and the state is the number of
//! tiles left of each kind. With many groups and few kinds, that takes fewer states.

mod axis;
mod listing;
mod spread;
mod step;
mod table;

use alloc::vec::Vec;
use core::cmp::Reverse;

use capicu::{Tile, TileSet};
use rand_core::Rng;

use super::number::{Number, Ratio, Wide};
use super::problem::{Groups, Kind, Place, Problem};
use crate::chance::EXACT;
pub(super) use axis::Merge;
use axis::{Axis, Tiles, axes, take};
use step::{MAX_BOXES, Next, Point, Stage, bits};
use table::{Plan, Room, Rooms, Table};

/// The number of terms up to which counting goes by kinds, without comparing the other order.
const FEW_TERMS: usize = 1 << 12;

/// The number of tiles up to which counting goes by kinds in any case. A double-six set takes few terms, and a
/// generator must keep drawing the same deals.
const FEW_TILES: usize = 28;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge;

#[derive(Clone, Debug)]
pub(super) struct Lattice {
    axes: Vec<Axis>,
    portions: Vec<Portion>,
    tiles: Vec<Tile>,
    order: Order,
    table: Table,
    /// The number of solutions, without distinction of groups that share an axis.
    merged: f64,
    factor: f64,
}

/// The meaning of the table's steps.
#[derive(Clone, Copy, Debug)]
enum Order {
    /// Each step puts a portion of the tiles into the axes.
    ByKinds,
    /// Each step fills some room of an axis with tiles of the portions, one for every kind. A way in the table gives
    /// the kind of the tile in every room.
    ByAxes,
}

#[derive(Clone, Copy, Debug)]
struct Portion {
    /// The index of their first tile among those of all portions.
    first: u8,
    n: u8,
    all: TileSet,
    hidden: TileSet,
}

impl Portion {
    /// Gives every axis its number of the tiles, chosen by lot, and the last axis the rest.
    fn deal(
        &self,
        tiles: &[Tile],
        axes: impl Iterator<Item = (usize, u8)>,
        sets: &mut [TileSet],
        rng: &mut (impl Rng + ?Sized),
    ) {
        let mut tiles: Tiles = self.of(tiles).iter().copied().collect();
        let mut left = self.all;
        for (at, n) in axes {
            let given = if usize::from(n) == tiles.len() {
                left
            } else {
                take(&mut tiles, n, rng)
            };
            left -= given;
            sets[at] |= given;
        }
        if let Some(last) = sets.last_mut() {
            *last |= left;
        }
    }

    fn of<'a>(&self, tiles: &'a [Tile]) -> &'a [Tile] {
        &tiles[usize::from(self.first)..][..usize::from(self.n)]
    }
}

impl Lattice {
    /// Counts the solutions, perhaps none.
    pub fn new(problem: &Problem, merge: Merge) -> Result<Self, TooLarge> {
        let mut axes = axes(problem, merge)?;
        let few_tiles = n_tiles(&problem.kinds) <= FEW_TILES;
        if !few_tiles {
            // States that differ in the box with most of them are adjacent.
            let last = axes.len().saturating_sub(1);
            axes[..last].sort_by_key(|axis| Reverse(axis.room));
        }
        let by_kinds = plan_by_kinds(&problem.kinds, &axes, Next::NewBoxes);
        let few_terms = matches!(&by_kinds, Ok(plan) if plan.terms <= FEW_TERMS);
        let limited = || axes.iter().any(|axis| axis.room().is_limited());
        if few_tiles || few_terms || merge != Merge::Alike || limited() {
            return Ok(Self::by_kinds(&problem.kinds, axes, by_kinds?));
        }
        let mut kinds = problem.kinds.clone();
        kinds.sort_by_cached_key(|kind| Reverse(kind.tiles().len()));
        kinds.rotate_left(1);
        let by_axes = plan_by_axes(&kinds, &axes);
        // A better order takes longer to find.
        let by_kinds = match (&by_kinds, &by_axes) {
            (Err(TooLarge), Err(TooLarge)) => {
                plan_by_kinds(&problem.kinds, &axes, Next::FewestStates)
            }
            _ => by_kinds,
        };
        match (by_kinds, by_axes) {
            (Ok(by_kinds), Ok(by_axes)) if by_axes.terms < by_kinds.terms => {
                Ok(Self::by_axes(&kinds, axes, by_axes))
            }
            (Err(TooLarge), by_axes) => Ok(Self::by_axes(&kinds, axes, by_axes?)),
            (Ok(by_kinds), _) => Ok(Self::by_kinds(&problem.kinds, axes, by_kinds)),
        }
    }

    fn by_kinds(kinds: &[Kind], axes: Vec<Axis>, plan: Plan) -> Self {
        let table = plan.table();
        let limited = axes.iter().any(|axis| axis.room().is_limited());
        let mut portions = Vec::with_capacity(table.steps.len());
        let mut tiles: Vec<Tile> = Vec::with_capacity(n_tiles(kinds));
        let mut left = TileSet::EMPTY;
        for (i, step) in table.steps.iter().enumerate() {
            let kind = &kinds[usize::from(step.of)];
            if left.is_empty() {
                left = match (limited, table.is_first_part(i)) {
                    (false, _) => kind.tiles(),
                    (true, true) => kind.tiles() & TileSet::DOUBLES,
                    (true, false) => kind.tiles() - TileSet::DOUBLES,
                };
            }
            let (first, n) = (tiles.len(), usize::from(step.n));
            tiles.extend(left.into_iter().take(n));
            let all = match n == left.len() {
                true => left,
                false => tiles[first..].iter().copied().collect(),
            };
            left -= all;
            portions.push(Portion {
                first: first as u8,
                n: step.n,
                all,
                hidden: kind.hidden & all,
            });
        }
        Self {
            merged: table.total,
            factor: axes.iter().map(Axis::shares::<f64>).product(),
            axes,
            portions,
            tiles,
            order: Order::ByKinds,
            table,
        }
    }

    fn by_axes(kinds: &[Kind], axes: Vec<Axis>, plan: Plan) -> Self {
        let mut portions = Vec::with_capacity(kinds.len());
        let mut tiles: Vec<Tile> = Vec::with_capacity(n_tiles(kinds));
        for kind in kinds {
            let first = tiles.len();
            tiles.extend(kind.tiles());
            portions.push(Portion {
                first: first as u8,
                n: (tiles.len() - first) as u8,
                all: kind.tiles(),
                hidden: kind.hidden,
            });
        }
        let table = plan.table();
        Self {
            merged: solutions_a_way(&portions, &axes).times(table.total),
            factor: axes.iter().map(Axis::shares::<f64>).product(),
            axes,
            portions,
            tiles,
            order: Order::ByAxes,
            table,
        }
    }

    /// The number of solutions: exact if it and the ways in the table are below 2^53, otherwise approximate.
    pub const fn total(&self) -> f64 {
        self.merged * self.factor
    }

    /// The exact number of solutions; `None` if the type is too small.
    pub fn count(&self) -> Option<u128> {
        if self.total() < EXACT && self.table.total < EXACT {
            return Some(self.total() as u128);
        }
        let ways = self.table.count::<Wide>();
        let merged = match self.order {
            Order::ByKinds => ways,
            Order::ByAxes => solutions_a_way(&self.portions, &self.axes).times_whole(ways),
        };
        merged.times(self.each_stands_for())
    }

    /// The number of solutions that [`each`](Self::each) lists: exact below 2^53.
    pub const fn listed(&self) -> f64 {
        self.merged
    }

    /// The number of solutions for each one that [`each`](Self::each) lists.
    pub fn each_stands_for(&self) -> Option<u128> {
        let shares = self.axes.iter().map(Axis::shares::<Wide>);
        shares.fold(Wide::ONE, Number::times)
    }

    /// Draws one solution, all equally likely up to rounding above 2^53: the hidden tiles at each place. There must be
    /// one.
    pub fn sample(&self, rng: &mut (impl Rng + ?Sized), mut put: impl FnMut(Place, TileSet)) {
        let mut sets = [TileSet::EMPTY; MAX_BOXES];
        let sets = &mut sets[..self.axes.len()];
        match self.order {
            Order::ByKinds => self.table.sample(rng, |i, before, after, rng| {
                let boxes = bits(self.table.steps[i].boxes);
                let given = boxes.map(|at| (at, after[at] - before[at]));
                self.portions[i].deal(&self.tiles, given, sets, rng);
            }),
            Order::ByAxes => {
                let given = self.room_given(rng);
                for (portion, given) in self.portions.iter().zip(&given) {
                    let others = self.axes.len().saturating_sub(1);
                    let given = given[..others].iter().copied().enumerate();
                    portion.deal(&self.tiles, given, sets, rng);
                }
            }
        }
        let portions = self.portions.iter();
        let hidden = portions.fold(TileSet::EMPTY, |tiles, portion| tiles | portion.hidden);
        for (axis, set) in self.axes.iter().zip(sets) {
            axis.share_out(*set, rng, |place, tiles| put(place, tiles & hidden));
        }
    }

    /// By axes: the room of each axis for each portion, by lot.
    fn room_given(&self, rng: &mut (impl Rng + ?Sized)) -> [Point; MAX_BOXES] {
        let mut given = [[0; MAX_BOXES]; MAX_BOXES];
        let last = self.table.n_dimensions();
        self.table.sample(rng, |i, before, after, _| {
            let step = &self.table.steps[i];
            let mut left = step.n;
            for at in bits(step.boxes) {
                let n = after[at] - before[at];
                given[at][usize::from(step.of)] += n;
                left -= n;
            }
            given[last][usize::from(step.of)] += left;
        });
        given
    }
}

fn n_tiles(kinds: &[Kind]) -> usize {
    kinds.iter().map(|kind| kind.tiles().len()).sum()
}

/// Puts every kind of tiles into the axes, doubles first where they are limited.
fn plan_by_kinds(kinds: &[Kind], axes: &[Axis], next: Next) -> Result<Plan, TooLarge> {
    let rooms: Rooms = axes.iter().map(Axis::room).collect();
    let stages = |part: TileSet| {
        let mut stages = Vec::with_capacity(kinds.len());
        for (of, kind) in kinds.iter().enumerate() {
            let n = (kind.tiles() & part).len();
            if n > 0 {
                let open = boxes(axes.iter().map(|axis| axis.groups & kind.groups));
                stages.push(Stage::new(of as u8, n as u8, open, axes.len()));
            }
        }
        stages
    };
    match rooms.iter().any(Room::is_limited) {
        true => {
            let parts = &mut [stages(TileSet::DOUBLES), stages(!TileSet::DOUBLES)];
            Plan::new(rooms, parts, Next::NewBoxes)
        }
        false => Plan::new(rooms, &mut [stages(!TileSet::EMPTY)], next),
    }
}

/// Fills the room of every axis from the kinds.
fn plan_by_axes(kinds: &[Kind], axes: &[Axis]) -> Result<Plan, TooLarge> {
    if kinds.len() > MAX_BOXES {
        return Err(TooLarge);
    }
    let room = |kind: &Kind| {
        let all = kind.tiles().len() as u8;
        Room { all, doubles: all }
    };
    let stage = |(of, axis): (usize, &Axis)| {
        let open = boxes(kinds.iter().map(|kind| axis.groups & kind.groups));
        Stage::new(of as u8, axis.room, open, kinds.len())
    };
    let stages = axes.iter().enumerate().map(stage).collect();
    let rooms = kinds.iter().map(room).collect();
    Plan::new(rooms, &mut [stages], Next::NewBoxes)
}

/// The number of solutions for a way that gives the kind of the tile in every room. The tiles of a kind may be in any
/// order, and the order within the room of an axis does not matter.
fn solutions_a_way(kinds: &[Portion], axes: &[Axis]) -> Ratio {
    let (kinds, axes) = (kinds.iter().map(|kind| kind.n), axes.iter());
    Ratio::of_factorials(kinds, axes.map(|axis| axis.room))
}

/// The bits of the entries with any groups.
fn boxes(shared: impl Iterator<Item = Groups>) -> u16 {
    let numbered = shared.enumerate();
    numbered.fold(0, |bits, (at, groups)| bits | u16::from(groups != 0) << at)
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;

    use chacha20::ChaCha8Rng;
    use rand_core::SeedableRng;

    use super::*;
    use crate::chance::below;
    use crate::knowledge::problem::{ANY_NUMBER, Group};

    /// Nine tiles times `times`, the first of them played, for four groups. Each tile may be in some of the groups.
    fn problem(times: u8, rng: &mut ChaCha8Rng) -> Problem {
        let rooms = [1, 2, 2, 4].map(|room| room * times);
        let group = |(i, room)| Group {
            place: match i {
                0 | 1 => Place::Seat(0),
                2 => Place::Seat(1),
                _ => Place::Boneyard,
            },
            room,
            dealt: true,
            doubles: ANY_NUMBER,
        };
        let masks: Vec<Groups> = (0..3).map(|_| Groups::from(1 + below(rng, 15))).collect();
        let kind = |index: u8| {
            let tile = TileSet::of(Tile::from_index(index).unwrap());
            let is_played = index == 0;
            Kind {
                hidden: if is_played { TileSet::EMPTY } else { tile },
                played: if is_played { tile } else { TileSet::EMPTY },
                groups: masks[below(rng, 3) as usize],
            }
        };
        Problem {
            kinds: (0..9 * times).map(kind).collect(),
            groups: rooms.into_iter().enumerate().map(group).collect(),
        }
    }

    fn both(problem: &Problem) -> [Lattice; 2] {
        let axes = axes(problem, Merge::Alike).unwrap();
        let (by_kinds, by_axes) = (
            plan_by_kinds(&problem.kinds, &axes, Next::FewestStates).unwrap(),
            plan_by_axes(&problem.kinds, &axes).unwrap(),
        );
        [
            Lattice::by_kinds(&problem.kinds, axes.clone(), by_kinds),
            Lattice::by_axes(&problem.kinds, axes, by_axes),
        ]
    }

    fn chances(lattice: &Lattice) -> BTreeMap<(Place, Tile), f64> {
        let mut chances = BTreeMap::new();
        lattice.chances(|tile, place, chance| {
            *chances.entry((place, tile)).or_default() += chance;
        });
        chances
    }

    #[test]
    fn counting_by_axes_agrees_with_counting_by_kinds() {
        let rng = &mut ChaCha8Rng::seed_from_u64(5);
        let mut possible = 0;
        while possible < 80 {
            // Problems with many tiles have more solutions than the fast numbers count exactly.
            let times = 1 + possible / 10;
            let Some(reduced) = problem(times, rng).reduced() else {
                continue;
            };
            let [by_kinds, by_axes] = both(&reduced.problem);
            let (total, by_axes_total) = (by_kinds.total(), by_axes.total());
            assert!((by_axes_total - total).abs() <= 1e-12 * total);
            assert_eq!(by_axes.count(), by_kinds.count());
            assert!(by_kinds.count().is_some());
            if by_kinds.total() == 0.0 {
                continue;
            }
            possible += 1;
            let (by_kinds, by_axes) = (chances(&by_kinds), chances(&by_axes));
            assert!(by_kinds.keys().eq(by_axes.keys()));
            for (at, chance) in by_kinds {
                assert!((by_axes[&at] - chance).abs() < 1e-12, "{at:?}");
            }
        }
    }

    #[test]
    fn drawing_by_axes_gives_all_solutions_equally_often() {
        let rng = &mut ChaCha8Rng::seed_from_u64(6);
        let mut tested = 0;
        while tested < 6 {
            let Some(reduced) = problem(1, rng).reduced() else {
                continue;
            };
            let each = Lattice::new(&reduced.problem, Merge::AlikeAtOnePlace).unwrap();
            let [_, by_axes] = both(&reduced.problem);
            if !(30.0..500.0).contains(&each.listed()) {
                continue;
            }
            tested += 1;
            let key = |placed: &[(Place, TileSet)]| {
                let mut at: BTreeMap<Place, TileSet> = BTreeMap::new();
                for (place, tiles) in placed.iter().filter(|(_, tiles)| !tiles.is_empty()) {
                    *at.entry(*place).or_default() |= *tiles;
                }
                at
            };
            let mut expected: BTreeMap<_, f64> = BTreeMap::new();
            each.each(|placed| *expected.entry(key(placed)).or_default() += 1.0);
            let n = 100 * expected.len();
            let mut found: BTreeMap<_, f64> = BTreeMap::new();
            for _ in 0..n {
                let mut placed = Vec::new();
                by_axes.sample(rng, |place, tiles| placed.push((place, tiles)));
                *found.entry(key(&placed)).or_default() += 1.0;
            }
            let all: f64 = expected.values().sum();
            let mut statistic = 0.0;
            for (at, ways) in &expected {
                let expected = ways / all * n as f64;
                let found = found.remove(at).unwrap_or(0.0);
                statistic += (found - expected) * (found - expected) / expected;
            }
            assert!(found.is_empty(), "not a solution: {found:?}");
            let degrees = (expected.len() - 1) as f64;
            let z = (statistic - degrees) / (2.0 * degrees).sqrt();
            assert!(z < 4.5, "{z}");
        }
    }
}
