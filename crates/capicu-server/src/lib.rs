//! Tables that people and bots play at: HTTP, sockets and the journal.
//!
//! One task owns each table. Nothing is told before it is in the journal on the disk, and a table
//! is nothing but the fold of its journal.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod analyses;
mod assets;
mod clubs;
mod conduct;
mod config;
mod connections;
mod csv;
mod document;
mod door;
mod ears;
mod edition;
mod events;
mod file_game;
mod headcount;
mod http;
mod in_memory;
mod invited;
mod lease;
mod lobby;
mod machine;
mod metrics;
mod nodes;
mod noticeboard;
mod pages;
mod people;
mod pool;
mod presence;
mod programs;
mod public_url;
mod puzzles;
mod ratings;
mod record;
mod registry;
mod rulebook;
mod secret;
mod security;
mod serve;
#[cfg(test)]
mod simulation;
mod supervise;
mod table;
#[cfg(test)]
mod tests;
mod time;
mod uptime;
mod watched;

pub use assets::{Client, client};
pub use capicu_store::{Damage, Incomplete, OpenError};
pub use config::{
    Analyses, Config, DAY, Follows, KEEP_DAYS, Limit, Limits, NotALimit, Pace, Proxy,
};
pub use machine::{Disk, Process, Room, file_limit};
pub use nodes::Nodes;
pub use public_url::{NotAPublicUrl, PublicUrl};
pub use ratings::{OfFamily, RecomputeError, Recomputed, recompute_in};
pub use serve::{Listeners, ServeError, run, run_on, run_with};
