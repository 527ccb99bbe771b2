//! Table hosting: tables in memory, each with a task and bots, and the lobby that makes tables.
//!
//! The crates for events, pages and the server use this crate. It stores facts before it sends their consequences,
//! and forwards messages for tables of other servers. It knows no HTTP, no pages and no events. They implement
//! [`Answers`](cluster::requests::Answers) or read the published cards of tables.

#![forbid(unsafe_code)]

pub mod analyses;
pub mod card;
pub mod cluster;
pub mod edition;
pub mod lease;
pub mod lobby;
pub mod metrics;
mod pool;
pub mod record;
pub mod registry;
pub mod table;
#[cfg(test)]
mod tests;
