//! The integration tests of this crate, linked as one binary.

mod bots;
mod clues;
mod docs;
mod equity;
mod hint;
mod knowledge;
