//! Players against each other over the same deals, and what can be said of their strength.
//!
//! A [`Contest`] lets two [`Entrant`]s play pairs of games: every deal is played again with the
//! players' seats exchanged, so that neither is favored by the tiles. What came of it is a
//! [`Tally`]: the share won with its interval, normalized Elo, and how long decisions took; an
//! [`Sprt`] says when enough has been played. The same seed makes the same games, whatever the
//! number of threads, as long as the players think in nodes and not by a clock.
//!
//! With more than two sides the players alternate around the table; the table of both is turned one
//! side at a time until everybody has sat everywhere ([`seatings`]).
//!
//! Any program can play: see `docs/bot-protocol.md`.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod contest;
pub mod duel;
mod entrant;
mod external;
mod game;
mod player;
mod sprt;
mod tally;

pub use contest::{Contest, Ending, Length, NotStarted, Pair, PairResult, Progress, seatings};
pub use entrant::{Entrant, EntrantError, Thinking};
pub use external::{Program, grace};
pub use game::{Play, Played, Who};
pub use player::{End, Fault, Player};
pub use sprt::{Sprt, Verdict};
pub use tally::{Estimate, Tally, Times};
