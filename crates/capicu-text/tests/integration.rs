//! The integration tests of this crate, in one binary that links once.

mod client;
mod highlight;
mod typed;
