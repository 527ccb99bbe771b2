//! Settings of access to the server, and rate limits.

use std::fmt;
use std::num::{NonZeroU8, NonZeroU32};
use std::str::FromStr;
use std::time::Duration;

use crate::public_url::PublicUrl;

/// The settings that a [`Guard`](crate::access::Guard) checks.
#[derive(Clone, Debug)]
pub struct Access {
    /// Other sites whose pages may use this server, such as `https://dominoes.example`.
    pub origins: Vec<String>,
    /// The host names under which the pages of this server may be opened; any name if the list is empty.
    pub hosts: Vec<String>,
    /// The public URL of this server.
    pub public_url: Option<PublicUrl>,
    /// Whether a proxy reports the addresses of clients.
    pub proxy: Proxy,
    /// How much one address or one socket may ask for.
    pub limits: Limits,
}

/// Whether requests come through another server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proxy {
    /// Requests come directly: the address of the connection is that of the player.
    None,
    /// All of them come through this many, each of which adds the address that it was asked from
    /// to `X-Forwarded-For`.
    Trusted {
        /// The number of proxies.
        hops: NonZeroU8,
    },
}

/// A rate limit: a burst at once, then a number for each minute.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// Requests at once.
    pub burst: NonZeroU32,
    /// Requests for each minute.
    pub per_minute: NonZeroU32,
}

/// Displayed as `30/12`: 30 at once, 12 a minute.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.burst, self.per_minute)
    }
}

/// Same as `Display`, so that logs stay short.
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
    /// Connections open at the same time, sockets among them. The system limit on open files may lower it.
    pub connections: NonZeroU32,
    /// Open connections from one address; not counted behind a proxy.
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
    fn limit_parses_as_it_displays() {
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
