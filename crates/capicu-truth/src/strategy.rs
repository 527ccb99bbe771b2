//! Strategies and their values.

use crate::SmallGame;
use crate::game::{Next, Set, Situation};

/// The probability of each choice in every situation of a game, for both seats.
#[derive(Clone, Debug, PartialEq)]
pub struct Strategy {
    pub(crate) odds: Vec<f64>,
}

impl Strategy {
    pub fn uniform(game: &SmallGame) -> Self {
        Self::of(game, |_, odds| odds.fill(1.0))
    }

    /// Builds a strategy from a function. It receives one 0 for each of the legal actions, in their order, and its
    /// numbers are scaled to the sum 1. If all remain 0, the choices are equally likely.
    pub fn of(game: &SmallGame, mut say: impl FnMut(Situation, &mut [f64])) -> Self {
        let mut odds = vec![0.0; game.n_slots];
        for (situation, set) in game.sets.iter().enumerate() {
            let of = &mut odds[set.slot as usize..][..usize::from(set.n_actions)];
            say(situation, of);
            scale(of);
        }
        Self { odds }
    }

    pub fn odds(&self, game: &SmallGame, situation: Situation) -> &[f64] {
        let set = game.sets[situation];
        &self.odds[set.slot as usize..][..usize::from(set.n_actions)]
    }

    /// The average result of seat 0 with this strategy, if seat 1 plays another.
    pub fn value(&self, game: &SmallGame, other: &Self) -> f64 {
        mean(&self.node_worths(game, other)[..game.n_deals()])
    }

    /// The average result of seat 0 from every node.
    fn node_worths(&self, game: &SmallGame, other: &Self) -> Vec<f64> {
        let mut worth = vec![0.0; game.nodes.len()];
        for at in (0..game.nodes.len()).rev() {
            worth[at] = match game.nodes[at].next {
                Next::Over(worth) => worth,
                Next::Choice { set, first } => {
                    let set = game.sets[set as usize];
                    let by = if set.seat == 0 { self } else { other };
                    let odds = &by.odds[set.slot as usize..][..usize::from(set.n_actions)];
                    let after = &worth[first as usize..][..odds.len()];
                    odds.iter().zip(after).map(|(p, worth)| p * worth).sum()
                }
            };
        }
        worth
    }

    /// The average result of each action in every situation for its seat, if both seats play this strategy. Empty for
    /// situations that cannot occur.
    pub fn worths(&self, game: &SmallGame) -> Vec<Vec<f64>> {
        let worth = self.node_worths(game, self);
        let reach = [1, 0].map(|other| self.reach(game, other));
        let empty = |set: &Set| vec![0.0; usize::from(set.n_actions)];
        let mut sums: Vec<Vec<f64>> = game.sets.iter().map(empty).collect();
        let mut likely = vec![0.0; game.sets.len()];
        for (at, node) in game.nodes.iter().enumerate() {
            if let Next::Choice { set, first } = node.next {
                let seat = usize::from(game.sets[set as usize].seat);
                let sign = if seat == 0 { 1.0 } else { -1.0 };
                let reached = reach[seat][at];
                likely[set as usize] += reached;
                for (sum, worth) in sums[set as usize].iter_mut().zip(&worth[first as usize..]) {
                    *sum += sign * reached * worth;
                }
            }
        }
        for (sums, likely) in sums.iter_mut().zip(likely) {
            if likely > 0.0 {
                sums.iter_mut().for_each(|sum| *sum /= likely);
            }
        }
        sums
    }

    /// The average result of the best answer to this strategy in a seat.
    pub fn best_answer(&self, game: &SmallGame, seat: u8) -> f64 {
        let reach = self.reach(game, 1 - seat);
        let sign = if seat == 0 { 1.0 } else { -1.0 };
        let mut worth = vec![0.0; game.nodes.len()];
        let mut sums = vec![0.0; game.n_slots];
        let mut best = vec![0; game.sets.len()];
        for layer in (0..game.layers.len() - 1).rev() {
            let nodes = game.layers[layer]..game.layers[layer + 1];
            for at in nodes.clone() {
                if let Next::Choice { set, first } = game.nodes[at].next {
                    let set = game.sets[set as usize];
                    if set.seat == seat {
                        for i in 0..usize::from(set.n_actions) {
                            sums[set.slot as usize + i] += reach[at] * worth[first as usize + i];
                        }
                    }
                }
            }
            let situations = game.set_layers[layer]..game.set_layers[layer + 1];
            for (best, set) in best[situations.clone()]
                .iter_mut()
                .zip(&game.sets[situations])
            {
                let of = &sums[set.slot as usize..][..usize::from(set.n_actions)];
                let most = (0..of.len()).max_by(|a, b| of[*a].total_cmp(&of[*b]));
                *best = most.unwrap_or(0);
            }
            for at in nodes {
                worth[at] = match game.nodes[at].next {
                    Next::Over(worth) => sign * worth,
                    Next::Choice { set, first } => {
                        let situation = set as usize;
                        let set = game.sets[situation];
                        let after = &worth[first as usize..][..usize::from(set.n_actions)];
                        if set.seat == seat {
                            after[best[situation]]
                        } else {
                            let odds = &self.odds[set.slot as usize..][..after.len()];
                            odds.iter().zip(after).map(|(p, worth)| p * worth).sum()
                        }
                    }
                };
            }
        }
        mean(&worth[..game.n_deals()])
    }

    /// The average result of best answers to this strategy, over both seats: half of NashConv. It is 0 for the solution
    /// of the game, and positive for everything else.
    pub fn exploitability(&self, game: &SmallGame) -> f64 {
        (self.best_answer(game, 0) + self.best_answer(game, 1)) / 2.0
    }

    /// The loss of this strategy per round against the solution, over both seats.
    pub fn loss(&self, game: &SmallGame, solution: &Self) -> f64 {
        (solution.value(game, self) - self.value(game, solution)) / 2.0
    }

    /// The contribution of this seat's choices to the probability of each node.
    pub(crate) fn reach(&self, game: &SmallGame, seat: u8) -> Vec<f64> {
        let mut reach = vec![0.0; game.nodes.len()];
        reach[..game.n_deals()].fill(1.0);
        for at in 0..game.nodes.len() {
            if let Next::Choice { set, first } = game.nodes[at].next {
                let set = game.sets[set as usize];
                for i in 0..usize::from(set.n_actions) {
                    let likely = if set.seat == seat {
                        self.odds[set.slot as usize + i]
                    } else {
                        1.0
                    };
                    reach[first as usize + i] = reach[at] * likely;
                }
            }
        }
        reach
    }
}

/// Scales nonnegative numbers to the sum 1; equal ones if all are 0.
pub(crate) fn scale(odds: &mut [f64]) {
    let sum: f64 = odds.iter().sum();
    if sum > 0.0 {
        odds.iter_mut().for_each(|p| *p /= sum);
    } else {
        odds.fill(1.0 / odds.len() as f64);
    }
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}
