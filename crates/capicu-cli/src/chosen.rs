//! Rules chosen on the command line: a game by name, or a rule file, and how many play.

use std::path::{Path, PathBuf};

use capicu::Rules;
use capicu_i18n::Texts;
use capicu_record::games;
use capicu_record::rule_file::RuleFile;

use crate::input;
use crate::language::language;

/// Which game, and how many play.
#[derive(Debug, clap::Args)]
pub struct Choice {
    /// The game: an id that `capicu games` lists
    #[arg(long, value_name = "ID", required_unless_present = "rules")]
    pub game: Option<String>,
    /// A rule file instead, or beside the name that the results are to bear
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    /// How many play; otherwise the usual number of the game
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=12))]
    pub players: Option<u8>,
}

/// A game that was chosen.
pub struct Chosen {
    /// What it is called.
    pub id: String,
    /// Its rules.
    pub rules: Rules,
}

impl Choice {
    /// The rules; or everything that is wrong with the choice, one line each.
    pub fn resolve(&self) -> Result<Chosen, String> {
        let texts = Texts::new(language(None));
        match (&self.rules, &self.game) {
            (Some(path), name) => {
                let file = rule_file(path, texts)?;
                let id = name.clone().or(file.id.clone());
                let id = id.unwrap_or_else(|| stem(path));
                let numbers: Vec<u8> = file.players().collect();
                let rules = pick(&id, &numbers, self.players, texts, |n| file.rules(n))?;
                Ok(Chosen { id, rules })
            }
            (None, Some(id)) => {
                let game = games::by_id(id).ok_or_else(|| unknown(id, texts))?;
                let rules = pick(id, &game.players(), self.players, texts, |n| game.rules(n))?;
                let id = id.clone();
                Ok(Chosen { id, rules })
            }
            (None, None) => Err(texts.choice_none()),
        }
    }
}

/// Reads and checks a rule file; or everything wrong with it, one line each.
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

/// That no game has this name, and which may have been meant.
pub fn unknown(id: &str, texts: Texts) -> String {
    let near = games::nearest(id).map(|near| texts.did_you_mean(near));
    texts.choice_unknown(id, &near.unwrap_or_default())
}

/// The rules for so many players, or for the usual number.
pub fn pick(
    id: &str,
    numbers: &[u8],
    asked: Option<u8>,
    texts: Texts,
    rules: impl Fn(u8) -> Option<Rules>,
) -> Result<Rules, String> {
    let players = asked.or_else(|| numbers.first().copied()).unwrap_or(2);
    rules(players).ok_or_else(|| {
        let numbers: Vec<_> = numbers.iter().map(u8::to_string).collect();
        texts.choice_players(id, players, &numbers.join(", "))
    })
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    stem.unwrap_or("house-rules").to_owned()
}
