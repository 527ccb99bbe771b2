//! `capicu verify`: every deal of a match, recomputed from its seed without any server.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anyhow::{Result, bail};
use capicu::fair::{ALGORITHM, Commitment, Seed};
use capicu::{Match, Seat};
use capicu_protocol::TableRules;

/// What `capicu verify` can be told.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The seed that was shown after the match: 64 hexadecimal digits
    seed: Seed,
    /// The commitment that was shown before it; fails if the seed is another
    #[arg(long, value_name = "HASH")]
    commitment: Option<Commitment>,
    /// The game that was played
    #[arg(long, value_name = "GAME", default_value = "jamaican-partner")]
    game: String,
    /// How many played; left out, the usual number
    #[arg(long, value_name = "NUMBER")]
    players: Option<u8>,
    /// An option of the rules that was changed, such as target=10; may be repeated
    #[arg(long = "set", value_name = "OPTION=VALUE", value_parser = option)]
    options: Vec<(String, String)>,
    /// How many deals the match made, those thrown in included
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    rounds: u32,
}

fn option(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
        None => Err("an option is NAME=VALUE, such as target=10".into()),
    }
}

/// Prints the deals.
pub fn run(arguments: &Arguments) -> Result<()> {
    let Some(game) = capicu::Game::by_id(&arguments.game) else {
        let known: Vec<&str> = capicu::Game::ALL.iter().map(|game| game.id).collect();
        bail!(
            "there is no game called {}; there are {}",
            arguments.game,
            known.join(", ")
        );
    };
    let rules = TableRules {
        game: game.id.to_owned(),
        players: arguments.players.unwrap_or(game.players[0]),
        title: None,
        options: arguments
            .options
            .iter()
            .cloned()
            .collect::<BTreeMap<_, _>>(),
    }
    .rules()?;
    let commitment = arguments.seed.commitment();
    if let Some(shown) = arguments.commitment
        && shown != commitment
    {
        bail!(
            "this is not the seed that was committed to: its commitment is {commitment}, not {shown}"
        );
    }
    match print(arguments, &rules, commitment, &mut io::stdout().lock()) {
        // Whoever reads has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => Ok(result?),
    }
}

fn print(
    arguments: &Arguments,
    rules: &capicu::Rules,
    commitment: Commitment,
    to: &mut impl Write,
) -> io::Result<()> {
    writeln!(to, "algorithm   {ALGORITHM}")?;
    writeln!(to, "commitment  {commitment}")?;
    let mut game = Match::new(*rules);
    for number in 0.. {
        if !game.needs_draw_for_set() {
            break;
        }
        let turned = arguments.seed.turn_up(&game, number);
        game.draw_for_set(&turned);
        let out = || "-".to_owned();
        let tiles = turned
            .iter()
            .map(|tile| tile.map_or_else(out, |tile| tile.to_string()));
        writeln!(to, "turned up   {}", tiles.collect::<Vec<_>>().join(" "))?;
    }
    for number in 0..arguments.rounds {
        let deal = arguments.seed.deal(rules, number);
        writeln!(to, "deal {number}")?;
        for seat in Seat::all(rules.n_seats()) {
            writeln!(to, "  seat {seat}    {}", deal.hands()[seat])?;
        }
        if !deal.boneyard().is_empty() {
            let asleep: Vec<String> = deal.boneyard().iter().map(ToString::to_string).collect();
            writeln!(to, "  asleep    {}", asleep.join(" "))?;
        }
    }
    Ok(())
}
