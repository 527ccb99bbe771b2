//! What every client of a table needs, whatever it is drawn on: [`ClientTable`] folds what the server says
//! into what a client knows, and [`Link`] keeps a seat connected.
//!
//! Neither does any input or output, and neither reads a clock: messages, times and chance are handed in,
//! and what is to be done comes out. The page, the load tool and the tests only carry them out.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod command;
mod link;
mod moment;
mod table;
mod turn;

pub use command::Command;
pub use link::{Change, Input, Link, Output, PING, SILENCE, Status};
pub use moment::{Moment, Pace};
pub use table::{Attendance, ClientTable};
pub use turn::{Ask, laid, open_numbers};
