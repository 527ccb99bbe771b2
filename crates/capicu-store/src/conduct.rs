//! Conduct: reports, actions of moderators, and roles.

use std::fmt;

use capicu_protocol::{PlayerId, Saying, Seat, TableId};
use serde::{Deserialize, Serialize};

use crate::{Answer, Unavailable};

/// Reports and actions on them. Times are milliseconds since 1970.
///
/// Sanctions in force follow from the audit, a list of [entries](Entry) that only grows. An alias of a member counts as
/// the member.
pub trait Conduct: Send + Sync + fmt::Debug {
    /// Files a report. `Ok` means stored.
    fn report(&self, report: NewReport) -> Answer<'_, Result<(), ConductError>>;

    /// Applies an action with all its effects, and adds it to the audit, in one transaction. Returns the number of the
    /// entry.
    fn act(&self, deed: NewConductAct) -> Answer<'_, Result<u64, ConductError>>;

    /// Lists up to `limit` open reports, oldest first. Reports about deleted players are left out.
    fn open_reports(&self, limit: u32) -> Answer<'_, Result<Vec<Report>, Unavailable>>;

    /// Lists up to `limit` reports about a player, latest first.
    fn reports_about(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> Answer<'_, Result<Vec<Report>, Unavailable>>;

    /// Lists up to `limit` reports by a player, latest first.
    fn reports_by(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> Answer<'_, Result<Vec<Report>, Unavailable>>;

    /// Lists up to `limit` audit entries before number `before`, latest first.
    fn audit(&self, before: u64, limit: u32) -> Answer<'_, Result<Vec<Entry>, Unavailable>>;

    /// Lists all entries about a player, oldest first.
    fn entries_about(&self, player: PlayerId) -> Answer<'_, Result<Vec<Entry>, Unavailable>>;

    /// Lists players with roles, by id. Deleted players have none.
    fn roles(&self) -> Answer<'_, Result<Vec<(PlayerId, Role)>, Unavailable>>;
}

/// A role with permissions beyond those of all players. The higher role includes the lower one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Acts on reports.
    Moderator,
    /// Runs the server, and appoints moderators.
    Owner,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    Talk,
    /// Unfair play: telling a partner one's tiles, losing on purpose, playing by program.
    Unfair,
    /// Leaves matches on purpose.
    Leaving,
    Name,
    Other,
}

impl Why {
    /// All reasons, in the order of the form.
    pub const ALL: [Self; 5] = [
        Self::Talk,
        Self::Unfair,
        Self::Leaving,
        Self::Name,
        Self::Other,
    ];

    pub const fn id(self) -> &'static str {
        match self {
            Self::Talk => "talk",
            Self::Unfair => "unfair",
            Self::Leaving => "leaving",
            Self::Name => "name",
            Self::Other => "other",
        }
    }

    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|why| why.id() == id)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TalkLine {
    pub at: u64,
    pub seat: Seat,
    /// The player of the seat, if they have an account or are a known guest.
    pub player: Option<PlayerId>,
    pub saying: Saying,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewReport {
    pub at: u64,
    pub reporter: PlayerId,
    pub reported: PlayerId,
    pub table: TableId,
    /// Number of the match at the table, from 1; 0 before the first.
    pub number: u32,
    pub why: Why,
    pub words: String,
    /// The latest chat messages of the table, oldest first.
    pub talk: Vec<TalkLine>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Its number among all reports, from 1.
    pub number: u64,
    /// The report as filed, with current ids of the players.
    pub filed: NewReport,
    /// The number of the match among all [results](crate::Results), if it is over.
    pub result: Option<u64>,
    pub outcome: Outcome,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Open,
    Dismissed,
    Upheld,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewConductAct {
    pub at: u64,
    /// `None` for a caller who used the code that the server printed.
    pub by: Option<PlayerId>,
    pub about: PlayerId,
    pub act: ConductAct,
    /// Shown to the person it is about.
    pub reason: String,
    /// Closes open reports about the person up to this number; 0 closes none.
    pub closes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConductAct {
    Role(Option<Role>),
    Dismiss,
    Warn,
    /// Removes their name everywhere: from the account, from results and from their seats at tables.
    Rename,
    /// Forbids something until a moment, or permanently. A [ban](Sanction::Ban) ends all sessions of the player and
    /// prevents new ones while it is in force.
    Sanction {
        sanction: Sanction,
        /// The end; `None` for a permanent sanction.
        until: Option<u64>,
    },
    Lift {
        entry: u64,
    },
    Read {
        entry: u64,
    },
    SignOut,
    /// Closes a table. The entry is about its owner, and its reason begins with the table.
    Close,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sanction {
    /// Forbids free chat messages; preset phrases remain.
    Mute,
    /// Forbids seeks in the lobby.
    Pause,
    Ban,
}

impl Sanction {
    /// All sanctions, mildest first.
    pub const ALL: [Self; 3] = [Self::Mute, Self::Pause, Self::Ban];

    pub const fn id(self) -> &'static str {
        match self {
            Self::Mute => "mute",
            Self::Pause => "pause",
            Self::Ban => "ban",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number, from 1.
    pub number: u64,
    pub at: u64,
    /// `None` for a caller who used the code that the server printed.
    pub by: Option<PlayerId>,
    /// The id that the player had then.
    pub about: PlayerId,
    pub act: ConductAct,
    /// Empty once the player is deleted.
    pub reason: String,
}

/// Iterates over the sanctions in force at a moment, among the entries about a player.
pub fn in_force(entries: &[Entry], now: u64) -> impl Iterator<Item = (&Entry, Sanction)> {
    let is_lifted = |number| {
        let is_lift = move |of: &Entry| of.act == ConductAct::Lift { entry: number };
        entries.iter().any(is_lift)
    };
    entries.iter().filter_map(move |entry| match entry.act {
        ConductAct::Sanction { sanction, until } => {
            let holds = until.is_none_or(|until| until > now) && !is_lifted(entry.number);
            holds.then_some((entry, sanction))
        }
        _ => None,
    })
}

/// Returns the entry whose sanction of this kind lasts longest, if one is in force.
pub fn held(entries: &[Entry], sanction: Sanction, now: u64) -> Option<&Entry> {
    let of_it = in_force(entries, now).filter(|(_, of)| *of == sanction);
    of_it
        .map(|(entry, _)| entry)
        .max_by_key(|entry| match entry.act {
            ConductAct::Sanction {
                until: Some(until), ..
            } => until,
            _ => u64::MAX,
        })
}

/// Iterates over entries that a player should read and has not: warnings, removed names, and sanctions in force.
pub fn unread(entries: &[Entry], now: u64) -> impl Iterator<Item = &Entry> {
    let is_read = |number| {
        let is_read = move |of: &Entry| of.act == ConductAct::Read { entry: number };
        entries.iter().any(is_read)
    };
    let told = move |entry: &&Entry| match entry.act {
        ConductAct::Warn | ConductAct::Rename => true,
        ConductAct::Sanction { .. } => {
            in_force(entries, now).any(|(of, _)| of.number == entry.number)
        }
        ConductAct::Role(_)
        | ConductAct::Dismiss
        | ConductAct::Lift { .. }
        | ConductAct::Read { .. }
        | ConductAct::SignOut
        | ConductAct::Close => false,
    };
    let unread = entries.iter().filter(told);
    unread.filter(move |entry| !is_read(entry.number))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConductError {
    /// The player does not exist, or the entry to lift or read does not.
    #[error("there is nobody, or nothing, to whom this can be done")]
    Unknown,
    #[error("this was reported already")]
    Again,
    /// Not stored, or not certain to be.
    #[error("the store cannot be written")]
    Failed,
}
