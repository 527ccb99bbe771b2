//! Access rules: who may send requests, and how often.

use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Version, header};
use capicu_protocol::{ApiErrorCode, PlayerId};
use governor::clock::Clock;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};
use tokio::time::{Instant, sleep};

use crate::Failure;
use crate::budget::{self, Budget};
use crate::connection_limits::{Admitted, ConnectionLimits, Full};
use crate::limits::{Access, Limit, Limits, Proxy};
use crate::security::{Incident, Security};

/// The clock of the limits, which is that of everything else that waits.
#[derive(Clone, Copy, Debug)]
pub struct Passing;

impl Clock for Passing {
    type Instant = std::time::Instant;

    fn now(&self) -> Self::Instant {
        Instant::now().into_std()
    }
}

type OfEach = RateLimiter<IpAddr, DefaultKeyedStateStore<IpAddr>, Passing>;

type OfEachAccount = RateLimiter<PlayerId, DefaultKeyedStateStore<PlayerId>, Passing>;

/// The rules about origins and addresses.
#[derive(Debug)]
pub struct Guard {
    limits: Limits,
    origins: Vec<String>,
    hosts: Vec<String>,
    proxy: Proxy,
    sockets: OfEach,
    tables: OfEach,
    guesses: OfEach,
    rule_files: OfEach,
    puzzles: OfEach,
    sheets: OfEach,
    queues: OfEach,
    people: OfEach,
    sign_ins: OfEach,
    talk: OfEach,
    ties: OfEach,
    reports: OfEach,
    programs: OfEach,
    lookups: OfEach,
    desks: OfEach,
    desks_of_accounts: OfEachAccount,
    disk: Budget,
    open_sockets: ConnectionLimits,
    uploads: ConnectionLimits,
    /// The number of addresses above which quiet ones are forgotten.
    many: AtomicUsize,
    security: Arc<Security>,
    /// Whether the log already reports an untrusted proxy.
    proxy_told: AtomicBool,
}

/// An action with a limit for each address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Open a socket.
    Socket,
    /// Make a table.
    Table,
    /// Try a wrong token.
    Guess,
    /// Have a rule file checked.
    RuleFile,
    /// Have a puzzle checked, or its picture drawn.
    Puzzle,
    /// Become a guest.
    Person,
    /// Sign in, or try to.
    SignIn,
    /// Send a chat message at a table.
    Talk,
    /// Ask another player to be a friend, or block one.
    Tie,
    /// Report another player.
    Report,
    /// Ask for a bot.
    Program,
    /// Look a player up by username.
    Lookup,
    /// Change an event or a club, from its desk or by a link to it.
    Desk,
    /// Write on a shared score sheet.
    Sheet,
    /// Join or change the queue of a table.
    Queue,
}

impl What {
    /// The limit that is meant, as the log names it.
    const fn limit(self) -> &'static str {
        match self {
            Self::Socket => "sockets",
            Self::Table => "tables",
            Self::Guess => "guesses",
            Self::RuleFile => "rule-files",
            Self::Puzzle => "puzzles",
            Self::Person => "people",
            Self::SignIn => "sign-ins",
            Self::Talk => "talk",
            Self::Tie => "friends",
            Self::Report => "reports",
            Self::Program => "bots",
            Self::Lookup => "lookups",
            Self::Desk => "desk",
            Self::Sheet => "sheets",
            Self::Queue => "queues",
        }
    }
}

/// The host names that a listener accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// By those in the configuration; by any where it has none.
    Given,
    /// By those in the configuration, addresses and `localhost`.
    Near,
}

/// Why the host of a request is not this server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotHere {
    /// The request names no host, or more than one.
    Unclear,
    /// The request names another host.
    Unknown,
}

/// Uploads at the same time from all addresses. Each needs several times its length in memory.
const UPLOADS: usize = 8;

/// How long an upload waits for its turn, and how often it looks whether that has come.
const UPLOAD_WAIT: Duration = Duration::from_secs(5);
const UPLOAD_LOOK: Duration = Duration::from_millis(50);

/// The number of addresses above which a limiter forgets those that have been quiet.
const MANY: usize = 10_000;

const fn quota(limit: Limit) -> Quota {
    Quota::per_minute(limit.per_minute).allow_burst(limit.burst)
}

fn of_each(limit: Limit) -> OfEach {
    RateLimiter::dashmap_with_clock(quota(limit), Passing)
}

/// Accounts that may be busy at the desks of one address: a hall with its helpers.
const DESKS: NonZeroU32 = NonZeroU32::new(4).unwrap();

/// The limit of an address with several desks.
const fn of_hall(limit: Limit) -> Limit {
    Limit {
        burst: limit.burst.saturating_mul(DESKS),
        per_minute: limit.per_minute.saturating_mul(DESKS),
    }
}

/// A limiter for the messages of one socket.
pub fn messages(limit: Limit) -> RateLimiter<NotKeyed, InMemoryState, Passing> {
    RateLimiter::direct_with_clock(quota(limit), Passing)
}

impl Guard {
    /// The rules for this access.
    pub fn new(access: &Access) -> Self {
        let limits = access.limits;
        let origin = |origin: &String| origin.trim_end_matches('/').to_ascii_lowercase();
        let lower = |host: &String| host.to_ascii_lowercase();
        // If names are given, the public one is added to them.
        let public = access.public_url.as_ref();
        let public = public.filter(|_| !access.hosts.is_empty());
        let public = public.map(|url| url.name().to_owned());
        let sockets_per_address = limits.sockets_per_address.get() as usize;
        Self {
            limits,
            origins: access.origins.iter().map(origin).collect(),
            hosts: access.hosts.iter().map(lower).chain(public).collect(),
            proxy: access.proxy,
            sockets: of_each(limits.sockets),
            tables: of_each(limits.tables),
            guesses: of_each(limits.guesses),
            rule_files: of_each(limits.rule_files),
            // Puzzles also take a moment to check.
            puzzles: of_each(limits.rule_files),
            // A line on a score sheet is a change like that of a desk, without an account.
            sheets: of_each(of_hall(limits.desk)),
            queues: of_each(of_hall(limits.desk)),
            // Each player who joins or makes a table may be a new guest.
            people: of_each(limits.tables),
            sign_ins: of_each(limits.guesses),
            // As many players may chat as may open sockets.
            talk: of_each(limits.sockets),
            // New guests have no friends yet.
            ties: of_each(limits.tables),
            // The same limit as for wrong tokens.
            reports: of_each(limits.guesses),
            // The same limit as for messages over a socket.
            programs: of_each(limits.messages),
            lookups: of_each(limits.lookups),
            desks: of_each(of_hall(limits.desk)),
            desks_of_accounts: RateLimiter::dashmap_with_clock(quota(limits.desk), Passing),
            disk: Budget::new(limits.disk),
            // The limit on connections bounds the total.
            open_sockets: ConnectionLimits::new(usize::MAX, sockets_per_address),
            uploads: ConnectionLimits::new(UPLOADS, 1),
            many: AtomicUsize::new(MANY),
            security: Arc::default(),
            proxy_told: AtomicBool::new(false),
        }
    }

    /// The log of security incidents.
    pub fn security(&self) -> Arc<Security> {
        Arc::clone(&self.security)
    }

    /// Whether a page of this origin may ask. Clients that are not browsers send no `Origin` and are allowed.
    pub fn allows_origin(&self, headers: &HeaderMap) -> bool {
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let Some(origin) = origins.next() else {
            return true;
        };
        let origin = origin.to_str().unwrap_or("not a text").to_ascii_lowercase();
        let allowed = origins.next().is_none()
            && (self.is_own(&origin, headers) || self.origins.contains(&origin));
        if !allowed {
            self.security.note(Incident::ForeignOrigin(&origin));
        }
        allowed
    }

    /// Whether a request that changes something of a signed-in player comes from a page of this server. Browsers say so
    /// in `Sec-Fetch-Site`. If they only name the origin, it has to be the server's own. Clients that are not browsers
    /// send neither header and are allowed.
    pub fn is_from_here(&self, headers: &HeaderMap) -> bool {
        let mut fetched = headers.get_all("sec-fetch-site").iter();
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let origin = origins
            .next()
            .map(|origin| origin.to_str().unwrap_or("not a text"));
        let from_here = match (fetched.next(), origin) {
            (Some(site), _) => {
                fetched.next().is_none() && matches!(site.as_bytes(), b"same-origin" | b"none")
            }
            (None, Some(origin)) => {
                origins.next().is_none() && self.is_own(&origin.to_ascii_lowercase(), headers)
            }
            (None, None) => true,
        };
        if !from_here {
            let origin = Incident::ForeignOrigin(origin.unwrap_or_default());
            self.security.note(origin);
        }
        from_here
    }

    /// Whether the browser came by HTTPS. Only a trusted proxy knows.
    pub fn is_secure(&self, headers: &HeaderMap) -> bool {
        let seen = headers.get("x-forwarded-proto");
        let seen = seen.and_then(|seen| seen.to_str().ok()).unwrap_or_default();
        self.proxy != Proxy::None && seen.split(',').any(|part| part.trim() == "https")
    }

    /// Whether this is the origin of the server's own pages, as the browser sees them.
    fn is_own(&self, origin: &str, headers: &HeaderMap) -> bool {
        let Some((scheme @ ("http" | "https"), of)) = origin.split_once("://") else {
            return false;
        };
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        if !text("host").is_some_and(|host| host.eq_ignore_ascii_case(of)) {
            return false;
        }
        // Only a proxy knows which scheme the browser uses.
        let seen = match self.proxy {
            Proxy::None => None,
            Proxy::Trusted { .. } => text("x-forwarded-proto"),
        };
        if seen.is_some_and(|seen| seen.split(',').all(|part| part.trim() != scheme)) {
            return false;
        }
        self.is_own_name(of)
    }

    /// If the names of the server are known, a foreign name that points to it is not its own.
    fn is_own_name(&self, authority: &str) -> bool {
        self.hosts.is_empty() || self.is_known_name(authority)
    }

    /// Whether this is one of the server's names, an address or `localhost`.
    fn is_known_name(&self, authority: &str) -> bool {
        let Ok(authority) = authority.parse::<Authority>() else {
            return false;
        };
        let name = authority.host().to_ascii_lowercase();
        let plain = name.trim_start_matches('[').trim_end_matches(']');
        name == "localhost" || plain.parse::<IpAddr>().is_ok() || self.hosts.contains(&name)
    }

    /// Refuses a request for another server. An unknown name that points here may belong to a page that tries to read
    /// data of this machine or its network (DNS rebinding).
    ///
    /// # Errors
    ///
    /// If the request names no host, more than one, or one that is not this server's.
    pub fn check_host(&self, names: Names, request: &Request) -> Result<(), NotHere> {
        let mut hosts = request.headers().get_all(header::HOST).iter();
        let (host, more) = (hosts.next(), hosts.next());
        if more.is_some() || (host.is_none() && request.version() >= Version::HTTP_11) {
            return Err(NotHere::Unclear);
        }
        let is_own = |authority: &str| match names {
            Names::Given => self.is_own_name(authority),
            Names::Near => self.is_known_name(authority),
        };
        let of_address = request
            .uri()
            .authority()
            .map(|authority| authority.as_str());
        let of_header = host.map(|host| host.to_str().unwrap_or_default());
        match of_address.into_iter().chain(of_header).all(is_own) {
            true => Ok(()),
            false => Err(NotHere::Unknown),
        }
    }

    /// The address of the client, as the limits count it.
    pub fn address(&self, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
        let address = match self.proxy {
            Proxy::None => {
                let told = || self.proxy_told.swap(true, Ordering::Relaxed);
                if headers.contains_key(FORWARDED) && !told() {
                    self.security.note(Incident::UntrustedProxy);
                }
                None
            }
            Proxy::Trusted { hops } => forwarded(headers, hops.get().into()),
        };
        network(address.unwrap_or(peer.ip()))
    }

    /// Counts one more open socket; `None` if there are as many from this address as there may be.
    pub fn admit_socket(&self, address: IpAddr) -> Option<Admitted> {
        let admitted = self.open_sockets.admit(address);
        admitted
            .map_err(|full| {
                let of = "sockets";
                self.security.note(Incident::Full(of, full, address));
            })
            .ok()
    }

    /// Waits until an address has no other upload, and there are not too many in all, and counts one more.
    ///
    /// # Errors
    ///
    /// If that takes too long.
    pub async fn upload_turn(&self, address: IpAddr) -> Result<Admitted, Failure> {
        let until = Instant::now() + UPLOAD_WAIT;
        loop {
            match self.uploads.admit(address) {
                Ok(admitted) => return Ok(admitted),
                Err(_) if Instant::now() < until => sleep(UPLOAD_LOOK).await,
                Err(full) => {
                    self.security.note(Incident::Full("uploads", full, address));
                    return Err(Failure::new(match full {
                        Full::OfThisAddress => ApiErrorCode::Flood,
                        Full::Everywhere => ApiErrorCode::Unavailable,
                    }));
                }
            }
        }
    }

    /// The limit of this action for each address, as its limiter uses it.
    pub const fn limit(&self, what: What) -> Limit {
        match what {
            What::Socket | What::Talk => self.limits.sockets,
            What::Table | What::Person | What::Tie => self.limits.tables,
            What::Guess | What::SignIn | What::Report => self.limits.guesses,
            What::RuleFile | What::Puzzle => self.limits.rule_files,
            What::Program => self.limits.messages,
            What::Lookup => self.limits.lookups,
            What::Desk | What::Sheet | What::Queue => self.limits.desk,
        }
    }

    /// How often one socket may send a message.
    pub const fn messages(&self) -> Limit {
        self.limits.messages
    }

    /// How many sockets, and streams like them, one address may have open.
    pub const fn sockets_per_address(&self) -> NonZeroU32 {
        self.limits.sockets_per_address
    }

    /// How much is stored for each address.
    pub const fn disk(&self) -> &Budget {
        &self.disk
    }

    /// Whether an address may have something stored today.
    pub fn has_room(&self, address: IpAddr) -> bool {
        let has_room = !self.disk.is_spent(address);
        if !has_room {
            self.note_flood("disk", address);
        }
        has_room
    }

    /// Writes down that there was more than this limit allows.
    pub fn note_flood(&self, limit: &'static str, address: IpAddr) {
        self.security.note(Incident::Flood(limit, address));
    }

    /// Whether it is not too often; counts as once more.
    pub fn allows(&self, what: What, address: IpAddr) -> bool {
        let limiter = match what {
            What::Socket => &self.sockets,
            What::Table => &self.tables,
            What::Guess => {
                self.security.note(Incident::Guess(address));
                &self.guesses
            }
            What::RuleFile => &self.rule_files,
            What::Puzzle => &self.puzzles,
            What::Person => &self.people,
            What::SignIn => &self.sign_ins,
            What::Talk => &self.talk,
            What::Tie => &self.ties,
            What::Report => &self.reports,
            What::Program => &self.programs,
            What::Lookup => &self.lookups,
            What::Desk => &self.desks,
            What::Sheet => &self.sheets,
            What::Queue => &self.queues,
        };
        // Forget addresses that have been quiet. In a flood few are quiet, so the next pass waits until the number has
        // doubled: a pass visits every address.
        if limiter.len() > self.many.load(Ordering::Relaxed) {
            limiter.retain_recent();
            let many = MANY.max(2 * limiter.len());
            self.many.store(many, Ordering::Relaxed);
        }
        let allowed = limiter.check_key(&address).is_ok();
        if allowed && what == What::Table {
            self.disk.spend(address, budget::TABLE);
        }
        if !allowed {
            self.note_flood(what.limit(), address);
        }
        allowed
    }
}

impl Guard {
    /// Counts a change to an event or club, and says whether the address and the account stay within their limits.
    pub fn allows_desk(&self, address: IpAddr, account: Option<PlayerId>) -> bool {
        if !self.allows(What::Desk, address) {
            return false;
        }
        let Some(account) = account else {
            return true;
        };
        let limiter = &self.desks_of_accounts;
        if limiter.len() > MANY {
            limiter.retain_recent();
        }
        let allowed = limiter.check_key(&account).is_ok();
        if !allowed {
            self.note_flood(What::Desk.limit(), address);
        }
        allowed
    }
}

/// The header in which proxies note the address of their client.
const FORWARDED: &str = "x-forwarded-for";

/// The client address that the outermost of this number of proxies saw. Each proxy adds one address at the end; a
/// client may have forged the ones before. With a port, as some write it, or without.
fn forwarded(headers: &HeaderMap, hops: usize) -> Option<IpAddr> {
    let all = headers.get_all(FORWARDED).iter();
    let all: Option<Vec<&str>> = all.map(|value| value.to_str().ok()).collect();
    let all = all?.join(",");
    let all: Vec<&str> = all.split(',').map(str::trim).collect();
    let one = all[all.len().saturating_sub(hops)];
    let plain = || one.trim_start_matches('[').trim_end_matches(']').parse();
    let with_port = |_| one.parse().map(|address: SocketAddr| address.ip());
    plain().or_else(with_port).ok()
}

/// One customer has a whole /64 of IPv6 addresses, which counts as one address.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU8;

    use super::*;

    fn open() -> Access {
        Access {
            origins: Vec::new(),
            hosts: Vec::new(),
            public_url: None,
            proxy: Proxy::None,
            limits: Limits::default(),
        }
    }

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().unwrap());
        }
        headers
    }

    fn guard(proxy: Proxy) -> Guard {
        Guard::new(&Access {
            origins: vec!["https://Other.example/".into()],
            proxy,
            ..open()
        })
    }

    #[test]
    fn only_own_and_listed_origins_are_allowed() {
        let guard = guard(Proxy::None);
        let host = ("host", "capicu.example:7878");
        for (origin, allowed) in [
            ("http://capicu.example:7878", true),
            ("https://CAPICU.example:7878", true),
            ("ftp://capicu.example:7878", false),
            ("https://other.example", true),
            ("http://capicu.example", false),
            ("http://capicu.example:7878.evil.example", false),
            ("https://evil.example", false),
            ("null", false),
        ] {
            let headers = headers(&[host, ("origin", origin)]);
            assert_eq!(guard.allows_origin(&headers), allowed, "{origin}");
        }
        assert!(guard.allows_origin(&headers(&[host])));
        let two = [
            host,
            ("origin", "http://capicu.example:7878"),
            ("origin", "x://y"),
        ];
        assert!(!guard.allows_origin(&headers(&two)));
    }

    #[test]
    fn changes_are_accepted_only_from_own_pages() {
        let host = ("host", "capicu.example");
        let own = ("origin", "https://capicu.example");
        let foreign = ("origin", "https://evil.example");
        let site = |site| ("sec-fetch-site", site);
        for (pairs, from_here) in [
            (&[host][..], true),
            (&[host, own], true),
            (&[host, foreign], false),
            (&[host, ("origin", "null")], false),
            (&[host, own, foreign], false),
            (&[host, own, site("same-origin")], true),
            (&[host, ("origin", "null"), site("same-origin")], true),
            (&[host, site("none")], true),
            (&[host, foreign, site("cross-site")], false),
            (&[host, site("cross-site")], false),
            (&[host, own, site("same-site")], false),
            (&[host, site("same-origin"), site("cross-site")], false),
        ] {
            let headers = headers(pairs);
            assert_eq!(
                guard(Proxy::None).is_from_here(&headers),
                from_here,
                "{pairs:?}"
            );
        }
        // Pages of another allowed site cannot act for a signed-in player.
        let with = Guard::new(&Access {
            origins: vec!["https://evil.example".into()],
            ..open()
        });
        assert!(!with.is_from_here(&headers(&[host, foreign])));
    }

    #[test]
    fn only_a_trusted_proxy_can_report_https() {
        let headers = headers(&[("x-forwarded-proto", "https")]);
        assert!(guard(behind(1)).is_secure(&headers));
        assert!(!guard(Proxy::None).is_secure(&headers));
    }

    const fn behind(hops: u8) -> Proxy {
        let hops = NonZeroU8::new(hops).unwrap();
        Proxy::Trusted { hops }
    }

    #[test]
    fn scheme_seen_by_the_proxy_counts() {
        let pairs = |proto| {
            [
                ("host", "capicu.example"),
                ("x-forwarded-proto", proto),
                ("origin", "http://capicu.example"),
            ]
        };
        for (proto, proxy, allowed) in [
            ("https", behind(1), false),
            ("http", behind(1), true),
            ("https, http", behind(1), true),
            ("https", Proxy::None, true),
        ] {
            let headers = headers(&pairs(proto));
            assert_eq!(guard(proxy).allows_origin(&headers), allowed, "{proto}");
        }
    }

    #[test]
    fn unknown_host_is_foreign_if_names_are_known() {
        let known = Guard::new(&Access {
            hosts: vec!["Capicu.example".into()],
            ..open()
        });
        for (host, allowed) in [
            ("capicu.example:7878", true),
            ("localhost:7878", true),
            ("127.0.0.1:7878", true),
            ("[::1]:7878", true),
            ("evil.example:7878", false),
        ] {
            let origin = format!("http://{host}");
            let headers = headers(&[("host", host), ("origin", &origin)]);
            assert_eq!(known.allows_origin(&headers), allowed, "{host}");
            assert!(guard(Proxy::None).allows_origin(&headers), "{host}");
        }
    }

    #[test]
    fn forwarded_address_counts_only_from_a_trusted_proxy() {
        let peer: SocketAddr = "10.0.0.1:99".parse().unwrap();
        let headers = headers(&[("x-forwarded-for", "1.2.3.4, 5.6.7.8")]);
        let direct = guard(Proxy::None);
        assert_eq!(direct.address(peer, &headers), peer.ip());
        assert!(direct.proxy_told.load(Ordering::Relaxed), "said once");
        let address = guard(behind(1)).address(peer, &headers);
        assert_eq!(address, "5.6.7.8".parse::<IpAddr>().unwrap());
    }

    #[test]
    fn forwarded_addresses_parse_with_and_without_port() {
        let peer: SocketAddr = "10.0.0.1:99".parse().unwrap();
        for (lines, hops, address) in [
            (&["1.2.3.4:5678"][..], 1, "1.2.3.4"),
            (&["[2001:db8::1]:99"], 1, "2001:db8::"),
            (&["[2001:db8::1]"], 1, "2001:db8::"),
            (&["2001:db8::1"], 1, "2001:db8::"),
            (&["9.9.9.9, 1.2.3.4:1, 5.6.7.8"], 2, "1.2.3.4"),
            (&["9.9.9.9, 1.2.3.4", "5.6.7.8"], 2, "1.2.3.4"),
            // Fewer addresses than proxies: the client reached an inner proxy directly.
            (&["1.2.3.4"], 3, "1.2.3.4"),
            (&["unknown"], 1, "10.0.0.1"),
            (&[""], 1, "10.0.0.1"),
            (&[], 1, "10.0.0.1"),
        ] {
            let lines: Vec<_> = lines.iter().map(|line| (FORWARDED, *line)).collect();
            let found = guard(behind(hops)).address(peer, &headers(&lines));
            assert_eq!(found, address.parse::<IpAddr>().unwrap(), "{lines:?}");
        }
    }

    #[test]
    fn sockets_of_an_address_count_until_closed() {
        let mut access = open();
        access.limits.sockets_per_address = NonZeroU32::new(1).unwrap();
        let guard = Guard::new(&access);
        let [one, other] = [1, 2].map(|n| IpAddr::from([10, 0, 0, n]));
        let first = guard.admit_socket(one);
        assert!(first.is_some() && guard.admit_socket(one).is_none());
        assert!(guard.admit_socket(other).is_some());
        drop(first);
        assert!(guard.admit_socket(one).is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn uploads_are_one_per_address_and_few_in_all() {
        let guard = guard(Proxy::None);
        let address = |n: u8| IpAddr::from([10, 0, 0, n]);
        let refused = async |of| {
            let turn = guard.upload_turn(of).await;
            turn.map_err(|failure| failure.code()).err()
        };
        let first = guard.upload_turn(address(1)).await;
        assert_eq!(refused(address(1)).await, Some(ApiErrorCode::Flood));
        let mut others = Vec::new();
        for n in 2..=8 {
            others.push(guard.upload_turn(address(n)).await);
        }
        assert!(others.iter().all(Result::is_ok));
        assert_eq!(refused(address(9)).await, Some(ApiErrorCode::Unavailable));
        // The next in the queue starts when the one before it is over.
        let over = async {
            sleep(Duration::from_secs(1)).await;
            drop(first);
        };
        let (waited, ()) = tokio::join!(refused(address(1)), over);
        assert_eq!(waited, None);
    }

    #[test]
    fn desk_changes_are_limited_by_account_and_address() {
        let mut access = open();
        access.limits.desk = "2/1".parse().unwrap();
        let guard = Guard::new(&access);
        let hall = IpAddr::from([10, 0, 0, 1]);
        let account = |n: u8| Some(PlayerId::new([n; 16]));
        for n in 1..=3 {
            assert!((0..2).all(|_| guard.allows_desk(hall, account(n))), "{n}");
        }
        assert!(!guard.allows_desk(hall, account(1)), "the account");
        assert!(guard.allows_desk(hall, account(4)));
        assert!(!guard.allows_desk(hall, account(5)), "the address");
        let home = IpAddr::from([10, 0, 0, 2]);
        assert!(!guard.allows_desk(home, account(1)), "it moved");
        assert!(guard.allows_desk(home, None));
    }

    #[test]
    fn flood_from_many_does_not_reset_a_limited_address() {
        let guard = guard(Proxy::None);
        let first = IpAddr::from([10, 0, 0, 1]);
        while guard.allows(What::Guess, first) {}
        for n in 0..30_000_u32 {
            let other = IpAddr::from(std::net::Ipv4Addr::from_bits(0x0b00_0000 + n));
            assert!(guard.allows(What::Guess, other));
        }
        assert!(!guard.allows(What::Guess, first));
        // The limiter forgets quiet addresses only when their number has doubled since the last time.
        assert_eq!(guard.many.load(Ordering::Relaxed), 2 * (2 * (MANY + 1) + 1));
    }

    #[test]
    fn addresses_of_one_customer_count_as_one() {
        let ip = |text: &str| network(text.parse().unwrap());
        assert_eq!(ip("2001:db8::1"), ip("2001:db8::2"));
        assert_ne!(ip("2001:db8:0:1::1"), ip("2001:db8::1"));
        assert_eq!(ip("::ffff:1.2.3.4"), ip("1.2.3.4"));
    }
}
