//! A match that was played, looked at again in a worker of the browser.
//!
//! The worker is given a record, and says of any moment what a server would say of a table to a seat: the page
//! shows it with what it shows every table with. It decides no rule: the referee checks the record, and what each
//! seat had seen is the fold of the record's facts by the same code as at a table. It analyzes the match as
//! `capicu analyze` does, a job at a time, so that it can be stopped and goes on where it was.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod desk;
mod leading;
mod memory;
mod panel;
mod puzzle;
mod replay;
pub mod typed;
mod worker;

pub use desk::{Asked, By, Desk, Notice, Posing, Shown, Told, Worked};
pub use puzzle::{Answer, Puzzle};
pub use replay::{Moment, Replay};
pub use worker::start;
