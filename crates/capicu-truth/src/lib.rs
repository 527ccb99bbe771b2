//! Games of dominoes small enough to be solved exactly, so that players can be measured against the truth.
//!
//! A [`SmallGame`] is every way in which a round of two can go under some rules. [`solve()`] finds
//! how it is best played by CFR+ (regret matching with regrets never below nothing); [`Strategy`]
//! holds how likely each choice is in every situation, be it the solution or a player's habits; and
//! [`Strategy::exploitability`] and [`Strategy::loss`] say how far it is from the truth.
//!
//! Results count 1 for the round won, −1 lost and 0 tied. It is for tests and for the table of
//! `docs/strength.md`, which `examples/truth.rs` makes.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod game;
mod habits;
mod solve;
mod strategy;

pub use game::{NotSmall, Situation, SmallGame};
pub use solve::solve;
pub use strategy::Strategy;

use capicu::rules::Choices;
use capicu::{Game, Rules};

/// The game that the documentation's table is about: two players, tiles up to double three, four
/// each and two asleep, nothing drawn, the first seat leads what it likes; a blocked round goes to
/// the lower count.
pub fn double_three() -> Rules {
    reduced(&[("set", "double-three"), ("hand", "4")])
}

/// The same with tiles up to double two, two each and two asleep: small enough for slow methods.
pub fn double_two() -> Rules {
    reduced(&[("set", "double-two"), ("hand", "2")])
}

fn reduced(options: &[(&str, &str)]) -> Rules {
    let mut choices: Choices = Game::by_id("block")
        .and_then(|game| game.choices(2))
        .expect("the block game is played by two");
    let common = [
        ("opener", "first-seat"),
        ("opening-lead", "any-tile"),
        ("score", "games"),
        ("target", "6"),
    ];
    for (option, value) in common.iter().chain(options) {
        choices.set(option, value).expect("a value of this option");
    }
    Rules::new(choices).expect("these options can be played together")
}
