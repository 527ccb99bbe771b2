//! From a configuration to a running server.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use axum::serve::ListenerExt as _;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::config::Config;
use crate::http::{self, Site};
use crate::journal::{Journal, OpenError};
use crate::registry::Registry;
use crate::table::Services;
use crate::time::now;

/// Tables at which something happened in this time before the start are brought in at once, so that
/// their bots and clocks go on; older ones when somebody comes.
const RECENT: Duration = Duration::from_secs(24 * 3600);

/// At most so many.
const RECENT_TABLES: u32 = 20_000;

/// How long the last messages may take when the server stops.
const LAST_MESSAGES: Duration = Duration::from_secs(5);

/// Why the server cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The data folder cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The network failed.
    #[error("the network failed: {0}; start capicu again")]
    Network(#[from] io::Error),
}

/// Serves until `shutdown` comes, and then until everything is written. `ready` is waited for once
/// the data folder is open, just before the first request is answered.
///
/// # Errors
///
/// If the data folder cannot be used, or the network fails.
pub async fn run(
    listener: TcpListener,
    config: Config,
    ready: impl Future<Output = ()>,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let clocks = Arc::new(AtomicUsize::new(0));
    let (journal, lock) = Journal::open(&config.data, Arc::clone(&clocks)).await?;
    let outages = journal.outages().await.unwrap_or_default();
    let services = Services::new(journal.clone(), outages, config.pace, clocks);
    let registry = Registry::new(services);
    tokio::spawn(wake(registry.clone()));
    ready.await;
    let (stop, stopping) = watch::channel(false);
    let site = Site::new(registry.clone(), &config, stopping);
    let sockets = site.sockets();
    let app = http::router(site).into_make_service_with_connect_info::<SocketAddr>();
    let listener = listener.tap_io(|stream| {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "cannot send small messages at once");
        }
    });
    let stopped = async move {
        shutdown.await;
        tracing::info!("stopping");
        let _ = stop.send(true);
    };
    axum::serve(listener, app)
        .with_graceful_shutdown(stopped)
        .await?;
    registry.stop().await;
    let _ = timeout(LAST_MESSAGES, sockets.wait()).await;
    journal.close().await;
    drop(lock);
    Ok(())
}

/// Brings in the tables that were played at when the server stopped.
async fn wake(registry: Registry) {
    let since = now().saturating_sub(RECENT.as_millis() as u64);
    let recent = registry.services().journal.recent(since, RECENT_TABLES);
    let Ok(tables) = recent.await else {
        return;
    };
    for id in &tables {
        if let Err(error) = registry.table(id).await {
            tracing::error!(table = id, %error, "cannot bring a table in");
        }
    }
    tracing::info!(tables = tables.len(), "tables are open again");
}
