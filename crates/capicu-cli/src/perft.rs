//! `capicu perft`: counts sequences of legal actions, the check that two engines agree.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use capicu::fair::Seed;
use capicu::{Action, Deal, Listing, Match, Round, Setup};
use capicu_i18n::Texts;
use capicu_record::Record;
use capicu_record::record::{Dealt, decode};
use capicu_record::referee::replay_until;
use clap::ValueEnum;
use rayon::prelude::*;
use serde_json::json;

use crate::chosen::{Choice, Chosen};
use crate::language::language;
use crate::{exit, input, position, print};

/// Counts the sequences of legal actions from a fixed deal, depth by depth
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    from: From,
    /// The seed of the deal
    #[arg(long, value_name = "S", default_value_t = 0, conflicts_with = "record")]
    seed: u64,
    /// How many actions deep
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,
    /// Count a tile that fits two ends which can never be told apart once or twice
    #[arg(long, value_enum, default_value_t = Count::Distinct)]
    count: Count,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
#[group(required = true, multiple = true)]
struct From {
    /// The game: an id that `capicu games` lists
    #[arg(long, value_name = "ID")]
    game: Option<String>,
    /// A rule file
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// How many play; otherwise the usual number of the game
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=12))]
    players: Option<u8>,
    /// Start from a position instead, written in one line
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["game", "rules", "players", "record"])]
    position: Option<String>,
    /// Start from a round of a record instead; `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "rules", "players"])]
    record: Option<PathBuf>,
    /// Which round of the record
    #[arg(long, value_name = "N", default_value_t = 1, requires = "record")]
    round: usize,
    /// After how many of its moves
    #[arg(long, value_name = "N", default_value_t = 0, requires = "record")]
    after: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Count {
    /// Once
    Distinct,
    /// Each on its own
    Every,
}

/// A round as it stands.
pub struct Start {
    /// What the game is called.
    pub game: String,
    /// The round.
    pub round: Round,
    /// The hands and the boneyard, in the notation of records; or the position.
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
    let counts = perft(&start.round, arguments.depth as usize, listing);
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
    } else {
        let mut out = start.deal;
        for (depth, count) in counts.iter().enumerate() {
            out += &format!("{:>3}  {count}\n", depth + 1);
        }
        print::text(out);
    }
    ExitCode::SUCCESS
}

fn from_position(text: &str) -> Result<Start, ExitCode> {
    let round = position::read(text).map_err(exit::unreadable)?;
    let deal = Setup::of(&round).map_or_else(String::new, |setup| format!("{setup}\n"));
    // It is printed as the first word of the rules.
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
    let choice = Choice {
        game: from.game.clone(),
        rules: from.rules.clone(),
        players: from.players,
    };
    let Chosen { id, rules } = choice.resolve().map_err(exit::unreadable)?;
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
        .ok_or_else(|| exit::unreadable("no deal can be opened"))?;
    Ok(Start {
        game: id,
        round,
        deal: Dealt::of(&deal, &rules).to_string(),
    })
}

/// A round of a record after so many of its moves, all its tiles being known.
pub fn from_record(path: &Path, number: usize, after: usize) -> Result<Start, ExitCode> {
    let texts = Texts::new(language(None));
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
        return Err(exit::unreadable(format!(
            "{shown}: there is no round {number}; the record has {n}"
        )));
    };
    if after > wanted.moves.len() {
        let n = wanted.moves.len();
        return Err(exit::unreadable(format!(
            "{shown}: round {number} has only {n} moves"
        )));
    }
    if !wanted.dealt.is_complete() {
        let why = "this needs a round in which every tile is known";
        return Err(exit::unreadable(format!("{shown}: {why}")));
    }
    let report = replay_until(&record, number, after, Some(&places));
    if let Some(breach) = report.breach {
        eprintln!("{shown}:{}", breach.told(texts));
        return Err(exit::breach());
    }
    let Some(round) = report.table.round() else {
        return Err(exit::unreadable(format!(
            "{shown}: the round was not reached"
        )));
    };
    let game = record.game.as_ref().map(ToString::to_string);
    Ok(Start {
        game: game.unwrap_or_default(),
        round: round.clone(),
        deal: wanted.dealt.to_string(),
    })
}

/// How many sequences of 1, 2, … `depth` legal actions there are. Rounds that end sooner have no
/// longer sequences.
fn perft(round: &Round, depth: usize, listing: Listing) -> Vec<u64> {
    let actions = round.actions(listing);
    let mut counts = vec![0; depth];
    if depth == 0 {
        return counts;
    }
    counts[0] = actions.len() as u64;
    if depth > 1 {
        let below = |action: &Action| {
            let mut next = round.clone();
            next.play_unchecked(*action);
            perft(&next, depth - 1, listing)
        };
        // Parallel near the root only: deeper there is nothing left to share out.
        let all: Vec<Vec<u64>> = if depth > 4 {
            actions.par_iter().map(below).collect()
        } else {
            actions.iter().map(below).collect()
        };
        for one in all {
            for (sum, count) in counts[1..].iter_mut().zip(one) {
                *sum += count;
            }
        }
    }
    counts
}
