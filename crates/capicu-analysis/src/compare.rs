//! Comparison of a choice's actions on equal deals.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use capicu::{Action, BySide, Match, Round, Side};
use capicu_ai::{Belief, Deals, Equity, Memory, Model};
use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::played::Decision;
use crate::units::{WHOLE, chances, mixed, rounded};

/// The number of independent batches of deals, for few and for many nodes. The second number widens their standard
/// error to a 95 % interval, as half its width in thousandths (Student's t).
pub const BATCHES: [(u64, i64); 2] = [(8, 1_182), (16, 1_066)];

/// The assumed value of outcomes that no sampled deal shows: this share of a round, in thousandths, divided by the
/// number of deals.
const UNSEEN: i64 = 700;

/// Separates the deals of [`Bench::means`] from all others.
const MEANS: u64 = 0x1ead;

/// Below this number of nodes there are fewer batches.
const FEW_NODES: u64 = 8_000;

/// The most effort for drawing a deal, in percent of the playouts of all its actions.
const DRAWING: u64 = 60;

/// Deals to skip before the first one of a batch, in units of counted deals.
const BURN_IN: u64 = 6;

/// The fewest deals that choose the action to compare with.
const FEWEST: u64 = 4;

#[derive(Clone, Debug)]
pub struct Compared {
    /// The gain over the other action by side, as a chance to win the match in millionths.
    pub by_side: BySide<i64>,
    /// The standard error of the loss of the side that played, from the differences between batches.
    pub spread: i64,
    /// [`spread`](Self::spread) plus an allowance for outcomes that too few deals show.
    pub error: i64,
    pub deals: u32,
}

/// A flag for work that is never stopped.
pub static NEVER: AtomicBool = AtomicBool::new(false);

pub struct Bench<'a> {
    decision: &'a Decision,
    side: Side,
    memory: Memory,
    equity: Arc<Equity>,
    model: Model,
    nodes: u64,
    stop: &'a AtomicBool,
}

impl<'a> Bench<'a> {
    pub fn new(decision: &'a Decision) -> Self {
        Self::until(decision, &NEVER)
    }

    /// Like [`new`](Self::new), but every result is `None` once `stop` is raised.
    pub fn until(decision: &'a Decision, stop: &'a AtomicBool) -> Self {
        let rules = decision.view.board().rules();
        Self {
            decision,
            side: rules.side(decision.seat()),
            memory: Memory::of(&decision.view),
            equity: Equity::of(rules),
            model: Model::default(),
            nodes: 0,
            stop,
        }
    }

    /// Returns `None` once the flag is raised.
    fn unless_stopped(&self) -> Option<()> {
        (!self.stop.load(Ordering::Relaxed)).then_some(())
    }

    /// A random generator for a purpose, seeded by everything the seat has seen. Equal choices get equal numbers, so
    /// that an analysis can be repeated. Different choices get different ones, so that their errors are independent.
    fn generator(&self, purpose: u64) -> ChaCha8Rng {
        let Decision {
            round, turn, view, ..
        } = self.decision;
        let seen = view.hand().into_iter().map(|tile| tile.to_string());
        let done = view.moves().iter().map(|mv| mv.action.to_string());
        let seen = seen.chain(done).flat_map(String::into_bytes).map(u64::from);
        let seen = seen.fold(0, |all, byte| mixed(&[all, byte]));
        ChaCha8Rng::seed_from_u64(mixed(&[*round as u64, *turn as u64, purpose, seen]))
    }

    /// The best action other than the one played, found with this number of nodes. `None` if no deal can be drawn, or
    /// all actions are equal in every deal.
    pub fn rival(&mut self, belief: Belief, nodes: u64, purpose: u64) -> Option<usize> {
        let view = &self.decision.view;
        let mut deals = Deals::of(view, belief).ok()?;
        let rng = &mut self.generator(purpose);
        let actions = &self.decision.actions;
        let played = self.decision.played;
        let mut sums = vec![0; actions.len()];
        let (mut done, mut differ) = (0, false);
        self.nodes = 0;
        let mut tries = BURN_IN;
        while done < FEWEST || self.nodes < nodes {
            self.unless_stopped()?;
            let world = deals.next(tries, rng);
            self.nodes += tries * deals.cost();
            tries = self.tries(&deals, actions.len());
            let round = Deals::round(view, &world, rng)?;
            let number = rng.next_u64();
            let mut first = None;
            for (action, sum) in actions.iter().zip(&mut sums) {
                let worth = self.worth(&round, *action, number)[self.side];
                differ |= *first.get_or_insert(worth) != worth;
                *sum += worth;
            }
            done += 1;
        }
        let others = (0..actions.len()).filter(|at| *at != played);
        let best = others.reduce(|best, at| if sums[at] > sums[best] { at } else { best });
        best.filter(|_| differ)
    }

    /// Compares the action played with `rival` on fresh deals, which did not help to choose it.
    pub fn compare(
        &mut self,
        rival: usize,
        belief: Belief,
        nodes: u64,
        purpose: u64,
    ) -> Option<Compared> {
        let Decision {
            view,
            actions,
            played,
            ..
        } = self.decision;
        let mut deals = Deals::of(view, belief).ok()?;
        let n_sides = view.board().rules().n_sides();
        let (batches, wider) = BATCHES[usize::from(nodes >= FEW_NODES)];
        let mut sums: BySide<i64> = BySide::new(n_sides);
        let mut means = Vec::new();
        let mut n_deals = 0;
        for batch in 0..batches {
            let rng = &mut self.generator(mixed(&[purpose, batch]));
            deals.restart();
            let mut batch_sums: BySide<i64> = BySide::new(n_sides);
            let mut done = 0;
            self.nodes = 0;
            let burn_in = BURN_IN * self.tries(&deals, 2);
            let most = nodes / batches / (2 * deals.cost());
            let mut tries = burn_in.min(most).max(1);
            while done == 0 || self.nodes < nodes / batches {
                self.unless_stopped()?;
                let world = deals.next(tries, rng);
                self.nodes += tries * deals.cost();
                tries = self.tries(&deals, 2);
                let round = Deals::round(view, &world, rng)?;
                let number = rng.next_u64();
                let one = self.worth(&round, actions[*played], number);
                let other = self.worth(&round, actions[rival], number);
                for (side, sum) in one.entries() {
                    batch_sums[side] += sum - other[side];
                }
                done += 1;
            }
            n_deals += done;
            // In thousandths of a millionth.
            for (side, sum) in batch_sums.entries() {
                sums[side] += rounded(1_000 * sum, i64::from(done));
            }
            means.push(rounded(1_000 * batch_sums[self.side], i64::from(done)));
        }
        let spread = (error(&means) * wider + 999) / 1_000;
        Some(Compared {
            by_side: sums.map(|sum| rounded(sum, 1_000 * batches as i64)),
            spread,
            error: with_unseen(spread, self.stake(), n_deals),
            deals: n_deals,
        })
    }

    /// The mean value of every action in a batch of deals by the facts alone, and the number of deals. Values are the
    /// side's chances in thousandths of a millionth.
    pub fn means(&mut self, batch: u64, nodes: u64) -> Option<(Vec<i64>, u32)> {
        let Decision { view, actions, .. } = self.decision;
        let mut deals = Deals::of(view, Belief::Facts).ok()?;
        let rng = &mut self.generator(mixed(&[MEANS, batch]));
        let mut sums = vec![0; actions.len()];
        let mut done = 0;
        self.nodes = 0;
        while done == 0 || self.nodes < nodes {
            self.unless_stopped()?;
            let world = deals.next(1, rng);
            self.nodes += deals.cost();
            let round = Deals::round(view, &world, rng)?;
            let number = rng.next_u64();
            for (action, sum) in actions.iter().zip(&mut sums) {
                *sum += self.worth(&round, *action, number)[self.side];
            }
            done += 1;
        }
        let means = sums.iter().map(|sum| rounded(1_000 * sum, i64::from(done)));
        Some((means.collect(), done))
    }

    /// The value of the round for the side: the difference in match chances between a usual win and a usual loss.
    pub fn stake(&self) -> i64 {
        let stake = Equity::stake(self.decision.view.board(), self.side);
        (stake * WHOLE as f64 + 0.5) as i64
    }

    /// The number of deals to try before one that counts, if each plays this number of actions.
    fn tries(&self, deals: &Deals, actions: usize) -> u64 {
        let unplayed = self.decision.view.board().held().iter();
        let left: u64 = unplayed.map(|held| u64::from(*held)).sum();
        let playouts = 2 * left * actions as u64;
        (playouts * DRAWING / 100 / deals.cost()).clamp(1, 8)
    }

    fn worth(&mut self, round: &Round, action: Action, number: u64) -> BySide<i64> {
        let mut round = round.clone();
        let memory = self.memory.clone();
        self.nodes += self.model.finish(&mut round, memory, Some(action), number);
        after(&self.equity, &self.decision.game, &round)
    }
}

/// The chance of each side after a round; unchanged if the round has not ended.
pub fn after(equity: &Equity, game: &Match, round: &Round) -> BySide<i64> {
    let mut game = game.clone();
    if let Some(outcome) = round.outcome() {
        let board = round.board();
        game.write_down(board.opener(), board.points(), outcome);
    }
    chances(equity, &game)
}

/// The error of a difference with an allowance for outcomes that too few deals show.
pub fn with_unseen(spread: i64, stake: i64, deals: u32) -> i64 {
    let unseen = rounded(stake * UNSEEN, 1_000 * i64::from(deals));
    (spread * spread + unseen * unseen).isqrt()
}

/// The standard error of the mean of batches given in thousandths, rounded up to a whole number.
pub fn error(means: &[i64]) -> i64 {
    let n = means.len() as i128;
    let mean = means.iter().map(|mean| i128::from(*mean)).sum::<i128>() / n;
    let squares = means.iter().map(|one| (i128::from(*one) - mean).pow(2));
    let variance = squares.sum::<i128>() / (n * (n - 1)).max(1);
    ((variance.isqrt() + 999) / 1_000) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: the mean of 1, 2, 3 and 4 thousandths of a whole is 2.5, and the error 0.645.
    #[test]
    fn error_is_that_of_a_mean() {
        let means = [1_000_000, 2_000_000, 3_000_000, 4_000_000];
        assert_eq!(error(&means), 646);
        assert_eq!(error(&[7, 7, 7]), 0);
    }
}
