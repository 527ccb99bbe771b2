//! The state that all requests share: accounts, tables, events and limits.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::http::HeaderMap;
use capicu_accounts::conduct::OwnerCode;
use capicu_accounts::passkeys::Ceremonies;
use capicu_accounts::ratings::Ratings;
use capicu_accounts::{Attendance, BlockFilters, Context, Effect, Effects};
use capicu_event_service::Events;
use capicu_event_service::follow::Follow;
use capicu_event_service::online::OnlinePlay;
use capicu_protocol::PlayerId;
use capicu_table_service::analyses::Analyses;
use capicu_table_service::cluster::requests::Answers;
use capicu_table_service::cluster::{Host, News};
use capicu_table_service::lobby::Reception;
use capicu_table_service::registry::Registry;
use capicu_table_service::table::Services;
use tokio::sync::{Semaphore, broadcast, watch};

use super::Failure;
use super::access::{Guard, Names, What, network};
use super::body::Bounds;
use super::connection_limits::Admitted;
use super::limits::{Access, Limits};
use super::sockets::Sockets;
use crate::admin_session::AdminSessions;
use crate::club_events::Rated;
use crate::pages;
use crate::public_url::PublicUrl;
use crate::push::Push;
use crate::security::{Incident, Security};
use crate::sessions::Place;
use crate::shared_sheets::SharedSheets;

/// Capacity of the channel of news; a receiver that lags checks its session and its blocks.
const NEWS: usize = 64;

/// How many sockets check their sessions at the same time. The limit keeps the store free for other requests.
const CHECKING: usize = 4;

/// The state that all requests share. It is small, because every request and socket has one.
#[derive(Clone, Debug)]
pub struct Site {
    shared: Arc<Shared>,
    /// The listener of a request.
    side: Listener,
    /// The host names that this listener accepts.
    names: Names,
}

#[derive(Clone, Debug)]
struct Shared {
    registry: Registry,
    lobby: Reception,
    ratings: Ratings,
    events: Events,
    follow: Option<Follow>,
    online: OnlinePlay,
    club_ratings: Rated,
    rendered: pages::Rendered,
    live_tables: pages::LiveTables,
    shared_sheets: SharedSheets,
    guard: Arc<Guard>,
    public_url: Option<Arc<PublicUrl>>,
    ceremonies: Arc<Ceremonies>,
    longest_upload: usize,
    bodies: Bounds,
    /// Held by the one rule file that is checked.
    checking: Arc<Semaphore>,
    stopping: watch::Receiver<bool>,
    sockets: Sockets,
    attendance: Attendance,
    block_filters: BlockFilters,
    /// News that sockets have to check.
    news: broadcast::Sender<News>,
    /// Held by the sockets that do.
    rechecking: Arc<Semaphore>,
    owner_code: OwnerCode,
    analyses: Option<Analyses>,
    /// Sessions for the admin pages, if there is an admin listener.
    admin_sessions: Option<AdminSessions>,
    /// How long an inactive table is stored; `None` keeps it forever.
    keep: Option<Duration>,
    push: Option<Push>,
}

/// The settings of a site.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Origins, names, addresses and limits.
    pub access: Access,
    /// Only at a venue, which follows devices of its network: its data folder and its address.
    pub follows: Option<(PathBuf, IpAddr)>,
    /// Whether matches are analyzed here.
    pub analyzes: bool,
    /// How long an inactive table is stored; `None` keeps it forever.
    pub keep: Option<Duration>,
    /// Push notifications, if the server has keys.
    pub push: Option<Push>,
}

/// The listener of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listener {
    /// On the public listener.
    Front,
    /// On the admin listener.
    Back,
}

impl Site {
    /// A site over these tables.
    pub fn new(
        registry: Registry,
        lobby: Reception,
        online: OnlinePlay,
        settings: Settings,
        stopping: watch::Receiver<bool>,
        owner_code: OwnerCode,
    ) -> Self {
        let events = online.events().clone();
        let limits = settings.access.limits;
        let shared = Shared {
            ratings: Ratings::new(registry.services().store.clone()),
            online,
            follow: settings
                .follows
                .map(|(data, own)| Follow::new(&data, events.clone(), own)),
            events,
            club_ratings: Rated::default(),
            rendered: pages::Rendered::default(),
            live_tables: pages::LiveTables::default(),
            shared_sheets: SharedSheets::default(),
            lobby,
            guard: Arc::new(Guard::new(&settings.access)),
            public_url: settings.access.public_url.map(Arc::new),
            ceremonies: Arc::default(),
            bodies: Bounds {
                within: limits.body,
                most: longest_upload(&limits).max(pages::analysis::LONGEST),
            },
            longest_upload: longest_upload(&limits),
            checking: Arc::new(Semaphore::new(1)),
            stopping,
            sockets: Sockets::default(),
            attendance: Attendance::new(registry.services().clock),
            block_filters: BlockFilters::default(),
            registry,
            news: broadcast::channel(NEWS).0,
            rechecking: Arc::new(Semaphore::new(CHECKING)),
            owner_code,
            analyses: settings.analyzes.then(Analyses::default),
            admin_sessions: None,
            keep: settings.keep,
            push: settings.push,
        };
        Self {
            shared: Arc::new(shared),
            side: Listener::Front,
            names: Names::Given,
        }
    }

    /// Adds sessions for the admin pages, if there is an admin listener.
    pub fn with_admin_sessions(mut self) -> Self {
        let randomness = self.context().randomness;
        Arc::make_mut(&mut self.shared).admin_sessions = Some(AdminSessions::new(randomness));
        self
    }

    /// The site as the admin listener serves it. At a loopback address it accepts only local names.
    pub const fn at_the_back(mut self, address: Option<IpAddr>) -> Self {
        self.side = Listener::Back;
        self.names = match address {
            Some(address) if address.is_loopback() => Names::Near,
            Some(_) | None => Names::Given,
        };
        self
    }

    /// The part of the site that answers other servers.
    pub fn host(&self, answers: Arc<dyn Answers>) -> Host {
        Host {
            registry: self.shared.registry.clone(),
            lobby: self.shared.lobby.clone(),
            attendance: self.shared.attendance.clone(),
            answers,
        }
    }

    /// The rules about origins and addresses.
    pub fn guard(&self) -> &Arc<Guard> {
        &self.shared.guard
    }

    /// The bounds of bodies.
    pub fn bodies(&self) -> Bounds {
        self.shared.bodies
    }

    /// The host names that the listener accepts.
    pub const fn names(&self) -> Names {
        self.names
    }

    /// Held by the one rule file that is checked.
    pub fn checking(&self) -> Arc<Semaphore> {
        Arc::clone(&self.shared.checking)
    }

    /// At a venue, the follower of events on other devices.
    pub fn follow(&self) -> Option<&Follow> {
        self.shared.follow.as_ref()
    }

    /// The ratings of clubs.
    pub fn club_ratings(&self) -> &Rated {
        &self.shared.club_ratings
    }

    /// The pages of events that all readers share.
    pub fn rendered(&self) -> &pages::Rendered {
        &self.shared.rendered
    }

    /// The tables to watch that were found last.
    pub fn live_tables(&self) -> &pages::LiveTables {
        &self.shared.live_tables
    }

    /// The score sheets that several phones write together.
    pub fn shared_sheets(&self) -> &SharedSheets {
        &self.shared.shared_sheets
    }

    /// The service that analyzes matches, if the operator allows it.
    pub fn analyses(&self) -> Option<&Analyses> {
        self.shared.analyses.as_ref()
    }

    /// Sessions for the admin pages, if there is an admin listener.
    pub fn admin_sessions(&self) -> Option<&AdminSessions> {
        self.shared.admin_sessions.as_ref()
    }

    /// The listener of a request.
    pub const fn side(&self) -> Listener {
        self.side
    }

    /// How long an inactive table is stored; `None` keeps it forever.
    pub fn keep(&self) -> Option<Duration> {
        self.shared.keep
    }

    /// The keys for push notifications, if there are any.
    pub fn push(&self) -> Option<&Push> {
        self.shared.push.as_ref()
    }

    /// The public URL of the server, if it is set.
    pub fn public_url(&self) -> Option<&PublicUrl> {
        self.shared.public_url.as_deref()
    }

    /// Whether the server stops.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.shared.stopping.clone()
    }

    /// Counts one more socket, or a stream like one, from an address; `None` if the limit is reached.
    pub fn admit_socket(&self, address: IpAddr) -> Option<Admitted> {
        self.shared.guard.admit_socket(address)
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
        let address = self.shared.guard.address(peer, headers);
        self.shared.guard.upload_turn(address).await
    }

    /// The longest upload, in bytes.
    pub fn longest_upload(&self) -> usize {
        self.shared.longest_upload
    }

    /// The sockets that are open.
    pub fn sockets(&self) -> Sockets {
        self.shared.sockets.clone()
    }

    pub fn registry(&self) -> &Registry {
        &self.shared.registry
    }

    /// The lobby, with the players who seek a table.
    pub fn lobby(&self) -> &Reception {
        &self.shared.lobby
    }

    /// How well people play.
    pub fn ratings(&self) -> &Ratings {
        &self.shared.ratings
    }

    pub fn events(&self) -> &Events {
        &self.shared.events
    }

    /// The tables of events.
    pub fn online(&self) -> &OnlinePlay {
        &self.shared.online
    }

    /// The players who are online.
    pub fn attendance(&self) -> &Attendance {
        &self.shared.attendance
    }

    /// The block filters of connected players.
    pub fn block_filters(&self) -> &BlockFilters {
        &self.shared.block_filters
    }

    /// The services that the tables share.
    pub fn services(&self) -> &Services {
        self.shared.registry.services()
    }

    /// Store, time and randomness.
    pub fn context(&self) -> &Context {
        &self.shared.registry.services().context
    }

    /// Whether the browser came by https.
    pub fn is_secure(&self, headers: &HeaderMap) -> bool {
        self.shared.guard.is_secure(headers)
    }

    /// Whether passkeys work at the address of a request.
    pub fn passkeys_at(&self, headers: &HeaderMap) -> Place {
        Place::of(
            self.shared.public_url.as_deref(),
            headers,
            self.is_secure(headers),
        )
    }

    /// Passkey ceremonies that are not finished yet.
    pub fn ceremonies(&self) -> &Ceremonies {
        &self.shared.ceremonies
    }

    /// Whether a request that changes something comes from a page of this server, or not from a browser.
    pub fn is_from_here(&self, headers: &HeaderMap) -> bool {
        self.shared.guard.is_from_here(headers)
    }

    /// Counts bytes stored for an address.
    pub fn note_stored(&self, bytes: u64, peer: SocketAddr, headers: &HeaderMap) {
        let address = self.shared.guard.address(peer, headers);
        self.shared.guard.disk().spend(address, bytes);
    }

    /// Whether this is not too often from an address; counts as once more.
    pub fn allows(&self, what: What, peer: SocketAddr, headers: &HeaderMap) -> bool {
        self.shared
            .guard
            .allows(what, self.shared.guard.address(peer, headers))
    }

    /// Whether an address and an account change events and clubs not too often; counts as once more.
    pub fn allows_desk(
        &self,
        peer: SocketAddr,
        headers: &HeaderMap,
        account: Option<PlayerId>,
    ) -> bool {
        let address = self.shared.guard.address(peer, headers);
        self.shared.guard.allows_desk(address, account)
    }

    /// The error for an action over its limit, with the limit.
    pub fn too_often(&self, what: What) -> Failure {
        Failure::too_often(self.shared.guard.limit(what))
    }

    /// The failure of a socket, or a stream like one, that was not admitted.
    pub fn too_many_open(&self) -> Failure {
        Failure::too_many_open(self.shared.guard.sockets_per_address())
    }

    /// Carries out the effects of a change to accounts.
    ///
    /// # Errors
    ///
    /// If the store cannot be read, or the lobby does not answer.
    pub async fn carry_out(&self, effects: Effects) -> Result<(), Failure> {
        for effect in effects.0 {
            match effect {
                Effect::Recheck(player) => {
                    self.note_news(News::Of(player));
                    self.shared.registry.nodes().spread_news(player);
                }
                Effect::ReloadBlocks(player) => {
                    let apart = self.context().store.apart(player).await?;
                    self.shared.block_filters.replace(player, &apart.blocked);
                }
                // Without a session the page cannot poll, so the seek expires anyway.
                Effect::LeaveLobby(player) => drop(self.shared.lobby.leave(player).await),
                Effect::Forget(player) => drop(self.shared.lobby.gone(player).await),
                Effect::Part(player, other) => self.shared.lobby.part(player, other).await?,
                Effect::Unfriend(player, other) => {
                    self.shared.lobby.unfriend(player, other).await?
                }
                Effect::ReloadTable(table) => self.shared.registry.reload(&table).await,
            }
        }
        Ok(())
    }

    /// Makes the sockets of this server check their sessions and blocks.
    pub fn note_news(&self, news: News) {
        // There may be no receiver.
        let _ = self.shared.news.send(news);
    }

    /// Subscribes to the news that sockets have to check.
    pub fn news(&self) -> broadcast::Receiver<News> {
        self.shared.news.subscribe()
    }

    /// Held while a socket checks.
    pub fn rechecking(&self) -> &Arc<Semaphore> {
        &self.shared.rechecking
    }

    /// The code that makes the first admin, while there is none.
    pub fn owner_code(&self) -> &OwnerCode {
        &self.shared.owner_code
    }

    /// Writes an incident to the log.
    pub fn note(&self, incident: Incident<'_>) {
        self.shared.guard.security().note(incident);
    }

    /// The address that a request comes from, as the limits count it.
    pub fn address(&self, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
        self.shared.guard.address(peer, headers)
    }

    /// A number for the network of a request: equal for requests from the same network.
    pub fn network(&self, peer: SocketAddr, headers: &HeaderMap) -> u64 {
        let mut hasher = DefaultHasher::new();
        network(self.shared.guard.address(peer, headers)).hash(&mut hasher);
        hasher.finish()
    }

    /// The log of security incidents.
    pub fn security(&self) -> Arc<Security> {
        self.shared.guard.security()
    }
}

/// The longest upload, in bytes.
const fn longest_upload(limits: &Limits) -> usize {
    limits.upload_mb.get() as usize * 1_000_000
}
