//! `capicu arena`: players against each other over pairs of the same deals.

mod record;
mod records;
mod report;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use capicu_arena::{Contest, Ending, Entrant, Length, Play, Sprt, Thinking};
use capicu_protocol::{TableRules, encode};

use crate::chosen::{Choice, Chosen};
use crate::language::{language, texts};
use crate::output::{Force, is_standard};
use crate::stop::Stop;
use crate::{exit, fault, number, player, print, progress, suggested};
use record::{Begun, Record, Words};
use report::Report;

/// Play bots against each other over the same deals and find the stronger one
///
/// A player is a name, a level or a program. Names are random, heavy, counter, reader and facts (the reader without
/// beliefs from play). With a budget: reader@5ms in milliseconds, facts@20000 in nodes (50000 by default). The reader
/// plays for the match; reader:aim=round plays for the points of the round, reader:aim=win to win it. Levels start at
/// level:1, the weakest. A program is "cmd:python3 bot.py" (docs/bot-protocol.md).
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The two players; with --pool, additional players
    #[arg(value_name = "PLAYER", value_parser = suggested::players(), hide_possible_values = true)]
    names: Vec<String>,
    #[command(flatten)]
    choice: Choice,
    /// Play single rounds, opened like the first of a match (default)
    #[arg(long, conflicts_with = "matches")]
    rounds: bool,
    /// Play whole matches
    #[arg(long)]
    matches: bool,
    /// Number of pairs of games; the maximum with --sprt [default: 500, or 100000 with --sprt]
    #[arg(long, value_name = "N", value_parser = number::at_least::<u32>(1))]
    pairs: Option<u32>,
    /// Stop when a sequential test finds whether A is stronger
    #[arg(long)]
    sprt: bool,
    /// Strength in normalized Elo that the test rejects
    #[arg(
        long,
        value_name = "ELO",
        default_value_t = 0.0,
        value_parser = number::any,
        requires = "sprt"
    )]
    elo0: f64,
    /// Strength in normalized Elo that the test accepts
    #[arg(
        long,
        value_name = "ELO",
        default_value_t = 10.0,
        value_parser = number::any,
        requires = "sprt"
    )]
    elo1: f64,
    /// Error rate of either finding
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, requires = "sprt", value_parser = number::any)]
    error: f64,
    /// Milliseconds per decision, for players that take a budget
    #[arg(long, value_name = "N", conflicts_with = "nodes", value_parser = number::milliseconds)]
    ms: Option<Duration>,
    /// Nodes per decision, for players that take a budget; repeatable on every machine
    #[arg(long, value_name = "N", value_parser = number::at_least::<u64>(1))]
    nodes: Option<u64>,
    /// Milliseconds without an answer after which a program loses
    #[arg(long, value_name = "N", default_value = "10000", value_parser = number::milliseconds)]
    patience: Duration,
    /// Seed of all deals and random choices
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = number::at_least::<u64>(0))]
    seed: u64,
    /// Number of games at a time [default: one per processor]
    #[arg(long, value_name = "T", value_parser = number::within::<usize>(1, 1024))]
    threads: Option<usize>,
    /// Play all built-in bots and the named players against each other
    #[arg(long)]
    pool: bool,
    /// Play every level against the one below it
    #[arg(long, conflicts_with_all = ["pool", "names"])]
    ladder: bool,
    /// Write every game to this file: records for .domino, otherwise JSON lines; `-` for standard output
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Resume the interrupted games in that file
    #[arg(long, requires = "record")]
    resume: bool,
    #[command(flatten)]
    force: Force,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

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
    for i in 0..entrants.len() {
        let others = i + 1..entrants.len();
        match line_up {
            LineUp::Ladder => pairings.extend(others.take(1).map(|above| [above, i])),
            LineUp::Two | LineUp::Pool => pairings.extend(others.map(|other| [i, other])),
        }
    }
    let stop = Stop::on_interrupt();
    let nothing = || Begun {
        tally: contest.begin(),
        faults: Vec::new(),
    };
    let mut begun: Vec<Begun> = pairings.iter().map(|_| nothing()).collect();
    let mut record = None;
    if let Some(path) = &arguments.record {
        let words = words(arguments, &contest, &entrants);
        if arguments.resume {
            let (file, kept) = Record::resume(path, arguments.force, &words, begun)?;
            (record, begun) = (Some(file), kept);
        } else {
            record = Some(Record::begin(path, arguments.force, &words)?);
        }
    }
    let mut reports = Vec::new();
    for (number, (pairing, begun)) in pairings.into_iter().zip(begun).enumerate() {
        let of = Pairing {
            number,
            entrants: &entrants,
            pairing,
        };
        let played = play(&contest, of, begun, &stop, record.as_mut());
        let report = match (played, record.as_mut()) {
            (Ok(report), _) => report,
            (Err(why), None) => return Err(why),
            (Err(why), Some(record)) => {
                record.give_up();
                return Err(why);
            }
        };
        let Some(report) = report else {
            return Ok(ExitCode::SUCCESS);
        };
        let stopped = report.ending == Ending::Stopped;
        reports.push(report);
        if stopped {
            break;
        }
    }
    stop.settle();
    if let Some(record) = record {
        record.finish(!stop.is_raised())?;
    }
    let lang = language(None);
    let answer: String = match (line_up, arguments.json) {
        (LineUp::Two, true) => {
            let each = reports
                .iter()
                .map(|report| format!("{:#}\n", report.json()));
            each.collect()
        }
        (LineUp::Two, false) => reports.iter().map(|report| report.text(lang)).collect(),
        (_, true) => format!("{:#}\n", report::all_json(&contest, &reports)),
        (LineUp::Pool, false) => report::pool_text(&contest, &entrants, &reports, lang),
        (LineUp::Ladder, false) => report::ladder_text(&contest, &reports, lang),
    };
    let file = arguments.record.as_deref();
    let file = file.filter(|path| !is_standard(path));
    match (&arguments.record, file) {
        // Standard output is for the games.
        (Some(_), None) => print::aside(answer),
        _ => print::text(answer),
    }
    if stop.is_raised() {
        exit::note(match file {
            Some(_) => texts().arena_stopped(),
            None => texts().command_stopped(),
        });
        return Ok(exit::interrupted());
    }
    Ok(ExitCode::SUCCESS)
}

#[derive(Clone, Copy)]
struct Pairing<'a> {
    number: usize,
    entrants: &'a [Entrant],
    pairing: [usize; 2],
}

impl<'a> Pairing<'a> {
    fn players(self) -> [&'a Entrant; 2] {
        self.pairing.map(|at| &self.entrants[at])
    }

    /// Returns the players' names for output files. Equal names get a number. Programs have named themselves by the
    /// time they play.
    fn names(self) -> [String; 2] {
        self.pairing.map(|at| {
            let name = self.entrants[at].shown();
            let before = self.entrants[..at].iter();
            match before.filter(|other| other.shown() == name).count() {
                0 => name,
                n => format!("{name} {}", n + 1),
            }
        })
    }
}

#[derive(Clone, Copy)]
enum LineUp {
    Two,
    Pool,
    /// Each level against the next lower one.
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
    if sprt.elo0 >= sprt.elo1 {
        return Err(texts().arena_elo());
    }
    if !(sprt.alpha > 0.0 && sprt.alpha < 0.5) {
        return Err(texts().arena_error());
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
        return Err(texts().arena_two(arguments.names.len()));
    };
    for name in &arguments.names {
        entrants.push(player::read(name, thinking, arguments.patience)?);
    }
    Ok(entrants)
}

/// Lists all settings that affect the games.
fn words(arguments: &Arguments, contest: &Contest, entrants: &[Entrant]) -> Words {
    let names: Vec<&str> = entrants.iter().map(Entrant::name).collect();
    let thinking = match (arguments.ms, arguments.nodes) {
        (Some(time), _) => format!("--ms {}", time.as_secs_f64() * 1e3),
        (None, Some(nodes)) => format!("--nodes {nodes}"),
        (None, None) => "-".to_owned(),
    };
    let length = match contest.length {
        Length::Pairs(pairs) => format!("--pairs {pairs}"),
        Length::Sequential(sprt, pairs) => format!(
            "--pairs {pairs} --sprt --elo0 {} --elo1 {} --error {}",
            sprt.elo0, sprt.elo1, sprt.alpha
        ),
    };
    let line_up = match LineUp::of(arguments) {
        LineUp::Two => "-",
        LineUp::Pool => "--pool",
        LineUp::Ladder => "--ladder",
    };
    Words::from([
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("game", contest.game.clone()),
        (
            "rules",
            encode(&TableRules::new(&contest.game, &contest.rules)),
        ),
        ("play", report::word(contest.play).to_owned()),
        ("length", length),
        ("seed", contest.seed.to_string()),
        ("line-up", line_up.to_owned()),
        ("players", names.join(", ")),
        ("thinking", thinking),
        ("patience", format!("{} ms", arguments.patience.as_millis())),
    ])
}

fn play(
    contest: &Contest,
    of: Pairing<'_>,
    begun: Begun,
    stop: &Stop,
    mut record: Option<&mut Record>,
) -> Result<Option<Report>, String> {
    let (Length::Pairs(n) | Length::Sequential(_, n)) = contest.length;
    let bar = progress::bar(u64::from(n));
    bar.set_position(u64::from(begun.tally.pairs()));
    bar.reset_eta();
    let Begun { tally, mut faults } = begun;
    let mut wrong = None;
    let mut is_read = true;
    let players = of.players();
    let (tally, ending) = contest
        .go_on(tally, players, stop.flag(), |progress| {
            let lost = report::faults(progress.pair);
            if let Some(record) = &mut record {
                match record.write(contest, (of.number, &of.names()), progress.pair, &lost) {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(ControlFlow::Break(())) => {
                        is_read = false;
                        stop.raise();
                    }
                    Err(error) => {
                        wrong.get_or_insert(error);
                        stop.raise();
                    }
                }
            }
            faults.extend(lost);
            let score = progress.tally.score();
            bar.set_message(format!("{:.1} %", 100.0 * score.mean));
            bar.set_position(u64::from(progress.tally.pairs()));
        })
        .map_err(|error| fault::not_started(&error, texts()))?;
    bar.finish_and_clear();
    match wrong {
        Some(error) => Err(error),
        None if !is_read => Ok(None),
        None => Ok(Some(Report {
            contest: contest.clone(),
            names: players.map(|player| player.name().to_owned()),
            called: players.map(|player| player.called().map(str::to_owned)),
            tally,
            ending,
            faults,
        })),
    }
}
