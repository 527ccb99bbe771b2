//! Dominoes with all hands open.
//!
//! [`Compact`] is a rule set played on a plain line, compiled to tables; it serves playouts and the
//! [`Solver`], which finds the exact value of every action.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod bits;
mod compact;
mod search;
mod solver;
mod table;

pub use bits::Bits;
pub use compact::{After, Compact, Ended, NotCovered, Over, Position, Start};
pub use solver::{NotSolved, Objective, Solution, Solver};
