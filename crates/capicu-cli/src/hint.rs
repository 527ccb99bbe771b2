//! `capicu hint`: suggests a move from one hand and the moves so far.

mod read;
mod tell;

pub use read::hand as read_hand;

use std::path::PathBuf;
use std::process::ExitCode;

use capicu::View;
use capicu_ai::{Belief, Budget, Hint, Judged, Reader};
use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::chosen::Choice;
use crate::language::texts;
use crate::{exit, number, print};

/// Suggest a move and its value, as one seat sees the round
///
/// Describe the round with options, or name a round of a record. The record may leave out the hands of other seats.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    choice: Choice,
    /// Tiles of the seat to play, such as "6-5 4-2"
    #[arg(long, value_name = "TILES", conflicts_with = "record")]
    hand: Option<String>,
    /// Moves of the round, such as "6-6 6-4@6-6 pass"; optionally with seats: "C: 6-6 D: 6-4@6-6"
    #[arg(
        long,
        value_name = "ACTIONS",
        conflicts_with = "record",
        default_value = ""
    )]
    moves: String,
    /// Seat to play [default: as if A opened]
    #[arg(long, value_name = "SEAT", conflicts_with = "record")]
    seat: Option<char>,
    /// Seat that led with any tile, as in a later round [default: a first round]
    #[arg(long, value_name = "SEAT", conflicts_with = "record")]
    opener: Option<char>,
    /// Record to read the round from; `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "rules", "players", "options"])]
    record: Option<PathBuf>,
    /// Round of the record [default: the last]
    #[arg(long, value_name = "N", requires = "record", value_parser = number::at_least::<usize>(1))]
    round: Option<usize>,
    /// Number of moves of that round to play first [default: all]
    #[arg(long, value_name = "N", requires = "record", value_parser = number::at_least::<usize>(0))]
    after: Option<usize>,
    /// Nodes to search; repeatable on every machine
    #[arg(long, value_name = "NODES", default_value_t = 100_000, value_parser = number::at_least::<u64>(1))]
    nodes: u64,
    /// Seed of the imagined hands
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = number::at_least::<u64>(0))]
    seed: u64,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

enum Refusal {
    Unreadable(String),
    /// Parsed, but it cannot have happened.
    Impossible(String),
}

struct Advice {
    game: String,
    view: View,
    /// Every action, best first.
    judged: Vec<Judged>,
    /// Compares the two best; `None` without a choice.
    hint: Option<Hint>,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    match advise(arguments) {
        Ok(advice) if arguments.json => {
            print::json(&tell::json(&advice, arguments.nodes, arguments.seed));
            ExitCode::SUCCESS
        }
        Ok(advice) => {
            print::text(tell::text(&advice, texts()));
            ExitCode::SUCCESS
        }
        Err(Refusal::Unreadable(why)) => exit::unreadable(why),
        Err(Refusal::Impossible(why)) => exit::broken(why),
    }
}

fn advise(arguments: &Arguments) -> Result<Advice, Refusal> {
    let (game, told) = match &arguments.record {
        Some(path) => read::record(path, arguments.round, arguments.after)?,
        None => read::typed(arguments)?,
    };
    let view = told.view(texts()).map_err(Refusal::Impossible)?;
    let rng = || ChaCha8Rng::seed_from_u64(arguments.seed);
    let budget = Budget::Nodes(arguments.nodes);
    let judged = Reader::new(budget, Belief::Play).judge(&view, &mut rng());
    let hint = Hint::of(&view, budget, &mut rng());
    Ok(Advice {
        game,
        view,
        judged,
        hint,
    })
}
