//! The integration tests of this crate, in one binary: it links once.

mod host;
mod laws;
mod lobby;
mod waits;
