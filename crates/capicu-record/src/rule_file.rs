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

/// A rule file that has been checked: every number of players it names can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFile {
    /// The name it has in commands.
    pub id: Option<String>,
    /// What the game is called.
    pub name: Option<String>,
    /// The same in Spanish.
    pub name_es: Option<String>,
    /// The same in French.
    pub name_fr: Option<String>,
    /// What it is, in a sentence or two.
    pub description: Option<String>,
    /// The same in Spanish.
    pub description_es: Option<String>,
    /// The same in French.
    pub description_fr: Option<String>,
    /// Where the rules come from.
    pub sources: Vec<String>,
    /// The game it differs from; `None` for a game from scratch.
    pub base: Option<&'static str>,
    variants: Vec<(u8, Rules)>,
    /// Where the id stands.
    id_at: Place,
    /// The options that are given beside a base, and where.
    changed: Vec<(&'static str, Place)>,
}

/// The longest text that is read, in bytes: every option for every number of players takes less
/// than half of it.
pub const MAX_BYTES: usize = 64 << 10;

/// How many problems of a file are told at most; [`Problem::More`] then says that there are more.
pub const MAX_PROBLEMS: usize = 50;

impl RuleFile {
    /// What the game is called in a language, or in another one where that is not given.
    pub fn called(&self, lang: Lang) -> Option<&str> {
        first_for(lang, [&self.name, &self.name_es, &self.name_fr])
    }

    /// What it is, in a language, or in another one where that is not given.
    pub fn described(&self, lang: Lang) -> Option<&str> {
        let all = [
            &self.description,
            &self.description_es,
            &self.description_fr,
        ];
        first_for(lang, all)
    }

    /// Reads and checks a rule file. The cost grows with its length and no faster.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in the order in which it stands there: everything, or the first
    /// [`MAX_PROBLEMS`] that were found.
    pub fn parse(text: &str) -> Result<Self, Vec<RuleFileError>> {
        within_bounds(text.len())?;
        read::read(text)
    }

    /// The same from the bytes of a file.
    ///
    /// # Errors
    ///
    /// The same, and texts that are not UTF-8.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Vec<RuleFileError>> {
        within_bounds(bytes.len())?;
        let text = crate::record::decode(bytes).map_err(|error| {
            let wrong = Problem::NotText(error.wrong);
            vec![wrong.at(error.place)]
        })?;
        Self::parse(text)
    }

    /// A file that says what these rules are: every option, or what differs from a base.
    pub fn text_of(rules: &Rules, base: Option<&str>) -> String {
        print::text_of(rules, base)
    }

    /// The numbers of players it is for; the first is the usual one.
    pub fn players(&self) -> impl Iterator<Item = u8> {
        self.variants.iter().map(|(players, _)| *players)
    }

    /// The rules for this many players.
    pub fn rules(&self, players: u8) -> Option<Rules> {
        let mut variants = self.variants.iter();
        variants
            .find(|(known, _)| *known == players)
            .map(|(_, rules)| *rules)
    }
}

/// The text of a language, or else the first of those that there are. They are in English, Spanish and French.
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
