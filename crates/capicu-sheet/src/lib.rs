//! The score sheet of an evening with real tiles.
//!
//! A [`Sheet`] is a list of [`Event`]s: matches begin, and people write rounds, points in play, scores on which they
//! agree, and corrections. People can also queue for the table. Everything else is derived. Only `capicu` computes points.

#![forbid(unsafe_code)]

mod csv;
mod day;
mod error;
mod evening;
mod event;
mod name;
mod notes;
mod played;
mod queue;
mod sheet;
mod tally;
mod text;
mod year;

pub use csv::csv;
pub use day::{Day, NoDay};
pub use error::{SheetError, TextError, TextProblem};
pub use event::{Entry, Event, RoundEntry, Start, Trust};
pub use name::{MAX_NAME, NameProblem, folded};
pub use notes::notes;
pub use played::{Effect, Line, LineState, Played, Preview};
pub use queue::{Party, Queue, QueueEvent, QueueStatus, Unit, places};
pub use sheet::Sheet;
pub use tally::{Finished, Player, Row, Tally};
pub use text::HEADER;
