//! The integration tests of this crate, linked as one binary.

mod agreement;
mod worked_examples;
