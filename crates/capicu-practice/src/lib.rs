//! A table without a server: the engine, a person and bots, in a worker of the browser.
//!
//! The page says to the worker what it would say to a server, a [`CreateTable`] and then
//! [`ClientMessage`]s, and hears the same [`ServerMessage`]s. So it cannot tell the two apart, thinking
//! never holds up the page, and a first visit does not download the bots.
//!
//! [`CreateTable`]: capicu_protocol::CreateTable
//! [`ClientMessage`]: capicu_protocol::ClientMessage
//! [`ServerMessage`]: capicu_protocol::ServerMessage

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod house;
mod lesson;
mod practice;
mod record;
mod rehearsal;
mod worker;

pub use house::{Chosen, Group, House, Stated};
pub use lesson::{Lesson, Told};
pub use practice::{Practice, ResumeError, Wait};
pub use rehearsal::Rehearsal;
pub use worker::start;
