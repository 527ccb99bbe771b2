//! Problems of a rule file.

use core::fmt;

use capicu::rules::{OptionError, OptionInfo, RulesError};
use capicu_i18n::{Lang, Texts};

use crate::Place;
use crate::record::{Wrong, did_you_mean, plain};
use crate::suggest::nearest;

/// A problem of a rule file, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFileError {
    /// The place in the text.
    pub place: Place,
    /// The problem at that place.
    pub problem: Problem,
}

impl RuleFileError {
    /// Explains place and problem in a language.
    pub fn told(&self, texts: Texts) -> String {
        format!("{}: {}", self.place, self.problem.told(texts))
    }
}

impl fmt::Display for RuleFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(Texts::new(Lang::En)))
    }
}

impl core::error::Error for RuleFileError {}

/// A problem of a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The text is longer than any rule file.
    TooLong,
    /// The text has another encoding.
    NotText(Wrong),
    /// The text is not TOML, for this reason.
    Syntax(String),
    /// The text is JSON.
    Json,
    /// The rules have no such option.
    UnknownOption {
        /// The text that was written.
        name: String,
        /// The most likely option.
        suggestion: Option<&'static str>,
    },
    /// A table other than `players` has this name.
    NoTable(String),
    /// The base is not a known game.
    UnknownBase {
        /// The text that was written.
        name: String,
        /// The most likely game.
        suggestion: Option<&'static str>,
    },
    /// The option has no such value.
    Value {
        /// The name of the option.
        option: &'static str,
        /// The text that was written.
        value: String,
        /// The reason for the refusal.
        error: OptionError,
        /// The most likely value.
        suggestion: Option<&'static str>,
    },
    /// A value of another type.
    Type {
        /// The name of the key.
        name: String,
        /// The type that the key needs.
        due: Due,
        /// The type that was written.
        found: Found,
    },
    /// The id has characters that are not allowed.
    Id,
    /// The numbers of players are impossible.
    Players,
    /// A game from scratch lacks these options.
    Missing(Vec<&'static str>),
    /// The rules contradict themselves.
    Rules {
        /// The number of players with these rules.
        players: u8,
        /// The contradiction between options.
        error: RulesError,
    },
    /// There are more problems than are reported.
    More,
}

/// The type that a key needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// A word of an option.
    Word,
    /// A whole number.
    Number,
    /// A list of tiles.
    Tiles,
    /// A string in quotes.
    Text,
    /// A list of any texts.
    Texts,
    /// A table with options as keys.
    Table,
}

/// The type of a value in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A string in quotes.
    Text,
    /// A whole number.
    Number,
    /// A number with a fraction.
    Fraction,
    /// True or false.
    Truth,
    /// A date or a time.
    Date,
    /// A list in brackets.
    List,
    /// A table of keys.
    Table,
}

/// The option for a name that people use in any language.
fn named(name: &str) -> Option<&'static str> {
    let keys = [
        ("nombre", "name-es"),
        ("jugadores", "players"),
        ("descripcion", "description-es"),
        ("descripción", "description-es"),
        ("fuentes", "sources"),
        ("juego", "base"),
        ("game", "base"),
    ];
    let key = keys.into_iter().find(|(called, _)| *called == name);
    key.map(|(_, key)| key)
        .or_else(|| Texts::name_of_label(None, name))
}

impl Problem {
    /// Checks a value of an option; `None` if it is valid.
    pub fn of_value(option: &OptionInfo, value: &str) -> Option<Self> {
        let error = plain().set(option.name, value).err()?;
        let suggestion = match error {
            OptionError::UnknownWord(words) => nearest(value, words.iter().copied()),
            _ => None,
        };
        Some(Self::Value {
            option: option.name,
            value: value.chars().take(64).collect(),
            error,
            suggestion,
        })
    }

    /// Explains the problem in a language.
    pub fn told(&self, texts: Texts) -> String {
        match self {
            Self::TooLong => texts.file_too_long(),
            Self::NotText(wrong) => wrong.told(texts),
            Self::Syntax(why) => texts.file_syntax(why),
            Self::Json => texts.file_json(),
            Self::UnknownOption { name, suggestion } => {
                let meant = suggestion.is_none().then(|| named(name)).flatten();
                texts.file_unknown_option(name)
                    + &did_you_mean(texts, *suggestion)
                    + &meant.map_or(String::new(), |meant| texts.file_one_name(meant))
            }
            Self::NoTable(name) => {
                let meant = named(name).filter(|meant| *meant == "players");
                texts.file_no_table(name)
                    + &meant.map_or(String::new(), |meant| texts.file_one_name(meant))
            }
            Self::UnknownBase { name, suggestion } => {
                texts.file_unknown_base(name) + &did_you_mean(texts, *suggestion)
            }
            Self::Value {
                option,
                value,
                error,
                suggestion,
            } => {
                let why = texts.option_error(*error);
                let meant = suggestion
                    .is_none()
                    .then(|| Texts::name_of_label(Some(option), value));
                texts.file_value(value, *option, &why)
                    + &did_you_mean(texts, *suggestion)
                    + &meant
                        .flatten()
                        .map_or(String::new(), |meant| texts.file_one_name(meant))
            }
            Self::Type { name, due, found } => {
                let due = match due {
                    Due::Word => "word",
                    Due::Number => "number",
                    Due::Tiles => "tiles",
                    Due::Text => "text",
                    Due::Texts => "texts",
                    Due::Table => "table",
                };
                let found = match found {
                    Found::Text => "text",
                    Found::Number => "number",
                    Found::Fraction => "fraction",
                    Found::Truth => "truth",
                    Found::Date => "date",
                    Found::List => "list",
                    Found::Table => "table",
                };
                texts.file_type(name, due, found)
            }
            Self::Id => texts.file_id(),
            Self::Players => texts.file_players(),
            Self::Missing(options) => texts.file_missing(&options.join(", ")),
            Self::Rules { players, error } => {
                texts.file_rules(*players, &texts.rules_problem(*error))
            }
            Self::More => texts.file_more(super::MAX_PROBLEMS),
        }
    }

    pub(super) const fn at(self, place: Place) -> RuleFileError {
        RuleFileError {
            place,
            problem: self,
        }
    }
}
