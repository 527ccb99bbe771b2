//! Where tiles can have been when a round began: in a hand, or at a place of the boneyard.
//!
//! Every tile lies in one place and every place takes so many tiles, so that "is there a deal in
//! which …" is a matching of tiles and places. Whoever draws takes the next tile of the boneyard:
//! which places a seat has taken by which move is known, whatever lies there.

use core::cell::Cell;

use capicu::{BySeat, Deal, DealError, Pile, Rules, Seat, Tile, TileSet};

use crate::record::{RoundRecord, What};

/// A set of places, a bit each: at most two for each seat and one for each tile that sleeps.
pub(super) type Set = u128;

/// At least one of these tiles is in one of these places.
#[derive(Clone, Debug)]
pub(super) struct AnyOf {
    /// The move that says so by itself.
    pub turn: Option<usize>,
    pub tiles: TileSet,
    pub places: Set,
}

/// How much a record may still cost, in moves played or as much.
///
/// A match as people write it down takes some hundred a round. A record that was made to take
/// long could ask for millions of rounds played a thousand times.
#[derive(Clone, Debug)]
pub(super) struct Work(Cell<u64>);

impl Work {
    /// For one record: a second or two in an optimized build.
    pub(super) const fn for_a_record() -> Self {
        Self(Cell::new(2_500_000))
    }

    /// Does so much of it.
    pub(super) fn spend(&self, moves: usize) {
        self.0.set(self.0.get().saturating_sub(moves as u64));
    }

    /// Whether that was all.
    pub(super) fn is_used_up(&self) -> bool {
        self.0.get() == 0
    }
}

/// The places of one round.
#[derive(Debug)]
pub(super) struct Places {
    rules: Rules,
    tiles: Vec<Tile>,
    /// For each tile the places that what is written about it leaves open.
    open: Vec<Set>,
    hands: BySeat<Set>,
    /// How many tiles each place takes.
    capacity: Vec<u8>,
    /// Where each tile of the boneyard lies. Those that nobody draws share a place.
    asleep: Vec<usize>,
    /// Who took each tile of the boneyard, and in which move, as far as it was drawn.
    drawn: Vec<(Seat, usize)>,
}

impl Places {
    /// The places of a round. With `few_doubles` no hand holds as many doubles as would have it
    /// thrown in.
    pub(super) fn new(rules: &Rules, round: &RoundRecord, few_doubles: bool) -> Self {
        let limit = usize::from(rules.doubles_redeal.get());
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
        let asleep = round.dealt.boneyard().iter().enumerate();
        let asleep: Vec<usize> = asleep
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
            asleep,
            drawn,
        };
        let asleep = round.dealt.boneyard();
        let written = |tile: Tile| {
            let mut dealt = round.dealt.hands().entries();
            if let Some((seat, _)) = dealt.find(|(_, hand)| hand.known.contains(tile)) {
                return places.hands[seat];
            }
            if let Some(index) = asleep.iter().position(|known| *known == Some(tile)) {
                return places.asleep_at(index);
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

    /// Every tile of the game.
    pub(super) fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// Where each tile can be by what is written about it.
    pub(super) fn open(&self) -> &[Set] {
        &self.open
    }

    /// The hand a seat was dealt.
    pub(super) fn hand(&self, seat: Seat) -> Set {
        self.hands[seat]
    }

    /// All hands as they were dealt.
    pub(super) fn hands(&self) -> Set {
        self.hands.iter().fold(0, |all, hand| all | hand)
    }

    /// What a seat had been dealt or had drawn before a move, laid or not.
    pub(super) fn held(&self, seat: Seat, before: usize) -> Set {
        let drawn = self.drawn.iter().enumerate();
        drawn
            .filter(|(_, (by, at))| *by == seat && *at < before)
            .fold(self.hands[seat], |held, (index, _)| {
                held | self.asleep_at(index)
            })
    }

    /// What anybody had been dealt or had drawn before a move.
    pub(super) fn held_by_anybody(&self, before: usize) -> Set {
        Seat::all(self.rules.n_seats()).fold(0, |all, seat| all | self.held(seat, before))
    }

    /// The place of the boneyard that a move draws from; `None` if it has no more tiles.
    pub(super) fn drawn_in(&self, turn: usize) -> Option<Set> {
        let mut drawn = self.drawn.iter();
        let index = drawn.position(|(_, at)| *at == turn)?;
        Some(1 << *self.asleep.get(index)?)
    }

    /// How many tiles a place takes.
    pub(super) fn capacity(&self, place: usize) -> u8 {
        self.capacity[place]
    }

    /// How many places there are.
    pub(super) fn len(&self) -> usize {
        self.capacity.len()
    }

    fn asleep_at(&self, index: usize) -> Set {
        self.asleep.get(index).map_or(0, |place| 1 << place)
    }

    /// A place for every tile among those that are open to it, so that each of the demands is met;
    /// as near to the places given as may be. `None` if there is no such deal.
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

    /// The deal in which every tile lies in its place.
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
        let asleep = self.asleep.iter().filter_map(|place| at[*place].pop());
        let boneyard: Pile = asleep.collect();
        if as_drawn {
            Deal::as_drawn(&self.rules, hands, boneyard, lot)
        } else {
            Deal::new(&self.rules, hands, boneyard, lot)
        }
    }
}

/// Tiles that have found a place.
struct Seated<'a> {
    open: &'a [Set],
    capacity: &'a [u8],
    at: Vec<Vec<usize>>,
}

impl Seated<'_> {
    /// Finds a place for a tile, moving others if need be; no place is looked at twice.
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

/// The places in a set.
pub(super) fn each(mut set: Set) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let place = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (place < 128).then_some(place)
    })
}

/// Who drew which tile of the boneyard, in which move.
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
