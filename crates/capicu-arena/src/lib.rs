//! Contests of two players over the same deals, and estimates of their strength.
//!
//! A [`Contest`] lets two [`Entrant`]s play pairs of games. Every deal is played again with the players' seats
//! exchanged, so the tiles favor neither. Its result is a [`Tally`]: the share of games won with its interval,
//! normalized Elo, and thinking times. An [`Sprt`] decides when enough pairs have been played. The same seed gives the
//! same games for any number of threads, provided that no clock limits the players.
//!
//! With more than two sides the players alternate around the table. Each table is turned one side at a time until each
//! player has had every seat ([`seatings`]).
//!
//! Any program can play: see `docs/bot-protocol.md`.
#![forbid(unsafe_code)]

mod contest;
pub mod duel;
mod entrant;
mod external;
mod game;
mod player;
mod sprt;
pub mod suite;
mod tally;

pub use contest::{Contest, Ending, Length, NotStarted, Pair, PairResult, Progress, seatings};
pub use entrant::{Entrant, EntrantError, Thinking};
pub use external::{Program, grace};
pub use game::{Play, Played, Who};
pub use player::{End, Fault, Player};
pub use sprt::{Sprt, Verdict};
pub use tally::{Estimate, Tally, Times};
