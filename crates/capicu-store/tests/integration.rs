//! The integration tests of this crate, in one binary: it links once.

mod contract;
mod copies;
mod faults;
mod format;
mod open;
