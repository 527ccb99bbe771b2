//! The rules of a table in sentences, from the options in an address.

use std::collections::BTreeMap;

use capicu::{Game, Rules};
use capicu_protocol::{ApiErrorCode, TableRules};

use crate::Failure;

/// The rules that a query names: a game by its id, `players`, and options by their names. Other fields than `lang` count
/// as options.
///
/// # Errors
///
/// If the game is unknown or does not allow these players, or if an option is unknown, wrong or excluded by another.
pub fn rules_of(game: String, mut query: BTreeMap<String, String>) -> Result<Rules, Failure> {
    query.remove("lang");
    let usual = Game::by_id(&game).map(|game| game.players[0]);
    let players = match query.remove("players") {
        Some(players) => players
            .parse()
            .map_err(|_| Failure::new(ApiErrorCode::BadPlayers))?,
        None => usual.unwrap_or_default(),
    };
    let asked = TableRules {
        game,
        players,
        title: None,
        options: query,
    };
    Ok(asked.rules()?)
}
