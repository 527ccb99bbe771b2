//! The requests of programs that play for the accounts of bots. A token in `Authorization` says for which; cookies
//! mean nothing here, and tokens mean nothing anywhere else.

mod api;
mod bearer;
mod events;
mod lines;
mod talk;

use axum::Router;
use axum::routing::{get, post};

use crate::http::Site;

/// The routes.
pub fn routes() -> Router<Site> {
    Router::new()
        .route("/api/bot/me", get(api::me))
        .route("/api/bot/events", get(events::stream))
        .route("/api/bot/join", post(api::join))
        .route("/api/bot/tables", post(api::create))
        .route("/api/bot/tables/{id}/stream", get(talk::stream))
        .route("/api/bot/tables/{id}/commands", post(talk::command))
        .route("/api/bot/challenges/{id}/accept", post(api::accept))
        .route("/api/bot/challenges/{id}/decline", post(api::decline))
}
