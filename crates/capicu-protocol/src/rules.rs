//! The rules of a table.

use std::borrow::Cow;
use std::collections::BTreeMap;

use capicu::rules::Choices;
use serde::{Deserialize, Deserializer, Serialize};

use crate::WireError;

/// Rules as a game and its options by name.
///
/// The server sends every option, so that a table keeps its rules whatever becomes of the game it
/// was made from; a client need only send those it changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableRules {
    /// The id of the game: [`capicu::Game::id`].
    pub game: String,
    /// How many play.
    pub players: u8,
    /// Options by name, as [`Choices::set`] reads them.
    #[serde(default, deserialize_with = "options")]
    pub options: BTreeMap<String, String>,
}

impl TableRules {
    /// Every option of these rules.
    pub fn new(game: &str, rules: &capicu::Rules) -> Self {
        let choices = rules.choices();
        let option = |name: &'static str| Some((name.to_owned(), choices.get(name)?.to_string()));
        Self {
            game: game.to_owned(),
            players: rules.n_seats(),
            options: Choices::OPTIONS
                .iter()
                .filter_map(|info| option(info.name))
                .collect(),
        }
    }

    /// The rules: those of the game, changed by the options.
    ///
    /// # Errors
    ///
    /// If there is no such game for so many, or the options do not do.
    pub fn rules(&self) -> Result<capicu::Rules, WireError> {
        let game = capicu::Game::by_id(&self.game)
            .ok_or_else(|| WireError::UnknownGame(self.game.clone()))?;
        let players = || WireError::Players {
            game: self.game.clone(),
            players: self.players,
        };
        let mut choices = game.choices(self.players).ok_or_else(players)?;
        for (option, text) in &self.options {
            choices.set(option, text).map_err(|why| WireError::Option {
                option: option.clone(),
                why,
            })?;
        }
        if choices.players.get() != u16::from(self.players) {
            return Err(players());
        }
        capicu::Rules::new(choices).map_err(WireError::Rules)
    }
}

/// A name of an option, asked for as a `str`: some readers of JSON have nothing else to give for a key.
#[derive(PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(transparent)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

fn options<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, String>, D::Error> {
    let options = <BTreeMap<Name<'de>, String>>::deserialize(deserializer)?.into_iter();
    Ok(options
        .map(|(Name(name), value)| (name.into_owned(), value))
        .collect())
}
