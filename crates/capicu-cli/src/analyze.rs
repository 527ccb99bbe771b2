//! `capicu analyze`: a match looked at again.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use capicu_analysis::{Analysis, Done, Plan, Played, Refusal, json, page, text};
use capicu_record::Record;
use capicu_record::record::{Places, decode};
use indicatif::ProgressBar;
use rayon::prelude::*;

use crate::language::texts;
use crate::output::{self, Force};
use crate::solve::seat_named;
use crate::stop::Stop;
use crate::{exit, input, number, print, progress};

/// Looks at a match again: what each choice lost, by what its seat could know, and what was luck
///
/// Every choice is compared with the best other action over deals that agree with what the seat had seen, never
/// over the hands as they were. All of it adds up to the result exactly. No clock decides: the same record and
/// nodes give the same answer on every machine.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A record of one match; `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// From whose side the sum is seen, and whose choices are looked at first
    #[arg(long, value_name = "SEAT", default_value = "A")]
    seat: char,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
    /// Write a page to share: one file without scripts
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    html: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// How many nodes each choice is given, and up to twenty times as many where that does not settle it
    #[arg(long, value_name = "NODES", default_value_t = 20_000, value_parser = number::at_least::<u64>(1))]
    nodes: u64,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    let texts = texts();
    let force = arguments.force;
    if let Some(Err(why)) = arguments.html.as_deref().map(|path| force.check(path)) {
        return exit::unreadable(why);
    }
    let (record, places) = match read(&arguments.file) {
        Ok(read) => read,
        Err(why) => return exit::unreadable(why),
    };
    let seat = match seat_named("--seat", arguments.seat, &record.rules) {
        Ok(seat) => seat,
        Err(why) => return exit::unreadable(why),
    };
    let shown = input::shown(&arguments.file, texts);
    let played = match Played::of(&record, Some(&places)) {
        Ok(played) => played,
        Err(Refusal::Breach(breach)) => {
            return exit::broken(format_args!("{shown}:{}", breach.told(texts)));
        }
        Err(Refusal::TooLong { rounds, moves }) => {
            let [most_rounds, most_moves] = Refusal::most();
            let why = texts.analysis_too_long(rounds, moves, most_rounds, most_moves);
            return exit::unreadable(format_args!("{shown}: {why}"));
        }
    };
    let plan = Plan::new(&played, arguments.nodes, seat);
    // Whoever types the record has typed it by now.
    let stop = Stop::on_interrupt();
    let analysis = work(&plan, &stop);
    if let Err(why) = answer(arguments, &analysis) {
        return exit::unreadable(why);
    }
    if analysis.is_stopped {
        exit::note(texts.command_stopped());
        return exit::interrupted();
    }
    ExitCode::SUCCESS
}

fn read(path: &Path) -> Result<(Record, Places), String> {
    let texts = texts();
    let bytes = input::read(path, texts)?;
    let read = decode(&bytes).and_then(Record::parse);
    read.map_err(|error| format!("{}:{}", input::shown(path, texts), error.told(texts)))
}

/// What takes no longer shows no bar.
const SHORT: Duration = Duration::from_secs(1);

/// Does the jobs, on all threads there are, until all are done or the user wants no more.
fn work<'a>(plan: &Plan<'a>, stop: &Stop) -> Analysis<'a> {
    let began = Instant::now();
    let bar: Mutex<(u64, Option<ProgressBar>)> = Mutex::new((0, None));
    let jobs = (0..plan.len()).into_par_iter();
    let done: Vec<Done> = jobs
        .filter_map(|job| {
            if stop.is_raised() {
                return None;
            }
            let done = plan.work(job);
            if let Ok(mut bar) = bar.lock() {
                bar.0 += 1;
                if began.elapsed() > SHORT {
                    let n = bar.0;
                    let shown = bar
                        .1
                        .get_or_insert_with(|| progress::bar(plan.len() as u64));
                    shown.set_position(n);
                }
            }
            Some(done)
        })
        .collect();
    if let Ok((_, Some(bar))) = bar.into_inner() {
        bar.finish_and_clear();
    }
    plan.finish(done)
}

fn answer(arguments: &Arguments, analysis: &Analysis<'_>) -> Result<(), String> {
    match &arguments.html {
        Some(path) => output::write(path, &page(analysis, texts()), arguments.force)?,
        None if arguments.json => print::json(&json(analysis)),
        None => print::text(text(analysis, texts())),
    }
    Ok(())
}
