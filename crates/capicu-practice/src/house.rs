//! House rules as a person reads them: the texts next to the fields of the form for a table.

use std::collections::BTreeMap;

use capicu::rules::Choices;
use capicu::{Game, Rules};
use capicu_i18n::{Lang, Texts};
use capicu_protocol::{FileGame, TableRules, decode, encode};
use capicu_record::games;
use capicu_record::rule_file::RuleFile;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Deserialize)]
pub struct Chosen {
    /// The language tag.
    pub lang: String,
    /// The id of the game or rule file; any other text is a new game.
    pub game: String,
    pub name: String,
    pub players: u8,
    pub options: BTreeMap<String, String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct House {
    pub groups: Vec<Group>,
    /// The changed rules in a paragraph; empty while they contradict each other.
    pub summary: String,
    /// The other games based on the same one: name, and the value of every option.
    pub presets: Vec<(String, BTreeMap<String, String>)>,
    pub kept: FileGame,
    pub file: String,
    /// The other texts of the form, by name.
    pub texts: BTreeMap<&'static str, String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Group {
    pub title: String,
    pub options: Vec<Stated>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stated {
    pub name: &'static str,
    /// The rule as a sentence; empty while the rules contradict each other, or if an optional rule is off.
    pub says: String,
    /// The game's own rule, if it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usual: Option<String>,
}

impl House {
    /// Answers the form, in JSON; `None` if it asks no valid question.
    pub fn answer(asked: &str) -> Option<String> {
        let chosen: Chosen = decode(asked).ok()?;
        Some(encode(&Self::of(&chosen)?))
    }

    pub fn of(chosen: &Chosen) -> Option<Self> {
        let texts = Texts::new(Lang::from_tag(&chosen.lang).unwrap_or_default());
        let known = games::by_id(&chosen.game);
        let base = known.as_ref().map_or_else(plainest, base_of);
        let usual = known.as_ref().map(|game| game.choices_for(chosen.players));
        let mut choices = usual.or_else(|| base.choices(base.players[0]))?;
        for (name, value) in &chosen.options {
            // A number that is still being typed has no effect.
            let _ = choices.set(name, value);
        }
        let _ = choices.set("players", &chosen.players.to_string());
        let rules = Rules::new(choices).ok();
        let own = usual.and_then(|usual| Rules::new(usual).ok());
        let differs = |name: &str| usual.is_some_and(|usual| usual.get(name) != choices.get(name));
        let stated = |name: &'static str| {
            let say = |rules: &Rules| texts.option_rule(name, rules);
            Stated {
                name,
                says: rules.as_ref().and_then(say).unwrap_or_default(),
                usual: own.as_ref().filter(|_| differs(name)).and_then(say),
            }
        };
        let groups: Vec<Group> = texts
            .option_groups(&choices)
            .into_iter()
            .map(|(title, names)| Group {
                title,
                options: names.into_iter().map(stated).collect(),
            })
            .collect();
        let called = match chosen.name.trim() {
            "" => name_of(texts, known.as_ref()),
            name => name.to_owned(),
        };
        let changed: Vec<&str> = groups
            .iter()
            .flat_map(|group| &group.options)
            .filter(|option| differs(option.name))
            .map(|option| option.says.as_str())
            .collect();
        let summary = rules.as_ref().map(|rules| {
            let game = name_of(texts, known.as_ref());
            // A changed rule is mentioned only once.
            let aim = ["teams", "target"]
                .into_iter()
                .filter(|name| !differs(name));
            let aim: Vec<String> = aim
                .filter_map(|name| texts.option_rule(name, rules))
                .collect();
            match changed.is_empty() {
                true => texts.house_as_usual(&game, &aim.join(" ")),
                false => texts
                    .house_summary(&game, &aim.join(" "), &changed.join(" "))
                    .replace("  ", " "),
            }
        });
        let of_table = match &rules {
            Some(rules) => TableRules::change(base, rules),
            None => TableRules {
                game: base.id.to_owned(),
                players: chosen.players,
                title: None,
                options: chosen.options.clone(),
            },
        };
        let kept = FileGame {
            id: String::new(),
            name: called.clone(),
            line: String::new(),
            rules: vec![TableRules {
                title: Some(called.clone()),
                ..of_table
            }],
        };
        let file = rules.as_ref().map(|rules| {
            let of = known.as_ref().map(|_| chosen.game.as_str());
            let name = called.replace(['"', '\\'], "'");
            format!("name = \"{name}\"\n{}", RuleFile::text_of(rules, of))
        });
        Some(Self {
            groups,
            summary: summary.unwrap_or_default(),
            presets: presets(texts, base, chosen.players),
            kept,
            file: file.unwrap_or_default(),
            texts: around(texts),
        })
    }
}

/// The other games based on the same built-in game.
fn presets(texts: Texts, base: &Game, players: u8) -> Vec<(String, BTreeMap<String, String>)> {
    let all = games::all().iter().filter_map(|game| {
        let choices = match game {
            games::Game::BuiltIn(of) => of.choices(players)?,
            games::Game::File { file, .. } => file.rules(players)?.choices(),
        };
        (base_of(game).id == base.id).then(|| (name_of(texts, Some(game)), values(&choices)))
    });
    let book = base.choices(players).filter(|_| !base.book().is_empty());
    let book = book.map(|mut choices| {
        for (option, value) in base.book() {
            let _ = choices.set(option, value);
        }
        (texts.by_the_book(), values(&choices))
    });
    all.chain(book).collect()
}

fn values(choices: &Choices) -> BTreeMap<String, String> {
    let value = |name: &'static str| Some((name.to_owned(), choices.get(name)?.to_string()));
    let options = Choices::OPTIONS.iter();
    options.filter_map(|info| value(info.name)).collect()
}

fn around(texts: Texts) -> BTreeMap<&'static str, String> {
    [
        ("as-in", texts.house_as_in()),
        ("choose", texts.house_choose()),
        ("usual", texts.house_usual()),
        ("name", texts.house_name()),
        ("save", texts.house_save()),
        ("saved", texts.house_saved()),
        ("full", texts.house_full()),
        ("link", texts.house_link()),
        ("copied", texts.copied()),
        ("file", texts.house_file()),
        ("learn", texts.house_learn()),
    ]
    .into()
}

pub fn name_of(texts: Texts, game: Option<&games::Game>) -> String {
    let name = match game {
        Some(games::Game::BuiltIn(game)) => texts.game_name(game.id),
        Some(games::Game::File { file, .. }) => file.called(texts.lang()).map(str::to_owned),
        None => None,
    };
    name.unwrap_or_else(|| texts.house_rules())
}

/// The built-in game that a game is or is based on.
pub fn base_of(game: &games::Game) -> &'static Game {
    match game {
        games::Game::BuiltIn(game) => game,
        games::Game::File { file, .. } => {
            let base = file.base.and_then(games::by_id);
            base.as_ref().map_or_else(plainest, base_of)
        }
    }
}

fn plainest() -> &'static Game {
    Game::by_id("block").unwrap_or(&Game::ALL[0])
}
