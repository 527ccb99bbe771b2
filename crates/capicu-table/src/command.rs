//! What somebody at a table asks for.

use capicu::{Action, Call, Seat};
use capicu_protocol::{ClientMessage, Key, Saying};

use crate::{TokenHash, Wish};

/// A command of somebody who has a seat: a [`ClientMessage`] whose tokens are hashed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Acts in its turn.
    Act {
        /// The version the choice was made at.
        expected: u64,
        /// The action.
        action: Action,
    },
    /// Calls a score.
    Call {
        /// The version the choice was made at.
        expected: u64,
        /// The call.
        call: Call,
    },
    /// Says who of the partners should pose.
    Wish {
        /// Who should.
        wish: Wish,
        /// The number of the deal that is to be opened.
        deal: u32,
    },
    /// Ready for the deal of this number.
    Ready {
        /// The number, from 0.
        deal: u32,
    },
    /// Wants another match.
    Rematch {
        /// The number of the match that is over.
        after: u32,
    },
    /// Wants another match with other partners.
    OtherPartners {
        /// The number of the match that is over.
        after: u32,
    },
    /// Wants to be called this.
    Name(String),
    /// Changes the token of the own seat.
    Rotate(TokenHash),
    /// Takes a seat back.
    Renew {
        /// The seat.
        seat: Seat,
        /// The hash of the new link's token; `None` for a seat that a bot keeps.
        token: Option<TokenHash>,
    },
    /// Has those of two seats change places, before the first deal.
    Swap {
        /// One of them.
        seat: Seat,
        /// The other.
        with: Seat,
    },
    /// Makes somebody else who is there the maker of the table.
    GiveTable(Seat),
    /// Leaves; a bot plays on.
    Leave,
    /// Plays again oneself.
    Back,
    /// Deletes the table.
    Delete,
    /// Does not want to wait for the person in this seat any longer.
    StandIn(Seat),
    /// Asks what to play.
    Hint {
        /// The version of the table that is asked about.
        expected: u64,
    },
    /// Says something to all at the table.
    Say(Saying),
}

impl Command {
    /// The [edition](crate::EDITION) of the newest fact that nothing but this command leads to.
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
        }
    }

    /// The key and the command of a message; `None` for `hello` and `ping`, which are none.
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
            ClientMessage::Back { key } => (key, Self::Back),
            ClientMessage::Delete { key } => (key, Self::Delete),
            ClientMessage::StandIn { key, seat } => (key, Self::StandIn(seat.0)),
            ClientMessage::Hint { key, expected } => (key, Self::Hint { expected }),
            ClientMessage::Say { key, saying } => (key, Self::Say(saying)),
        })
    }
}
