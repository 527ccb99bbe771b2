//! A table without a server: the engine, a person and bots, in a web worker.
//!
//! The page sends the worker what it would send a server: a [`CreateTable`] and then [`ClientMessage`]s. It receives
//! the same [`ServerMessage`]s, so it need not distinguish the two. Thinking never blocks the page, and a first visit
//! does not download the bots.
//!
//! [`CreateTable`]: capicu_protocol::CreateTable
//! [`ClientMessage`]: capicu_protocol::ClientMessage
//! [`ServerMessage`]: capicu_protocol::ServerMessage

#![forbid(unsafe_code)]

mod house;
mod lesson;
mod lesson_deal;
mod practice;
mod record;
mod rung;
mod strategy;
mod strategy_deal;
#[cfg(target_arch = "wasm32")]
mod worker;

pub use house::{Chosen, Group, House, Stated};
pub use lesson::{Lesson, LessonText};
pub use lesson_deal::LessonDeal;
pub use practice::{Practice, ResumeError, Wait};
pub use rung::rung;
pub use strategy::StrategyLesson;
pub use strategy_deal::{StrategyDeal, strategy_moments};
#[cfg(target_arch = "wasm32")]
pub use worker::start;
