//! The referee: replays a record, adjudicates it, and says where it breaks the rules.
//!
//! A record written at a real table lacks tiles. The referee goes by what is known: a move is wrong
//! if no deal of the tiles that are not shown allows it, and what some deals allow and others do not
//! is listed as [`Unchecked`].

mod breach;
mod claims;
mod endings;
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
pub use replay::{Report, replay, replay_until};
pub use sheet::{RoundReport, Sheet, Sure};
pub use unchecked::{Unchecked, Unsure, Why};
