//! The admin listener.

use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use capicu_site::connection_limits::ConnectionLimits;
use capicu_site::pages;
use capicu_site::{Site, body, headers, language};
use capicu_table_service::card::TableList;
use tokio::task::spawn_blocking;

use super::health;
use crate::machine::{Disk, Process};
use crate::metrics::{self, Counted};
use crate::supervise::Supervisor;

/// The media type of OpenMetrics text, for Prometheus.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// State that the admin listener shows, in addition to the site.
#[derive(Clone, Debug)]
pub struct Observed {
    /// Connections of the public listener.
    pub connections: ConnectionLimits,
    pub supervisor: Supervisor,
    /// The data folder, if there is one.
    pub folder: Option<Arc<Path>>,
    /// Start of the server, in milliseconds since 1970.
    pub began: u64,
    /// The commit of this build.
    pub commit: &'static str,
}

/// Routes of the admin listener.
pub fn router(site: Site, observed: Observed) -> Router {
    let supervisor = observed.supervisor.clone();
    let ready = |State(site): State<Site>| readiness(site, supervisor);
    let metrics = |State(site): State<Site>| metrics(site, observed);
    Router::new()
        .route("/metrics", get(metrics))
        .route("/livez", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .merge(pages::admin_routes())
        .fallback(async || {
            let here =
                "there is nothing here; /metrics, /livez, /readyz and the pages from / on are\n";
            (StatusCode::NOT_FOUND, here)
        })
        .layer(from_fn_with_state(site.bodies(), body::bounded))
        .layer(from_fn(language::remember))
        .layer(from_fn_with_state(
            (Arc::clone(site.guard()), site.names()),
            headers::for_here,
        ))
        .layer(from_fn_with_state(
            Arc::clone(site.guard()),
            headers::secure,
        ))
        .with_state(site)
}

/// Answers requests on the public listener that belong here.
pub async fn elsewhere() -> (StatusCode, &'static str) {
    let where_ = "this is on the admin listener: see `capicu serve --admin`\n";
    (StatusCode::NOT_FOUND, where_)
}

/// `GET /readyz`: 200 when a move can be stored and every background task runs, otherwise 503 with the reasons.
async fn readiness(site: Site, supervisor: Supervisor) -> (StatusCode, String) {
    match health::troubles(&site, &supervisor).as_slice() {
        [] => (StatusCode::OK, "ok\n".to_owned()),
        troubles => {
            let why = health::told(troubles) + "\n";
            (StatusCode::SERVICE_UNAVAILABLE, why)
        }
    }
}

async fn metrics(site: Site, observed: Observed) -> Response {
    let folder = observed.folder;
    let machine = move || (Process::current(), folder.as_deref().map(Disk::of));
    // The system may answer slowly.
    let (process, disk) = spawn_blocking(machine).await.unwrap_or_default();
    let services = site.services();
    let is_ready = health::troubles(&site, &observed.supervisor).is_empty();
    let counted = Counted {
        gauges: vec![
            (
                "connections",
                "Connections that are open",
                observed.connections.count(),
            ),
            (
                "sockets",
                "Sockets that are open at tables",
                site.sockets().count(),
            ),
            ("tables", "Tables in memory", site.registry().count()),
            (
                "lobby",
                "People who seek a table",
                site.lobby().here().count(),
            ),
            (
                "watchers",
                "Sockets that watch a table without a seat",
                services
                    .board
                    .sum(&TableList::Watched, |table| table.watchers as usize),
            ),
            (
                "ready",
                "Whether moves can be stored: 1 if they can, otherwise 0",
                usize::from(is_ready),
            ),
            (
                "tasks_down",
                "Background tasks that have failed and are restarted",
                observed.supervisor.down().len(),
            ),
        ],
        incidents: site.security().counted(),
        answers: services.bots.answers(),
        began: observed.began / 1000,
        commit: observed.commit,
        process,
        disk,
    };
    let text = metrics::text(&services.metrics, &counted);
    ([(header::CONTENT_TYPE, OPEN_METRICS)], text).into_response()
}
