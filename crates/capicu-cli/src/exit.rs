//! What a command answers the shell with: see `docs/command-line.md`.

use std::process::ExitCode;

/// The input was read but breaks the rules of its game.
pub fn breach() -> ExitCode {
    ExitCode::from(1)
}

/// The input could not be read, or the arguments do not go together; says why.
pub fn unreadable(why: impl std::fmt::Display) -> ExitCode {
    eprintln!("capicu: {why}");
    ExitCode::from(2)
}

/// Stopped by the user.
pub fn interrupted() -> ExitCode {
    ExitCode::from(130)
}
