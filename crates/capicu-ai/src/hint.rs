//! Hints: a suggested move with numbers and reasons.

use alloc::vec::Vec;

use capicu::{Action, Clue, View};
use rand_core::Rng;

use crate::{Belief, Budget, Knowledge, MOST_CLUES, Reader, clues};

/// The move of a [`Reader`], computed from the seat's view alone. The same view, budget and generator give the same
/// numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    pub best: Action,
    /// The value of the best action as a chance of winning a round: as good as winning this one so often, and losing it
    /// otherwise. A chance of the match would hide differences early in a match.
    pub chance: f64,
    pub next: (Action, f64),
    /// The chance that no tile of the next player fits after the best action, with all deals that agree with the moves
    /// equally likely. `None` where that cannot be counted.
    pub shuts_out: Option<f64>,
    /// The evidence for the best action over the next best: at most [`MOST_CLUES`].
    pub clues: Vec<Clue>,
}

impl Hint {
    /// The hint for a view; `None` if there is no choice.
    pub fn of(view: &View, budget: Budget, rng: &mut dyn Rng) -> Option<Self> {
        let judged = Reader::new(budget, Belief::Play).judge(view, rng);
        let [best, next, ..] = judged[..] else {
            return None;
        };
        let mut clues = clues(view, best.action, next.action);
        clues.truncate(MOST_CLUES);
        Some(Self {
            best: best.action,
            chance: best.share,
            next: (next.action, next.share),
            shuts_out: shuts_out(view, best.action),
            clues,
        })
    }
}

fn shuts_out(view: &View, action: Action) -> Option<f64> {
    let (board, rules) = (view.board(), view.board().rules());
    if !matches!(action, Action::Lead(_) | Action::Play { .. }) {
        return None;
    }
    let open = board.layout().after(action, rules).playable();
    let around = view.seat().around(rules.n_seats()).skip(1);
    let mut holding = around.filter(|seat| board.held()[*seat] > 0);
    let next = holding.next()?;
    Knowledge::of(view).ok()?.chance_of_none(next, open)
}
