#![doc = include_str!("../README.md")]
//!
//! Two closed enums, [`ClientMessage`] and [`ServerMessage`], are the messages of a table; other types are the bodies of
//! the HTTP requests. [`bot`] has the messages between the arena and the programs that play in it.
//!
//! The types of `capicu` are not serialized themselves. Each has a twin here, so that a change of the engine cannot
//! change the wire unnoticed.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod account;
pub mod bot;
mod error;
mod event;
mod hint;
mod http;
mod id;
mod irregular;
mod level;
mod message;
mod outcome;
mod pace;
mod people;
mod piece;
mod player;
mod rules;
#[cfg(feature = "schema")]
mod schema;
mod snapshot;
mod talk;
mod token;

pub use account::{
    BotChallenge, BotEvent, BotMe, BotSeat, BotTable, JoinTable, Keyed, MadeChallenge,
    MakeChallenge, Scope,
};
pub use error::{Closed, Illegal, Refusal, WireError};
pub use event::{
    Act, Actor, Call, Dealt, Event, MatchOver, MatchStopped, Move, Opened, Part, StandIn, Step,
    WhyStopped, Wish,
};
pub use hint::{Clue, Hint, Hints, Judged, Odds, Tally};
pub use http::{
    ApiError, ApiErrorCode, CreateTable, Created, FileGame, Health, OptionProblem, OptionText,
    Plan, RulesSection, SeatToken,
};
pub use id::{ClubId, EventId, ParseIdError, TableId};
pub use irregular::{Irregularity, Ruled};
pub use level::Level;
pub use message::{ClientMessage, Key, ServerMessage, decode, encode};
pub use outcome::{Award, Ended, LastTile, MatchResult, Outcome, Reason, RoundResult, ScoreTurn};
pub use pace::BotPace;
pub use people::{
    AddPasskey, AddedPasskey, Assertion, Attestation, BeginPasskey, Ceremony, ChangeMe, Chosen,
    Credential, DeviceLink, FriendInfo, GameTally, Join, MakeMe, Me, MyFriends, MyMatch, MyTable,
    PasskeyInfo, PersonInfo, Profile, RatingInfo, RecoveryCodes, SessionInfo, ShowMe, SignIn,
    Sitter, Whereabouts,
};
pub use piece::{Duty, Opening, Pip, Redeal, Seat, Side, Standing, Tile, Tiles};
pub use player::{ParsePlayerIdError, PlayerId};
pub use rules::TableRules;
pub use snapshot::{
    Clock, DEFAULT_GRACE, Deadline, Holder, MAX_GRACE, MIN_GRACE, MatchInfo, Passed, Presence,
    SeatInfo, Sheet, Snapshot, TurnTime, Watching, has_other_partners,
};
pub use talk::{MAX_SAYING, Phrase, Saying};
pub use token::{ParseTokenError, Token};

/// The version of the wire. Within a version, messages and fields are only added.
pub const VERSION: u32 = 4;

/// The longest message that either side may send over the socket, in bytes.
pub const MAX_MESSAGE: usize = 8 * 1024;

/// The longest name of a player, in characters.
pub const MAX_NAME: usize = 24;

/// The longest name of a table's rules, in characters.
pub const MAX_TITLE: usize = 48;
