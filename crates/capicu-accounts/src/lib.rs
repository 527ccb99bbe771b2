//! People of a server: who they are, what they may do, and how they behave and play.
//!
//! The crates for tables, events, pages and the server build on this crate. It reads and writes the store and returns
//! typed [errors](Error). It knows no requests, pages or tables in memory. A change returns its follow-ups, such as
//! sockets to close, as [`Effects`], and the caller carries them out.

#![forbid(unsafe_code)]

pub mod account;
mod block_filter;
pub mod bots;
mod clock;
pub mod clubs;
pub mod conduct;
mod context;
pub mod dates;
mod effects;
mod error;
pub mod friends;
pub mod history;
pub mod names;
pub mod passkeys;
mod presence;
pub mod profile;
pub mod puzzles;
mod randomness;
pub mod ratings;
pub mod recovery;
pub mod tally;
mod uptime;
pub mod zones;

use std::time::Duration;

pub use block_filter::{BlockFilter, BlockFilters};
pub use clock::Clock;
pub use context::Context;
pub use effects::{Effect, Effects};
pub use error::Error;
pub use presence::{AtTable, Attendance, PRESENT};
pub use randomness::Randomness;
pub use uptime::{GUEST, Gap, SESSION, Uptime};

/// The length of a day.
pub const DAY: Duration = Duration::from_secs(24 * 3600);
