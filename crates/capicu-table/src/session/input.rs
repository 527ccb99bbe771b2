//! What comes in to a session.

use std::collections::BTreeMap;

use capicu::Action;
use capicu_protocol::{Hint, Key, PlayerId, Refusal};

#[cfg(doc)]
use crate::State;
use crate::{Account, Chooser, Code, Command, Halt, TokenHash};

/// Something that comes in.
#[derive(Debug)]
pub enum Input {
    /// Somebody came. The connection is told the table, or closed.
    Connect {
        /// Its number, used for no other before or after.
        connection: u64,
        /// Who it is.
        who: Who,
        /// The last version it saw.
        since: Option<u64>,
    },
    /// What the host knows of players who are no people, added to what it said before.
    Accounts(BTreeMap<PlayerId, Account>),
    /// A player wants to sit down without a token.
    Sit(Sitting),
    /// A connection sent a command.
    Command {
        /// Which.
        connection: u64,
        /// What the client calls the command.
        key: Key,
        /// The command.
        command: Command,
        /// When it arrived at the host, in milliseconds since 1970, whatever the host did before it came to
        /// handing it on.
        arrived: u64,
    },
    /// It took so long to a connection and back, as the host has measured.
    Lag {
        /// Which.
        connection: u64,
        /// How long, in milliseconds.
        round_trip: u32,
    },
    /// A connection sent a command that the host does not let through.
    Refused {
        /// Which.
        connection: u64,
        /// What the client calls the command.
        key: Key,
        /// Why.
        refusal: Refusal,
    },
    /// A connection went.
    Disconnect {
        /// Which.
        connection: u64,
    },
    /// What became of the last [`Output::Append`](crate::Output::Append) or
    /// [`Output::Remove`](crate::Output::Remove).
    Stored(Result<(), NotStored>),
    /// A bot has chosen, as [`Output::Think`](crate::Output::Think) asked.
    Chosen {
        /// As it was asked.
        about: u64,
        /// As it was asked.
        by: Chooser,
        /// What it chose; `None` if it failed, and the first legal action is taken.
        action: Option<Action>,
    },
    /// What is advised, as [`Output::Advise`](crate::Output::Advise) asked; `None` if there was no time to think.
    Advised {
        /// As it was asked.
        connection: u64,
        /// As it was asked.
        key: Key,
        /// As it was asked.
        about: u64,
        /// The advice.
        hint: Option<Hint>,
    },
    /// The meeting of an event is to go on no more.
    Halt(Halt),
    /// The time of the last [`Output::Wake`](crate::Output::Wake) has come.
    Tick,
}

/// Who comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// Whoever has a token.
    Token {
        /// The hash of the token that was shown.
        shown: TokenHash,
        /// The hash of the token that an open seat is to be had with from now on.
        own: Option<TokenHash>,
    },
    /// A player whom the host knows. A token of the table comes first, and makes its seat the player's if
    /// it is nobody's; any other opens the seat that is the player's already.
    Player {
        /// The hash of the token that was shown.
        shown: TokenHash,
        /// The hash of the token that an open seat is to be had with from now on.
        own: Option<TokenHash>,
        /// The player, and the ids the same player had before.
        ids: Vec<PlayerId>,
    },
    /// Somebody without a token, who watches where anybody may, unless it is a player who has a seat.
    Public {
        /// The player, if the host knows one, and the ids the same player had before.
        ids: Vec<PlayerId>,
    },
}

/// A player who wants to sit down without a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitting {
    /// In which seats the player may.
    pub vacancy: Vacancy,
    /// What the host calls this.
    pub number: u64,
    /// The player, and the ids the same player had before. Whoever has a seat at the table keeps it.
    pub ids: Vec<PlayerId>,
    /// What the player is called.
    pub name: Option<String>,
    /// The hash of a token that opens no seat of the table yet. It opens this one from now on.
    pub token: TokenHash,
}

/// Where somebody may sit down without a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vacancy {
    /// In the place of a bot, at a table of the lobby.
    OfABot,
    /// In the first open seat of the table whose [code](State::code) this is.
    Open(Code),
}

/// Why facts are not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotStored {
    /// The seat used this key before, longer ago than the session remembers.
    KeyUsed {
        /// The version that the command made then.
        version: u64,
    },
    /// Somebody else wrote to this table.
    Conflict,
    /// They could not be written, or it is not certain whether they were.
    Failed,
}
