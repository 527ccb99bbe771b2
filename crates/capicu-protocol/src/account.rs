//! The bodies of the HTTP requests by which programs play for the accounts of bots.

use serde::{Deserialize, Serialize};

use crate::{Key, MyMatch, MyTable, PlayerId, Seat, SeatToken};

/// What a token of a bot allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Make tables, sit down, play, and challenge players.
    Play,
    /// Accept challenges, or decline them.
    Challenge,
    /// Read the bot's events and its finished matches.
    Read,
}

impl Scope {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Play, Self::Challenge, Self::Read];

    /// The word on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Challenge => "challenge",
            Self::Read => "read",
        }
    }

    /// The scope of a word.
    pub fn of_word(word: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|scope| scope.word() == word)
    }
}

/// `GET /api/bot/me`: for whom a token speaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotMe {
    /// The id of the bot; it never changes.
    pub id: PlayerId,
    /// The unique name.
    pub username: String,
    /// What everybody reads: the username, marked as a bot's.
    pub name: String,
    /// What the token allows.
    pub scopes: Vec<Scope>,
    /// From when on the token opens nothing, in milliseconds since 1970.
    pub expires_at: u64,
}

/// `POST /api/bot/join`: sits down at the table of a code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct JoinTable {
    /// The code, as whoever made the table was told it.
    pub code: String,
}

/// Where a bot sits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotSeat {
    /// The table.
    pub table: String,
    /// The seat.
    pub seat: Seat,
}

/// The answer to `POST /api/bot/tables`. The bot's own seat has no token: the account opens it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotTable {
    /// The id of the table.
    pub table: String,
    /// The bot's seat.
    pub seat: Seat,
    /// The open seats.
    pub open: Vec<SeatToken>,
}

/// `POST /api/bot/tables/TABLE/resign` and `POST /api/bot/tables/TABLE/rematch`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Keyed {
    /// Makes it safe to send the same again.
    pub key: Key,
}

/// `POST /api/bot/challenges`: the bot challenges a player to a casual match against it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MakeChallenge {
    /// The player's username, or that of a bot.
    pub username: String,
    /// The id of the game.
    pub game: String,
    /// How long turns may take: `fast`, `usual` or `slow`. Left out, `usual`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<String>,
}

/// The answer to `POST /api/bot/challenges`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MadeChallenge {
    /// What the event `challenge-over` calls it.
    pub id: String,
}

/// Somebody would like to play against a bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotChallenge {
    /// What it is called when it is accepted or declined.
    pub id: String,
    /// The username of whoever challenges.
    pub by: String,
    /// The id of the game.
    pub game: String,
    /// How long turns may take: `fast`, `usual` or `slow`.
    pub speed: String,
}

/// A line of `GET /api/bot/events`: something that concerns a bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BotEvent {
    /// The bot has a seat at this table. Those from before come first, without those whose last match is over.
    Seated(MyTable),
    /// Somebody challenges the bot. Those that are open are told first.
    Challenged(BotChallenge),
    /// A challenge of the bot, or by it, is over: accepted, declined, taken back, or too old.
    ChallengeOver {
        /// Which.
        id: String,
    },
    /// A match that the bot played has ended. Those from before the request are not told.
    MatchOver(MyMatch),
}
