//! `capicu event`: logs of tournaments checked, and random tournaments played and checked.

mod boards;
mod checker;
mod cost;
mod model;
mod play;
mod relabel;
mod seating;
mod simulate;
mod table;
mod told;
mod verify;

use std::process::ExitCode;

use clap::Subcommand;

/// Tournaments: checks the log of one, or plays random ones and checks all that has to hold
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Verify(verify::Arguments),
    Simulate(simulate::Arguments),
}

pub fn run(arguments: &Arguments) -> ExitCode {
    match &arguments.command {
        Command::Verify(arguments) => verify::run(arguments),
        Command::Simulate(arguments) => simulate::run(arguments),
    }
}
