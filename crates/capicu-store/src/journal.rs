//! The journal: every table as it was made, and the facts that happened at it.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use capicu::Seat;
use capicu_protocol::PlayerId;
use capicu_table::{Entry, Setup};

use crate::{DecodeError, MatchResult};

/// What a store answers, later.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Tables and their facts.
///
/// The journal decides which of two writers comes first; it knows nothing of the rules. One owner a
/// table at a time is the usual case, and the cheap one.
pub trait Journal: Send + Sync + fmt::Debug {
    /// Adds to a table. When the answer is `Ok`, all of it is stored and survives a power cut; after
    /// [`AppendError::Conflict`] and [`AppendError::KeyUsed`] nothing of it is stored; after
    /// [`AppendError::Failed`] all or nothing is.
    ///
    /// Whoever reads after the `Ok` sees it. An append that somebody stops waiting for may be stored
    /// all the same. Appends that are asked for while the last ones are on their way to the disk share
    /// one flush, so that an append costs a flush at most and much less under load.
    fn append<'a>(&'a self, table: &'a str, append: Append) -> Answer<'a, Result<(), AppendError>>;

    /// A table with all that happened at it, as it was at one moment; `None` if there is no such table.
    /// Takes time in proportion to the number of its facts.
    fn read<'a>(&'a self, table: &'a str) -> Answer<'a, Result<Option<Stored>, ReadError>>;

    /// Whether there is such a table. Does not look at its facts.
    fn has<'a>(&'a self, table: &'a str) -> Answer<'a, Result<bool, Unavailable>>;

    /// The tables at which something happened at or after `since`, in milliseconds since 1970: at most
    /// `limit` of them, the latest first. Takes time in proportion to the facts since then, not to
    /// those of the whole journal.
    fn recent(&self, since: u64, limit: u32) -> Answer<'_, Result<Vec<String>, Unavailable>>;

    /// Removes each table at which tiles were never dealt and nothing has happened since `before`, in
    /// milliseconds since 1970, and says which. Looks at every table, without holding up appends.
    ///
    /// An append to a table that was removed is a [`AppendError::Conflict`].
    /// Tables of events stay: their meetings may be played on another day.
    fn remove_unused(&self, before: u64) -> Answer<'_, Result<Vec<String>, Unavailable>>;

    /// Removes each table at which nothing has happened since `before`, as
    /// [`remove_unused`](Journal::remove_unused) does. The results of its matches stay.
    fn remove_older(&self, before: u64) -> Answer<'_, Result<Vec<String>, Unavailable>>;

    /// How much is kept, and how much of it [`remove_unused`](Journal::remove_unused) and
    /// [`remove_older`](Journal::remove_older) would remove for these moments. Looks at every table.
    fn held(&self, unused_before: u64, older_before: u64) -> Answer<'_, Result<Held, Unavailable>>;

    /// Removes a table whatever has happened at it, as [`remove_unused`](Journal::remove_unused) does.
    /// Does nothing if there is no such table.
    fn remove<'a>(&'a self, table: &'a str) -> Answer<'a, Result<(), Unavailable>>;

    /// Whether the last attempt to write succeeded. At once, without touching the disk. A store that
    /// cannot write goes on trying by itself, so that it heals without anybody asking for a write.
    fn health(&self) -> Health;

    /// Waits until all that was asked for is stored, and lets go of the files. What is asked for
    /// afterwards fails. A second call does nothing.
    fn close(&self) -> Answer<'_, ()>;
}

/// How much is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// Tables.
    pub tables: u64,
    /// Those of them at which tiles were never dealt and nothing has happened for long.
    pub unused: u64,
    /// Those at which nothing has happened for longer, whatever happened before.
    pub older: u64,
    /// Facts in their journals.
    pub facts: u64,
    /// Finished matches.
    pub matches: u64,
}

/// What is to be added to a table: all of it or nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Append {
    /// The table itself, if it is new.
    pub make: Option<Make>,
    /// Facts, whose versions go on from the last that is stored without a gap.
    pub entries: Vec<Entry>,
    /// What follows from them outside the table.
    pub effects: Vec<Effect>,
}

impl Append {
    /// A new table and its first facts, made at `at` milliseconds since 1970.
    pub fn make(setup: Setup, at: u64, entries: Vec<Entry>) -> Self {
        Self {
            make: Some(Make { setup, at }),
            entries,
            effects: Vec::new(),
        }
    }

    /// Facts of a table that is there already.
    pub fn facts(entries: Vec<Entry>) -> Self {
        Self {
            entries,
            ..Self::default()
        }
    }
}

/// A new table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Make {
    /// The table as it is made.
    pub setup: Setup,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// What follows from facts, and is stored in the same commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A match ended: it gets the next number in [`Results`](crate::Results), and is among the
    /// [matches](crate::People::matches) of those who sat there.
    MatchOver {
        /// How it ended.
        result: MatchResult,
        /// How it was played, without names: see [`Results::record`](crate::Results::record).
        record: Option<String>,
    },
    /// A seat is this player's, or nobody's any more: see [`People::seats`](crate::People::seats).
    Bound {
        /// The seat.
        seat: Seat,
        /// Whose it is.
        player: Option<PlayerId>,
    },
}

/// A table as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The table as it was made.
    pub setup: Setup,
    /// All that happened at it, from version 1 without gaps.
    pub entries: Vec<Entry>,
}

/// Whether a store can write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Health {
    /// It can, as far as it knows.
    Writable,
    /// It could not the last time that it tried.
    Unwritable {
        /// What the system says, for the operator.
        why: String,
    },
}

/// Why something was not added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// What is stored is not what the writer went by: a version is there already or the one before it
    /// is not, the table is made already or is gone, or the result of this match is stored. Read the
    /// table again.
    #[error("the table is not as its writer thought")]
    Conflict,
    /// The seat has used this key for another fact, or for this one when its answer was lost. If the
    /// version is later than the last one known, read the table again.
    #[error("the seat's command was done before, as version {version}")]
    KeyUsed {
        /// The fact that the command made then.
        version: u64,
    },
    /// Not stored, or not certain to be. Read the table again before going on.
    #[error("the journal cannot be written")]
    Failed,
}

/// A store that cannot be used at present. The reason is in its log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the store cannot be used at present")]
pub struct Unavailable;

/// Why a table cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The store failed; another attempt may succeed.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
    /// What is stored of this table makes no sense to this version of the program. Other tables are
    /// not affected.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
}

/// A row that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{row} {why}")]
pub struct Unreadable {
    /// Which row.
    pub row: RowName,
    /// What is wrong with it.
    pub why: DecodeError,
}

/// A row of a store, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowName {
    /// A table as it was made.
    Setup {
        /// The table.
        table: String,
    },
    /// A fact.
    Fact {
        /// The table.
        table: String,
        /// The number of the fact.
        version: u64,
    },
    /// A result.
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
