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
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
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
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
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
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the rules, or all faults of the choice, one on each line.
    pub fn resolve(&self) -> Result<Chosen, String> {
        let source = self.source()?.ok_or_else(|| texts().choice_none())?;
        let rules = source.rules(&self.changed, None)?;
        let id = source.id().to_owned();
        Ok(Chosen { id, rules })
    }

    /// Returns the game or rule file; `None` if neither is chosen.
    pub fn source(&self) -> Result<Option<Source>, String> {
        let texts = texts();
        match (&self.rules, &self.game) {
            (Some(path), name) => {
                let file = rule_file(path, texts)?;
                let id = name.clone().or(file.id.clone());
                let id = id.unwrap_or_else(|| stem(path));
                Ok(Some(Source::File(id, Box::new(file))))
            }
            (None, Some(id)) => {
                let game = games::by_id(id).ok_or_else(|| unknown(id, texts))?;
                Ok(Some(Source::Game(game)))
            }
            (None, None) => Ok(None),
        }
    }
}

/// A chosen game, before the number of players is known.
pub enum Source {
    Game(games::Game),
    /// A rule file, with its id.
    File(String, Box<RuleFile>),
}

impl Source {
    /// Returns the rules for the preferred number of players, if the game has it, with changed options. A chosen number
    /// comes first.
    pub fn rules(&self, changed: &Changed, preferred: Option<u8>) -> Result<Rules, String> {
        match self {
            Self::Game(game) => changed.of_game(game, preferred),
            Self::File(id, file) => changed.of_file(id, file, preferred),
        }
    }

    /// The id that results carry.
    pub fn id(&self) -> &str {
        match self {
            Self::Game(game) => game.id(),
            Self::File(id, _) => id,
        }
    }
}

impl Changed {
    pub fn of_game(&self, game: &games::Game, preferred: Option<u8>) -> Result<Rules, String> {
        let rules = |n| game.rules(n);
        self.pick(Some(game.id()), &game.players(), preferred, rules)
    }

    pub fn of_file(
        &self,
        id: &str,
        file: &RuleFile,
        preferred: Option<u8>,
    ) -> Result<Rules, String> {
        let numbers: Vec<u8> = file.players().collect();
        self.pick(Some(id), &numbers, preferred, |n| file.rules(n))
    }

    /// Returns plain rules, with changed options. The preferred number of players is clamped to those that they have.
    #[cfg(feature = "full")]
    pub fn of_plain(&self, preferred: u8) -> Result<Rules, String> {
        let preferred = Some(preferred.clamp(2, 4));
        self.pick(None, &[2, 3, 4], preferred, plain_rules)
    }

    /// Returns the rules for the chosen number of players, with changed options. Otherwise the preferred number counts,
    /// if the game has it, or the usual one. If the option `players` asks for a number the game has no rules for, the
    /// usual rules are changed. Plain rules have no id.
    fn pick(
        &self,
        id: Option<&str>,
        numbers: &[u8],
        preferred: Option<u8>,
        rules: impl Fn(u8) -> Option<Rules>,
    ) -> Result<Rules, String> {
        let texts = texts();
        let usual = numbers.first().copied().unwrap_or(2);
        let preferred = preferred.filter(|players| rules(*players).is_some());
        let players = self.players.or(preferred).unwrap_or(usual);
        let set = self.options.iter().any(|option| option.name == "players");
        let start = rules(players).or_else(|| rules(usual).filter(|_| set));
        let start = start.ok_or_else(|| {
            let numbers: Vec<_> = numbers.iter().map(u8::to_string).collect();
            let numbers = numbers.join(", ");
            match id {
                Some(id) => texts.choice_players(id, players, &numbers),
                None => texts.choice_plain(&numbers, players),
            }
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
