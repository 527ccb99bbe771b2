//! What is asked by whoever looks after the server, on a listener of its own.

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::{Site, body, headers, health, language};
use crate::headcount::Headcount;
use crate::metrics::Counted;
use crate::pages;

/// The text that is written: what Prometheus calls OpenMetrics.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The routes of the second listener; the headcount is of the first one's connections.
pub fn router(site: Site, connections: Headcount) -> Router {
    let metrics = |State(site): State<Site>| async move { metrics(&site, &connections) };
    Router::new()
        .route("/metrics", get(metrics))
        .route("/livez", get(async || "ok\n"))
        .route("/readyz", get(readiness))
        .merge(pages::admin_routes())
        .fallback(async || {
            let here =
                "there is nothing here; /metrics, /livez, /readyz and the pages from / on are\n";
            (StatusCode::NOT_FOUND, here)
        })
        .layer(from_fn_with_state(site.body, body::in_time))
        .layer(from_fn(language::remember))
        .layer(from_fn_with_state(site.clone(), headers::secure))
        .with_state(site)
}

/// `GET /readyz`: 200 when a move can be stored, 503 with the reason when not.
async fn readiness(State(site): State<Site>) -> (StatusCode, String) {
    match health::trouble(&site) {
        None => (StatusCode::OK, "ok\n".to_owned()),
        Some(why) => (StatusCode::SERVICE_UNAVAILABLE, why + "\n"),
    }
}

/// `GET /metrics`.
fn metrics(site: &Site, connections: &Headcount) -> Response {
    let services = site.services();
    let is_ready = health::trouble(site).is_none();
    let counted = Counted {
        gauges: vec![
            (
                "connections",
                "Connections that are open",
                connections.count(),
            ),
            (
                "sockets",
                "Sockets that are open at tables",
                site.sockets.count(),
            ),
            ("tables", "Tables in memory", site.registry.count()),
            (
                "lobby",
                "People who seek a table",
                site.lobby.here().count(),
            ),
            (
                "watchers",
                "Sockets that watch a table without a seat",
                services.watched.sum(|table| table.watchers as usize),
            ),
            (
                "ready",
                "Whether moves can be stored: 1 if they can, otherwise 0",
                usize::from(is_ready),
            ),
        ],
        incidents: site.security().counted(),
        answers: services.bots.answers(),
        began: site.began / 1000,
    };
    let text = services.metrics.text(&counted);
    ([(header::CONTENT_TYPE, OPEN_METRICS)], text).into_response()
}
