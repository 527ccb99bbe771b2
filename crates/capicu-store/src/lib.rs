//! Storage of a server: journals of tables, results, players, logs of events, clubs, and puzzles.
//!
//! [`Store`] states the promises of a store, and `capicu-store-contract` checks them. [`sql`] implements it for any SQL
//! database, [`Sqlite`] for one in a file.
//!
//! The facts are those of `capicu-table`. Their stored form is private to this crate: each row is JSON with a format
//! number, and rows of every format ever written can be read.

#![forbid(unsafe_code)]

mod bots;
pub mod clubs;
mod codec;
pub mod conduct;
pub mod events;
mod friends;
mod journal;
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
pub use notes::Notes;
pub use passkeys::{CredentialId, MOST_PASSKEYS, Passkey, PasskeyChange, Passkeys};
pub use people::{
    Change, MOST_PUSHES, People, PeopleError, Player, PlayerKind, Proof, PushTo, Pushed, Seated,
    Session, SignedIn,
};
pub use puzzles::{PuzzleError, Puzzles};
pub use results::{Ended, MatchResult, Rated, Results, Sitter, Venue};
pub use saved::{Saved, saved_fact, saved_setup};
#[cfg(feature = "in-memory")]
pub use sqlite::InMemory;
#[cfg(feature = "sqlite")]
pub use sqlite::{
    Damage, Examined, Incomplete, OpenError, SCHEMA, Sqlite, SqliteEngine, copies, examine,
};

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
