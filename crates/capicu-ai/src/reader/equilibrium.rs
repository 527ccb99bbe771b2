//! Solves small two-sided games with hidden hands.
//!
//! A game here is a tree for every deal. Choices that a seat cannot distinguish belong to one situation. CFR+ finds
//! probabilities for each choice so that nobody gains by a deviation: regret matching with regrets that never fall
//! below 0, and more weight on later rounds.

use alloc::vec;
use alloc::vec::Vec;

#[derive(Clone, Copy, Debug)]
pub(super) enum Next {
    Node(u32),
    /// The end of the round, with its value for side 0, from -1 to 1.
    Over(f32),
}

/// A choice in one deal. Its successors come before it in the list.
#[derive(Clone, Copy, Debug)]
struct Node {
    situation: u32,
    /// The index of the first of its [`Next`]s.
    edge: u32,
    likely: f32,
}

#[derive(Clone, Copy, Debug)]
struct Situation {
    side: u8,
    n: u8,
    /// The index of its first choice in a strategy.
    slot: u32,
    /// Whether every choice keeps a minimum probability.
    trembles: bool,
}

/// The share of past choices that are assumed to be random, so that a player who left the solution is still in the
/// tree.
const TREMBLE: f32 = 0.1;

#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Next>,
    situations: Vec<Situation>,
    n_slots: u32,
}

impl Tree {
    /// Adds a situation of a side (0 or 1) with `n` choices, before the present or not.
    pub fn situation(&mut self, side: u8, n: u8, past: bool) -> u32 {
        let slot = self.n_slots;
        self.n_slots += u32::from(n);
        self.situations.push(Situation {
            side,
            n,
            slot,
            trembles: past,
        });
        self.situations.len() as u32 - 1
    }

    /// Adds a node of a deal with this likelihood, and the successors of its choices.
    pub fn node(&mut self, situation: u32, likely: f32, next: &[Next]) -> Next {
        self.nodes.push(Node {
            situation,
            edge: self.edges.len() as u32,
            likely,
        });
        self.edges.extend_from_slice(next);
        Next::Node(self.nodes.len() as u32 - 1)
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    fn choices(&self, node: &Node) -> (Situation, &[Next]) {
        let situation = self.situations[node.situation as usize];
        let next = &self.edges[node.edge as usize..][..usize::from(situation.n)];
        (situation, next)
    }
}

/// The present state of the solution.
pub(super) struct Solver<'a> {
    tree: &'a Tree,
    odds: Vec<f32>,
    regrets: Vec<f32>,
    sums: Vec<f32>,
    /// Each side's own contribution to the probability of each node.
    reach: Vec<[f32; 2]>,
    worth: Vec<f32>,
    rounds: u32,
}

impl<'a> Solver<'a> {
    pub fn new(tree: &'a Tree) -> Self {
        let n_slots = tree.n_slots as usize;
        let mut odds = vec![0.0; n_slots];
        for situation in &tree.situations {
            let odds = &mut odds[situation.slot as usize..][..usize::from(situation.n)];
            odds.fill(1.0 / f32::from(situation.n));
        }
        Self {
            tree,
            odds,
            regrets: vec![0.0; n_slots],
            sums: vec![0.0; n_slots],
            reach: vec![[1.0; 2]; tree.nodes.len()],
            worth: vec![0.0; tree.nodes.len()],
            rounds: 0,
        }
    }

    pub const fn rounds(&self) -> u32 {
        self.rounds
    }

    pub fn improve(&mut self) {
        for side in [0, 1] {
            self.come();
            if side == 0 {
                self.remember();
            }
            self.judge(Some(side));
            self.learn(side);
        }
        self.rounds += 1;
    }

    pub fn odds(&self, situation: u32) -> Vec<f32> {
        let situation = self.tree.situations[situation as usize];
        let of = situation.slot as usize..situation.slot as usize + usize::from(situation.n);
        let mut odds = self.sums[of].to_vec();
        scale(&mut odds);
        odds
    }

    /// The value of each choice in a situation to its side, if everybody plays the solution.
    pub fn worths(&mut self, situation: u32) -> Vec<f32> {
        self.odds.copy_from_slice(&self.sums);
        for situation in &self.tree.situations {
            scale(&mut self.odds[situation.slot as usize..][..usize::from(situation.n)]);
        }
        self.come();
        self.judge(None);
        let Situation { side, n, .. } = self.tree.situations[situation as usize];
        let mut worths = vec![0.0; usize::from(n)];
        let mut all = 0.0;
        for (at, node) in self.tree.nodes.iter().enumerate() {
            if node.situation == situation {
                let likely = self.brought(at);
                all += likely;
                let next = self.tree.choices(node).1;
                for (worth, next) in worths.iter_mut().zip(next) {
                    *worth += likely * self.value(*next);
                }
            }
        }
        let sign = if side == 0 { 1.0 } else { -1.0 };
        for worth in &mut worths {
            *worth *= sign / all.max(f32::MIN_POSITIVE);
        }
        worths
    }

    fn value(&self, next: Next) -> f32 {
        match next {
            Next::Node(node) => self.worth[node as usize],
            Next::Over(worth) => worth,
        }
    }

    /// The contribution of everything but the side itself, including the deal, to the probability of a node.
    fn brought(&self, at: usize) -> f32 {
        let node = &self.tree.nodes[at];
        let side = self.tree.situations[node.situation as usize].side;
        node.likely * self.reach[at][usize::from(1 - side)]
    }

    fn come(&mut self) {
        for at in (0..self.tree.nodes.len()).rev() {
            let (situation, next) = self.tree.choices(&self.tree.nodes[at]);
            let odds = &self.odds[situation.slot as usize..][..next.len()];
            let reach = self.reach[at];
            for (next, odds) in next.iter().zip(odds) {
                if let Next::Node(node) = next {
                    let mut reach = reach;
                    reach[usize::from(situation.side & 1)] *= odds;
                    self.reach[*node as usize] = reach;
                }
            }
        }
    }

    /// Computes all values for side 0, and the regrets of one side.
    fn judge(&mut self, of: Option<u8>) {
        for at in 0..self.tree.nodes.len() {
            let node = &self.tree.nodes[at];
            let (situation, next) = self.tree.choices(node);
            let slots = situation.slot as usize..situation.slot as usize + next.len();
            let odds = &self.odds[slots.clone()];
            let worths = next.iter().zip(odds);
            let all: f32 = worths.map(|(next, odds)| odds * self.value(*next)).sum();
            self.worth[at] = all;
            if of == Some(situation.side) {
                let sign = if situation.side == 0 { 1.0 } else { -1.0 };
                let weight = sign * self.brought(at);
                for (slot, next) in slots.zip(next) {
                    let worth = self.value(*next);
                    self.regrets[slot] += weight * (worth - all);
                }
            }
        }
    }

    /// Updates the strategy of a side by its regrets.
    fn learn(&mut self, of: u8) {
        for situation in self.tree.situations.iter().filter(|one| one.side == of) {
            let slots = situation.slot as usize..situation.slot as usize + usize::from(situation.n);
            let odds = &mut self.odds[slots.clone()];
            for (odds, regret) in odds.iter_mut().zip(&mut self.regrets[slots]) {
                *regret = regret.max(0.0);
                *odds = *regret;
            }
            scale(odds);
            if situation.trembles {
                let any = TREMBLE / f32::from(situation.n);
                odds.iter_mut().for_each(|one| *one += any - TREMBLE * *one);
            }
        }
    }

    /// Adds the present strategy to the average, weighted by the side's own probability of each situation.
    fn remember(&mut self) {
        let weight = (self.rounds * self.rounds) as f32;
        let mut done = u32::MAX;
        for (at, node) in self.tree.nodes.iter().enumerate() {
            // The nodes of a situation are adjacent, and its side reaches all equally often.
            if node.situation == done {
                continue;
            }
            done = node.situation;
            let (situation, next) = self.tree.choices(node);
            let reach = weight * self.reach[at][usize::from(situation.side & 1)];
            let slots = situation.slot as usize..situation.slot as usize + next.len();
            for (sum, odds) in self.sums[slots.clone()].iter_mut().zip(&self.odds[slots]) {
                *sum += reach * odds;
            }
        }
    }
}

/// Scales nonnegative numbers to the sum 1; equal ones if all are 0.
fn scale(odds: &mut [f32]) {
    let sum: f32 = odds.iter().sum();
    if sum > 0.0 {
        odds.iter_mut().for_each(|one| *one /= sum);
    } else {
        odds.fill(1.0 / odds.len() as f32);
    }
}

#[cfg(test)]
impl Solver<'_> {
    /// The gain of a side by the best deviation from the solution from the present onward, if nobody else deviates. All
    /// nodes of a situation must come before any that leads to one of them.
    pub fn gain(&mut self, side: u8) -> f32 {
        // This puts the solution and its values in place.
        let root = self.tree.nodes.len() - 1;
        let situation = self.tree.nodes[root].situation;
        self.worths(situation);
        let roots: Vec<usize> = {
            let mut root = vec![true; self.tree.nodes.len()];
            for next in &self.tree.edges {
                if let Next::Node(node) = next {
                    root[*node as usize] = false;
                }
            }
            (0..root.len()).filter(|at| root[*at]).collect()
        };
        let sum = |solver: &Self| -> f32 {
            let likely = |at: &usize| solver.tree.nodes[*at].likely * solver.worth[*at];
            roots.iter().map(likely).sum()
        };
        let before = sum(self);
        let sign = if side == 0 { 1.0 } else { -1.0 };
        let mut at = 0;
        let mut last = vec![0; self.tree.situations.len()];
        for (at, node) in self.tree.nodes.iter().enumerate() {
            last[node.situation as usize] = at;
        }
        let mut nodes: Vec<Vec<usize>> = vec![Vec::new(); last.len()];
        while at < self.tree.nodes.len() {
            let node = self.tree.nodes[at];
            let (situation, next) = self.tree.choices(&node);
            let odds = &self.odds[situation.slot as usize..][..next.len()];
            let worth = next.iter().zip(odds);
            self.worth[at] = worth.map(|(next, odds)| odds * self.value(*next)).sum();
            let of = node.situation as usize;
            nodes[of].push(at);
            if situation.side == side && !situation.trembles && last[of] == at {
                let worth = |choice: usize| -> f32 {
                    let of = nodes[of].iter();
                    of.map(|at| {
                        let next = self.tree.choices(&self.tree.nodes[*at]).1;
                        sign * self.brought(*at) * self.value(next[choice])
                    })
                    .sum()
                };
                let n = usize::from(situation.n);
                let best = (0..n).max_by(|a, b| worth(*a).total_cmp(&worth(*b)));
                for at in nodes[of].clone() {
                    let next = self.tree.choices(&self.tree.nodes[at]).1;
                    self.worth[at] = self.value(next[best.unwrap_or(0)]);
                }
            }
            at += 1;
        }
        sign * (sum(self) - before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kuhn's poker: three cards, one each, one more chip to bet. Its value to the first player is -1/18, and the
    /// second calls with the middle card a third of the time (H. W. Kuhn, 1950).
    #[test]
    fn kuhns_poker_is_solved_as_published() {
        let mut tree = Tree::default();
        // By side, card and history: nothing or a check, a bet, a check and a bet.
        let situations: Vec<Vec<[u32; 2]>> = [0, 1]
            .into_iter()
            .map(|side| {
                (0..3)
                    .map(|_| [0, 1].map(|_| tree.situation(side, 2, false)))
                    .collect()
            })
            .collect();
        let mut roots = Vec::new();
        for a in 0..3 {
            for b in (0..3).filter(|b| *b != a) {
                // Chips count half, so that no value exceeds 1.
                let shown = |chips: f32| Next::Over(if a > b { chips / 2.0 } else { -chips / 2.0 });
                let likely = 1.0 / 6.0;
                let called = [Next::Over(0.5), shown(2.0)];
                let answer = tree.node(situations[1][b][1], likely, &called);
                let after = [Next::Over(-0.5), shown(2.0)];
                let raised = tree.node(situations[0][a][1], likely, &after);
                let checked = tree.node(situations[1][b][0], likely, &[shown(1.0), raised]);
                roots.push(tree.node(situations[0][a][0], likely, &[checked, answer]));
            }
        }
        assert_eq!((roots.len(), tree.len()), (6, 24));
        let mut solver = Solver::new(&tree);
        for _ in 0..2000 {
            solver.improve();
        }
        assert_eq!(solver.rounds(), 2000);
        let value: f32 = (0..3)
            .map(|card| {
                let odds = solver.odds(situations[0][card][0]);
                let worths = solver.worths(situations[0][card][0]);
                odds.iter()
                    .zip(worths)
                    .map(|(odds, worth)| odds * worth)
                    .sum::<f32>()
                    / 3.0
            })
            .sum();
        assert!((2.0 * value + 1.0 / 18.0).abs() < 1e-3, "{value}");
        let called = solver.odds(situations[1][1][1])[1];
        assert!((called - 1.0 / 3.0).abs() < 0.02, "{called}");
        // The lowest card never calls, the highest always.
        assert!(solver.odds(situations[1][0][1])[1] < 1e-3);
        assert!(solver.odds(situations[1][2][1])[1] > 0.999);
    }
}
