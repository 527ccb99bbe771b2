//! Machine words as sets of tiles.

use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use capicu::{Tile, TileSet};

/// A word with a bit for every tile of a set: `u32` up to double-six, `u64` up to double-nine,
/// `u128` up to double-fourteen. Larger sets have no compact form.
pub trait Bits:
    Copy
    + Eq
    + core::fmt::Debug
    + core::hash::Hash
    + Default
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// The highest pip of the largest set that fits.
    const HIGHEST: u8;

    /// The word of a set, without tiles that have no bit.
    fn from_set(set: TileSet) -> Self;

    /// The set with the tiles of this word.
    fn to_set(self) -> TileSet;

    /// The word with the bit of a tile.
    fn of(tile: u8) -> Self;

    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Whether at most one bit is set.
    fn at_most_one(self) -> bool;

    fn count(self) -> u32;

    /// The lowest bit as a tile index. The word must not be empty.
    fn lowest(self) -> u8;

    /// The highest bit as a tile index. The word must not be empty.
    fn highest(self) -> u8;

    /// Bit number `n` from the lowest, as a tile index. There must be one.
    #[inline(always)]
    fn nth(self, n: u32) -> u8 {
        let mut rest = self;
        for _ in 0..n {
            rest = rest.pop().1;
        }
        rest.lowest()
    }

    /// Splits off the lowest bit as a tile index. The word must not be empty.
    fn pop(self) -> (u8, Self);

    /// The word folded to 64 bits for hashing.
    fn folded(self) -> u64;
}

macro_rules! bits {
    ($word:ty, $highest:literal, $from:expr, $folded:expr) => {
        impl Bits for $word {
            const HIGHEST: u8 = $highest;

            #[inline(always)]
            fn from_set(set: TileSet) -> Self {
                $from(set.words())
            }

            #[inline(always)]
            fn to_set(self) -> TileSet {
                let word = u128::from(self);
                TileSet::from_words([word as u64, (word >> 64) as u64, 0])
            }

            #[inline(always)]
            fn of(tile: u8) -> Self {
                1 << tile
            }

            #[inline(always)]
            fn at_most_one(self) -> bool {
                self & self.wrapping_sub(1) == 0
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn lowest(self) -> u8 {
                self.trailing_zeros() as u8
            }

            #[inline(always)]
            fn highest(self) -> u8 {
                (Self::BITS - 1 - self.leading_zeros()) as u8
            }

            #[inline(always)]
            fn pop(self) -> (u8, Self) {
                (self.trailing_zeros() as u8, self & self.wrapping_sub(1))
            }

            #[inline(always)]
            fn folded(self) -> u64 {
                $folded(self)
            }
        }
    };
}

bits!(u32, 6, |words: [u64; 3]| words[0] as u32, u64::from);
bits!(u64, 9, |words: [u64; 3]| words[0], core::convert::identity);
bits!(
    u128,
    14,
    |[low, high, _]: [u64; 3]| u128::from(high) << 64 | u128::from(low),
    |word: u128| (word as u64) ^ ((word >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
);

/// The tile of an index from a table of this crate.
pub(crate) fn tile(index: u8) -> Tile {
    Tile::from_index(index).expect("an index of a tile")
}
