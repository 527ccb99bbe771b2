//! The integration tests of this crate, in one binary: it links once.

mod common;

mod knows;
mod leads;
mod page;
mod puzzle;
mod sentences;
mod shipped;
mod sum;
mod summary;
mod truth;
