//! The journal: the setup of every table, and its facts.

use std::collections::BTreeSet;
use std::fmt;
use std::future::Future;
use std::pin::Pin;

use capicu::Seat;
use capicu_protocol::{PlayerId, TableId};
use capicu_table::{Entry, Setup};

use crate::{DecodeError, MatchResult};

pub type Answer<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Tables and their facts.
///
/// The journal orders concurrent writers; it knows no rules. Usually a table has one owner at a time, and that is the
/// cheap case.
pub trait Journal: Send + Sync + fmt::Debug {
    /// Appends to a table. `Ok` means that all of it is stored on disk. After [`AppendError::Conflict`] and
    /// [`AppendError::KeyUsed`] nothing is stored; after [`AppendError::Failed`] all or nothing is.
    ///
    /// Reads that start after the `Ok` see it. If the caller drops the future, the append may be stored anyway. Appends
    /// that arrive during a flush share the next one, so under load an append costs much less than a flush.
    fn append<'a>(
        &'a self,
        table: &'a TableId,
        append: Append,
    ) -> Answer<'a, Result<(), AppendError>>;

    /// Returns a table with all its facts, as of one moment; `None` if it does not exist. Takes time in proportion to
    /// its facts.
    fn read<'a>(&'a self, table: &'a TableId) -> Answer<'a, Result<Option<Stored>, ReadError>>;

    /// Whether the table exists. Reads no facts.
    fn has<'a>(&'a self, table: &'a TableId) -> Answer<'a, Result<bool, Unavailable>>;

    /// Finds those of these tables that exist and that anybody may watch. Reads no facts. Unreadable tables are left
    /// out.
    fn watchable(&self, tables: Vec<TableId>)
    -> Answer<'_, Result<BTreeSet<TableId>, Unavailable>>;

    /// Lists up to `limit` tables with facts at or after `since`, in milliseconds since 1970, latest first. Takes time
    /// in proportion to the facts since then, not to the whole journal.
    fn recent(&self, since: u64, limit: u32) -> Answer<'_, Result<Vec<TableId>, Unavailable>>;

    /// Removes tables without a deal whose last fact is older than `before`, in milliseconds since 1970, and lists
    /// them. Reads every table, but does not delay appends.
    ///
    /// An append to a removed table is an [`AppendError::Conflict`]. Tables of events stay: their meetings may be
    /// played on another day.
    fn remove_unused(&self, before: u64) -> Answer<'_, Result<Vec<TableId>, Unavailable>>;

    /// Removes tables whose last fact is older than `before`, like [`remove_unused`](Journal::remove_unused). Results
    /// of their matches stay.
    fn remove_older(&self, before: u64) -> Answer<'_, Result<Vec<TableId>, Unavailable>>;

    /// Counts stored tables, and those that [`remove_unused`](Journal::remove_unused) and
    /// [`remove_older`](Journal::remove_older) would remove for these moments. Reads every table.
    fn held(&self, unused_before: u64, older_before: u64) -> Answer<'_, Result<Held, Unavailable>>;

    /// Removes a table, used or not, like [`remove_unused`](Journal::remove_unused). Does nothing if it does not exist.
    fn remove<'a>(&'a self, table: &'a TableId) -> Answer<'a, Result<(), Unavailable>>;

    /// Whether the last attempt to write succeeded. Returns at once, without disk access. A store that cannot write
    /// keeps trying, so it recovers without new requests.
    fn health(&self) -> Health;

    /// Waits until all pending writes are stored, and closes the files. Later writes fail. A second call does nothing.
    fn close(&self) -> Answer<'_, ()>;
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    pub tables: u64,
    /// Tables without a deal that have been inactive for long.
    pub unused: u64,
    /// Tables that have been inactive for longer, used or not.
    pub older: u64,
    pub facts: u64,
    pub matches: u64,
}

/// An addition to a table: all of it or nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Append {
    pub make: Option<Make>,
    /// Facts; their versions continue the stored ones without a gap.
    pub entries: Vec<Entry>,
    pub effects: Vec<Effect>,
}

impl Append {
    /// Creates a table with its first facts at `at` milliseconds since 1970.
    pub fn make(setup: Setup, at: u64, entries: Vec<Entry>) -> Self {
        Self {
            make: Some(Make { setup, at }),
            entries,
            effects: Vec::new(),
        }
    }

    pub fn facts(entries: Vec<Entry>) -> Self {
        Self {
            entries,
            ..Self::default()
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Make {
    pub setup: Setup,
    /// In milliseconds since 1970.
    pub at: u64,
}

/// A consequence of facts, stored in the same transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A match ended. It gets the next number in [`Results`](crate::Results) and is listed in the
    /// [matches](crate::People::matches) of its players.
    MatchOver {
        result: MatchResult,
        /// The match record without names: see [`Results::record`](crate::Results::record).
        record: Option<String>,
    },
    /// A seat now belongs to this player, or to nobody: see [`People::seats`](crate::People::seats).
    Bound {
        seat: Seat,
        player: Option<PlayerId>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    pub setup: Setup,
    /// All facts, from version 1 without gaps.
    pub entries: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Health {
    /// It can write, as far as it knows.
    Writable,
    /// The last attempt to write failed.
    Unwritable {
        /// The error of the system, for the operator.
        why: String,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// The store differs from what the writer assumed. The version exists or the one before does not; the table exists
    /// or was removed; or the result of this match is stored. Read the table again.
    #[error("the table is not as its writer thought")]
    Conflict,
    /// The seat has used this key for another fact, or for this one if its answer was lost. If the version is later
    /// than the last one known, read the table again.
    #[error("the seat's command was done before, as version {version}")]
    KeyUsed { version: u64 },
    /// Not stored, or not certain to be. Read the table again before you continue.
    #[error("the journal cannot be written")]
    Failed,
}

/// The store cannot be used at present. Its log contains the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the store cannot be used at present")]
pub struct Unavailable;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The store failed; another attempt may succeed.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
    /// This version cannot decode the table. Other tables are not affected.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{row} {why}")]
pub struct Unreadable {
    pub row: RowName,
    pub why: DecodeError,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowName {
    Setup {
        table: TableId,
    },
    Fact {
        table: TableId,
        version: u64,
    },
    Result {
        /// Its number among all results.
        sequence: u64,
    },
}

impl fmt::Display for RowName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setup { table } => write!(f, "the set-up of table {table}"),
            Self::Fact { table, version } => write!(f, "fact {version} of table {table}"),
            Self::Result { sequence } => write!(f, "result {sequence}"),
        }
    }
}
