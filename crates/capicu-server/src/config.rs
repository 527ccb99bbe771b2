//! What the server can be told.

use std::fmt;
use std::net::IpAddr;
use std::num::{NonZeroU8, NonZeroU32};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use capicu_store::Incomplete;
use tokio::sync::mpsc::UnboundedSender;

use crate::public_url::PublicUrl;

/// Everything that can be set.
#[derive(Clone, Debug)]
pub struct Config {
    /// The folder of the database. Made where there is none.
    pub data: PathBuf,
    /// Whether a database is served that was copied while it was in use, without its log.
    pub incomplete: Incomplete,
    /// Other sites whose pages may use this server, such as `https://dominoes.example`. Pages that
    /// the server itself serves always may.
    pub origins: Vec<String>,
    /// The names under which this server's own pages may be opened, such as `dominoes.example`;
    /// besides them addresses and `localhost`. Where none is given, any name will do.
    pub hosts: Vec<String>,
    /// Where people open this server. Passkeys are made for it; without it, for `localhost` only. Its name
    /// is one of the `hosts`.
    pub public_url: Option<PublicUrl>,
    /// Whose word about addresses counts.
    pub proxy: Proxy,
    /// How fast bots play.
    pub pace: Pace,
    /// Whether matches are analyzed here.
    pub analyses: Analyses,
    /// How much one address or one socket may ask for.
    pub limits: Limits,
    /// How long a table is kept at which nothing happens any more; `None` for ever. One at which tiles
    /// were never dealt is kept for a day at most.
    pub keep: Option<Duration>,
    /// Where the code is told by which the first owner is made, as long as there is none. Without it no code is
    /// made.
    pub owner_code: Option<UnboundedSender<String>>,
    /// Whether a second device may follow events of this one, and this one those of another.
    pub follows: Follows,
    /// The commit that the program was built from.
    pub commit: &'static str,
}

/// How long a table is kept where nobody says otherwise, in days.
pub const KEEP_DAYS: u32 = 400;

impl Config {
    /// The usual settings, with this data folder.
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
            commit: "unknown",
        }
    }
}

/// A day.
pub const DAY: Duration = Duration::from_secs(24 * 3600);

/// Whom a server follows, so that it can go on with an event when another device fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follows {
    /// Nobody, and nobody follows it.
    Nobody,
    /// Devices of its own network: what a venue does. Its director begins that on the device itself, which is reached
    /// at this address.
    Nearby(IpAddr),
}

/// Whether the server analyzes matches for people whose devices are slow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Analyses {
    /// Every device does it alone.
    Off,
    /// It does, after everything else.
    On,
}

/// Whether requests come through another server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proxy {
    /// They come directly: the address of the connection is that of the player.
    None,
    /// All of them come through this many, each of which adds the address that it was asked from
    /// to `X-Forwarded-For`.
    Trusted {
        /// How many.
        hops: NonZeroU8,
    },
}

/// How fast bots play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// As people do, whatever they hold.
    Natural,
    /// At once: for tests and measurements.
    Immediate,
}

/// How much may be asked for: so many at once, and so many each minute after that.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// At once.
    pub burst: NonZeroU32,
    /// A minute.
    pub per_minute: NonZeroU32,
}

/// Written as `30/12`: 30 at once, 12 a minute.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.burst, self.per_minute)
    }
}

/// The same, so that a log can hold all limits.
impl fmt::Debug for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no [`Limit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write two whole numbers from 1, such as 30/12 for 30 at once and 12 a minute after that")]
pub struct NotALimit;

impl FromStr for Limit {
    type Err = NotALimit;

    fn from_str(text: &str) -> Result<Self, NotALimit> {
        let (burst, per_minute) = text.split_once('/').ok_or(NotALimit)?;
        Ok(Self {
            burst: burst.parse().map_err(|_| NotALimit)?,
            per_minute: per_minute.parse().map_err(|_| NotALimit)?,
        })
    }
}

impl Limit {
    const fn new(burst: u32, per_minute: u32) -> Self {
        Self {
            burst: most(burst),
            per_minute: most(per_minute),
        }
    }
}

/// The limits. The usual ones leave room for 200 phones behind one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Messages of one socket.
    pub messages: Limit,
    /// Sockets opened from one address.
    pub sockets: Limit,
    /// Tables made from one address.
    pub tables: Limit,
    /// Wrong tokens and unknown tables tried from one address.
    pub guesses: Limit,
    /// Rule files checked for one address.
    pub rule_files: Limit,
    /// People looked up by username from one address.
    pub lookups: Limit,
    /// Changes of events and clubs by one account; an address may make four times as many.
    pub desk: Limit,
    /// Bytes that the log of an event may have before it takes nothing more.
    pub event_log: NonZeroU32,
    /// Bytes that the logs of all events may have together that an account directs.
    pub account_logs: NonZeroU32,
    /// Millions of bytes stored for one address in a day.
    pub disk: NonZeroU32,
    /// Connections open at the same time, sockets among them. Fewer where the system does not let
    /// the process have so many files.
    pub connections: NonZeroU32,
    /// The same from one address; not counted behind a proxy.
    pub connections_per_address: NonZeroU32,
    /// Sockets open at the same time from one address.
    pub sockets_per_address: NonZeroU32,
    /// The longest upload, such as the log of an event, in MB. An address has one at a time.
    pub upload_mb: NonZeroU32,
    /// How long the head of a request may take, from the beginning of the connection for the first.
    pub head: Duration,
    /// How long the body of a request may take.
    pub body: Duration,
    /// How long a connection may wait for the next request, at least as long as for a head; and how
    /// long the other side may take nothing of an answer.
    pub idle: Duration,
    /// How long the other side may take to take a whole answer.
    pub answer: Duration,
}

const fn most(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).expect("a limit of nothing")
}

impl Limits {
    /// No limits to speak of: for measurements from one address.
    pub const NONE: Self = Self {
        messages: Limit::new(1_000_000, 60_000_000),
        sockets: Limit::new(1_000_000, 60_000_000),
        tables: Limit::new(1_000_000, 60_000_000),
        guesses: Limit::new(1_000_000, 60_000_000),
        rule_files: Limit::new(1_000_000, 60_000_000),
        lookups: Limit::new(1_000_000, 60_000_000),
        desk: Limit::new(1_000_000, 60_000_000),
        disk: most(u32::MAX),
        connections: most(1_000_000),
        connections_per_address: most(1_000_000),
        sockets_per_address: most(1_000_000),
        ..Self::USUAL
    };

    const USUAL: Self = Self {
        messages: Limit::new(40, 600),
        sockets: Limit::new(400, 400),
        tables: Limit::new(60, 60),
        guesses: Limit::new(20, 12),
        rule_files: Limit::new(30, 30),
        lookups: Limit::new(120, 60),
        desk: Limit::new(60, 120),
        event_log: most(4 << 20),
        account_logs: most(32 << 20),
        disk: most(500),
        connections: most(10_000),
        connections_per_address: most(2_000),
        sockets_per_address: most(1_000),
        upload_mb: most(4),
        head: Duration::from_secs(10),
        body: Duration::from_secs(20),
        idle: Duration::from_secs(60),
        answer: Duration::from_secs(120),
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self::USUAL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_read_as_it_is_written() {
        let limit = Limits::default().messages;
        assert_eq!(limit.to_string(), "40/600");
        assert_eq!("40/600".parse(), Ok(limit));
        for wrong in [
            "", "40", "0/1", "1/0", "-1/1", "1/", "1/1/1", "x/y", "1 / 1",
        ] {
            assert_eq!(wrong.parse::<Limit>(), Err(NotALimit), "{wrong}");
        }
    }
}
