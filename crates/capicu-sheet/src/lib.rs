//! The score sheet of an evening with real tiles.
//!
//! A [`Sheet`] is a list of [`Event`]s: matches begin, and people write rounds, points in play, scores on which they
//! agree, and corrections. Everything else is derived. Only `capicu` computes points.

#![forbid(unsafe_code)]

mod csv;
mod error;
mod event;
mod name;
mod notes;
mod played;
mod sheet;
mod text;

pub use csv::csv;
pub use error::{SheetError, TextError, TextProblem};
pub use event::{Entry, Event, RoundEntry, Start, Trust};
pub use name::{MAX_NAME, NameProblem};
pub use notes::notes;
pub use played::{Effect, Line, LineState, Played, Preview};
pub use sheet::Sheet;
