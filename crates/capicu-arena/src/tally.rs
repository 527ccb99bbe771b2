//! Results of many pairs of games.

use serde::Serialize;

use crate::contest::PairResult;

/// A number with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    pub mean: f64,
    pub ci95: [f64; 2],
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Times {
    /// In milliseconds, like the other fields.
    pub mean: f64,
    pub median: f64,
    /// The 99th percentile.
    pub p99: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    n_games: u32,
    /// The number of pairs by half games won, from none to all.
    counts: Vec<u32>,
    /// Games with a winner.
    pub decided: u64,
    pub games: u64,
    /// Games that each player lost by a fault, not by the rules.
    pub faults: [u64; 2],
    margins: Moments,
    ms: [Vec<f32>; 2],
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Moments {
    n: f64,
    sum: f64,
    squares: f64,
}

impl Moments {
    pub(crate) fn add(&mut self, value: f64) {
        self.n += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    /// The mean and the variance of that estimate; both 0 without data.
    pub(crate) fn mean(&self) -> (f64, f64) {
        let n = self.n.max(1.0);
        let mean = self.sum / n;
        let variance = (self.squares / n - mean * mean).max(0.0) / (n - 1.0).max(1.0);
        (mean, variance)
    }
}

/// The normalized Elo of one standard deviation of a game: 800 / ln 10, so that small differences agree with plain Elo.
pub(crate) const ELO: f64 = 800.0 / std::f64::consts::LN_10;

pub(crate) const Z95: f64 = 1.959_964;

impl Tally {
    pub fn new(n_games: usize) -> Self {
        Self {
            n_games: n_games as u32,
            counts: vec![0; 2 * n_games + 1],
            decided: 0,
            games: 0,
            faults: [0; 2],
            margins: Moments::default(),
            ms: [Vec::new(), Vec::new()],
        }
    }

    /// Adds a pair of which the first player won this number of half games.
    pub fn add(&mut self, half_games: usize) {
        self.counts[half_games] += 1;
    }

    pub fn add_pair(&mut self, pair: &PairResult) {
        self.games += pair.games;
        self.decided += pair.decided;
        for (all, faults) in self.faults.iter_mut().zip(pair.faults) {
            *all += faults;
        }
        self.add_times(&pair.ms);
        self.add(pair.half_games);
        if let Some(margin) = pair.margin {
            self.add_margin(margin);
        }
    }

    /// Adds the first player's lead in points, averaged over the games of a pair.
    pub fn add_margin(&mut self, margin: f64) {
        self.margins.add(margin);
    }

    /// Adds the thinking times of each player, in milliseconds.
    pub fn add_times(&mut self, ms: &[Vec<f32>; 2]) {
        for (all, new) in self.ms.iter_mut().zip(ms) {
            all.extend(new);
        }
    }

    /// The number of games in a pair.
    pub const fn n_games(&self) -> u32 {
        self.n_games
    }

    pub fn pairs(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// The number of pairs by half games that the first player won, from none to all.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// The share of games that the first player won; a tie counts half.
    ///
    /// The interval adds one won and one lost pair, so that a few one-sided pairs do not look certain.
    pub fn score(&self) -> Estimate {
        let (mean, _) = self.spread(0.0);
        let (middle, variance) = self.spread(1.0);
        let pairs = f64::from(self.pairs()) + 2.0;
        let half = Z95 * (variance / pairs).sqrt();
        Estimate {
            mean,
            ci95: [
                (middle - half).clamp(0.0, mean),
                (middle + half).clamp(mean, 1.0),
            ],
        }
    }

    /// The strength of the first player over the second in normalized Elo: the distance of its mean from one half, in
    /// standard deviations of one game.
    ///
    /// Unlike plain Elo it does not depend on the share of ties or of games decided by the tiles. It directly gives the
    /// number of games needed to notice the difference.
    pub fn elo(&self) -> Estimate {
        let score = self.score();
        let (_, variance) = self.spread(0.0);
        // Without variation the spread is unknown; one more pair each way makes it finite.
        let variance = if variance > 0.0 {
            variance
        } else {
            self.spread(1.0).1
        };
        let of_a_game = (variance * f64::from(self.n_games)).sqrt();
        let elo = |share: f64| (share - 0.5) / of_a_game * ELO;
        Estimate {
            mean: elo(score.mean),
            ci95: score.ci95.map(elo),
        }
    }

    /// The first player's lead in points per round; `None` with fewer than two margins.
    pub fn margin(&self) -> Option<Estimate> {
        let (mean, variance) = self.margins.mean();
        let half = Z95 * variance.sqrt();
        (self.margins.n > 1.0).then_some(Estimate {
            mean,
            ci95: [mean - half, mean + half],
        })
    }

    /// The thinking times of both players for decisions with a choice.
    pub fn times(&self) -> [Times; 2] {
        self.ms.clone().map(|mut ms| {
            ms.sort_unstable_by(f32::total_cmp);
            let at = |share: f64| {
                let last = ms.len().saturating_sub(1);
                let ms = ms.get((last as f64 * share).round() as usize);
                f64::from(ms.copied().unwrap_or(0.0))
            };
            // `sum` of nothing is a negative zero, which would be printed as such.
            let sum = ms.iter().fold(0.0, |sum, ms| sum + f64::from(*ms));
            Times {
                mean: sum / ms.len().max(1) as f64,
                median: at(0.5),
                p99: at(0.99),
            }
        })
    }

    /// The mean share per pair and its variance, after adding `more` won and lost pairs.
    fn spread(&self, more: f64) -> (f64, f64) {
        let top = self.counts.len() - 1;
        let weighed = self.counts.iter().enumerate().map(|(i, count)| {
            let more = if i == 0 || i == top { more } else { 0.0 };
            (i as f64 / top as f64, f64::from(*count) + more)
        });
        let n: f64 = weighed.clone().map(|(_, w)| w).sum();
        if n == 0.0 {
            return (0.5, 0.0);
        }
        let mean = weighed.clone().map(|(x, w)| x * w).sum::<f64>() / n;
        let variance = weighed.map(|(x, w)| w * (x - mean).powi(2)).sum::<f64>() / n;
        (mean, variance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(counts: [u32; 5]) -> Tally {
        let mut tally = Tally::new(2);
        for (half_games, n) in counts.into_iter().enumerate() {
            for _ in 0..n {
                tally.add(half_games);
            }
        }
        tally
    }

    /// 100 pairs: 10 lost twice, 50 shared, 40 won twice. The mean is (25 + 40) / 100 = 0.65. The variance of the mean
    /// of two games is 0.1 · 0.65² + 0.5 · 0.15² + 0.4 · 0.35² = 0.1025. So one game has 0.205 and a spread of 0.4528:
    /// 0.15 / 0.4528 · 347.44 = 115.1.
    #[test]
    fn share_interval_and_elo_match_a_manual_calculation() {
        let tally = tally([10, 0, 50, 0, 40]);
        let score = tally.score();
        assert!((score.mean - 0.65).abs() < 1e-12);
        let half = 1.96 * (0.1025_f64 / 100.0).sqrt();
        assert!((score.ci95[0] - (0.65 - half)).abs() < 0.005, "{score:?}");
        assert!((score.ci95[1] - (0.65 + half)).abs() < 0.005, "{score:?}");
        assert!((tally.elo().mean - 115.1).abs() < 0.1, "{:?}", tally.elo());
    }

    #[test]
    fn a_few_wins_leave_a_wide_interval() {
        let score = tally([0, 0, 0, 0, 5]).score();
        assert_eq!((score.mean, score.ci95[1]), (1.0, 1.0));
        assert!(score.ci95[0] < 0.7, "{score:?}");
        assert!(tally([0, 0, 0, 0, 5]).elo().mean.is_finite());
        let none = tally([0; 5]);
        assert_eq!(none.score().mean, 0.5);
        assert!(none.elo().mean.is_finite());
        assert_eq!(none.times(), [Times::default(); 2]);
    }

    /// Of many contests between equals, the interval contains equality in 95 %.
    #[test]
    fn intervals_contain_the_truth_as_often_as_claimed() {
        let mut state = 7_u64;
        let mut coin = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 40) & 1
        };
        let mut held = 0;
        for _ in 0..2000 {
            let mut tally = Tally::new(2);
            for _ in 0..50 {
                tally.add(2 * (coin() + coin()) as usize);
            }
            let [low, high] = tally.score().ci95;
            held += u32::from(low <= 0.5 && high >= 0.5);
        }
        assert!((1860..=1940).contains(&held), "{held} of 2000");
    }

    #[test]
    fn times_are_mean_median_and_99th_percentile() {
        let mut tally = Tally::new(2);
        tally.add_times(&[(1..=101_u8).map(f32::from).collect(), vec![]]);
        let [a, b] = tally.times();
        assert_eq!((a.mean, a.median, a.p99), (51.0, 51.0, 100.0));
        assert_eq!(format!("{} {} {}", b.mean, b.median, b.p99), "0 0 0");
    }
}
