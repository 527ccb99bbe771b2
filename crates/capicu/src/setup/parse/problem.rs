//! Errors in the text of a position.

use alloc::string::String;
use core::fmt;

use super::field::Field;
use crate::rules::{OptionError, RulesErrors};
use crate::setup::print::{FIRST, VERSION};
use crate::{Action, LayoutError, Tile};

/// An error in the text of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsePositionError {
    /// The place, in characters from 1.
    pub column: usize,
    /// The reason for the refusal.
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

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum PositionProblem {
    /// It does not begin with the name and version of the format.
    #[error("a position begins with \"{FIRST}: {VERSION};\"")]
    NotAPosition,
    /// The version of the format is unknown.
    #[error("positions of the form {0} cannot be read; this is form {VERSION}")]
    Version(String),
    /// A field has no name, colon or separator.
    #[error("a field is a name, a colon and its value, and a semicolon stands between two")]
    NoName,
    /// No field has this name.
    #[error("there is no field {0}; the fields are {list}", list = Field::LIST)]
    UnknownField(String),
    /// A field is named twice.
    #[error("{0} stands here a second time")]
    Twice(&'static str),
    /// A required field is missing.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// The text has another part in this place.
    #[error("expected {0}")]
    Expected(PositionPart),
    /// No game has this id.
    #[error("there is no game {0}")]
    UnknownGame(String),
    /// The game has no rules for this number of players.
    #[error("{game} is not played by {players}")]
    Players {
        /// The id of the game.
        game: &'static str,
        /// The number of players asked for.
        players: u8,
    },
    /// An option does not accept its value.
    #[error("{option}: {why}")]
    Option {
        /// The name of the option.
        option: String,
        /// The reason, such as a number out of bounds.
        why: OptionError,
    },
    /// The options contradict each other.
    #[error(transparent)]
    Rules(#[from] RulesErrors),
    /// The tile is named twice.
    #[error("{0} stands here a second time")]
    TileTwice(Tile),
    /// The table has no such seat.
    #[error("there is no seat {0}")]
    NoSeat(char),
    /// A field does not have one value for each seat or side.
    #[error("{there} values, and there have to be {due}")]
    Number {
        /// The number of values.
        there: usize,
        /// The number of seats or sides.
        due: usize,
    },
    /// The tiles and ends are not a layout.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A tile of the layout cannot be laid in the given place.
    #[error("{0} cannot be laid")]
    CannotLie(Action),
    /// The layout is given both as moves and as tiles and ends.
    #[error("either layout, or laid and ends")]
    TwoLayouts,
}

impl PositionProblem {
    /// The names of all fields of a position, separated by commas.
    pub const FIELDS: &'static str = Field::LIST;
}

/// The part expected at some place of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum PositionPart {
    /// A game and a number of players.
    Game,
    /// The number of players.
    Players,
    /// An option and its value.
    Option,
    /// A number, in decimal digits.
    Number,
    /// The letter of a seat.
    Seat,
    /// A tile such as `6-4`.
    Tile,
    /// The tiles of a hand, or their number.
    Hand,
    /// A number of tiles that are not known.
    Unknown,
    /// The duty of the opener.
    Lead,
    /// The state of a turn, or its end.
    Turn,
    /// A tile that was laid, and the tile it was laid against.
    Lay,
    /// The tiles on the table.
    Laid,
    /// The half of a tile that is open.
    Half,
    /// A score that was not declared.
    Undeclared,
    /// The end of a field that allows at most two scores.
    TwoScores,
    /// A seat and the points it may not score.
    Withheld,
    /// One of these words, separated by commas.
    OneOf(&'static str),
}

impl fmt::Display for PositionPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Game => "a game, such as cien 4",
            Self::Players => "how many play",
            Self::Option => "an option and its value, such as target=150",
            Self::Number => "a number",
            Self::Seat => "the letter of a seat",
            Self::Tile => "a tile, such as 6-4",
            Self::Hand => "the tiles of a hand, ? and their number, or - for none",
            Self::Unknown => "a number of tiles, such as ?7",
            Self::Lead => "a tile to lead, any, double, draw or hand-over",
            Self::Turn => "drawn, declare, or the end of the turn",
            Self::Lay => "a tile, or a tile and the one it lies against: 6-4@6-6",
            Self::Laid => "the tiles laid, the first of the round first",
            Self::Half => "the half that is open, such as 6-4:4",
            Self::Undeclared => "seat, points and the number of tiles laid: B=10@5",
            Self::TwoScores => "no more than two scores",
            Self::Withheld => "a seat and what is withheld, such as B=play",
            Self::OneOf(words) => return write!(f, "one of {words}"),
        })
    }
}
