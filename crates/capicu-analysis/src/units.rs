//! Numbers. All are whole, so that every machine gives the same results.

use capicu::{BySide, Match, Side};
use capicu_ai::{Equity, scattered};

/// A whole match, or a whole round.
pub const WHOLE: i64 = 1_000_000;

/// The chance of each side to win this match, in millionths, with a total of exactly one. Tables of scores list chances
/// of more than two sides separately, so they are normalized here.
pub fn chances(equity: &Equity, game: &Match) -> BySide<i64> {
    let n = game.rules().n_sides();
    let mut told: BySide<f64> = BySide::from_fn(n, |side| equity.chance_in(game, side));
    if n == 2 {
        let first = told.as_slice()[0];
        told = BySide::from_fn(n, |side| {
            if side.index() == 0 {
                first
            } else {
                1.0 - first
            }
        });
    }
    let all: f64 = told.iter().sum();
    let mut left = WHOLE;
    let mut chances = BySide::new(n);
    for side in Side::all(n) {
        let is_last = side.index() + 1 == usize::from(n);
        chances[side] = match is_last {
            true => left,
            false => (told[side] / all * WHOLE as f64 + 0.5) as i64,
        };
        left -= chances[side];
    }
    chances
}

/// Sets the first of two sides, and the second to the remainder of `all`.
pub fn complete(sides: &mut BySide<i64>, first: i64, all: i64) {
    let mut every = Side::all(sides.len());
    if let (Some(a), Some(b)) = (every.next(), every.next()) {
        sides[a] = first;
        sides[b] = all - first;
    }
}

/// The quotient rounded to the nearest integer, halves away from zero.
pub const fn rounded(number: i64, by: i64) -> i64 {
    let half = by / 2;
    if number < 0 {
        -((-number + half) / by)
    } else {
        (number + half) / by
    }
}

/// A pseudorandom number computed from others.
pub fn mixed(parts: &[u64]) -> u64 {
    parts.iter().fold(0, |all, part| scattered(all ^ part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_round_alike_for_both_signs() {
        for (number, by, to) in [(7, 2, 4), (-7, 2, -4), (5, 3, 2), (-4, 3, -1), (0, 9, 0)] {
            assert_eq!(rounded(number, by), to, "{number} / {by}");
        }
    }
}
