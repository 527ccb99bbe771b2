//! The integration tests of this crate, linked as one binary.

mod boards;
mod figures;
