//! Routes of pages, API and sockets.

mod admin;
mod api;
mod forward;
pub mod health;
mod openapi;
mod socket;

use std::sync::Arc;

use axum::http::Method;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use axum::{Extension, Router};
use capicu_site::{
    Site, body, budget, headers, language, page_shell, pages, rule_file, rules_pages, script,
    serve_client, whole_errors, wire,
};

use crate::supervise::Supervisor;
use crate::{people, programs};
pub use admin::{Observed, router as admin_router};
pub use api::read_table;
pub use forward::OwnRouter;
pub use openapi::Api;
pub use socket::{Seated, sit};

pub fn router(site: Site, supervisor: Supervisor) -> Router {
    Router::new()
        .merge(documents())
        .merge(requests().routes())
        .route("/api/{*rest}", axum::routing::any(api::nothing))
        .route("/metrics", get(admin::elsewhere))
        .route("/livez", get(admin::elsewhere))
        .route("/readyz", get(admin::elsewhere))
        .route(
            "/replay/analysis",
            get(pages::analysis::offered).post(pages::analysis::analyze),
        )
        .fallback(serve_client)
        .method_not_allowed_fallback(api::wrong_method)
        .layer(from_fn_with_state(Arc::clone(site.guard()), budget::within))
        .layer(from_fn_with_state(site.bodies(), body::bounded))
        .layer(from_fn(language::remember))
        .layer(from_fn_with_state(
            (Arc::clone(site.guard()), site.names()),
            headers::for_here,
        ))
        .layer(from_fn(whole_errors::whole))
        .layer(from_fn_with_state(
            Arc::clone(site.guard()),
            headers::secure,
        ))
        .layer(from_fn_with_state(site.clone(), forward::to_owner))
        .layer(Extension(supervisor))
        .with_state(site)
}

/// JSON requests with uncompressed answers.
fn requests() -> Api {
    Api::new()
        .on(Method::GET, "/api/health", health::tell)
        .on(Method::POST, "/api/tables", api::create)
        .on(Method::GET, "/api/tables/{id}/ws", socket::open)
        .and(people::requests())
        .and(programs::requests())
}

/// JSON requests with long, compressed answers that are the same for all clients.
fn texts() -> Api {
    Api::new()
        .on(Method::GET, "/api/openapi.json", openapi::show)
        .on(Method::GET, "/api/games", api::games)
        .on(Method::GET, "/api/options/{lang}", api::options)
        .on(Method::GET, "/api/rules/{game}", api::rules)
}

/// Routes of compressed documents: pages, their scripts and pictures, and the data of the table form.
fn documents() -> Router<Site> {
    Router::new()
        .merge(pages::routes())
        .merge(texts().routes())
        .route("/rules/{page}", get(rules_pages::page))
        .route("/rules/figures/{figure}", get(rules_pages::figure))
        .route("/rule-file", get(rule_file::ask).post(rule_file::check))
        .route("/rule-file.js", get(|| script(rule_file::SCRIPT)))
        .route("/passkeys.js", get(|| script(pages::PASSKEY_SCRIPT)))
        .route("/friends.js", get(|| script(pages::FRIENDS_SCRIPT)))
        .route("/bell.js", get(|| script(pages::BELL_SCRIPT)))
        .route("/push.js", get(|| script(pages::PUSH_SCRIPT)))
        .route("/queue.js", get(|| script(pages::QUEUE_SCRIPT)))
        .route("/lobby.js", get(|| script(pages::LOBBY_SCRIPT)))
        .route("/puzzles.js", get(|| script(pages::PUZZLES_SCRIPT)))
        .route("/event.js", get(|| script(pages::EVENT_SCRIPT)))
        .route("/document.js", get(|| script(page_shell::SCRIPT)))
        .route("/document.css", get(page_shell::style))
        .layer(from_fn(wire::send))
}
