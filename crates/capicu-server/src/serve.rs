//! From a configuration to a running server.

use std::fmt;
use std::future::{Future, pending};
use std::io;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use capicu_i18n::Texts;
use capicu_store::{Change, OpenError, Sqlite, Store};
use tokio::net::TcpListener;
use tokio::sync::{broadcast, watch};
use tokio::time::{interval, timeout};

use crate::conduct::OwnerCode;
use crate::config::{Config, DAY, Limits, Proxy};
use crate::connections::{Connections, Listen};
use crate::events::Events;
use crate::events::online::OnlinePlay;
use crate::http::{self, Site};
use crate::in_memory::InMemoryTables;
use crate::invited::Codes;
use crate::lobby::{Lobby, OpenTables, Reception};
use crate::metrics::Metrics;
use crate::nodes::{News, Nodes};
use crate::registry::Registry;
use crate::secret;
use crate::supervise::{Job, Supervisor};
use crate::table::{Bots, Services};
use crate::time::Clock;
use crate::uptime::GUEST;
use crate::watched::WatchedTables;

/// Tables at which something happened in this time before the start are brought in at once, so that
/// their bots and clocks go on; older ones when somebody comes.
const RECENT: Duration = Duration::from_secs(24 * 3600);

/// At most so many.
const RECENT_TABLES: u32 = 20_000;

/// Connections to the listener of whoever looks after the server: at once.
const ADMIN_CONNECTIONS: NonZeroU32 = NonZeroU32::new(64).unwrap();

/// How long the tables of one of several servers may take to be the others'.
const HANDING_OVER: Duration = Duration::from_secs(6);

/// How long requests that are there when the server stops may take to be answered.
const LAST_ANSWERS: Duration = Duration::from_secs(3);

/// How long the last messages of the sockets may take after that.
const LAST_MESSAGES: Duration = Duration::from_secs(3);

/// Why the server cannot go on.
#[derive(Debug)]
pub enum ServeError {
    /// The data folder cannot be used.
    Open(OpenError),
    /// The network failed.
    Network(io::Error),
}

impl ServeError {
    /// What is wrong and what to do about it, in one sentence.
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

/// Where the server listens.
#[derive(Debug)]
pub struct Listeners {
    /// For everybody.
    pub public: TcpListener,
    /// For whoever looks after the server: `/metrics`, `/livez` and `/readyz`, which ask nobody who they are, and pages
    /// for owners.
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

/// Serves until `shutdown` comes, and then until everything is written: the tables are stopped and
/// say so, and some seconds later whatever is still open is closed. `ready` is waited for once
/// the data folder is open, just before the first request is answered.
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
        nodes: None,
        folder: Some(config.data.clone()),
        bots: Bots::new(config.pace, secret::random),
        clock: Clock::of_the_wall(),
    };
    serve(host, public, admin, config, ready, shutdown).await
}

/// Serves as [`run`] does, with everything kept in this store instead of the data folder. The store is closed in the
/// end.
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
    run_with(store, None, listeners, config, ready, shutdown).await
}

/// Serves as [`run_on`] does, as one of several servers, each of which has some tables of this store.
///
/// # Errors
///
/// If the network fails.
pub async fn run_with(
    store: Arc<dyn Store>,
    nodes: Option<Nodes>,
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
        bots: Bots::new(config.pace, secret::random),
        clock: Clock::of_the_wall(),
    };
    serve(host, public, admin, config, ready, shutdown).await
}

/// What a server stands on: in a simulation, all of it is made up.
pub struct Host {
    /// Where everything is kept.
    pub store: Arc<dyn Store>,
    /// The other servers, if this is one of several.
    pub nodes: Option<Nodes>,
    /// The folder that the store is in, if it is one.
    pub folder: Option<PathBuf>,
    /// The bots.
    pub bots: Bots,
    /// The time.
    pub clock: Clock,
}

/// The whole server but for the listener and what it stands on: see [`run`].
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
    let services = Services {
        store: store.clone(),
        bots,
        clock,
        uptime: Default::default(),
        open: OpenTables::default(),
        codes: Codes::default(),
        watched: WatchedTables::default(),
        in_memory: InMemoryTables::default(),
        meetings: Default::default(),
        edition: nodes.as_ref().map(Nodes::edition).unwrap_or_default(),
        lease: nodes.as_ref().map(Nodes::lease).unwrap_or_default(),
        metrics: Metrics::default(),
        chance: secret::random,
    };
    let registry = Registry::of(services, nodes.clone());
    let tables = registry.clone();
    let following = match &nodes {
        None => supervisor.spawn(Job::Waking, move || wake(tables.clone())),
        Some(_) => supervisor.spawn(Job::Following, move || tables.clone().follow()),
    };
    let lobby = Lobby::new(registry.services().clock, secret::random());
    let (seated, tables) = (lobby.clone(), registry.clone());
    let seating = supervisor.spawn(Job::Seating, move || seated.clone().run(tables.clone()));
    let lobby = Reception::new(lobby, nodes.clone());
    let events = Events::new(store.clone(), clock)
        .among(nodes.clone())
        .within(&config.limits);
    let online = OnlinePlay::new(registry.clone(), events);
    let uptime = registry.services().uptime.clone();
    uptime.begin(&*store, clock).await;
    let kept = store.clone();
    let beating = supervisor.spawn(Job::Uptime, move || {
        uptime.clone().beat(kept.clone(), clock)
    });
    let (tables, keep) = (registry.clone(), config.keep);
    let tidying = supervisor.spawn(Job::Tidying, move || tidy_up(tables.clone(), keep));
    let owner_code = OwnerCode::begin(&*store, config.owner_code.as_ref()).await;
    ready.await;
    let (stop, stopping) = watch::channel(false);
    let site = Site::new(
        registry.clone(),
        lobby,
        online,
        &config,
        stopping,
        owner_code,
    )
    .supervised_by(supervisor.clone())
    .kept_in(folder);
    let ratings = site.ratings().clone();
    let rating = supervisor.spawn(Job::Rating, move || ratings.clone().run());
    let site = match admin {
        Some(_) => site.with_door(),
        None => site,
    };
    let played = site.online().clone();
    let online = supervisor.spawn(Job::Events, move || played.clone().run());
    let news = nodes.clone().map(|nodes| {
        let site = site.clone();
        supervisor.spawn(Job::News, move || pass_news_on(nodes.news(), site.clone()))
    });
    let listening = nodes.clone().map(|nodes| {
        let site = site.clone();
        supervisor.spawn(Job::Nodes, move || nodes.clone().run(site.clone()))
    });
    let copying = site.follow().cloned();
    let copying =
        copying.map(|follow| supervisor.spawn(Job::Copying, move || follow.clone().run()));
    let (sockets, security) = (site.sockets(), site.security());
    let admin_security = Arc::clone(&security);
    let app = http::router(site.clone());
    let mut connections = Connections::new(app, config.limits, config.proxy, security);
    let admin = admin.map(|listener| {
        let address = listener.local_addr().ok().map(|address| address.ip());
        let app = http::admin_router(site.at_the_back(address), connections.headcount());
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
    if let Some(nodes) = &nodes {
        // Its tables go on at the others, one after the other, before it lets go of the sockets.
        nodes.shards.leave();
        let _ = timeout(HANDING_OVER, nodes.shards.left()).await;
    }
    let _ = stop.send(true);
    if let Some(copying) = copying {
        copying.abort();
    }
    seating.abort();
    tokio::join!(registry.stop(), connections.end(LAST_ANSWERS));
    // A request that was still being answered may have brought a table in.
    registry.stop().await;
    following.abort();
    for task in [listening, news].into_iter().flatten() {
        task.abort();
    }
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

/// Takes admins in for as long as their listener is whole.
async fn take_in_admins(mut connections: Connections, listener: Arc<TcpListener>) {
    if let Err(error) = connections.take_in(listener, pending()).await {
        tracing::error!(%error, "the admin listener is broken");
    }
}

/// Passes on to the sockets of this server what others say of players.
async fn pass_news_on(mut news: broadcast::Receiver<News>, site: Site) {
    // Before a restart of this task some may have gone by.
    site.note_news(News::Missed);
    loop {
        match news.recv().await {
            Ok(news) => site.note_news(news),
            Err(broadcast::error::RecvError::Lagged(_)) => site.note_news(News::Missed),
            Err(broadcast::error::RecvError::Closed) => return,
        }
    }
}

/// Removes what nobody needs any more: at the start, and every hour.
async fn tidy_up(registry: Registry, keep: Option<Duration>) {
    let mut hours = interval(Duration::from_secs(3600));
    loop {
        hours.tick().await;
        sweep(registry.services(), keep).await;
    }
}

/// Removes what is older than it is kept, by the time that was seen to pass.
pub(crate) async fn sweep(services: &Services, keep: Option<Duration>) {
    let Services { store, uptime, .. } = services;
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
        Ok(guests) => tracing::info!(guests, "guests who left nothing behind were removed"),
        Err(_) => tracing::warn!("guests who left nothing behind could not be removed"),
    }
    let unused = store.remove_unused(before(DAY)).await;
    let older = match keep {
        Some(keep) => store.remove_older(before(keep)).await,
        None => Ok(Vec::new()),
    };
    for gone in unused.iter().chain(&older).flatten() {
        services.codes.forget(gone);
    }
    match (unused, older) {
        (Ok(unused), Ok(older)) if unused.is_empty() && older.is_empty() => {}
        (Ok(unused), Ok(older)) => {
            tracing::info!(unused = unused.len(), older = older.len(), "tables removed");
        }
        _ => tracing::warn!("tables that nobody needs could not be removed"),
    }
}

/// Brings in the tables that were played at when the server stopped. Ends only if they cannot be read, so that it is
/// tried again.
async fn wake(registry: Registry) {
    let services = registry.services();
    let since = services
        .clock
        .now()
        .saturating_sub(RECENT.as_millis() as u64);
    let recent = services.store.recent(since, RECENT_TABLES);
    let Ok(tables) = recent.await else {
        return;
    };
    for id in &tables {
        if let Err(error) = registry.table(id).await {
            tracing::error!(table = id, %error, "cannot bring a table in");
        }
    }
    tracing::info!(tables = tables.len(), "tables are open again");
    pending().await
}
