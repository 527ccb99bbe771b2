//! The integration tests of this crate, in one binary: it links once.

#[cfg(all(feature = "postgres", unix))]
#[path = "../../capicu-store-pg/tests/server/mod.rs"]
mod server;

mod analyze;
mod arena;
mod bot_check;
mod bots;
mod cluster;
mod commands;
mod common;
mod data;
mod errors;
mod event;
mod hint;
mod interrupts;
mod matches;
mod move_lists;
mod output;
mod pose;
mod postgres;
mod serve;
mod solve;
mod suite;
