//! Sets of tiles as bits.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

use crate::tile::N_TILES;
use crate::{Pip, Tile};

/// A set of tiles: one bit for each of the 91, so that every set operation is one or two
/// instructions and a hand of any game is `Copy`.
///
/// Iteration is in tile order: by high half, then by low half.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct TileSet(u128);

/// All tiles showing a pip, by pip.
const SUITS: [TileSet; 13] = {
    let mut table = [TileSet(0); 13];
    let mut index = 0;
    while index < N_TILES {
        let Some(tile) = Tile::from_index(index as u8) else {
            panic!("index in range")
        };
        table[tile.high().value() as usize].0 |= 1 << index;
        table[tile.low().value() as usize].0 |= 1 << index;
        index += 1;
    }
    table
};

const DOUBLES: TileSet = {
    let mut set = TileSet(0);
    let mut pip = 0;
    while pip <= 12 {
        let Some(p) = Pip::new(pip) else {
            panic!("pip in range")
        };
        set.0 |= 1 << Tile::double(p).index();
        pip += 1;
    }
    set
};

impl TileSet {
    /// No tile.
    pub const EMPTY: Self = Self(0);
    /// The thirteen doubles.
    pub const DOUBLES: Self = DOUBLES;

    /// The first `n` tiles in tile order.
    pub(crate) const fn first(n: u32) -> Self {
        Self((1 << n) - 1)
    }

    /// The set with bit `i` for the tile of index `i`; bits above 90 are dropped.
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits & Self::first(N_TILES as u32).0)
    }

    /// Bit `i` stands for the tile of index `i`.
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Every tile showing this pip, its double included.
    pub const fn suit(pip: Pip) -> Self {
        SUITS[pip.value() as usize]
    }

    /// The set of one tile.
    pub const fn of(tile: Tile) -> Self {
        Self(1 << tile.index())
    }

    /// How many tiles.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the tile is in the set.
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 >> tile.index() & 1 == 1
    }

    /// Whether the two sets share a tile.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Adds a tile; whether it was new.
    pub const fn insert(&mut self, tile: Tile) -> bool {
        let new = !self.contains(tile);
        self.0 |= 1 << tile.index();
        new
    }

    /// Takes a tile out; whether it was there.
    pub const fn remove(&mut self, tile: Tile) -> bool {
        let there = self.contains(tile);
        self.0 &= !(1 << tile.index());
        there
    }

    /// The last tile in tile order: of a set of doubles, the highest double.
    pub const fn last(self) -> Option<Tile> {
        if self.0 == 0 {
            None
        } else {
            Tile::from_index(127 - self.0.leading_zeros() as u8)
        }
    }

    /// All spots on the tiles, both halves of doubles included.
    pub fn spots(self) -> u16 {
        self.into_iter().map(|tile| u16::from(tile.spots())).sum()
    }
}

impl BitOr for TileSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for TileSet {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for TileSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAndAssign for TileSet {
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl Sub for TileSet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl SubAssign for TileSet {
    fn sub_assign(&mut self, other: Self) {
        self.0 &= !other.0;
    }
}

impl Not for TileSet {
    type Output = Self;
    /// Every other of the 91 tiles.
    fn not(self) -> Self {
        Self::from_bits(!self.0)
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut set = Self::EMPTY;
        for tile in tiles {
            set.insert(tile);
        }
        set
    }
}

impl IntoIterator for TileSet {
    type Item = Tile;
    type IntoIter = Tiles;
    fn into_iter(self) -> Tiles {
        Tiles {
            low: self.0 as u64,
            high: (self.0 >> 64) as u64,
        }
    }
}

/// The tiles of a set, in tile order.
#[derive(Clone, Debug)]
pub struct Tiles {
    /// Most sets have nothing above: half the work of one wide word.
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
        Tile::from_index(index)
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
    fn a_suit_has_seven_tiles_of_the_double_six_set() {
        for pip in Pip::up_to(Pip::new(6).unwrap()) {
            assert_eq!(
                (TileSet::suit(pip) & DominoSet::DOUBLE_SIX.tiles()).len(),
                7
            );
        }
        assert_eq!(DominoSet::DOUBLE_SIX.tiles().spots(), 168);
    }

    #[test]
    fn the_highest_double_is_the_last() {
        let doubles = TileSet::DOUBLES & DominoSet::DOUBLE_SIX.tiles();
        assert_eq!(doubles.len(), 7);
        assert_eq!(doubles.last(), Some(Tile::DOUBLE_SIX));
        assert_eq!(TileSet::EMPTY.last(), None);
    }
}
