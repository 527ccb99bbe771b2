//! How people behave towards each other: reports, what moderators do about them, and who may be one.

use std::fmt;

use capicu_protocol::{PlayerId, Saying, Seat};
use serde::{Deserialize, Serialize};

use crate::{Answer, Unavailable};

/// What was reported and what was done about it. Times are milliseconds since 1970.
///
/// What somebody may do follows from the audit, a list of [entries](Entry) to which things are added and from which
/// nothing is ever removed. An alias stands for its member, whoever is named.
pub trait Conduct: Send + Sync + fmt::Debug {
    /// Files a report. When the answer is `Ok`, it is stored.
    fn report(&self, report: NewReport) -> Answer<'_, Result<(), ConductError>>;

    /// Does something about somebody, with all that follows from it, and adds it to the audit: all of it or
    /// nothing. The number of the entry.
    fn act(&self, deed: Deed) -> Answer<'_, Result<u64, ConductError>>;

    /// The reports about which nothing was done, the oldest first: at most `limit`. Those about players who are gone
    /// are left out.
    fn open_reports(&self, limit: u32) -> Answer<'_, Result<Vec<Report>, Unavailable>>;

    /// The reports about a player, the latest first: at most `limit`.
    fn reports_about(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> Answer<'_, Result<Vec<Report>, Unavailable>>;

    /// The reports by a player, the latest first: at most `limit`.
    fn reports_by(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> Answer<'_, Result<Vec<Report>, Unavailable>>;

    /// The audit before the entry of number `before`, the latest first: at most `limit` entries.
    fn audit(&self, before: u64, limit: u32) -> Answer<'_, Result<Vec<Entry>, Unavailable>>;

    /// All entries about a player, the oldest first.
    fn entries_about(&self, player: PlayerId) -> Answer<'_, Result<Vec<Entry>, Unavailable>>;

    /// Who has which role, by their ids. Players who are gone have none.
    fn roles(&self) -> Answer<'_, Result<Vec<(PlayerId, Role)>, Unavailable>>;
}

/// What somebody may do beyond what everybody may; a greater one includes the lesser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Looks after how people behave.
    Moderator,
    /// Runs the server, and says who moderates.
    Owner,
}

/// What somebody is reported for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// What they said.
    Talk,
    /// Unfair play: tiles told to a partner, matches lost on purpose, a program that plays.
    Unfair,
    /// Leaving on purpose.
    Leaving,
    /// What they are called.
    Name,
    /// Something else.
    Other,
}

impl Why {
    /// Every reason, in the order in which they are offered.
    pub const ALL: [Self; 5] = [
        Self::Talk,
        Self::Unfair,
        Self::Leaving,
        Self::Name,
        Self::Other,
    ];

    /// The word in forms and in the store.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Talk => "talk",
            Self::Unfair => "unfair",
            Self::Leaving => "leaving",
            Self::Name => "name",
            Self::Other => "other",
        }
    }

    /// The reason of a word.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|why| why.id() == id)
    }
}

/// Something that was said at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TalkLine {
    /// When.
    pub at: u64,
    /// From which seat.
    pub seat: Seat,
    /// Whose the seat was, if somebody's whom the server knows.
    pub player: Option<PlayerId>,
    /// What.
    pub saying: Saying,
}

/// A report to be filed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewReport {
    /// When.
    pub at: u64,
    /// By whom.
    pub reporter: PlayerId,
    /// About whom.
    pub reported: PlayerId,
    /// The table where it happened.
    pub table: String,
    /// The match there, from 1; 0 before the first.
    pub number: u32,
    /// What for.
    pub why: Why,
    /// The reporter's own words.
    pub words: String,
    /// What was said there last, the oldest first.
    pub talk: Vec<TalkLine>,
}

/// A report that was filed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Its number among all reports, from 1.
    pub number: u64,
    /// What was filed, under the ids of those who are meant today.
    pub filed: NewReport,
    /// The number of the match among all [results](crate::Results), if it is over.
    pub result: Option<u64>,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing yet.
    Open,
    /// It was dismissed.
    Dismissed,
    /// Something was done.
    Upheld,
}

/// Something that is done about somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    /// When.
    pub at: u64,
    /// By whom; `None`: by whoever had the code that the server printed.
    pub by: Option<PlayerId>,
    /// About whom.
    pub about: PlayerId,
    /// What.
    pub act: Act,
    /// Why. The person is told.
    pub reason: String,
    /// Open reports about them up to this number are closed by it; 0 for none.
    pub closes: u64,
}

/// What is done about somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// A member has this role from now on, or none any more.
    Role(Option<Role>),
    /// Reports were looked at, and nothing follows.
    Dismiss,
    /// They are told what they should not do.
    Warn,
    /// Their name is taken away: their own, and the one in results and at tables whose seats are theirs.
    Rename,
    /// They may not do something, until a moment or for good. A [ban](Sanction::Ban) ends all their sessions, and
    /// nothing signs them in while it holds.
    Sanction {
        /// What they may not do.
        sanction: Sanction,
        /// Until when; `None` for good.
        until: Option<u64>,
    },
    /// A sanction holds no longer.
    Lift {
        /// The number of its entry.
        entry: u64,
    },
    /// They have read what an entry says.
    Read {
        /// Its number.
        entry: u64,
    },
    /// They were signed out on every device.
    SignOut,
    /// A table was closed, by the owner whom the entry is about; its reason begins with the table.
    Close,
}

/// What somebody may not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sanction {
    /// Say anything in words of their own.
    Mute,
    /// Look for people in the lobby.
    Pause,
    /// Be signed in.
    Ban,
}

impl Sanction {
    /// Every sanction, the mildest first.
    pub const ALL: [Self; 3] = [Self::Mute, Self::Pause, Self::Ban];

    /// The word in forms and in the store.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Mute => "mute",
            Self::Pause => "pause",
            Self::Ban => "ban",
        }
    }
}

/// An entry of the audit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number, from 1.
    pub number: u64,
    /// When.
    pub at: u64,
    /// Who did it; `None`: whoever had the code that the server printed.
    pub by: Option<PlayerId>,
    /// To whom, by the id that they had.
    pub about: PlayerId,
    /// What was done.
    pub act: Act,
    /// Why; empty once the player is deleted.
    pub reason: String,
}

/// Which of the entries about somebody hold at a moment.
pub fn in_force(entries: &[Entry], now: u64) -> impl Iterator<Item = (&Entry, Sanction)> {
    let is_lifted = |number| {
        let is_lift = move |of: &Entry| of.act == Act::Lift { entry: number };
        entries.iter().any(is_lift)
    };
    entries.iter().filter_map(move |entry| match entry.act {
        Act::Sanction { sanction, until } => {
            let holds = until.is_none_or(|until| until > now) && !is_lifted(entry.number);
            holds.then_some((entry, sanction))
        }
        _ => None,
    })
}

/// The entry by which somebody may not do something for the longest time, if they may not.
pub fn held(entries: &[Entry], sanction: Sanction, now: u64) -> Option<&Entry> {
    let of_it = in_force(entries, now).filter(|(_, of)| *of == sanction);
    of_it
        .map(|(entry, _)| entry)
        .max_by_key(|entry| match entry.act {
            Act::Sanction {
                until: Some(until), ..
            } => until,
            _ => u64::MAX,
        })
}

/// Which entries somebody has not read who should: warnings, a name that was taken away, and what holds.
pub fn unread(entries: &[Entry], now: u64) -> impl Iterator<Item = &Entry> {
    let is_read = |number| {
        let is_read = move |of: &Entry| of.act == Act::Read { entry: number };
        entries.iter().any(is_read)
    };
    let told = move |entry: &&Entry| match entry.act {
        Act::Warn | Act::Rename => true,
        Act::Sanction { .. } => in_force(entries, now).any(|(of, _)| of.number == entry.number),
        Act::Role(_)
        | Act::Dismiss
        | Act::Lift { .. }
        | Act::Read { .. }
        | Act::SignOut
        | Act::Close => false,
    };
    let unread = entries.iter().filter(told);
    unread.filter(move |entry| !is_read(entry.number))
}

/// Why something was not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConductError {
    /// There is nobody to whom this can be done, or nothing that could be lifted or read.
    #[error("there is nobody, or nothing, to whom this can be done")]
    Unknown,
    /// The same player has reported the same one for the same match.
    #[error("this was reported already")]
    Again,
    /// Not stored, or not certain to be.
    #[error("the store cannot be written")]
    Failed,
}
