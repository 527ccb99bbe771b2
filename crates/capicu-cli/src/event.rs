//! `capicu event`: logs of tournaments checked and told, and random tournaments played and checked.

mod boards;
mod boards_told;
mod checker;
mod cost;
mod knock_out;
mod model;
mod play;
mod prize;
mod relabel;
mod seating;
mod simulate;
mod table;
mod told;
mod verify;

use std::process::ExitCode;

use clap::Subcommand;

/// Tournaments: checks the log of one, tells its boards, or plays random ones and checks all that has to hold
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Boards(boards_told::Arguments),
    Verify(verify::Arguments),
    Simulate(simulate::Arguments),
}

pub fn run(arguments: &Arguments) -> ExitCode {
    match &arguments.command {
        Command::Boards(arguments) => boards_told::run(arguments),
        Command::Verify(arguments) => verify::run(arguments),
        Command::Simulate(arguments) => simulate::run(arguments),
    }
}
