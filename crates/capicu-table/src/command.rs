//! Commands from players.

use capicu::{Action, Call, Seat};
use capicu_protocol::{BotPace, ClientMessage, Key, Saying};

use crate::{TokenHash, Wish};

/// A command from a player: a [`ClientMessage`] whose tokens are hashed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Command {
    Act {
        /// The version that the choice was made at.
        expected: u64,
        #[cfg_attr(feature = "serde", serde(with = "crate::protocol::action"))]
        action: Action,
    },
    Call {
        /// The version that the choice was made at.
        expected: u64,
        #[cfg_attr(feature = "serde", serde(with = "crate::protocol::call"))]
        call: Call,
    },
    /// Says which partner should lead.
    Wish {
        wish: Wish,
        deal: u32,
    },
    Ready {
        /// The number, from 0.
        deal: u32,
    },
    Rematch {
        after: u32,
    },
    OtherPartners {
        /// The number of the match that is over.
        after: u32,
    },
    Name(String),
    Rotate(TokenHash),
    Renew {
        #[cfg_attr(feature = "serde", serde(with = "crate::protocol::seat"))]
        seat: Seat,
        /// The hash of the new link's token; `None` for a seat that a bot keeps.
        token: Option<TokenHash>,
    },
    Swap {
        #[cfg_attr(feature = "serde", serde(with = "crate::protocol::seat"))]
        seat: Seat,
        #[cfg_attr(feature = "serde", serde(with = "crate::protocol::seat"))]
        with: Seat,
    },
    GiveTable(#[cfg_attr(feature = "serde", serde(with = "crate::protocol::seat"))] Seat),
    /// Leaves; a stand-in plays.
    Leave,
    /// Withdraws from the match between two rounds; the others play on.
    Withdraw,
    Back,
    Delete,
    /// Stops waiting for the person in this seat.
    StandIn(#[cfg_attr(feature = "serde", serde(with = "crate::protocol::seat"))] Seat),
    Hint {
        /// The version that the question is about.
        expected: u64,
    },
    Say(Saying),
    /// Sets how fast bots play, or skips one wait.
    Pace(BotPace),
}

impl Command {
    /// The [edition](crate::EDITION) of the newest fact that only this command leads to.
    pub const fn edition(&self) -> u16 {
        match self {
            Self::Act { .. }
            | Self::Call { .. }
            | Self::Wish { .. }
            | Self::Ready { .. }
            | Self::Rematch { .. }
            | Self::OtherPartners { .. }
            | Self::Name(_)
            | Self::Rotate(_)
            | Self::Renew { .. }
            | Self::Swap { .. }
            | Self::Leave
            | Self::Back
            | Self::Delete
            | Self::StandIn(_)
            | Self::Hint { .. }
            | Self::Say(_) => 1,
            Self::GiveTable(_) => 2,
            Self::Pace(_) | Self::Withdraw => 5,
        }
    }

    /// The key and the command of a message; `None` for `hello` and `ping`, which are no commands.
    pub fn of(message: ClientMessage) -> Option<(Key, Self)> {
        Some(match message {
            ClientMessage::Hello { .. } | ClientMessage::Ping { .. } => return None,
            ClientMessage::Act {
                key,
                expected,
                action,
            } => (
                key,
                Self::Act {
                    expected,
                    action: action.into(),
                },
            ),
            ClientMessage::Call {
                key,
                expected,
                call,
            } => (
                key,
                Self::Call {
                    expected,
                    call: call.into(),
                },
            ),
            ClientMessage::Wish { key, wish, deal } => (
                key,
                Self::Wish {
                    wish: wish.into(),
                    deal,
                },
            ),
            ClientMessage::Ready { key, deal } => (key, Self::Ready { deal }),
            ClientMessage::Rematch { key, after } => (key, Self::Rematch { after }),
            ClientMessage::OtherPartners { key, after } => (key, Self::OtherPartners { after }),
            ClientMessage::Name { key, name } => (key, Self::Name(name)),
            ClientMessage::Rotate { key, token } => (key, Self::Rotate(TokenHash::of(&token))),
            ClientMessage::Renew { key, seat, token } => (
                key,
                Self::Renew {
                    seat: seat.0,
                    token: token.as_ref().map(TokenHash::of),
                },
            ),
            ClientMessage::Swap { key, seat, with } => (
                key,
                Self::Swap {
                    seat: seat.0,
                    with: with.0,
                },
            ),
            ClientMessage::GiveTable { key, seat } => (key, Self::GiveTable(seat.0)),
            ClientMessage::Leave { key } => (key, Self::Leave),
            ClientMessage::Withdraw { key } => (key, Self::Withdraw),
            ClientMessage::Back { key } => (key, Self::Back),
            ClientMessage::Delete { key } => (key, Self::Delete),
            ClientMessage::StandIn { key, seat } => (key, Self::StandIn(seat.0)),
            ClientMessage::Hint { key, expected } => (key, Self::Hint { expected }),
            ClientMessage::Say { key, saying } => (key, Self::Say(saying)),
            ClientMessage::Pace { key, pace } => (key, Self::Pace(pace)),
        })
    }
}
