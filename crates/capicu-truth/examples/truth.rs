//! Computes the table of `docs/notes/strength.md`: every player in the reduced game that is solved exactly.
//!
//! `cargo run --release -p capicu-truth --example truth -- 400 20000 4`
//!
//! The numbers are the iterations of the solver, the nodes per decision of `reader`, and the repeated choices of random
//! players in every situation. A name after them selects one player.

use std::process::ExitCode;
use std::time::Instant;

use capicu_ai::{Aim, Belief, BotKind, Budget, Reader};
use capicu_truth::{SmallGame, Strategy, double_three, solve};

fn main() -> ExitCode {
    let mut numbers = [400, 20_000, 4];
    for (number, text) in numbers.iter_mut().zip(std::env::args().skip(1)) {
        match text.parse() {
            Ok(read) => *number = read,
            Err(_) => {
                eprintln!("truth: {text} is not a number; iterations, nodes and times are");
                return ExitCode::FAILURE;
            }
        }
    }
    let [iterations, nodes, times] = numbers;
    let only = std::env::args().nth(4);
    let wanted = |name: &str| only.as_deref().is_none_or(|only| only == name);
    let game = match SmallGame::new(&double_three()) {
        Ok(game) => game,
        Err(error) => {
            eprintln!("truth: {error}");
            return ExitCode::FAILURE;
        }
    };
    println!(
        "{} deals, {} situations",
        game.n_deals(),
        game.n_situations()
    );
    let begin = Instant::now();
    let solution = solve(&game, iterations);
    println!(
        "value {:.4} to the first seat, after {iterations} iterations in {:.0?}",
        solution.value(&game, &solution),
        begin.elapsed()
    );
    println!("\n| player | exploitability | loss against the solution |\n|---|---|---|");
    row("the solution", &game, &solution, &solution);
    row(
        "random, exactly",
        &game,
        &Strategy::uniform(&game),
        &solution,
    );
    for kind in [BotKind::Heavy, BotKind::Counter] {
        if !wanted(kind.name()) {
            continue;
        }
        let habits = Strategy::of_bot(&game, || kind.bot(), 1, 1);
        row(kind.name(), &game, &habits, &solution);
    }
    for (name, belief) in [("facts", Belief::Facts), ("reader", Belief::Play)] {
        if !wanted(name) {
            continue;
        }
        let reader = Reader::new(Budget::Nodes(u64::from(nodes)), belief).aiming(Aim::Round);
        let habits = Strategy::of_reader(&game, reader, times, 1);
        let name = format!("{name}, {nodes} nodes, asked {times} times");
        row(&name, &game, &habits, &solution);
    }
    ExitCode::SUCCESS
}

fn row(name: &str, game: &SmallGame, habits: &Strategy, solution: &Strategy) {
    println!(
        "| {name} | {:.4} | {:.4} |",
        habits.exploitability(game),
        habits.loss(game, solution)
    );
}
