//! Exact endings on the engine, for games without a compact form.

use capicu::rules::Calls;
use capicu::{Action, Round, Seat, Step};

use crate::compact::NotCovered;
use crate::solver::{NotSolved, Objective};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    pub to_act: Seat,
    /// Every distinct legal action with its value for the side to act, as far as the budget lasted. All tiles are open,
    /// including the boneyard.
    pub actions: Vec<(Action, Option<i16>)>,
    pub nodes: u64,
    pub budget: u64,
}

impl Ending {
    /// The value for the side to act; `None` if the budget ended first.
    pub fn value(&self) -> Option<i16> {
        let values: Option<Vec<i16>> = self.actions.iter().map(|(_, value)| *value).collect();
        values?.into_iter().max()
    }

    /// The value that the side to act can secure, as far as the search got.
    pub fn at_least(&self) -> Option<i16> {
        self.actions.iter().filter_map(|(_, value)| *value).max()
    }
}

/// Searches a round of two sides to its end, on the engine: slow, but for any game. Fails if there are not two sides,
/// the round is over, or points depend on calls.
pub fn ending(round: &Round, objective: Objective, budget: u64) -> Result<Ending, NotSolved> {
    let rules = round.board().rules();
    let to_act = round.to_act().ok_or(NotSolved::Over)?;
    if rules.n_sides() != 2 {
        return Err(NotSolved::Sides(rules.n_sides()));
    }
    if rules.calls != Calls::Automatic {
        return Err(NotSolved::NotCovered(NotCovered::Scoring));
    }
    let mut search = Search {
        objective,
        left: budget,
    };
    let actions = round
        .distinct_actions()
        .into_iter()
        .map(|action| (action, search.after(round, action, -UNBOUNDED, UNBOUNDED)))
        .collect();
    Ok(Ending {
        to_act,
        actions,
        nodes: budget - search.left,
        budget,
    })
}

const UNBOUNDED: i16 = 20_000;

struct Search {
    objective: Objective,
    left: u64,
}

impl Search {
    /// The value for the side to act, exact within the window; `None` once the budget is used.
    fn search(&mut self, round: &Round, alpha: i16, beta: i16) -> Option<i16> {
        self.left = self.left.checked_sub(1)?;
        let (mut best, mut alpha) = (-UNBOUNDED, alpha);
        for action in round.distinct_actions() {
            best = best.max(self.after(round, action, alpha, beta)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }

    fn after(&mut self, round: &Round, action: Action, alpha: i16, beta: i16) -> Option<i16> {
        let (next, made, sign) = played(round, action, self.objective);
        let (alpha, beta) = (alpha - made, beta - made);
        let rest = match (next.outcome(), sign) {
            (Some(_), _) => 0,
            (None, 1) => self.search(&next, alpha, beta)?,
            (None, _) => -self.search(&next, -beta, -alpha)?,
        };
        Some(made + rest)
    }
}

/// The round after an action, the gain of the mover's side, and 1 if that side is to act again or else -1. For two
/// sides.
pub(crate) fn played(round: &Round, action: Action, objective: Objective) -> (Round, i16, i16) {
    let rules = round.board().rules();
    let own = round.to_act().map(|seat| rules.side(seat));
    let mut next = round.clone();
    let step: Step = next.play_unchecked(action);
    let sign_of = |side| if Some(side) == own { 1 } else { -1 };
    let made = match (objective, next.outcome()) {
        (Objective::Points, outcome) => {
            let ended = outcome.into_iter().flat_map(|outcome| &outcome.awards);
            let awards = step.awards.iter().chain(ended);
            awards
                .map(|award| sign_of(award.side) * award.signed() as i16)
                .sum()
        }
        (Objective::Result, None) => 0,
        (Objective::Result, Some(outcome)) => outcome.side(rules).map_or(0, sign_of),
    };
    let sign = next.to_act().map_or(1, |seat| sign_of(rules.side(seat)));
    (next, made, sign)
}
