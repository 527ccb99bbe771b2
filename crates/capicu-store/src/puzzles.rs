//! Puzzles that players gave to everybody, and how players get on with puzzles.

use std::fmt;

use capicu_protocol::PlayerId;

use crate::{Answer, Unavailable};

/// How many puzzles a member may have given.
pub const MOST_PUZZLES: usize = 100;

/// Puzzles and answers to them.
///
/// What a puzzle says is for others to know; a store keeps it, and who gave it. A puzzle goes with the account of whoever
/// gave it, and answers go with the account of whoever answered. What a guest answered who signs in as a member counts
/// for the member.
pub trait Puzzles: Send + Sync + fmt::Debug {
    /// Keeps a puzzle that a member gives. When the answer is `Ok`, it is stored.
    fn give_puzzle(&self, puzzle: KeptPuzzle) -> Answer<'_, Result<(), PuzzleError>>;

    /// Forgets a puzzle, if this member gave it.
    fn take_puzzle_back(
        &self,
        giver: PlayerId,
        puzzle: String,
    ) -> Answer<'_, Result<(), PuzzleError>>;

    /// A puzzle by its id.
    fn puzzle(&self, puzzle: String) -> Answer<'_, Result<Option<KeptPuzzle>, Unavailable>>;

    /// The ids and games of all puzzles that were given before a moment, by their ids.
    fn puzzles_before(&self, moment: u64)
    -> Answer<'_, Result<Vec<(String, String)>, Unavailable>>;

    /// What a member gave, the latest first.
    fn puzzles_of(&self, giver: PlayerId) -> Answer<'_, Result<Vec<KeptPuzzle>, Unavailable>>;

    /// Writes down that a player answered, once more for a puzzle that is neither solved nor shown to the player yet; after
    /// that nothing changes.
    fn note_answer(&self, answer: NewAnswer) -> Answer<'_, Result<(), PuzzleError>>;

    /// How a player got on with puzzles, also under the ids that the player had as a guest: one row a puzzle, by their
    /// ids.
    fn answers(&self, player: PlayerId) -> Answer<'_, Result<Vec<Answered>, Unavailable>>;
}

/// A puzzle as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptPuzzle {
    /// Its id, made of what it says.
    pub id: String,
    /// The member who gave it.
    pub giver: PlayerId,
    /// The id of its game.
    pub game: String,
    /// When it was given, in milliseconds since 1970.
    pub given_at: u64,
    /// What it says.
    pub puzzle: String,
    /// What was found out about every answer.
    pub solution: String,
}

/// What came of an answer, or of asking for the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was not good.
    Tried,
    /// It was.
    Solved,
    /// The solution was asked for.
    Shown,
}

impl Outcome {
    /// The word in the store.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Tried => "tried",
            Self::Solved => "solved",
            Self::Shown => "shown",
        }
    }

    /// The outcome of a word.
    pub fn by_id(id: &str) -> Option<Self> {
        [Self::Tried, Self::Solved, Self::Shown]
            .into_iter()
            .find(|outcome| outcome.id() == id)
    }
}

/// An answer to be written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAnswer {
    /// Who.
    pub player: PlayerId,
    /// The id of the puzzle.
    pub puzzle: String,
    /// What came of it.
    pub outcome: Outcome,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The day, counted from 1 January 1970, of which it is the puzzle now.
    pub day: Option<u32>,
}

/// How a player got on with a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The id of the puzzle.
    pub puzzle: String,
    /// How many answers were given.
    pub tries: u32,
    /// What came of the last.
    pub outcome: Outcome,
    /// When that was, in milliseconds since 1970.
    pub at: u64,
    /// The day of which it was the puzzle when it was solved.
    pub day: Option<u32>,
}

impl Answered {
    /// What it is after one more answer.
    pub(crate) fn after(before: Option<&Self>, answer: &NewAnswer) -> Option<Self> {
        let tries = before.map_or(0, |before| before.tries);
        let is_open = before.is_none_or(|before| before.outcome == Outcome::Tried);
        is_open.then(|| Self {
            puzzle: answer.puzzle.clone(),
            tries: tries.saturating_add(u32::from(answer.outcome != Outcome::Shown)),
            outcome: answer.outcome,
            at: answer.at,
            day: answer.day.filter(|_| answer.outcome == Outcome::Solved),
        })
    }
}

/// Of what one player answered under several ids, one row a puzzle: that which comes first by being over, then by its
/// moment.
pub(crate) fn merged(mut answers: Vec<Answered>) -> Vec<Answered> {
    let rank = |one: &Answered| (one.outcome == Outcome::Tried, one.at);
    answers.sort_by(|a, b| (&a.puzzle, rank(a)).cmp(&(&b.puzzle, rank(b))));
    answers.dedup_by(|next, kept| next.puzzle == kept.puzzle);
    answers
}

/// Why nothing was changed about puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleError {
    /// There is no such puzzle of theirs, or no such player.
    #[error("there is no such puzzle, or nobody who could do this")]
    Unknown,
    /// It has been given already.
    #[error("the puzzle is there already")]
    Taken,
    /// The member has given as many as there may be.
    #[error("the member has given as many puzzles as there may be")]
    Full,
    /// Not stored, or not certain to be.
    #[error("the store cannot be written")]
    Failed,
}
