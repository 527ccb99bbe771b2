//! One table of the server: a session, and the task that moves its bytes, waits for it and writes for it.

mod accounts;
mod bots;
mod task;

pub use bots::Bots;
pub use task::{Connect, Glance, Hears, Mail, Outgoing, Services, Task};
