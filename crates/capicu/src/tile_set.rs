//! Sets of tiles as bits.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

use crate::tile::{N_TILES, SLOTS};
use crate::{Pip, Tile};

/// A set of tiles: one bit for each of the 91, so every set operation is one or two instructions and every hand is
/// `Copy`.
///
/// Iteration is in tile order: by high half, then by low half.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct TileSet {
    /// Tiles 64 to 90.
    high: u64,
    /// Tiles 0 to 63.
    low: u64,
}

/// The set of one tile, by index.
static SINGLE: [TileSet; SLOTS] = {
    let mut table = [TileSet::EMPTY; SLOTS];
    let mut index = 0;
    while index < N_TILES {
        table[index] = TileSet::from_bits(1 << index);
        index += 1;
    }
    table
};

/// All tiles that show a pip, by pip; the last three entries are never read.
static SUITS: [TileSet; 16] = {
    let mut table = [TileSet::EMPTY; 16];
    let mut index = 0;
    while index < N_TILES {
        let tile = Tile::at(index as u8);
        let pips = [tile.high().value(), tile.low().value()];
        let mut half = 0;
        while half < 2 {
            let suit = &mut table[pips[half] as usize];
            *suit = suit.with(tile);
            half += 1;
        }
        index += 1;
    }
    table
};

/// The lower halves of the suits.
static LOW_SUITS: [u64; 16] = {
    let mut table = [0; 16];
    let mut pip = 0;
    while pip < 16 {
        table[pip] = SUITS[pip].low;
        pip += 1;
    }
    table
};

/// The lower halves of the two suits of every tile, without the tiles in both; empty for a double.
static LOW_CROSSINGS: [u64; SLOTS] = {
    let mut table = [0; SLOTS];
    let mut index = 0;
    while index < N_TILES {
        let tile = Tile::at(index as u8);
        let (high, low) = (tile.high().value(), tile.low().value());
        table[index] = LOW_SUITS[high as usize] ^ LOW_SUITS[low as usize];
        index += 1;
    }
    table
};

/// The spots of every eight consecutive tiles, by the bits of those present.
static SPOTS: [[u8; 256]; 12] = {
    let mut table = [[0; 256]; 12];
    let mut index = 0;
    while index < N_TILES {
        let spots = Tile::at(index as u8).spots();
        let (eight, bit) = (&mut table[index / 8], 1 << (index % 8));
        let mut there = 0;
        while there < 256 {
            if there & bit != 0 {
                eight[there] += spots;
            }
            there += 1;
        }
        index += 1;
    }
    table
};

const DOUBLES: TileSet = {
    let mut set = TileSet::EMPTY;
    let mut pip = 0;
    while pip <= 12 {
        let Some(p) = Pip::new(pip) else {
            panic!("pip in range")
        };
        set = set.with(Tile::double(p));
        pip += 1;
    }
    set
};

impl TileSet {
    /// The set without tiles.
    pub const EMPTY: Self = Self { high: 0, low: 0 };
    /// The thirteen doubles.
    pub const DOUBLES: Self = DOUBLES;

    pub(crate) const ALL: Self = Self::first(N_TILES as u32);

    /// The first `n` tiles in tile order.
    pub(crate) const fn first(n: u32) -> Self {
        Self::halves((1 << n) - 1)
    }

    const fn halves(bits: u128) -> Self {
        Self {
            high: (bits >> 64) as u64,
            low: bits as u64,
        }
    }

    /// The set with bit `i` for the tile of index `i`; bits above 90 are dropped.
    pub const fn from_bits(bits: u128) -> Self {
        Self::halves(bits & ((1 << N_TILES) - 1))
    }

    /// Bit `i` is set for the tile of index `i`.
    pub const fn bits(self) -> u128 {
        (self.high as u128) << 64 | self.low as u128
    }

    /// Every tile that shows this pip, its double included.
    #[inline]
    pub const fn suit(pip: Pip) -> Self {
        SUITS[pip.value() as usize % 16]
    }

    /// The set of one tile.
    #[inline]
    pub const fn of(tile: Tile) -> Self {
        SINGLE[tile.index() as usize]
    }

    /// The number of tiles, at most 91.
    pub const fn len(self) -> usize {
        let n = self.low.count_ones() as usize;
        match self.high {
            0 => n,
            high => n + high.count_ones() as usize,
        }
    }

    /// Whether the set has no tile.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.low | self.high == 0
    }

    /// Whether the tile is in the set.
    #[inline]
    pub const fn contains(self, tile: Tile) -> bool {
        self.intersects(Self::of(tile))
    }

    /// Whether the two sets share a tile.
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        (self.low & other.low) | (self.high & other.high) != 0
    }

    const fn with(self, tile: Tile) -> Self {
        let one = 1_u128 << tile.index();
        Self::from_bits(self.bits() | one)
    }

    /// Adds a tile and returns whether it was new.
    #[inline]
    pub const fn insert(&mut self, tile: Tile) -> bool {
        let (new, one) = (!self.contains(tile), Self::of(tile));
        self.low |= one.low;
        self.high |= one.high;
        new
    }

    /// Removes a tile and returns whether it was there.
    #[inline]
    pub const fn remove(&mut self, tile: Tile) -> bool {
        let (there, one) = (self.contains(tile), Self::of(tile));
        self.low &= !one.low;
        self.high &= !one.high;
        there
    }

    /// The last tile in tile order: of a set of doubles, the highest double.
    pub const fn last(self) -> Option<Tile> {
        match (self.high, self.low) {
            (0, 0) => None,
            (0, low) => Some(Tile::at(low.ilog2() as u8)),
            (high, _) => Some(Tile::at(64 + high.ilog2() as u8)),
        }
    }

    /// The spots on all tiles, both halves of doubles included.
    #[inline(always)]
    pub fn spots(self) -> u16 {
        // The number of tiles is random, so the code does not loop over them.
        let sum = |word: u32, eights: &[[u8; 256]]| -> u16 {
            let bytes = word.to_le_bytes().into_iter().zip(eights);
            bytes
                .map(|(byte, eight)| u16::from(eight[usize::from(byte)]))
                .sum()
        };
        let small = sum(self.low as u32, &SPOTS[..4]);
        if self.low >> 32 | self.high == 0 {
            return small;
        }
        small + sum((self.low >> 32) as u32, &SPOTS[4..8]) + sum(self.high as u32, &SPOTS[8..])
    }
}

/// The frequent operations use the lower halves of sets, if the game has no tiles above: see
/// [`Rules::is_small`](crate::Rules).
impl TileSet {
    /// The highest pip of sets in which every tile is in the lower half.
    pub(crate) const LOW_PIP: u8 = 9;

    #[inline]
    pub(crate) const fn low(self) -> u64 {
        self.low
    }

    /// The set with this lower half and an empty upper one.
    #[inline]
    pub(crate) const fn from_low(low: u64) -> Self {
        Self { high: 0, low }
    }

    #[inline]
    pub(crate) const fn set_low(&mut self, low: u64) {
        self.low = low;
    }

    /// The lower half of the set of a tile, which must be in it.
    #[inline]
    pub(crate) const fn low_of(tile: Tile) -> u64 {
        1 << (tile.index() % 64)
    }

    /// The lower half of a suit.
    #[inline]
    pub(crate) fn low_suit(pip: Pip) -> u64 {
        LOW_SUITS[pip.value() as usize % 16]
    }

    /// The mask that turns the lower half of one suit of a tile into that of the other.
    #[inline]
    pub(crate) fn low_crossing(tile: Tile) -> u64 {
        LOW_CROSSINGS[tile.index() as usize]
    }
}

impl BitOr for TileSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self {
            high: self.high | other.high,
            low: self.low | other.low,
        }
    }
}

impl BitOrAssign for TileSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAnd for TileSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self {
            high: self.high & other.high,
            low: self.low & other.low,
        }
    }
}

impl BitAndAssign for TileSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl Sub for TileSet {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self {
            high: self.high & !other.high,
            low: self.low & !other.low,
        }
    }
}

impl SubAssign for TileSet {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Not for TileSet {
    type Output = Self;
    /// The complement within the 91 tiles.
    fn not(self) -> Self {
        Self::from_bits(!self.bits())
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        tiles
            .into_iter()
            .fold(Self::EMPTY, |all, tile| all | Self::of(tile))
    }
}

impl IntoIterator for TileSet {
    type Item = Tile;
    type IntoIter = Tiles;
    fn into_iter(self) -> Tiles {
        Tiles {
            low: self.low,
            high: self.high,
        }
    }
}

/// The tiles of a set, in tile order.
#[derive(Clone, Debug)]
pub struct Tiles {
    low: u64,
    high: u64,
}

impl Iterator for Tiles {
    type Item = Tile;

    #[inline]
    fn next(&mut self) -> Option<Tile> {
        let (word, above) = match self.low {
            0 => (&mut self.high, 64),
            _ => (&mut self.low, 0),
        };
        if *word == 0 {
            return None;
        }
        let index = word.trailing_zeros() as u8 + above;
        *word &= *word - 1;
        Some(Tile::at(index))
    }

    #[inline]
    fn fold<A, F: FnMut(A, Tile) -> A>(self, mut all: A, mut add: F) -> A {
        for (mut word, above) in [(self.low, 0), (self.high, 64)] {
            while word != 0 {
                all = add(all, Tile::at(word.trailing_zeros() as u8 + above));
                word &= word - 1;
            }
        }
        all
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = (self.low.count_ones() + self.high.count_ones()) as usize;
        (n, Some(n))
    }
}

impl ExactSizeIterator for Tiles {}

impl fmt::Debug for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl fmt::Display for TileSet {
    /// The tiles in order, separated by spaces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, tile) in self.into_iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            tile.fmt(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DominoSet;

    #[test]
    fn each_suit_of_double_six_has_seven_tiles() {
        for pip in Pip::up_to(Pip::new(6).unwrap()) {
            assert_eq!(
                (TileSet::suit(pip) & DominoSet::DOUBLE_SIX.tiles()).len(),
                7
            );
        }
        assert_eq!(DominoSet::DOUBLE_SIX.tiles().spots(), 168);
    }

    #[test]
    fn last_of_the_doubles_is_the_highest() {
        let doubles = TileSet::DOUBLES & DominoSet::DOUBLE_SIX.tiles();
        assert_eq!(doubles.len(), 7);
        assert_eq!(doubles.last(), Some(Tile::DOUBLE_SIX));
        assert_eq!(TileSet::EMPTY.last(), None);
    }
}
