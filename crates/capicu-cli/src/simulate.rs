//! `capicu simulate`: many matches between bots.

mod decisions;
mod played;
mod tally;

use std::fs;
use std::io::{IsTerminal, stderr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use capicu::Rules;
use capicu::fair::ALGORITHM;
use capicu_ai::{Belief, BotKind, Budget, Reader};
use capicu_protocol::{TableRules, encode};
use capicu_record::record::EXTENSION;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::chosen::{Choice, Chosen};
use crate::data::{Run, Shard};
use crate::language::{Language, language, say};
use crate::{exit, print};
use played::Played;
use tally::Tally;

/// Plays many matches between bots and tells how they went
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    choice: Choice,
    /// The bots: one for all seats, one a side, or one a seat
    #[arg(
        long,
        value_name = "NAME,…",
        value_delimiter = ',',
        default_value = "random"
    )]
    bot: Vec<BotKind>,
    /// How many rounds; matches are played one after another and the last is cut short
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), required_unless_present = "matches", conflicts_with = "matches")]
    rounds: Option<u64>,
    /// How many matches
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    matches: Option<u64>,
    /// The seed: the same one gives the same answer on every machine
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// How many threads; otherwise one for each processor
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write a record of every match into this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Write every decision into this Parquet file; the same command goes on after an interruption
    #[arg(
        long,
        value_name = "FILE",
        requires = "matches",
        conflicts_with_all = ["rounds", "records"]
    )]
    out: Option<PathBuf>,
    /// Play only one share of the matches, the I-th of N, for `capicu merge`
    #[arg(long, value_name = "I/N", requires = "out")]
    shard: Option<Shard>,
    /// Have the reader think about every choice for so many nodes, and write what it finds
    #[arg(long, value_name = "NODES", requires = "out", value_parser = clap::value_parser!(u64).range(1..))]
    judge: Option<u64>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
    /// The language of the answer
    #[arg(long, value_enum)]
    lang: Option<Language>,
}

/// Matches that are handed out to the threads at a time. It has no influence on the answer.
const BATCH: u64 = 128;

/// How much is to be played.
#[derive(Clone, Copy, Debug)]
enum Goal {
    Rounds(u64),
    Matches(u64),
}

pub fn run(arguments: &Arguments) -> ExitCode {
    match simulate(arguments) {
        Ok(code) => code,
        Err(why) => exit::unreadable(why),
    }
}

fn simulate(arguments: &Arguments) -> Result<ExitCode, String> {
    let Chosen { id, rules } = arguments.choice.resolve()?;
    let bots = seated(&arguments.bot, &rules)?;
    let goal = match (arguments.rounds, arguments.matches) {
        (Some(rounds), _) => Goal::Rounds(rounds),
        (None, matches) => Goal::Matches(matches.unwrap_or(1)),
    };
    let keep = match (&arguments.out, &arguments.records) {
        (Some(_), _) => {
            let reader = |nodes| Reader::new(Budget::Nodes(nodes), Belief::Play);
            Keep::Decisions(arguments.judge.map(reader))
        }
        (None, Some(_)) => Keep::Facts,
        (None, None) => Keep::Nothing,
    };
    let writer = match &arguments.records {
        Some(folder) => Some(Writer::new(folder, &id, arguments.seed)?),
        None => None,
    };
    let threads = arguments.threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| format!("threads: {error}"))?;
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // Without a handler an interrupt ends the program at once, which loses only what is not written.
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
    let job = Job {
        rules,
        bots,
        seed: arguments.seed,
        keep,
        stop,
    };
    if let (Some(target), Goal::Matches(matches)) = (&arguments.out, goal) {
        let run = Run::new(matches, words(&id, &job, arguments.judge));
        let shard = arguments.shard.unwrap_or(Shard::WHOLE);
        return decisions::write(&job, &pool, target, &run, shard, arguments);
    }
    let begun = Instant::now();
    let tally = job.run(&pool, goal, |number, played| match &writer {
        Some(writer) => writer.write(number, played, &job),
        None => Ok(()),
    })?;
    let lang = language(arguments.lang);
    if arguments.json {
        print::json(&tally.json(&id, arguments.seed, &job.bots));
    } else {
        print::text(tally.text(&id, &job.bots, lang));
    }
    let seconds = begun.elapsed().as_secs_f64();
    let speed = tally.rounds as f64 / seconds.max(1e-9);
    let rounds = say(lang, "rounds", "manos");
    let a_second = say(lang, "rounds a second", "manos por segundo");
    let n = tally.rounds;
    eprintln!("capicu: {n} {rounds}, {seconds:.2} s, {speed:.0} {a_second}");
    if job.stop.load(Ordering::Relaxed) {
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

/// A bot for each seat: the names in turn, as often as they go round evenly.
fn seated(bots: &[BotKind], rules: &Rules) -> Result<Vec<BotKind>, String> {
    let n = usize::from(rules.n_seats());
    if bots.is_empty() || !n.is_multiple_of(bots.len()) {
        let given = bots.len();
        return Err(format!(
            "--bot: {given} bots cannot be seated evenly at {n} seats; name one for all, or one a seat"
        ));
    }
    Ok(bots.iter().copied().cycle().take(n).collect())
}

/// What is kept of a match beside its result.
enum Keep {
    Nothing,
    /// What happened, for a record.
    Facts,
    /// Every decision, and who judges it.
    Decisions(Option<Reader>),
}

/// Everything that the decisions depend on, for the files they are written to.
fn words(id: &str, job: &Job, judge: Option<u64>) -> [(&'static str, String); 6] {
    let bots: Vec<_> = job.bots.iter().map(|kind| kind.name()).collect();
    [
        ("game", id.to_owned()),
        ("rules", encode(&TableRules::new(id, &job.rules))),
        ("bots", bots.join(",")),
        ("seed", job.seed.to_string()),
        ("deal-algorithm", ALGORITHM.to_owned()),
        (
            "judge",
            judge.map_or_else(|| "none".to_owned(), |nodes| nodes.to_string()),
        ),
    ]
}

/// What every thread needs to play a match of any number.
struct Job {
    rules: Rules,
    bots: Vec<BotKind>,
    seed: u64,
    keep: Keep,
    stop: Arc<AtomicBool>,
}

impl Job {
    /// Plays until the goal is reached; `each` is told of every match, in order.
    fn run(
        &self,
        pool: &ThreadPool,
        goal: Goal,
        each: impl Fn(u64, &Played) -> Result<(), String>,
    ) -> Result<Tally, String> {
        let (Goal::Rounds(n) | Goal::Matches(n)) = goal;
        let bar = progress(n);
        let mut tally = Tally::new(&self.rules);
        let mut next = 0;
        loop {
            let left = match goal {
                Goal::Rounds(rounds) => (rounds - tally.rounds).min(BATCH),
                Goal::Matches(matches) => (matches - next).min(BATCH),
            };
            if left == 0 {
                break;
            }
            let batch: Vec<Option<Played>> = pool.install(|| {
                (next..next + left)
                    .into_par_iter()
                    .map(|number| played::play(self, number))
                    .collect()
            });
            for played in batch {
                let Some(mut played) = played else {
                    bar.finish_and_clear();
                    return Ok(tally);
                };
                if let Goal::Rounds(rounds) = goal {
                    let room = rounds - tally.rounds;
                    if room == 0 {
                        break;
                    }
                    played.cut(room);
                }
                each(next, &played)?;
                next += 1;
                tally.add(&played);
            }
            bar.set_position(match goal {
                Goal::Rounds(_) => tally.rounds,
                Goal::Matches(_) => next,
            });
        }
        bar.finish_and_clear();
        Ok(tally)
    }
}

/// A bar on standard error, where that is a terminal.
fn progress(n: u64) -> ProgressBar {
    let target = if stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(n), target);
    let template = "{elapsed_precise} {wide_bar} {pos}/{len} ({eta})";
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Writes records into a folder.
struct Writer {
    folder: PathBuf,
    game: String,
    seed: u64,
}

impl Writer {
    fn new(folder: &Path, game: &str, seed: u64) -> Result<Self, String> {
        let wrong = |error| format!("--records: {}: {error}", folder.display());
        fs::create_dir_all(folder).map_err(wrong)?;
        Ok(Self {
            folder: folder.to_owned(),
            game: game
                .chars()
                .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
                .collect(),
            seed,
        })
    }

    /// Whole or not at all: the text is written beside and moved into place.
    fn write(&self, number: u64, played: &Played, job: &Job) -> Result<(), String> {
        let (game, seed) = (&self.game, self.seed);
        let path = self
            .folder
            .join(format!("{game}-{seed}-{:06}.{EXTENSION}", number + 1));
        let part = path.with_extension("part");
        let record = played.record(game, job)?;
        fs::write(&part, record.to_string())
            .and_then(|()| fs::rename(&part, &path))
            .map_err(|error| format!("--records: {}: {error}", path.display()))
    }
}
