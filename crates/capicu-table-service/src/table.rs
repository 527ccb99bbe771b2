//! One table of the server: its session, and the task that sends, stores and schedules for it.

mod accounts;
mod bots;
mod now;
mod queue;
mod task;

pub use bots::{Bots, Pace};
pub use now::{Attendance, HandNow, TableNow};
pub use queue::{QueueNow, QueueView, WaitingParty, You};
pub use task::{Connect, Glance, Hears, Mail, Outgoing, Services, Task};
