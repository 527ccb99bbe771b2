//! Health checks for monitoring.

use std::fmt;

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Json};
use capicu_protocol::{ApiErrorCode, Health, VERSION};
use capicu_site::{Failure, Site};
use capicu_store::Health as Stored;

use crate::supervise::{Job, Supervisor};

/// Why the server cannot work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It is stopping.
    Stopping,
    /// It does not know which tables it owns, or cannot reach the other servers.
    Apart,
    /// Nothing can be stored.
    Unwritable {
        /// The store's message.
        why: String,
    },
    /// A background task failed and is restarting.
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
pub async fn tell(
    State(site): State<Site>,
    Extension(supervisor): Extension<Supervisor>,
) -> Response {
    answer(&troubles(&site, &supervisor))
}

/// Lists all troubles.
pub fn troubles(site: &Site, supervisor: &Supervisor) -> Vec<Trouble> {
    let mut troubles = Vec::new();
    if *site.stopping().borrow() {
        troubles.push(Trouble::Stopping);
    }
    if !site.registry().nodes().is_up() {
        troubles.push(Trouble::Apart);
    }
    match site.registry().services().store.health() {
        Stored::Writable => {}
        Stored::Unwritable { why } => troubles.push(Trouble::Unwritable { why }),
    }
    troubles.extend(supervisor.down().into_iter().map(Trouble::Down));
    troubles
}

/// Joins the reasons on one line.
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
