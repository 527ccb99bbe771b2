//! One table of the server: its session, and the task that sends, stores and schedules for it.

mod accounts;
mod bots;
mod task;

pub use bots::{Bots, Pace};
pub use task::{Attendance, Connect, Glance, Hears, Mail, Outgoing, Services, TableNow, Task};
