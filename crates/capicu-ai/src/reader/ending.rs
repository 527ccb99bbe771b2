//! Choices in endings that can be solved.

use rand_core::Rng;

use super::equilibrium::Solver;
use super::line::{self, Line, Scene};
use super::search::Search;
use crate::Knowledge;
use crate::chance::below;

/// The divisor for the tree's share of the budget; the rest is for solving it.
const GROWING: u64 = 6;

/// Nodes of the tree that one round of improvement visits in the time of a node.
const PER_NODE: u64 = 6;

/// The fewest rounds of improvement, and the most useful number of them.
const ROUNDS: [u32; 2] = [8, 300];

impl Search<'_> {
    /// Solves the round if little is left of it, and draws from the solution. The drawn action is first, the others
    /// follow by value. Returns whether it solved the round.
    pub fn solve(&mut self, line: &Line, knowledge: &Knowledge, rng: &mut dyn Rng) -> bool {
        let most = self.spent.left() / GROWING;
        // No player considers fewer deals than the one who sees this hand.
        if knowledge
            .count()
            .is_none_or(|deals| deals > u128::from(most))
        {
            return false;
        }
        let (ending, grown) = line::ending(line, self.view, self.worth.clone(), most as usize);
        self.spent.nodes += grown as u64;
        let Some(ending) = ending else {
            return false;
        };
        let mut solver = Solver::new(&ending.tree);
        while solver.rounds() < ROUNDS[0] || (!self.spent.over(100) && solver.rounds() < ROUNDS[1])
        {
            solver.improve();
            self.spent.nodes += 1 + ending.tree.len() as u64 / PER_NODE;
        }
        let odds = solver.odds(ending.here);
        let worths = solver.worths(ending.here);
        let scene = Scene::of(self.view.board(), &self.memory, self.view.seat());
        for arm in &mut self.arms {
            let lays = scene.choice(self.view.board().layout(), arm.action);
            let at = ending.lays.iter().position(|way| Some(*way) == lays);
            let (odds, worth) = at.map_or((0.0, -1.0), |at| (odds[at], worths[at]));
            arm.odds = f64::from(odds);
            arm.n = solver.rounds();
            arm.sum = f64::from(arm.n) * f64::from(worth + 1.0) / 2.0;
        }
        let mut point = f64::from(below(rng, 1 << 20)) / f64::from(1 << 20);
        let mut chosen = 0;
        for (at, arm) in self
            .arms
            .iter()
            .enumerate()
            .filter(|(_, arm)| arm.odds > 0.0)
        {
            chosen = at;
            point -= arm.odds;
            if point < 0.0 {
                break;
            }
        }
        let first = self.arms.remove(chosen);
        self.arms.sort_by(|a, b| b.sum.total_cmp(&a.sum));
        self.arms.insert(0, first);
        true
    }
}
