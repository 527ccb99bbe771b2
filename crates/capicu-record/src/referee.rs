//! The referee: replays a record, scores it, and finds where it breaks the rules.
//!
//! Records from real tables lack tiles, so the referee uses what is known. A move is wrong if no deal of the unknown
//! tiles allows it. Moves that only some deals allow are listed as [`Unchecked`].

mod breach;
mod claims;
mod doubles;
mod endings;
mod json;
mod opening;
mod places;
mod play;
mod replay;
mod round;
mod sheet;
mod sizes;
mod unchecked;
mod world;

pub use breach::{Breach, Problem};
pub use claims::Claim;
pub use json::report_json;
pub use replay::{Report, replay, replay_from, replay_until};
pub use sheet::{RoundReport, Sheet, Sure};
pub use unchecked::{Unchecked, Unsure, Why};
