//! What one would play, and why, in numbers.

use alloc::vec::Vec;

use capicu::{Action, Clue, View};
use rand_core::Rng;

use crate::{Belief, Budget, Knowledge, MOST_CLUES, Reader, clues};

/// What a [`Reader`] would do, computed from what the seat sees alone. The same view, budget and
/// generator give the same numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// What it would do.
    pub best: Action,
    /// What that is worth, told as the chance of winning a round: as good as winning this one so
    /// often, and losing it otherwise. Towards the match, a young one hangs on no tile.
    pub chance: f64,
    /// The next best action and what that is worth.
    pub next: (Action, f64),
    /// How likely the next player holds nothing that fits after the best action, all deals that agree
    /// with what was done being equally likely; `None` where that cannot be counted.
    pub shuts_out: Option<f64>,
    /// What speaks for the best action against the next best: at most [`MOST_CLUES`].
    pub clues: Vec<Clue>,
}

impl Hint {
    /// The hint for a view; `None` where there is no choice.
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
