//! `capicu bot-check`: tests a server, or a bot's program, under network failures.

mod bot;
mod game;
mod http;
mod server;
mod tally;

use std::env;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use capicu_i18n::Texts;

use crate::language::texts;
use crate::{exit, input, number};
use http::Site;

/// Test how a server, or with --listen a bot, handles network faults
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Server to check, such as http://127.0.0.1:7878; tokens come from `CAPICU_TOKEN`
    #[arg(
        value_name = "URL",
        required_unless_present = "listen",
        conflicts_with = "listen"
    )]
    url: Option<String>,
    /// File of tokens instead of `CAPICU_TOKEN`; more tokens, such as an expired one, allow more checks
    #[arg(long, value_name = "FILE", conflicts_with = "listen")]
    token_file: Option<PathBuf>,
    /// Listen on this address and check the bot that connects and creates a table
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    /// Seconds that a bot may stay silent
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = number::at_least::<u64>(1))]
    wait: u64,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    let texts = texts();
    let checked = match (&arguments.listen, &arguments.url) {
        (Some(address), _) => bot::check(*address, arguments.wait, texts),
        (None, Some(url)) => Site::read(url, texts).and_then(|site| {
            let tokens = tokens(arguments.token_file.as_ref(), texts)?;
            server::check(&site, &tokens, texts).map(Some)
        }),
        (None, None) => Err(texts.command_missing("URL")),
    };
    match checked {
        Err(why) => exit::unreadable(why),
        Ok(None) => exit::interrupted(),
        Ok(Some(tally)) => {
            tally.print(arguments.json, texts);
            match tally.is_good() {
                true => ExitCode::SUCCESS,
                false => exit::breach(),
            }
        }
    }
}

fn tokens(file: Option<&PathBuf>, texts: Texts) -> Result<Vec<String>, String> {
    let text = match file {
        None => env::var("CAPICU_TOKEN").unwrap_or_default(),
        Some(file) => input::text(file).map_err(|error| {
            format!("{}: {}", input::shown(file, texts), texts.io_error(&error))
        })?,
    };
    let tokens: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    match tokens.is_empty() {
        true => Err(texts.check_no_token()),
        false => Ok(tokens),
    }
}
