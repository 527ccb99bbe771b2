//! Rules chosen on the command line: a game or a rule file, the number of players, and changed options.

use std::path::{Path, PathBuf};

use capicu::Rules;
use capicu::rules::Choices;
use capicu_i18n::Texts;
#[cfg(feature = "full")]
use capicu_record::foreign::plain_rules;
use capicu_record::rule_file::{Problem, RuleFile};
use capicu_record::{games, nearest};

use crate::language::texts;
use crate::{input, number, suggested};

/// Which game, and how many play.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Choice {
    /// Game, by its id from `capicu games`
    #[arg(long, value_name = "ID", value_parser = suggested::games(), hide_possible_values = true)]
    pub game: Option<String>,
    /// Rule file; with --game, the results carry the name of that game
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    #[command(flatten)]
    pub changed: Changed,
}

/// In what a game is to be otherwise.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Changed {
    /// Number of players [default: the usual number of the game]
    #[arg(long, value_name = "N", value_parser = number::within::<u8>(2, 12))]
    pub players: Option<u8>,
    /// Rule option to change, such as target=150; repeatable
    #[arg(long = "set", value_name = "OPTION=VALUE", value_parser = suggested::options(Setting::read), hide_possible_values = true)]
    pub options: Vec<Setting>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    name: &'static str,
    value: String,
}

impl Setting {
    fn read(text: &str) -> Result<Self, String> {
        let texts = texts();
        let (name, value) = text.split_once('=').ok_or_else(|| texts.command_set())?;
        let (name, value) = (name.trim(), value.trim());
        let Some(option) = Choices::OPTIONS.iter().find(|option| option.name == name) else {
            let suggestion = nearest(name, Choices::OPTIONS.iter().map(|option| option.name));
            let name = name.to_owned();
            return Err(Problem::UnknownOption { name, suggestion }.told(texts));
        };
        Problem::of_value(option, value).map_or_else(
            || {
                Ok(Self {
                    name: option.name,
                    value: value.to_owned(),
                })
            },
            |problem| Err(problem.told(texts)),
        )
    }
}

pub struct Chosen {
    pub id: String,
    pub rules: Rules,
}

impl Choice {
    /// Whether no game, no rule file and no change is chosen.
    #[cfg(feature = "full")]
    pub const fn is_none(&self) -> bool {
        let changed = &self.changed;
        self.game.is_none()
            && self.rules.is_none()
            && changed.players.is_none()
            && changed.options.is_empty()
    }

    /// Returns the rules for the players of a move list. Without a game they are plain rules.
    #[cfg(feature = "full")]
    pub fn for_list(&self, players: u8) -> Result<(Option<String>, Rules), String> {
        if self.game.is_none() && self.rules.is_none() {
            let numbers = [players.clamp(2, 4), 2, 3, 4];
            let rules = self.changed.pick("block", &numbers, plain_rules)?;
            return Ok((None, rules));
        }
        let mut for_list = self.clone();
        for_list.changed.players.get_or_insert(players);
        // If the game is for other numbers, the list is checked against its usual one.
        let chosen = for_list.resolve().or_else(|_| self.resolve())?;
        Ok((Some(chosen.id), chosen.rules))
    }

    /// Returns the rules, or all faults of the choice, one on each line.
    pub fn resolve(&self) -> Result<Chosen, String> {
        let texts = texts();
        match (&self.rules, &self.game) {
            (Some(path), name) => {
                let file = rule_file(path, texts)?;
                let id = name.clone().or(file.id.clone());
                let id = id.unwrap_or_else(|| stem(path));
                let rules = self.changed.of_file(&id, &file)?;
                Ok(Chosen { id, rules })
            }
            (None, Some(id)) => {
                let game = games::by_id(id).ok_or_else(|| unknown(id, texts))?;
                let rules = self.changed.of_game(&game)?;
                let id = id.clone();
                Ok(Chosen { id, rules })
            }
            (None, None) => Err(texts.choice_none()),
        }
    }
}

impl Changed {
    pub fn of_game(&self, game: &games::Game) -> Result<Rules, String> {
        self.pick(game.id(), &game.players(), |n| game.rules(n))
    }

    pub fn of_file(&self, id: &str, file: &RuleFile) -> Result<Rules, String> {
        let numbers: Vec<u8> = file.players().collect();
        self.pick(id, &numbers, |n| file.rules(n))
    }

    /// Returns the rules for this number of players, or the usual one, with changed options. If the option `players`
    /// asks for a number the game has no rules for, the usual rules are changed.
    fn pick(
        &self,
        id: &str,
        numbers: &[u8],
        rules: impl Fn(u8) -> Option<Rules>,
    ) -> Result<Rules, String> {
        let texts = texts();
        let usual = numbers.first().copied().unwrap_or(2);
        let players = self.players.unwrap_or(usual);
        let set = self.options.iter().any(|option| option.name == "players");
        let start = rules(players).or_else(|| rules(usual).filter(|_| set));
        let start = start.ok_or_else(|| {
            let numbers: Vec<_> = numbers.iter().map(u8::to_string).collect();
            texts.choice_players(id, players, &numbers.join(", "))
        })?;
        if self.options.is_empty() {
            return Ok(start);
        }
        let mut choices = start.choices();
        for Setting { name, value } in &self.options {
            // Each value was checked when it was parsed.
            let _ = choices.set(name, value);
        }
        Rules::new(choices).map_err(|errors| {
            let players = choices.players.get() as u8;
            let lines = errors.into_iter().map(|error| {
                let why = Problem::Rules { players, error }.told(texts);
                format!("--set: {why}")
            });
            lines.collect::<Vec<_>>().join("\n")
        })
    }
}

/// Reads and checks a rule file; returns all its faults, one on each line.
pub fn rule_file(path: &Path, texts: Texts) -> Result<RuleFile, String> {
    let bytes = input::read(path, texts)?;
    RuleFile::from_bytes(&bytes).map_err(|errors| {
        let shown = input::shown(path, texts);
        let lines = errors
            .iter()
            .map(|error| format!("{shown}:{}", error.told(texts)));
        lines.collect::<Vec<_>>().join("\n")
    })
}

pub fn unknown(id: &str, texts: Texts) -> String {
    let near = games::nearest(id).map(|near| texts.did_you_mean(near));
    texts.choice_unknown(id, &near.unwrap_or_default())
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    stem.unwrap_or("house-rules").to_owned()
}
