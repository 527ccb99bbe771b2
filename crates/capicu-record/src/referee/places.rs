//! Possible places of tiles at the beginning of a round: hands and positions in the boneyard.
//!
//! Every tile has one place, and every place has a capacity. So "is there a deal in which …" is a matching of tiles and
//! places. A seat that draws takes the next tile of the boneyard. The record tells which places a seat took in which
//! move, even for unknown tiles.

use core::cell::Cell;

use capicu::{BySeat, Deal, DealError, Pile, Rules, Seat, Tile, TileSet};

use crate::record::{RoundRecord, What};

/// A set of places, a bit each: at most two for each seat and one for each tile of the boneyard.
pub(super) type Set = u128;

/// A demand: at least one of these tiles is in one of these places.
#[derive(Clone, Debug)]
pub(super) struct AnyOf {
    /// The move that is the only evidence for this.
    pub turn: Option<usize>,
    pub tiles: TileSet,
    pub places: Set,
}

/// The remaining work for a record, in moves played or the like.
///
/// A record from a real table costs some hundred a round. A malicious one could ask for millions of rounds played a
/// thousand times.
#[derive(Clone, Debug)]
pub(super) struct Work(Cell<u64>);

impl Work {
    /// The budget for one record: a second or two in an optimized build.
    pub(super) const fn for_a_record() -> Self {
        Self(Cell::new(2_500_000))
    }

    pub(super) fn spend(&self, moves: usize) {
        self.0.set(self.0.get().saturating_sub(moves as u64));
    }

    pub(super) fn is_used_up(&self) -> bool {
        self.0.get() == 0
    }
}

#[derive(Debug)]
pub(super) struct Places {
    rules: Rules,
    tiles: Vec<Tile>,
    /// For each tile, the places that the written tiles leave open.
    open: Vec<Set>,
    hands: BySeat<Set>,
    /// The capacity of each place.
    capacity: Vec<u8>,
    /// The place of each tile of the boneyard. Tiles that nobody draws share a place.
    pile: Vec<usize>,
    /// The seat and the move that took each drawn tile of the boneyard.
    drawn: Vec<(Seat, usize)>,
}

impl Places {
    /// Whether a [`Set`] has a bit for every place of a round. It has not if over a hundred tiles of a large set were
    /// drawn or are written in the boneyard.
    pub(super) fn fit(rules: &Rules, round: &RoundRecord) -> bool {
        let drawn = draws(rules, round).len();
        let pile = round.dealt.boneyard().iter().enumerate();
        let alone = pile.filter(|(index, known)| known.is_some() || *index < drawn);
        2 * usize::from(rules.n_seats()) + alone.count() < Set::BITS as usize
    }

    /// The places of a round. With `few_doubles`, no hand has enough doubles for a new deal.
    pub(super) fn new(rules: &Rules, round: &RoundRecord, few_doubles: bool) -> Self {
        let limit = usize::from(rules.unplayed_doubles().unwrap_or(0));
        let limited = few_doubles && limit > 0;
        let mut capacity = Vec::new();
        let mut plain: Set = 0;
        let mut hands = BySeat::new(rules.n_seats());
        for (seat, hand) in round.dealt.hands().entries() {
            let size = hand.known.len() + usize::from(hand.unknown);
            let any = if limited { size.min(limit - 1) } else { size };
            hands[seat] = 0b11 << capacity.len();
            plain |= 0b10 << capacity.len();
            capacity.extend([any as u8, (size - any) as u8]);
        }
        let drawn = draws(rules, round);
        let mut shared = None;
        let pile = round.dealt.boneyard().iter().enumerate();
        let pile: Vec<usize> = pile
            .map(|(index, known)| match shared {
                Some(place) if known.is_none() && index >= drawn.len() => {
                    capacity[place] += 1;
                    place
                }
                _ => {
                    capacity.push(1);
                    let place = capacity.len() - 1;
                    if known.is_none() && index >= drawn.len() {
                        shared = Some(place);
                    }
                    place
                }
            })
            .collect();
        let all: Set = match capacity.len() {
            128 => Set::MAX,
            n => (1 << n) - 1,
        };
        let mut places = Self {
            rules: *rules,
            tiles: rules.tiles().into_iter().collect(),
            open: Vec::new(),
            hands,
            capacity,
            pile,
            drawn,
        };
        let pile = round.dealt.boneyard();
        let written = |tile: Tile| {
            let mut dealt = round.dealt.hands().entries();
            if let Some((seat, _)) = dealt.find(|(_, hand)| hand.known.contains(tile)) {
                return places.hands[seat];
            }
            if let Some(index) = pile.iter().position(|known| *known == Some(tile)) {
                return places.boneyard_at(index);
            }
            all
        };
        let left = |tile: Tile| {
            let mut left = round.claims.left.iter();
            let held = left.find(|(_, hand)| hand.known.contains(tile));
            held.map_or(all, |(seat, _)| places.held(*seat, usize::MAX))
        };
        places.open = places
            .tiles
            .iter()
            .map(|&tile| {
                let double = if tile.is_double() { !plain } else { all };
                written(tile) & left(tile) & double
            })
            .collect();
        places
    }

    pub(super) fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The places open to each tile, by what is written.
    pub(super) fn open(&self) -> &[Set] {
        &self.open
    }

    pub(super) fn hand(&self, seat: Seat) -> Set {
        self.hands[seat]
    }

    pub(super) fn hands(&self) -> Set {
        self.hands.iter().fold(0, |all, hand| all | hand)
    }

    /// The places that a seat was dealt or had drawn before a move, whether their tiles were laid or not.
    pub(super) fn held(&self, seat: Seat, before: usize) -> Set {
        let drawn = self.drawn.iter().enumerate();
        drawn
            .filter(|(_, (by, at))| *by == seat && *at < before)
            .fold(self.hands[seat], |held, (index, _)| {
                held | self.boneyard_at(index)
            })
    }

    /// The places that all seats were dealt or had drawn before a move.
    pub(super) fn held_by_anybody(&self, before: usize) -> Set {
        Seat::all(self.rules.n_seats()).fold(0, |all, seat| all | self.held(seat, before))
    }

    /// The place of the boneyard from which a move draws; `None` if the boneyard is empty.
    pub(super) fn drawn_in(&self, turn: usize) -> Option<Set> {
        let mut drawn = self.drawn.iter();
        let index = drawn.position(|(_, at)| *at == turn)?;
        Some(1 << *self.pile.get(index)?)
    }

    pub(super) fn capacity(&self, place: usize) -> u8 {
        self.capacity[place]
    }

    pub(super) fn len(&self) -> usize {
        self.capacity.len()
    }

    fn boneyard_at(&self, index: usize) -> Set {
        self.pile.get(index).map_or(0, |place| 1 << place)
    }

    /// Finds an open place for every tile so that all demands are met, close to the given places. `None` if there is no
    /// such deal.
    pub(super) fn find(
        &self,
        open: &[Set],
        demands: &[AnyOf],
        near: &[u8],
        work: &Work,
    ) -> Option<Vec<u8>> {
        if work.is_used_up() {
            return None;
        }
        let found = self.matching(open, near, work)?;
        let place_of = |tile| self.index(tile).map_or(0, |at| 1 << found[at]);
        let met = |demand: &&AnyOf| {
            let mut tiles = demand.tiles.into_iter();
            tiles.any(|tile| demand.places & place_of(tile) != 0)
        };
        let Some(unmet) = demands.iter().find(|demand| !met(demand)) else {
            return Some(found);
        };
        unmet.tiles.into_iter().find_map(|tile| {
            let at = self.index(tile)?;
            let mut narrowed = open.to_vec();
            narrowed[at] &= unmet.places;
            (narrowed[at] != 0).then_some(())?;
            self.find(&narrowed, demands, &found, work)
        })
    }

    fn index(&self, tile: Tile) -> Option<usize> {
        self.tiles.binary_search(&tile).ok()
    }

    fn matching(&self, open: &[Set], near: &[u8], work: &Work) -> Option<Vec<u8>> {
        work.spend(1 + self.tiles.len() / 8);
        let mut seated = Seated {
            open,
            capacity: &self.capacity,
            at: vec![Vec::new(); self.capacity.len()],
        };
        let mut rest = Vec::new();
        for (tile, open) in open.iter().enumerate() {
            match near.get(tile).map(|place| usize::from(*place)) {
                Some(place)
                    if open >> place & 1 == 1
                        && seated.at[place].len() < usize::from(self.capacity[place]) =>
                {
                    seated.at[place].push(tile);
                }
                _ => rest.push(tile),
            }
        }
        for tile in rest {
            if !seated.seat(tile, &mut 0) {
                return None;
            }
        }
        let mut found = vec![0; self.tiles.len()];
        for (place, tiles) in seated.at.iter().enumerate() {
            for &tile in tiles {
                found[tile] = place as u8;
            }
        }
        Some(found)
    }

    /// Builds the deal with these places.
    pub(super) fn deal(&self, places: &[u8], as_drawn: bool, lot: u32) -> Result<Deal, DealError> {
        let mut hands: BySeat<TileSet> = BySeat::new(self.rules.n_seats());
        let mut at: Vec<Vec<Tile>> = vec![Vec::new(); self.capacity.len()];
        for (tile, place) in self.tiles.iter().zip(places) {
            at[usize::from(*place)].push(*tile);
        }
        for (seat, places) in self.hands.entries() {
            hands[seat] = each(*places)
                .flat_map(|place| core::mem::take(&mut at[place]))
                .collect();
        }
        let pile = self.pile.iter().filter_map(|place| at[*place].pop());
        let boneyard: Pile = pile.collect();
        if as_drawn {
            Deal::as_drawn(&self.rules, hands, boneyard, lot)
        } else {
            Deal::new(&self.rules, hands, boneyard, lot)
        }
    }
}

struct Seated<'a> {
    open: &'a [Set],
    capacity: &'a [u8],
    at: Vec<Vec<usize>>,
}

impl Seated<'_> {
    /// Finds a place for a tile and moves others if necessary; visits each place once.
    fn seat(&mut self, tile: usize, seen: &mut Set) -> bool {
        loop {
            let rest = self.open[tile] & !*seen;
            if rest == 0 {
                return false;
            }
            let place = rest.trailing_zeros() as usize;
            *seen |= 1 << place;
            if self.at[place].len() < usize::from(self.capacity[place]) {
                self.at[place].push(tile);
                return true;
            }
            for index in 0..self.at[place].len() {
                if self.seat(self.at[place][index], seen) {
                    self.at[place][index] = tile;
                    return true;
                }
            }
        }
    }
}

pub(super) fn each(mut set: Set) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let place = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (place < 128).then_some(place)
    })
}

/// The seat and the move of each draw from the boneyard.
fn draws(rules: &Rules, round: &RoundRecord) -> Vec<(Seat, usize)> {
    let mut drawn = Vec::new();
    for (turn, m) in round.moves.iter().enumerate() {
        let n = match m.what {
            what if what.drawn().is_some() => 1,
            What::UnderDrawn => {
                let hand = round.dealt.hands()[m.seat];
                let held = hand.known.len() + usize::from(hand.unknown);
                usize::from(rules.hand.get()).saturating_sub(held)
            }
            _ => 0,
        };
        drawn.extend(core::iter::repeat_n((m.seat, turn), n));
    }
    drawn
}
