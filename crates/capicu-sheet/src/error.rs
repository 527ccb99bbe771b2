//! Why a sheet refuses an event or a text.

use capicu::rules::RulesErrors;
use capicu::{Doubt, ReportError};
use capicu_event::winner_stays::ChangeError;

use crate::NameProblem;
use crate::played::MAX_MOVES;

/// Why an event cannot be added to a sheet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SheetError {
    #[error("the sheet has no match yet; start one")]
    NoMatch,
    #[error("a match is in play; finish or undo it before another game or other rules")]
    MatchInPlay,
    #[error("the rules contradict themselves: {0}")]
    Rules(RulesErrors),
    #[error("this game has {seats} players, but the sheet has {names} names")]
    Names { seats: u8, names: usize },
    #[error("name {} {problem}", .index + 1)]
    Name { index: usize, problem: NameProblem },
    #[error("{0}")]
    Report(ReportError),
    /// The entry is written down only if people confirm it.
    #[error("the rules cannot lead to this; correct or confirm it")]
    Doubtful(Vec<Doubt>),
    #[error("name the player who opened the round; the score or the next opener depends on it")]
    NameOpener,
    #[error("the sheet has {sides} sides, but {scores} scores were given")]
    Scores { sides: u8, scores: u8 },
    #[error("there is nothing to undo in this match")]
    NothingToUndo,
    #[error("this match has no line {} that counts", .0 + 1)]
    NoSuchLine(usize),
    #[error("no round has just ended; write the round before its moves")]
    NoRoundToNote,
    #[error("the moves are empty, longer than {MAX_MOVES} bytes, or have control characters")]
    Moves,
    #[error("nobody queues for this table; open winner stays first")]
    NoQueue,
    #[error("winner stays is open already; close it first")]
    QueueOpen,
    #[error("winner stays is closed; resume it first")]
    QueueClosed,
    #[error("{0}")]
    Queue(ChangeError),
    #[error("here {size} people queue together, but {names} were named")]
    Party { size: usize, names: usize },
    #[error("the lines of the sheet decide its own table; write the round there")]
    OwnTable,
    #[error(
        "the winner of this match already stayed at the table; the result cannot change any more"
    )]
    Counted,
    /// After a correction, a later line is impossible.
    #[error("after this change line {} is impossible ({because}); correct or undo it first", .line + 1)]
    Later { line: usize, because: Box<Self> },
}

impl From<ChangeError> for SheetError {
    fn from(error: ChangeError) -> Self {
        Self::Queue(error)
    }
}

impl From<ReportError> for SheetError {
    fn from(error: ReportError) -> Self {
        Self::Report(error)
    }
}

/// Why a stored sheet cannot be read, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct TextError {
    /// The number of the line, from 1.
    pub line: usize,
    pub problem: TextProblem,
}

/// The fault in a line of a stored sheet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextProblem {
    #[error("the first line of a sheet is `{0}`; this file is something else or newer")]
    Header(&'static str),
    #[error("`{0}` is no word of a sheet; remove it or correct its spelling")]
    Word(String),
    #[error("`{0}` is missing; add it")]
    Missing(&'static str),
    #[error("{0}")]
    Sheet(SheetError),
}
