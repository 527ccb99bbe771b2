//! Clusters: several servers, PostgreSQL and NATS as processes.
#![cfg(all(feature = "postgres", unix))]

mod faults;
mod forger;
mod host;
mod link;
mod place;
mod upgrade;
