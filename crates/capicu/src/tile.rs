//! Pips, tiles and the sets they come in.

use core::fmt;
use core::str::FromStr;

use crate::TileSet;

/// The value of half a tile: 0 (blank) to 18.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Pip(u8);

impl Pip {
    /// The empty half, value 0.
    pub const BLANK: Self = Self(0);
    /// The highest value in any set, 18.
    pub const MAX: Self = Self(18);

    /// The pip of this value, or `None` above eighteen.
    pub const fn new(value: u8) -> Option<Self> {
        if value <= Self::MAX.0 {
            Some(Self(value))
        } else {
            None
        }
    }

    /// The number of spots, 0 to 18.
    pub const fn value(self) -> u8 {
        self.0
    }

    /// Every pip from blank to `highest`, ascending.
    pub fn up_to(highest: Self) -> impl DoubleEndedIterator<Item = Self> {
        (0..=highest.0).map(Self)
    }
}

impl fmt::Display for Pip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A domino: an unordered pair of pips, printed high-low as `6-4`.
///
/// Tiles are numbered 0 to 189, so the double-six set is the first 28 and the double-nine set the first 55. The order is
/// by high half, then by low half. The default is the first tile, the double blank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Tile(u8);

/// The number of different tiles, up to double-eighteen.
pub(crate) const N_TILES: usize = 190;

/// The number of pips, rounded up so that a masked pip cannot be out of range.
pub(crate) const PIPS: usize = 32;

/// The number of values of a byte, so that the index of a tile cannot be out of range.
pub(crate) const SLOTS: usize = 256;

/// High and low half of every tile, by index.
static HALVES: [(u8, u8); SLOTS] = {
    let mut table = [(0, 0); SLOTS];
    let (mut high, mut index) = (0, 0);
    while high <= Pip::MAX.0 {
        let mut low = 0;
        while low <= high {
            table[index] = (high, low);
            index += 1;
            low += 1;
        }
        high += 1;
    }
    table
};

/// The spots of every tile, by index.
static SPOTS: [u8; SLOTS] = {
    let mut table = [0; SLOTS];
    let mut index = 0;
    while index < N_TILES {
        let (high, low) = HALVES[index];
        table[index] = high + low;
        index += 1;
    }
    table
};

impl Tile {
    /// The tile `0-0`.
    pub const DOUBLE_BLANK: Self = Self::double(Pip::BLANK);
    /// The tile `6-6`.
    pub const DOUBLE_SIX: Self = Self::double(Pip(6));

    /// The tile with these two halves, in either order.
    pub const fn new(a: Pip, b: Pip) -> Self {
        let (high, low) = if a.0 >= b.0 { (a.0, b.0) } else { (b.0, a.0) };
        let (high, low) = (high as u16, low as u16);
        Self((high * (high + 1) / 2 + low) as u8)
    }

    /// The tile with this pip on both halves.
    pub const fn double(pip: Pip) -> Self {
        Self::new(pip, pip)
    }

    /// The tile of this number (see the type), or `None` above 189.
    pub const fn from_index(index: u8) -> Option<Self> {
        if (index as usize) < N_TILES {
            Some(Self(index))
        } else {
            None
        }
    }

    /// The tile of a bit of a [`TileSet`], whose bits are all valid.
    pub(crate) const fn at(index: u8) -> Self {
        debug_assert!((index as usize) < N_TILES);
        Self(index)
    }

    /// The number of the tile, 0 to 189.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The larger half, or either half of a double.
    pub const fn high(self) -> Pip {
        Pip(HALVES[self.0 as usize].0)
    }

    /// The smaller half, or either half of a double.
    pub const fn low(self) -> Pip {
        Pip(HALVES[self.0 as usize].1)
    }

    /// Whether both halves are equal.
    pub const fn is_double(self) -> bool {
        self.high().0 == self.low().0
    }

    /// Whether either half shows this pip.
    pub const fn has(self, pip: Pip) -> bool {
        (self.high().0 == pip.0) | (self.low().0 == pip.0)
    }

    /// The half opposite the one that shows `pip`; `None` if neither does.
    pub const fn other(self, pip: Pip) -> Option<Pip> {
        if self.has(pip) {
            Some(self.across(pip))
        } else {
            None
        }
    }

    /// The half opposite the one that shows `pip`. The tile must show it.
    pub(crate) const fn across(self, pip: Pip) -> Pip {
        Pip(self.spots().wrapping_sub(pip.0))
    }

    /// The spots on the tile, both halves of a double included.
    pub const fn spots(self) -> u8 {
        SPOTS[self.0 as usize]
    }

    /// The pip that two different tiles have in common.
    pub const fn shared_pip(self, other: Self) -> Option<Pip> {
        if other.has(self.high()) {
            Some(self.high())
        } else if other.has(self.low()) {
            Some(self.low())
        } else {
            None
        }
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.high(), self.low())
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

/// Why a text is not a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a tile is two numbers from 0 to 18 joined by a hyphen, such as 6-4")]
pub struct ParseTileError;

impl Tile {
    /// Reads a tile as people type it: `6-4`, `6/4`, `6|4`, `6:4`, or `64` with one digit each; the halves in either order.
    ///
    /// # Examples
    ///
    /// ```
    /// use capicu::Tile;
    ///
    /// assert_eq!(Tile::typed("46"), "6-4".parse().ok());
    /// assert_eq!(Tile::typed("12|11"), "12-11".parse().ok());
    /// assert_eq!(Tile::typed("6"), None);
    /// ```
    pub fn typed(text: &str) -> Option<Self> {
        let text = text
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
            .unwrap_or(text);
        let is_joined = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        let (a, b) = match is_joined {
            true => text.split_at(1),
            false => text.split_once(['-', '/', '|', ':'])?,
        };
        Self::of_halves(a, b)
    }

    fn of_halves(a: &str, b: &str) -> Option<Self> {
        let pip = |half: &str| {
            let plain = !half.is_empty()
                && half.len() <= 2
                && half.bytes().all(|b| b.is_ascii_digit())
                && (half.len() == 1 || !half.starts_with('0'));
            plain
                .then(|| half.parse().ok().and_then(Pip::new))
                .flatten()
        };
        Some(Self::new(pip(a)?, pip(b)?))
    }
}

impl FromStr for Tile {
    type Err = ParseTileError;

    /// Reads `6-4` or `[6-4]`, the halves in either order.
    ///
    /// # Examples
    ///
    /// ```
    /// use capicu::{ParseTileError, Tile};
    ///
    /// let tile: Tile = "4-6".parse()?;
    /// assert_eq!((tile.to_string().as_str(), tile.spots()), ("6-4", 10));
    /// assert_eq!("6/4".parse::<Tile>(), Err(ParseTileError));
    /// # Ok::<_, ParseTileError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let inner = match text.strip_prefix('[') {
            Some(rest) => rest.strip_suffix(']').ok_or(ParseTileError)?,
            None => text,
        };
        let (a, b) = inner.split_once('-').ok_or(ParseTileError)?;
        Self::of_halves(a, b).ok_or(ParseTileError)
    }
}

/// The tiles with which a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DominoSet {
    highest: Pip,
}

impl DominoSet {
    /// 28 tiles, up to `6-6`.
    pub const DOUBLE_SIX: Self = Self { highest: Pip(6) };
    /// 55 tiles, up to `9-9`.
    pub const DOUBLE_NINE: Self = Self { highest: Pip(9) };
    /// 91 tiles, up to `12-12`.
    pub const DOUBLE_TWELVE: Self = Self { highest: Pip(12) };
    /// 136 tiles, up to `15-15`.
    pub const DOUBLE_FIFTEEN: Self = Self { highest: Pip(15) };
    /// 190 tiles, up to `18-18`.
    pub const DOUBLE_EIGHTEEN: Self = Self { highest: Pip(18) };

    /// The set whose highest tile is the double of `highest`, from double-two upwards. Small sets are for study; people
    /// play six, nine, twelve, fifteen and eighteen.
    pub const fn with_highest(highest: Pip) -> Option<Self> {
        if highest.0 >= 2 {
            Some(Self { highest })
        } else {
            None
        }
    }

    /// The highest pip of the set.
    pub const fn highest(self) -> Pip {
        self.highest
    }

    /// Every tile up to the double of the highest pip.
    pub const fn tiles(self) -> TileSet {
        static TILES: [TileSet; PIPS] = {
            let mut table = [TileSet::EMPTY; PIPS];
            let mut highest = 0;
            while highest <= Pip::MAX.0 {
                let set = DominoSet {
                    highest: Pip(highest),
                };
                table[highest as usize] = TileSet::first(set.len());
                highest += 1;
            }
            table
        };
        TILES[self.highest.0 as usize % PIPS]
    }

    /// The number of tiles in the set: (n+1)(n+2)/2.
    #[allow(clippy::len_without_is_empty)]
    pub const fn len(self) -> usize {
        let n = self.highest.0 as usize;
        (n + 1) * (n + 2) / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_the_tiles_of_the_box() {
        // RULES V36: 28, 55 and 91 tiles. Half of 16 times 17 and half of 19 times 20 (W39).
        let sizes = [
            DominoSet::DOUBLE_SIX,
            DominoSet::DOUBLE_NINE,
            DominoSet::DOUBLE_TWELVE,
            DominoSet::DOUBLE_FIFTEEN,
            DominoSet::DOUBLE_EIGHTEEN,
        ]
        .map(|set| (set.len(), set.tiles().len()));
        assert_eq!(sizes, [28, 55, 91, 136, 190].map(|n| (n, n)));
    }

    #[test]
    fn printed_tiles_are_read_back() {
        for index in 0..N_TILES as u8 {
            let tile = Tile::from_index(index).unwrap();
            assert_eq!(Tile::new(tile.high(), tile.low()), tile);
            assert_eq!(extern_std::format(tile).parse(), Ok(tile));
        }
        for bad in [
            "", "6", "6-", "-4", "6-4-2", "19-0", "19-3", "06-4", "[6-4", "6-4]", "a-b", "6 4",
        ] {
            assert_eq!(bad.parse::<Tile>(), Err(ParseTileError), "{bad}");
        }
    }

    mod extern_std {
        pub fn format(tile: super::Tile) -> alloc::string::String {
            alloc::format!("{tile}")
        }
    }
}
