//! Dominoes games small enough to solve exactly, to measure players against the truth.
//!
//! A [`SmallGame`] contains every course of a round of two under some rules. [`solve()`] finds best play by CFR+
//! (regret matching with regrets that never fall below 0). A [`Strategy`] holds the probability of each choice in every
//! situation, of the solution or of a player. [`Strategy::exploitability`] and [`Strategy::loss`] measure its distance
//! from the truth.
//!
//! A won round counts 1, a lost one −1 and a tie 0. The crate is for tests and for the table of
//! `docs/notes/strength.md`, which `examples/truth.rs` computes.

#![forbid(unsafe_code)]

mod game;
mod habits;
mod solve;
mod strategy;

pub use game::{NotSmall, Situation, SmallGame};
pub use solve::solve;
pub use strategy::Strategy;

use capicu::rules::Choices;
use capicu::{Game, Rules};

/// The game of the documentation's table: two players, tiles up to double three, four tiles each, two in the boneyard
/// and no drawing. The first seat leads any tile, and the lower count wins a blocked round.
pub fn double_three() -> Rules {
    reduced(&[("set", "double-three"), ("hand", "4")])
}

/// A smaller game with tiles up to double two, two each and two in the boneyard: small enough for slow methods.
pub fn double_two() -> Rules {
    reduced(&[("set", "double-two"), ("hand", "2")])
}

fn reduced(options: &[(&str, &str)]) -> Rules {
    let mut choices: Choices = Game::by_id("block")
        .and_then(|game| game.choices(2))
        .expect("choices of the block game for two");
    let common = [
        ("opener", "first-seat"),
        ("opening-lead", "any-tile"),
        ("score", "games"),
        ("target", "6"),
    ];
    for (option, value) in common.iter().chain(options) {
        choices.set(option, value).expect("a value of this option");
    }
    Rules::new(choices).expect("playable rules")
}
