//! Places every domino on the felt.
//!
//! The input is the tiles in the order in which they were laid, each with the tile it was laid against; the output is
//! rectangles. The crate draws nothing and knows no rules beyond the shape of the game. So a browser, a terminal and a
//! picture in a record all show the same table.
//!
//! ```
//! use capicu_geometry::{Dir, DominoSet, Felt, Joint, Laid, Layout, Others, Plan, Shape};
//!
//! let felt = Felt { width: 344, height: 420 };
//! let plan = Plan::new(DominoSet::DoubleSix, Shape::Line, felt); // once per round
//! let mut layout = Layout::new(plan);
//! layout.push(Laid::first(6, 6))?;
//! layout.push(Laid::against(0, 6, 6, 4))?; // to the east of the double
//!
//! // While the 4-1 is dragged, show where it would go; then lay it there.
//! let play = Laid::against(1, 4, 4, 1);
//! let ghost = layout.place_next(play)?;
//! assert_eq!(layout.push(play)?, Others::Stay);
//! assert_eq!(layout.tiles()[2], ghost.placed);
//! assert_eq!((ghost.placed.dir, ghost.placed.joint), (Dir::East, Joint::Straight));
//!
//! let reach = layout.reach().expect("a layout with tiles");
//! let transform = plan.fit(reach, 40); // at most 40 pixels to the short side of a tile
//! assert_eq!(transform.unit, 35_318); // 344 pixels for 9.74 units, in thousandths
//! # Ok::<(), capicu_geometry::LayoutError>(())
//! ```
//!
//! # Units
//!
//! All arithmetic is in integers. The short side of a tile is one unit, [`UNIT`] = 100; a tile is
//! 2 by 1. `x` grows to the right and `y` downward; the center of the first tile is the origin.
//! [`Spacing`] holds the gaps. [`fit()`] gives the scale and offset for a felt in pixels.
//!
//! # Model
//!
//! A tile is drawn from one rectangle and one direction ([`Placed::dir`]), from the half by which it was laid to the
//! other. There is no "flipped" to get wrong after a turn. Doubles are laid across their chain, all others along it. A
//! chain turns in one of two ways: a single turns the corner ([`Joint::Corner`]), or the tile after a double leaves by
//! the double's short end.
//!
//! * [`Shape::Line`]: the first tile is in the middle. The eastern arm runs to the edge, turns down, comes back, and so
//!   on. The western arm is the same path turned by half a circle, upward. Half a unit is free at each edge, for a double
//!   at the turn itself. A later tile never moves an earlier one.
//! * [`Shape::FourArms`] and [`Shape::Branching`]: each tile takes the cheapest free place next to its parent. Straight
//!   on is cheap, blocking another end is expensive. On a double with four sides the long sides are used first, then the
//!   ends, in whatever order the rules allow. If no place is free, the layout lays some of the last tiles again with
//!   other choices, then more of them, and returns [`Others::Move`]. The choices depend only on the tiles, so every
//!   client shows the same table. If that fails too, the tile goes to the nearest free spot with a [`Joint::Rail`] to its
//!   place.
//!
//! Tiles that are not a legal tree give a [`LayoutError`]; nothing else fails and nothing panics.
//!
//! To step through a finished tree without moves, lay out the whole round and show its first tiles.
//!
//! # Measured
//!
//! Results of `cargo run --release --example measure -- 300`, for each game and four felts from 16:9 to 5:8, at
//! [`best_row_width`]. Random legal rounds are played until nothing fits any more, which is longer than rounds of people.
//!
//! *Size* is the short side of a tile in thousandths of the square root of the felt's area, reached in 95 % of rounds.
//! On 344 by 420 pixels, 63 is 24 pixels. *Moves* and *rails* are per hundred rounds. *Round* is the mean time for a
//! whole round, *tile* the longest for one, native, one core.
//!
//! | Shape | Set | Size | Moves | Rails | Round | Tile |
//! |---|---|---|---|---|---|---|
//! | line | double-six | 60–64 | 0 | 0 | 2 µs | 0.02 ms |
//! | | double-nine | 49–54 | 0 | 0 | 5 µs | 0.04 ms |
//! | | double-twelve | 37–40 | 0 | 0 | 11 µs | 0.05 ms |
//! | four arms | double-six | 44–52 | 2–29 | 0 | 0.05–0.1 ms | 1.3 ms |
//! | | double-nine | 34–40 | 22–65 | 0 | 0.1–0.3 ms | 8.2 ms |
//! | | double-twelve | 26–30 | 23–93 | 0 | 0.4–0.8 ms | 3.6 ms |
//! | branching | double-six | 32–43 | 19–74 | 0.3–3.3 | 0.1–0.3 ms | 3.2 ms |
//! | | double-nine | 26–31 | 65–150 | 5–17 | 1.4–2.4 ms | 18 ms |
//! | | double-twelve | 20–24 | 114–244 | 15–49 | 5.6–10.4 ms | 24 ms |
//!
//! The larger branching trees therefore need a view that zooms and pans.
#![no_std]
#![forbid(unsafe_code)]

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

/// One unit, the short side of a tile, in the integers of all coordinates.
pub const UNIT: i32 = 100;
