//! How tiles and boards are drawn, as SVG.
//!
//! * [`pips`] draws tiles and halves.
//! * [`spread`] says where the tiles of a round lie on a felt.
//! * A [`PegBoard`](pegs::PegBoard) is the cribbage board on which a match is pegged.
//! * A [`Picture`] is a board with a hand below it, as one file: the pages of rules show them.
//!
//! Nothing here does input or output.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod pegs;
mod picture;
pub mod pips;
pub mod spread;

pub use picture::{Picture, laid, sheet};
