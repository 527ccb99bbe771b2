//! The two sides of the socket.

use std::fmt;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};

use crate::{
    Act, Call, Clock, Closed, Event, Hint, Presence, Refusal, Saying, Seat, Snapshot, Token, Wish,
};

/// What a client says. Every command has a key, chosen by the client: a command with a key that the
/// table has seen from this seat is not done again, but answered as it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message, and no other.
    Hello {
        /// The [version of the wire](crate::VERSION) the client speaks.
        protocol: u32,
        /// The token of a link, or of its seat. Without one, the seat of whoever is signed in is opened, and
        /// whoever has none watches, where the table lets anybody [watch](crate::Watching).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<Token>,
        /// A token of its own, made by the client and kept before it is sent. Whoever opens the link of
        /// an open seat needs one: from then on it opens the seat, and the link does not. Otherwise it is
        /// ignored.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        own: Option<Token>,
        /// The last version it saw, to be told only what is new.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<u64>,
    },
    /// Does this in its turn.
    Act {
        /// See [`ClientMessage`].
        key: Key,
        /// The version the choice was made at.
        expected: u64,
        /// What.
        action: Act,
    },
    /// Calls a score.
    Call {
        /// See [`ClientMessage`].
        key: Key,
        /// The version the choice was made at.
        expected: u64,
        /// What.
        call: Call,
    },
    /// Says who of the partners should pose.
    Wish {
        /// See [`ClientMessage`].
        key: Key,
        /// Who.
        wish: Wish,
        /// The number of the deal that is to be opened.
        deal: u32,
    },
    /// Ready for the deal.
    Ready {
        /// See [`ClientMessage`].
        key: Key,
        /// The number of the deal, from 0.
        deal: u32,
    },
    /// Wants another match.
    Rematch {
        /// See [`ClientMessage`].
        key: Key,
        /// The number of the match that is over.
        after: u32,
    },
    /// Wants another match with other partners.
    OtherPartners {
        /// See [`ClientMessage`].
        key: Key,
        /// The number of the match that is over.
        after: u32,
    },
    /// Wants to be called this.
    Name {
        /// See [`ClientMessage`].
        key: Key,
        /// 1 to 24 characters.
        #[cfg_attr(feature = "schema", schemars(length(min = 1, max = crate::MAX_NAME)))]
        name: String,
    },
    /// Changes the token of the own seat: the old link is dead, other devices have to sit down
    /// anew. The client makes the token and keeps it before it sends it, so that a lost answer
    /// does not lose the seat.
    Rotate {
        /// See [`ClientMessage`].
        key: Key,
        /// 256 random bits.
        token: Token,
    },
    /// The maker of the table takes a link back, and gives out another for the same seat if there
    /// is a token. A bot holds the seat until somebody sits there again.
    Renew {
        /// See [`ClientMessage`].
        key: Key,
        /// Which seat.
        seat: Seat,
        /// 256 random bits, or none for a seat that a bot keeps.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<Token>,
    },
    /// The maker of the table has those of two seats change places, before the first deal. Their links and devices come
    /// along, and everybody is asked anew whether they are ready.
    Swap {
        /// See [`ClientMessage`].
        key: Key,
        /// One of them.
        seat: Seat,
        /// The other.
        with: Seat,
    },
    /// The maker of the table makes somebody else who is there its maker.
    GiveTable {
        /// See [`ClientMessage`].
        key: Key,
        /// Who is its maker from then on.
        seat: Seat,
    },
    /// Leaves: a bot plays on for the own seat, which stays one's own, until one comes back. All
    /// connections of the seat are closed.
    Leave {
        /// See [`ClientMessage`].
        key: Key,
    },
    /// Plays again oneself, where a bot has taken over on account of the clock, or since one left on another
    /// device. Whoever connects does so anyway.
    Back {
        /// See [`ClientMessage`].
        key: Key,
    },
    /// The maker deletes the table with all that happened at it. Everybody's connection is closed, and
    /// no link leads there any more.
    Delete {
        /// See [`ClientMessage`].
        key: Key,
    },
    /// Does not want to wait any longer for somebody who is away: a bot plays on at once.
    StandIn {
        /// See [`ClientMessage`].
        key: Key,
        /// Whose seat.
        seat: Seat,
    },
    /// Asks what to play. Not in the journal; answered with [`ServerMessage::Hint`].
    Hint {
        /// See [`ClientMessage`].
        key: Key,
        /// The version of the table that is asked about.
        expected: u64,
    },
    /// Says something to all at the table. Not in the journal, so that a key is not remembered.
    Say {
        /// See [`ClientMessage`].
        key: Key,
        /// What.
        saying: Saying,
    },
    /// Asks for [`ServerMessage::Pong`].
    Ping {
        /// Sent back.
        n: u64,
    },
}

/// What the server says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The answer to `hello`: the table as it stands.
    Snapshot(Box<Snapshot>),
    /// The answer to a `hello` that said what it saw last: what happened since.
    Delta {
        /// The version after these events.
        version: u64,
        /// What happened.
        events: Vec<Event>,
        /// Who is there, seat by seat.
        presence: Vec<Presence>,
        /// What runs now.
        clock: Clock,
    },
    /// What happened. Each fact in the journal is one version, and some are nothing to tell, so a
    /// version may come with no event at all.
    Events {
        /// The version after these events.
        version: u64,
        /// What happened.
        events: Vec<Event>,
        /// What runs now.
        clock: Clock,
    },
    /// A command was done, and is in the journal.
    Done {
        /// Whose.
        key: Key,
        /// The version it made.
        version: u64,
    },
    /// A command was refused; nothing changed.
    Refused {
        /// Whose.
        key: Key,
        /// Why.
        refusal: Refusal,
        /// The version of the table.
        version: u64,
    },
    /// The answer to `hint`, if the table has not moved on meanwhile.
    Hint {
        /// Whose.
        key: Key,
        /// What.
        hint: Hint,
    },
    /// A player came or went. Not in the journal, and without a version.
    Presence(Presence),
    /// The code by which people sit down in the open seats, for the maker. Not in the journal, and without a version.
    Code {
        /// Six letters and digits; `None` when no seat is open any more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<String>,
    },
    /// Somebody said something. Not in the journal, and without a version.
    Said {
        /// The seat of whoever said it.
        seat: Seat,
        /// What.
        saying: Saying,
    },
    /// How many watch the table now. Not in the journal, without a version, and told every other second at most.
    Watchers {
        /// So many.
        n: u32,
    },
    /// The answer to `ping`.
    Pong {
        /// As it was sent.
        n: u64,
        /// The server's time, in milliseconds since 1970.
        now: u64,
    },
    /// The last message of a connection that the server closes.
    Closed {
        /// Why.
        why: Closed,
    },
}

impl ClientMessage {
    /// The key of a command.
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
            | Self::Back { key }
            | Self::Delete { key }
            | Self::StandIn { key, .. }
            | Self::Hint { key, .. }
            | Self::Say { key, .. } => Some(key),
        }
    }
}

/// What a client calls a command of its own: 1 to 40 letters, digits, `-` and `_`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Key(String);

impl Key {
    /// The key of this text, if it can be one.
    pub fn new(text: &str) -> Option<Self> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        ((1..=40).contains(&text.len()) && text.bytes().all(plain)).then(|| Self(text.to_owned()))
    }

    /// The text.
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

/// A message as text.
///
/// # Panics
///
/// Never for the types of this crate: all of them are JSON.
pub fn encode<T: Serialize>(message: &T) -> String {
    serde_json::to_string(message).expect("every message is JSON")
}

/// A message from text.
///
/// # Errors
///
/// If it is not JSON, or not such a message.
pub fn decode<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    serde_json::from_str(text)
}
