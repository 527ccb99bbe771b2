//! What a command answers the shell with, and what it says on standard error: see
//! `docs/command-line.md`.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use crate::color;
use crate::language::texts;

/// The input was read but breaks the rules of its game.
pub fn breach() -> ExitCode {
    ExitCode::from(1)
}

/// The same, saying why.
pub fn broken(why: impl Display) -> ExitCode {
    error(why);
    breach()
}

/// The input could not be read, or the arguments do not go together; says why.
pub fn unreadable(why: impl Display) -> ExitCode {
    error(why);
    ExitCode::from(2)
}

/// Stopped by the user.
#[cfg(feature = "full")]
pub fn interrupted() -> ExitCode {
    ExitCode::from(130)
}

/// Says what is wrong, a line for each thing that is.
pub fn error(why: impl Display) {
    tell("error", RED, why);
}

/// Says what the answer is to be taken with.
pub fn warning(what: impl Display) {
    tell(&texts().command_warning(), YELLOW, what);
}

/// Says something beside the answer.
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
        // Where nothing can be said, nobody can be told so.
        let _ = writeln!(err, "{color}{kind}{plain}: {line}");
    }
}
