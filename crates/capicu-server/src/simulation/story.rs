//! What happened in a simulated world: for people who look for a mistake, and for the checks at the end.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::{Arc, Mutex, MutexGuard};

use capicu::{Seat, Viewer};
use capicu_protocol::ServerMessage;
use tokio::time::Instant;

/// What can go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trouble {
    /// The server is killed.
    Crash,
    /// It is stopped as it should be, and started again.
    Restart,
    /// The disk takes its time.
    SlowDisk,
    /// It stores nothing, or stores and says that it has not.
    FailingDisk,
    /// It cannot be read.
    UnreadableDisk,
    /// The bytes of one person wait.
    Partition,
    /// The connections of one person break.
    Cut,
    /// The network takes its time.
    SlowNet,
    /// What one of several servers and the database say to each other waits.
    CutFromStore,
    /// What one of several servers says to the others, and they to it, is lost.
    CutFromBus,
    /// There is no bus between the servers.
    NoBus,
    /// What servers say to each other of players who sign out or block somebody is lost.
    LostNews,
}

impl Trouble {
    pub const ALL: [Self; 8] = [
        Self::Crash,
        Self::Restart,
        Self::SlowDisk,
        Self::FailingDisk,
        Self::UnreadableDisk,
        Self::Partition,
        Self::Cut,
        Self::SlowNet,
    ];

    /// Where there are several servers.
    pub const OF_SEVERAL: [Self; 12] = [
        Self::Crash,
        Self::Restart,
        Self::SlowDisk,
        Self::FailingDisk,
        Self::UnreadableDisk,
        Self::Partition,
        Self::Cut,
        Self::SlowNet,
        Self::CutFromStore,
        Self::CutFromBus,
        Self::NoBus,
        Self::LostNews,
    ];
}

/// A message that reached somebody at a table.
#[derive(Clone, Debug)]
pub struct Heard {
    pub who: String,
    pub viewer: Viewer,
    /// The last version that was heard of, with this one.
    pub version: u64,
    pub message: ServerMessage,
}

/// A command that was acknowledged, by the table, the seat and the key.
pub type Promised = (String, Seat, String);

/// What is remembered. Clones share it.
#[derive(Clone, Debug)]
pub struct Story {
    began: Instant,
    told: Arc<Mutex<Told>>,
}

#[derive(Debug, Default)]
pub struct Told {
    lines: Vec<(u64, String, String)>,
    pub wrong: Vec<String>,
    pub troubles: BTreeMap<Trouble, usize>,
    /// When the server started, where there is one.
    pub starts: Vec<u64>,
    /// When each shard was taken over, where there are several.
    pub taken: BTreeMap<u16, Vec<u64>>,
    /// What was heard at each table, in the order of the versions.
    pub heard: BTreeMap<String, Vec<Heard>>,
    /// The version of each promise, and whether it was a move.
    pub promises: BTreeMap<Promised, (u64, bool)>,
    /// When a fact was stored and that was said, by table and version.
    pub stored: BTreeMap<(String, u64), u64>,
    /// When a table was told that a fact may not be stored.
    pub failed: BTreeMap<String, Vec<u64>>,
}

/// What the clocks of the world show when it begins, in milliseconds since 1970.
const BEGIN: u64 = 1_700_000_000_000;

impl Story {
    /// Nothing has happened yet.
    pub fn begin() -> Self {
        Self {
            began: Instant::now(),
            told: Arc::default(),
        }
    }

    /// The time, in milliseconds since 1970.
    pub fn now(&self) -> u64 {
        BEGIN + self.began.elapsed().as_millis() as u64
    }

    pub fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().expect("nobody panics here")
    }

    pub fn log(&self, who: impl Display, what: impl Display) {
        let at = self.now() - BEGIN;
        let line = (at, who.to_string(), what.to_string());
        self.told().lines.push(line);
    }

    /// Something that must not be.
    pub fn wrong(&self, what: impl Display) {
        self.log("!", &what);
        self.told().wrong.push(what.to_string());
    }

    /// All lines. What happened to different ones in the same millisecond has no order.
    pub fn lines(&self) -> String {
        let mut told = self.told();
        told.lines.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        let line = |(at, who, what): &(u64, String, String)| format!("{at} {who}: {what}\n");
        told.lines.iter().map(line).collect()
    }
}
