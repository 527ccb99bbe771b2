//! Finds deals for lessons of strategy. At each moment listed, one play of the first seat wins with all hands open, and
//! the seat can know why. The output is the seed, the number of moves before, and the evidence.
//!
//! ```text
//! cargo run --release -p capicu-practice --example strategy_deals -- cien 4000
//! ```

use std::process::ExitCode;

use capicu::{Action, Ended, Game, Round, Seat, View};
use capicu_ai::{Belief, Budget, Reader, clues};
use capicu_practice::strategy_moments;
use capicu_solver::{Objective, Solver};
use chacha20::ChaCha20Rng;
use rand_core::SeedableRng as _;

fn main() -> ExitCode {
    let mut given = std::env::args().skip(1);
    let game = given.next().and_then(|id| Game::by_id(&id));
    let seeds = given.next().and_then(|text| text.parse::<u64>().ok());
    let (Some(game), Some(seeds)) = (game, seeds) else {
        eprintln!("name one of the fourteen games, and the number of seeds: cien 4000");
        return ExitCode::FAILURE;
    };
    let rules = game
        .rules(game.players[0])
        .expect("the game is played by its usual number");
    for number in 0..seeds {
        strategy_moments(&rules, number, |at, round, view| {
            look(number, at, round, view)
        });
    }
    ExitCode::SUCCESS
}

fn look(number: u64, at: usize, round: &Round, view: &View) {
    let laid = round.board().layout().laid().len();
    if round.distinct_actions().len() < 2 || !(4..20).contains(&laid) {
        return;
    }
    let mut rng = ChaCha20Rng::from_seed([1; 32]);
    let judged = Reader::new(Budget::Nodes(2_000), Belief::Facts).judge(view, &mut rng);
    let [first, second, ..] = &judged[..] else {
        return;
    };
    if first.share - second.share < 0.1 {
        return;
    }
    let mut solver = Solver::<u32>::new();
    let Ok(solution) = solver.solve(round, Objective::Result) else {
        return;
    };
    let good: Vec<Action> = solution
        .actions
        .iter()
        .filter(|(_, value)| *value > 0)
        .map(|(action, _)| *action)
        .collect();
    let [best] = good[..] else { return };
    if first.action != best {
        return;
    }
    let mut after = round.clone();
    let _ = after.play(best);
    let ends = match after.outcome().map(|outcome| outcome.ended) {
        Some(Ended::Blocked(_)) => " BLOCKS",
        Some(Ended::Out(_)) => return,
        _ => "",
    };
    let why = clues(view, best, second.action);
    println!(
        "{number} {at}{ends}: {best:?} over {:?} {:.2} {:.2}; {why:?}",
        second.action, first.share, second.share
    );
    for seat in Seat::all(round.board().rules().n_seats()) {
        println!(
            "   {seat}: {:?}",
            round.hands()[seat]
                .into_iter()
                .map(|tile| tile.to_string())
                .collect::<Vec<_>>()
                .join(" ")
        );
    }
}
