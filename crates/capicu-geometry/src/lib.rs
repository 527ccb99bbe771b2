//! Where every domino lies on the felt.
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;

mod board;
mod error;
mod fit;
mod laid;
mod layout;
mod line;
mod placed;
mod plan;
mod plane;
mod rail;
mod rng;
mod row_width;
mod tree;

pub use error::{LayoutError, RowWidthError};
pub use fit::{MARGIN, Transform, fit};
pub use laid::{DominoSet, Laid, Shape};
pub use layout::{Ghost, Layout, OpenEnd, Others, Turn};
pub use placed::{Joint, Lie, Placed};
pub use plan::{Felt, MAX_ROW_WIDTH, MIN_ROW_WIDTH, Plan, Spacing};
pub use plane::{Dir, Point, Rect};
pub use row_width::best_row_width;

/// One unit, the short side of a tile, in the integers all coordinates are given in.
pub const UNIT: i32 = 100;
