//! Decides when enough pairs show who is stronger.

use crate::tally::ELO;

/// A sequential test between two strengths of the first player, in normalized Elo.
///
/// It is a generalized likelihood ratio of the outcomes of whole pairs. A correlation between the games of a pair
/// therefore does not matter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The weaker strength, in normalized Elo.
    pub elo0: f64,
    /// The stronger strength, in normalized Elo.
    pub elo1: f64,
    /// The probability to accept the stronger when the weaker is true.
    pub alpha: f64,
    /// The probability to accept the weaker when the stronger is true.
    pub beta: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Weaker,
    Stronger,
}

impl Default for Sprt {
    /// From 0 to 10 Elo, with error probabilities of 0.05.
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
    /// The log likelihood ratios that accept the weaker and the stronger.
    pub fn bounds(&self) -> [f64; 2] {
        [
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        ]
    }

    /// The log likelihood ratio of the stronger against the weaker strength. `counts` has the number of pairs per
    /// number of half games won, from none to all.
    pub fn log_ratio(&self, counts: &[u32]) -> f64 {
        let pairs: u32 = counts.iter().sum();
        if pairs == 0 {
            return 0.0;
        }
        let top = counts.len() - 1;
        // Outcomes not seen yet may still occur.
        let weights: Vec<f64> = counts.iter().map(|n| f64::from(*n).max(1e-3)).collect();
        let all: f64 = weights.iter().sum();
        let seen: Vec<(f64, f64)> = weights
            .iter()
            .enumerate()
            .map(|(i, weight)| (i as f64 / top as f64, weight / all))
            .collect();
        // The spread of a pair of n games is smaller than that of a game by the root of n.
        let steadier = (top as f64 / 2.0).sqrt();
        let weaker = likeliest(&seen, self.elo0 / ELO * steadier);
        let stronger = likeliest(&seen, self.elo1 / ELO * steadier);
        let terms = seen.iter().zip(weaker.iter().zip(&stronger));
        let mean: f64 = terms.map(|((_, p), (w, s))| p * (s / w).ln()).sum();
        f64::from(pairs) * mean
    }

    pub fn verdict(&self, counts: &[u32]) -> Option<Verdict> {
        let [low, high] = self.bounds();
        match self.log_ratio(counts) {
            ratio if ratio <= low => Some(Verdict::Weaker),
            ratio if ratio >= high => Some(Verdict::Stronger),
            _ => None,
        }
    }
}

/// The probabilities of outcomes that fit the observed ones best, if their mean is `t` spreads above one half.
fn likeliest(seen: &[(f64, f64)], t: f64) -> Vec<f64> {
    let mut odds: Vec<f64> = vec![1.0 / seen.len() as f64; seen.len()];
    // The condition is not linear, so it is linearized around the last result until that converges.
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

/// The most likely probabilities whose `terms` average to zero. Each observed one is divided by 1 + x · term, for the
/// only x that fits.
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

    /// For small strengths the ratio is that of two normal distributions: pairs · (t1 − t0) · (t − (t0 + t1) / 2). Here
    /// t is the mean divided by the spread of a pair.
    #[test]
    fn small_strengths_give_nearly_the_normal_ratio() {
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

    /// ln 19 = 2.944 for error probabilities of 0.05.
    #[test]
    fn bounds_are_those_of_wald() {
        let [low, high] = Sprt::default().bounds();
        assert!((high - 2.944).abs() < 1e-3 && (low + 2.944).abs() < 1e-3);
    }

    #[test]
    fn one_sided_pairs_give_a_verdict() {
        let sprt = Sprt::default();
        assert_eq!(sprt.verdict(&[0, 0, 10, 0, 2]), None);
        assert_eq!(sprt.verdict(&[0, 0, 0, 0, 400]), Some(Verdict::Stronger));
        assert_eq!(sprt.verdict(&[400, 0, 0, 0, 0]), Some(Verdict::Weaker));
    }

    /// The test accepts equal players as stronger about one time in twenty. It misses players fifty Elo better no more
    /// often. The strengths are far apart, so the test ends soon.
    #[test]
    fn error_rates_are_as_configured() {
        let sprt = Sprt {
            elo1: 50.0,
            ..Sprt::default()
        };
        // A player fifty Elo better wins a game with 0.5 + 50 / 347.4 · 0.5 = 0.572.
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
