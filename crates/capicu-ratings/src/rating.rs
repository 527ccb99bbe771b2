//! A rating, and the change that one match makes to it.

/// The mean of all people, and of a new rating.
pub const MEAN: f64 = 25.0;

/// The standard deviation of all people, and of a new rating.
pub const SPREAD: f64 = MEAN / 3.0;

/// The variance that each match adds, since players improve or decline.
const A_MATCH: f64 = 0.15 * 0.15;

/// The variance that each day without a match adds.
const AN_IDLE_DAY: f64 = 0.1 * 0.1;

/// The smallest share of a variance left after one match.
const LEFT: f64 = 1e-4;

/// Points per unit; people read points.
const POINTS: f64 = 40.0;

/// The two-sided 95 % quantile of the normal distribution.
const NINETY_FIVE: f64 = 1.959_963_984_540_054;

/// An estimate of a player's strength: a normal distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The mean; 25 in a new rating.
    pub mean: f64,
    /// The standard deviation; a third of the mean in a new rating.
    pub deviation: f64,
}

impl Default for Rating {
    fn default() -> Self {
        Self {
            mean: MEAN,
            deviation: SPREAD,
        }
    }
}

impl Rating {
    /// A rating without uncertainty, such as that of a bot.
    pub const fn known(mean: f64) -> Self {
        Self {
            mean,
            deviation: 0.0,
        }
    }

    /// The rating after `days` without a match. Its uncertainty grows, at most to that of a new rating.
    #[must_use]
    pub fn after(self, days: u32) -> Self {
        self.wider(f64::from(days) * AN_IDLE_DAY)
    }

    /// The rating just before the result of a match is applied.
    pub(crate) fn playing(self) -> Self {
        self.wider(A_MATCH)
    }

    fn wider(self, variance: f64) -> Self {
        let deviation = self.deviation.hypot(variance.sqrt());
        Self {
            deviation: deviation.min(SPREAD).max(self.deviation),
            ..self
        }
    }

    /// The rating after a duel with somebody of this rating. `luck` is the effect of chance, in units of ratings.
    #[must_use]
    pub fn after_duel(self, other: Self, luck: f64, won: bool) -> Self {
        let side = |rating| {
            let mut side = Side::default();
            side.add(rating);
            side
        };
        expected(&[side(self), side(other)], luck).learn(0, self, won)
    }

    /// The interval, in points, that contains the true strength with 95 % probability.
    pub fn interval(self) -> Interval {
        let half = NINETY_FIVE * self.deviation;
        let points = |value: f64| (value * POINTS).round() as i32;
        Interval {
            low: points(self.mean - half),
            mean: points(self.mean),
            high: points(self.mean + half),
        }
    }

    pub fn holds(self, truth: f64) -> bool {
        (truth - self.mean).abs() <= NINETY_FIVE * self.deviation
    }
}

/// A rating in points: the mean of all people is 1000, and two thirds of them are within 333 of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    pub low: i32,
    pub mean: i32,
    pub high: i32,
}

/// The estimated sum of the strengths of a side's players.
#[derive(Clone, Copy, Debug, Default)]
pub struct Side {
    pub mean: f64,
    pub variance: f64,
}

impl Side {
    pub fn add(&mut self, rating: Rating) {
        self.mean += rating.mean;
        self.variance += rating.deviation * rating.deviation;
    }

    /// The side of a pair, from the rating of the pair's mean.
    pub const fn of_pair(rating: Rating) -> Self {
        Self {
            mean: 2.0 * rating.mean,
            variance: 4.0 * rating.deviation * rating.deviation,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Expected {
    /// The probability of each side to win.
    pub wins: Vec<f64>,
    /// The unit for differences between sides.
    unit: f64,
}

/// Computes each side's chances, where `beta` is the effect of luck in the game.
///
/// The model is Weng and Lin's Plackett-Luce (2011, algorithm 4), reduced to the first place because people play for
/// that. For two sides it is their Bradley-Terry model. Their unit grows with the number of sides; here it is that of
/// two sides, so that one beta serves all.
pub fn expected(sides: &[Side], beta: f64) -> Expected {
    let count = sides.len() as f64;
    let variances: f64 = sides.iter().map(|side| side.variance).sum();
    let unit = (2.0 * (beta * beta + variances / count)).sqrt();
    let best = sides.iter().map(|side| side.mean).fold(f64::MIN, f64::max);
    let weights: Vec<f64> = sides
        .iter()
        .map(|side| ((side.mean - best) / unit).exp())
        .collect();
    let all: f64 = weights.iter().sum();
    Expected {
        wins: weights.into_iter().map(|weight| weight / all).collect(),
        unit,
    }
}

impl Expected {
    /// The rating after the match of a player on this side. `won` is whether the match counts as won for that player.
    pub fn learn(&self, side: usize, rating: Rating, won: bool) -> Rating {
        let variance = rating.deviation * rating.deviation;
        let (mean, kept) = self.step(side, variance, won);
        Rating {
            mean: rating.mean + mean,
            deviation: (variance * kept).sqrt(),
        }
    }

    /// Like [`learn`](Self::learn) for a pair, whose rating is of the mean of its players.
    pub fn learn_pair(&self, side: usize, rating: Rating, won: bool) -> Rating {
        let both = 4.0 * rating.deviation * rating.deviation;
        let (sum, kept) = self.step(side, both, won);
        Rating {
            mean: rating.mean + sum / 2.0,
            deviation: (both * kept).sqrt() / 2.0,
        }
    }

    /// The change of a mean, and the share of its variance that is left.
    fn step(&self, side: usize, variance: f64, won: bool) -> (f64, f64) {
        let expected = self.wins[side];
        let result = if won { 1.0 } else { 0.0 };
        let change = variance / self.unit * (result - expected);
        let told = variance / (self.unit * self.unit) * expected * (1.0 - expected);
        (change, (1.0 - told).max(LEFT))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-6, "{a} is not {b}");
    }

    /// By hand, for two new players and a beta of 25/6. The unit is the root of 2 · (25/6)² + 2 · (25/3)², 13.176157.
    /// Half of 69.444444 / 13.176157 is 2.635231. A quarter of 69.444444 / 173.611111 is 0.1.
    #[test]
    fn two_new_players_change_by_2_635() {
        let mut side = Side::default();
        side.add(Rating::default());
        let expected = expected(&[side, side], 25.0 / 6.0);
        assert_eq!(expected.wins, [0.5, 0.5]);
        let won = expected.learn(0, Rating::default(), true);
        let lost = expected.learn(1, Rating::default(), false);
        near(won.mean, 27.635_231);
        near(lost.mean, 22.364_769);
        near(won.deviation, (69.444_444_444 * 0.9_f64).sqrt());
        assert_eq!(won.deviation, lost.deviation);
    }

    /// A pair is a side of two fixed players. The variance of the sum is four times that of the mean, so both change
    /// alike.
    #[test]
    fn pair_and_its_side_change_alike() {
        let pair = Rating {
            mean: 27.0,
            deviation: 3.0,
        };
        let mut other = Side::default();
        other.add(Rating::known(20.0));
        other.add(Rating::known(30.0));
        let expected = expected(&[Side::of_pair(pair), other], 8.0);
        // 54 against 50. The unit is the root of 2 · 64 + 36, 12.806248: 1 / (1 + e^-0.312348).
        near(expected.wins[0], 0.577_458);
        let after = expected.learn_pair(0, pair, false);
        near(after.mean, 27.0 - 36.0 / 12.806_248 * 0.577_458 / 2.0);
        near(
            after.deviation,
            3.0 * (1.0 - 36.0 / 164.0 * 0.577_458 * 0.422_542_f64).sqrt(),
        );
    }

    #[test]
    fn four_equal_sides_win_a_quarter_each() {
        let mut side = Side::default();
        side.add(Rating::default());
        let expected = expected(&[side; 4], 8.0);
        assert_eq!(expected.wins, [0.25; 4]);
        let won = expected.learn(2, Rating::default(), true).mean - MEAN;
        let lost = expected.learn(1, Rating::default(), false).mean - MEAN;
        near(won, -3.0 * lost);
    }

    #[test]
    fn bot_rating_never_changes() {
        let mut side = Side::default();
        side.add(Rating::known(40.0));
        let expected = expected(&[side, side], 8.0);
        assert_eq!(
            expected.learn(0, Rating::known(40.0), false),
            Rating::known(40.0)
        );
    }

    #[test]
    fn idle_rating_becomes_as_uncertain_as_a_new_one() {
        let rating = Rating {
            mean: 30.0,
            deviation: 2.0,
        };
        near(rating.after(100).deviation, 5.0_f64.sqrt());
        assert_eq!(rating.after(1_000_000).deviation, SPREAD);
        assert_eq!(rating.after(1_000_000).mean, 30.0);
    }

    #[test]
    fn one_unit_is_forty_points() {
        let rating = Rating {
            mean: 26.0,
            deviation: 1.0,
        };
        let interval = rating.interval();
        assert_eq!(
            (interval.low, interval.mean, interval.high),
            (962, 1040, 1118)
        );
        assert!(rating.holds(27.9) && !rating.holds(28.0));
    }
}
