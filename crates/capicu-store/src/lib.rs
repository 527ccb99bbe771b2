//! What a server keeps: the journal of each table, the results of their matches, who plays, the logs of events,
//! clubs, and puzzles.
//!
//! [`Store`] says what a place to keep them must promise. [`Sqlite`] keeps them in a file, [`Memory`]
//! in memory and fails on demand, for simulations and tests; [`contract`] is what both have to pass,
//! and whatever third one is written.
//!
//! What is kept are the facts of `capicu-table`. Their form on the disk is private to this crate: each
//! row is JSON and says what format it is of, and rows of every format ever written can be read.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod bots;
pub mod clubs;
mod codec;
pub mod conduct;
pub mod contract;
pub mod events;
mod friends;
mod journal;
mod memory;
mod notes;
mod passkeys;
mod people;
pub mod puzzles;
mod results;
mod saved;
#[cfg(feature = "sql")]
pub mod shards;
#[cfg(feature = "sql")]
pub mod sql;
#[cfg(feature = "sqlite")]
mod sqlite;

pub use bots::{Bot, BotChange, BotToken, Bots, MOST_BOT_TOKENS, MOST_BOTS};
pub use clubs::{ClubError, Clubs};
pub use codec::{
    DecodeError, FORMAT, FORMAT_OF_RATINGS, FORMAT_OF_RESULTS, FORMAT_OF_SETUPS, FORMATS,
};
pub use conduct::{Conduct, ConductError};
pub use events::{EventError, Events};
pub use friends::{Apart, Circle, Friends, Tie, TieError, TieLimits, Tied};
pub use journal::{
    Answer, Append, AppendError, Effect, Health, Held, Journal, Make, ReadError, RowName, Stored,
    Unavailable, Unreadable,
};
pub use memory::{Fault, Memory};
pub use notes::Notes;
pub use passkeys::{CredentialId, MOST_PASSKEYS, Passkey, PasskeyChange, Passkeys};
pub use people::{
    Change, People, PeopleError, Player, PlayerKind, Proof, Seated, Session, SignedIn,
};
pub use puzzles::{PuzzleError, Puzzles};
pub use results::{Ended, MatchResult, Rated, Results, Sitter, Venue};
pub use saved::{Saved, saved_fact, saved_setup};
#[cfg(feature = "sqlite")]
pub use sqlite::{Damage, Examined, Incomplete, OpenError, Sqlite, SqliteEngine, copies, examine};

/// A place that keeps all that a server keeps.
pub trait Store:
    Journal + People + Passkeys + Bots + Friends + Conduct + Events + Clubs + Puzzles + Results + Notes
{
}

impl<T> Store for T where
    T: Journal
        + People
        + Passkeys
        + Bots
        + Friends
        + Conduct
        + Events
        + Clubs
        + Puzzles
        + Results
        + Notes
        + ?Sized
{
}
