//! The bodies of the HTTP requests.

use serde::{Deserialize, Serialize};

use crate::{Hints, Level, Passed, Seat, TableRules, Token, TurnTime, Watching};

/// `POST /api/tables`: makes a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CreateTable {
    /// The rules; options that are not named are those of the game.
    pub rules: TableRules,
    /// Who is to sit where. Exactly one seat is the maker's.
    #[cfg_attr(feature = "schema", schemars(length(min = 2, max = capicu::MAX_SEATS)))]
    pub seats: Vec<Plan>,
    /// How long a turn may take. Left out, no limit among bots and a minute among friends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_time: Option<TurnTime>,
    /// How long the table waits for somebody who is away before a bot plays on, in seconds. Left out, 20.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = crate::MIN_GRACE, max = crate::MAX_GRACE)))]
    pub grace: Option<u16>,
    /// How well the bots play. Left out, as a sound club player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// Whether players may ask what to play. Left out, they may not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hints: Option<Hints>,
    /// Whether anybody may watch. Left out, nobody may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watching: Option<Watching>,
    /// Whether the numbers that each seat has passed on are shown. Left out, they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passed: Option<Passed>,
    /// What the maker is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = crate::MAX_NAME)))]
    pub name: Option<String>,
}

/// Who is to sit in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Plan {
    /// The maker of the table.
    Me,
    /// Whoever opens the link; a bot until then.
    Open,
    /// A bot.
    Bot,
}

/// The answer: the table is made. The link of a seat is `/t/TABLE#TOKEN`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Created {
    /// The id of the table.
    pub table: String,
    /// The maker's seat.
    pub seat: Seat,
    /// Its token.
    pub token: Token,
    /// The open seats.
    pub open: Vec<SeatToken>,
}

/// A seat to give away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatToken {
    /// Which.
    pub seat: Seat,
    /// Its token.
    pub token: Token,
}

/// A part of `GET /api/rules/GAME?lang=es&players=4&OPTION=VALUE`: the rules as a person would explain
/// them. Players and options left out are the usual ones of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesSection {
    /// What it is about.
    pub title: String,
    /// The sentences.
    pub sentences: Vec<String>,
}

/// One of `GET /api/games?lang=es`: a game that is a rule file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FileGame {
    /// Its id; empty if the file gives it none.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What it is, in a sentence or two.
    pub line: String,
    /// Its rules for each number of players, the usual one first, as a change of a built-in game.
    pub rules: Vec<TableRules>,
}

/// A text of `GET /api/options/LANG`: what the options of the rules and their values are called in a form,
/// and so `level`, `hints`, `watching` and `passed`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionText {
    /// The option, `OPTION.help` for what it decides, or `OPTION-WORD` for one of its words.
    pub name: String,
    /// In the language asked for.
    pub text: String,
}

/// `GET /api/health`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Health {
    /// The version of the server.
    pub version: String,
    /// The version of the wire.
    pub protocol: u32,
}

/// Why an HTTP request failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ApiError {
    /// What kind of failure.
    pub code: ApiErrorCode,
    /// The options to change.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<OptionProblem>,
    /// More about it, for developers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

/// The kinds of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ApiErrorCode {
    /// The body is not JSON, or not what is asked for. Status 400.
    Malformed,
    /// The body is too long. Status 413.
    TooLarge,
    /// There is no such game. Status 422.
    UnknownGame,
    /// The game is not played by so many. Status 422.
    BadPlayers,
    /// Options have values they do not accept, or contradict each other. Status 422.
    BadOptions,
    /// Not one plan for each seat, or not exactly one of them the maker's. Status 422.
    BadSeats,
    /// A name is 1 to 24 characters without control characters. Status 422.
    BadName,
    /// The table would wait too short or too long for somebody who is away. Status 422.
    BadGrace,
    /// Too many requests from this address. Status 429.
    Flood,
    /// The request comes from another site. Status 403.
    ForeignOrigin,
    /// There is nothing here. Status 404.
    NotFound,
    /// Not a request for this address. Status 405.
    BadMethod,
    /// Nobody is signed in. Status 401.
    NotSignedIn,
    /// A username is a letter and 1 to 19 letters, digits, `_` and `-`, and some are kept for the house.
    /// Status 422.
    BadUsername,
    /// Somebody has the username, or one that looks like it. Status 409.
    UsernameTaken,
    /// The recovery code or link opens nothing: it is wrong, used up or too old. Status 403.
    BadCode,
    /// Passkeys do not work at this address: they need https and a name. Status 409.
    NoPasskeys,
    /// The ceremony of a passkey is over: it took longer than five minutes, was finished before, or was begun by
    /// somebody else. Status 403.
    CeremonyOver,
    /// The passkey proves nothing: it is unknown, or what was signed is not what was asked for. Status 403.
    BadPasskey,
    /// The passkey is somebody's already. Status 409.
    PasskeyKnown,
    /// The player has as many passkeys as one may have. Status 409.
    TooManyPasskeys,
    /// Nothing would be left by which the member could sign in. Status 409.
    LastWayIn,
    /// No token of a bot is shown, or one that is none, or was revoked. Status 401.
    BadToken,
    /// The token of the bot has expired: its owner makes another. Status 401.
    TokenExpired,
    /// The token of the bot does not allow this. Status 403.
    OutOfScope,
    /// Whoever asks blocks whom it is about. Status 409.
    Blocked,
    /// There are as many friends, open requests or blocks as there may be. Status 409.
    Full,
    /// Whoever asks may not play with people in the lobby for a while. Status 403.
    Paused,
    /// Whoever would be signed in is banned. Status 403.
    Banned,
    /// The journal cannot be written. Status 503.
    Unavailable,
}

/// An option that has to change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionProblem {
    /// Its name.
    pub option: String,
    /// Why, for developers.
    pub detail: String,
}
