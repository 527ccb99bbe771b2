//! Domino players that see only what a seat sees.
//!
//! A [`Bot`] is handed a [`View`](capicu::View), which has no room for another hand, and a source of
//! randomness; it answers with an [`Action`](capicu::Action). Nothing here reads a clock or keeps a
//! generator of its own, so the same view and the same generator give the same answer on every
//! machine. The players are listed by [`BotKind`]; every one of them plays every game, every number
//! of players and every checked set of rules.
//!
//! | name | how it plays |
//! |---|---|
//! | `random` | any legal action, all equally likely |
//! | `heavy` | the legal tile with the most spots |
//! | `counter` | keeps its suits open, plays doubles early, counts tiles and remembers passes |
//! | `reader` | imagines the hidden tiles by what was done and plays the round out, many times |
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;

mod belief;
mod bot;
mod chance;
mod counter;
pub mod duel;
mod heavy;
mod knowledge;
mod memory;
mod random;
mod reader;
mod think;

pub use bot::{Bot, BotKind, ParseBotError};
pub use counter::Counter;
pub use heavy::Heavy;
pub use knowledge::{Chances, Knowledge, KnowledgeError, World};
pub use memory::Memory;
pub use random::Random;
pub use reader::{Belief, Budget, Judged, Reader};
pub use think::think_time;
