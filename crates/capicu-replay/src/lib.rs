//! Reviews a played match in a web worker.
//!
//! For any moment of a record, the worker sends the messages that a server would send to a seat, and the page shows
//! them as at any table. It decides no rule: the referee checks the record, and the views of the seats come from its
//! facts by the same code as at a table. It analyzes the match as `capicu analyze` does, one job at a time, so that the
//! analysis can stop and resume.

#![forbid(unsafe_code)]

mod leading;
mod messages;
mod move_list;
mod panel;
mod puzzle;
mod replay;
mod sheet;
#[cfg(target_arch = "wasm32")]
mod worker;

pub use messages::{Asked, By, Desk, Notice, Place, Posing, Shown, Worked, WorkerMessage};
pub use puzzle::{Answer, Puzzle};
pub use replay::{Moment, Replay};
#[cfg(target_arch = "wasm32")]
pub use worker::start;
