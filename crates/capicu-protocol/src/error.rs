//! Everything that can be wrong with a message, as closed enums.

use serde::{Deserialize, Serialize};

use crate::Tile;

/// Why the server closes a connection. Sent as the last message, and its word as the reason of the
/// closing frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Closed {
    /// A message is not JSON, or not one of the messages.
    Malformed,
    /// A message is longer than [`MAX_MESSAGE`](crate::MAX_MESSAGE).
    TooLarge,
    /// A binary message; all messages are text.
    Binary,
    /// Too many messages, or too many connections from one address. Wait before connecting again.
    Flood,
    /// The first message was not `hello`, or a later one was.
    Unexpected,
    /// No `hello` came in time.
    NoHello,
    /// The client speaks another version of the wire: load the page anew.
    Protocol,
    /// There is no such table.
    UnknownTable,
    /// The token belongs to no seat of the table, or not any more.
    BadToken,
    /// No token was shown, whoever is signed in has no seat at the table, and nobody may watch it.
    NotPublic,
    /// The link of an open seat was shown without a token of one's own to sit down with, or with one
    /// that is in use.
    NoOwnToken,
    /// The player left the table, here or on another device. Connect again to come back.
    Left,
    /// The maker has deleted the table.
    Deleted,
    /// The client did not read what it was sent. Connect again to resume.
    TooSlow,
    /// The server stops. Connect again in a while.
    Stopping,
    /// The table had to be restarted. Connect again to resume: what was acknowledged is kept.
    Restarted,
    /// The journal cannot be written, so nothing can happen at the table. Connect again later.
    Unavailable,
}

impl Closed {
    /// The word on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::TooLarge => "too-large",
            Self::Binary => "binary",
            Self::Flood => "flood",
            Self::Unexpected => "unexpected",
            Self::NoHello => "no-hello",
            Self::Protocol => "protocol",
            Self::UnknownTable => "unknown-table",
            Self::BadToken => "bad-token",
            Self::NotPublic => "not-public",
            Self::NoOwnToken => "no-own-token",
            Self::Left => "left",
            Self::Deleted => "deleted",
            Self::TooSlow => "too-slow",
            Self::Stopping => "stopping",
            Self::Restarted => "restarted",
            Self::Unavailable => "unavailable",
        }
    }

    /// Whether connecting again with the same token can help.
    pub const fn is_passing(self) -> bool {
        matches!(
            self,
            Self::Flood
                | Self::NoHello
                | Self::TooSlow
                | Self::Stopping
                | Self::Restarted
                | Self::Unavailable
        )
    }
}

/// Why a command was refused. The table is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Refusal {
    /// The table has moved on since the version the command expects.
    Stale,
    /// It is another seat's turn.
    NotYourTurn,
    /// The rules do not allow the action.
    Illegal(Illegal),
    /// The table does not wait for this.
    NotNow,
    /// There is no score to call.
    NothingToCall,
    /// Only the partners who may pose talk about it.
    NotInHuddle,
    /// Only the maker of the table may do this.
    NotMaker,
    /// Not to this seat: it is the maker's own, or there is no such seat.
    BadSeat,
    /// The token is already in use at this table.
    BadToken,
    /// A name is 1 to 24 characters without control characters.
    BadName,
    /// Nobody has to be waited for there: the seat is no person's, somebody is there, or a bot plays for
    /// it already.
    NotAway,
    /// Too many names, links or wishes in a short time at this table: send it again in a while.
    TooOften,
    /// What is said has 1 to [`MAX_SAYING`](crate::MAX_SAYING) characters without control characters.
    BadText,
    /// Guests say phrases, and nothing in words of their own.
    MembersOnly,
    /// A moderator has taken words of one's own away for a while; phrases may still be said.
    Muted,
    /// The journal could not be written, or there was no time to think: send it again in a while.
    Unavailable,
}

/// Twin of [`capicu::IllegalAction`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Illegal {
    /// The round is over.
    RoundOver,
    /// Another seat is to act.
    NotYourTurn,
    /// This tile is not in the hand.
    NotHeld(Tile),
    /// A tile has to be led first.
    NothingLed,
    /// The first tile lies already.
    AlreadyLed,
    /// This tile opens the round, no other.
    MustLead(Tile),
    /// A double has to be led.
    MustLeadDouble,
    /// It cannot be laid there now.
    DoesNotFit {
        /// The tile from the hand.
        tile: Tile,
        /// Where it was to go.
        on: Tile,
    },
    /// A player who can play must.
    CanPlay,
    /// A player who can draw must.
    MustDraw,
    /// No tile may be drawn now.
    CannotDraw,
    /// The pose may not be left to the partner.
    CannotHandOver,
}

impl From<capicu::IllegalAction> for Illegal {
    fn from(illegal: capicu::IllegalAction) -> Self {
        use capicu::IllegalAction as Of;
        match illegal {
            Of::RoundOver => Self::RoundOver,
            Of::NotYourTurn => Self::NotYourTurn,
            Of::NotHeld(tile) => Self::NotHeld(Tile(tile)),
            Of::NothingLed => Self::NothingLed,
            Of::AlreadyLed => Self::AlreadyLed,
            Of::MustLead(tile) => Self::MustLead(Tile(tile)),
            Of::MustLeadDouble => Self::MustLeadDouble,
            Of::DoesNotFit { tile, on } => Self::DoesNotFit {
                tile: Tile(tile),
                on: Tile(on),
            },
            Of::CanPlay => Self::CanPlay,
            Of::MustDraw => Self::MustDraw,
            Of::CannotDraw => Self::CannotDraw,
            Of::CannotHandOver => Self::CannotHandOver,
        }
    }
}

/// A message that is well formed but says what cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// More entries than the rules have room for.
    #[error("more {0} than there can be")]
    TooMany(&'static str),
    /// No game of this id.
    #[error("there is no game called “{0}”")]
    UnknownGame(String),
    /// The game is not played by so many.
    #[error("{game} is not played by {players}")]
    Players {
        /// The game.
        game: String,
        /// How many.
        players: u8,
    },
    /// An option does not accept its value.
    #[error("option {option}: {why}")]
    Option {
        /// Which.
        option: String,
        /// Why.
        why: capicu::rules::OptionError,
    },
    /// The options contradict each other.
    #[error(transparent)]
    Rules(#[from] capicu::rules::RulesErrors),
}
