//! The integration tests of this crate, in one binary: it links once.

mod server;

mod postgres;
mod transfer;
