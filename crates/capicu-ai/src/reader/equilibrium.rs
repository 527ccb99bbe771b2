//! Small games of two sides with hidden hands, solved on the spot.
//!
//! A game here is a tree for every deal, in which the choices that a seat cannot tell apart belong
//! to one situation. CFR+ finds how often to make each choice so that nobody gains by choosing
//! otherwise: regret matching with regrets never below nothing, later rounds counting more.

use alloc::vec;
use alloc::vec::Vec;

/// What a choice leads to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Next {
    /// Another choice.
    Node(u32),
    /// The end of the round, worth so much to side 0, from -1 to 1.
    Over(f32),
}

/// A choice in one deal. Those that follow from it come before it in the list.
#[derive(Clone, Copy, Debug)]
struct Node {
    situation: u32,
    /// The first of its [`Next`]s.
    edge: u32,
    /// How likely the deal is.
    likely: f32,
}

/// What a side knows when it chooses.
#[derive(Clone, Copy, Debug)]
struct Situation {
    side: u8,
    n: u8,
    /// Where its choices lie in a strategy.
    slot: u32,
    /// Whether all its choices are now and then made, whatever speaks against them.
    trembles: bool,
}

/// How many of the choices that were made before the present are taken for having been made in any
/// way: who has strayed from the solution is still somewhere in it.
const TREMBLE: f32 = 0.1;

/// A game to be solved.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Next>,
    situations: Vec<Situation>,
    n_slots: u32,
}

impl Tree {
    /// A new situation of a side (0 or 1) with so many choices, which is or is not in the past.
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

    /// A new node of a deal that is so likely, with what its choices lead to.
    pub fn node(&mut self, situation: u32, likely: f32, next: &[Next]) -> Next {
        self.nodes.push(Node {
            situation,
            edge: self.edges.len() as u32,
            likely,
        });
        self.edges.extend_from_slice(next);
        Next::Node(self.nodes.len() as u32 - 1)
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    fn choices(&self, node: &Node) -> (Situation, &[Next]) {
        let situation = self.situations[node.situation as usize];
        let next = &self.edges[node.edge as usize..][..usize::from(situation.n)];
        (situation, next)
    }
}

/// The solution as far as it has been found.
pub(super) struct Solver<'a> {
    tree: &'a Tree,
    odds: Vec<f32>,
    regrets: Vec<f32>,
    sums: Vec<f32>,
    /// How likely each side comes to each node, as far as that depends on it.
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

    /// How many rounds of improvement there were.
    pub const fn rounds(&self) -> u32 {
        self.rounds
    }

    /// One round of improvement for both sides.
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

    /// How often each choice of a situation is made in the solution.
    pub fn odds(&self, situation: u32) -> Vec<f32> {
        let situation = self.tree.situations[situation as usize];
        let of = situation.slot as usize..situation.slot as usize + usize::from(situation.n);
        let mut odds = self.sums[of].to_vec();
        scale(&mut odds);
        odds
    }

    /// What each choice of a situation is worth to its side if everybody plays the solution.
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

    /// How likely everything but the side itself, the deal included, brings it to a node.
    fn brought(&self, at: usize) -> f32 {
        let node = &self.tree.nodes[at];
        let side = self.tree.situations[node.situation as usize].side;
        node.likely * self.reach[at][usize::from(1 - side)]
    }

    /// How likely each side comes everywhere.
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

    /// What everything is worth to side 0, and what one side regrets not to have done.
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

    /// Lets a side do more often what it regrets not to have done.
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

    /// Adds what is done now to what was done, as often as a side comes to each situation.
    fn remember(&mut self) {
        let weight = (self.rounds * self.rounds) as f32;
        let mut done = u32::MAX;
        for (at, node) in self.tree.nodes.iter().enumerate() {
            // The nodes of a situation lie side by side, and its side comes equally often to all.
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

/// Scales numbers that are not negative to sum to 1; equal ones if there is nothing to scale.
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
    /// What a side would gain by choosing otherwise than the solution from the present on, nobody else
    /// doing so. All nodes of a situation must come before any that leads to one of them.
    pub fn gain(&mut self, side: u8) -> f32 {
        // Leaves the solution in place, and what everything is worth in it.
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

    /// Kuhn's poker: three cards, one each, one more chip to be bet. Its value to the first player
    /// is -1/18, and the second calls with the middle card a third of the time (H. W. Kuhn, 1950).
    #[test]
    fn kuhn_s_poker_is_solved() {
        let mut tree = Tree::default();
        // By side, card and what was done: nothing or a check, a bet, a check and a bet.
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
                // Chips are counted in halves, so that nothing is worth more than 1.
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
        // The lowest card is never called with, the highest always.
        assert!(solver.odds(situations[1][0][1])[1] < 1e-3);
        assert!(solver.odds(situations[1][2][1])[1] > 0.999);
    }
}
