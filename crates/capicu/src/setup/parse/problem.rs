//! Why a text is no position.

use alloc::string::String;
use core::fmt;

use super::field::Field;
use crate::rules::{OptionError, RulesErrors};
use crate::setup::print::{FIRST, VERSION};
use crate::{Action, LayoutError, Tile};

/// A text that is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsePositionError {
    /// Where, in characters from 1.
    pub column: usize,
    /// Why.
    pub problem: PositionProblem,
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.problem)
    }
}

impl core::error::Error for ParsePositionError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.problem)
    }
}

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum PositionProblem {
    /// It does not begin as a position does.
    #[error("a position begins with \"{FIRST}: {VERSION};\"")]
    NotAPosition,
    /// It is written in another form.
    #[error("positions of the form {0} cannot be read; this is form {VERSION}")]
    Version(String),
    /// A field has no name.
    #[error("a field is a name, a colon and its value, and a semicolon stands between two")]
    NoName,
    /// No field has this name.
    #[error("there is no field {0}; the fields are {list}", list = Field::LIST)]
    UnknownField(String),
    /// A field stands there twice.
    #[error("{0} stands here a second time")]
    Twice(&'static str),
    /// A field is missing.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// Something else is expected.
    #[error("expected {0}")]
    Expected(&'static str),
    /// There is no such game.
    #[error("there is no game {0}")]
    UnknownGame(String),
    /// The game is not played by so many.
    #[error("{game} is not played by {players}")]
    Players {
        /// The game.
        game: &'static str,
        /// How many.
        players: u8,
    },
    /// An option does not accept its value.
    #[error("{option}: {why}")]
    Option {
        /// The option.
        option: String,
        /// Why.
        why: OptionError,
    },
    /// The options contradict each other.
    #[error(transparent)]
    Rules(#[from] RulesErrors),
    /// The tile stands there twice.
    #[error("{0} stands here a second time")]
    TileTwice(Tile),
    /// The table has no such seat.
    #[error("there is no seat {0}")]
    NoSeat(char),
    /// Not one value for each seat or side.
    #[error("{there} values, and there have to be {due}")]
    Number {
        /// How many there are.
        there: usize,
        /// How many there have to be.
        due: usize,
    },
    /// The tiles and ends are no layout.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A tile of the layout cannot be laid where it is said to lie.
    #[error("{0} cannot be laid")]
    CannotLie(Action),
    /// The layout is told in two ways.
    #[error("either layout, or laid and ends")]
    TwoLayouts,
}
