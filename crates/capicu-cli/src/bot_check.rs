//! `capicu bot-check`: a server, or a program that plays for a bot, is put through what goes wrong on networks.

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

/// Puts a server, or with --listen a bot, through what goes wrong on networks, and says what withstood it
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The server to check, as http://127.0.0.1:7878; it is asked with the tokens in `CAPICU_TOKEN`
    #[arg(
        value_name = "URL",
        required_unless_present = "listen",
        conflicts_with = "listen"
    )]
    url: Option<String>,
    /// A file of tokens in place of `CAPICU_TOKEN`; more than one, such as one that has expired, have more checked
    #[arg(long, value_name = "FILE", conflicts_with = "listen")]
    token_file: Option<PathBuf>,
    /// Be the server at this address, and check the bot that connects and makes a table
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    /// How long a bot may say nothing, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = number::at_least::<u64>(1))]
    wait: u64,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Checks.
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

/// The tokens, however they are set apart.
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
