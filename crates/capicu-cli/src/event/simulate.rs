//! `capicu event simulate`: random events, and checks of all invariants.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use capicu_event::presets;
use capicu_event_oracle::{Played, Violation, play};
use capicu_i18n::Texts;
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::language::texts;
use crate::output::{self, Force};
use crate::stop::Stop;
use crate::{exit, number, print, progress};

/// Play random events of all presets and check them with a second model
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Number of events
    #[arg(long, value_name = "N", value_parser = number::at_least::<u64>(1))]
    events: u64,
    /// Seed; the same seed gives the same answer on every machine
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = number::at_least::<u64>(0))]
    seed: u64,
    /// Folder for the log of each event, which `capicu event verify` reads; created if missing
    #[arg(long, value_name = "DIR")]
    logs: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

/// Events that a thread takes at a time. The answer does not depend on it.
const BATCH: u64 = 32;

pub fn run(arguments: &Arguments) -> ExitCode {
    let texts = texts();
    let stop = Stop::on_interrupt();
    let (mut events, mut rounds) = (0, 0);
    let mut found: Vec<(u64, Violation)> = Vec::new();
    let logs = arguments.logs.as_deref();
    if let Err(why) = logs.map_or(Ok(()), |folder| prepare(folder, arguments)) {
        return exit::unreadable(why);
    }
    let bar = progress::bar(arguments.events);
    let presets = presets::all();
    while events < arguments.events && !stop.is_raised() {
        let next = events..arguments.events.min(events + BATCH);
        let play = |number| play(&presets, arguments.seed, number);
        let batch: Vec<Played> = next.clone().into_par_iter().map(play).collect();
        for (number, played) in next.zip(batch) {
            events += 1;
            rounds += played.rounds;
            if let Some(folder) = logs
                && let Err(why) = write(folder, number, &played.log, arguments)
            {
                bar.finish_and_clear();
                return exit::unreadable(why);
            }
            found.extend(
                played
                    .found
                    .into_iter()
                    .map(|violation| (number, violation)),
            );
        }
        bar.set_position(events);
    }
    stop.settle();
    bar.finish_and_clear();
    if arguments.json {
        print::json(&as_json(events, rounds, &found));
    } else {
        print::text(as_text(events, rounds, &found, texts));
    }
    if stop.is_raised() {
        exit::note(texts.event_stopped());
        return exit::interrupted();
    }
    match found.is_empty() {
        true => ExitCode::SUCCESS,
        false => exit::breach(),
    }
}

/// The start of the names of this run's logs.
fn prefix(seed: u64) -> String {
    format!("event-{seed}-")
}

/// Creates the folder, and checks before playing that the logs may be written.
fn prepare(folder: &Path, arguments: &Arguments) -> Result<(), String> {
    let wrong = |error| format!("--logs: {}", output::about(folder, &error));
    fs::create_dir_all(folder).map_err(wrong)?;
    for entry in fs::read_dir(folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        if name.is_some_and(|name| name.starts_with(&prefix(arguments.seed))) {
            arguments.force.check(&path)?;
        }
    }
    Ok(())
}

fn write(folder: &Path, number: u64, log: &str, arguments: &Arguments) -> Result<(), String> {
    let name = format!("{}{:06}.jsonl", prefix(arguments.seed), number + 1);
    output::write(&folder.join(name), log, arguments.force).map_err(|why| format!("--logs: {why}"))
}

fn as_json(events: u64, rounds: u64, found: &[(u64, Violation)]) -> Value {
    let each = found.iter().map(|(event, violation)| {
        json!({
            "event": event,
            "stage": violation.stage,
            "round": violation.round,
            "invariant": violation.invariant,
            "what": violation.what,
        })
    });
    json!({
        "events": events,
        "rounds": rounds,
        "violations": found.len(),
        "found": each.collect::<Vec<_>>(),
    })
}

fn as_text(events: u64, rounds: u64, found: &[(u64, Violation)], texts: Texts) -> String {
    let mut text = texts.event_simulated(events, rounds, found.len()) + "\n";
    for (
        event,
        Violation {
            stage,
            round,
            invariant,
            what,
        },
    ) in found
    {
        text += &texts.event_found(*event, *stage, *round, *invariant);
        text += &format!(" ({what})\n");
    }
    text
}
