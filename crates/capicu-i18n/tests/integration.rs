//! The integration tests of this crate, in one binary: it links once.

mod announce;
mod explain;
mod fluent;
mod round;
mod used;
