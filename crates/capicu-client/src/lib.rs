#![doc = include_str!("../README.md")]
//!
//! [`ClientTable`] tracks the state of the table from the server's messages, and [`Link`] keeps a seat connected. The
//! page, the load tool and the tests are callers.

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
