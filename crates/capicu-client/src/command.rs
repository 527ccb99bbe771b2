//! Commands from the person at a seat.

use capicu::{Action, Call, Seat};
use capicu_protocol::{BotPace, ClientMessage, Key, Saying, Token, Wish};

use crate::ClientTable;

/// A command from the person at a seat. [`Command::message`] adds key and version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Takes an action on the seat's turn.
    Act(Action),
    /// Calls a score.
    Call(Call),
    /// Says which partner should lead.
    Wish(Wish),
    /// Declares the person ready for the next deal.
    Ready,
    /// Asks for another match.
    Rematch,
    /// Asks for another match with other partners.
    OtherPartners,
    /// Changes the person's name.
    Name(String),
    /// Changes the token of the player's seat to this one.
    Rotate(Token),
    /// Revokes the link of a seat and makes this token the new link; without one, a bot keeps the seat. Only the host
    /// may.
    Renew(Seat, Option<Token>),
    /// Swaps the players of two seats before the first deal. Only the host may.
    Swap(Seat, Seat),
    /// Makes the player in this seat, who must be there, the host.
    GiveTable(Seat),
    /// Leaves: a bot plays until the person comes back.
    Leave,
    /// Withdraws from the match between two rounds.
    Withdraw,
    /// Takes over from the bot again.
    Back,
    /// Deletes the table. Only the host may.
    Delete,
    /// Stops waiting for the player in this seat: a bot plays.
    StandIn(Seat),
    /// Asks for a hint.
    Hint,
    /// Sends a chat message to all at the table.
    Say(Saying),
    /// Sets how fast bots play, or skips one wait.
    Pace(BotPace),
}

impl Command {
    /// Makes the message, for the table as the client knows it. `key` must be new.
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
            Self::Withdraw => ClientMessage::Withdraw { key },
            Self::Back => ClientMessage::Back { key },
            Self::Delete => ClientMessage::Delete { key },
            Self::StandIn(seat) => ClientMessage::StandIn {
                key,
                seat: seat.into(),
            },
            Self::Hint => ClientMessage::Hint { key, expected },
            Self::Say(saying) => ClientMessage::Say { key, saying },
            Self::Pace(pace) => ClientMessage::Pace { key, pace },
        }
    }
}
