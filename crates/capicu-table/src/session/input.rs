//! The inputs of a session.

use std::collections::BTreeMap;

use capicu::{Action, Seat};
use capicu_protocol::{Hint, Key, PlayerId, Refusal};

use super::QueueCall;
#[cfg(doc)]
use crate::State;
use crate::{Account, Chooser, Code, Command, Halt, TokenHash};

#[derive(Debug)]
pub enum Input {
    Connect {
        /// The connection's number, used for no other before or after.
        connection: u64,
        who: Who,
        since: Option<u64>,
    },
    /// Accounts that are not people's, in addition to earlier ones.
    Accounts(BTreeMap<PlayerId, Account>),
    Sit(Sitting),
    Queue(QueueCall),
    Command {
        connection: u64,
        key: Key,
        command: Command,
        /// When it arrived at the host, in milliseconds since 1970, before any delay inside the host.
        arrived: u64,
    },
    /// A measured round trip to a connection and back.
    Lag {
        connection: u64,
        /// The duration, in milliseconds.
        round_trip: u32,
    },
    Refused {
        connection: u64,
        key: Key,
        refusal: Refusal,
    },
    Disconnect {
        connection: u64,
    },
    /// The result of the last [`Output::Append`](crate::Output::Append) or [`Output::Remove`](crate::Output::Remove).
    Stored(Result<(), NotStored>),
    /// A bot has chosen, as requested by [`Output::Think`](crate::Output::Think).
    Chosen {
        about: u64,
        by: Chooser,
        /// Its choice; `None` if it failed: then the first legal action is taken.
        action: Option<Action>,
    },
    /// The hint requested by [`Output::Advise`](crate::Output::Advise); `None` if there was no time to think.
    Advised {
        connection: u64,
        key: Key,
        about: u64,
        hint: Option<Hint>,
    },
    Halt(Halt),
    /// The time of the last [`Output::Wake`](crate::Output::Wake) has come.
    Tick,
}

#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Who {
    Token {
        shown: TokenHash,
        /// The hash of the token that will open an open seat from now on.
        own: Option<TokenHash>,
    },
    /// A player whom the host knows. A token of the table comes first: it opens its seat, and makes the seat the
    /// player's if it is nobody's. Any other token opens the seat that is already the player's.
    Player {
        shown: TokenHash,
        /// The hash of the token that will open an open seat from now on.
        own: Option<TokenHash>,
        ids: Vec<PlayerId>,
    },
    /// A connection without a token. It watches if the table allows that, unless its player has a seat.
    Public {
        /// The player's current and earlier ids, if the host knows the player.
        ids: Vec<PlayerId>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitting {
    pub vacancy: Vacancy,
    pub number: u64,
    /// The player's current and earlier ids. A player who already has a seat at the table keeps it.
    pub ids: Vec<PlayerId>,
    pub name: Option<String>,
    /// The hash of a token that opens no seat of the table yet. It opens this one from now on.
    pub token: TokenHash,
}

/// A seat that can be taken without a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vacancy {
    /// In place of a bot, at a lobby table.
    OfABot,
    /// In an open seat of the table that has this [code](State::code).
    Open {
        code: Code,
        /// The seat that the player would like. If it is not open, the player gets the first open one.
        wanted: Option<Seat>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotStored {
    /// The seat used this key before, too long ago for the session to remember.
    KeyUsed { version: u64 },
    /// Another server wrote to this table.
    Conflict,
    /// They could not be written, or it is not certain whether they were.
    Failed,
}
