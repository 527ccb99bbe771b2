//! What the server offers over HTTP: the page, the making of tables, and the sockets.

mod api;
mod assets;
mod guard;
mod headers;
mod rule_file;
mod rulebook;
mod socket;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::map_response;
use axum::routing::{get, post};
use tokio::sync::watch;

use crate::config::{Config, Limit};
use crate::registry::Registry;
use guard::Guard;
pub use socket::Sockets;

/// What all requests share.
#[derive(Clone, Debug)]
pub struct Site {
    registry: Registry,
    guard: Arc<Guard>,
    messages: Limit,
    stopping: watch::Receiver<bool>,
    sockets: Sockets,
}

impl Site {
    /// A site over these tables.
    pub fn new(registry: Registry, config: &Config, stopping: watch::Receiver<bool>) -> Self {
        Self {
            registry,
            guard: Arc::new(Guard::new(config)),
            messages: config.limits.messages,
            stopping,
            sockets: Sockets::default(),
        }
    }

    /// The sockets that are open.
    pub fn sockets(&self) -> Sockets {
        self.sockets.clone()
    }
}

/// The routes.
pub fn router(site: Site) -> Router {
    Router::new()
        .route("/api/health", get(api::health))
        .route("/api/games", get(api::games))
        .route("/api/options/{lang}", get(api::options))
        .route("/api/rules/{game}", get(api::rules))
        .route("/api/tables", post(api::create))
        .route("/api/tables/{id}/ws", get(socket::open))
        .route("/api/{*rest}", axum::routing::any(api::nothing))
        .route("/rules/{page}", get(rulebook::page))
        .route(
            "/rule-file",
            get(rule_file::ask)
                .post(rule_file::check)
                // Longer than any message: the text of a file, and every byte may be written as three.
                .layer(DefaultBodyLimit::max(3 * rule_file::MAX_FILE)),
        )
        .route("/rule-file.js", get(rule_file::script))
        .fallback(assets::serve)
        .method_not_allowed_fallback(api::wrong_method)
        .layer(DefaultBodyLimit::max(capicu_protocol::MAX_MESSAGE))
        .layer(map_response(headers::secure))
        .with_state(site)
}
