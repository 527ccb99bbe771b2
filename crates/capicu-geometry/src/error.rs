//! Why tiles cannot be laid out.

/// The tiles handed in are not a legal tree.
///
/// `tile` is always the index of the first tile that does not fit; everything before it is fine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// The first tile names a tile it is laid against.
    #[error("tile 0 opens the round and cannot be laid against tile {on}; give it no `on`")]
    FirstTileAttached {
        /// The index it names.
        on: usize,
    },
    /// A later tile is laid against nothing.
    #[error("tile {tile} is laid against nothing; only tile 0 may be")]
    Detached {
        /// The offending tile.
        tile: usize,
    },
    /// A tile is laid against one that is not on the table yet.
    #[error("tile {tile} is laid against tile {on}, which is not on the table yet")]
    UnknownTile {
        /// The offending tile.
        tile: usize,
        /// The index it names.
        on: usize,
    },
    /// A half carries a pip the set does not have.
    #[error("tile {tile} carries {pip}, but the set ends at {highest}")]
    PipNotInSet {
        /// The offending tile.
        tile: usize,
        /// The pip it carries.
        pip: u8,
        /// The highest pip of the set.
        highest: u8,
    },
    /// The same tile lies on the table twice.
    #[error("tile {tile} is the same tile as tile {earlier}")]
    DuplicateTile {
        /// The offending tile.
        tile: usize,
        /// The one that is already there.
        earlier: usize,
    },
    /// The tile does not carry the pip by which it is laid.
    #[error("tile {tile} is laid by {pip}, which is on neither of its halves")]
    PipNotOnTile {
        /// The offending tile.
        tile: usize,
        /// The pip by which it is laid.
        pip: u8,
    },
    /// The tile it is laid against has no open half with that pip.
    #[error("tile {tile} is laid by {pip} against tile {on}, which shows no open {pip}")]
    PipsDiffer {
        /// The offending tile.
        tile: usize,
        /// The tile it is laid against.
        on: usize,
        /// The pip by which it is laid.
        pip: u8,
    },
    /// Every place on the tile it is laid against is taken.
    #[error("tile {tile} is laid against tile {on}, whose {places} places are all taken")]
    NoPlaceLeft {
        /// The offending tile.
        tile: usize,
        /// The tile it is laid against.
        on: usize,
        /// How many tiles that one can have laid against it in this shape.
        places: u8,
    },
}

/// The row width asked for cannot hold a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("a row of {given} hundredths of a unit is outside {min}..={max}", min = crate::MIN_ROW_WIDTH, max = crate::MAX_ROW_WIDTH)]
pub struct RowWidthError {
    /// The width that was asked for, in hundredths of a unit.
    pub given: i32,
}
