//! Results of finished matches.

use std::fmt;

use capicu::Side;
use capicu::fair::Commitment;
use capicu_protocol::{Level, Part, PlayerId, TableId};
use capicu_ratings::{Change, Family};

use crate::{Answer, AppendError, ReadError, Unavailable};

/// Finished matches, in the order in which their ends were stored. Users of this list, such as ratings, ask for results
/// after the last one they know.
pub trait Results: Send + Sync + fmt::Debug {
    /// Lists up to `limit` results after this sequence number, in order. Numbers count from 1 without gaps, and a
    /// result never changes once read. An empty answer to `since(last, limit)` therefore means that nothing is missing.
    ///
    /// An unreadable result ends the list before it; it is an error if it would be the first.
    fn since(&self, sequence: u64, limit: u32) -> Answer<'_, Result<Vec<Ended>, ReadError>>;

    /// Returns the match record of this sequence number, as stored with its end; `None` without a record or a match. It
    /// stays when the table is removed. The store does not inspect it, so it must contain no names: those are in the
    /// result, from which they can be deleted.
    fn record(&self, sequence: u64) -> Answer<'_, Result<Option<String>, Unavailable>>;

    /// Stores the changes of ratings by a result: all or nothing, and once for each result. `Ok` means stored. A
    /// conflict if changes of this result are stored, or it does not exist.
    fn rate(&self, rated: Rated) -> Answer<'_, Result<(), AppendError>>;

    /// Lists up to `limit` stored changes of ratings after this sequence number, in order. Unreadable ones are left
    /// out.
    fn rated(&self, sequence: u64, limit: u32) -> Answer<'_, Result<Vec<Rated>, Unavailable>>;

    /// Removes all changes of ratings, so that they can be computed again.
    fn forget_rated(&self) -> Answer<'_, Result<(), AppendError>>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Its number among all results of the store, from 1.
    pub sequence: u64,
    pub table: TableId,
    pub result: MatchResult,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchResult {
    /// The number of the match at its table, from 1.
    pub number: u32,
    /// In milliseconds since 1970.
    pub at: u64,
    /// The id of the game: [`capicu::Game::id`].
    pub game: String,
    /// The version of the rules engine: [`capicu::ENGINE`].
    pub engine: u32,
    pub scores: Vec<u16>,
    pub winner: Side,
    pub seats: Vec<Sitter>,
    pub rounds: u32,
    pub commitment: Commitment,
    /// The rating family; `None` for a casual match.
    pub rated: Option<Family>,
    pub venue: Venue,
}

/// The kind of table, as far as it matters for the penalty of leaving.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Venue {
    /// Created by a player or for an event, or older than this field.
    #[default]
    Private,
    Lobby,
    /// A lobby table that was loaded again during the match: the server was restarted, or all players were away for a
    /// while.
    LobbyInterrupted,
}

impl MatchResult {
    /// Whether the lobby made the table. Anybody may watch its tables, and only they are rated.
    pub const fn is_of_lobby(&self) -> bool {
        self.rated.is_some() || !matches!(self.venue, Venue::Private)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// The number of the result among all.
    pub sequence: u64,
    /// The version of the formulae: [`capicu_ratings::ALGORITHM`].
    pub algorithm: u32,
    /// Changed ratings; none for a match without weight.
    pub changes: Vec<Change<PlayerId>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sitter {
    Person {
        name: Option<String>,
        /// Their id, if the server knows it.
        player: Option<PlayerId>,
        /// How the match counts for them. In older results without this field: `played`.
        part: Part,
        /// Rounds in which a bot acted last for them, while they were away.
        substituted: u16,
    },
    /// A bot that replaced a person who was away or had left.
    StandIn {
        name: Option<String>,
        /// The id of the person, if the server knows it.
        player: Option<PlayerId>,
        level: Level,
        /// Rounds in which a bot acted last for the person.
        substituted: u16,
    },
    Bot {
        level: Level,
    },
}

impl Sitter {
    /// Returns how the match counts for the seat: see `docs/hosting/moderate.md`.
    pub const fn part(&self) -> Part {
        match self {
            Self::Person { part, .. } => *part,
            Self::StandIn { .. } => Part::Left,
            Self::Bot { .. } => Part::Played,
        }
    }

    /// Returns the number of rounds in which a bot acted last for the seat's person.
    pub const fn substituted(&self) -> u16 {
        match self {
            Self::Person { substituted, .. } | Self::StandIn { substituted, .. } => *substituted,
            Self::Bot { .. } => 0,
        }
    }

    pub const fn player(&self) -> Option<PlayerId> {
        match self {
            Self::Person { player, .. } | Self::StandIn { player, .. } => *player,
            Self::Bot { .. } => None,
        }
    }
}
