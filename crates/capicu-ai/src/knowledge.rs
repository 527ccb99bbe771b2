//! A seat's exact knowledge of the tiles it does not see, from its view alone.

mod chain;
mod facts;
mod lattice;
mod number;
mod problem;

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use capicu::{BySeat, Seat, Tile, TileSet, View};
use rand_core::Rng;

use crate::chance::{below, up_to};
use chain::Chain;
use lattice::{Lattice, Merge};
use problem::{Place, Problem, Reduced};

/// One possible place for every tile that a seat does not see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct World {
    /// All hands, including the seat's own.
    pub hands: BySeat<TileSet>,
    /// The boneyard. Nobody ever knows anything about its order.
    pub boneyard: TileSet,
}

/// Hidden tiles with several possible places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loose {
    pub tiles: TileSet,
    /// The seats that may hold each of them, a bit each.
    pub seats: u16,
    pub boneyard: bool,
}

/// Why no deal can have led to a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KnowledgeError {
    /// The number of hidden tiles is not that of the other hands and the boneyard.
    #[error("{hidden} tiles are hidden, but {places} are held by others or asleep")]
    Sizes {
        /// The tiles that are neither on the table nor in the player's hand.
        hidden: usize,
        /// The tiles in the other hands and the boneyard.
        places: usize,
    },
    #[error("no deal agrees with everything that was done in this round")]
    Contradiction,
}

/// The deals that agree with a view.
///
/// A deal here is a way in which the hidden tiles came to their places: dealt, or drawn at a given turn. Before any
/// tile is seen all deals are equally likely, and so are the remaining ones. The evidence is:
///
/// * every pass: the player held no tile that fitted, and later draws are not bound by it;
/// * every draw of a player who may draw only when no tile fits: as for a pass;
/// * the opening: the opener was dealt the tile named, and higher doubles were not dealt;
/// * the deal: one without doubles, or with too many in one hand, would have been thrown in;
/// * the round continues where a block would have been seen.
///
/// A player's choices are not used as evidence.
///
/// After an irregularity, or if the others drew more than a hundred tiles one by one, only the numbers of tiles are
/// known. A problem too large to count (many players who drew and passed with a double-twelve set) is
/// [not exact](Self::is_exact). Its deals come from random exchanges in one that agrees with the view, and are about
/// equally likely.
#[derive(Clone, Debug)]
pub struct Knowledge {
    seat: Seat,
    hand: TileSet,
    n_seats: u8,
    cases: Vec<Case>,
    /// The number of deals; 0 when not exact.
    total: f64,
}

#[derive(Clone, Debug)]
struct Case {
    reduced: Reduced,
    count: Count,
}

#[derive(Clone, Debug)]
enum Count {
    Exact(Lattice),
    Chain(Chain),
}

impl Knowledge {
    /// The knowledge of the seat. Fails if no deal agrees with the view, as in a damaged record. Then the best
    /// substitute is the knowledge [by size alone](Self::by_size_alone).
    pub fn of(view: &View) -> Result<Self, KnowledgeError> {
        if !view.is_regular() || facts::are_too_many(view) {
            return Self::by_size_alone(view);
        }
        Self::solve(view, facts::problems(view))
    }

    /// The knowledge of a seat that forgets everything but the numbers of tiles. Fails if even these contradict each
    /// other.
    pub fn by_size_alone(view: &View) -> Result<Self, KnowledgeError> {
        Self::solve(view, [facts::by_size_alone(view)].into())
    }

    fn solve(view: &View, problems: Vec<Problem>) -> Result<Self, KnowledgeError> {
        let board = view.board();
        let hidden = view.unseen().len();
        let others = board
            .held()
            .entries()
            .filter(|(seat, _)| *seat != view.seat());
        let held: usize = others.map(|(_, held)| usize::from(*held)).sum();
        let places = held + usize::from(board.boneyard());
        if hidden != places {
            return Err(KnowledgeError::Sizes { hidden, places });
        }
        let mut cases = Vec::new();
        let mut total = 0.0;
        let mut exact = true;
        for reduced in problems.into_iter().filter_map(Problem::reduced) {
            let count = match Lattice::new(&reduced.problem, Merge::Alike) {
                Ok(lattice) if lattice.total() == 0.0 => continue,
                Ok(lattice) => Count::Exact(lattice),
                Err(lattice::TooLarge) => match Chain::new(&reduced.problem) {
                    Some(chain) => Count::Chain(chain),
                    None => continue,
                },
            };
            match &count {
                Count::Exact(lattice) => total += lattice.total(),
                Count::Chain(_) => exact = false,
            }
            cases.push(Case { reduced, count });
        }
        if cases.is_empty() {
            return Err(KnowledgeError::Contradiction);
        }
        Ok(Self {
            seat: view.seat(),
            hand: view.hand(),
            n_seats: board.rules().n_seats(),
            cases,
            total: if exact { total } else { 0.0 },
        })
    }

    /// Whether deals are counted and drawn exactly.
    pub const fn is_exact(&self) -> bool {
        self.total > 0.0
    }

    /// The number of deals that agree with the view; `None` if they are too many to count. Counting takes longer from
    /// 2^53 deals, or from 2^53 ways of counting them.
    pub fn count(&self) -> Option<u128> {
        let mut counts = self.cases.iter().map(|case| case.lattice()?.count());
        counts.try_fold(0u128, |sum, count| sum.checked_add(count?))
    }

    /// The approximate number of deals that agree with the view; `None` if they are too many to count.
    const fn about(&self) -> Option<f64> {
        if self.is_exact() {
            Some(self.total)
        } else {
            None
        }
    }

    /// Draws one of the deals, all equally likely: exactly below 2^53 deals, otherwise within a rounding error below
    /// one part in 2^40.
    pub fn sample(&self, rng: &mut (impl Rng + ?Sized)) -> World {
        let mut world = self.empty();
        let case = self.pick(rng);
        case.settled(&mut world);
        let put = |place, tiles| put(&mut world, place, tiles);
        match &case.count {
            Count::Exact(lattice) => lattice.sample(rng, put),
            Count::Chain(chain) => chain.sample(rng, put),
        }
        world
    }

    /// The hidden tiles with unknown places, if every allowed arrangement with the same numbers is an equally likely
    /// deal.
    pub(crate) fn loose(&self) -> Option<Vec<Loose>> {
        let [case] = &*self.cases else {
            return None;
        };
        let Problem { kinds, groups } = &case.reduced.problem;
        let open = || {
            groups
                .iter()
                .enumerate()
                .filter(|(_, group)| group.room > 0)
        };
        let one_each =
            open().all(|(i, group)| open().all(|(j, other)| i == j || group.place != other.place));
        let free = open().all(|(_, group)| group.doubles == problem::ANY_NUMBER);
        if !one_each || !free || kinds.iter().any(|kind| !kind.played.is_empty()) {
            return None;
        }
        let loose = |kind: &problem::Kind| {
            let mut loose = Loose {
                tiles: kind.hidden,
                seats: 0,
                boneyard: false,
            };
            for (_, group) in open().filter(|(i, _)| kind.groups >> i & 1 == 1) {
                match group.place {
                    Place::Seat(seat) => loose.seats |= 1 << seat,
                    Place::Boneyard => loose.boneyard = true,
                }
            }
            loose
        };
        Some(kinds.iter().map(loose).collect())
    }

    fn pick(&self, rng: &mut (impl Rng + ?Sized)) -> &Case {
        if self.cases.len() == 1 {
            return &self.cases[0];
        }
        if !self.is_exact() {
            return &self.cases[below(rng, self.cases.len() as u32) as usize];
        }
        let mut number = up_to(rng, self.total);
        for case in &self.cases {
            match case.lattice() {
                Some(lattice) if number >= lattice.total() => number -= lattice.total(),
                _ => return case,
            }
        }
        &self.cases[0]
    }

    fn empty(&self) -> World {
        let mut hands = BySeat::new(self.n_seats);
        hands[self.seat] = self.hand;
        World {
            hands,
            boneyard: TileSet::EMPTY,
        }
    }

    /// Every arrangement of the hidden tiles that agrees with the view, with its number of deals. `None` if there are
    /// more than `most` deals.
    pub fn worlds(&self, most: usize) -> Option<Vec<(World, u128)>> {
        self.about()?;
        let mut lattices = Vec::new();
        let mut listed = 0.0;
        for case in &self.cases {
            let lattice = Lattice::new(&case.reduced.problem, Merge::AlikeAtOnePlace).ok()?;
            listed += lattice.listed();
            lattices.push((lattice.each_stands_for()?, lattice));
        }
        if listed > most as f64 {
            return None;
        }
        let mut worlds: BTreeMap<Vec<TileSet>, u128> = BTreeMap::new();
        for (case, (each_stands_for, lattice)) in self.cases.iter().zip(&lattices) {
            let mut settled = self.empty();
            case.settled(&mut settled);
            lattice.each(|placed| {
                let mut world = settled;
                for (place, tiles) in placed {
                    put(&mut world, *place, *tiles);
                }
                let mut key = world.hands.as_slice().to_vec();
                key.push(world.boneyard);
                *worlds.entry(key).or_default() += each_stands_for;
            });
        }
        let world = |mut key: Vec<TileSet>| {
            let boneyard = key.pop()?;
            let hands = BySeat::from_slice(&key)?;
            Some(World { hands, boneyard })
        };
        worlds
            .into_iter()
            .map(|(key, weight)| Some((world(key)?, weight)))
            .collect()
    }

    /// The number of deals that lead to a world: 0 if it does not agree with the view. `None` if the deals cannot be
    /// counted.
    pub fn weight(&self, world: &World) -> Option<u128> {
        self.about()?;
        let mut places = Vec::new();
        for (seat, hand) in world.hands.entries().filter(|(seat, _)| *seat != self.seat) {
            places.push((Place::Seat(seat.index() as u8), *hand));
        }
        places.push((Place::Boneyard, world.boneyard));
        let mut weight = 0;
        for case in &self.cases {
            let agrees = |(tiles, at): &(TileSet, Place)| {
                let there = places.iter().find(|(place, _)| place == at);
                there.is_some_and(|(_, there)| (*tiles - *there).is_empty())
            };
            if !case.reduced.settled.iter().all(agrees) {
                continue;
            }
            let mut problem = case.reduced.problem.clone();
            let mut nowhere = problem.hidden();
            for (place, tiles) in &places {
                let there = problem.at(*place);
                problem.keep(nowhere & *tiles, there);
                nowhere -= *tiles;
            }
            problem.keep(nowhere, 0);
            weight += count(problem)?;
        }
        Some(weight)
    }

    /// The chance of every hidden tile at every place; `None` if the deals cannot be counted.
    pub fn chances(&self) -> Option<Chances> {
        let total = self.about()?;
        let mut chances = Chances {
            seat: self.seat,
            hand: self.hand,
            at: BTreeMap::new(),
        };
        for case in &self.cases {
            let lattice = case.lattice()?;
            let share = lattice.total() / total;
            let mut add = |tile: Tile, place, chance: f64| {
                *chances.at.entry((tile, place)).or_default() += chance * share;
            };
            for (tiles, place) in &case.reduced.settled {
                for tile in *tiles {
                    add(tile, *place, 1.0);
                }
            }
            lattice.chances(&mut add);
        }
        Some(chances)
    }

    /// The chance that a seat holds none of these tiles; `None` if the deals cannot be counted.
    pub fn chance_of_none(&self, seat: Seat, tiles: TileSet) -> Option<f64> {
        let total = self.about()?;
        if seat == self.seat {
            return Some(if self.hand.intersects(tiles) {
                0.0
            } else {
                1.0
            });
        }
        let place = Place::Seat(seat.index() as u8);
        let mut none = 0.0;
        for case in &self.cases {
            let mut settled = case.reduced.settled.iter();
            if settled.any(|(there, at)| *at == place && there.intersects(tiles)) {
                continue;
            }
            let mut problem = case.reduced.problem.clone();
            let elsewhere = !problem.at(place);
            problem.keep(problem.hidden() & tiles, elsewhere);
            if let Some(reduced) = problem.reduced() {
                none += Lattice::new(&reduced.problem, Merge::Alike).ok()?.total();
            }
        }
        Some(none / total)
    }
}

/// The number of solutions of a problem; `None` if they are too many to count.
fn count(problem: Problem) -> Option<u128> {
    match problem.reduced() {
        Some(reduced) => Lattice::new(&reduced.problem, Merge::Alike).ok()?.count(),
        None => Some(0),
    }
}

impl Case {
    const fn lattice(&self) -> Option<&Lattice> {
        match &self.count {
            Count::Exact(lattice) => Some(lattice),
            Count::Chain(_) => None,
        }
    }

    fn settled(&self, world: &mut World) {
        for (tiles, place) in &self.reduced.settled {
            put(world, *place, *tiles);
        }
    }
}

fn put(world: &mut World, place: Place, tiles: TileSet) {
    match place {
        Place::Seat(seat) => {
            if let Some(seat) = Seat::new(seat) {
                world.hands[seat] |= tiles;
            }
        }
        Place::Boneyard => world.boneyard |= tiles,
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Chances {
    seat: Seat,
    hand: TileSet,
    at: BTreeMap<(Tile, Place), f64>,
}

impl Chances {
    /// The chance that a seat holds a tile.
    pub fn holds(&self, seat: Seat, tile: Tile) -> f64 {
        if seat == self.seat {
            return if self.hand.contains(tile) { 1.0 } else { 0.0 };
        }
        self.at(tile, Place::Seat(seat.index() as u8))
    }

    pub fn sleeps(&self, tile: Tile) -> f64 {
        self.at(tile, Place::Boneyard)
    }

    fn at(&self, tile: Tile, place: Place) -> f64 {
        // Sums of rounded numbers may end above 1.
        self.at
            .get(&(tile, place))
            .map_or(0.0, |chance| chance.min(1.0))
    }
}
