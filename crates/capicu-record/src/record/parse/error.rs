//! What can be wrong with the text of a record.

use core::fmt;

use capicu::rules::{OptionError, RulesError};
use capicu::{Rules, Team, Tile};

use super::super::{NotALine, VERSION};
use crate::{Place, side};

/// A text that is not a record: the first thing wrong with it, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// Where.
    pub place: Place,
    /// What.
    pub wrong: Wrong,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.wrong)
    }
}

impl core::error::Error for RecordError {}

/// What is wrong with the text of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// It is longer than any match.
    #[error("the text is longer than 8 MiB, which no match is")]
    TooLong,
    /// It is in another encoding.
    #[error("the text is in UTF-16; save it as UTF-8")]
    Utf16,
    /// It is in another encoding, or not a text.
    #[error("the text is not UTF-8 from here on; save it as UTF-8")]
    NotUtf8,
    /// The first line is another.
    #[error("not a domino record: the first line has to be `domino-record {VERSION}`")]
    NotARecord,
    /// It was written by a newer program.
    #[error(
        "this record is of format version {0}, this program reads up to version {VERSION}: a newer program is needed"
    )]
    Newer(u32),
    /// There is no line with the result.
    #[error(
        "the record stops before its `result:` line: it has been cut off, or needs `result: unfinished`"
    )]
    CutOff,
    /// Something follows the result.
    #[error("the result is the last line of a record")]
    AfterResult,
    /// A control character.
    #[error("control characters may not stand here")]
    Control,
    /// A line of the head that is none.
    #[error(
        "expected a tag such as `event: name`, `round 1`, `turn-up:`, `thrown-in:` or `result:`"
    )]
    NotATag,
    /// The name of a tag is bad.
    #[error(transparent)]
    TagName(#[from] NotALine),
    /// A tag that may stand once only.
    #[error("`{0}` stands twice")]
    TwiceTag(String),
    /// No rules are given.
    #[error("the rules are missing: `base: GAME` or a line `rules: players 4, …`")]
    NoRules,
    /// The base is not a game.
    #[error("no game is called `{name}`{}", Suggestion(*.suggestion))]
    UnknownBase {
        /// What was written.
        name: String,
        /// What may have been meant.
        suggestion: Option<&'static str>,
    },
    /// No such option.
    #[error("there is no option `{name}`{}", Suggestion(*.suggestion))]
    UnknownOption {
        /// What was written.
        name: String,
        /// What may have been meant.
        suggestion: Option<&'static str>,
    },
    /// An option does not take this value.
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
    /// The rules contradict themselves.
    #[error("these rules cannot be played: {0}")]
    Rules(RulesError),
    /// Not a line between rounds.
    #[error("expected `round N`, `turn-up:`, `thrown-in:` or `result:`")]
    NotAnItem,
    /// A round has the wrong number.
    #[error("this is round {0}")]
    RoundNumber(usize),
    /// Neither a turn nor another line of a round.
    #[error(
        "expected a turn such as `A: 6-4@6-6`, or `hand`, `boneyard`, `end`, `points` or `score`"
    )]
    NotATurn,
    /// A line of the deal after the first move.
    #[error("hands and boneyard come before the first move")]
    DealAfterMoves,
    /// A move after what came of the round.
    #[error("moves come before `end`, `points` and `score`")]
    MovesAfterClaims,
    /// Not a move.
    #[error(
        "not a move: a tile (`6-6`), a tile and the one it is laid against (`6-4@6-6`), `draw`, `pass`, `hand-over`, or another of the words in docs/record-format.md{}",
        Suggestion(*.0)
    )]
    NotAMove(Option<&'static str>),
    /// A move lacks something.
    #[error("`{0}` has to be followed by {1}")]
    Incomplete(&'static str, &'static str),
    /// A move is missing.
    #[error("a move is missing here")]
    NoMove,
    /// Not a tile.
    #[error("expected a tile: two numbers from 0 to 12 joined by a hyphen, such as `6-4`")]
    NotATile,
    /// A tile the game is played without.
    #[error("{0} is not a tile of this game")]
    NotInGame(Tile),
    /// A tile that is dealt twice.
    #[error("{0} occurs twice in this deal")]
    Twice(Tile),
    /// Too many or too few tiles.
    #[error(
        "hands and boneyard hold {held} tiles together but the game has {tiles}; write `?` for those not known"
    )]
    Number {
        /// How many there are.
        held: usize,
        /// How many there should be.
        tiles: usize,
    },
    /// Not a seat.
    #[error("expected a seat: the {0} seats are called by letters from A, in the order of play")]
    NotASeat(u8),
    /// Not a side.
    #[error("expected a side: one of {0}")]
    NotASide(String),
    /// Not a number.
    #[error("expected a whole number that is not too large")]
    NotANumber,
    /// The tiles that were turned up are not one each.
    #[error("expected a tile for each seat in order: `turn-up: A 6-5, B 4-4`")]
    TurnUp,
    /// The reason for throwing a deal in is none.
    #[error("expected `thrown-in: no double` or `thrown-in: doubles A`")]
    ThrownIn,
    /// Not a way for a round to end.
    #[error(
        "expected `end: out A`, `end: blocked A+C`, `end: tied`, `end: target A+C` or `end: void`"
    )]
    End,
    /// Not points.
    #[error("expected points such as `A+C 25 pips, A+C 20 capicu`, or `none`")]
    Points,
    /// No such reason for points.
    #[error("points are not made for `{word}`{}", Suggestion(*.suggestion))]
    Reason {
        /// What was written.
        word: String,
        /// What may have been meant.
        suggestion: Option<&'static str>,
    },
    /// Not the scores of all sides.
    #[error("expected the scores of all sides in order, such as `score: A+C 25, B+D 0`")]
    Score,
    /// Not a result.
    #[error("expected `result: unfinished`, the side that won, or that side and `forfeit`")]
    Result,
    /// Something is left over.
    #[error("nothing more may stand on this line")]
    TooMuch,
}

impl Wrong {
    pub(super) const fn at(self, place: Place) -> RecordError {
        RecordError { place, wrong: self }
    }

    pub(super) fn not_a_side(rules: &Rules) -> Self {
        let sides = Team::all(rules.n_teams()).map(|team| side::name(rules, team));
        Self::NotASide(sides.collect::<Vec<_>>().join(", "))
    }
}

/// "; did you mean …?", or nothing.
pub(crate) struct Suggestion(pub Option<&'static str>);

impl fmt::Display for Suggestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(word) => write!(f, "; did you mean `{word}`?"),
            None => Ok(()),
        }
    }
}
