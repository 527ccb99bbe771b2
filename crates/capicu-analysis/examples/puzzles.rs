//! Makes the shipped puzzles from matches of `counter` against itself, one line of JSON each. `cargo run --release -p
//! capicu-analysis --example puzzles -- 2026 4 > crates/capicu-analysis/puzzles.jsonl` uses the seed 2026 and makes
//! four puzzles per game. Equal seeds and versions give equal lines on any machine.
//!
//! A puzzle is a mistake that loses at least 5 % of a round. It has three answers or more, at most half of them good.

#[path = "../tests/common/mod.rs"]
#[expect(dead_code, reason = "whole matches are analyzed elsewhere")]
mod common;

use std::process::ExitCode;

use capicu::Game;
use capicu_ai::Counter;
use capicu_analysis::{Decision, Judged, Posed, Solution};
use common::{facts, played, record, rules};
use rayon::prelude::*;
use serde_json::json;

/// Nodes for each answer.
const NODES: u64 = 20_000;

/// The smallest loss of a mistake, in millionths of a round.
const LEAST: i64 = 50_000;

/// The rounds to search in each match.
const ROUNDS: u32 = 4;

/// The most matches to search per game.
const MATCHES: u64 = 40;

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|n| n.parse::<u64>());
    let (Some(Ok(seed)), Some(Ok(each)), None) = (numbers.next(), numbers.next(), numbers.next())
    else {
        eprintln!("a seed, and how many puzzles of each game");
        return ExitCode::from(2);
    };
    for game in Game::ALL {
        for line in of_game(game, seed, each as usize) {
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
    if decision.actions.len() < 3 {
        return None;
    }
    let posed = Posed::of(decision)?;
    let judged = Judged::of(posed.decision(), NODES)?;
    if !judged.class.is_mistake() || judged.loss.round < LEAST {
        return None;
    }
    let solution = Solution::of(&posed, NODES)?;
    let good = solution.answers.iter().filter(|answer| answer.good).count();
    (2 * good <= solution.answers.len()).then(|| {
        let line = json!({
            "game": posed.game(),
            "puzzle": posed.text(),
            "solution": solution,
        });
        (decision.round, line.to_string())
    })
}
