//! The integration tests of this crate, in one binary that links once.

mod common;

mod bot;
mod deal;
mod docs;
mod golden;
mod messages;
mod privacy;
