//! Configuration of the server.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

pub use capicu_accounts::DAY;
use capicu_store::Incomplete;
use capicu_table_service::table::Pace;
use tokio::sync::mpsc::UnboundedSender;

use capicu_site::Settings;
pub use capicu_site::limits::{Access, Limit, Limits, NotALimit, Proxy};
use capicu_site::public_url::PublicUrl;
pub use capicu_site::push::Push;

#[derive(Clone, Debug)]
pub struct Config {
    /// The folder of the database; created if missing.
    pub data: PathBuf,
    /// Whether to accept a database that was copied without its log while in use.
    pub incomplete: Incomplete,
    /// Other sites whose pages may use this server, such as `https://dominoes.example`. The server's own pages always
    /// may.
    pub origins: Vec<String>,
    /// Host names of this server's pages, such as `dominoes.example`, in addition to addresses and `localhost`. If
    /// empty, any name works.
    pub hosts: Vec<String>,
    /// The public address of this server. Passkeys belong to its host, which must be one of the `hosts`; without it, to
    /// `localhost`.
    pub public_url: Option<PublicUrl>,
    /// Proxies whose headers about addresses count.
    pub proxy: Proxy,
    /// How fast bots play.
    pub pace: Pace,
    /// Whether the server analyzes matches.
    pub analyses: Analyses,
    /// Limits for each address and each socket.
    pub limits: Limits,
    /// How long to keep an inactive table; `None` forever. Tables without a deal are kept for a day at most.
    pub keep: Option<Duration>,
    /// Receives the code that appoints the first owner, while there is none. Without it no code is made.
    pub owner_code: Option<UnboundedSender<String>>,
    /// Which servers may follow events of this one, and the reverse.
    pub follows: Follows,
    /// Push notifications; `None` sends none.
    pub push: Option<Push>,
    /// The commit of this build.
    pub commit: &'static str,
}

/// Days to keep an inactive table by default.
pub const KEEP_DAYS: u32 = 400;

impl Config {
    /// Returns the default settings with this data folder.
    pub fn new(data: PathBuf) -> Self {
        Self {
            data,
            incomplete: Incomplete::Refuse,
            origins: Vec::new(),
            hosts: Vec::new(),
            public_url: None,
            proxy: Proxy::None,
            pace: Pace::Natural,
            analyses: Analyses::Off,
            limits: Limits::default(),
            keep: Some(DAY * KEEP_DAYS),
            owner_code: None,
            follows: Follows::Nobody,
            push: None,
            commit: "unknown",
        }
    }

    /// Returns the settings of pages and API.
    pub fn site(&self) -> Settings {
        Settings {
            access: Access {
                origins: self.origins.clone(),
                hosts: self.hosts.clone(),
                public_url: self.public_url.clone(),
                proxy: self.proxy,
                limits: self.limits,
            },
            follows: match self.follows {
                Follows::Nobody => None,
                Follows::Nearby(own) => Some((self.data.clone(), own)),
            },
            analyzes: self.analyses == Analyses::On,
            keep: self.keep,
            push: self.push.clone(),
        }
    }
}

/// Which other devices replicate events, so that one can continue when another fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follows {
    /// No replication in either direction.
    Nobody,
    /// Devices of the local network, as at a venue. A director starts it on the device itself, which has this address.
    Nearby(IpAddr),
}

/// Whether the server analyzes matches for people with slow devices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Analyses {
    /// Each device analyzes its own matches.
    Off,
    /// It does, with low priority.
    On,
}
