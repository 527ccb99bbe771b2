//! The strongest player: imagines the hidden tiles and plays the round to its end, many times.

mod belief;
mod budget;
mod deals;
mod ending;
mod equilibrium;
mod habits;
mod line;
mod model;
mod rollout;
mod search;
mod worlds;

use alloc::vec::Vec;

use capicu::{Action, View};
use rand_core::Rng;

use crate::equity::Aim;
use crate::{Bot, Knowledge};
pub use budget::Budget;
pub use deals::Deals;
pub use model::Model;
use search::{Arm, Search};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Belief {
    /// Only passes and draws are evidence.
    Facts,
    /// Choices are evidence too. Partners are taken for players like this one, opponents for a mixture of such players
    /// and [`Counter`](crate::Counter)s. Nobody is expected to be consistent.
    Play,
}

/// Imagines deals that agree with what it saw, likely ones more often. Plays each of its choices to the end of the
/// round as sound players would, and picks the best. Drops bad choices early, so that most of the time goes to close
/// ones.
///
/// Late in a round of two on a plain line, it solves the rest as a game of hidden hands instead, and mixes its choices
/// as the solution does.
///
/// If its view contradicts itself, it uses the numbers of tiles alone. If even these are impossible, it plays as the
/// [`Counter`](crate::Counter).
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    budget: Budget,
    belief: Belief,
    aim: Aim,
}

impl Reader {
    /// A player with this budget for every decision, which plays to win the match.
    pub const fn new(budget: Budget, belief: Belief) -> Self {
        Self {
            budget,
            belief,
            aim: Aim::Match,
        }
    }

    /// The same player with another aim.
    #[must_use]
    pub const fn aiming(self, aim: Aim) -> Self {
        Self { aim, ..self }
    }
}

impl Default for Reader {
    /// Fifty thousand nodes, some five milliseconds on one core.
    fn default() -> Self {
        Self::new(Budget::Nodes(50_000), Belief::Play)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    pub action: Action,
    /// The chance of winning the match, from the imagined rounds that began with it; half if there were none. For a
    /// player with the round as its aim, their average value: 1 for a usual win and 0 for a usual loss.
    pub worth: f64,
    /// The value as a chance of winning rounds, which is more telling early in a match. It is as good as winning this
    /// round so often and losing it otherwise, by usual results. With a partner, it includes the small share of the
    /// rule of thumb, as does the order.
    pub share: f64,
    /// The number of imagined rounds. Actions that did badly were dropped early. For a solved ending, the number of
    /// improvements of the solution.
    pub rounds: u32,
    /// The probability of choosing it: 1 for one action, or the odds of a solved ending.
    pub odds: f64,
}

impl Reader {
    /// Every action open to the seat: first its choice, then the others from best to worst. Empty when it is not its
    /// turn.
    pub fn judge(&self, view: &View, rng: &mut dyn Rng) -> Vec<Judged> {
        let actions = view.distinct_actions();
        let mut search = Search::new(view, &actions, self.budget, self.aim);
        let knowledge = Knowledge::of(view).or_else(|_| Knowledge::by_size_alone(view));
        match knowledge {
            Ok(knowledge) if actions.len() > 1 => {
                search.run(&knowledge, self.belief, rng);
            }
            _ => search.by_thumb(),
        }
        let judged = |arm: &Arm| {
            let share = (arm.n > 0).then(|| arm.sum / f64::from(arm.n));
            Judged {
                action: arm.action,
                worth: share.map_or(0.5, |share| search.worth.chance(share)),
                share: share.map_or(0.5, |share| (share + arm.lean).clamp(0.0, 1.0)),
                rounds: arm.n,
                odds: arm.odds,
            }
        };
        search.arms.iter().map(judged).collect()
    }
}

impl Bot for Reader {
    fn choose(&mut self, view: &View, rng: &mut dyn Rng) -> Option<Action> {
        let actions = view.distinct_actions();
        if actions.len() < 2 {
            return actions.first().copied();
        }
        let judged = self.judge(view, rng);
        judged.first().map(|judged| judged.action)
    }
}
