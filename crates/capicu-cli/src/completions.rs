//! `capicu completions`: what a shell completes after `capicu`.

use std::process::ExitCode;

use clap_complete::{Shell, generate};

use crate::print;

/// Prints what a shell needs to complete the commands and their options
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The shell
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
