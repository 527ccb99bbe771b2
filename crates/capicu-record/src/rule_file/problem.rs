//! What can be wrong with a rule file.

use core::fmt;

use capicu::rules::{OptionError, OptionInfo, RulesError};
use capicu_i18n::{Lang, Texts};

use crate::Place;
use crate::record::{Wrong, did_you_mean, plain};
use crate::suggest::nearest;

/// One thing that is wrong with a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFileError {
    /// Where.
    pub place: Place,
    /// What.
    pub problem: Problem,
}

impl RuleFileError {
    /// The place, and what is wrong, in a language.
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

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// It is longer than any rule file.
    TooLong,
    /// It is in another encoding.
    NotText(Wrong),
    /// It is not TOML.
    Syntax(String),
    /// It is JSON.
    Json,
    /// There is no such option.
    UnknownOption {
        /// What was written.
        name: String,
        /// What may have been meant.
        suggestion: Option<&'static str>,
    },
    /// A table of another name than `players`.
    NoTable(String),
    /// There is no such game.
    UnknownBase {
        /// What was written.
        name: String,
        /// What may have been meant.
        suggestion: Option<&'static str>,
    },
    /// The option does not take the value.
    Value {
        /// The option.
        option: &'static str,
        /// What was written.
        value: String,
        /// Why not.
        error: OptionError,
        /// What may have been meant.
        suggestion: Option<&'static str>,
    },
    /// A value of another type.
    Type {
        /// The key.
        name: String,
        /// What it should be.
        due: Due,
        /// What it is.
        found: Found,
    },
    /// The id is none.
    Id,
    /// Numbers of players that are none.
    Players,
    /// A game from scratch lacks options.
    Missing(Vec<&'static str>),
    /// The rules contradict themselves.
    Rules {
        /// For how many players.
        players: u8,
        /// Why.
        error: RulesError,
    },
    /// There is more, which is not told.
    More,
}

/// What a key has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// A word of an option.
    Word,
    /// A whole number.
    Number,
    /// A list of tiles.
    Tiles,
    /// Any text.
    Text,
    /// A list of texts.
    Texts,
    /// A table of options.
    Table,
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A text.
    Text,
    /// A whole number.
    Number,
    /// A number with a fraction.
    Fraction,
    /// True or false.
    Truth,
    /// A date or a time.
    Date,
    /// A list.
    List,
    /// A table.
    Table,
}

/// What a key is called that is written as people call it, in whatever language.
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
    /// What is wrong with a value of an option, if anything is.
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

    /// What is wrong, in a language.
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
                texts.file_value(*option, value, &why)
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
