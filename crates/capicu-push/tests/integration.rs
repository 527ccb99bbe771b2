//! The integration tests of this crate, in one binary that links once.

mod service;
mod vectors;
