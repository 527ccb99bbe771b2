//! Starts a server from its configuration.

use std::fmt;
use std::future::{Future, pending};
use std::io;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use capicu_accounts::conduct::OwnerCode;
use capicu_accounts::{Clock, Context, GUEST};
use capicu_event_service::online::OnlinePlay;
use capicu_event_service::{Events, LogLimits};
use capicu_i18n::Texts;
use capicu_site::Site;
use capicu_site::push::run as run_push;
use capicu_store::{Change, OpenError, Sqlite, Store};
use capicu_table_service::cluster::{News, Nodes};
use capicu_table_service::lobby::{Lobby, Reception};
use capicu_table_service::registry::Registry;
use capicu_table_service::table::{Bots, Services};
use tokio::net::TcpListener;
use tokio::sync::{broadcast, watch};
use tokio::time::{interval, timeout};

use crate::config::{Config, DAY, Limits, Proxy};
use crate::connections::{Connections, Listen};
use crate::http::{self, Observed, OwnRouter};
use crate::secret;
use crate::supervise::{Job, Supervisor};

/// Connections of the admin listener at a time.
const ADMIN_CONNECTIONS: NonZeroU32 = NonZeroU32::new(64).unwrap();

/// The longest time for handing tables over to other servers of a cluster.
const HANDING_OVER: Duration = Duration::from_secs(6);

/// The longest time for running requests when the server stops.
const LAST_ANSWERS: Duration = Duration::from_secs(3);

/// The longest time for last messages of sockets after that.
const LAST_MESSAGES: Duration = Duration::from_secs(3);

/// Why the server stopped.
#[derive(Debug)]
pub enum ServeError {
    Open(OpenError),
    Network(io::Error),
}

impl ServeError {
    /// Describes the problem and the remedy in one sentence.
    pub fn tell(&self, texts: Texts) -> String {
        match self {
            Self::Open(error) => error.tell(texts),
            Self::Network(why) => texts.start_network(&texts.io_error(why)),
        }
    }
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.tell(Texts::default()))
    }
}

impl std::error::Error for ServeError {}

/// Listeners of the server.
#[derive(Debug)]
pub struct Listeners {
    pub public: TcpListener,
    /// For operators: `/metrics`, `/livez` and `/readyz` without login, and pages for owners.
    pub admin: Option<TcpListener>,
}

impl From<TcpListener> for Listeners {
    fn from(public: TcpListener) -> Self {
        Self {
            public,
            admin: None,
        }
    }
}

/// Serves until `shutdown` completes. Then tables stop and notify players, all data is written, and after some seconds
/// open connections are closed. `ready` runs once the data folder is open, just before the first request.
///
/// # Errors
///
/// If the data folder cannot be used, or the network fails.
pub async fn run(
    listeners: impl Into<Listeners>,
    config: Config,
    ready: impl Future<Output = ()>,
    shutdown: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let store = Sqlite::open_as(&config.data, config.incomplete).await;
    let store = store.map_err(ServeError::Open)?;
    let Listeners { public, admin } = listeners.into();
    let host = Host {
        store: Arc::new(store),
        nodes: Nodes::alone(),
        folder: Some(config.data.clone()),
        bots: Bots::new(config.pace, secret::SOURCE),
        clock: Clock::of_the_wall(),
    };
    serve(host, public, admin, config, ready, shutdown).await
}

/// Serves like [`run`] with this store instead of the data folder, and closes the store at the end.
///
/// # Errors
///
/// If the network fails.
pub async fn run_on(
    store: Arc<dyn Store>,
    listeners: impl Into<Listeners>,
    config: Config,
    ready: impl Future<Output = ()>,
    shutdown: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    run_with(store, Nodes::alone(), listeners, config, ready, shutdown).await
}

/// Serves like [`run_on`] as a server of a cluster, which owns some tables of this store.
///
/// # Errors
///
/// If the network fails.
pub async fn run_with(
    store: Arc<dyn Store>,
    nodes: Nodes,
    listeners: impl Into<Listeners>,
    config: Config,
    ready: impl Future<Output = ()>,
    shutdown: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let Listeners { public, admin } = listeners.into();
    let host = Host {
        store,
        nodes,
        folder: None,
        bots: Bots::new(config.pace, secret::SOURCE),
        clock: Clock::of_the_wall(),
    };
    serve(host, public, admin, config, ready, shutdown).await
}

/// Dependencies of a server; a simulation replaces all of them.
pub struct Host {
    pub store: Arc<dyn Store>,
    pub nodes: Nodes,
    /// The folder of the store, if any.
    pub folder: Option<PathBuf>,
    pub bots: Bots,
    pub clock: Clock,
}

/// Runs the whole server on these dependencies: see [`run`].
///
/// # Errors
///
/// If the network fails.
pub async fn serve(
    host: Host,
    public: impl Listen,
    admin: Option<TcpListener>,
    config: Config,
    ready: impl Future<Output = ()>,
    shutdown: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let Host {
        store,
        nodes,
        folder,
        bots,
        clock,
    } = host;
    let supervisor = Supervisor::default();
    let watched = bots.clone();
    let watch = supervisor.spawn(Job::Bots, move || watched.clone().watch());
    let context = Context::new(store.clone(), clock, secret::SOURCE);
    let registry = Registry::new(context, bots, nodes.clone());
    let tables = registry.clone();
    let following = supervisor.spawn(Job::Following, move || tables.clone().follow());
    let lobby = Lobby::new(&registry.services().context, secret::SOURCE.bytes());
    let (seated, tables) = (lobby.clone(), registry.clone());
    let seating = supervisor.spawn(Job::Seating, move || seated.clone().run(tables.clone()));
    let lobby = Reception::new(lobby, nodes.clone());
    let events =
        Events::new(registry.services().context.clone(), nodes.clone()).within(LogLimits {
            event: config.limits.event_log.get() as usize,
            account: config.limits.account_logs.get().into(),
        });
    let online = OnlinePlay::new(registry.clone(), events);
    let uptime = registry.services().uptime.clone();
    uptime.begin(&*store, clock).await;
    let kept = store.clone();
    let beating = supervisor.spawn(Job::Uptime, move || {
        uptime.clone().beat(kept.clone(), clock)
    });
    let (tables, keep) = (registry.clone(), config.keep);
    let tidying = supervisor.spawn(Job::Tidying, move || tidy_up(tables.clone(), keep));
    let owner_code =
        OwnerCode::begin(&registry.services().context, config.owner_code.as_ref()).await;
    ready.await;
    let (stop, stopping) = watch::channel(false);
    let site = Site::new(
        registry.clone(),
        lobby,
        online,
        config.site(),
        stopping,
        owner_code,
    );
    let began = clock.now();
    let ratings = site.ratings().clone();
    let rating = supervisor.spawn(Job::Rating, move || ratings.clone().run());
    let site = match admin {
        Some(_) => site.with_admin_sessions(),
        None => site,
    };
    let played = site.online().clone();
    let online = supervisor.spawn(Job::Events, move || played.clone().run());
    let (others, told) = (nodes.clone(), site.clone());
    let news = supervisor.spawn(Job::News, move || pass_news_on(others.news(), told.clone()));
    let pushing = site.push().cloned().map(|push| {
        let site = site.clone();
        supervisor.spawn(Job::Push, move || run_push(site.clone(), push.clone()))
    });
    let app = http::router(site.clone(), supervisor.clone());
    let answers = Arc::new(OwnRouter::new(app.clone(), site.clone()));
    let (others, host) = (nodes.clone(), site.host(answers));
    let listening = supervisor.spawn(Job::Nodes, move || others.clone().run(host.clone()));
    let copying = site.follow().cloned();
    let copying =
        copying.map(|follow| supervisor.spawn(Job::Copying, move || follow.clone().run()));
    let (sockets, security) = (site.sockets(), site.security());
    let admin_security = Arc::clone(&security);
    let mut connections = Connections::new(app, config.limits, config.proxy, security);
    let admin = admin.map(|listener| {
        let address = listener.local_addr().ok().map(|address| address.ip());
        let observed = Observed {
            connections: connections.connection_limits(),
            supervisor: supervisor.clone(),
            folder: folder.map(Arc::from),
            began,
            commit: config.commit,
        };
        let app = http::admin_router(site.at_the_back(address), observed);
        let limits = Limits {
            connections: ADMIN_CONNECTIONS,
            connections_per_address: ADMIN_CONNECTIONS,
            ..config.limits
        };
        let listener = Arc::new(listener);
        supervisor.spawn(Job::Admin, move || {
            let (app, security) = (app.clone(), Arc::clone(&admin_security));
            take_in_admins(
                Connections::new(app, limits, Proxy::None, security),
                Arc::clone(&listener),
            )
        })
    });
    let taken_in = connections.take_in(public, shutdown).await;
    tracing::info!("stopping");
    // Hand tables over one by one before the sockets close.
    nodes.shards.leave();
    let _ = timeout(HANDING_OVER, nodes.shards.left()).await;
    let _ = stop.send(true);
    if let Some(copying) = copying {
        copying.abort();
    }
    if let Some(pushing) = pushing {
        pushing.abort();
    }
    seating.abort();
    tokio::join!(registry.stop(), connections.end(LAST_ANSWERS));
    // A running request may have loaded a table.
    registry.stop().await;
    following.abort();
    listening.abort();
    news.abort();
    watch.abort();
    tidying.abort();
    beating.abort();
    rating.abort();
    online.abort();
    let _ = timeout(LAST_MESSAGES, sockets.wait()).await;
    if let Some(admin) = admin {
        admin.abort();
    }
    store.close().await;
    taken_in.map_err(ServeError::Network)
}

/// Accepts admin connections until the listener fails.
async fn take_in_admins(mut connections: Connections, listener: Arc<TcpListener>) {
    if let Err(error) = connections.take_in(listener, pending()).await {
        tracing::error!(%error, "the admin listener is broken");
    }
}

/// Passes news of players from other servers to the sockets of this one.
async fn pass_news_on(mut news: broadcast::Receiver<News>, site: Site) {
    // Some news may have been missed before a restart of this task.
    site.note_news(News::Missed);
    loop {
        match news.recv().await {
            Ok(news) => site.note_news(news),
            Err(broadcast::error::RecvError::Lagged(_)) => site.note_news(News::Missed),
            Err(broadcast::error::RecvError::Closed) => return,
        }
    }
}

/// Removes expired data at the start and every hour.
async fn tidy_up(registry: Registry, keep: Option<Duration>) {
    let mut hours = interval(Duration::from_secs(3600));
    loop {
        hours.tick().await;
        sweep(registry.services(), keep).await;
    }
}

/// Removes data older than its limit, by the uptime of servers.
pub(crate) async fn sweep(services: &Services, keep: Option<Duration>) {
    let Context { store, uptime, .. } = &services.context;
    if !uptime.is_known() {
        return;
    }
    let before = |time| uptime.before(services.clock.now(), time);
    let now = services.sessions_at();
    if store.change(Change::Forget { now }).await.is_err() {
        tracing::warn!("sessions that have expired could not be removed");
    }
    match store.forget_guests(before(GUEST)).await {
        Ok(0) => {}
        Ok(guests) => tracing::info!(guests, "guests without data were removed"),
        Err(_) => tracing::warn!("guests without data could not be removed"),
    }
    let unused = store.remove_unused(before(DAY)).await;
    let older = match keep {
        Some(keep) => store.remove_older(before(keep)).await,
        None => Ok(Vec::new()),
    };
    for gone in unused.iter().chain(&older).flatten() {
        services.board.remove(gone);
    }
    match (unused, older) {
        (Ok(unused), Ok(older)) if unused.is_empty() && older.is_empty() => {}
        (Ok(unused), Ok(older)) => {
            tracing::info!(unused = unused.len(), older = older.len(), "tables removed");
        }
        _ => tracing::warn!("unused tables could not be removed"),
    }
}
