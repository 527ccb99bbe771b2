//! The messages of both sides of the socket.

use std::fmt;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};

use crate::{
    Act, BotPace, Call, Clock, Closed, Event, Hint, Presence, Refusal, Saying, Seat, Snapshot,
    Token, Wish,
};

/// A message from a client. Every command has a key that the client chooses. If the table knows the key from this seat,
/// it does not repeat the command but answers as before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message of a connection; it may not come later.
    Hello {
        /// The [version of the wire](crate::VERSION) that the client speaks.
        protocol: u32,
        /// The token of a link, or of the client's seat. Without one, the server opens the seat of the signed-in
        /// player. If they have none and the table allows [watching](crate::Watching), they watch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<Token>,
        /// The client's own token for an open seat, made and stored before it is sent. Once the seat is taken, this
        /// token opens it and the link does not. Other seats ignore it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        own: Option<Token>,
        /// The last version that the client saw, to receive only later events.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<u64>,
    },
    /// Takes an action on the seat's turn.
    Act {
        /// Chosen by the client, see [`ClientMessage`].
        key: Key,
        /// The version of the table that the choice was made at.
        expected: u64,
        /// The chosen action.
        action: Act,
    },
    /// Calls a score.
    Call {
        /// Chosen by the client, see [`ClientMessage`].
        key: Key,
        /// The version of the table that the choice was made at.
        expected: u64,
        /// The kind of call.
        call: Call,
    },
    /// Says which partner should lead.
    Wish {
        /// Chosen by the client, see [`ClientMessage`].
        key: Key,
        /// Who should lead.
        wish: Wish,
        /// The number of the deal to be opened.
        deal: u32,
    },
    /// Declares the player ready for a deal.
    Ready {
        /// Chosen by the client, see [`ClientMessage`].
        key: Key,
        /// The number of the deal, from 0.
        deal: u32,
    },
    /// Asks for another match.
    Rematch {
        /// Chosen by the client, see [`ClientMessage`].
        key: Key,
        /// The number of the match that is over.
        after: u32,
    },
    /// Asks for another match with other partners.
    OtherPartners {
        /// Chosen by the client, see [`ClientMessage`].
        key: Key,
        /// The number of the match that is over.
        after: u32,
    },
    /// Changes the player's name.
    Name {
        /// Chosen by the client, see [`ClientMessage`].
        key: Key,
        /// 1 to 24 characters, none of them a control character.
        #[cfg_attr(feature = "schema", schemars(length(min = 1, max = crate::MAX_NAME)))]
        name: String,
    },
    /// Changes the token of the player's seat. The old link stops working, and other devices have to sit down again. The
    /// client stores the new token before it sends it, so that a lost answer does not lose the seat.
    Rotate {
        /// Chosen by the client, see [`ClientMessage`].
        key: Key,
        /// 256 random bits.
        token: Token,
    },
    /// Revokes the link of a seat, and gives it another if there is a token. Only the host may. A bot has the seat
    /// until a person sits down again.
    Renew {
        /// Chosen by the client, see [`ClientMessage`].
        key: Key,
        /// The seat of the link.
        seat: Seat,
        /// 256 random bits, or `None` for a seat that a bot keeps.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<Token>,
    },
    /// Swaps the players of two seats before the first deal. Only the host may. Links and devices move with the
    /// players, and everybody has to be ready again.
    Swap {
        /// Chosen by the client, see [`ClientMessage`].
        key: Key,
        /// One of the two seats.
        seat: Seat,
        /// The other one of the two seats.
        with: Seat,
    },
    /// Makes another player who is there the host. Only the host may.
    GiveTable {
        /// Chosen by the client, see [`ClientMessage`].
        key: Key,
        /// The seat of the new host.
        seat: Seat,
    },
    /// Leaves the table. A bot plays until the player comes back; the seat stays the player's. The server closes all
    /// connections of the seat.
    Leave {
        /// Chosen by the client, see [`ClientMessage`].
        key: Key,
    },
    /// Withdraws from the match between two rounds: the others play on, and no bot plays. Only where all play alone, and
    /// not in rated matches and events.
    Withdraw {
        /// Chosen by the client, see [`ClientMessage`].
        key: Key,
    },
    /// Takes over from the bot that played because time ran out or the player left on another device. A player who
    /// connects takes over anyway.
    Back {
        /// Chosen by the client, see [`ClientMessage`].
        key: Key,
    },
    /// Deletes the table and all that happened at it. Only the host may. The server closes every connection, and no
    /// link works any more.
    Delete {
        /// Chosen by the client, see [`ClientMessage`].
        key: Key,
    },
    /// Stops waiting for an absent player: a bot plays at once.
    StandIn {
        /// Chosen by the client, see [`ClientMessage`].
        key: Key,
        /// The seat of the absent player.
        seat: Seat,
    },
    /// Asks for a hint. It is not in the journal; the answer is [`ServerMessage::Hint`].
    Hint {
        /// Chosen by the client, see [`ClientMessage`].
        key: Key,
        /// The version of the table that the question is about.
        expected: u64,
    },
    /// Sends a chat message to all at the table. It is not in the journal, so the table does not remember the key.
    Say {
        /// Chosen by the client, see [`ClientMessage`].
        key: Key,
        /// A phrase or a text.
        saying: Saying,
    },
    /// Sets how fast bots play, while the player is alone with them. It is not in the journal.
    Pace {
        /// Chosen by the client, see [`ClientMessage`].
        key: Key,
        /// The pace from now on, or the wish to skip one wait.
        pace: BotPace,
    },
    /// Asks for [`ServerMessage::Pong`].
    Ping {
        /// A number that the answer repeats.
        n: u64,
    },
}

/// A message from the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The answer to `hello`: the current state of the table.
    Snapshot(Box<Snapshot>),
    /// The answer to a `hello` with `since`: the later events.
    Delta {
        /// The version after these events.
        version: u64,
        /// The events since the requested version.
        events: Vec<Event>,
        /// Who is there, seat by seat.
        presence: Vec<Presence>,
        /// The current deadline and time banks.
        clock: Clock,
    },
    /// New events. Each fact in the journal is one version. Viewers do not see every fact, so a version may come
    /// without events.
    Events {
        /// The version after these events.
        version: u64,
        /// The events of this version.
        events: Vec<Event>,
        /// The current deadline and time banks.
        clock: Clock,
    },
    /// A command was carried out and is in the journal.
    Done {
        /// The key of the command.
        key: Key,
        /// The version that the command made.
        version: u64,
    },
    /// A command was refused; nothing changed.
    Refused {
        /// The key of the command.
        key: Key,
        /// Why it was refused.
        refusal: Refusal,
        /// The version of the table.
        version: u64,
    },
    /// The answer to `hint`, unless the table has changed in the meantime.
    Hint {
        /// The key of the question.
        key: Key,
        /// The best choices and the reasons.
        hint: Hint,
    },
    /// A player came or went. It is not in the journal and has no version.
    Presence(Presence),
    /// The join code for the open seats, sent to the host. It is not in the journal and has no version.
    Code {
        /// Six letters and digits; `None` when no seat is open any more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<String>,
    },
    /// A chat message. It is not in the journal and has no version.
    Said {
        /// The seat of the sender.
        seat: Seat,
        /// A phrase or a text.
        saying: Saying,
    },
    /// The new number of spectators, sent every two seconds at most. It is not in the journal and has no version.
    Watchers {
        /// The number of spectators.
        n: u32,
    },
    /// The queue of winner stays has changed, or there is one. It is not in the journal and has no version.
    Queue {
        /// The number of people who wait; `None` when the queue is off.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        waiting: Option<u32>,
    },
    /// The answer to `ping`.
    Pong {
        /// The number of the `ping`.
        n: u64,
        /// The server's time, in milliseconds since 1970.
        now: u64,
    },
    /// The last message of a connection that the server closes.
    Closed {
        /// Why the server closes it.
        why: Closed,
    },
}

impl ClientMessage {
    /// The key, if the message is a command.
    pub const fn key(&self) -> Option<&Key> {
        match self {
            Self::Hello { .. } | Self::Ping { .. } => None,
            Self::Act { key, .. }
            | Self::Call { key, .. }
            | Self::Wish { key, .. }
            | Self::Ready { key, .. }
            | Self::Rematch { key, .. }
            | Self::OtherPartners { key, .. }
            | Self::Name { key, .. }
            | Self::Rotate { key, .. }
            | Self::Renew { key, .. }
            | Self::Swap { key, .. }
            | Self::GiveTable { key, .. }
            | Self::Leave { key }
            | Self::Withdraw { key }
            | Self::Back { key }
            | Self::Delete { key }
            | Self::StandIn { key, .. }
            | Self::Hint { key, .. }
            | Self::Say { key, .. }
            | Self::Pace { key, .. } => Some(key),
        }
    }
}

/// A client's own name for a command: 1 to 40 letters, digits, `-` and `_`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Key(String);

impl Key {
    /// Makes a key of this text; `None` if it breaks the rules for keys.
    pub fn new(text: &str) -> Option<Self> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        ((1..=40).contains(&text.len()) && text.bytes().all(plain)).then(|| Self(text.to_owned()))
    }

    /// The key as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        Self::new(&text)
            .ok_or_else(|| D::Error::custom("a key is 1 to 40 letters, digits, - and _"))
    }
}

/// Encodes a message as JSON.
///
/// # Panics
///
/// Never for the types of this crate: all of them are JSON.
pub fn encode<T: Serialize>(message: &T) -> String {
    serde_json::to_string(message).expect("every message is JSON")
}

/// Decodes a message from JSON.
///
/// # Errors
///
/// If it is not JSON, or not such a message.
pub fn decode<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    serde_json::from_str(text)
}
