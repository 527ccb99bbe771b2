//! The bodies of the HTTP requests.

use serde::{Deserialize, Serialize};

use crate::{Hints, Level, Passed, Seat, TableId, TableRules, Token, TurnTime, Watching};

/// `POST /api/tables`: makes a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CreateTable {
    /// The rules; options left out have the values of the game.
    pub rules: TableRules,
    /// The plan for each seat. Exactly one seat is the host's.
    #[cfg_attr(feature = "schema", schemars(length(min = 2, max = capicu::MAX_SEATS)))]
    pub seats: Vec<Plan>,
    /// How long a turn may take. Default: no limit if only one person plays, otherwise a minute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_time: Option<TurnTime>,
    /// How long the table waits for an absent player before a bot takes over, in seconds. Default: 20.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = crate::MIN_GRACE, max = crate::MAX_GRACE)))]
    pub grace: Option<u16>,
    /// How well the bots play. Default: as a sound club player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// Whether players may ask for hints. Default: no.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hints: Option<Hints>,
    /// Whether anybody may watch. Default: no.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watching: Option<Watching>,
    /// Whether the table shows the numbers that each seat has passed on. Default: yes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passed: Option<Passed>,
    /// The name of the host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = crate::MAX_NAME)))]
    pub name: Option<String>,
}

/// The plan for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Plan {
    /// The host of the table.
    Me,
    /// The first player who opens the link; a bot until then.
    Open,
    /// A bot, for the whole match.
    Bot,
}

/// The answer to `POST /api/tables`. The link of a seat is `/t/TABLE#TOKEN`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Created {
    /// The id of the table.
    pub table: TableId,
    /// The host's seat.
    pub seat: Seat,
    /// The token of the host's seat.
    pub token: Token,
    /// The open seats and their tokens.
    pub open: Vec<SeatToken>,
}

/// A seat to give away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatToken {
    /// The seat that the token opens.
    pub seat: Seat,
    /// The secret in the seat's link.
    pub token: Token,
}

/// A part of `GET /api/rules/GAME?lang=es&players=4&OPTION=VALUE`: the rules as a person would explain them. Players
/// and options left out have the usual values of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesSection {
    /// The heading of the part.
    pub title: String,
    /// The sentences of the part.
    pub sentences: Vec<String>,
}

/// An entry of `GET /api/games?lang=es`: a game from a rule file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FileGame {
    /// Its id; empty if the file gives it none.
    pub id: String,
    /// The name of the game.
    pub name: String,
    /// A description of one or two sentences.
    pub line: String,
    /// Its rules for each number of players, the usual one first, as a change of a built-in game.
    pub rules: Vec<TableRules>,
}

/// An entry of `GET /api/options/LANG`: the form's text for an option of the rules or for one of its values. `level`,
/// `hints`, `watching` and `passed` are included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionText {
    /// The option, `OPTION.help` for what it decides, `OPTION-WORD` for one of its words, or `clash-NAME` for why two
    /// options exclude each other.
    pub name: String,
    /// The text in the requested language.
    pub text: String,
}

/// `GET /api/health`: the versions that run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Health {
    /// The version of the server.
    pub version: String,
    /// The version of the wire.
    pub protocol: u32,
}

/// The body of a failed HTTP request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ApiError {
    /// The kind of failure.
    pub code: ApiErrorCode,
    /// The options to change.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<OptionProblem>,
    /// Details for developers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

/// The kinds of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ApiErrorCode {
    /// The body is not JSON, or not of the required type. Status 400.
    Malformed,
    /// The body is too long. Status 413.
    TooLarge,
    /// There is no such game. Status 422.
    UnknownGame,
    /// The game is not played by this number of players. Status 422.
    BadPlayers,
    /// Options have values they do not accept, or contradict each other. Status 422.
    BadOptions,
    /// There is not one plan for each seat, or not exactly one plan is the host's. Status 422.
    BadSeats,
    /// A name has 1 to 24 characters without control characters. Status 422.
    BadName,
    /// The waiting time for absent players is too short or too long. Status 422.
    BadGrace,
    /// Too many requests from this address. Status 429.
    Flood,
    /// The request comes from another site. Status 403.
    ForeignOrigin,
    /// There is nothing at this address. Status 404.
    NotFound,
    /// The address does not accept this method. Status 405.
    BadMethod,
    /// The request needs a signed-in player. Status 401.
    NotSignedIn,
    /// A username is a letter and 1 to 19 letters, digits, `_` and `-`, and some names are reserved. Status 422.
    BadUsername,
    /// Another player has the username, or one that looks like it. Status 409.
    UsernameTaken,
    /// The recovery code or link is wrong, used or expired. Status 403.
    BadCode,
    /// Passkeys do not work at this address: they need https and a host name. Status 409.
    NoPasskeys,
    /// The passkey ceremony is over: it took longer than five minutes, was finished before, or was begun by another
    /// player. Status 403.
    CeremonyOver,
    /// The passkey is unknown, or the signature does not match the request. Status 403.
    BadPasskey,
    /// The passkey already belongs to a player. Status 409.
    PasskeyKnown,
    /// The player has the maximum number of passkeys. Status 409.
    TooManyPasskeys,
    /// The account would have no way left to sign in. Status 409.
    LastWayIn,
    /// The token of the bot is missing, unknown or revoked. Status 401.
    BadToken,
    /// The token of the bot has expired: its owner makes another. Status 401.
    TokenExpired,
    /// The token of the bot does not allow this. Status 403.
    OutOfScope,
    /// The player has blocked the other player. Status 409.
    Blocked,
    /// The maximum number of friends, open requests or blocks is reached. Status 409.
    Full,
    /// The player may not play with people in the lobby for a while. Status 403.
    Paused,
    /// The player is banned and cannot sign in. Status 403.
    Banned,
    /// The server cannot write the journal. Status 503.
    Unavailable,
}

/// An option that has to change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionProblem {
    /// The name of the option.
    pub option: String,
    /// The reason, for developers.
    pub detail: String,
}
