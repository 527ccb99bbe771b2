//! What a program that watches the server asks.

use std::fmt;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use capicu_protocol::{ApiErrorCode, Health, VERSION};
use capicu_store::Health as Stored;

use super::Site;
use super::api::Failure;
use crate::supervise::Job;

/// Why the server cannot do its work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It is stopping.
    Stopping,
    /// It does not know which tables are its own, or cannot reach the other servers.
    Apart,
    /// Nothing can be stored.
    Unwritable {
        /// As the store says.
        why: String,
    },
    /// A background task has failed and is being restarted.
    Down(Job),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopping => f.write_str("the server is stopping"),
            Self::Apart => f.write_str("the other servers cannot be reached"),
            Self::Unwritable { why } => write!(f, "the data folder cannot be written: {why}"),
            Self::Down(job) => write!(f, "a background task is down: {job}; see the log"),
        }
    }
}

/// `GET /api/health`: 503 with the reasons while the server cannot do its work.
pub async fn tell(State(site): State<Site>) -> Response {
    answer(&troubles(&site))
}

/// Everything that keeps the server from doing its work.
pub fn troubles(site: &Site) -> Vec<Trouble> {
    let mut troubles = Vec::new();
    if *site.stopping.borrow() {
        troubles.push(Trouble::Stopping);
    }
    if site.registry.nodes().is_some_and(|nodes| !nodes.is_up()) {
        troubles.push(Trouble::Apart);
    }
    match site.registry.services().store.health() {
        Stored::Writable => {}
        Stored::Unwritable { why } => troubles.push(Trouble::Unwritable { why }),
    }
    troubles.extend(site.supervisor.down().into_iter().map(Trouble::Down));
    troubles
}

/// The reasons in one line.
pub fn told(troubles: &[Trouble]) -> String {
    let each: Vec<String> = troubles.iter().map(ToString::to_string).collect();
    each.join("; ")
}

fn answer(troubles: &[Trouble]) -> Response {
    match troubles {
        [] => Json(Health {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            protocol: VERSION,
        })
        .into_response(),
        _ => Failure::new(ApiErrorCode::Unavailable)
            .detail(told(troubles))
            .into_response(),
    }
}
