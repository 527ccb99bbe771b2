//! The `capicu` command.

#![forbid(unsafe_code)]

mod arena;
mod chosen;
mod completions;
mod convert;
mod data;
mod event;
mod exit;
mod games;
mod help;
mod hint;
mod input;
mod language;
mod man;
mod matches;
mod merge;
mod number;
mod output;
mod perft;
mod player;
mod position;
mod print;
mod progress;
mod refusal;
mod replay;
mod serve;
mod simulate;
mod solve;
mod stop;
mod verify;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use language::{Language, language};

/// Dominoes, by the rules you name
#[derive(Debug, Parser)]
#[command(name = "capicu", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// The language of answers, errors and help; otherwise that of the system
    #[arg(long, global = true, value_enum)]
    lang: Option<Language>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(Box<serve::Arguments>),
    Verify(verify::Arguments),
    Games(games::Arguments),
    Replay(replay::Arguments),
    Simulate(simulate::Arguments),
    Merge(merge::Arguments),
    Perft(perft::Arguments),
    Arena(arena::Arguments),
    Solve(solve::Arguments),
    Hint(hint::Arguments),
    Convert(convert::Arguments),
    Event(event::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// The command with all its help, in the language of the answer.
fn command() -> clap::Command {
    help::told(Arguments::command(), language(None))
}

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    language::look_for(&words);
    match read(&words) {
        Ok(command) => run(command),
        Err(error) => refused(&error, &words),
    }
}

fn read(words: &[OsString]) -> Result<Command, clap::Error> {
    let mut matches = command().try_get_matches_from(help::without_language(words))?;
    Ok(Arguments::from_arg_matches_mut(&mut matches)?.command)
}

fn refused(error: &clap::Error, words: &[OsString]) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            print::text(error.render());
            ExitCode::SUCCESS
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            eprint!("{}", error.render());
            ExitCode::from(2)
        }
        _ => {
            let words = words.iter().skip(1).map(|word| word.to_string_lossy());
            let words: Vec<String> = words.map(String::from).collect();
            let command = command();
            let code = exit::unreadable(refusal::told(error));
            exit::note(refusal::more(&command, &words));
            code
        }
    }
}

fn run(command: Command) -> ExitCode {
    match command {
        Command::Serve(arguments) => match serve::run(*arguments) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => exit::broken(error),
        },
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Games(arguments) => games::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Simulate(arguments) => simulate::run(&arguments),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Arena(arguments) => arena::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Hint(arguments) => hint::run(&arguments),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Event(arguments) => event::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Man(arguments) => man::run(&arguments),
    }
}
