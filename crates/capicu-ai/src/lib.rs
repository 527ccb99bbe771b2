//! Domino players that see only what a seat sees.
//!
//! A [`Bot`] receives a [`View`](capicu::View), which cannot contain another hand, and a source of randomness. It
//! returns an [`Action`](capicu::Action). This crate reads no clock and has no generator of its own, so the same view
//! and generator give the same answer on every machine. [`BotKind`] lists the players. Each plays every game with every
//! number of players and every checked set of rules.
//!
//! | name | how it plays |
//! |---|---|
//! | `random` | any legal action, all equally likely |
//! | `heavy` | the legal tile with the most spots |
//! | `counter` | keeps its suits open, plays doubles early, counts tiles and remembers passes |
//! | `reader` | imagines the hidden tiles from the moves and plays the round out, many times |
//!
//! `docs/strength.md` gives the strength and level of each, with the commands that measure it.
//!
//! # Knowledge
//!
//! [`Knowledge`] counts the deals that agree with a view, draws from them and gives the chance of each tile at each
//! place, all exactly. Counting takes some microseconds, and drawing a deal well under one. Every game with a
//! double-six set can be counted. Large sets with many players cannot: their deals are drawn by random exchanges, in
//! about 10 µs. The example `knowledge` measures it.
#![forbid(unsafe_code)]

extern crate alloc;
// Needed for the one thing that all players share: the tables of match equity.
extern crate std;

mod bot;
mod chance;
mod clue;
mod counter;
mod equity;
mod heavy;
mod hint;
mod knowledge;
mod level;
mod memory;
mod novice;
mod random;
mod reader;
mod think;

pub use bot::{Bot, BotKind, ParseBotError};
pub use chance::scattered;
pub use clue::{MOST_CLUES, clues};
pub use counter::Counter;
pub use equity::{Aim, Equity};
pub use heavy::Heavy;
pub use hint::Hint;
pub use knowledge::{Chances, Knowledge, KnowledgeError, World};
pub use level::{Level, ParseLevelError};
pub use memory::Memory;
pub use novice::{Notices, Novice};
pub use random::Random;
pub use reader::{Belief, Budget, Deals, Judged, Model, Reader};
pub use think::think_time;
