//! Exit codes and messages on standard error: see `docs/command-line.md`.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use crate::color;
use crate::language::texts;

/// The input was parsed but breaks the rules of its game.
pub fn breach() -> ExitCode {
    ExitCode::from(1)
}

pub fn broken(why: impl Display) -> ExitCode {
    error(why);
    breach()
}

/// The input cannot be parsed, or the arguments do not fit together; prints the reason.
pub fn unreadable(why: impl Display) -> ExitCode {
    error(why);
    ExitCode::from(2)
}

#[cfg(feature = "full")]
pub fn interrupted() -> ExitCode {
    ExitCode::from(130)
}

/// Prints errors, one on each line.
pub fn error(why: impl Display) {
    tell("error", RED, why);
}

/// Prints a warning about the answer.
pub fn warning(what: impl Display) {
    tell(&texts().command_warning(), YELLOW, what);
}

pub fn note(what: impl Display) {
    tell(&texts().command_note(), BOLD, what);
}

const RED: &str = "\x1b[1;31m";
const YELLOW: &str = "\x1b[1;33m";
const BOLD: &str = "\x1b[1m";

fn tell(kind: &str, color: &str, what: impl Display) {
    let mut err = io::stderr().lock();
    let (color, plain) = match color::is_on(&err) {
        true => (color, "\x1b[0m"),
        false => ("", ""),
    };
    for line in what.to_string().lines() {
        // If standard error fails, there is no way to report it.
        let _ = writeln!(err, "{color}{kind}{plain}: {line}");
    }
}
