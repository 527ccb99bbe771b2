//! Dominoes with all hands open.
//!
//! [`Compact`] is a set of rules on a plain line, compiled to tables. It serves playouts and the [`Solver`], which
//! finds the exact value of every action.
#![deny(unsafe_code)]

mod bits;
mod compact;
pub mod cpu;
mod ending;
mod par;
mod playout;
mod search;
mod solver;
mod table;

pub use bits::Bits;
pub use compact::{After, Compact, Ended, Ends, NotCovered, Over, Position, Start};
pub use ending::{Ending, ending};
pub use par::{Par, board, par};
pub use playout::{Choice, Deck, Played, Policy, Thrifty, Uniform};
pub use solver::{NotSolved, Objective, Solution, Solver};
