//! The integration tests of this crate, in one binary that links once.

mod house;
mod lessons;
mod memory;
mod resume;
mod strategy;
mod table;
