//! Mistakes of one's own as puzzles: the table as it was then, and what is played now.

use capicu_analysis::{Analysis, Decision, Judged, Loss, NODES};

use crate::replay::Replay;

/// A mistake, to be done better.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The choice.
    pub decision: Decision,
    /// What was found out about it.
    pub judged: Judged,
    /// The number of the moment before it.
    pub at: usize,
}

/// How good an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is what was found to be best.
    Best,
    /// It cannot be told from the best by what the seat could know.
    AsGood,
    /// It loses so much against the best.
    Worse(Loss),
}

impl Puzzle {
    /// The mistakes of the seat that the analysis is for, the dearest first.
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

    /// Judges an answer, by the number of its action, as the choice of the match was judged: with as many nodes, and
    /// wrong only if it is a mistake that has a name. `None` if there is no such action.
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
