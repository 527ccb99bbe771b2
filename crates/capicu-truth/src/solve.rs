//! Solves small games.

use crate::game::Next;
use crate::strategy::scale;
use crate::{SmallGame, Strategy};

/// The solution of a game, more precise with every iteration: CFR+ with alternating seats and more weight on later
/// iterations.
pub fn solve(game: &SmallGame, iterations: u32) -> Strategy {
    let mut now = Strategy::uniform(game);
    let mut regrets = vec![0.0; game.n_slots];
    let mut sums = vec![0.0; game.n_slots];
    for iteration in 1..=iterations {
        for seat in [0, 1] {
            improve(game, &mut now, &mut regrets, seat);
        }
        for seat in [0, 1] {
            remember(game, &now, &mut sums, f64::from(iteration), seat);
        }
    }
    Strategy::of(game, |situation, odds| {
        let slot = game.sets[situation].slot as usize;
        odds.copy_from_slice(&sums[slot..][..odds.len()]);
    })
}

/// Updates the strategy of a seat by its regrets.
fn improve(game: &SmallGame, now: &mut Strategy, regrets: &mut [f64], seat: u8) {
    let reach = now.reach(game, 1 - seat);
    let sign = if seat == 0 { 1.0 } else { -1.0 };
    let mut worth = vec![0.0; game.nodes.len()];
    for at in (0..game.nodes.len()).rev() {
        worth[at] = match game.nodes[at].next {
            Next::Over(worth) => sign * worth,
            Next::Choice { set, first } => {
                let set = game.sets[set as usize];
                let (slot, n) = (set.slot as usize, usize::from(set.n_actions));
                let after = &worth[first as usize..][..n];
                let odds = &now.odds[slot..][..n];
                let mean: f64 = odds.iter().zip(after).map(|(p, worth)| p * worth).sum();
                if set.seat == seat {
                    for (regret, worth) in regrets[slot..][..n].iter_mut().zip(after) {
                        *regret += reach[at] * (worth - mean);
                    }
                }
                mean
            }
        };
    }
    for set in game.sets.iter().filter(|set| set.seat == seat) {
        let (slot, n) = (set.slot as usize, usize::from(set.n_actions));
        let odds = &mut now.odds[slot..][..n];
        for (likely, regret) in odds.iter_mut().zip(&mut regrets[slot..]) {
            *regret = regret.max(0.0);
            *likely = *regret;
        }
        scale(odds);
    }
}

/// Adds the present strategy of a seat to the average, weighted by its own probability of each situation.
fn remember(game: &SmallGame, now: &Strategy, sums: &mut [f64], weight: f64, seat: u8) {
    let reach = now.reach(game, seat);
    let mut seen = vec![false; game.sets.len()];
    for (at, node) in game.nodes.iter().enumerate() {
        let Next::Choice { set: situation, .. } = node.next else {
            continue;
        };
        let set = game.sets[situation as usize];
        // The seat's own choices lead equally often to every node of a situation.
        if set.seat != seat || std::mem::replace(&mut seen[situation as usize], true) {
            continue;
        }
        let (slot, n) = (set.slot as usize, usize::from(set.n_actions));
        for (sum, likely) in sums[slot..][..n].iter_mut().zip(&now.odds[slot..]) {
            *sum += weight * reach[at] * likely;
        }
    }
}
