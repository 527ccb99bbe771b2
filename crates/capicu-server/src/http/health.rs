//! What a program that watches the server asks.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use capicu_protocol::{ApiErrorCode, Health, VERSION};
use capicu_store::Health as Stored;

use super::Site;
use super::api::Failure;

/// `GET /api/health`: 503 with the reason while the server cannot do its work.
pub async fn tell(State(site): State<Site>) -> Response {
    answer(trouble(&site))
}

/// Why the server cannot do its work, if it cannot.
pub fn trouble(site: &Site) -> Option<String> {
    if *site.stopping.borrow() {
        return Some("the server is stopping".to_owned());
    }
    if site.registry.nodes().is_some_and(|nodes| !nodes.is_up()) {
        return Some("the other servers cannot be reached".to_owned());
    }
    match site.registry.services().store.health() {
        Stored::Writable => None,
        Stored::Unwritable { why } => Some(format!("the data folder cannot be written: {why}")),
    }
}

fn answer(trouble: Option<String>) -> Response {
    match trouble {
        None => Json(Health {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            protocol: VERSION,
        })
        .into_response(),
        Some(why) => Failure::new(ApiErrorCode::Unavailable)
            .detail(why)
            .into_response(),
    }
}
