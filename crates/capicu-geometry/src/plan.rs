//! Decisions of a round, made before the first tile.

use crate::{DominoSet, RowWidthError, Shape, best_row_width};

/// The narrowest row a layout can be planned for: nine units.
///
/// In a narrower row, a short row back from a double may end without room for the next double.
pub const MIN_ROW_WIDTH: i32 = 900;

/// The widest row a layout can be planned for: two hundred units.
pub const MAX_ROW_WIDTH: i32 = 20_000;

/// The felt in pixels (or terminal cells); only its proportions matter to the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Felt {
    pub width: u32,
    pub height: u32,
}

impl Felt {
    /// Width and height cut to 1..=100,000, so that no product of two overflows.
    pub(crate) fn sane(self) -> (i64, i64) {
        let cut = |side: u32| i64::from(side.clamp(1, 100_000));
        (cut(self.width), cut(self.height))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spacing {
    /// For pictures: 0.06 units at a joint, at least 0.25 between tiles that are not joined.
    Picture,
    /// For a grid of half units, such as character cells with shared borders: no gap at a joint, and at least half a
    /// unit between tiles that are not joined. Every coordinate is then a multiple of 50.
    Grid,
}

impl Spacing {
    #[must_use]
    pub const fn joint(self) -> i32 {
        match self {
            Self::Picture => 6,
            Self::Grid => 0,
        }
    }

    /// The gap at the joint where a chain turns back next to its last row. It is wider, or the doubles of neighboring
    /// rows would look joined.
    #[must_use]
    pub const fn return_joint(self) -> i32 {
        match self {
            Self::Picture => 31,
            Self::Grid => 50,
        }
    }

    /// The smallest distance between two tiles that are not laid against each other.
    #[must_use]
    pub const fn clearance(self) -> i32 {
        match self {
            Self::Picture => 25,
            Self::Grid => 50,
        }
    }
}

/// Everything but the tiles that a layout depends on. Keep it for the whole round, because two plans place the same
/// tiles differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Plan {
    set: DominoSet,
    shape: Shape,
    felt: Felt,
    row_width: i32,
    spacing: Spacing,
}

impl Plan {
    /// A plan with the best known row width for this set, shape and felt, and the spacing of pictures.
    #[must_use]
    pub fn new(set: DominoSet, shape: Shape, felt: Felt) -> Self {
        Self {
            set,
            shape,
            felt,
            row_width: best_row_width(set, shape, felt),
            spacing: Spacing::Picture,
        }
    }

    /// This plan with another row width, in hundredths of a unit. Fails if the width is outside
    /// [`MIN_ROW_WIDTH`]`..=`[`MAX_ROW_WIDTH`].
    pub fn with_row_width(self, row_width: i32) -> Result<Self, RowWidthError> {
        if (MIN_ROW_WIDTH..=MAX_ROW_WIDTH).contains(&row_width) {
            Ok(Self { row_width, ..self })
        } else {
            Err(RowWidthError { given: row_width })
        }
    }

    /// This plan with other distances between tiles.
    #[must_use]
    pub const fn with_spacing(self, spacing: Spacing) -> Self {
        Self { spacing, ..self }
    }

    #[must_use]
    pub const fn set(&self) -> DominoSet {
        self.set
    }

    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    #[must_use]
    pub const fn felt(&self) -> Felt {
        self.felt
    }

    /// The widest layout of this plan, in hundredths of a unit.
    #[must_use]
    pub const fn row_width(&self) -> i32 {
        self.row_width
    }

    #[must_use]
    pub const fn spacing(&self) -> Spacing {
        self.spacing
    }
}
