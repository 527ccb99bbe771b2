//! `capicu solve`: the value of a round with open hands, and the best play.

mod deals;
mod tell;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use capicu::{
    Action, BySeat, Deal, Duty, Match, Opening, Pile, Round, Rules, Seat, Standing, TileSet,
};
use capicu_record::side;
use capicu_solver::{Bits, NotCovered, NotSolved, Objective, Solver, ending};
use clap::ValueEnum;

use crate::chosen::{Choice, Chosen};
use crate::language::{language, texts};
use crate::{exit, number, perft, position, print};

/// Solve a round with all hands open and print the value of every action
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    from: From,
    /// Goal: win the round, or score the most points
    #[arg(long, value_enum, default_value_t = Wanted::Result)]
    wanted: Wanted,
    /// Maximum number of positions to search in a game without a fast form
    #[arg(long, value_name = "N", default_value_t = 5_000_000, value_parser = number::at_least::<u64>(1))]
    budget: u64,
    /// Solve this number of random deals and summarize them
    #[arg(long, value_name = "N", value_parser = number::at_least::<u32>(1), conflicts_with_all = ["deal", "record", "position"])]
    deals: Option<u32>,
    /// Print a JSON line per deal instead of the summary
    #[arg(long, requires = "deals")]
    each: bool,
    /// Seed of the random deals
    #[arg(long, value_name = "S", default_value_t = 0, requires = "deals", value_parser = number::at_least::<u64>(0))]
    seed: u64,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
struct From {
    #[command(flatten)]
    choice: Choice,
    /// Hands from seat A on, such as "6-6 5-4 / 6-5 4-4"; the boneyard has the rest, in tile order
    #[arg(long, value_name = "HANDS", conflicts_with = "record")]
    deal: Option<String>,
    /// Tiles of the boneyard, in the order of drawing
    #[arg(long, value_name = "TILES", requires = "deal")]
    boneyard: Option<String>,
    /// Seat that leads with any tile [default: by the rules]
    #[arg(long, value_name = "SEAT", conflicts_with = "record")]
    opener: Option<char>,
    /// Moves so far, such as "6-6 6-4@6-6 pass"
    #[arg(long, value_name = "ACTIONS", requires = "deal", default_value = "")]
    moves: String,
    /// Position, written in one line
    #[arg(
        long,
        value_name = "POSITION",
        conflicts_with_all = ["game", "rules", "players", "options", "deal", "opener", "record"]
    )]
    position: Option<String>,
    /// Record to read the round from; `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "rules", "players", "options"])]
    record: Option<PathBuf>,
    /// Round of the record
    #[arg(long, value_name = "N", default_value_t = 1, requires = "record", value_parser = number::at_least::<usize>(1))]
    round: usize,
    /// Number of moves of that round to play first
    #[arg(long, value_name = "N", default_value_t = 0, requires = "record", value_parser = number::at_least::<usize>(0))]
    after: usize,
}

/// The goal of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Wanted {
    /// Win the round
    Result,
    /// Score the most points, bonuses included
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

struct Solved {
    to_act: Seat,
    /// `None` if the budget ran out.
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
    let solved = solve(&round, objective, arguments.budget)
        .map_err(|why| exit::unreadable(not_solved(&why)))?;
    if arguments.json {
        print::json(&tell::json(&round, &solved, objective));
    } else {
        print::text(tell::text(&round, &solved, objective, language(None)));
    }
    if solved.value.is_none() {
        let why = texts().solve_budget(arguments.budget, solved.nodes);
        return Ok(exit::broken(why));
    }
    Ok(ExitCode::SUCCESS)
}

fn not_solved(why: &NotSolved) -> String {
    match why {
        NotSolved::Sides(n) => texts().solve_sides(*n),
        NotSolved::Over => texts().solve_over(),
        NotSolved::NotCovered(why) => not_covered(*why),
    }
}

fn not_covered(why: NotCovered) -> String {
    let texts = texts();
    match why {
        NotCovered::Set => texts.not_covered_set(),
        NotCovered::Drawing => texts.not_covered_drawing(),
        NotCovered::Layout => texts.not_covered_layout(),
        NotCovered::Scoring => texts.not_covered_scoring(),
        NotCovered::Seats => texts.not_covered_seats(),
        NotCovered::Turns => texts.not_covered_turns(),
        NotCovered::Paso => texts.not_covered_paso(),
        NotCovered::BlockFine => texts.not_covered_block_fine(),
        NotCovered::Opening => texts.not_covered_opening(),
        NotCovered::Irregular => texts.not_covered_irregular(),
        NotCovered::NotInPlay => texts.not_covered_not_in_play(),
    }
}

fn typed(from: &From) -> Result<Round, String> {
    let Chosen { rules, .. } = from.choice.resolve()?;
    let Some(text) = &from.deal else {
        return Err(texts().solve_nothing());
    };
    let deal = read_deal(text, from.boneyard.as_deref(), &rules)?;
    let mut round = open(&deal, from.opener, &rules)?;
    for (number, word) in from.moves.split_whitespace().enumerate() {
        let action = word
            .parse()
            .map_err(|_| texts().solve_not_a_move(number + 1, word))?;
        round.play(action).map_err(|why| {
            let legal: Vec<String> = round
                .legal_actions()
                .iter()
                .map(Action::to_string)
                .collect();
            let why = texts().not_legal(why);
            let seat = round.to_act().map_or('-', side::letter).to_string();
            texts().solve_illegal(number + 1, word, &why, &seat, &legal.join(", "))
        })?;
    }
    Ok(round)
}

fn read_tiles(text: &str, option: &str) -> Result<Pile, String> {
    text.split_whitespace()
        .map(|word| {
            let read = word.parse();
            read.map_err(|_| texts().solve_not_a_tile(option, word))
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
                Err(texts().solve_twice(hand.trim()))
            }
        })
        .collect::<Result<_, String>>()?;
    let n = hands.len();
    let seats = usize::from(rules.n_seats());
    let by_seat = BySeat::from_slice(&hands).ok_or_else(|| texts().solve_hands(n, seats))?;
    let dealt = hands.iter().fold(TileSet::EMPTY, |all, hand| all | *hand);
    let pile = match boneyard {
        Some(text) => read_tiles(text, "--boneyard")?,
        None => (rules.tiles() - dealt).into_iter().collect(),
    };
    Deal::new(rules, by_seat, pile, 0).map_err(|error| {
        let why = texts().not_a_deal(error, |seat| side::letter(seat).to_string());
        format!("--deal: {why}")
    })
}

/// Parses the letter of a seat.
pub fn seat_named(option: &str, letter: char, rules: &Rules) -> Result<Seat, String> {
    side::seat(letter.to_ascii_uppercase())
        .filter(|seat| seat.index() < usize::from(rules.n_seats()))
        .ok_or_else(|| {
            let last = Seat::all(rules.n_seats()).last().unwrap_or_default();
            let last = side::letter(last).to_string();
            texts().solve_no_seat(option, &letter.to_string(), &last)
        })
}

fn open(deal: &Deal, opener: Option<char>, rules: &Rules) -> Result<Round, String> {
    let Some(letter) = opener else {
        let mut game = Match::new(*rules);
        if game.needs_draw_for_set() {
            return Err(texts().solve_opener());
        }
        return game_open(&mut game, deal);
    };
    let opening = Opening {
        seat: seat_named("--opener", letter, rules)?,
        duty: Duty::Any,
        may_hand_over: false,
    };
    Round::new(*rules, Standing::new(rules), opening, deal)
        .map_err(|error| format!("--opener: {}", texts().not_a_round(error)))
}

fn game_open(game: &mut Match, deal: &Deal) -> Result<Round, String> {
    game.open(deal).map_err(|why| match why {
        capicu::Redeal::NoDouble => texts().solve_no_double(),
        capicu::Redeal::LongSuit(seat) => texts().solve_long_suit(&side::letter(seat).to_string()),
        capicu::Redeal::ManyDoubles(seat) => {
            texts().solve_many_doubles(&side::letter(seat).to_string())
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

/// Returns best play by all seats, the first of equal moves each time, as far as the budget allows.
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
