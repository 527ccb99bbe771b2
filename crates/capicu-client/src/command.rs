//! What a person says to a table.

use capicu::{Action, Call, Seat};
use capicu_protocol::{ClientMessage, Key, Saying, Token, Wish};

use crate::ClientTable;

/// Something that the person at a seat says to the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Does this in its turn.
    Act(Action),
    /// Calls a score.
    Call(Call),
    /// Says who of the partners should pose.
    Wish(Wish),
    /// Is ready for the next deal.
    Ready,
    /// Would like another match.
    Rematch,
    /// Would like another match with other partners.
    OtherPartners,
    /// Wants to be called this.
    Name(String),
    /// Changes the token of its own seat to this one.
    Rotate(Token),
    /// Takes the link of a seat back and gives this token to another; without one, a bot keeps the seat.
    Renew(Seat, Option<Token>),
    /// Has those of two seats change places, before the first deal.
    Swap(Seat, Seat),
    /// Makes this person, who is there, the maker of the table.
    GiveTable(Seat),
    /// Leaves: a bot plays on until the person comes back.
    Leave,
    /// Plays again, where a bot has taken over.
    Back,
    /// Deletes the table, which this person made.
    Delete,
    /// Does not wait any longer for whoever sits there: a bot plays on.
    StandIn(Seat),
    /// Asks what to play.
    Hint,
    /// Says something to all at the table.
    Say(Saying),
}

impl Command {
    /// The message, about the table as the client knows it. `key` must be new.
    pub fn message(self, key: Key, table: &ClientTable) -> ClientMessage {
        let expected = table.version();
        match self {
            Self::Act(action) => ClientMessage::Act {
                key,
                expected,
                action: action.into(),
            },
            Self::Call(call) => ClientMessage::Call {
                key,
                expected,
                call: call.into(),
            },
            Self::Wish(wish) => ClientMessage::Wish {
                key,
                wish,
                deal: table.next_deal().saturating_sub(1),
            },
            Self::Ready => ClientMessage::Ready {
                key,
                deal: table.next_deal(),
            },
            Self::Rematch => ClientMessage::Rematch {
                key,
                after: table.matched().number,
            },
            Self::OtherPartners => ClientMessage::OtherPartners {
                key,
                after: table.matched().number,
            },
            Self::Name(name) => ClientMessage::Name { key, name },
            Self::Rotate(token) => ClientMessage::Rotate { key, token },
            Self::Renew(seat, token) => ClientMessage::Renew {
                key,
                seat: seat.into(),
                token,
            },
            Self::Swap(seat, with) => ClientMessage::Swap {
                key,
                seat: seat.into(),
                with: with.into(),
            },
            Self::GiveTable(seat) => ClientMessage::GiveTable {
                key,
                seat: seat.into(),
            },
            Self::Leave => ClientMessage::Leave { key },
            Self::Back => ClientMessage::Back { key },
            Self::Delete => ClientMessage::Delete { key },
            Self::StandIn(seat) => ClientMessage::StandIn {
                key,
                seat: seat.into(),
            },
            Self::Hint => ClientMessage::Hint { key, expected },
            Self::Say(saying) => ClientMessage::Say { key, saying },
        }
    }
}
