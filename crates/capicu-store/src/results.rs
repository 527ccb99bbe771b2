//! Matches that are over.

use std::fmt;

use capicu::Team;
use capicu::fair::Commitment;
use capicu_protocol::{Level, Part, PlayerId};
use capicu_ratings::{Change, Family};

use crate::{Answer, AppendError, ReadError, Unavailable};

/// The matches that ended, in the order in which their ends were stored: whoever keeps a list of its
/// own (of ratings, of pairings) asks for what came after the last one it has seen.
pub trait Results: Send + Sync + fmt::Debug {
    /// The results after this sequence number, in order: at most `limit` of them. Numbers count from 1
    /// without gaps, and one that was seen never changes, so that an empty answer to
    /// `since(last, limit)` means that nothing is missing.
    ///
    /// A result that cannot be read ends the answer before it, and is an error when it would be the
    /// first.
    fn since(&self, sequence: u64, limit: u32) -> Answer<'_, Result<Vec<Ended>, ReadError>>;

    /// How the match of this sequence number was played, as the text that came with its end; `None` if none
    /// did, or there is no such match. It stays when the table goes. What it says is not looked at, so it
    /// must hold no name: those are in the result, from which a deleted player's is removed.
    fn record(&self, sequence: u64) -> Answer<'_, Result<Option<String>, Unavailable>>;

    /// Writes down what a result did to ratings: all of it or nothing, and once for each result. When the answer
    /// is `Ok`, it is stored. A conflict if something of this result is written already, or there is no such
    /// result.
    fn rate(&self, rated: Rated) -> Answer<'_, Result<(), AppendError>>;

    /// What the results after this sequence number did to ratings, in order, as far as it is written: at most
    /// `limit` of them. What cannot be read is left out.
    fn rated(&self, sequence: u64, limit: u32) -> Answer<'_, Result<Vec<Rated>, Unavailable>>;

    /// Forgets what results did to ratings, so that it can be written anew.
    fn forget_rated(&self) -> Answer<'_, Result<(), AppendError>>;
}

/// A result with its place among all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Its number among all results of the store, from 1.
    pub sequence: u64,
    /// The table that the match was played at.
    pub table: String,
    /// The result.
    pub result: MatchResult,
}

/// How a match ended, for whoever was not at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchResult {
    /// The number of the match at its table, from 1.
    pub number: u32,
    /// When it ended, in milliseconds since 1970.
    pub at: u64,
    /// The id of the game: [`capicu::Game::id`].
    pub game: String,
    /// The number of the rules engine it was played by: [`capicu::ENGINE`].
    pub engine: u32,
    /// The score of each side.
    pub scores: Vec<u16>,
    /// The side that won.
    pub winner: Team,
    /// Who sat where at the end, in the order of play.
    pub seats: Vec<Sitter>,
    /// How many rounds were played.
    pub rounds: u32,
    /// The commitment of the seed that the deals came from.
    pub commitment: Commitment,
    /// The family of games that the match is rated in; `None` for a casual one.
    pub rated: Option<Family>,
    /// What kind of table it was played at.
    pub venue: Venue,
}

/// What kind of table a match was played at, as far as it matters to whoever leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Venue {
    /// One that somebody or an event made, or one from before this was kept.
    #[default]
    Private,
    /// One of the lobby.
    Lobby,
    /// One of the lobby that was brought in anew in mid-match: the server had stopped, or nobody had been there
    /// for a while.
    LobbyInterrupted,
}

/// What the result of a rated match did to ratings.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// The number of the result among all.
    pub sequence: u64,
    /// The number of the formulae: [`capicu_ratings::ALGORITHM`].
    pub algorithm: u32,
    /// The ratings that it changed; none for a match that has no weight.
    pub changes: Vec<Change<PlayerId>>,
}

/// Who sat in a seat when a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sitter {
    /// A person.
    Person {
        /// What the player is called.
        name: Option<String>,
        /// Who it is, if somebody the server knows.
        player: Option<PlayerId>,
        /// What the match counts as for them; in results from before that was kept, that they played.
        part: Part,
        /// In how many rounds a bot acted last for them, while they were away.
        substituted: u16,
    },
    /// A bot that played for a person, who was away or had left.
    StandIn {
        /// What the person is called.
        name: Option<String>,
        /// Who it is, if somebody the server knows.
        player: Option<PlayerId>,
        /// How well the bot plays.
        level: Level,
        /// In how many rounds a bot acted last for them.
        substituted: u16,
    },
    /// A bot.
    Bot {
        /// How well it plays.
        level: Level,
    },
}

impl Sitter {
    /// What the match counts as for the seat: see `docs/leaving.md`.
    pub const fn part(&self) -> Part {
        match self {
            Self::Person { part, .. } => *part,
            Self::StandIn { .. } => Part::Left,
            Self::Bot { .. } => Part::Played,
        }
    }

    /// In how many rounds a bot acted last for the person of the seat, who was away.
    pub const fn substituted(&self) -> u16 {
        match self {
            Self::Person { substituted, .. } | Self::StandIn { substituted, .. } => *substituted,
            Self::Bot { .. } => 0,
        }
    }

    /// Who it is, if somebody the server knows.
    pub const fn player(&self) -> Option<PlayerId> {
        match self {
            Self::Person { player, .. } | Self::StandIn { player, .. } => *player,
            Self::Bot { .. } => None,
        }
    }
}
