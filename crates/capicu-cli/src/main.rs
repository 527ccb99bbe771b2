//! The `capicu` command.

#![forbid(unsafe_code)]

mod chosen;
mod color;
mod early;
mod exit;
mod games;
mod help;
mod input;
mod language;
mod number;
mod owner_code;
mod print;
mod ratings;
mod refusal;
mod serve;
mod settings;
mod store;
mod suggested;
mod venue;
mod verify;
mod version;

// Commands that serving does not need, and their modules.
#[cfg(feature = "full")]
mod analyze;
#[cfg(feature = "full")]
mod arena;
#[cfg(feature = "full")]
mod bot_check;
#[cfg(feature = "full")]
mod completions;
#[cfg(feature = "full")]
mod convert;
#[cfg(feature = "full")]
mod copies;
#[cfg(feature = "full")]
mod data;
mod data_folder;
#[cfg(feature = "full")]
mod event;
#[cfg(feature = "full")]
mod fault;
#[cfg(feature = "full")]
mod full;
#[cfg(feature = "full")]
mod hint;
#[cfg(any(test, not(feature = "full")))]
mod left_out;
#[cfg(feature = "full")]
mod man;
#[cfg(feature = "full")]
mod matches;
#[cfg(feature = "full")]
mod merge;
#[cfg(feature = "full")]
mod operate;
#[cfg(feature = "full")]
mod output;
#[cfg(feature = "full")]
mod perft;
#[cfg(feature = "full")]
mod player;
#[cfg(feature = "full")]
mod pose;
#[cfg(feature = "full")]
mod position;
#[cfg(feature = "full")]
mod progress;
mod push_keys;
#[cfg(feature = "full")]
mod replay;
#[cfg(feature = "full")]
mod simulate;
#[cfg(feature = "full")]
mod solve;
#[cfg(feature = "full")]
mod stop;
#[cfg(feature = "full")]
mod suite;

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use color::Color;
#[cfg(feature = "full")]
use full::Other;
use language::{Language, language};
#[cfg(not(feature = "full"))]
use left_out::Other;

/// Dominoes by your rules
#[derive(Debug, Parser)]
#[command(name = "capicu", version, long_version = version::long(), arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Language of answers, errors and help [default: the system language]
    #[arg(long, global = true, value_enum)]
    lang: Option<Language>,
    /// When to use color
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    color: Color,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(Box<serve::Arguments>),
    Venue(venue::Arguments),
    PushKeys(push_keys::Arguments),
    Ratings(ratings::Arguments),
    Verify(verify::Arguments),
    Games(games::Arguments),
    /// The answer of `capicu serve --print-config`.
    #[command(skip)]
    PrintConfig(String),
    #[command(flatten)]
    Other(Other),
}

/// Returns the command with its help, in the language of the answer.
fn command() -> clap::Command {
    let command = help::told(Arguments::command(), language(None));
    #[cfg(not(feature = "full"))]
    let command = left_out::marked(command, language::texts());
    command
}

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    language::look_for(&words);
    color::look_for(&words);
    match read(&words) {
        Ok(command) => run(command),
        Err(error) => refused(&error, &words),
    }
}

fn read(words: &[OsString]) -> Result<Command, clap::Error> {
    let words = early::left_out_of_help(words);
    let mut command = settings::applied(command(), &words)?;
    let mut matches = command.try_get_matches_from_mut(words)?;
    let given = matches.clone();
    let read = Arguments::from_arg_matches_mut(&mut matches)?.command;
    Ok(match (read, given.subcommand_matches("serve")) {
        (Command::Serve(serve), Some(given)) if serve.settings.print_config => {
            let known = command.find_subcommand("serve").expect("it was asked for");
            Command::PrintConfig(settings::printed(known, given))
        }
        (read, _) => read,
    })
}

fn refused(error: &clap::Error, words: &[OsString]) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            match color::is_on(&io::stdout()) {
                true => print::text(error.render().ansi()),
                false => print::text(error.render()),
            }
            ExitCode::SUCCESS
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            match color::is_on(&io::stderr()) {
                true => eprint!("{}", error.render().ansi()),
                false => eprint!("{}", error.render()),
            }
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
            Err(serve::Failed::Arguments(why)) => exit::unreadable(why),
            Err(serve::Failed::Server(error)) => exit::broken(error),
        },
        Command::Venue(arguments) => match venue::run(arguments) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => exit::broken(error),
        },
        Command::PushKeys(arguments) => push_keys::run(&arguments),
        Command::Ratings(arguments) => ratings::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Games(arguments) => games::run(&arguments),
        Command::PrintConfig(settings) => {
            print::text(settings);
            ExitCode::SUCCESS
        }
        Command::Other(other) => other.run(),
    }
}
