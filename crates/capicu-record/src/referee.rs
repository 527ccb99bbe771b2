//! The referee: replays a record, adjudicates it, and says where it breaks the rules.

mod breach;
mod hidden;
mod replay;
mod sheet;

pub use breach::{Breach, Problem};
pub use replay::{Report, replay, replay_until};
pub use sheet::{RoundReport, Sheet};
