//! The bodies of the HTTP requests that programs send with the token of a bot account.

use serde::{Deserialize, Serialize};

use crate::{Key, MyMatch, MyTable, PlayerId, Seat, SeatToken, TableId};

/// A permission of a bot's token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Make tables, sit down, play, and challenge players.
    Play,
    /// Accept or decline challenges.
    Challenge,
    /// Read the bot's events and its finished matches.
    Read,
}

impl Scope {
    /// Every scope, in the order in which pages offer them.
    pub const ALL: [Self; 3] = [Self::Play, Self::Challenge, Self::Read];

    /// The word for this scope on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Challenge => "challenge",
            Self::Read => "read",
        }
    }

    /// Returns the scope with this word, if there is one.
    pub fn of_word(word: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|scope| scope.word() == word)
    }
}

/// `GET /api/bot/me`: the bot that the token belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotMe {
    /// The id of the bot; it never changes.
    pub id: PlayerId,
    /// The unique name.
    pub username: String,
    /// The name that everybody reads: the username, marked as a bot's.
    pub name: String,
    /// The permissions of the token.
    pub scopes: Vec<Scope>,
    /// When the token expires, in milliseconds since 1970.
    pub expires_at: u64,
}

/// `POST /api/bot/join`: sits down at the table that has this join code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct JoinTable {
    /// The code that the host of the table was given.
    pub code: String,
}

/// The seat that a bot took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotSeat {
    /// The id of the table.
    pub table: TableId,
    /// The seat of the bot.
    pub seat: Seat,
}

/// The answer to `POST /api/bot/tables`. The bot's own seat has no token: its account opens it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotTable {
    /// The id of the table.
    pub table: TableId,
    /// The bot's own seat.
    pub seat: Seat,
    /// The open seats and their tokens.
    pub open: Vec<SeatToken>,
}

/// `POST /api/bot/tables/TABLE/resign` and `POST /api/bot/tables/TABLE/rematch`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Keyed {
    /// Makes a retry safe: the same key acts once.
    pub key: Key,
}

/// `POST /api/bot/challenges`: the bot challenges a player to a casual match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MakeChallenge {
    /// The player's username, or that of a bot.
    pub username: String,
    /// The id of the game.
    pub game: String,
    /// How long turns may take: `fast`, `usual` or `slow`. Default: `usual`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<String>,
}

/// The answer to `POST /api/bot/challenges`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MadeChallenge {
    /// The id of the challenge; the event `challenge-over` repeats it.
    pub id: String,
}

/// A challenge that a bot received.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotChallenge {
    /// The id by which the bot accepts or declines it.
    pub id: String,
    /// The username of the challenger.
    pub by: String,
    /// The id of the game.
    pub game: String,
    /// How long turns may take: `fast`, `usual` or `slow`.
    pub speed: String,
}

/// A line of `GET /api/bot/events`: something that concerns the bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BotEvent {
    /// The bot has a seat at this table. The stream begins with the seats it already has, except at tables whose last
    /// match is over.
    Seated(MyTable),
    /// A player challenges the bot. Open challenges come at the start of the stream.
    Challenged(BotChallenge),
    /// A challenge to the bot or by it is over: accepted, declined, withdrawn or expired.
    ChallengeOver {
        /// The id of the challenge.
        id: String,
    },
    /// A match of the bot ended. Matches that ended before the request are not listed.
    MatchOver(MyMatch),
}
