//! `capicu completions`: completions of arguments by the shell.

use std::process::ExitCode;

use clap_complete::{Shell, generate};

use crate::print;

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Name of the shell
    #[arg(value_enum)]
    shell: Shell,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    let mut script = Vec::new();
    generate(
        arguments.shell,
        &mut crate::command(),
        "capicu",
        &mut script,
    );
    print::text(String::from_utf8_lossy(&script));
    ExitCode::SUCCESS
}
