//! Games and house rules as TOML files: see `docs/rule-files.md`.

mod print;
mod problem;
mod read;
mod schema;
mod warning;

use capicu::Rules;
use capicu_i18n::Lang;

use crate::Place;

pub use problem::{Due, Found, Problem, RuleFileError};
pub use schema::schema;
pub use warning::{RuleFileWarning, Warning};

/// A checked rule file: all its numbers of players have playable rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFile {
    /// The name of the game in commands.
    pub id: Option<String>,
    /// The name of the game for people.
    pub name: Option<String>,
    /// The name of the game in Spanish.
    pub name_es: Option<String>,
    /// The name of the game in French.
    pub name_fr: Option<String>,
    /// A description of a sentence or two.
    pub description: Option<String>,
    /// The description in Spanish.
    pub description_es: Option<String>,
    /// The description in French.
    pub description_fr: Option<String>,
    /// The sources of the rules.
    pub sources: Vec<String>,
    /// The game it differs from; `None` for a game from scratch.
    pub base: Option<&'static str>,
    variants: Vec<(u8, Rules)>,
    id_at: Place,
    /// The options that change the base, and their places.
    changed: Vec<(&'static str, Place)>,
}

/// The longest text that is read, in bytes: twice the length of a file with every option for every number of players.
pub const MAX_BYTES: usize = 64 << 10;

/// The most problems that are reported; [`Problem::More`] then follows.
pub const MAX_PROBLEMS: usize = 50;

impl RuleFile {
    /// The name of the game in a language, or else in another.
    pub fn called(&self, lang: Lang) -> Option<&str> {
        first_for(lang, [&self.name, &self.name_es, &self.name_fr])
    }

    /// The description in a language, or else in another.
    pub fn described(&self, lang: Lang) -> Option<&str> {
        let all = [
            &self.description,
            &self.description_es,
            &self.description_fr,
        ];
        first_for(lang, all)
    }

    /// Reads and checks a rule file, in time proportional to its length.
    ///
    /// # Errors
    ///
    /// Its problems in the order of the text: all, or the first [`MAX_PROBLEMS`] found.
    pub fn parse(text: &str) -> Result<Self, Vec<RuleFileError>> {
        within_bounds(text.len())?;
        read::read(text)
    }

    /// Reads and checks the bytes of a rule file.
    ///
    /// # Errors
    ///
    /// The errors of [`parse`](Self::parse), and texts that are not UTF-8.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Vec<RuleFileError>> {
        within_bounds(bytes.len())?;
        let text = crate::record::decode(bytes).map_err(|error| {
            let wrong = Problem::NotText(error.wrong);
            vec![wrong.at(error.place)]
        })?;
        Self::parse(text)
    }

    /// Writes a file for these rules: every option, or those that differ from a base.
    pub fn text_of(rules: &Rules, base: Option<&str>) -> String {
        print::text_of(rules, base)
    }

    /// The numbers of players in the file; the first is the usual one.
    pub fn players(&self) -> impl Iterator<Item = u8> {
        self.variants.iter().map(|(players, _)| *players)
    }

    /// The rules for a number of players; `None` if the file has no such number.
    pub fn rules(&self, players: u8) -> Option<Rules> {
        let mut variants = self.variants.iter();
        variants
            .find(|(known, _)| *known == players)
            .map(|(_, rules)| *rules)
    }
}

/// The text in a language, or else the first that exists of English, Spanish and French.
fn first_for(lang: Lang, [english, spanish, french]: [&Option<String>; 3]) -> Option<&str> {
    let own = match lang {
        Lang::En => english,
        Lang::Es => spanish,
        Lang::Fr => french,
    };
    let all = [own, english, spanish, french];
    all.into_iter().flatten().next().map(String::as_str)
}

fn within_bounds(bytes: usize) -> Result<(), Vec<RuleFileError>> {
    let start = Place { line: 1, column: 1 };
    let error = || vec![Problem::TooLong.at(start)];
    (bytes <= MAX_BYTES).then_some(()).ok_or_else(error)
}
