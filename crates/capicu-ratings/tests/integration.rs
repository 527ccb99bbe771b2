//! The integration tests of this crate, in one binary: it links once.

mod families;
mod fold;
mod simulation;
