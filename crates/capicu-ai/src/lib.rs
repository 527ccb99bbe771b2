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
//! # How strong they are
//!
//! Single rounds of `jamaican-partner`, opened as the first of a match, each deal played twice with
//! the players changing places; a tie counts half; 95 % intervals over pairs. `reader` thought for
//! so many nodes, `facts` is `reader` without beliefs from play. Made by
//! `cargo run --release -p capicu-ai --example duel` with the arguments in the last column. But for
//! seed 301 it was a `reader` that took partners and opponents for the same and solved nothing.
//!
//! | players | rounds won | points a round | arguments |
//! |---|---|---|---|
//! | `heavy` v `random` | 51.8 % ± 0.9 | +0.03 ± 0.02 | `heavy random jamaican-partner 4 5000 anew 21` |
//! | `counter` v `random` | 65.6 % ± 0.9 | +0.32 ± 0.02 | `counter random jamaican-partner 4 5000 anew 21` |
//! | `counter` v `heavy` | 63.2 % ± 0.9 | +0.28 ± 0.02 | `counter heavy jamaican-partner 4 5000 anew 21` |
//! | `reader` v `counter` | 61.8 % ± 2.4 | +0.25 ± 0.05 | `reader@2000 counter jamaican-partner 4 600 anew 26` |
//! | `reader` v `counter` | 71.3 % ± 2.8 | +0.45 ± 0.06 | `reader@50000 counter jamaican-partner 4 400 anew 301` |
//! | `reader` v `heavy` | 75.8 % ± 3.3 | +0.55 ± 0.07 | `reader@50000 heavy jamaican-partner 4 300 anew 22` |
//! | `reader` v `facts` | 54.8 % ± 3.1 | +0.11 ± 0.07 | `reader@50000 facts@50000 jamaican-partner 4 400 anew 23` |
//!
//! In other games `reader@10000` wins against `counter`, seed 24: `doscientos` 61.5 % ± 3.0 of rounds,
//! `cut-throat` with three 64.3 % ± 3.3, `draw` with two 57.2 % ± 2.5, `block` 55.4 % ± 2.5,
//! `all-fives` with two 53.6 % ± 2.4, `french` 52.7 % ± 3.1 (and 1.5 ± 0.6 penalty points a round
//! fewer).
//!
//! # What they know
//!
//! [`Knowledge`] counts the deals that agree with a view, draws from them and says how likely each
//! tile is in each place, all exactly. On one core of a Xeon, as measured by the example
//! `knowledge`, it takes 2.2 µs at the median (9 µs at worst) to count them in `jamaican-partner`
//! and 0.17 µs to draw one; every game with a double-six set can always be counted. With large sets
//! and many players that becomes too much: then deals are drawn by random exchanges, in about 10 µs.
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;
// For the one thing that all players share: the tables of match equity.
extern crate std;

mod bot;
mod chance;
mod counter;
pub mod duel;
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

/// How the network that knows how readers choose is told what it sees, for who teaches it: the example
/// `manner`.
pub mod manner {
    pub use crate::reader::{INPUTS, LANES, looks};
}

pub use bot::{Bot, BotKind, ParseBotError};
pub use counter::Counter;
pub use equity::{Aim, Equity};
pub use heavy::Heavy;
pub use hint::Hint;
pub use knowledge::{Chances, Knowledge, KnowledgeError, World};
pub use level::{Level, ParseLevelError};
pub use memory::Memory;
pub use novice::{Notices, Novice};
pub use random::Random;
pub use reader::{Belief, Budget, Judged, Reader};
pub use think::think_time;
