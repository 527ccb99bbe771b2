//! One table: its state is a fold of its journal, and one task owns it.

mod actor;
mod bots;
mod decide;
mod pool;
mod state;
mod told;

pub use actor::{Actor, Connect, Mail, Outgoing, Services, line};
pub use bots::Bots;
#[cfg(test)]
pub use decide::Present;
pub use decide::{name, title};
#[cfg(test)]
pub use state::State;
