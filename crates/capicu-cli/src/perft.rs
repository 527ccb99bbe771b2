//! `capicu perft`: counts sequences of legal actions, to compare two engines.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use capicu::fair::Seed;
use capicu::{Action, Deal, Listing, Match, Round, Setup};
use capicu_record::Record;
use capicu_record::record::{Dealt, decode};
use capicu_record::referee::replay_until;
use clap::ValueEnum;
use rayon::prelude::*;
use serde_json::json;

use crate::chosen::{Choice, Chosen};
use crate::language::texts;
use crate::stop::Stop;
use crate::{exit, input, number, position, print};

/// Count the sequences of legal actions from a deal, by depth
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    from: From,
    /// Seed of the deal
    #[arg(long, value_name = "S", default_value_t = 0, conflicts_with = "record", value_parser = number::at_least::<u64>(0))]
    seed: u64,
    /// Depth in actions
    #[arg(long, value_name = "N", value_parser = number::within::<u32>(1, 64))]
    depth: u32,
    /// How to count a tile that fits two equivalent ends
    #[arg(long, value_enum, default_value_t = Count::Distinct)]
    count: Count,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
struct From {
    #[command(flatten)]
    choice: Choice,
    /// Start from a position, written in one line
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["game", "rules", "players", "options", "record"])]
    position: Option<String>,
    /// Start from a round of a record; `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "rules", "players", "options"])]
    record: Option<PathBuf>,
    /// Round of the record
    #[arg(long, value_name = "N", default_value_t = 1, requires = "record", value_parser = number::at_least::<usize>(1))]
    round: usize,
    /// Number of moves of that round to play first
    #[arg(long, value_name = "N", default_value_t = 0, requires = "record", value_parser = number::at_least::<usize>(0))]
    after: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Count {
    /// Count it once
    Distinct,
    /// Count both ends
    Every,
}

pub struct Start {
    pub game: String,
    pub round: Round,
    /// Hands and boneyard in the notation of records; or the position.
    pub deal: String,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    let from = &arguments.from;
    let start = match (&from.position, &from.record) {
        (Some(text), _) => from_position(text),
        (None, Some(path)) => from_record(path, from.round, from.after),
        (None, None) => from_seed(from, arguments.seed),
    };
    let start = match start {
        Ok(start) => start,
        Err(code) => return code,
    };
    let listing = match arguments.count {
        Count::Distinct => Listing::Distinct,
        Count::Every => Listing::Every,
    };
    let stop = Stop::on_interrupt();
    if !arguments.json {
        print::text(&start.deal);
    }
    let mut counts = Vec::new();
    for depth in 1..=arguments.depth {
        let Some(count) = sequences(&start.round, depth, listing, &stop) else {
            break;
        };
        counts.push(count);
        if !arguments.json {
            print::text(format_args!("{depth:>3}  {count}\n"));
        }
    }
    stop.settle();
    if arguments.json {
        let dealt = from.record.is_none() && from.position.is_none();
        let seed = dealt.then_some(arguments.seed);
        print::json(&json!({
            "game": start.game,
            "players": start.round.board().rules().n_seats(),
            "seed": seed,
            "deal": start.deal,
            "count": match arguments.count {
                Count::Distinct => "distinct",
                Count::Every => "every",
            },
            "counts": counts,
        }));
    }
    if stop.is_raised() {
        exit::note(texts().command_stopped());
        return exit::interrupted();
    }
    ExitCode::SUCCESS
}

fn from_position(text: &str) -> Result<Start, ExitCode> {
    let round = position::read(text).map_err(exit::unreadable)?;
    let deal = Setup::of(&round).map_or_else(String::new, |setup| format!("{setup}\n"));
    // The rules begin with it.
    let game = deal
        .split("rules: ")
        .nth(1)
        .and_then(|rules| rules.split(' ').next());
    Ok(Start {
        game: game.unwrap_or_default().to_owned(),
        round,
        deal,
    })
}

fn from_seed(from: &From, seed: u64) -> Result<Start, ExitCode> {
    let Chosen { id, rules } = from.choice.resolve().map_err(exit::unreadable)?;
    let seed = Seed::from_number(seed);
    let mut game = Match::new(rules);
    let mut number = 0;
    while game.needs_draw_for_set() {
        game.draw_for_set(&seed.turn_up(&game, number));
        number += 1;
    }
    let (deal, round) = (0..u32::MAX)
        .find_map(|number| {
            let deal: Deal = seed.deal(&rules, number);
            game.open(&deal).ok().map(|round| (deal, round))
        })
        .ok_or_else(|| exit::unreadable(texts().perft_no_deal()))?;
    Ok(Start {
        game: id,
        round,
        deal: Dealt::of(&deal, &rules).to_string(),
    })
}

/// Returns a round of a record after this many moves; all its tiles must be known.
pub fn from_record(path: &Path, number: usize, after: usize) -> Result<Start, ExitCode> {
    let texts = texts();
    let shown = input::shown(path, texts);
    let bytes = input::read(path, texts).map_err(exit::unreadable)?;
    let (record, places) = decode(&bytes)
        .and_then(Record::parse)
        .map_err(|error| exit::unreadable(format!("{shown}:{}", error.told(texts))))?;
    let Some(wanted) = number
        .checked_sub(1)
        .and_then(|index| record.rounds().nth(index))
    else {
        let n = record.rounds().count();
        let why = texts.from_no_round(number, n);
        return Err(exit::unreadable(format_args!("{shown}: {why}")));
    };
    if after > wanted.moves.len() {
        let n = wanted.moves.len();
        let why = texts.from_no_move(number, n);
        return Err(exit::unreadable(format_args!("{shown}: {why}")));
    }
    if !wanted.dealt.is_complete() {
        let why = texts.from_unknown();
        return Err(exit::unreadable(format_args!("{shown}: {why}")));
    }
    let report = replay_until(&record, number, after, Some(&places));
    if let Some(breach) = report.breach {
        return Err(exit::broken(format_args!("{shown}:{}", breach.told(texts))));
    }
    let Some(round) = report.table.round() else {
        let why = texts.from_not_reached();
        return Err(exit::unreadable(format_args!("{shown}: {why}")));
    };
    let game = record.game.as_ref().map(ToString::to_string);
    Ok(Start {
        game: game.unwrap_or_default(),
        round: round.clone(),
        deal: wanted.dealt.to_string(),
    })
}

/// Counts sequences of `depth` legal actions; `None` if the user interrupts. Rounds that end sooner have none.
fn sequences(round: &Round, depth: u32, listing: Listing, stop: &Stop) -> Option<u64> {
    let actions = round.actions(listing);
    if depth <= 1 {
        return Some(actions.len() as u64);
    }
    if stop.is_raised() {
        return None;
    }
    let below = |action: &Action| {
        let mut next = round.clone();
        next.play_unchecked(*action);
        sequences(&next, depth - 1, listing, stop)
    };
    // Parallel near the root only: deeper levels have too little work.
    if depth > 4 {
        actions.par_iter().map(below).sum()
    } else {
        actions.iter().map(below).sum()
    }
}
