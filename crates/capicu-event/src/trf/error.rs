//! Errors in report files.

use core::fmt;

/// An error in a report file, with its line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct TrfError {
    /// From 1; 0 for the whole file.
    pub line: usize,
    /// The problem there.
    pub problem: TrfProblem,
}

/// A number in a line `001`, or the number of rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrfField {
    /// The starting rank.
    Number,
    /// The rating (columns 49 to 52).
    Rating,
    /// The points (columns 81 to 84).
    Points,
    /// The number of rounds (`XXR`).
    Rounds,
}

impl fmt::Display for TrfField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Number => "starting rank",
            Self::Rating => "rating",
            Self::Points => "points field",
            Self::Rounds => "number of rounds",
        })
    }
}

/// A problem in a line of a report file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrfProblem {
    /// There is no line `001`.
    #[error("there is no line 001 with a player; choose a TRF file")]
    NoPlayers,
    /// There are more players than an event takes.
    #[error("there are more than {0} players; split the event")]
    TooManyPlayers(usize),
    /// There are more rounds than an event takes.
    #[error("there are more than {0} rounds; remove the last ones")]
    TooManyRounds(u16),
    /// A column between two fields is not blank.
    #[error("column {0} must be blank; move the fields back to their columns")]
    Shifted(usize),
    /// A number cannot be read.
    #[error("columns {} to {}: the {field} is not a number; correct it", columns[0], columns[1])]
    NoNumber {
        /// The field without a number.
        field: TrfField,
        /// Its first and its last column.
        columns: [usize; 2],
    },
    /// The name is missing.
    #[error("the name is missing; write it into columns 15 to 47")]
    NoName,
    /// Another line has this starting rank.
    #[error("line {0} has this starting rank too; give each player its own")]
    NumberTaken(usize),
    /// Another line has this name.
    #[error("line {0} has this name too; add a club or a second name")]
    NameTaken(usize),
    /// An opponent does not exist.
    #[error("round {round}: nobody has starting rank {opponent}; correct the opponent")]
    UnknownOpponent {
        /// Counts from 1.
        round: u16,
        /// The starting rank.
        opponent: u32,
    },
    /// A player meets itself.
    #[error("round {0}: the player cannot meet itself; correct the opponent")]
    Itself(u16),
    /// The opponent cannot be read.
    #[error("round {0}: the opponent is not a number; write four digits, or 0000 for none")]
    NoOpponent(u16),
    /// The seat is neither `w`, `b` nor `-`.
    #[error("round {round}: {found:?} is not a seat; write w, b or -")]
    NoSeat {
        /// Counts from 1.
        round: u16,
        /// The letter there.
        found: char,
    },
    /// The result is unknown, or impossible with or without an opponent.
    #[error(
        "round {round}: {found:?} is not a result here; with an opponent write 1, =, 0, + or -, without one U, H, F or Z"
    )]
    NoEnding {
        /// Counts from 1.
        round: u16,
        /// The letter there.
        found: char,
    },
    /// The line of the opponent names somebody else.
    #[error(
        "round {round}: line {other} does not name this player as the opponent; correct one of them"
    )]
    NotMutual {
        /// Counts from 1.
        round: u16,
        /// The opponent's line.
        other: usize,
    },
    /// Both have the same seat, or only one has one.
    #[error("round {round}: the seat does not fit line {other}; one has w, the other b")]
    SeatsDiffer {
        /// Counts from 1.
        round: u16,
        /// The opponent's line.
        other: usize,
    },
    /// The results contradict each other.
    #[error("round {round}: the result contradicts line {other}; correct one of them")]
    Contradiction {
        /// Counts from 1.
        round: u16,
        /// The opponent's line.
        other: usize,
    },
    /// The points differ from those of the rounds, both in tenths.
    #[error("the points are {}.{}, but the rounds give {}.{}; correct them", written / 10, written % 10, counted / 10, counted % 10)]
    PointsDiffer {
        /// Those in the file.
        written: u32,
        /// Those of the rounds.
        counted: u32,
    },
    /// The file has both byes with half a point and byes with a full one, which one event cannot have.
    #[error(
        "round {0}: the file has both H and F, but all byes on request of an event have one worth; write one of them"
    )]
    MixedByes(u16),
    /// A round has players, but the round before has meetings without a result.
    #[error("round {0}: there is no result, but a later round is paired; write the result")]
    ResultMissing(u16),
}
