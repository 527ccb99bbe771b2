//! Deals: the hands and the boneyard when a round begins.

mod undrawn;

use arrayvec::ArrayVec;
use rand_core::Rng;

use crate::tile::N_TILES;
use crate::{BySeat, Rules, Seat, Tile, TileSet};

pub(crate) use undrawn::Undrawn;

/// Tiles in a significant order.
pub type Pile = ArrayVec<Tile, N_TILES>;

/// The hands, and the boneyard in the order in which it will be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deal {
    hands: BySeat<TileSet>,
    held: BySeat<u8>,
    undrawn: Undrawn,
    lot: u32,
}

/// Why tiles are not a deal under the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum DealError {
    /// The tile occurs twice.
    #[error("{0} is dealt twice")]
    Twice(Tile),
    /// The tile is not in the game.
    #[error("{0} is not in this game")]
    NotInGame(Tile),
    /// The tile is missing.
    #[error("{0} is missing")]
    Missing(Tile),
    /// A seat has too few tiles or too many.
    #[error("seat {seat} holds {held} tiles instead of {hand}")]
    HandSize {
        /// The seat with the wrong number.
        seat: Seat,
        /// The number of tiles dealt to it.
        held: usize,
        /// The number of tiles that the rules deal.
        hand: u16,
    },
    /// The number of hands differs from the number of seats.
    #[error("{hands} hands for {seats} seats")]
    Seats {
        /// The hands in the deal.
        hands: u8,
        /// The seats in the rules.
        seats: u8,
    },
}

impl Deal {
    /// Builds a deal from hands and boneyard, for example those of a record.
    ///
    /// # Errors
    ///
    /// If the tiles are not exactly those of the game, or a hand has the wrong size.
    ///
    /// # Examples
    ///
    /// ```
    /// use capicu::{BySeat, Deal, DealError, Game, Pile, Seat, TileSet};
    ///
    /// let rules = Game::by_id("jamaican-partner").and_then(|game| game.rules(4)).unwrap();
    /// let tiles: Vec<_> = rules.tiles().into_iter().collect();
    /// let hands: BySeat<TileSet> = tiles.chunks(7).map(|hand| hand.iter().copied().collect()).collect();
    /// let deal = Deal::new(&rules, hands, Pile::new(), 0)?;
    /// assert_eq!(deal.hands()[Seat::default()].to_string(), "0-0 1-0 1-1 2-0 2-1 2-2 3-0");
    ///
    /// let mut twice = hands;
    /// twice[Seat::default()].insert(tiles[27]);
    /// let error = Deal::new(&rules, twice, Pile::new(), 0).unwrap_err();
    /// assert_eq!(error, DealError::Twice(tiles[27]));
    /// # Ok::<_, DealError>(())
    /// ```
    pub fn new(
        rules: &Rules,
        hands: BySeat<TileSet>,
        boneyard: Pile,
        lot: u32,
    ) -> Result<Self, DealError> {
        if hands.len() != rules.n_seats() {
            return Err(DealError::Seats {
                hands: hands.len(),
                seats: rules.n_seats(),
            });
        }
        let deal = Self::as_drawn(rules, hands, boneyard, lot)?;
        for seat in rules.playing() {
            check_size(seat, hands[seat].len(), rules.hand.get())?;
        }
        Ok(deal)
    }

    /// Builds a deal as people really drew it. A hand may have too many or too few tiles, which the table may notice
    /// later ([`Irregularity`](crate::Irregularity)).
    ///
    /// # Errors
    ///
    /// If the tiles are not exactly those of the game.
    pub fn as_drawn(
        rules: &Rules,
        hands: BySeat<TileSet>,
        boneyard: Pile,
        lot: u32,
    ) -> Result<Self, DealError> {
        if hands.len() != rules.n_seats() {
            return Err(DealError::Seats {
                hands: hands.len(),
                seats: rules.n_seats(),
            });
        }
        for seat in Seat::all(hands.len()).filter(|seat| !rules.plays(*seat)) {
            check_size(seat, hands[seat].len(), 0)?;
        }
        let tiles = rules.tiles();
        let mut seen = TileSet::EMPTY;
        let dealt = hands
            .iter()
            .copied()
            .flatten()
            .chain(boneyard.iter().copied());
        for tile in dealt {
            if !tiles.contains(tile) {
                return Err(DealError::NotInGame(tile));
            }
            if !seen.insert(tile) {
                return Err(DealError::Twice(tile));
            }
        }
        if let Some(tile) = (tiles - seen).into_iter().next() {
            return Err(DealError::Missing(tile));
        }
        Ok(Self {
            held: BySeat::from_fn(hands.len(), |seat| hands[seat].len() as u8),
            hands,
            undrawn: Undrawn::from(&boneyard[..]),
            lot,
        })
    }

    /// Deals at random. The use of the generator never changes (`docs/deal.md`), so a seed deals the same tiles in
    /// every version and on every machine.
    ///
    /// Seats that play no more get no tiles: the others get those of a table with this number of seats.
    ///
    /// The tiles of the game, in tile order, are shuffled by Fisher and Yates from the last place down. Seat 0 receives
    /// the first tiles, then seat 1 and so on. The rest is the boneyard, its first tile drawn first. One more number is
    /// the lot.
    #[inline]
    pub fn shuffled(rules: &Rules, rng: &mut impl Rng) -> Self {
        let mut deal = Self::nothing(rules.n_seats());
        deal.shuffle(rules, rng);
        deal
    }

    /// Deals as [`shuffled`](Self::shuffled) does, into this deal: cheaper in a loop that plays millions of rounds.
    pub fn shuffle(&mut self, rules: &Rules, rng: &mut impl Rng) {
        if self.hands.len() != rules.n_seats() {
            *self = Self::nothing(rules.n_seats());
        }
        if rules.is_small() {
            self.shuffle_in::<64>(rules, rng);
        } else {
            self.shuffle_in::<256>(rules, rng);
        }
    }

    /// Deals with this number of places for tiles: a power of two, so that a masked place cannot be out of range.
    #[inline(never)]
    fn shuffle_in<const PLACES: usize>(&mut self, rules: &Rules, rng: &mut impl Rng) {
        let (seats, hand) = (rules.n_playing(), usize::from(rules.hand.get()));
        let mut tiles: [Tile; PLACES] = core::array::from_fn(|place| ALL[place % ALL.len()]);
        let n = lay_out(rules, &mut tiles);
        // Swaps a tile into its final place with the tile that was there.
        let mut settle = |last: usize| {
            // Both indices are below `n`.
            let at = below(rng, last as u32 + 1) as usize % PLACES;
            let there = tiles[last % PLACES];
            core::mem::replace(&mut tiles[at], there)
        };
        let dealt = usize::from(seats) * hand;
        let mut left = rules.tiles();
        let undealt = n - dealt;
        self.undrawn
            .fill_from_end(undealt, |place| settle(dealt + place));
        if undealt > 0 {
            left -= self.undrawn.tiles().iter().copied().collect();
        }
        for seat in Seat::all(seats).skip(1).rev() {
            let places = seat.index() * hand..(seat.index() + 1) * hand;
            let dealt = if rules.is_small() {
                let low = |low, last| low | TileSet::bit_of(settle(last));
                TileSet::from_low(places.rev().fold(0, low))
            } else {
                places.rev().map(&mut settle).collect()
            };
            left -= dealt;
            self.hands[seat] = dealt;
            self.held[seat] = hand as u8;
        }
        // The first hand takes the remaining tiles, in any order.
        let first = Seat::default();
        self.hands[first] = left;
        self.held[first] = hand as u8;
        for last in (1..hand).rev() {
            below(rng, last as u32 + 1);
        }
        self.lot = rng.next_u32();
        if seats < rules.n_seats() {
            self.spread(rules);
        }
    }

    /// Moves the hands of the first seats to those that play.
    #[cold]
    fn spread(&mut self, rules: &Rules) {
        let dealt = self.hands;
        let mut hands = dealt.iter().take(usize::from(rules.n_playing()));
        self.hands = BySeat::from_fn(rules.n_seats(), |seat| match rules.plays(seat) {
            true => hands.next().copied().unwrap_or_default(),
            false => TileSet::EMPTY,
        });
        self.held = self.hands.map(|hand| hand.len() as u8);
    }

    fn nothing(seats: u8) -> Self {
        Self {
            hands: BySeat::new(seats),
            held: BySeat::new(seats),
            undrawn: Undrawn::EMPTY,
            lot: 0,
        }
    }

    /// The tiles dealt to each seat.
    pub const fn hands(&self) -> &BySeat<TileSet> {
        &self.hands
    }

    pub(crate) const fn held(&self) -> &BySeat<u8> {
        &self.held
    }

    /// The boneyard, the next tile to be drawn first.
    pub fn boneyard(&self) -> &[Tile] {
        self.undrawn.tiles()
    }

    pub(crate) const fn undrawn(&self) -> &Undrawn {
        &self.undrawn
    }

    /// A random number that comes with the deal, for decisions by lot.
    pub const fn lot(&self) -> u32 {
        self.lot
    }
}

fn check_size(seat: Seat, held: usize, hand: u16) -> Result<(), DealError> {
    match held == usize::from(hand) {
        true => Ok(()),
        false => Err(DealError::HandSize { seat, held, hand }),
    }
}

/// Every tile in tile order, and further places.
const ALL: [Tile; 256] = {
    let mut all = [Tile::DOUBLE_BLANK; 256];
    let mut index = 0;
    while index < N_TILES {
        all[index] = Tile::at(index as u8);
        index += 1;
    }
    all
};

/// Writes the tiles of a game in tile order, and returns their number.
fn lay_out(rules: &Rules, tiles: &mut [Tile]) -> usize {
    if rules.removed.is_empty() {
        return rules.set.len();
    }
    let left = rules.tiles();
    for (place, tile) in tiles.iter_mut().zip(left) {
        *place = tile;
    }
    left.len()
}

/// Draws a number below `n` without bias: the upper half of word times `n`. It drops words whose lower half would favor
/// some numbers.
#[inline(always)]
pub(crate) fn below(rng: &mut impl Rng, n: u32) -> u32 {
    loop {
        let product = u64::from(rng.next_u32()) * u64::from(n);
        // Only a lower half below `n` can be among the first 2^32 mod `n`, so the division is rare.
        if product as u32 >= n || product as u32 >= first_fair(n) {
            return (product >> 32) as u32;
        }
    }
}

/// 2^32 mod `n`.
#[cold]
const fn first_fair(n: u32) -> u32 {
    ((1 << 32) % n as u64) as u32
}
