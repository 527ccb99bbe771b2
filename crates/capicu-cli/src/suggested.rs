//! Completions for arguments that take other values too.

use std::ffi::OsStr;

use capicu::rules::{Choices, OptionKind};
use capicu_record::games;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error};

/// Parses an argument by a function, and suggests values.
#[derive(Clone)]
pub struct Suggested<T> {
    read: fn(&str) -> Result<T, String>,
    words: fn() -> Vec<String>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Suggested<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        TypedValueParser::parse_ref(&self.read, command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.words)().into_iter().map(PossibleValue::new)))
    }
}

pub fn games() -> Suggested<String> {
    Suggested {
        read: as_it_is,
        words: || games::ids().map(str::to_owned).collect(),
    }
}

pub fn options<T>(read: fn(&str) -> Result<T, String>) -> Suggested<T> {
    Suggested {
        read,
        words: || {
            let options = Choices::OPTIONS.iter();
            let words = options.flat_map(|option| match option.kind {
                OptionKind::Word(words) => words
                    .iter()
                    .map(|word| format!("{}={word}", option.name))
                    .collect(),
                OptionKind::Number { .. } | OptionKind::Tiles => vec![format!("{}=", option.name)],
            });
            words.collect()
        },
    }
}

/// Suggests players other than programs.
#[cfg(feature = "full")]
pub fn players() -> Suggested<String> {
    Suggested {
        read: as_it_is,
        words: || capicu_arena::Entrant::names().collect(),
    }
}

fn as_it_is(text: &str) -> Result<String, String> {
    Ok(text.to_owned())
}
