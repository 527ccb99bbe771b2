//! `capicu solve`: what a round is worth with all hands open, and the best play.

mod deals;
mod tell;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use capicu::{
    Action, BySeat, Deal, Duty, Match, Opening, Pile, Round, Rules, Seat, Standing, TileSet,
};
use capicu_record::side;
use capicu_solver::{Bits, NotSolved, Objective, Solver, ending};
use clap::ValueEnum;

use crate::chosen::{Choice, Chosen};
use crate::language::{Language, language};
use crate::{exit, perft, position, print};

/// Solves a round with all hands open: what it is worth, and every action with its value
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    from: From,
    /// What is wanted: to win the round, or the most points
    #[arg(long, value_enum, default_value_t = Wanted::Result)]
    wanted: Wanted,
    /// The most positions searched in a game that has no fast form
    #[arg(long, value_name = "N", default_value_t = 5_000_000)]
    budget: u64,
    /// Solve so many random deals instead, and tell how they went
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with_all = ["deal", "record", "position"])]
    deals: Option<u32>,
    /// The seed of the random deals
    #[arg(long, value_name = "S", default_value_t = 0, requires = "deals")]
    seed: u64,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
    /// The language of the answer
    #[arg(long, value_enum)]
    lang: Option<Language>,
}

#[derive(Debug, clap::Args)]
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
    /// The hands from seat A on, such as "6-6 5-4 / 6-5 4-4"; what is missing sleeps, in tile order
    #[arg(long, value_name = "HANDS", conflicts_with = "record")]
    deal: Option<String>,
    /// The sleeping tiles in the order they are drawn
    #[arg(long, value_name = "TILES", requires = "deal")]
    boneyard: Option<String>,
    /// This seat leads, with any tile; otherwise the rules say who
    #[arg(long, value_name = "SEAT", conflicts_with = "record")]
    opener: Option<char>,
    /// What has been played, such as "6-6 6-4@6-6 pass"
    #[arg(long, value_name = "ACTIONS", requires = "deal", default_value = "")]
    moves: String,
    /// A position instead, written in one line
    #[arg(
        long,
        value_name = "POSITION",
        conflicts_with_all = ["game", "rules", "players", "deal", "opener", "record"]
    )]
    position: Option<String>,
    /// A round of a record instead; `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "rules", "players"])]
    record: Option<PathBuf>,
    /// Which round of the record
    #[arg(long, value_name = "N", default_value_t = 1, requires = "record")]
    round: usize,
    /// After how many of its moves
    #[arg(long, value_name = "N", default_value_t = 0, requires = "record")]
    after: usize,
}

/// What is maximized.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Wanted {
    /// To win the round
    Result,
    /// The most points, premiums included
    Points,
}

impl Wanted {
    const fn objective(self) -> Objective {
        match self {
            Self::Result => Objective::Result,
            Self::Points => Objective::Points,
        }
    }
}

/// What was found.
struct Solved {
    to_act: Seat,
    /// `None` if the budget was reached first.
    value: Option<i16>,
    at_least: Option<i16>,
    actions: Vec<(Action, Option<i16>)>,
    best_line: Vec<Action>,
    nodes: u64,
    ms: f64,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    match answer(arguments) {
        Ok(code) | Err(code) => code,
    }
}

fn answer(arguments: &Arguments) -> Result<ExitCode, ExitCode> {
    let from = &arguments.from;
    if let Some(n) = arguments.deals {
        return deals::run(arguments, n);
    }
    let round = match (&from.position, &from.record) {
        (Some(text), _) => position::read(text).map_err(exit::unreadable)?,
        (None, Some(path)) => perft::from_record(path, from.round, from.after)?.round,
        (None, None) => typed(from).map_err(exit::unreadable)?,
    };
    let objective = arguments.wanted.objective();
    let solved = solve(&round, objective, arguments.budget).map_err(exit::unreadable)?;
    if arguments.json {
        print::json(&tell::json(&solved, objective));
    } else {
        print::text(tell::text(
            &round,
            &solved,
            objective,
            language(arguments.lang),
        ));
    }
    if solved.value.is_none() {
        let (budget, nodes) = (arguments.budget, solved.nodes);
        let why = format!("budget reached after {nodes} positions (--budget {budget})");
        eprintln!("capicu: {why}; values that are missing are not known");
        return Ok(exit::breach());
    }
    Ok(ExitCode::SUCCESS)
}

/// The rules that were chosen.
fn rules(from: &From) -> Result<Chosen, String> {
    let choice = Choice {
        game: from.game.clone(),
        rules: from.rules.clone(),
        players: from.players,
    };
    choice.resolve()
}

/// The round that was typed.
fn typed(from: &From) -> Result<Round, String> {
    let Chosen { rules, .. } = rules(from)?;
    let Some(text) = &from.deal else {
        return Err(
            "name a round with --deal, --record or --position, or ask for --deals N".to_owned(),
        );
    };
    let deal = read_deal(text, from.boneyard.as_deref(), &rules)?;
    let mut round = open(&deal, from.opener, &rules)?;
    for (number, word) in from.moves.split_whitespace().enumerate() {
        let number = number + 1;
        let action = word
            .parse()
            .map_err(|error| format!("--moves: {word}: {error}"))?;
        round
            .play(action)
            .map_err(|error| format!("--moves: number {number}, {word}: {error}"))?;
    }
    Ok(round)
}

fn read_tiles(text: &str, option: &str) -> Result<Pile, String> {
    text.split_whitespace()
        .map(|word| {
            word.parse()
                .map_err(|error| format!("{option}: {word}: {error}"))
        })
        .collect()
}

fn read_deal(text: &str, boneyard: Option<&str>, rules: &Rules) -> Result<Deal, String> {
    let hands: Vec<TileSet> = text
        .split('/')
        .map(|hand| {
            let tiles = read_tiles(hand, "--deal")?;
            let set: TileSet = tiles.iter().copied().collect();
            if set.len() == tiles.len() {
                Ok(set)
            } else {
                Err(format!("--deal: a tile is twice in the hand{hand}"))
            }
        })
        .collect::<Result<_, String>>()?;
    let n = hands.len();
    let by_seat = BySeat::from_slice(&hands).ok_or_else(|| format!("--deal: {n} hands"))?;
    let dealt = hands.iter().fold(TileSet::EMPTY, |all, hand| all | *hand);
    let asleep = match boneyard {
        Some(text) => read_tiles(text, "--boneyard")?,
        None => (rules.tiles() - dealt).into_iter().collect(),
    };
    Deal::new(rules, by_seat, asleep, 0).map_err(|error| format!("--deal: {error}"))
}

fn open(deal: &Deal, opener: Option<char>, rules: &Rules) -> Result<Round, String> {
    let Some(letter) = opener else {
        let mut game = Match::new(*rules);
        if game.needs_draw_for_set() {
            return Err("--opener: tell who turned up the highest tile".to_owned());
        }
        return game_open(&mut game, deal);
    };
    let seat = side::seat(letter.to_ascii_uppercase())
        .filter(|seat| seat.index() < usize::from(rules.n_seats()))
        .ok_or_else(|| format!("--opener: there is no seat {letter}"))?;
    let opening = Opening {
        seat,
        duty: Duty::Any,
        may_hand_over: false,
    };
    Round::new(*rules, Standing::new(rules), opening, deal)
        .map_err(|error| format!("--opener: {error}"))
}

fn game_open(game: &mut Match, deal: &Deal) -> Result<Round, String> {
    game.open(deal).map_err(|why| match why {
        capicu::Redeal::NoDouble => "--deal: nobody holds a double to open with".to_owned(),
        capicu::Redeal::ManyDoubles(seat) => {
            let seat = side::letter(seat);
            format!("--deal: seat {seat} holds so many doubles that the tiles are dealt again")
        }
    })
}

fn solve(round: &Round, objective: Objective, budget: u64) -> Result<Solved, NotSolved> {
    let highest = round.board().rules().set.highest().value();
    let solved = match highest {
        0..=6 => with_solver::<u32>(round, objective),
        7..=9 => with_solver::<u64>(round, objective),
        _ => with_solver::<u128>(round, objective),
    };
    match solved {
        Err(NotSolved::NotCovered(_)) => on_engine(round, objective, budget),
        solved => solved,
    }
}

fn with_solver<B: Bits>(round: &Round, objective: Objective) -> Result<Solved, NotSolved> {
    let begun = Instant::now();
    let solution = Solver::<B>::new().solve(round, objective)?;
    let actions = solution.actions.into_iter();
    Ok(Solved {
        to_act: solution.to_act,
        value: Some(solution.value),
        at_least: Some(solution.value),
        actions: actions
            .map(|(action, value)| (action, Some(value)))
            .collect(),
        best_line: solution.best_line,
        nodes: solution.nodes,
        ms: begun.elapsed().as_secs_f64() * 1e3,
    })
}

fn on_engine(round: &Round, objective: Objective, budget: u64) -> Result<Solved, NotSolved> {
    let begun = Instant::now();
    let found = ending(round, objective, budget)?;
    let best_line = match found.value() {
        Some(_) => line(round, objective, budget),
        None => Vec::new(),
    };
    Ok(Solved {
        to_act: found.to_act,
        value: found.value(),
        at_least: found.at_least(),
        best_line,
        nodes: found.nodes,
        ms: begun.elapsed().as_secs_f64() * 1e3,
        actions: found.actions,
    })
}

/// Best play of everybody, the first of equals each time; as far as the budget goes.
fn line(round: &Round, objective: Objective, budget: u64) -> Vec<Action> {
    let (mut round, mut line) = (round.clone(), Vec::new());
    while let Ok(found) = ending(&round, objective, budget) {
        let best = found.value();
        let Some((action, _)) = found.actions.into_iter().find(|(_, value)| *value == best) else {
            break;
        };
        if best.is_none() || round.play(action).is_err() {
            break;
        }
        line.push(action);
    }
    line
}
