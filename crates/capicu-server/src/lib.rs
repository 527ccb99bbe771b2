//! Tables that people and bots play at: HTTP, sockets and the journal.
//!
//! One task owns each table. Nothing is told before it is in the journal on the disk, and a table
//! is nothing but the fold of its journal.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod config;
mod document;
mod file_game;
mod http;
mod registry;
mod rulebook;
mod secret;
mod serve;
mod table;
#[cfg(test)]
mod tests;
mod time;

pub use config::{Config, Limit, Limits, Pace, Proxy};
pub use capicu_store::{Damage, OpenError};
pub use serve::{ServeError, run};
