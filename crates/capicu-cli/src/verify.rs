//! `capicu verify`: recomputes every deal of a match from its seed, without a server.

use std::fmt::Write;
use std::process::ExitCode;

use capicu::fair::{ALGORITHM, Commitment, Seed};
use capicu::{Match, Seat};
use capicu_record::side;

use crate::chosen::{Choice, Chosen};
use crate::language::texts;
use crate::{exit, number, print};

/// Recompute every deal of a match from its seed
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Seed shown after the match: 64 hexadecimal digits
    #[arg(value_parser = seed)]
    seed: Seed,
    /// Commitment shown before the match; fails if the seed does not match
    #[arg(long, value_name = "HASH", value_parser = commitment)]
    commitment: Option<Commitment>,
    #[command(flatten)]
    choice: Choice,
    /// Number of deals of the match, redeals included
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::at_least::<u32>(0))]
    rounds: u32,
}

fn seed(text: &str) -> Result<Seed, String> {
    text.parse().map_err(|_| texts().verify_hex())
}

fn commitment(text: &str) -> Result<Commitment, String> {
    text.parse().map_err(|_| texts().verify_hex())
}

pub fn run(arguments: &Arguments) -> ExitCode {
    let mut choice = arguments.choice.clone();
    if choice.rules.is_none() {
        choice.game.get_or_insert_with(|| USUAL.to_owned());
    }
    let chosen = match choice.resolve() {
        Ok(chosen) => chosen,
        Err(why) => return exit::unreadable(why),
    };
    let commitment = arguments.seed.commitment();
    if let Some(shown) = arguments.commitment
        && shown != commitment
    {
        let (ours, shown) = (commitment.to_string(), shown.to_string());
        return exit::broken(texts().verify_other_seed(&ours, &shown));
    }
    match told(arguments, &chosen, commitment) {
        Ok(text) => print::text(text),
        // Writing to a string does not fail.
        Err(error) => return exit::unreadable(error),
    }
    ExitCode::SUCCESS
}

/// The default game.
const USUAL: &str = "jamaican-partner";

fn told(
    arguments: &Arguments,
    Chosen { id, rules }: &Chosen,
    commitment: Commitment,
) -> Result<String, std::fmt::Error> {
    let mut to = String::new();
    writeln!(to, "algorithm   {ALGORITHM}")?;
    writeln!(to, "commitment  {commitment}")?;
    writeln!(to, "game        {id} {}", rules.n_seats())?;
    let mut game = Match::new(*rules);
    for number in 0.. {
        if !game.needs_draw_for_set() {
            break;
        }
        let turned = arguments.seed.turn_up(&game, number);
        game.draw_for_set(&turned);
        let out = || "-".to_owned();
        let tiles = turned
            .iter()
            .map(|tile| tile.map_or_else(out, |tile| tile.to_string()));
        writeln!(to, "turned up   {}", tiles.collect::<Vec<_>>().join(" "))?;
    }
    for number in 0..arguments.rounds {
        let deal = arguments.seed.deal(rules, number);
        writeln!(to, "deal {number}")?;
        for seat in Seat::all(rules.n_seats()) {
            let letter = side::letter(seat);
            writeln!(to, "  seat {letter}    {}", deal.hands()[seat])?;
        }
        if !deal.boneyard().is_empty() {
            let boneyard: Vec<String> = deal.boneyard().iter().map(ToString::to_string).collect();
            writeln!(to, "  asleep    {}", boneyard.join(" "))?;
        }
    }
    Ok(to)
}
