//! The input of a layout: the tiles in the order they were laid, and the shape of the game.

/// One laid tile, as the game knows it.
///
/// ```
/// use capicu_geometry::Laid;
///
/// let set = Laid::first(6, 6);
/// let reply = Laid::against(0, 6, 6, 4); // the 6-4, its 6 against tile number 0
/// assert!(set.is_double() && !reply.is_double());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Laid {
    /// One half; on the first tile, the half that points west.
    pub a: u8,
    pub b: u8,
    /// The index, in the order of laying, of the tile this one is laid against; `None` for the first.
    pub on: Option<usize>,
    /// The pip by which the tile is laid, one of its halves; ignored on the first tile.
    pub pip: u8,
}

impl Laid {
    /// The tile that opens the round.
    #[must_use]
    pub const fn first(a: u8, b: u8) -> Self {
        Self {
            a,
            b,
            on: None,
            pip: a,
        }
    }

    /// A tile laid with its `pip` half against tile number `on`.
    #[must_use]
    pub const fn against(on: usize, pip: u8, a: u8, b: u8) -> Self {
        Self {
            a,
            b,
            on: Some(on),
            pip,
        }
    }

    #[must_use]
    pub const fn is_double(self) -> bool {
        self.a == self.b
    }

    /// The two halves, lower first, which identify the tile in its set.
    pub(crate) fn identity(self) -> (u8, u8) {
        (self.a.min(self.b), self.a.max(self.b))
    }
}

/// The number of chains that may leave a double.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// One chain with two ends. A double has one tile on each long side and no more.
    Line,
    /// The first double laid has four sides, whether or not it opened the round; no later one branches. The long sides
    /// are used first, then the ends.
    FourArms,
    /// Every double has four sides: the chain continues straight through it, later tiles leave by the ends.
    Branching,
}

/// The set of the tiles, which limits both the pips and the number of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DominoSet {
    /// 28 tiles, from blank to six.
    DoubleSix,
    /// 55 tiles, from blank to nine.
    DoubleNine,
    /// 91 tiles, from blank to twelve.
    DoubleTwelve,
    /// 136 tiles, from blank to fifteen.
    DoubleFifteen,
    /// 190 tiles, from blank to eighteen.
    DoubleEighteen,
}

impl DominoSet {
    #[must_use]
    pub const fn highest(self) -> u8 {
        match self {
            Self::DoubleSix => 6,
            Self::DoubleNine => 9,
            Self::DoubleTwelve => 12,
            Self::DoubleFifteen => 15,
            Self::DoubleEighteen => 18,
        }
    }

    #[must_use]
    pub const fn n_tiles(self) -> usize {
        let n = self.highest() as usize + 1;
        n * (n + 1) / 2
    }
}
