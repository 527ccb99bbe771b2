//! What can be wrong with a rule file.

use core::fmt;

use capicu::rules::{OptionError, RulesError};

use crate::Place;
use crate::record::Suggestion;

/// One thing that is wrong with a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFileError {
    /// Where.
    pub place: Place,
    /// What.
    pub problem: Problem,
}

impl fmt::Display for RuleFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.problem)
    }
}

impl core::error::Error for RuleFileError {}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// It is longer than any rule file.
    #[error("the text is longer than 64 KiB, which no rule file is")]
    TooLong,
    /// It is in another encoding.
    #[error("{0}")]
    NotText(String),
    /// It is not TOML.
    #[error("not TOML: {0}")]
    Syntax(String),
    /// There is no such option.
    #[error("there is no option `{name}`{}", Suggestion(*.suggestion))]
    UnknownOption {
        /// What was written.
        name: String,
        /// What may have been meant.
        suggestion: Option<&'static str>,
    },
    /// There is no such game.
    #[error("no game is called `{name}`{}", Suggestion(*.suggestion))]
    UnknownBase {
        /// What was written.
        name: String,
        /// What may have been meant.
        suggestion: Option<&'static str>,
    },
    /// The option does not take the value.
    #[error("`{option}` cannot be `{value}`: {error}{}", Suggestion(*.suggestion))]
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
    #[error("`{name}` has to be {due}, not {found}")]
    Type {
        /// The key.
        name: String,
        /// What it should be.
        due: &'static str,
        /// What it is.
        found: &'static str,
    },
    /// The id is none.
    #[error("an id is made of small letters, digits and hyphens")]
    Id,
    /// Numbers of players that are none.
    #[error("`players` names each number from 2 to 12 at most once, and at least one")]
    Players,
    /// A game from scratch lacks options.
    #[error("without a `base` these options have to be given too: {}", .0.join(", "))]
    Missing(Vec<&'static str>),
    /// The rules contradict themselves.
    #[error("with {players} players: {error}")]
    Rules {
        /// For how many players.
        players: u8,
        /// Why.
        error: RulesError,
    },
}

impl Problem {
    pub(super) const fn at(self, place: Place) -> RuleFileError {
        RuleFileError {
            place,
            problem: self,
        }
    }
}
