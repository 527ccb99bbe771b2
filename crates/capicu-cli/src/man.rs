//! `capicu man`: the help as man pages.

mod page;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Command;

use crate::language::language;
use crate::output::{self, Force};
use crate::{exit, print};

/// Write a man page for every command
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Output folder; created if missing
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    force: Force,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    match write(&arguments.folder, arguments.force) {
        Ok(pages) => {
            let shown = |path: PathBuf| format!("{}\n", path.display());
            print::text(pages.into_iter().map(shown).collect::<String>());
            ExitCode::SUCCESS
        }
        Err(why) => exit::unreadable(why),
    }
}

fn write(folder: &Path, force: Force) -> Result<Vec<PathBuf>, String> {
    let wrong = |error: io::Error| output::about(folder, &error);
    fs::create_dir_all(folder).map_err(wrong)?;
    let mut pages = Vec::new();
    collect(&crate::command(), "capicu", &today(), &mut pages);
    let mut written = Vec::new();
    for (name, text) in &pages {
        let path = folder.join(format!("{name}.1"));
        force.check(&path)?;
        written.push((path, text));
    }
    let each = written.into_iter().map(|(path, text)| {
        output::write(&path, text, force)?;
        Ok(path)
    });
    each.collect()
}

/// Returns today's date, or that of `SOURCE_DATE_EPOCH`, which makes builds of packages reproducible.
fn today() -> String {
    let given = std::env::var("SOURCE_DATE_EPOCH").ok();
    let given = given.and_then(|seconds| seconds.parse::<u32>().ok());
    let seconds = given.map(u64::from).or_else(|| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
        Some(now.as_secs())
    });
    date(seconds.unwrap_or(0) / (24 * 60 * 60))
}

/// Returns the date of a day, counted from 1 January 1970.
fn date(days: u64) -> String {
    // Counted from 1 March of the year 0, so that a leap day is the last of its year.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let of_month = day - (153 * month + 2) / 5 + 1;
    let (month, turn) = match month {
        0..=9 => (month + 3, 0),
        _ => (month - 9, 1),
    };
    format!("{}-{month:02}-{of_month:02}", 400 * era + year + turn)
}

fn collect(command: &Command, name: &str, day: &str, pages: &mut Vec<(String, String)>) {
    let text = page::of(command, name, day, language(None));
    pages.push((name.to_owned(), text));
    let inner = command
        .get_subcommands()
        .filter(|inner| inner.get_name() != "help");
    for inner in inner {
        collect(inner, &format!("{name}-{}", inner.get_name()), day, pages);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        for (days, day) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (20_783, "2026-11-26"),
        ] {
            assert_eq!(date(days), day);
        }
    }
}
