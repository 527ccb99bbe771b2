//! The `capicu` command.

#![forbid(unsafe_code)]

mod arena;
mod chosen;
mod convert;
mod data;
mod event;
mod exit;
mod games;
mod input;
mod language;
mod matches;
mod merge;
mod perft;
mod position;
mod print;
mod replay;
mod serve;
mod simulate;
mod solve;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Dominoes, by the rules you name.
#[derive(Debug, Parser)]
#[command(name = "capicu", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serves the platform: the page, the tables and the bots
    Serve(Box<serve::Arguments>),
    /// Recomputes every deal of a match from its seed
    Verify(verify::Arguments),
    Games(games::Arguments),
    Replay(replay::Arguments),
    Simulate(simulate::Arguments),
    Merge(merge::Arguments),
    Perft(perft::Arguments),
    Arena(arena::Arguments),
    Solve(solve::Arguments),
    Convert(convert::Arguments),
    Event(event::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Serve(arguments) => serve::run(*arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Games(arguments) => return games::run(&arguments),
        Command::Replay(arguments) => return replay::run(&arguments),
        Command::Simulate(arguments) => return simulate::run(&arguments),
        Command::Merge(arguments) => return merge::run(&arguments),
        Command::Perft(arguments) => return perft::run(&arguments),
        Command::Arena(arguments) => return arena::run(&arguments),
        Command::Solve(arguments) => return solve::run(&arguments),
        Command::Convert(arguments) => return convert::run(&arguments),
        Command::Event(arguments) => return event::run(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("capicu: {error}");
            ExitCode::FAILURE
        }
    }
}
