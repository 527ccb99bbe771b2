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
//!
//! How strong each is, and at what level it is offered to people, is told in `docs/strength.md`, with the
//! commands that measure it.
//!
//! # What they know
//!
//! [`Knowledge`] counts the deals that agree with a view, draws from them and says how likely each
//! tile is in each place, all exactly. Counting takes some microseconds, and drawing a deal well under
//! one; every game with a double-six set can always be counted. With large sets and many players that
//! becomes too much: then deals are drawn by random exchanges, in about 10 µs. The example `knowledge`
//! measures it.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;
// For the one thing that all players share: the tables of match equity.
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
