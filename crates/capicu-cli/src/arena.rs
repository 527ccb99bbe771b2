//! `capicu arena`: players against each other over pairs of the same deals.

mod records;
mod report;

use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write, stderr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use capicu_arena::{Contest, Ending, Entrant, Length, Pair, Play, Sprt, Thinking};
use capicu_record::record::EXTENSION;
use clap::builder::RangedU64ValueParser;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::chosen::{Choice, Chosen};
use crate::language::{Language, language, say};
use crate::{exit, print};
use report::Report;

/// Plays bots against each other over the same deals and tells which is stronger
///
/// A player is a name (random, heavy, counter, reader, or facts: the reader without beliefs from
/// play), with a budget if it takes one (reader@5ms, reader@20000 for nodes; reader:aim=round plays
/// for the points of the round and reader:aim=win to win the round, neither for the match), a level (level:1, the weakest, and so on), or any program, such as
/// "cmd:python3 bot.py" (docs/bot-protocol.md).
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The two players; with --pool, more players for the cross table
    #[arg(value_name = "PLAYER", required_unless_present_any = ["pool", "ladder"])]
    names: Vec<String>,
    #[command(flatten)]
    choice: Choice,
    /// Play single rounds, opened as the first of a match; this is the usual
    #[arg(long, conflicts_with = "matches")]
    rounds: bool,
    /// Play whole matches
    #[arg(long)]
    matches: bool,
    /// How many pairs of games; with --sprt, at most so many. 500 otherwise, 100000 with --sprt
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pairs: Option<u32>,
    /// Stop as soon as a sequential test has found whether A is stronger
    #[arg(long)]
    sprt: bool,
    /// The strength, in normalized Elo, that the test is to rule out
    #[arg(
        long,
        value_name = "ELO",
        default_value_t = 0.0,
        allow_negative_numbers = true,
        requires = "sprt"
    )]
    elo0: f64,
    /// The strength that the test is to find
    #[arg(
        long,
        value_name = "ELO",
        default_value_t = 10.0,
        allow_negative_numbers = true,
        requires = "sprt"
    )]
    elo1: f64,
    /// How often either finding may be wrong
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, requires = "sprt")]
    error: f64,
    /// Milliseconds a decision, for players that take a budget
    #[arg(long, value_name = "N", conflicts_with = "nodes", value_parser = milliseconds)]
    ms: Option<Duration>,
    /// Nodes a decision, for players that take a budget: the same games on every machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds after which a program that has not answered loses
    #[arg(long, value_name = "N", default_value = "10000", value_parser = milliseconds)]
    patience: Duration,
    /// The seed of all deals and chances
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// How many games go on at a time; otherwise one for each processor
    #[arg(long, value_name = "T", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    threads: Option<usize>,
    /// Play all built-in bots against each other, and the players named besides
    #[arg(long)]
    pool: bool,
    /// Play every level against the one below it
    #[arg(long, conflicts_with_all = ["pool", "names"])]
    ladder: bool,
    /// Write every game into this file: as records if its name ends in .domino, otherwise one JSON
    /// object a line
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
    /// The language of the answer
    #[arg(long, value_enum)]
    lang: Option<Language>,
}

fn milliseconds(text: &str) -> Result<Duration, String> {
    let read: Option<f64> = text.parse().ok().filter(|ms| *ms > 0.0);
    read.and_then(|ms| Duration::try_from_secs_f64(ms / 1e3).ok())
        .ok_or_else(|| "not a number of milliseconds above 0".to_owned())
}

/// Plays and reports.
pub fn run(arguments: &Arguments) -> ExitCode {
    match arena(arguments) {
        Ok(code) => code,
        Err(why) => exit::unreadable(why),
    }
}

fn arena(arguments: &Arguments) -> Result<ExitCode, String> {
    let contest = contest(arguments)?;
    let entrants = entrants(arguments)?;
    let line_up = LineUp::of(arguments);
    let mut pairings = Vec::new();
    for (i, a) in entrants.iter().enumerate() {
        match line_up {
            LineUp::Ladder => pairings.extend(entrants.get(i + 1).map(|above| [above, a])),
            LineUp::Two | LineUp::Pool => {
                pairings.extend(entrants[i + 1..].iter().map(|b| [a, b]));
            }
        }
    }
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // Without a handler an interrupt ends the program at once, which loses the answer only.
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
    let mut record = match &arguments.record {
        Some(path) => Some(Record::new(path)?),
        None => None,
    };
    let mut reports = Vec::new();
    for [a, b] in pairings {
        let report = play(&contest, [a, b], &stop, record.as_mut())?;
        let stopped = report.ending == Ending::Stopped;
        reports.push(report);
        if stopped {
            break;
        }
    }
    if let Some(record) = record {
        record.finish()?;
    }
    let lang = language(arguments.lang);
    match (line_up, arguments.json) {
        (LineUp::Two, true) => reports
            .iter()
            .for_each(|report| print::json(&report.json())),
        (LineUp::Two, false) => reports
            .iter()
            .for_each(|report| print::text(report.text(lang))),
        (_, true) => print::json(&report::all_json(&contest, &reports)),
        (LineUp::Pool, false) => {
            print::text(report::pool_text(&contest, &entrants, &reports, lang));
        }
        (LineUp::Ladder, false) => print::text(report::ladder_text(&contest, &reports, lang)),
    }
    if stop.load(Ordering::Relaxed) {
        let stopped = say(
            lang,
            "stopped; the answer is for what had been played",
            "interrumpido; la respuesta vale para lo que se había jugado",
        );
        eprintln!("capicu: {stopped}");
        return Ok(exit::interrupted());
    }
    Ok(ExitCode::SUCCESS)
}

/// Who plays whom.
#[derive(Clone, Copy)]
enum LineUp {
    /// One against the other.
    Two,
    /// Everybody against everybody.
    Pool,
    /// Every level against the one below it.
    Ladder,
}

impl LineUp {
    const fn of(arguments: &Arguments) -> Self {
        match (arguments.pool, arguments.ladder) {
            (true, _) => Self::Pool,
            (false, true) => Self::Ladder,
            (false, false) => Self::Two,
        }
    }
}

fn contest(arguments: &Arguments) -> Result<Contest, String> {
    let Chosen { id, rules } = arguments.choice.resolve()?;
    let sprt = Sprt {
        elo0: arguments.elo0,
        elo1: arguments.elo1,
        alpha: arguments.error,
        beta: arguments.error,
    };
    if arguments.elo0.is_nan() || arguments.elo1.is_nan() || sprt.elo0 >= sprt.elo1 {
        return Err("--elo0 has to be less than --elo1".to_owned());
    }
    if !(sprt.alpha > 0.0 && sprt.alpha < 0.5) {
        return Err("--error has to lie between 0 and 0.5".to_owned());
    }
    let length = if arguments.sprt {
        Length::Sequential(sprt, arguments.pairs.unwrap_or(100_000))
    } else {
        Length::Pairs(arguments.pairs.unwrap_or(500))
    };
    Ok(Contest {
        game: id,
        rules,
        play: if arguments.matches {
            Play::Matches
        } else {
            Play::Rounds
        },
        length,
        seed: arguments.seed,
        threads: arguments
            .threads
            .unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from)),
    })
}

fn entrants(arguments: &Arguments) -> Result<Vec<Entrant>, String> {
    let thinking = match (arguments.ms, arguments.nodes) {
        (Some(time), _) => Thinking::Time(time),
        (None, Some(nodes)) => Thinking::Nodes(nodes),
        (None, None) => Thinking::Usual,
    };
    let mut entrants = if arguments.pool {
        Entrant::all(thinking)
    } else if arguments.ladder {
        Entrant::levels()
    } else if arguments.names.len() == 2 {
        Vec::new()
    } else {
        let given = arguments.names.len();
        return Err(format!(
            "two players play against each other, not {given}; --pool plays them all"
        ));
    };
    for name in &arguments.names {
        let entrant = Entrant::read(name, thinking, arguments.patience);
        entrants.push(entrant.map_err(|error| error.to_string())?);
    }
    Ok(entrants)
}

fn play(
    contest: &Contest,
    players: [&Entrant; 2],
    stop: &AtomicBool,
    mut record: Option<&mut Record>,
) -> Result<Report, String> {
    let bar = bar(contest);
    let mut faults = Vec::new();
    let mut wrong = None;
    let (tally, ending) = contest
        .run(players, stop, |progress| {
            if let Some(record) = &mut record
                && let Err(error) = record.write(contest, players, progress.pair)
            {
                wrong.get_or_insert(error);
                stop.store(true, Ordering::Relaxed);
            }
            faults.extend(report::faults(progress.pair));
            let score = progress.tally.score();
            bar.set_message(format!("{:.1} %", 100.0 * score.mean));
            bar.set_position(u64::from(progress.tally.pairs()));
        })
        .map_err(|error| error.to_string())?;
    bar.finish_and_clear();
    match wrong {
        Some(error) => Err(error),
        None => Ok(Report {
            contest: contest.clone(),
            names: players.map(|player| player.name().to_owned()),
            called: players.map(|player| player.called().map(str::to_owned)),
            tally,
            ending,
            faults,
        }),
    }
}

/// A bar on standard error, where that is a terminal.
fn bar(contest: &Contest) -> ProgressBar {
    let (Length::Pairs(n) | Length::Sequential(_, n)) = contest.length;
    let target = if stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(u64::from(n)), target);
    let template = "{elapsed_precise} {wide_bar} {pos}/{len} {msg} ({eta})";
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// The file that games are written to.
struct Record {
    path: PathBuf,
    file: BufWriter<File>,
    form: Form,
}

/// How games are written.
#[derive(Clone, Copy)]
enum Form {
    /// As records, for `capicu replay`.
    Records,
    /// A JSON object a line.
    Lines,
}

impl Record {
    fn new(path: &Path) -> Result<Self, String> {
        let file = File::create(path).map_err(|error| wrong(path, &error))?;
        let is_record = path.extension().is_some_and(|ending| ending == EXTENSION);
        Ok(Self {
            path: path.to_owned(),
            file: BufWriter::new(file),
            form: match is_record {
                true => Form::Records,
                false => Form::Lines,
            },
        })
    }

    fn write(
        &mut self,
        contest: &Contest,
        players: [&Entrant; 2],
        pair: &Pair,
    ) -> Result<(), String> {
        let games: Vec<String> = match self.form {
            Form::Lines => {
                let games = report::games_json(contest, players, pair).into_iter();
                games.map(|game| format!("{game}\n")).collect()
            }
            Form::Records => {
                let games = records::records(contest, players, pair)?.into_iter();
                games.map(|game| format!("{game}\n")).collect()
            }
        };
        let games = games.concat();
        let written = self.file.write_all(games.as_bytes());
        written.map_err(|error| wrong(&self.path, &error))
    }

    fn finish(mut self) -> Result<(), String> {
        self.file.flush().map_err(|error| wrong(&self.path, &error))
    }
}

fn wrong(path: &Path, error: &std::io::Error) -> String {
    format!("--record: {}: {error}", path.display())
}
