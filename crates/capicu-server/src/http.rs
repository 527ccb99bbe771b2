//! What the server offers over HTTP: the page, the making of tables, and the sockets.

mod api;
mod assets;
mod body;
mod guard;
mod headers;
mod health;
mod rule_file;
mod rulebook;
mod socket;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post};
use tokio::sync::{Semaphore, watch};

use crate::config::{Config, Limit};
use crate::registry::Registry;
use crate::security::Security;
use guard::Guard;
pub use guard::network;
pub use socket::Sockets;

/// What all requests share.
#[derive(Clone, Debug)]
pub struct Site {
    registry: Registry,
    guard: Arc<Guard>,
    messages: Limit,
    body: Duration,
    /// Held by the one rule file that is checked.
    checking: Arc<Semaphore>,
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
            body: config.limits.body,
            checking: Arc::new(Semaphore::new(1)),
            stopping,
            sockets: Sockets::default(),
        }
    }

    /// The sockets that are open.
    pub fn sockets(&self) -> Sockets {
        self.sockets.clone()
    }

    /// Who writes down what is tried.
    pub fn security(&self) -> Arc<Security> {
        self.guard.security()
    }
}

/// The routes.
pub fn router(site: Site) -> Router {
    Router::new()
        .route("/api/health", get(health::tell))
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
        .layer(from_fn_with_state(site.body, body::in_time))
        .layer(from_fn(headers::secure))
        .with_state(site)
}
