//! Draws tiles and boards as SVG.
//!
//! * [`pips`] draws tiles and halves.
//! * [`spread`] places the tiles of a round on a felt.
//! * A [`PegBoard`](pegs::PegBoard) is the cribbage board on which a match is pegged.
//! * A [`Picture`] is a board with a hand below it, as one file, for the pages of rules.
//!
//! This crate does no input or output.
#![forbid(unsafe_code)]

pub mod pegs;
mod picture;
pub mod pips;
pub mod spread;

pub use capicu_geometry::Felt;
pub use picture::{Look, Mark, Picture, Staged, laid, sheet, upright};
