//! Everything that can be wrong with a message, as closed enums.

use serde::{Deserialize, Serialize};

use crate::Tile;

/// Why the server closes a connection. It is the last message, and its word is the reason in the closing frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Closed {
    /// A message is not JSON, or not one of the messages.
    Malformed,
    /// A message is longer than [`MAX_MESSAGE`](crate::MAX_MESSAGE).
    TooLarge,
    /// A message is binary; all messages are text.
    Binary,
    /// Too many messages, or too many connections from one address. Wait before you connect again.
    Flood,
    /// The first message was not `hello`, or a later one was.
    Unexpected,
    /// No `hello` came in time.
    NoHello,
    /// The client speaks another version of the wire: reload the page.
    Protocol,
    /// There is no such table.
    UnknownTable,
    /// The token opens no seat of the table, or no longer does.
    BadToken,
    /// The client showed no token, its account has no seat at the table, and the table allows no spectators.
    NotPublic,
    /// The client showed the link of an open seat without an own token, or with an own token that is in use.
    NoOwnToken,
    /// The player left the table on this or another device. Connect again to come back.
    Left,
    /// The player waits for a seat: they lost the last match, or came while all seats were taken. Their page of the
    /// queue is `/q/TABLE`.
    Queued,
    /// The host has deleted the table.
    Deleted,
    /// The client did not read its messages fast enough. Connect again to resume.
    TooSlow,
    /// The server is stopping. Connect again in a while.
    Stopping,
    /// The table had to be restarted. Connect again to resume: acknowledged commands are safe.
    Restarted,
    /// The server cannot write the journal, so nothing can happen at the table. Connect again later.
    Unavailable,
}

impl Closed {
    /// The word for this reason on the wire.
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
            Self::Queued => "queued",
            Self::Deleted => "deleted",
            Self::TooSlow => "too-slow",
            Self::Stopping => "stopping",
            Self::Restarted => "restarted",
            Self::Unavailable => "unavailable",
        }
    }

    /// Whether the client may connect again with the same token.
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
    /// The table has changed since the version that the command expects.
    Stale,
    /// It is another seat's turn.
    NotYourTurn,
    /// The rules do not allow the action.
    Illegal(Illegal),
    /// The table does not expect this command now.
    NotNow,
    /// There is no score to call.
    NothingToCall,
    /// Only the partners who decide on the lead may send this.
    NotInHuddle,
    /// Only the host of the table may do this.
    #[serde(rename = "not-maker", alias = "not-host")]
    NotHost,
    /// The seat does not exist, or it is the host's own.
    BadSeat,
    /// The token is already in use at this table.
    BadToken,
    /// A name has 1 to 24 characters without control characters.
    BadName,
    /// The seat needs no stand-in: it is not a person's, its player is there, or a bot plays for it already.
    NotAway,
    /// Too many names, links or wishes in a short time at this table. Send it again in a while.
    TooOften,
    /// A text has 1 to [`MAX_SAYING`](crate::MAX_SAYING) characters without control characters.
    BadText,
    /// Guests may only send phrases, not texts of their own.
    MembersOnly,
    /// A moderator muted the player for a while. Phrases are still allowed.
    Muted,
    /// The server could not write the journal or had no time to think. Send the command again in a while.
    Unavailable,
}

/// Twin of [`capicu::IllegalAction`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Illegal {
    /// The round is over.
    RoundOver,
    /// It is another seat's turn.
    NotYourTurn,
    /// The hand does not have this tile.
    NotHeld(Tile),
    /// A tile has to be led first.
    NothingLed,
    /// The first tile is already on the table.
    AlreadyLed,
    /// The round must be opened with this tile.
    MustLead(Tile),
    /// The round must be opened with a double.
    MustLeadDouble,
    /// The tile cannot be laid there now.
    DoesNotFit {
        /// The tile from the hand.
        tile: Tile,
        /// The tile on the table that it was to be laid against.
        on: Tile,
    },
    /// A player who can play must.
    CanPlay,
    /// A player who can draw must.
    MustDraw,
    /// No tile may be drawn now.
    CannotDraw,
    /// The seat may not leave the lead to its partner.
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

/// An error in a message that is well formed but impossible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// A list is longer than the rules allow.
    #[error("more {0} than there can be")]
    TooMany(&'static str),
    /// The places are not those of the sides that have scores.
    #[error("each side needs one place")]
    Places,
    /// There is no game with this id.
    #[error("there is no game called “{0}”")]
    UnknownGame(String),
    /// The game is not played by this number of players.
    #[error("{game} is not played by {players}")]
    Players {
        /// The name of the game.
        game: String,
        /// The number of players.
        players: u8,
    },
    /// An option does not accept its value.
    #[error("option {option}: {why}")]
    Option {
        /// The name of the option.
        option: String,
        /// Why it does not accept the value.
        why: capicu::rules::OptionError,
    },
    /// The options contradict each other.
    #[error(transparent)]
    Rules(#[from] capicu::rules::RulesErrors),
}
