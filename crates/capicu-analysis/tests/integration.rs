//! The integration tests of this crate, in one binary: it links once.

mod common;

mod knows;
mod leads;
mod page;
mod posed;
mod sentences;
mod sum;
mod truth;
