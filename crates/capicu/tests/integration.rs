//! The integration tests of this crate, linked as one binary.

mod effects;
mod imagine;
mod laws;
mod position;
mod word;
