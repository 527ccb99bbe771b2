//! When enough has been played to say who is stronger.

use crate::tally::ELO;

/// A sequential test between two strengths of the first player, in normalized Elo: a generalized
/// likelihood ratio of the outcomes of whole pairs, so that what the games of a pair have in common
/// counts for nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The weaker strength.
    pub elo0: f64,
    /// The stronger one.
    pub elo1: f64,
    /// How often the stronger is accepted where the weaker is true.
    pub alpha: f64,
    /// How often the weaker is accepted where the stronger is true.
    pub beta: f64,
}

/// What a sequential test found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The weaker strength is true rather than the stronger.
    Weaker,
    /// The stronger strength is true rather than the weaker.
    Stronger,
}

impl Default for Sprt {
    /// From nothing to ten Elo, with errors of one in twenty.
    fn default() -> Self {
        Self {
            elo0: 0.0,
            elo1: 10.0,
            alpha: 0.05,
            beta: 0.05,
        }
    }
}

impl Sprt {
    /// The log likelihood ratios at which the weaker and the stronger are accepted.
    pub fn bounds(&self) -> [f64; 2] {
        [
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        ]
    }

    /// The logarithm of how much likelier the pairs are if the first player is of the stronger
    /// strength than if it is of the weaker. `counts` says how many pairs brought so many half
    /// games, from none to all.
    pub fn log_ratio(&self, counts: &[u32]) -> f64 {
        let pairs: u32 = counts.iter().sum();
        if pairs == 0 {
            return 0.0;
        }
        let top = counts.len() - 1;
        // What has not been seen yet may still happen.
        let weights: Vec<f64> = counts.iter().map(|n| f64::from(*n).max(1e-3)).collect();
        let all: f64 = weights.iter().sum();
        let seen: Vec<(f64, f64)> = weights
            .iter()
            .enumerate()
            .map(|(i, weight)| (i as f64 / top as f64, weight / all))
            .collect();
        // A pair of n games is steadier than a game by the root of n.
        let steadier = (top as f64 / 2.0).sqrt();
        let weaker = likeliest(&seen, self.elo0 / ELO * steadier);
        let stronger = likeliest(&seen, self.elo1 / ELO * steadier);
        let terms = seen.iter().zip(weaker.iter().zip(&stronger));
        let mean: f64 = terms.map(|((_, p), (w, s))| p * (s / w).ln()).sum();
        f64::from(pairs) * mean
    }

    /// What these pairs prove, if anything yet.
    pub fn verdict(&self, counts: &[u32]) -> Option<Verdict> {
        let [low, high] = self.bounds();
        match self.log_ratio(counts) {
            ratio if ratio <= low => Some(Verdict::Weaker),
            ratio if ratio >= high => Some(Verdict::Stronger),
            _ => None,
        }
    }
}

/// The odds of the outcomes that make what was seen likeliest, of all odds whose mean lies `t`
/// spreads above a half.
fn likeliest(seen: &[(f64, f64)], t: f64) -> Vec<f64> {
    let mut odds: Vec<f64> = vec![1.0 / seen.len() as f64; seen.len()];
    // The condition is not linear in the odds; it is made so around the last ones, until they stay.
    for _ in 0..50 {
        let outcomes = seen.iter().map(|(x, _)| *x);
        let mean: f64 = outcomes.clone().zip(&odds).map(|(x, p)| x * p).sum();
        let squares = outcomes.clone().zip(&odds);
        let variance: f64 = squares.map(|(x, p)| p * (x - mean).powi(2)).sum();
        let spread = variance.sqrt();
        let terms: Vec<f64> = outcomes
            .map(|x| x - 0.5 - t * spread * (1.0 + ((x - mean) / spread).powi(2)) / 2.0)
            .collect();
        let after = balanced(seen, &terms);
        let moved = after.iter().zip(&odds).map(|(a, b)| (a - b).abs());
        let moved = moved.fold(0.0, f64::max);
        odds = after;
        if moved < 1e-10 {
            break;
        }
    }
    odds
}

/// The likeliest odds under which these terms sum to nothing: each of those seen is divided by
/// 1 + x · term, with the one x that does it.
fn balanced(seen: &[(f64, f64)], terms: &[f64]) -> Vec<f64> {
    let least = terms.iter().copied().fold(f64::MAX, f64::min);
    let most = terms.iter().copied().fold(f64::MIN, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return seen.iter().map(|(_, p)| *p).collect();
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let x = (low + high) / 2.0;
        let sum: f64 = seen
            .iter()
            .zip(terms)
            .map(|((_, p), term)| p * term / (1.0 + x * term))
            .sum();
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    let x = (low + high) / 2.0;
    seen.iter()
        .zip(terms)
        .map(|((_, p), term)| p / (1.0 + x * term))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For small strengths the ratio is that of two normal distributions:
    /// pairs · (t1 − t0) · (t − (t0 + t1) / 2), with t the mean over the spread of a pair.
    #[test]
    fn the_ratio_is_nearly_the_normal_one() {
        let sprt = Sprt::default();
        let counts: [u32; 5] = [1030, 20, 2000, 20, 1130];
        let n = 4200.0_f64;
        let mean = (20.0 * 0.25 + 2000.0 * 0.5 + 20.0 * 0.75 + 1130.0) / n;
        let squares = (20.0 * 0.0625 + 2000.0 * 0.25 + 20.0 * 0.5625 + 1130.0) / n;
        let t = (mean - 0.5) / (squares - mean * mean).sqrt();
        let t1 = 10.0 / (800.0 / 10.0_f64.ln()) * 2.0_f64.sqrt();
        let normal = n * t1 * (t - t1 / 2.0);
        let ratio = sprt.log_ratio(&counts);
        assert!((ratio - normal).abs() < 0.02, "{ratio} and {normal}");
        assert!(sprt.log_ratio(&[1130, 20, 2000, 20, 1030]) < -1.0);
        assert_eq!(sprt.log_ratio(&[0; 5]), 0.0);
    }

    /// ln 19 = 2.944 for errors of one in twenty.
    #[test]
    fn the_bounds_are_those_of_wald() {
        let [low, high] = Sprt::default().bounds();
        assert!((high - 2.944).abs() < 1e-3 && (low + 2.944).abs() < 1e-3);
    }

    #[test]
    fn one_sided_pairs_lead_to_a_verdict() {
        let sprt = Sprt::default();
        assert_eq!(sprt.verdict(&[0, 0, 10, 0, 2]), None);
        assert_eq!(sprt.verdict(&[0, 0, 0, 0, 400]), Some(Verdict::Stronger));
        assert_eq!(sprt.verdict(&[400, 0, 0, 0, 0]), Some(Verdict::Weaker));
    }

    /// Equals are taken for stronger about one time in twenty, and those fifty Elo better are
    /// missed no more often, with wide strengths that are decided soon.
    #[test]
    fn errors_are_as_rare_as_asked() {
        let sprt = Sprt {
            elo1: 50.0,
            ..Sprt::default()
        };
        // A game is won with 0.5 + 50 / 347.4 · 0.5 = 0.572 by one fifty Elo better.
        for (wins, truth) in [(0.5, Verdict::Weaker), (0.572, Verdict::Stronger)] {
            let mut state = 11_u64;
            let mut won = || {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                usize::from(((state >> 33) as f64) < wins * f64::from(1_u32 << 31))
            };
            let mut wrong = 0;
            for _ in 0..200 {
                let mut counts = [0; 5];
                let found = loop {
                    for _ in 0..10 {
                        counts[2 * (won() + won())] += 1;
                    }
                    if let Some(found) = sprt.verdict(&counts) {
                        break found;
                    }
                };
                wrong += u32::from(found != truth);
            }
            assert!(wrong <= 20, "{wrong} of 200 wrong at {wins}");
        }
    }
}
