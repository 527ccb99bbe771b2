//! The logic that every client of a table shares, whatever its display. [`ClientTable`] tracks the state of the table
//! from the server's messages, and [`Link`] keeps a seat connected.
//!
//! Neither does any input or output or reads a clock: the caller passes in messages, times and chance, and carries out
//! the returned outputs. The page, the load tool and the tests are such callers.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod command;
mod link;
mod moment;
mod page_command;
mod table;
mod turn;

pub use command::Command;
pub use link::{Change, Input, Link, Output, PING, SILENCE, Status};
pub use moment::{Moment, Pace};
pub use page_command::PageCommand;
pub use table::{Attendance, ClientTable};
pub use turn::{Ask, laid, open_numbers};
