//! Sets of tiles as bits.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Range, Sub, SubAssign};

use crate::tile::{N_TILES, PIPS, SLOTS};
use crate::{DominoSet, Pip, Tile};

/// A set of tiles: one bit for each of the 190, in three words, so every hand is `Copy`.
///
/// Iteration is in tile order: by high half, then by low half. The greater of two sets has the highest tile
/// that only one of them has.
///
/// Two fields, not three, so that compilers keep a set in registers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct TileSet {
    /// Tiles 64 to 189.
    upper: u128,
    /// Tiles 0 to 63.
    low: u64,
}

const WORDS: usize = 3;

/// The words of all tiles that show a pip, by pip; entries above the highest are never read.
static SUITS: [[u64; PIPS]; WORDS] = {
    let mut table = [[0; PIPS]; WORDS];
    let mut index = 0;
    while index < N_TILES {
        let tile = Tile::at(index as u8);
        let (high, low) = (tile.high().value(), tile.low().value());
        table[index / 64][high as usize] |= TileSet::bit_of(tile);
        table[index / 64][low as usize] |= TileSet::bit_of(tile);
        index += 1;
    }
    table
};

/// The lower words of the two suits of every tile of a line, without the tiles in both; empty for a double.
static LOW_CROSSINGS: [u64; SLOTS] = {
    let mut table = [0; SLOTS];
    let mut index = 0;
    while index < DominoSet::DOUBLE_NINE.len() {
        let tile = Tile::at(index as u8);
        let (high, low) = (tile.high().value(), tile.low().value());
        table[index] = SUITS[0][high as usize] ^ SUITS[0][low as usize];
        index += 1;
    }
    table
};

/// The spots of every eight consecutive tiles of the lower word, by the bits of those present.
static SPOTS: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut index = 0;
    while index < 64 {
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

/// The tiles above the lower word whose spots have a bit, by bit: no tile has more than 36 spots.
static SPOT_BITS: [TileSet; 6] = {
    let mut table = [TileSet::EMPTY; 6];
    let mut index = 64;
    while index < N_TILES {
        let tile = Tile::at(index as u8);
        let mut bit = 0;
        while bit < 6 {
            if tile.spots() >> bit & 1 == 1 {
                table[bit].insert(tile);
            }
            bit += 1;
        }
        index += 1;
    }
    table
};

const DOUBLES: TileSet = {
    let mut set = TileSet::EMPTY;
    let mut pip = 0;
    while let Some(p) = Pip::new(pip) {
        set.insert(Tile::double(p));
        pip += 1;
    }
    set
};

impl TileSet {
    /// The set without tiles.
    pub const EMPTY: Self = Self { upper: 0, low: 0 };
    /// The nineteen doubles.
    pub const DOUBLES: Self = DOUBLES;

    pub(crate) const ALL: Self = Self::first(N_TILES);

    /// The first `n` tiles in tile order.
    pub(crate) const fn first(n: usize) -> Self {
        let mut words = [0; WORDS];
        let mut word = 0;
        while word < WORDS {
            words[word] = match n.saturating_sub(64 * word) {
                bits @ 0..=63 => (1 << bits) - 1,
                _ => u64::MAX,
            };
            word += 1;
        }
        Self::from_words(words)
    }

    /// The set with bit `i % 64` of word `i / 64` for the tile of index `i`. Bits above tile 189 are dropped.
    #[inline]
    pub const fn from_words([low, high, top]: [u64; 3]) -> Self {
        let top = top & ((1 << (N_TILES - 128)) - 1);
        Self {
            upper: (top as u128) << 64 | high as u128,
            low,
        }
    }

    /// Bit `i % 64` of word `i / 64` is set for the tile of index `i`.
    #[inline]
    pub const fn words(self) -> [u64; 3] {
        [self.low, self.upper as u64, (self.upper >> 64) as u64]
    }

    /// Every tile that shows this pip, its double included.
    #[inline]
    pub const fn suit(pip: Pip) -> Self {
        let pip = pip.value() as usize % PIPS;
        Self::from_words([SUITS[0][pip], SUITS[1][pip], SUITS[2][pip]])
    }

    /// The set of one tile.
    #[inline]
    pub const fn of(tile: Tile) -> Self {
        if Self::is_low(tile) {
            return Self::from_low(Self::bit_of(tile));
        }
        Self {
            upper: Self::upper_bit(tile),
            low: 0,
        }
    }

    /// The number of tiles, at most 190.
    pub const fn len(self) -> usize {
        let n = self.low.count_ones() as usize;
        match self.upper {
            0 => n,
            upper => n + upper.count_ones() as usize,
        }
    }

    /// Whether the set has no tile.
    #[inline]
    pub const fn is_empty(self) -> bool {
        (self.upper == 0) & (self.low == 0)
    }

    /// Whether the tile is in the set.
    #[inline]
    pub const fn contains(self, tile: Tile) -> bool {
        if Self::is_low(tile) {
            return self.low & Self::bit_of(tile) != 0;
        }
        self.upper & Self::upper_bit(tile) != 0
    }

    /// Whether the two sets share a tile.
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        (self.low & other.low != 0) | (self.upper & other.upper != 0)
    }

    /// Adds a tile and returns whether it was new.
    #[inline]
    pub const fn insert(&mut self, tile: Tile) -> bool {
        let new = !self.contains(tile);
        if Self::is_low(tile) {
            self.low |= Self::bit_of(tile);
        } else {
            self.upper |= Self::upper_bit(tile);
        }
        new
    }

    /// Removes a tile and returns whether it was there.
    #[inline]
    pub const fn remove(&mut self, tile: Tile) -> bool {
        let there = self.contains(tile);
        if Self::is_low(tile) {
            self.low &= !Self::bit_of(tile);
        } else {
            self.upper &= !Self::upper_bit(tile);
        }
        there
    }

    /// Whether the bit of a tile is in the lower word. This is so for all tiles of most games, so a branch is cheap.
    #[inline]
    const fn is_low(tile: Tile) -> bool {
        tile.index() < 64
    }

    /// The bit of a tile above the lower word.
    #[inline(never)]
    const fn upper_bit(tile: Tile) -> u128 {
        let bit = Self::bit_of(tile) as u128;
        if tile.index() < 128 { bit } else { bit << 64 }
    }

    /// The last tile in tile order: of a set of doubles, the highest double.
    pub const fn last(self) -> Option<Tile> {
        let (word, above) = match self.words() {
            [low, 0, 0] => (low, 0),
            [_, high, 0] => (high, 64),
            [_, _, top] => (top, 128),
        };
        match word.checked_ilog2() {
            Some(bit) => Some(Tile::at(above + bit as u8)),
            None => None,
        }
    }

    /// The spots on all tiles, both halves of doubles included.
    #[inline]
    pub fn spots(self) -> u16 {
        let [_, high, top] = self.words();
        let low = self.low_spots();
        if high | top == 0 {
            return low;
        }
        low + self.upper_spots()
    }

    /// The spots on the tiles of the lower word.
    #[inline(always)]
    pub(crate) fn low_spots(self) -> u16 {
        // The number of tiles is random, so the code does not loop over them.
        let sum = |word: u32, eights: &[[u8; 256]]| -> u16 {
            let bytes = word.to_le_bytes().into_iter().zip(eights);
            bytes
                .map(|(byte, eight)| u16::from(eight[usize::from(byte)]))
                .sum()
        };
        let small = sum(self.low as u32, &SPOTS[..4]);
        match (self.low >> 32) as u32 {
            0 => small,
            large => small + sum(large, &SPOTS[4..]),
        }
    }

    /// The spots on the tiles above the lower word.
    #[inline(never)]
    fn upper_spots(self) -> u16 {
        let [_, high, top] = self.words();
        let sum = |sum: u32, bits: &Self| {
            let [_, of_high, of_top] = bits.words();
            2 * sum + (high & of_high).count_ones() + (top & of_top).count_ones()
        };
        SPOT_BITS.iter().rev().fold(0, sum) as u16
    }
}

/// The frequent operations use the lower words of sets, if the game has no tiles above: see
/// [`Rules::is_small`](crate::Rules).
impl TileSet {
    /// The highest pip of sets in which every tile is in the lower word.
    pub(crate) const LOW_PIP: u8 = 9;

    /// The words in which a set up to the double of a pip has tiles.
    #[inline]
    pub(crate) const fn words_up_to(highest: Pip) -> Range<usize> {
        match highest.value() {
            0..=Self::LOW_PIP => 0..1,
            10..=14 => 0..2,
            _ => 0..WORDS,
        }
    }

    /// A word of a suit.
    #[inline]
    pub(crate) fn suit_word(pip: Pip, word: usize) -> u64 {
        SUITS[word][pip.value() as usize % PIPS]
    }

    /// The tile of a bit of a word.
    #[inline]
    pub(crate) const fn tile_in(word: usize, bit: u32) -> Tile {
        Tile::at((64 * word) as u8 + bit as u8)
    }

    #[inline]
    pub(crate) const fn low(self) -> u64 {
        self.low
    }

    /// The set with this lower word and no other tiles.
    #[inline]
    pub(crate) const fn from_low(low: u64) -> Self {
        Self { upper: 0, low }
    }

    #[inline]
    pub(crate) const fn set_low(&mut self, low: u64) {
        self.low = low;
    }

    /// The bit of a tile in its word.
    #[inline]
    pub(crate) const fn bit_of(tile: Tile) -> u64 {
        1 << (tile.index() % 64)
    }

    /// The lower word of a suit.
    #[inline]
    pub(crate) fn low_suit(pip: Pip) -> u64 {
        Self::suit_word(pip, 0)
    }

    /// The mask that turns the lower word of one suit of a tile into that of the other.
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
            upper: self.upper | other.upper,
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
            upper: self.upper & other.upper,
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
            upper: self.upper & !other.upper,
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
    /// The complement within the 190 tiles.
    fn not(self) -> Self {
        Self::ALL - self
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        // One word more, so that the word of an index cannot be out of range.
        let mut words = [0; WORDS + 1];
        tiles
            .into_iter()
            .for_each(|tile| words[usize::from(tile.index() / 64)] |= Self::bit_of(tile));
        let [low, high, top, _] = words;
        Self::from_words([low, high, top])
    }
}

impl IntoIterator for TileSet {
    type Item = Tile;
    type IntoIter = Tiles;
    fn into_iter(self) -> Tiles {
        let [word, high, top] = self.words();
        Tiles {
            word,
            above: 0,
            later: [high, top],
        }
    }
}

/// The tiles of a set, in tile order.
#[derive(Clone, Debug)]
pub struct Tiles {
    /// The rest of the word to be read, and the number of its first tile.
    word: u64,
    above: u8,
    /// The words after it.
    later: [u64; WORDS - 1],
}

impl Iterator for Tiles {
    type Item = Tile;

    #[inline]
    fn next(&mut self) -> Option<Tile> {
        while self.word == 0 {
            let [next, last] = self.later;
            if next | last == 0 {
                return None;
            }
            (self.word, self.later) = (next, [last, 0]);
            self.above += 64;
        }
        let index = self.word.trailing_zeros() as u8 + self.above;
        self.word &= self.word - 1;
        Some(Tile::at(index))
    }

    #[inline]
    fn fold<A, F: FnMut(A, Tile) -> A>(self, mut all: A, mut add: F) -> A {
        let [next, last] = self.later;
        let mut above = self.above;
        for mut word in [self.word, next, last] {
            while word != 0 {
                all = add(all, Tile::at(word.trailing_zeros() as u8 + above));
                word &= word - 1;
            }
            above = above.wrapping_add(64);
        }
        all
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let [next, last] = self.later;
        let n = self.word.count_ones() + next.count_ones() + last.count_ones();
        (n as usize, Some(n as usize))
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
    use alloc::vec::Vec;

    use super::*;

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
    fn each_suit_of_double_eighteen_has_nineteen_tiles() {
        // Each number occurs on 19 tiles and twice on its double: 20 times the sum of 0 to 18, which is 171.
        let tiles = DominoSet::DOUBLE_EIGHTEEN.tiles();
        assert_eq!(tiles.spots(), 20 * 171);
        assert_eq!((tiles & TileSet::DOUBLES).len(), 19);
        for pip in Pip::up_to(Pip::MAX) {
            let suit = TileSet::suit(pip);
            assert_eq!(suit.len(), 19);
            assert!(suit.into_iter().all(|tile| tile.has(pip)));
        }
        // 17 times the sum of 0 to 15, which is 120.
        assert_eq!(DominoSet::DOUBLE_FIFTEEN.tiles().spots(), 17 * 120);
    }

    #[test]
    fn sets_in_all_words_agree_with_lists() {
        let all: Vec<Tile> = (0..N_TILES as u8).map(Tile::at).collect();
        let kept: [fn(u8) -> bool; 7] = [
            |_| false,
            |_| true,
            |index| index % 3 == 0,
            |index| index % 5 < 2,
            |index| (60..70).contains(&index),
            |index| (120..130).contains(&index),
            |index| index > 150,
        ];
        let listed = |keep: &dyn Fn(u8) -> bool| -> Vec<Tile> {
            let tiles = all.iter().copied();
            tiles.filter(|tile| keep(tile.index())).collect()
        };
        for a in kept {
            let (list, set) = (listed(&a), listed(&a).into_iter().collect::<TileSet>());
            assert_eq!(set.into_iter().collect::<Vec<_>>(), list);
            let mut walked = Vec::new();
            set.into_iter().for_each(|tile| walked.push(tile));
            assert_eq!(walked, list);
            assert_eq!((set.len(), set.into_iter().len()), (list.len(), list.len()));
            assert_eq!(
                (set.last(), set.is_empty()),
                (list.last().copied(), list.is_empty())
            );
            let spots = list
                .iter()
                .map(|tile| u16::from(tile.high().value() + tile.low().value()));
            assert_eq!(set.spots(), spots.sum::<u16>());
            assert_eq!(TileSet::from_words(set.words()), set);
            assert_eq!(
                (!set).into_iter().collect::<Vec<_>>(),
                listed(&|index| !a(index))
            );
            for &tile in &all {
                let (mut more, mut less) = (set, set);
                assert_eq!(set.contains(tile), list.contains(&tile));
                assert_eq!(more.insert(tile), !list.contains(&tile));
                assert_eq!(less.remove(tile), list.contains(&tile));
                assert_eq!(more, set | TileSet::of(tile));
                assert_eq!(less, set - TileSet::of(tile));
            }
            for b in kept {
                let other: TileSet = listed(&b).into_iter().collect();
                let of = |tiles: TileSet| tiles.into_iter().collect::<Vec<_>>();
                assert_eq!(of(set | other), listed(&|index| a(index) || b(index)));
                assert_eq!(of(set & other), listed(&|index| a(index) && b(index)));
                assert_eq!(of(set - other), listed(&|index| a(index) && !b(index)));
                let shared = listed(&|index| a(index) && b(index));
                assert_eq!(set.intersects(other), !shared.is_empty());
                // The set with the highest tile that the other lacks is the greater one.
                let downwards = |list: Vec<Tile>| list.into_iter().rev().collect::<Vec<_>>();
                let expected = downwards(listed(&a)).cmp(&downwards(listed(&b)));
                assert_eq!(set.cmp(&other), expected);
            }
        }
        assert_eq!(TileSet::from_words([0, 0, u64::MAX]).len(), 62);
    }

    #[test]
    fn last_of_the_doubles_is_the_highest() {
        let doubles = TileSet::DOUBLES & DominoSet::DOUBLE_SIX.tiles();
        assert_eq!(doubles.len(), 7);
        assert_eq!(doubles.last(), Some(Tile::DOUBLE_SIX));
        assert_eq!(TileSet::EMPTY.last(), None);
    }
}
