//! A second, slow model of events that tests `capicu-event`. It plays random events and checks the invariants of
//! `docs/events/proofs.md` on their logs. `capicu event simulate` runs it.
//!
//! It shares the types of the log with `capicu-event`, but no algorithm. `definition.rs` states the properties of
//! methods again from the documentation. A method missing there is a compile error.

#![forbid(unsafe_code)]

mod bench;
mod boards;
mod checker;
mod clock;
mod cost;
mod cut;
mod definition;
mod knock_out;
mod model;
mod play;
mod prize;
mod relabel;
mod report;
mod seating;
mod table;
mod teams;

pub use checker::{Checker, Violation};
pub use play::{Played, play};
