//! A player's own mistakes as puzzles: the table of that moment, and a new choice.

use capicu_analysis::{Analysis, Decision, Judged, Loss, NODES};

use crate::replay::Replay;

#[derive(Clone, Debug)]
pub struct Puzzle {
    pub decision: Decision,
    pub judged: Judged,
    pub at: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The best action that was found.
    Best,
    /// As good as the best, by all that the seat could know.
    AsGood,
    /// Worse than the best, by this loss.
    Worse(Loss),
}

impl Puzzle {
    /// The mistakes of the seat that the analysis is for, the costliest first.
    pub fn of(replay: &Replay, analysis: &Analysis<'_>) -> Vec<Self> {
        let own = analysis.mistakes().into_iter();
        own.filter(|(decision, _)| decision.seat() == analysis.seat)
            .filter_map(|(decision, judged)| {
                Some(Self {
                    decision: decision.clone(),
                    judged: judged.clone(),
                    at: replay.find(decision.round, decision.turn - 1)?,
                })
            })
            .collect()
    }

    /// Judges an answer, by the number of its action, in the way the match's choice was judged. It gets the same number
    /// of nodes, and is wrong only if it is a named mistake. `None` if there is no such action.
    pub fn judge(&self, action: usize) -> Option<Answer> {
        if action >= self.decision.actions.len() {
            return None;
        }
        if self.judged.rival == Some(action) {
            return Some(Answer::Best);
        }
        if action == self.decision.played {
            return Some(Answer::Worse(self.judged.loss));
        }
        let mut tried = self.decision.clone();
        tried.played = action;
        let judged = Judged::of(&tried, NODES)?;
        Some(match judged.class.is_mistake() {
            true => Answer::Worse(judged.loss),
            false => Answer::AsGood,
        })
    }
}
