//! Puzzles that players published, and the answers of players.

use std::fmt;

use capicu_protocol::PlayerId;

use crate::{Answer, Unavailable};

pub const MOST_PUZZLES: usize = 100;

/// Puzzles and answers.
///
/// A store does not interpret puzzles. Deleting an account removes its puzzles and answers. Answers of a guest who
/// signs in as a member count for the member.
pub trait Puzzles: Send + Sync + fmt::Debug {
    /// Stores a puzzle of a member. `Ok` means stored.
    fn give_puzzle(&self, puzzle: KeptPuzzle) -> Answer<'_, Result<(), PuzzleError>>;

    /// Removes a puzzle, if this member published it.
    fn take_puzzle_back(
        &self,
        giver: PlayerId,
        puzzle: String,
    ) -> Answer<'_, Result<(), PuzzleError>>;

    fn puzzle(&self, puzzle: String) -> Answer<'_, Result<Option<KeptPuzzle>, Unavailable>>;

    /// Lists the ids and games of all puzzles published before a moment, by id.
    fn puzzles_before(&self, moment: u64)
    -> Answer<'_, Result<Vec<(String, String)>, Unavailable>>;

    /// Lists the puzzles of a member, latest first.
    fn puzzles_of(&self, giver: PlayerId) -> Answer<'_, Result<Vec<KeptPuzzle>, Unavailable>>;

    /// Counts another answer of a player to a puzzle. Nothing changes once the player solved it or saw the solution.
    fn note_answer(&self, answer: NewAnswer) -> Answer<'_, Result<(), PuzzleError>>;

    /// Lists a player's answers, one row for each puzzle, by id. Answers that the player gave as a guest count.
    fn answers(&self, player: PlayerId) -> Answer<'_, Result<Vec<Answered>, Unavailable>>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptPuzzle {
    pub id: String,
    pub giver: PlayerId,
    pub game: String,
    /// In milliseconds since 1970.
    pub given_at: u64,
    pub puzzle: String,
    /// The analysis of every answer.
    pub solution: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Tried,
    Solved,
    Shown,
}

impl Outcome {
    pub const fn id(self) -> &'static str {
        match self {
            Self::Tried => "tried",
            Self::Solved => "solved",
            Self::Shown => "shown",
        }
    }

    pub fn by_id(id: &str) -> Option<Self> {
        [Self::Tried, Self::Solved, Self::Shown]
            .into_iter()
            .find(|outcome| outcome.id() == id)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAnswer {
    pub player: PlayerId,
    pub puzzle: String,
    pub outcome: Outcome,
    /// In milliseconds since 1970.
    pub at: u64,
    /// The current day of this daily puzzle, counted from 1 January 1970.
    pub day: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    pub puzzle: String,
    pub tries: u32,
    pub outcome: Outcome,
    /// In milliseconds since 1970.
    pub at: u64,
    /// The day whose puzzle it was when it was solved.
    pub day: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleError {
    #[error("there is no such puzzle, or nobody who could do this")]
    Unknown,
    #[error("the puzzle is there already")]
    Taken,
    #[error("the member has given as many puzzles as there may be")]
    Full,
    /// Not stored, or not certain to be.
    #[error("the store cannot be written")]
    Failed,
}
