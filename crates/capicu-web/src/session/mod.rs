//! The kinds of sessions, which the rest of the page does not distinguish.

mod local;
mod online;
mod replay;
mod wire;

pub use local::practice;
pub use online::{Ticket, is_cut, join};
pub use replay::replay;
pub use wire::{CreateError, be_called, be_known, create, file_games, my_name, new_token, options};
