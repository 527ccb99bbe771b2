//! One table: its state is a fold of its journal, and one task owns it.

mod actor;
mod bots;
mod decide;
mod state;
mod told;

pub use actor::{Actor, Connect, Mail, Outgoing, Services, line};
pub use decide::name;
