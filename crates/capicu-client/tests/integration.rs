//! The integration tests of this crate, in one binary that links once.

mod common;

mod link;
mod losses;
mod table;
