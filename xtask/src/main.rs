//! The task runner: `cargo xtask COMMAND`.

#![forbid(unsafe_code)]

mod axe;
mod bare;
mod bench;
mod binary;
mod book;
mod browser;
mod cargo;
mod command_line;
mod contact_sheets;
mod debian;
mod decisions;
mod dist;
mod nats;
mod npm;
mod npm_package;
mod postgres;
mod python;
mod remap;
mod semver;
mod simulate;
mod slow_phone;
mod spell;
mod step;
mod test;
mod timings;
mod toolchain;
mod wasm_opt;
mod web;

use std::process::ExitCode;

use command_line::{Command, Parsed};

fn main() -> ExitCode {
    let arguments = std::env::args_os()
        .skip(1)
        .map(|a| a.to_string_lossy().into_owned());
    let command = match command_line::parse(arguments) {
        Ok(Parsed::Run(command)) => command,
        Ok(Parsed::Help(text)) => {
            print!("{text}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    };
    let done = match command {
        Command::Serve { arguments } => binary::serve(&arguments),
        Command::Build { profile } => binary::build_and_show(profile),
        Command::Test { package } => test::run(package.as_deref()),
        Command::Spell => spell::run(),
        Command::Bench { what } => bench::run(what),
        Command::ContactSheets => contact_sheets::make(),
        Command::Pictures => contact_sheets::readme(),
        Command::SlowPhone => slow_phone::measure(),
        Command::Simulate(asked) => simulate::run(&asked),
        Command::Dist { arguments } => dist::run(&arguments),
        Command::Page => dist::page(),
        Command::Npm => npm_package::run(),
        Command::Semver { revision } => semver::check(&revision),
        Command::Book { url } => book::run(url.as_deref()),
    };
    match done {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
