//! The integration tests of this crate, in one binary: it links once.

mod common;

mod contest;
mod endings;
mod page;
mod programs;
