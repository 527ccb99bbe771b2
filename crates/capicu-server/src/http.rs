//! What the server offers over HTTP: the page, the making of tables, and the sockets.

mod admin;
mod api;
mod assets;
mod body;
mod budget;
mod guard;
mod headers;
pub mod health;
mod language;
mod openapi;
mod remedy;
mod rule_file;
mod rulebook;
mod socket;
mod whole_errors;
mod wire;

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::IntoResponse;
use axum::routing::get;
use capicu_protocol::PlayerId;
use capicu_store::Unavailable;
use tokio::sync::{Semaphore, broadcast, watch};

use crate::analyses::Analyses;
use crate::clubs::rated::Rated;
use crate::conduct::OwnerCode;
use crate::config::{Config, Follows, Limit, Limits};
use crate::door::Door;
use crate::ears::Ears;
use crate::events::Events;
use crate::events::follow::Follow;
use crate::events::online::OnlinePlay;
use crate::headcount::Admitted;
use crate::lobby::Reception;
use crate::nodes::News;
use crate::people::passkeys::{Ceremonies, Place};
use crate::presence::Attendance;
use crate::public_url::PublicUrl;
use crate::ratings::Ratings;
use crate::registry::Registry;
use crate::security::{Incident, Security};
use crate::supervise::Supervisor;
use crate::table::Services;
use crate::{document, pages, people, programs};
pub use admin::router as admin_router;
pub use api::{Failure, make_table, make_table_for, read_table};
pub use assets::serve as serve_client;
pub use body::Unread;
use guard::Guard;
use guard::Names;
pub use guard::{What, network};
pub use headers::FormsTo;
pub use language::{asked as language_asked, language};
pub use openapi::Api;
pub use socket::{Seated, Sockets, sit};

/// Capacity of the channel of news; a receiver that lags checks its session and its blocks.
const NEWS: usize = 64;

/// How many sockets check their sessions at the same time, so that the store answers other requests meanwhile.
const CHECKING: usize = 4;

/// What all requests share.
#[derive(Clone, Debug)]
pub struct Site {
    registry: Registry,
    lobby: Reception,
    ratings: Ratings,
    events: Events,
    follow: Option<Follow>,
    online: OnlinePlay,
    club_ratings: Rated,
    guard: Arc<Guard>,
    public_url: Option<Arc<PublicUrl>>,
    ceremonies: Arc<Ceremonies>,
    messages: Limit,
    longest_upload: usize,
    bodies: body::Bounds,
    /// Held by the one rule file that is checked.
    checking: Arc<Semaphore>,
    stopping: watch::Receiver<bool>,
    sockets: Sockets,
    attendance: Attendance,
    ears: Ears,
    /// What sockets have to check.
    news: broadcast::Sender<News>,
    /// Held by the sockets that do.
    rechecking: Arc<Semaphore>,
    /// When the server began, in milliseconds since 1970.
    began: u64,
    owner_code: OwnerCode,
    analyses: Option<Analyses>,
    /// The way to the pages of owners, if there is a listener for them.
    door: Option<Door>,
    /// On which listener a request comes in.
    side: Side,
    /// By which names that is reached.
    names: Names,
    /// How long a table is kept at which nothing happens any more; `None` for ever.
    keep: Option<Duration>,
    /// Runs the background tasks.
    supervisor: Supervisor,
    commit: &'static str,
    /// Where everything is kept, if that is a folder of this machine.
    folder: Option<Arc<Path>>,
}

/// On which listener a request comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// On that for everybody.
    Front,
    /// On that for whoever looks after the server.
    Back,
}

impl Site {
    /// A site over these tables.
    pub fn new(
        registry: Registry,
        lobby: Reception,
        online: OnlinePlay,
        config: &Config,
        stopping: watch::Receiver<bool>,
        owner_code: OwnerCode,
    ) -> Self {
        let services = registry.services();
        let events = online.events().clone();
        Self {
            began: registry.services().clock.now(),
            ratings: Ratings::new(registry.services().store.clone()),
            online,
            follow: match config.follows {
                Follows::Nobody => None,
                Follows::Nearby(own) => {
                    let follow = Follow::new(&config.data, events.clone(), services.clock, own);
                    Some(follow)
                }
            },
            events,
            club_ratings: Rated::default(),
            lobby,
            guard: Arc::new(Guard::new(config)),
            public_url: config.public_url.clone().map(Arc::new),
            ceremonies: Arc::default(),
            messages: config.limits.messages,
            bodies: body::Bounds {
                within: config.limits.body,
                most: longest_upload(&config.limits).max(pages::analysis::LONGEST),
            },
            longest_upload: longest_upload(&config.limits),
            checking: Arc::new(Semaphore::new(1)),
            stopping,
            sockets: Sockets::default(),
            attendance: Attendance::new(registry.services().clock),
            ears: Ears::default(),
            registry,
            news: broadcast::channel(NEWS).0,
            rechecking: Arc::new(Semaphore::new(CHECKING)),
            owner_code,
            analyses: Analyses::of(config.analyses),
            door: None,
            side: Side::Front,
            names: Names::Given,
            keep: config.keep,
            supervisor: Supervisor::default(),
            commit: config.commit,
            folder: None,
        }
    }

    /// The same with its background tasks run by this one, whose failures are reported as unreadiness.
    pub fn supervised_by(mut self, supervisor: Supervisor) -> Self {
        self.supervisor = supervisor;
        self
    }

    /// The same with everything kept in this folder.
    pub fn kept_in(mut self, folder: Option<PathBuf>) -> Self {
        self.folder = folder.map(Arc::from);
        self
    }

    /// The same where there is a listener for whoever looks after the server.
    pub fn with_door(mut self) -> Self {
        self.door = Some(Door::default());
        self
    }

    /// The same as that listener sees it. At an address that only this machine reaches it goes by names near it.
    pub const fn at_the_back(mut self, address: Option<IpAddr>) -> Self {
        self.side = Side::Back;
        self.names = match address {
            Some(address) if address.is_loopback() => Names::Near,
            Some(_) | None => Names::Given,
        };
        self
    }

    /// What other devices do is followed by this, at a venue.
    pub const fn follow(&self) -> Option<&Follow> {
        self.follow.as_ref()
    }

    /// The ratings of clubs.
    pub const fn club_ratings(&self) -> &Rated {
        &self.club_ratings
    }

    /// Where matches are analyzed, if the host allows it.
    pub const fn analyses(&self) -> Option<&Analyses> {
        self.analyses.as_ref()
    }

    /// The way to the pages of owners, if there is a listener for them.
    pub const fn door(&self) -> Option<&Door> {
        self.door.as_ref()
    }

    /// On which listener a request comes in.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// How long a table is kept at which nothing happens any more; `None` for ever.
    pub const fn keep(&self) -> Option<Duration> {
        self.keep
    }

    /// Where people open the server, if it was told.
    pub fn public_url(&self) -> Option<&PublicUrl> {
        self.public_url.as_deref()
    }

    /// Whether the server stops.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.clone()
    }

    /// Counts one more socket, or a stream like one, from an address; `None` if there are as many as there may be.
    pub fn admit_socket(&self, address: IpAddr) -> Option<Admitted> {
        self.guard.admit_socket(address)
    }

    /// Waits for a turn to upload: an address has one upload at a time.
    ///
    /// # Errors
    ///
    /// If that takes too long.
    pub async fn upload_turn(
        &self,
        peer: SocketAddr,
        headers: &HeaderMap,
    ) -> Result<Admitted, Failure> {
        let address = self.guard.address(peer, headers);
        self.guard.upload_turn(address).await
    }

    /// The longest upload, in bytes.
    pub const fn longest_upload(&self) -> usize {
        self.longest_upload
    }

    /// The sockets that are open.
    pub fn sockets(&self) -> Sockets {
        self.sockets.clone()
    }

    /// The tables.
    pub const fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The people who seek a table.
    pub const fn lobby(&self) -> &Reception {
        &self.lobby
    }

    /// How well people play.
    pub const fn ratings(&self) -> &Ratings {
        &self.ratings
    }

    /// The events.
    pub const fn events(&self) -> &Events {
        &self.events
    }

    /// The tables of events.
    pub const fn online(&self) -> &OnlinePlay {
        &self.online
    }

    /// Who is here.
    pub const fn attendance(&self) -> &Attendance {
        &self.attendance
    }

    /// Whose talk is not sent to whom.
    pub const fn ears(&self) -> &Ears {
        &self.ears
    }

    /// What the tables share.
    pub const fn services(&self) -> &Services {
        self.registry.services()
    }

    /// Whether the browser came by https.
    pub fn is_secure(&self, headers: &HeaderMap) -> bool {
        self.guard.is_secure(headers)
    }

    /// What the place that a request comes from has to do with passkeys.
    pub fn passkeys_at(&self, headers: &HeaderMap) -> Place {
        Place::of(self.public_url.as_deref(), headers, self.is_secure(headers))
    }

    /// What was begun with passkeys and is not ended yet.
    pub fn ceremonies(&self) -> &Ceremonies {
        &self.ceremonies
    }

    /// Writes down that there are two of a passkey.
    pub fn note_copied_passkey(&self) {
        self.guard.security().note(Incident::CopiedPasskey);
    }

    /// Whether a request that changes something comes from a page of this server's, or from no browser.
    pub fn is_from_here(&self, headers: &HeaderMap) -> bool {
        self.guard.is_from_here(headers)
    }

    /// Counts bytes stored for an address.
    pub fn note_stored(&self, bytes: u64, peer: SocketAddr, headers: &HeaderMap) {
        let address = self.guard.address(peer, headers);
        self.guard.disk().spend(address, bytes);
    }

    /// Whether this is not too often from an address; counts as once more.
    pub fn allows(&self, what: What, peer: SocketAddr, headers: &HeaderMap) -> bool {
        self.guard.allows(what, self.guard.address(peer, headers))
    }

    /// Whether an address and an account change events and clubs not too often; counts as once more.
    pub fn allows_desk(
        &self,
        peer: SocketAddr,
        headers: &HeaderMap,
        account: Option<PlayerId>,
    ) -> bool {
        let address = self.guard.address(peer, headers);
        self.guard.allows_desk(address, account)
    }

    /// The failure of what was not allowed, with what is.
    pub fn too_often(&self, what: What) -> Failure {
        Failure::too_often(self.guard.limit(what))
    }

    /// The failure of a socket, or a stream like one, that was not admitted.
    pub fn too_many_open(&self) -> Failure {
        Failure::too_many_open(self.guard.sockets_per_address())
    }

    /// Has every socket of a player find out whether its session is still open.
    pub async fn note_sign_out(&self, player: PlayerId) {
        self.note_conduct(player);
        // Who waits for a table is known by a session: without it nobody asks, and the seek ends by itself.
        let _ = self.lobby.leave(player).await;
    }

    /// Has the sockets of this server check their sessions and blocks.
    pub fn note_news(&self, news: News) {
        // Nobody may be there to hear it.
        let _ = self.news.send(news);
    }

    /// What sockets have to check, from now on.
    pub fn news(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    /// Held while a socket checks.
    pub const fn rechecking(&self) -> &Arc<Semaphore> {
        &self.rechecking
    }

    /// Reloads a player's block list into the open sockets of this server.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub async fn hear_anew(&self, player: PlayerId) -> Result<(), Unavailable> {
        let apart = self.services().store.apart(player).await?;
        self.ears.shut(player, &apart.blocked);
        Ok(())
    }

    /// Has every socket of a player find out what the player may do.
    pub fn note_conduct(&self, player: PlayerId) {
        self.note_news(News::Of(player));
        if let Some(nodes) = self.registry.nodes() {
            nodes.spread_news(player);
        }
    }

    /// The code that makes the first owner, while there is none.
    pub const fn owner_code(&self) -> &OwnerCode {
        &self.owner_code
    }

    /// Writes an incident to the log.
    pub fn note(&self, incident: Incident<'_>) {
        self.guard.security().note(incident);
    }

    /// The address that a request comes from, as the limits count it.
    pub fn address(&self, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
        self.guard.address(peer, headers)
    }

    /// Has a table brought in anew whose stored facts were changed, if it is in memory.
    pub async fn reload(&self, table: &str) {
        self.registry.reload(table).await;
    }

    /// A number for the network that a request comes from: two that come from the same have the same.
    pub fn network(&self, peer: SocketAddr, headers: &HeaderMap) -> u64 {
        let mut hasher = DefaultHasher::new();
        network(self.guard.address(peer, headers)).hash(&mut hasher);
        hasher.finish()
    }

    /// Who writes down what is tried.
    pub fn security(&self) -> Arc<Security> {
        self.guard.security()
    }
}

/// The longest upload, in bytes.
const fn longest_upload(limits: &Limits) -> usize {
    limits.upload_mb.get() as usize * 1_000_000
}

/// A script of one of the server's own pages.
pub async fn script(text: &'static str) -> impl IntoResponse {
    // Nobody reads remarks there.
    let code = text.lines().filter(|line| !line.starts_with("//"));
    let code = code.collect::<Vec<_>>().join("\n");
    let headers = [
        (header::CONTENT_TYPE, "text/javascript; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, code)
}

/// The routes.
pub fn router(site: Site) -> Router {
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
        .fallback(assets::serve)
        .method_not_allowed_fallback(api::wrong_method)
        .layer(from_fn_with_state(site.clone(), budget::within))
        .layer(from_fn_with_state(site.bodies, body::bounded))
        .layer(from_fn(language::remember))
        .layer(from_fn_with_state(site.clone(), headers::for_here))
        .layer(from_fn(whole_errors::whole))
        .layer(from_fn_with_state(site.clone(), headers::secure))
        .with_state(site)
}

/// The requests in JSON whose answers are sent as they are.
fn requests() -> Api {
    Api::new()
        .on(Method::GET, "/api/health", health::tell)
        .on(Method::POST, "/api/tables", api::create)
        .on(Method::GET, "/api/tables/{id}/ws", socket::open)
        .and(people::requests())
        .and(programs::requests())
}

/// Those whose answers are long, the same for everybody, and sent compressed.
fn texts() -> Api {
    Api::new()
        .on(Method::GET, "/api/openapi.json", openapi::show)
        .on(Method::GET, "/api/games", api::games)
        .on(Method::GET, "/api/options/{lang}", api::options)
        .on(Method::GET, "/api/rules/{game}", api::rules)
}

/// The routes of what is made as text, and sent compressed: pages, their scripts and pictures, and what the
/// form for a table asks for.
fn documents() -> Router<Site> {
    Router::new()
        .merge(pages::routes())
        .merge(texts().routes())
        .route("/rules/{page}", get(rulebook::page))
        .route("/rules/figures/{figure}", get(rulebook::figure))
        .route("/rule-file", get(rule_file::ask).post(rule_file::check))
        .route(
            "/rule-file.js",
            get(|| script(include_str!("http/rule_file.js"))),
        )
        .route("/passkeys.js", get(|| script(pages::PASSKEY_SCRIPT)))
        .route("/friends.js", get(|| script(pages::FRIENDS_SCRIPT)))
        .route("/lobby.js", get(|| script(pages::LOBBY_SCRIPT)))
        .route("/event.js", get(|| script(pages::EVENT_SCRIPT)))
        .route("/document.js", get(|| script(document::SCRIPT)))
        .route("/texts/{lang}", get(language::catalog))
        .layer(from_fn(wire::send))
}
