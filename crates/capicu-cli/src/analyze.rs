//! `capicu analyze`: match reviews.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use capicu_analysis::{
    Analysis, Done, Grid, NODES, Plan, Played, Refusal, Report, grid_text, grids_json, json, page,
    report_json, report_text, text, views_at,
};
use capicu_i18n::Texts;
use capicu_record::Record;
use indicatif::ProgressBar;
use rayon::prelude::*;

use crate::language::texts;
use crate::matches::{self, Answer, Form, Match, Pick, Status};
use crate::output::{self, Force};
use crate::position::At;
use crate::solve::seat_named;
use crate::stop::Stop;
use crate::{exit, number, print, progress};

/// Review matches: the cost of each choice by what its seat could know, and the luck
///
/// Each choice is compared with the best alternative over deals consistent with what the seat had seen. The parts add
/// up to the result. The same record and nodes give the same answer on every machine.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Records, with one match or many, or folders of them; `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    pick: Pick,
    /// Seat whose side is summed up and whose choices come first
    #[arg(long, value_name = "SEAT", default_value = "A")]
    seat: char,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
    /// Write a page to share, in one file without scripts; `-` for standard output
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    html: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// Print only the results of each player over all matches
    #[arg(long, conflicts_with = "html")]
    report: bool,
    /// Print only what each seat could know after this number of moves of a round
    #[arg(long, value_name = "ROUND:MOVES", conflicts_with_all = ["html", "report"])]
    grid: Option<At>,
    /// Nodes to search per choice; close choices take up to twenty times as many
    #[arg(long, value_name = "NODES", default_value_t = NODES, value_parser = number::at_least::<u64>(1))]
    nodes: u64,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    let texts = texts();
    let force = arguments.force;
    if let Some(Err(why)) = arguments.html.as_deref().map(|path| force.check(path)) {
        return exit::unreadable(why);
    }
    let mut report = Report::default();
    let mut is_refused = false;
    let tally = matches::each(
        &arguments.files,
        arguments.pick,
        Form::Records,
        texts,
        |one| {
            if arguments.html.is_some() && !one.is_alone {
                // Report it only once.
                let why = one.located(None, &texts.analysis_one_page(), texts);
                let mut answer = Answer::unreadable(why);
                if std::mem::replace(&mut is_refused, true) {
                    answer.told.clear();
                }
                return answer;
            }
            look(one, arguments, &mut report, texts).unwrap_or_else(|refused| refused)
        },
    );
    if tally.all() > 1 && !is_refused && arguments.grid.is_none() && !arguments.json
        || arguments.report
    {
        match arguments.json {
            true => print::json(&report_json(&report)),
            false => print::text(report_text(&report, texts)),
        }
    }
    tally.exit(texts)
}

/// Reviews a match; the error is the answer for a refused one.
fn look(
    one: &Match,
    arguments: &Arguments,
    report: &mut Report,
    texts: Texts,
) -> Result<Answer, Answer> {
    let refused = |why: &str| Answer::unreadable(one.located(None, why, texts));
    let (record, places) = one.record().map_err(|error| {
        let why = error.wrong.told(texts);
        Answer::unreadable(one.located(Some(error.place), &why, texts))
    })?;
    let seat = seat_named("--seat", arguments.seat, &record.rules).map_err(|why| refused(&why))?;
    let played = Played::of(&record, Some(&places)).map_err(|refusal| match refusal {
        Refusal::Breach(mut breach) => {
            let place = breach.place.take();
            Answer {
                out: String::new(),
                told: vec![one.located(place, &breach.told(texts), texts)],
                status: Status::Breach,
            }
        }
        other @ (Refusal::TooLong { .. } | Refusal::PlayersOut) => refused(&other.told(texts)),
    })?;
    if let Some(at) = arguments.grid {
        return grids(&record, at, arguments.json, texts).map_err(|why| refused(&why));
    }
    let plan = Plan::new(&played, arguments.nodes, seat);
    let analysis = work(&plan, &one.stop);
    if analysis.is_stopped {
        one.stop.settle();
    }
    report.note(&analysis);
    let status = match analysis.is_stopped {
        true => Status::Stopped,
        false => Status::Done,
    };
    let out = match &arguments.html {
        _ if arguments.report => String::new(),
        // A page without a summary is of no use.
        Some(path) if analysis.is_stopped => {
            let why = texts.analysis_no_page(&path.display().to_string());
            return Ok(Answer {
                out: String::new(),
                told: vec![why],
                status,
            });
        }
        Some(path) => {
            let page = page(&analysis, texts);
            output::write(path, &page, arguments.force).map_err(Answer::unreadable)?;
            String::new()
        }
        None if arguments.json => in_json(one, &analysis),
        None if one.is_alone => text(&analysis, texts),
        None => {
            let heading = texts.of_match(&one.file, one.number);
            format!("{heading}\n\n{}\n", text(&analysis, texts))
        }
    };
    Ok(Answer {
        out,
        told: Vec::new(),
        status,
    })
}

/// Returns an analysis as JSON. If there are several, each takes one line and contains file and number.
fn in_json(one: &Match, analysis: &Analysis<'_>) -> String {
    let mut json = json(analysis);
    if one.is_alone {
        return format!("{json:#}\n");
    }
    json["file"] = one.file.as_str().into();
    json["number"] = one.number.into();
    format!("{json}\n")
}

fn grids(record: &Record, at: At, json: bool, texts: Texts) -> Result<Answer, String> {
    let views = views_at(record, at.round, at.moves);
    let grids: Vec<Grid> = views.iter().filter_map(Grid::of).collect();
    if grids.is_empty() {
        return Err(texts.analysis_no_moment(at.round));
    }
    let told: Vec<String> = grids.iter().map(|grid| grid_text(grid, texts)).collect();
    Ok(Answer {
        out: match json {
            true => format!("{}\n", grids_json(&grids)),
            false => told.join("\n"),
        },
        told: Vec::new(),
        status: Status::Done,
    })
}

/// Shorter work shows no progress bar.
const SHORT: Duration = Duration::from_secs(1);

/// Runs the jobs on all threads, until all are done or the user interrupts.
fn work<'a>(plan: &Plan<'a>, stop: &Stop) -> Analysis<'a> {
    let began = Instant::now();
    let bar: Mutex<(u64, Option<ProgressBar>)> = Mutex::new((0, None));
    let jobs = (0..plan.len()).into_par_iter();
    let done: Vec<Done> = jobs
        .filter_map(|job| {
            let done = plan.work_until(job, stop.flag())?;
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
