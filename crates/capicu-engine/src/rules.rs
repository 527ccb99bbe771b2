//! Games, rule files and their options.

use std::collections::BTreeMap;

use capicu::Rules;
use capicu::rules::Choices;
use capicu_i18n::Lang;
use capicu_record::games;
use capicu_record::rule_file::{Problem, RuleFile};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::TEXTS;

/// Rules as a caller asks for them: a game or a rule file, the number of players, and changed options.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    game: Option<String>,
    file: Option<String>,
    players: Option<u8>,
    #[serde(default)]
    options: BTreeMap<String, Value>,
}

/// Lists all games: id, name and numbers of players, the usual number first.
pub fn games() -> Value {
    let game = |game: &games::Game| {
        let name = match game {
            games::Game::BuiltIn(game) => TEXTS.game_name(game.id),
            games::Game::File { file, .. } => file.called(Lang::En).map(str::to_owned),
        };
        json!({ "id": game.id(), "name": name, "players": game.players() })
    };
    games::all().iter().map(game).collect()
}

/// Explains rules: the number of players, every option, and sentences.
///
/// # Errors
///
/// If there is no such game, or the options do not go together.
pub fn rules(wanted: &str) -> Result<Value, String> {
    let rules = read(wanted)?;
    let choices = rules.choices();
    let options: BTreeMap<&str, String> = Choices::OPTIONS
        .iter()
        .filter_map(|info| Some((info.name, choices.get(info.name)?.to_string())))
        .collect();
    Ok(json!({
        "players": rules.n_seats(),
        "sides": rules.n_sides(),
        "options": options,
        "explanation": TEXTS.explain(&rules).into_iter().map(|section| json!({
            "title": section.title,
            "sentences": section.sentences,
        })).collect::<Vec<_>>(),
    }))
}

/// The rules for a number of players.
type ByPlayers = Box<dyn Fn(u8) -> Option<Rules>>;

/// Reads rules from JSON, or from the id of a game.
///
/// # Errors
///
/// If there is no such game, or the options do not go together.
pub fn read(wanted: &str) -> Result<Rules, String> {
    let wanted: Wanted = match wanted.trim_start().starts_with('{') {
        true => serde_json::from_str(wanted).map_err(|error| format!("rules: {error}"))?,
        false => Wanted {
            game: Some(wanted.to_owned()),
            ..Wanted::default()
        },
    };
    let (numbers, rules): (Vec<u8>, ByPlayers) = match (&wanted.game, &wanted.file) {
        (Some(id), None) => {
            let near = || games::nearest(id).map(|near| TEXTS.did_you_mean(near));
            let unknown = || TEXTS.choice_unknown(id, &near().unwrap_or_default());
            let game = games::by_id(id).ok_or_else(unknown)?;
            (game.players(), Box::new(move |n| game.rules(n)))
        }
        (None, Some(text)) => {
            let file = RuleFile::parse(text).map_err(|errors| {
                let lines: Vec<_> = errors.iter().map(|error| error.told(TEXTS)).collect();
                lines.join("\n")
            })?;
            (file.players().collect(), Box::new(move |n| file.rules(n)))
        }
        _ => return Err("rules: give either `game` or `file`".to_owned()),
    };
    let players = wanted.players.or(numbers.first().copied()).unwrap_or(2);
    let start = rules(players).ok_or_else(|| {
        let numbers: Vec<_> = numbers.iter().map(u8::to_string).collect();
        let id = wanted.game.as_deref().unwrap_or("the file");
        TEXTS.choice_players(id, players, &numbers.join(", "))
    })?;
    let mut choices = start.choices();
    for (name, value) in &wanted.options {
        let value = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        let Some(option) = Choices::OPTIONS.iter().find(|option| option.name == name) else {
            let known = Choices::OPTIONS.iter().map(|option| option.name);
            let suggestion = capicu_record::nearest(name, known);
            let name = name.clone();
            return Err(Problem::UnknownOption { name, suggestion }.told(TEXTS));
        };
        if let Some(problem) = Problem::of_value(option, &value) {
            return Err(problem.told(TEXTS));
        }
        let _ = choices.set(name, &value);
    }
    Rules::new(choices).map_err(|errors| {
        let lines = errors
            .into_iter()
            .map(|error| Problem::Rules { players, error }.told(TEXTS));
        lines.collect::<Vec<_>>().join("\n")
    })
}
