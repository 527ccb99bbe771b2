//! Finds all possible endings of a round with unknown tiles.
//!
//! The value of a round depends on the count of each hand, and under some rules on doubles or the lightest tile. One
//! deal for each combination of these is enough.

use std::collections::BTreeMap;

use capicu::rules::{BlockTie, HandPenalties, Score};
use capicu::{Ended, Rules, Seat, Tile, TileSet, count};

use super::places::{Set, each};
use super::play::Played;
use super::world::World;

/// The most partial deals and the most complete deals that are followed.
const MOST: usize = 4_000;
const MOST_DEALS: usize = 1_000;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Left {
    count: u16,
    double: bool,
    /// The count of the lightest tile plus one; 0 without a tile.
    lightest: u16,
    blank: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    /// The free capacity of each kind of place.
    free: Vec<u8>,
    left: Vec<Left>,
    /// The demands that are met, a bit each.
    met: u64,
}

/// Places that are equivalent at the end of the round.
struct Kind {
    places: Vec<usize>,
    holder: Option<Seat>,
}

/// One deal of the world for each possible count of the tiles left, and whether these are all. If there are too many, a
/// spread sample. `None` if the search takes too long.
pub(super) fn endings(world: &World<'_>, open: &[Set]) -> Option<(Vec<Played>, bool)> {
    let played = world.played();
    let rules = played.table.game().rules();
    let counted = !world.ground.round.claims.counts.is_empty();
    if !depends_on_left(played, rules) && !counted {
        return Some((vec![played.clone()], true));
    }
    let (ground, places) = (world.ground, &world.ground.places);
    let kinds = kinds(world, open);
    let unplayed = played.table.round()?.board().layout().unplayed();
    let mut order: Vec<usize> = (0..open.len()).collect();
    order.sort_by_key(|tile| open[*tile].count_ones());
    let capacity = |kind: &Kind| {
        let places = kind.places.iter().map(|place| places.capacity(*place));
        places.sum::<u8>()
    };
    if world.demands.len() > 64 {
        return None;
    }
    let mut every = true;
    let mut parts = BTreeMap::new();
    let start = Part {
        free: kinds.iter().map(capacity).collect(),
        left: vec![Left::default(); usize::from(rules.n_seats())],
        met: 0,
    };
    parts.insert(start, Vec::<u8>::new());
    for &at in &order {
        let tile = places.tiles()[at];
        let mut next = BTreeMap::new();
        for (part, chosen) in &parts {
            for (index, kind) in kinds.iter().enumerate() {
                let place = kind.places[0];
                if open[at] >> place & 1 == 0 || part.free[index] == 0 {
                    continue;
                }
                let mut more = part.clone();
                more.free[index] -= 1;
                if let Some(seat) = kind.holder.filter(|_| unplayed.contains(tile)) {
                    more.left[seat.index()].add(tile, rules);
                }
                for (bit, demand) in world.demands.iter().enumerate() {
                    if demand.tiles.contains(tile) && demand.places >> place & 1 == 1 {
                        more.met |= 1 << bit;
                    }
                }
                next.entry(more).or_insert_with(|| {
                    let mut chosen: Vec<u8> = chosen.clone();
                    chosen.push(index as u8);
                    chosen
                });
            }
        }
        ground.work.spend(next.len() / 8);
        if ground.work.is_used_up() {
            return None;
        }
        if next.len() > MOST {
            every = false;
            let apart = next.len().div_ceil(MOST);
            next = next.into_iter().step_by(apart).collect();
        }
        parts = next;
    }
    let all = (1_u128 << world.demands.len()) - 1;
    let whole = parts.into_iter();
    let mut whole: Vec<_> = whole
        .filter(|(part, _)| u128::from(part.met) == all)
        .map(|(part, chosen)| (part.left, chosen))
        .collect();
    // The same order on every machine.
    whole.sort_unstable();
    whole.dedup_by(|a, b| a.0 == b.0);
    if whole.len() > MOST_DEALS {
        every = false;
        let apart = whole.len().div_ceil(MOST_DEALS);
        whole = whole.into_iter().step_by(apart).collect();
    }
    if whole.is_empty() {
        return None;
    }
    let deals = whole.iter().map(|(_, chosen)| {
        let mut used: Vec<Vec<usize>> = kinds.iter().map(|_| Vec::new()).collect();
        let mut deal = vec![0; order.len()];
        for (&tile, &kind) in order.iter().zip(chosen) {
            let kind = usize::from(kind);
            let taken = |place: &&usize| {
                let n = used[kind].iter().filter(|used| used == place).count();
                n < usize::from(places.capacity(**place))
            };
            let place = *kinds[kind].places.iter().find(taken).unwrap_or(&0);
            used[kind].push(place);
            deal[tile] = place as u8;
        }
        deal
    });
    let all: Option<Vec<Played>> = deals.map(|deal| world.replayed(&deal)).collect();
    Some((all?, every))
}

fn depends_on_left(played: &Played, rules: &Rules) -> bool {
    let outcome = played.table.round().and_then(capicu::Round::outcome);
    match outcome.map(|outcome| outcome.ended) {
        None | Some(Ended::Void | Ended::Target(_) | Ended::Doubles(_)) => false,
        Some(Ended::Out(_) | Ended::Foul(_)) => rules.score != Score::Games,
        Some(Ended::Blocked(_)) => true,
    }
}

impl Left {
    fn add(&mut self, tile: Tile, rules: &Rules) {
        let worth = count(TileSet::of(tile), rules);
        // Alone it counts ten, which is decided once the whole hand is known.
        let alone = rules.double_blank.is_alone() && tile == Tile::DOUBLE_BLANK;
        self.count += if alone { 0 } else { worth };
        self.blank |= alone;
        let doubled = rules.hand_penalties == HandPenalties::Doubled;
        self.double |= rules.score == Score::Penalties && doubled && tile.is_double();
        if rules.block_tie == BlockTie::LightestTile {
            let lightest = worth + 1;
            if self.lightest == 0 || lightest < self.lightest {
                self.lightest = lightest;
            }
        }
    }
}

/// The places that each tile has in some deal of the world.
pub(super) fn possible(world: &World<'_>) -> Vec<Set> {
    let ground = world.ground;
    let mut found: Vec<Set> = world.places.iter().map(|place| 1 << place).collect();
    for tile in 0..found.len() {
        for place in each(world.open[tile]) {
            if found[tile] >> place & 1 == 1 || ground.places.capacity(place) == 0 {
                continue;
            }
            let mut open = world.open.clone();
            open[tile] = 1 << place;
            let deal = ground
                .places
                .find(&open, &world.demands, &world.places, ground.work);
            for (found, place) in found.iter_mut().zip(deal.iter().flatten()) {
                *found |= 1 << place;
            }
        }
    }
    found
}

/// Whether every tile of a hand is known at the end, by seat.
pub(super) fn known_left(world: &World<'_>, open: &[Set]) -> Vec<bool> {
    let places = &world.ground.places;
    let rules = world.played().table.game().rules();
    let round = world.played().table.round();
    let unplayed = round.map_or(TileSet::EMPTY, |round| round.board().layout().unplayed());
    Seat::all(rules.n_seats())
        .map(|seat| {
            let held = places.held(seat, usize::MAX);
            let mut tiles = places.tiles().iter().zip(open);
            tiles.all(|(tile, open)| {
                !unplayed.contains(*tile) || open & held == 0 || open & !held == 0
            })
        })
        .collect()
}

fn kinds(world: &World<'_>, open: &[Set]) -> Vec<Kind> {
    let places = &world.ground.places;
    let seats = || Seat::all(world.played().table.game().rules().n_seats());
    let holder =
        |place: usize| seats().find(|seat| places.held(*seat, usize::MAX) >> place & 1 == 1);
    let alike = |a: usize, b: usize| {
        let tiles = open.iter().all(|open| open >> a & 1 == open >> b & 1);
        let mut demands = world.demands.iter();
        tiles && demands.all(|demand| demand.places >> a & 1 == demand.places >> b & 1)
    };
    let mut kinds: Vec<Kind> = Vec::new();
    for place in (0..places.len()).filter(|place| places.capacity(*place) > 0) {
        let holder = holder(place);
        let same = |kind: &&mut Kind| kind.holder == holder && alike(kind.places[0], place);
        match kinds.iter_mut().find(same) {
            Some(kind) => kind.places.push(place),
            None => kinds.push(Kind {
                places: vec![place],
                holder,
            }),
        }
    }
    kinds
}
