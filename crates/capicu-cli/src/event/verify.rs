//! `capicu event verify`: replays the log of an event and repeats its pairings.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use capicu_event::{Event, Fact, Log};
use serde_json::json;

use super::text;
use crate::language::texts;
use crate::{exit, input, print};

/// Check the log of an event: its hash chain, facts and pairings
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Event log, one JSON object per line; `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

/// One byte more than the longest log.
const MOST: u64 = (256 << 20) + 1;

pub fn run(arguments: &Arguments) -> ExitCode {
    let texts = texts();
    let shown = input::shown(&arguments.file, texts);
    let log = match log(&arguments.file) {
        Ok(log) => log,
        Err(code) => return code,
    };
    let event = match Event::verify(log) {
        Ok(event) => event,
        Err(broken) => {
            let reason = text::broken(&broken, texts);
            if arguments.json {
                print::json(&json!({ "valid": false, "reason": &reason }));
            }
            return exit::broken(format_args!("{shown}:{reason}"));
        }
    };
    let (state, lines) = (event.state(), event.log().lines());
    let drafts = lines
        .iter()
        .filter(|line| matches!(line.fact, Fact::Drafted { .. }))
        .count();
    let rounds: usize = state.stages.iter().map(|stage| stage.rounds.len()).sum();
    let (entries, head) = (state.entries.len(), event.log().head().to_string());
    if arguments.json {
        print::json(&json!({
            "valid": true,
            "name": state.name,
            "preset": state.preset.id,
            "facts": lines.len(),
            "entries": entries,
            "rounds": rounds,
            "drafts": drafts,
            "digest": head,
        }));
    } else {
        let name = &state.name;
        let text = texts.event_verified(name, lines.len(), entries, rounds, drafts);
        print::text(format_args!("{text}\n{}\n", texts.event_digest(&head)));
    }
    ExitCode::SUCCESS
}

/// Reads a log and checks its hash chain; prints its fault otherwise.
pub fn log(path: &Path) -> Result<Log, ExitCode> {
    let texts = texts();
    let shown = input::shown(path, texts);
    let bytes = read(path).map_err(|error| {
        let why = match error.kind() {
            io::ErrorKind::NotFound => texts.no_such_file(),
            _ => texts.io_error(&error),
        };
        exit::unreadable(format!("{shown}: {why}"))
    })?;
    Log::read(&bytes)
        .map_err(|error| exit::unreadable(format!("{shown}:{}", text::log(&error, texts))))
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin().lock().take(MOST).read_to_end(&mut bytes)?;
    } else {
        File::open(path)?.take(MOST).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}
