//! Actions of one choice against each other, on the same deals.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use capicu::{Action, ByTeam, Match, Round, Team};
use capicu_ai::{Belief, Deals, Equity, Memory, Model};
use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::played::Decision;
use crate::units::{WHOLE, chances, mixed, rounded};

/// Deals in batches that have nothing to do with each other: how they differ tells the error. With each number, half of what
/// 95 in 100 means of so many batches lie within, told in thousandths of the standard error (Student's t).
pub const BATCHES: [(u64, i64); 2] = [(8, 1_182), (16, 1_066)];

/// What may happen in no deal that was looked at and yet in others is taken to be worth so much of a round, shared among
/// the deals, in thousandths.
const UNSEEN: i64 = 700;

/// Keeps the deals of [`Bench::means`] apart from all others.
const MEANS: u64 = 0x1ead;

/// With fewer nodes than this there are the fewer batches.
const FEW_NODES: u64 = 8_000;

/// Of what a playout of all actions takes, so much may go into drawing its deal, in percent.
const DRAWING: u64 = 60;

/// Deals that are taken or left before the first of a batch counts, told in deals that count.
const BURN_IN: u64 = 6;

/// At least so many deals tell which action to compare with.
const FEWEST: u64 = 4;

/// What the action that was played lost against another one.
#[derive(Clone, Debug)]
pub struct Compared {
    /// By side, what it added to the chance of winning the match compared with the other, in millionths.
    pub by_side: ByTeam<i64>,
    /// The standard error of what it lost the side that played it, by how much batches of deals differ.
    pub spread: i64,
    /// The same with what few deals may not have shown.
    pub error: i64,
    /// How many deals say so.
    pub deals: u32,
}

/// For work that is always done to its end.
pub static NEVER: AtomicBool = AtomicBool::new(false);

/// One choice, ready to be played on.
pub struct Bench<'a> {
    decision: &'a Decision,
    team: Team,
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

    /// The same, but everything it is asked is `None` once this flag is raised.
    pub fn until(decision: &'a Decision, stop: &'a AtomicBool) -> Self {
        let rules = decision.view.board().rules();
        Self {
            decision,
            team: rules.team(decision.seat()),
            memory: Memory::of(&decision.view),
            equity: Equity::of(rules),
            model: Model::default(),
            nodes: 0,
            stop,
        }
    }

    /// Nothing, once nobody wants to know any more.
    fn unless_stopped(&self) -> Option<()> {
        (!self.stop.load(Ordering::Relaxed)).then_some(())
    }

    /// A generator for a purpose, made of what the seat had seen: the same for the same choice, so that an analysis can be
    /// repeated, and another for any other, so that the errors of choices have nothing to do with each other.
    fn generator(&self, purpose: u64) -> ChaCha8Rng {
        let Decision {
            round, turn, view, ..
        } = self.decision;
        let seen = view.hand().into_iter().map(|tile| tile.to_string());
        let done = view.deeds().iter().map(|deed| deed.action.to_string());
        let seen = seen.chain(done).flat_map(String::into_bytes).map(u64::from);
        let seen = seen.fold(0, |all, byte| mixed(&[all, byte]));
        ChaCha8Rng::seed_from_u64(mixed(&[*round as u64, *turn as u64, purpose, seen]))
    }

    /// The best action but the one that was played, as far as so many nodes tell; `None` where nothing
    /// can be drawn, or all actions come to the same in every deal.
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
                let worth = self.worth(&round, *action, number)[self.team];
                differ |= *first.get_or_insert(worth) != worth;
                *sum += worth;
            }
            done += 1;
        }
        let others = (0..actions.len()).filter(|at| *at != played);
        let best = others.reduce(|best, at| if sums[at] > sums[best] { at } else { best });
        best.filter(|_| differ)
    }

    /// The action that was played against another, on deals that nothing has been chosen by.
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
        let n_teams = view.board().rules().n_teams();
        let (batches, wider) = BATCHES[usize::from(nodes >= FEW_NODES)];
        let mut sums: ByTeam<i64> = ByTeam::new(n_teams);
        let mut means = Vec::new();
        let mut n_deals = 0;
        for batch in 0..batches {
            let rng = &mut self.generator(mixed(&[purpose, batch]));
            deals.restart();
            let mut batch_sums: ByTeam<i64> = ByTeam::new(n_teams);
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
                for (team, sum) in one.entries() {
                    batch_sums[team] += sum - other[team];
                }
                done += 1;
            }
            n_deals += done;
            // In thousandths of a millionth.
            for (team, sum) in batch_sums.entries() {
                sums[team] += rounded(1_000 * sum, i64::from(done));
            }
            means.push(rounded(1_000 * batch_sums[self.team], i64::from(done)));
        }
        let spread = (error(&means) * wider + 999) / 1_000;
        Some(Compared {
            by_side: sums.map(|sum| rounded(sum, 1_000 * batches as i64)),
            spread,
            error: with_unseen(spread, self.stake(), n_deals),
            deals: n_deals,
        })
    }

    /// What every action comes to on average in deals of a batch of its own, by the facts alone: the chance of the side
    /// in thousandths of a millionth; and how many deals say so.
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
                *sum += self.worth(&round, *action, number)[self.team];
            }
            done += 1;
        }
        let means = sums.iter().map(|sum| rounded(1_000 * sum, i64::from(done)));
        Some((means.collect(), done))
    }

    /// The chance of the match that a round is worth to the side: won as usual instead of lost as usual.
    pub fn stake(&self) -> i64 {
        let stake = Equity::stake(self.decision.view.board(), self.team);
        (stake * WHOLE as f64 + 0.5) as i64
    }

    /// How many deals to try before one that counts, where so many actions are played in each.
    fn tries(&self, deals: &Deals, actions: usize) -> u64 {
        let unplayed = self.decision.view.board().held().iter();
        let left: u64 = unplayed.map(|held| u64::from(*held)).sum();
        let playouts = 2 * left * actions as u64;
        (playouts * DRAWING / 100 / deals.cost()).clamp(1, 8)
    }

    /// What an action comes to in this round, by side.
    fn worth(&mut self, round: &Round, action: Action, number: u64) -> ByTeam<i64> {
        let mut round = round.clone();
        let memory = self.memory.clone();
        self.nodes += self.model.finish(&mut round, memory, Some(action), number);
        after(&self.equity, &self.decision.game, &round)
    }
}

/// The chance of each side after a round; as before where it is not over.
pub fn after(equity: &Equity, game: &Match, round: &Round) -> ByTeam<i64> {
    let mut game = game.clone();
    if let Some(outcome) = round.outcome() {
        let board = round.board();
        game.write_down(board.opener(), board.points(), outcome);
    }
    chances(equity, &game)
}

/// The error of a difference with what so few deals may not have shown.
pub fn with_unseen(spread: i64, stake: i64, deals: u32) -> i64 {
    let unseen = rounded(stake * UNSEEN, 1_000 * i64::from(deals));
    (spread * spread + unseen * unseen).isqrt()
}

/// The standard error of the mean of batches told in thousandths, rounded up to a whole one.
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

    /// By hand: of 1, 2, 3 and 4 thousandths of a whole the mean is 2.5 and the error 0.645.
    #[test]
    fn the_error_is_that_of_a_mean() {
        let means = [1_000_000, 2_000_000, 3_000_000, 4_000_000];
        assert_eq!(error(&means), 646);
        assert_eq!(error(&[7, 7, 7]), 0);
    }
}
