//! What is asked by whoever looks after the server, on a listener of its own.

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::task::spawn_blocking;

use super::{Site, body, headers, health, language};
use crate::headcount::Headcount;
use crate::machine::{Disk, Process};
use crate::metrics::Counted;
use crate::pages;

/// The text that is written: what Prometheus calls OpenMetrics.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The routes of the second listener; the headcount is of the first one's connections.
pub fn router(site: Site, connections: Headcount) -> Router {
    let metrics = |State(site): State<Site>| metrics(site, connections);
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
        .layer(from_fn_with_state(site.bodies, body::bounded))
        .layer(from_fn(language::remember))
        .layer(from_fn_with_state(site.clone(), headers::for_here))
        .layer(from_fn_with_state(site.clone(), headers::secure))
        .with_state(site)
}

/// What the listener for everybody answers to a program that looks for this one.
pub async fn elsewhere() -> (StatusCode, &'static str) {
    let where_ = "this is on the admin listener: see `capicu serve --admin`\n";
    (StatusCode::NOT_FOUND, where_)
}

/// `GET /readyz`: 200 when a move can be stored and every background task runs, otherwise 503 with the reasons.
async fn readiness(State(site): State<Site>) -> (StatusCode, String) {
    match health::troubles(&site).as_slice() {
        [] => (StatusCode::OK, "ok\n".to_owned()),
        troubles => {
            let why = health::told(troubles) + "\n";
            (StatusCode::SERVICE_UNAVAILABLE, why)
        }
    }
}

/// `GET /metrics`.
async fn metrics(site: Site, connections: Headcount) -> Response {
    let folder = site.folder.clone();
    let machine = move || (Process::current(), folder.as_deref().map(Disk::of));
    // The system may take its time to answer.
    let (process, disk) = spawn_blocking(machine).await.unwrap_or_default();
    let services = site.services();
    let is_ready = health::troubles(&site).is_empty();
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
            (
                "tasks_down",
                "Background tasks that have failed and are restarted",
                site.supervisor.down().len(),
            ),
        ],
        incidents: site.security().counted(),
        answers: services.bots.answers(),
        began: site.began / 1000,
        commit: site.commit,
        process,
        disk,
    };
    let text = services.metrics.text(&counted);
    ([(header::CONTENT_TYPE, OPEN_METRICS)], text).into_response()
}
