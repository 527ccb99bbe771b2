//! Makes the shipped puzzles from matches of `counter` against itself, one line each. `cargo run --release -p
//! capicu-analysis --example puzzles -- 2026 143 > crates/capicu-analysis/puzzles.txt` uses the seed 2026 and makes 143
//! puzzles per game. Add the id of a game to make only its puzzles. Equal seeds and versions give equal lines on any
//! machine.
//!
//! A puzzle is a mistake that loses at least 5 % of a round. It has three to twelve answers, at most half of them good.
//! Each level of bots answers it once.

#[path = "../tests/common/mod.rs"]
#[expect(dead_code, reason = "whole matches are analyzed elsewhere")]
mod common;

use std::process::ExitCode;

use capicu::Game;
use capicu_ai::{Counter, Level};
use capicu_analysis::{Decision, Judged, Posed, SHIPPED_NODES, Shipped, Solution, Theme};
use chacha20::ChaCha8Rng;
use common::{facts, played, record, rules};
use rand_core::SeedableRng;
use rayon::prelude::*;

/// Nodes for a first look at each choice.
const FIRST_LOOK: u64 = 1_000;

/// The smallest loss of a mistake, in millionths of a round.
const LEAST: i64 = 50_000;

/// The rounds to search in each match.
const ROUNDS: u32 = 4;

/// The most matches to search per game.
const MATCHES: u64 = 4_000;

/// The distance between the seeds of two games.
const APART: u64 = 1_000_000;

/// The numbers of answers that a puzzle may have.
const ANSWERS: std::ops::RangeInclusive<usize> = 3..=12;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<u64>().ok());
    let (Some(seed), Some(each), true) = (number(0), number(1), words.len() <= 3) else {
        eprintln!("a seed, how many puzzles of each game, and perhaps the id of a game");
        return ExitCode::from(2);
    };
    let wanted = |id: &str| words.get(2).is_none_or(|only| only == id);
    let games = Game::ALL.iter().zip(0..);
    for (game, number) in games.filter(|(game, _)| wanted(game.id)) {
        for line in of_game(game, seed + number * APART, each as usize) {
            println!("{line}");
        }
    }
    ExitCode::SUCCESS
}

/// Finds `each` puzzles of a game, each from another round.
fn of_game(game: &Game, seed: u64, each: usize) -> Vec<String> {
    let rules = rules(game.id, game.players[0]);
    let mut lines = Vec::new();
    for number in 0..MATCHES {
        let facts = facts(rules, seed + number, ROUNDS, &mut Counter);
        let played = played(&record(rules, &facts));
        let decisions: Vec<&Decision> = played.decisions.iter().collect();
        let found: Vec<_> = decisions.into_par_iter().map(puzzle).collect();
        let mut last = 0;
        for (round, line) in found.into_iter().flatten() {
            if round != last && lines.len() < each {
                last = round;
                lines.push(line);
            }
        }
        if lines.len() == each {
            break;
        }
    }
    lines
}

/// The puzzle of a choice, with the number of its round.
fn puzzle(decision: &Decision) -> Option<(usize, String)> {
    if !ANSWERS.contains(&decision.actions.len()) {
        return None;
    }
    let posed = Posed::of(decision)?;
    for nodes in [FIRST_LOOK, SHIPPED_NODES] {
        let judged = Judged::of(posed.decision(), nodes)?;
        if !judged.class.is_mistake() || judged.loss.round < LEAST {
            return None;
        }
    }
    let solution = Solution::of(&posed, SHIPPED_NODES)?;
    let good = solution.answers.iter().filter(|answer| answer.good).count();
    if 2 * good > solution.answers.len() {
        return None;
    }
    let shipped = Shipped {
        puzzle: posed.text(),
        themes: Theme::of(&posed, &solution),
        found: Level::ALL.map(|level| finds(level, &posed, &solution)),
        solution,
    };
    let line = shipped.to_string();
    (line.parse().as_ref() == Ok(&shipped)).then_some((decision.round, line))
}

/// Whether a bot of this level finds a good answer.
fn finds(level: Level, posed: &Posed, solution: &Solution) -> bool {
    let decision = posed.decision();
    let rng = &mut ChaCha8Rng::seed_from_u64(u64::from(level.number()));
    let chosen = level.bot().choose(&decision.view, rng);
    let at = decision
        .actions
        .iter()
        .position(|action| Some(*action) == chosen);
    at.is_some_and(|at| solution.answers[at].good)
}
