//! The rules of a table.

use std::borrow::Cow;
use std::collections::BTreeMap;

use capicu::Game;
use capicu::rules::Choices;
use serde::{Deserialize, Deserializer, Serialize};

use crate::WireError;

/// Rules as a game and its options by name.
///
/// The server sends every option, so that a table keeps its rules even if the game's rules change. A client need only
/// send the options it changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TableRules {
    /// The id of the game: [`capicu::Game::id`].
    pub game: String,
    /// The number of players.
    #[cfg_attr(feature = "schema", schemars(range(min = 2, max = capicu::MAX_SEATS)))]
    pub players: u8,
    /// The host's name for these rules, if they are not the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Options by name, as [`Choices::set`] reads them. A server also accepts numbers, but sends texts.
    #[serde(default, deserialize_with = "options")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "BTreeMap<String, crate::bot::OptionValue>")
    )]
    pub options: BTreeMap<String, String>,
}

impl TableRules {
    /// Lists every option of these rules. `game` is a built-in game, never the id of a rule file; for a file, set
    /// `title` to its name.
    pub fn new(game: &str, rules: &capicu::Rules) -> Self {
        let choices = rules.choices();
        let option = |name: &'static str| Some((name.to_owned(), choices.get(name)?.to_string()));
        Self {
            game: game.to_owned(),
            players: rules.n_seats(),
            title: None,
            options: by_name(Choices::OPTIONS.iter().filter_map(|info| option(info.name))),
        }
    }

    /// Lists only the options in which these rules differ from the game's own.
    pub fn change(game: &Game, rules: &capicu::Rules) -> Self {
        let mut change = Self::new(game.id, rules);
        let usual = usual(game, rules.n_seats());
        change.options.retain(|option, value| {
            usual
                .get(option)
                .is_none_or(|own| own.to_string() != *value)
        });
        change
    }

    /// The values of options that are left out: the game's own for this number of players, or those of its usual
    /// number. `None` if there is no such game.
    pub fn usual(&self) -> Option<Choices> {
        Game::by_id(&self.game).map(|game| usual(game, self.players))
    }

    /// Builds the rules: those of the game, changed by the options.
    ///
    /// # Errors
    ///
    /// If the game does not exist for this number of players, or the options are invalid.
    pub fn rules(&self) -> Result<capicu::Rules, WireError> {
        let game =
            Game::by_id(&self.game).ok_or_else(|| WireError::UnknownGame(self.game.clone()))?;
        let players = || WireError::Players {
            game: self.game.clone(),
            players: self.players,
        };
        // A request that sets the option `players` accepts a number that the game was not written for.
        let mut choices = match game.choices(self.players) {
            None if !self.options.contains_key("players") => return Err(players()),
            _ => usual(game, self.players),
        };
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

/// A name of an option that deserializes as a `str`: some readers of JSON offer keys in no other form.
#[derive(PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(transparent)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

fn options<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, String>, D::Error> {
    let options = <BTreeMap<Name<'de>, String>>::deserialize(deserializer)?.into_iter();
    Ok(by_name(
        options.map(|(Name(name), value)| (name.into_owned(), value)),
    ))
}

/// Inserts one by one: `collect` would add sorting code to the page's download.
fn by_name(options: impl Iterator<Item = (String, String)>) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for (name, value) in options {
        all.insert(name, value);
    }
    all
}

fn usual(game: &Game, players: u8) -> Choices {
    let usual = || game.choices(game.players[0]);
    let choices = game.choices(players).or_else(usual);
    choices.expect("a game has its usual number of players")
}
