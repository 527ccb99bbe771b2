//! The integration tests of this crate, linked as one binary.

mod common;

mod bad_input;
mod docs;
mod foreign;
mod fuzz_targets;
mod hidden;
mod laws;
mod moves;
mod options;
mod referee;
mod round_trip;
mod rule_files;
mod settling;
mod shorthand;
mod sources;
mod table;
mod withdrawn;
