//! The full player: imagines the hidden tiles and plays the round to its end, many times.

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

/// Whether a [`Reader`] draws conclusions from how others chose to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Belief {
    /// Only from what they could not do.
    Facts,
    /// Also from what they chose, taking partners for players like itself, opponents for some like
    /// it and some like the [`Counter`](crate::Counter), and nobody for one who never strays.
    Play,
}

/// Imagines deals that agree with what it saw, the likelier ones more often, and plays each of its
/// choices to the end of the round as sound players would; plays what did best. Choices that do
/// badly are dropped on the way, so that most of the time goes into the close ones.
///
/// Late in a round of two on a plain line it solves what is left instead, as a game of hidden
/// hands, and mixes its choices as the solution does.
///
/// Where its view contradicts itself, it keeps to what the numbers of tiles say, and where even they
/// make no sense, it plays as the [`Counter`](crate::Counter) does.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    budget: Budget,
    belief: Belief,
    aim: Aim,
}

impl Reader {
    /// A player that thinks for so long about every action that leaves a choice, and plays to win
    /// the match.
    pub const fn new(budget: Budget, belief: Belief) -> Self {
        Self {
            budget,
            belief,
            aim: Aim::Match,
        }
    }

    /// The same player after something else.
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

/// What a [`Reader`] found about one action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// The action.
    pub action: Action,
    /// The chance of winning the match, by what the imagined rounds that began with it led to; half
    /// if there were none. To a player after the round, what these were worth on average: 1 for a
    /// round won as usual and 0 for one lost as usual.
    pub worth: f64,
    /// The same told in rounds, which says more while a match is young: as good as winning this round
    /// so often, and losing it otherwise, as rounds are usually won and lost. Where there is a partner, the
    /// little that a rule of thumb counts beside imagined rounds is in it, as in the order.
    pub share: f64,
    /// How many such rounds were played. Actions that did badly were dropped early. Where the ending
    /// was solved, how often the solution was improved.
    pub rounds: u32,
    /// How often it is chosen: one action always, but where the ending was solved each as often as
    /// in the solution.
    pub odds: f64,
}

impl Reader {
    /// Every action open to the seat, the one it would choose first and then the better before the
    /// worse; empty when it is not its turn.
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
