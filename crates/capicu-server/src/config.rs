//! What the server can be told.

use std::num::NonZeroU32;
use std::path::PathBuf;

/// Everything that can be set.
#[derive(Clone, Debug)]
pub struct Config {
    /// The folder of the database. Made where there is none.
    pub data: PathBuf,
    /// Other sites whose pages may use this server, such as `https://dominoes.example`. Pages that
    /// the server itself serves always may.
    pub origins: Vec<String>,
    /// Whose word about addresses counts.
    pub proxy: Proxy,
    /// How fast bots play.
    pub pace: Pace,
    /// How much one address or one socket may ask for.
    pub limits: Limits,
}

impl Config {
    /// The usual settings, with this data folder.
    pub fn new(data: PathBuf) -> Self {
        Self {
            data,
            origins: Vec::new(),
            proxy: Proxy::None,
            pace: Pace::Natural,
            limits: Limits::default(),
        }
    }
}

/// Whether requests come through another server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proxy {
    /// They come directly: the address of the connection is that of the player.
    None,
    /// All of them come through one that adds the player's address to `X-Forwarded-For`.
    Trusted,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// At once.
    pub burst: NonZeroU32,
    /// A minute.
    pub per_minute: NonZeroU32,
}

impl Limit {
    const fn new(burst: u32, per_minute: u32) -> Self {
        match (NonZeroU32::new(burst), NonZeroU32::new(per_minute)) {
            (Some(burst), Some(per_minute)) => Self { burst, per_minute },
            _ => panic!("a limit of nothing"),
        }
    }
}

/// The limits.
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
}

impl Limits {
    /// No limits to speak of: for measurements from one address.
    pub const NONE: Self = Self {
        messages: Limit::new(1_000_000, 60_000_000),
        sockets: Limit::new(1_000_000, 60_000_000),
        tables: Limit::new(1_000_000, 60_000_000),
        guesses: Limit::new(1_000_000, 60_000_000),
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            messages: Limit::new(40, 600),
            sockets: Limit::new(120, 240),
            tables: Limit::new(30, 30),
            guesses: Limit::new(20, 12),
        }
    }
}
