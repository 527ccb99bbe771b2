//! `capicu simulate`: many matches between bots.

mod decisions;
mod played;
mod tally;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use capicu::Rules;
use capicu::fair::ALGORITHM;
use capicu_ai::{Belief, Budget, Reader};
use capicu_arena::{Entrant, Thinking};
use capicu_protocol::{TableRules, encode};
use capicu_record::record::EXTENSION;
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::chosen::{Choice, Chosen};
use crate::data::{self, Run, Shard, Target};
use crate::language::{language, say, texts};
use crate::output::{self, Force};
use crate::stop::Stop;
use crate::{exit, number, player, print, progress, suggested};
use played::{Played, Programs};
use tally::Tally;

/// Play many matches between bots and summarize them
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    choice: Choice,
    /// Bots: one for all seats, one per side, or one per seat
    ///
    /// Names are random, heavy, counter, reader, facts (the reader without beliefs from play), and level:1 (the
    /// weakest) upward. With a budget: reader@20000 in nodes (50000 by default), facts@5ms in milliseconds. With
    /// another aim: reader:aim=round plays for the points of the round, reader:aim=win to win it. A program is
    /// "cmd:python3 bot.py" (docs/bot-protocol.md). Milliseconds and programs give different answers every time.
    #[arg(
        long,
        value_name = "NAME,…",
        value_delimiter = ',',
        default_value = "random",
        value_parser = suggested::players(),
        hide_possible_values = true
    )]
    bot: Vec<String>,
    /// Milliseconds without an answer after which a program ends the run
    #[arg(long, value_name = "N", default_value = "10000", value_parser = number::milliseconds)]
    patience: Duration,
    /// Number of rounds; the last match may be cut short
    #[arg(long, value_name = "N", value_parser = number::at_least::<u64>(1), conflicts_with = "matches")]
    rounds: Option<u64>,
    /// Number of matches; a match stops after 10,000 rounds, or 1,000 with --out or --records
    #[arg(long, value_name = "N", value_parser = number::at_least::<u64>(1))]
    matches: Option<u64>,
    /// Seed; the same seed gives the same answer on every machine
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = number::at_least::<u64>(0))]
    seed: u64,
    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "T", value_parser = number::within::<u16>(1, 1024))]
    threads: Option<u16>,
    /// Write a record of every match to this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Write every decision to this .parquet, .csv or .ndjson file; `-` for Parquet on standard output. Run the same
    /// command again to continue after an interruption
    #[arg(long, value_name = "FILE", conflicts_with = "records")]
    out: Option<PathBuf>,
    /// Play only share I of N of the matches, for `capicu merge`
    #[arg(long, value_name = "I/N", requires = "out")]
    shard: Option<Shard>,
    /// Let the reader judge every choice with this number of nodes
    #[arg(long, value_name = "NODES", requires = "out", value_parser = number::at_least::<u64>(1))]
    judge: Option<u64>,
    #[command(flatten)]
    force: Force,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

/// Matches that a thread takes at a time. The answer does not depend on it.
const BATCH: u64 = 128;

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
    let texts = texts();
    let Chosen { id, rules } = arguments.choice.resolve()?;
    let bots = seated(arguments, &rules)?;
    let goal = match (arguments.rounds, arguments.matches) {
        (Some(rounds), _) => Goal::Rounds(rounds),
        (None, Some(matches)) => Goal::Matches(matches),
        (None, None) => return Err(texts.simulate_how_much()),
    };
    if arguments.out.is_some() && matches!(goal, Goal::Rounds(_)) {
        return Err(texts.simulate_out_matches());
    }
    let keep = match (&arguments.out, &arguments.records) {
        (Some(_), _) => {
            let reader = |nodes| Reader::new(Budget::Nodes(nodes), Belief::Play);
            Keep::Decisions(arguments.judge.map(reader))
        }
        (None, Some(_)) => Keep::Facts,
        (None, None) => Keep::Nothing,
    };
    let writer = match &arguments.records {
        Some(folder) => Some(Writer::new(folder, &id, arguments)?),
        None => None,
    };
    let threads = arguments.threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| format!("--threads: {error}"))?;
    let job = Job {
        rules,
        table: TableRules::new(&id, &rules),
        bots,
        seed: arguments.seed,
        keep,
        stop: Stop::on_interrupt(),
    };
    if !job.is_repeatable() {
        exit::warning(texts.simulate_not_repeatable());
    }
    if let (Some(target), Goal::Matches(matches)) = (&arguments.out, goal) {
        let run = Run::new(matches, words(&id, &job, arguments.judge));
        if arguments.shard.is_some() && !data::is_parquet(target)? {
            return Err(texts.data_shard_form());
        }
        let target = Target::of(target, arguments.force)?;
        let shard = arguments.shard.unwrap_or(Shard::WHOLE);
        return decisions::write(&job, &pool, target, &run, shard, arguments);
    }
    let begun = Instant::now();
    let (tally, fault) = job.run(&pool, goal, |number, played| match &writer {
        Some(writer) => writer.write(number, played, &job),
        None => Ok(()),
    })?;
    job.stop.settle();
    let lang = language(None);
    if arguments.json {
        print::json(&tally.json(&id, &job));
    } else {
        print::text(tally.text(&id, &job, lang));
    }
    let seconds = begun.elapsed().as_secs_f64();
    let speed = tally.rounds as f64 / seconds.max(1e-9);
    let rounds = say(lang, "rounds", "manos");
    let a_second = say(lang, "rounds a second", "manos por segundo");
    let n = tally.rounds;
    exit::note(format_args!(
        "{n} {rounds}, {seconds:.2} s, {speed:.0} {a_second}"
    ));
    match fault {
        Some(fault) => Ok(exit::unreadable(fault)),
        None if job.stop.is_raised() => {
            exit::note(texts.command_stopped());
            Ok(exit::interrupted())
        }
        None => Ok(ExitCode::SUCCESS),
    }
}

/// Returns a bot for each seat: the names in turn, if they divide the seats evenly.
fn seated(arguments: &Arguments, rules: &Rules) -> Result<Vec<Entrant>, String> {
    let read = |name: &String| player::read(name, Thinking::Usual, arguments.patience);
    let bots: Vec<Entrant> = arguments.bot.iter().map(read).collect::<Result<_, _>>()?;
    let n = usize::from(rules.n_seats());
    if bots.is_empty() || !n.is_multiple_of(bots.len()) {
        return Err(texts().simulate_seats(bots.len(), n));
    }
    Ok(bots.iter().cloned().cycle().take(n).collect())
}

/// Data of a match to keep, in addition to its result.
enum Keep {
    Nothing,
    Facts,
    /// Every decision, and the bot that judges them.
    Decisions(Option<Reader>),
}

/// Lists all settings that affect the decisions, for the data files.
fn words(id: &str, job: &Job, judge: Option<u64>) -> [(&'static str, String); 6] {
    let bots: Vec<_> = job.bots.iter().map(Entrant::name).collect();
    [
        ("game", id.to_owned()),
        ("rules", encode(&job.table)),
        ("bots", bots.join(",")),
        ("seed", job.seed.to_string()),
        ("deal-algorithm", ALGORITHM.to_owned()),
        (
            "judge",
            judge.map_or_else(|| "none".to_owned(), |nodes| nodes.to_string()),
        ),
    ]
}

struct Job {
    rules: Rules,
    /// The rules in the form of the bot protocol.
    table: TableRules,
    bots: Vec<Entrant>,
    seed: u64,
    keep: Keep,
    stop: Stop,
}

impl Job {
    fn is_repeatable(&self) -> bool {
        self.bots.iter().all(Entrant::is_repeatable)
    }

    /// Plays until the goal is reached, and passes every match to `each`, in order. If a program's fault ends the run,
    /// it is returned with the matches before.
    fn run(
        &self,
        pool: &ThreadPool,
        goal: Goal,
        each: impl Fn(u64, &Played) -> Result<(), String>,
    ) -> Result<(Tally, Option<String>), String> {
        let (Goal::Rounds(n) | Goal::Matches(n)) = goal;
        let bar = progress::bar(n);
        let mut tally = Tally::new(&self.rules);
        let mut next = 0;
        let mut fault = None;
        'all: loop {
            let (matches, room) = match goal {
                Goal::Rounds(rounds) => {
                    let left = rounds - tally.rounds;
                    (tally.matches_for(left).min(BATCH), left)
                }
                Goal::Matches(matches) => ((matches - next).min(BATCH), u64::MAX),
            };
            if matches == 0 {
                break;
            }
            let batch: Vec<Result<Option<Played>, String>> = pool.install(|| {
                (next..next + matches)
                    .into_par_iter()
                    .map_init(
                        || Programs::of(self),
                        |programs, number| played::play(self, programs, number, room, None),
                    )
                    .collect()
            });
            for played in batch {
                let mut played = match played {
                    Ok(Some(played)) => played,
                    Ok(None) => break 'all,
                    Err(why) => {
                        fault = Some(why);
                        break 'all;
                    }
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
        Ok((tally, fault))
    }
}

struct Writer {
    folder: PathBuf,
    game: String,
    /// The prefix of all record names of this run.
    prefix: String,
    force: Force,
}

impl Writer {
    fn new(folder: &Path, game: &str, arguments: &Arguments) -> Result<Self, String> {
        let wrong = |error| format!("--records: {}", output::about(folder, &error));
        fs::create_dir_all(folder).map_err(wrong)?;
        let game: String = game
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
            .collect();
        let writer = Self {
            folder: folder.to_owned(),
            prefix: format!("{game}-{}-", arguments.seed),
            game,
            force: arguments.force,
        };
        // Check before playing whether the records can be written.
        for entry in fs::read_dir(folder).map_err(wrong)? {
            let path = entry.map_err(wrong)?.path();
            let name = path.file_name().and_then(|name| name.to_str());
            let ours = name.is_some_and(|name| {
                name.starts_with(&writer.prefix) && name.ends_with(&format!(".{EXTENSION}"))
            });
            if ours {
                writer.force.check(&path)?;
            }
        }
        Ok(writer)
    }

    fn write(&self, number: u64, played: &Played, job: &Job) -> Result<(), String> {
        let name = format!("{}{:06}.{EXTENSION}", self.prefix, number + 1);
        let record = played.record(&self.game, job)?;
        output::write(&self.folder.join(name), &record.to_string(), self.force)
            .map_err(|why| format!("--records: {why}"))
    }
}
