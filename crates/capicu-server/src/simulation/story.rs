//! The log of a simulated world: for debugging, and for the checks at the end.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::{Arc, Mutex, MutexGuard};

use capicu::{Seat, Viewer};
use capicu_protocol::ServerMessage;
use tokio::time::Instant;

/// Faults of the simulated world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trouble {
    /// A server is killed.
    Crash,
    /// A server stops cleanly and restarts.
    Restart,
    /// The disk is slow.
    SlowDisk,
    /// Writes are not stored, or are stored but reported as failed.
    FailingDisk,
    UnreadableDisk,
    /// One person's bytes are delayed.
    Partition,
    /// One person's connections break.
    Cut,
    /// The network is slow.
    SlowNet,
    /// Traffic between a server of a cluster and the database is delayed.
    CutFromStore,
    /// Traffic between a server of a cluster and the others is lost.
    CutFromBus,
    /// The bus of a cluster stops.
    NoBus,
    /// News of sign-outs and blocks between servers is lost.
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

    /// Faults of a cluster.
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

/// A message that a person received at a table.
#[derive(Clone, Debug)]
pub struct Heard {
    pub who: String,
    pub viewer: Viewer,
    /// The last version that the person knows, including this message.
    pub version: u64,
    pub message: ServerMessage,
}

/// An acknowledged command: table, seat and key.
pub type Promised = (String, Seat, String);

/// Recorded events. Clones share it.
#[derive(Clone, Debug)]
pub struct Story {
    began: Instant,
    told: Arc<Mutex<Recorded>>,
}

#[derive(Debug, Default)]
pub struct Recorded {
    lines: Vec<(u64, String, String)>,
    pub wrong: Vec<String>,
    pub troubles: BTreeMap<Trouble, usize>,
    /// Start times of a lone server.
    pub starts: Vec<u64>,
    /// Times at which each shard was taken over, in a cluster.
    pub taken: BTreeMap<u16, Vec<u64>>,
    /// Messages received at each table, by version.
    pub heard: BTreeMap<String, Vec<Heard>>,
    /// The version of each acknowledged command, and whether it was a move.
    pub promises: BTreeMap<Promised, (u64, bool)>,
    /// When a stored fact was acknowledged, by table and version.
    pub stored: BTreeMap<(String, u64), u64>,
    /// When the write of a table's fact failed.
    pub failed: BTreeMap<String, Vec<u64>>,
}

/// The time at which each world begins, in milliseconds since 1970.
const BEGIN: u64 = 1_700_000_000_000;

impl Story {
    pub fn begin() -> Self {
        Self {
            began: Instant::now(),
            told: Arc::default(),
        }
    }

    /// Returns the time in milliseconds since 1970.
    pub fn now(&self) -> u64 {
        BEGIN + self.began.elapsed().as_millis() as u64
    }

    pub fn told(&self) -> MutexGuard<'_, Recorded> {
        self.told.lock().expect("nobody panics here")
    }

    pub fn log(&self, who: impl Display, what: impl Display) {
        let at = self.now() - BEGIN;
        let line = (at, who.to_string(), what.to_string());
        self.told().lines.push(line);
    }

    /// Records a violation.
    pub fn wrong(&self, what: impl Display) {
        self.log("!", &what);
        self.told().wrong.push(what.to_string());
    }

    /// Returns all lines. Events of different actors in the same millisecond have no fixed order.
    pub fn lines(&self) -> String {
        let mut told = self.told();
        told.lines.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        let line = |(at, who, what): &(u64, String, String)| format!("{at} {who}: {what}\n");
        told.lines.iter().map(line).collect()
    }
}
