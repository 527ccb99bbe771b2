//! Who plays with whom: people who seek a table are seated quickly and evenly. `docs/lobby.md` says what holds.
//!
//! A [`Lobby`] takes [`Seek`]s and is asked, a few times a second, what has come of them. It reads no clock and
//! has no chance of its own: times and a seed are handed in, so that the same seeks give the same tables.
//!
//! ```
//! use capicu_lobby::{Lobby, Outcome, Person, Place, Pool, Seek, Stakes};
//!
//! let mut lobby = Lobby::new(7);
//! let pool = Pool { family: 1, speed: 2, seats: 4, sides: 2, stakes: Stakes::Casual };
//! for id in 0..3 {
//!     lobby.seek(Seek::alone(Person { id, skill: 25.0, address: id }, pool), 0).expect("a new seeker");
//! }
//! // Nobody else comes: after ten seconds a bot takes the empty chair.
//! assert!(lobby.outcomes(9_999).is_empty());
//! let outcomes = lobby.outcomes(10_000);
//! let [Outcome::Seated(table)] = outcomes.as_slice() else { panic!("one table") };
//! assert_eq!(table.seats.iter().filter(|place| **place == Place::Bot).count(), 1);
//! ```
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod lobby;
mod seating;
mod seek;

pub use lobby::{BOTS_AFTER, Lobby, Outcome, SeekId};
pub use seating::{Place, Seated};
pub use seek::{Person, PersonId, Pool, Refused, Seek, Stakes};
