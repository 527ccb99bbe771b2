//! `capicu event`: checks and shows event logs, and simulates random events.

mod boards;
mod simulate;
mod text;
mod verify;

use std::process::ExitCode;

use clap::Subcommand;

/// Check the log of an event, print its boards, or simulate events
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Boards(boards::Arguments),
    Verify(verify::Arguments),
    Simulate(simulate::Arguments),
}

pub fn run(arguments: &Arguments) -> ExitCode {
    match &arguments.command {
        Command::Boards(arguments) => boards::run(arguments),
        Command::Verify(arguments) => verify::run(arguments),
        Command::Simulate(arguments) => simulate::run(arguments),
    }
}
