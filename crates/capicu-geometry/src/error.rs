//! Errors of layouts.

/// Why tiles are not a legal tree.
///
/// `tile` is always the index of the first tile that does not fit; all tiles before it do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    #[error("tile 0 opens the round and cannot be laid against tile {on}; give it no `on`")]
    FirstTileAttached {
        /// The index that it names.
        on: usize,
    },
    #[error("tile {tile} is laid against nothing; only tile 0 may be")]
    Detached { tile: usize },
    /// A tile is laid against one that is not on the table yet.
    #[error("tile {tile} is laid against tile {on}, which is not on the table yet")]
    UnknownTile {
        tile: usize,
        /// The index that it names.
        on: usize,
    },
    #[error("tile {tile} carries {pip}, but the set ends at {highest}")]
    PipNotInSet { tile: usize, pip: u8, highest: u8 },
    #[error("tile {tile} is the same tile as tile {earlier}")]
    DuplicateTile { tile: usize, earlier: usize },
    #[error("tile {tile} is laid by {pip}, which is on neither of its halves")]
    PipNotOnTile { tile: usize, pip: u8 },
    /// The named tile has no open half with that pip.
    #[error("tile {tile} is laid by {pip} against tile {on}, which shows no open {pip}")]
    PipsDiffer { tile: usize, on: usize, pip: u8 },
    #[error("tile {tile} is laid against tile {on}, whose {places} places are all taken")]
    NoPlaceLeft {
        tile: usize,
        on: usize,
        /// The number of tiles that may be laid against it in this shape.
        places: u8,
    },
}

/// The row width is outside the supported range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("a row of {given} hundredths of a unit is outside {min}..={max}", min = crate::MIN_ROW_WIDTH, max = crate::MAX_ROW_WIDTH)]
pub struct RowWidthError {
    /// The given width, in hundredths of a unit.
    pub given: i32,
}
