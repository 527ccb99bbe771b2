//! Several servers, PostgreSQL and NATS as processes.
#![cfg(all(feature = "postgres", unix))]

#[path = "nodes/faults.rs"]
mod faults;
#[path = "nodes/forger.rs"]
mod forger;
#[path = "nodes/host.rs"]
mod host;
#[path = "nodes/link.rs"]
mod link;
#[path = "nodes/place.rs"]
mod place;
#[path = "../../capicu-store-pg/tests/server/mod.rs"]
mod server;
#[path = "nodes/upgrade.rs"]
mod upgrade;
