//! `capicu hint`: what to play, from one hand and what happened.

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

/// Says what to play and what that is worth, as one seat sees the round
///
/// The reader imagines the tiles that are not seen by what happened, and plays the round to its end
/// many times. What happened is told by options, or is a round of a record in which the tiles of
/// whoever is to play are enough.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    choice: Choice,
    /// The tiles that whoever is to play holds now, such as "6-5 4-2"
    #[arg(long, value_name = "TILES", conflicts_with = "record")]
    hand: Option<String>,
    /// What has happened in the round, such as "6-6 6-4@6-6 pass"; with seats if wanted: "C: 6-6 D: 6-4@6-6"
    #[arg(
        long,
        value_name = "ACTIONS",
        conflicts_with = "record",
        default_value = ""
    )]
    moves: String,
    /// The seat that is to play; otherwise whoever it is if A opened
    #[arg(long, value_name = "SEAT", conflicts_with = "record")]
    seat: Option<char>,
    /// This seat leads with any tile, as in a round that is not the first; otherwise it is the first
    #[arg(long, value_name = "SEAT", conflicts_with = "record")]
    opener: Option<char>,
    /// A round of a record instead; `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "rules", "players", "options"])]
    record: Option<PathBuf>,
    /// Which round of the record; otherwise the last
    #[arg(long, value_name = "N", requires = "record", value_parser = number::at_least::<usize>(1))]
    round: Option<usize>,
    /// After how many of its moves; otherwise after all
    #[arg(long, value_name = "N", requires = "record", value_parser = number::at_least::<usize>(0))]
    after: Option<usize>,
    /// How many nodes the reader thinks: the same answer on every machine
    #[arg(long, value_name = "NODES", default_value_t = 100_000, value_parser = number::at_least::<u64>(1))]
    nodes: u64,
    /// The seed of what is imagined
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = number::at_least::<u64>(0))]
    seed: u64,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Why there is no hint.
enum Refusal {
    /// What was given cannot be read or does not go together.
    Unreadable(String),
    /// It was read, but cannot have happened.
    Impossible(String),
}

/// What one seat may play.
struct Advice {
    game: String,
    view: View,
    /// Every action, the best first.
    judged: Vec<Judged>,
    /// The two best compared; `None` where there is no choice.
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
