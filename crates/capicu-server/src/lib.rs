//! The server: HTTP routes, the JSON API, sockets, forwarding in a cluster, configuration and start-up.
//!
//! Only the command uses this crate. It routes requests to the crates below, which do not know it, and decides nothing
//! about games, accounts or events.

#![forbid(unsafe_code)]

mod config;
mod connections;
mod http;
mod machine;
mod metrics;
mod people;
mod programs;
mod recompute;
mod secret;
mod serve;
#[cfg(test)]
mod simulation;
mod supervise;
#[cfg(test)]
mod tests;

pub use capicu_accounts::ratings::{OfFamily, Recomputed};
pub use capicu_push::{Connect, Duplex, Internet, PushKeys};
pub use capicu_reach::Reach;
pub use capicu_site::assets::{Client, client};
pub use capicu_site::public_url::{NotAPublicUrl, PublicUrl};
pub use capicu_site::push::LOOK as PUSH_LOOK;
pub use capicu_store::{Damage, Incomplete, OpenError, SCHEMA};
pub use capicu_table_service::cluster::Nodes;
pub use capicu_table_service::table::Pace;
pub use config::{
    Analyses, Config, DAY, Follows, KEEP_DAYS, Limit, Limits, NotALimit, Proxy, Push,
};
pub use machine::{Disk, Process, Room, file_limit};
pub use recompute::{RecomputeError, recompute_in};
pub use serve::{Listeners, ServeError, run, run_on, run_with};
