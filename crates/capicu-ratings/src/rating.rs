//! A rating, and how one match changes those of all who played it.

/// The mean of all people, as long as nothing else is known.
pub const MEAN: f64 = 25.0;

/// The standard deviation of all people, which is that of a new rating.
pub const SPREAD: f64 = MEAN / 3.0;

/// So much variance a match adds: whoever plays may get better or worse.
const A_MATCH: f64 = 0.15 * 0.15;

/// So much variance a day without a match adds.
const AN_IDLE_DAY: f64 = 0.1 * 0.1;

/// What is left of a variance, at least, after one match.
const LEFT: f64 = 1e-4;

/// How many of the points that people read make one unit.
const POINTS: f64 = 40.0;

/// Two-sided, 95 times in a hundred.
const NINETY_FIVE: f64 = 1.959_963_984_540_054;

/// What is known of how well somebody plays: a normal distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Its mean. A new rating has 25.
    pub mean: f64,
    /// Its standard deviation. A new rating has a third of its mean.
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
    /// That of somebody of whom it is known, such as a bot.
    pub const fn known(mean: f64) -> Self {
        Self {
            mean,
            deviation: 0.0,
        }
    }

    /// The rating after so many days without a match. It becomes less certain, at most as uncertain as a new one.
    #[must_use]
    pub fn after(self, days: u32) -> Self {
        self.wider(f64::from(days) * AN_IDLE_DAY)
    }

    /// The rating just before the result of a match is taken into account.
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

    /// The interval that holds the truth 95 times in a hundred, in points.
    pub fn interval(self) -> Interval {
        let half = NINETY_FIVE * self.deviation;
        let points = |value: f64| (value * POINTS).round() as i32;
        Interval {
            low: points(self.mean - half),
            mean: points(self.mean),
            high: points(self.mean + half),
        }
    }

    /// Whether a value lies within the interval of 95 in a hundred.
    pub fn holds(self, truth: f64) -> bool {
        (truth - self.mean).abs() <= NINETY_FIVE * self.deviation
    }
}

/// A rating as people read it, in points: 1000 is the mean of all people, and two thirds of them lie within 333 of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// Where it begins.
    pub low: i32,
    /// What is likeliest.
    pub mean: i32,
    /// Where it ends.
    pub high: i32,
}

/// A side of a match: what is known of the sum of its players.
#[derive(Clone, Copy, Debug, Default)]
pub struct Side {
    pub mean: f64,
    pub variance: f64,
}

impl Side {
    /// One more player on it.
    pub fn add(&mut self, rating: Rating) {
        self.mean += rating.mean;
        self.variance += rating.deviation * rating.deviation;
    }

    /// A pair, rated by what is known of the mean of the two.
    pub const fn of_pair(rating: Rating) -> Self {
        Self {
            mean: 2.0 * rating.mean,
            variance: 4.0 * rating.deviation * rating.deviation,
        }
    }
}

/// What was expected of a match before it was played.
#[derive(Clone, Debug)]
pub struct Expected {
    /// How likely each side was to win.
    pub wins: Vec<f64>,
    /// The unit in which differences between sides count.
    unit: f64,
}

/// What the sides could expect, where `beta` is what luck is worth in the game.
///
/// Weng and Lin's Plackett-Luce model (2011, algorithm 4) of which only the first place is taken, since people play
/// for that: for two sides it is their Bradley-Terry model. Their unit grows with the number of sides; this one is
/// that of two, so that one beta serves all.
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
    /// A rating after the match, of somebody on this side, whether it counts as won for them.
    pub fn learn(&self, side: usize, rating: Rating, won: bool) -> Rating {
        let variance = rating.deviation * rating.deviation;
        let (mean, kept) = self.step(side, variance, won);
        Rating {
            mean: rating.mean + mean,
            deviation: (variance * kept).sqrt(),
        }
    }

    /// The same of a pair, whose rating is of the mean of the two.
    pub fn learn_pair(&self, side: usize, rating: Rating, won: bool) -> Rating {
        let both = 4.0 * rating.deviation * rating.deviation;
        let (sum, kept) = self.step(side, both, won);
        Rating {
            mean: rating.mean + sum / 2.0,
            deviation: (both * kept).sqrt() / 2.0,
        }
    }

    /// By how much a mean changes, and what share of its variance is left.
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

    /// By hand, for two new players and a beta of 25/6: the unit is the root of 2 · (25/6)² + 2 · (25/3)², which is
    /// 13.176157; half of 69.444444 / 13.176157 is 2.635231; and a quarter of 69.444444 / 173.611111 is 0.1.
    #[test]
    fn two_new_players_change_as_by_hand() {
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

    /// A pair is a side of two who are always together: what is known of the sum is four times the variance of the
    /// mean, and both change alike.
    #[test]
    fn a_pair_changes_as_its_side_does() {
        let pair = Rating {
            mean: 27.0,
            deviation: 3.0,
        };
        let mut other = Side::default();
        other.add(Rating::known(20.0));
        other.add(Rating::known(30.0));
        let expected = expected(&[Side::of_pair(pair), other], 8.0);
        // 54 against 50 in the unit of the root of 2 · 64 + 36, 12.806248: 1 / (1 + e^-0.312348).
        near(expected.wins[0], 0.577_458);
        let after = expected.learn_pair(0, pair, false);
        near(after.mean, 27.0 - 36.0 / 12.806_248 * 0.577_458 / 2.0);
        near(
            after.deviation,
            3.0 * (1.0 - 36.0 / 164.0 * 0.577_458 * 0.422_542_f64).sqrt(),
        );
    }

    #[test]
    fn of_four_equal_sides_each_wins_a_quarter() {
        let mut side = Side::default();
        side.add(Rating::default());
        let expected = expected(&[side; 4], 8.0);
        assert_eq!(expected.wins, [0.25; 4]);
        let won = expected.learn(2, Rating::default(), true).mean - MEAN;
        let lost = expected.learn(1, Rating::default(), false).mean - MEAN;
        near(won, -3.0 * lost);
    }

    #[test]
    fn bots_never_move() {
        let mut side = Side::default();
        side.add(Rating::known(40.0));
        let expected = expected(&[side, side], 8.0);
        assert_eq!(
            expected.learn(0, Rating::known(40.0), false),
            Rating::known(40.0)
        );
    }

    #[test]
    fn idle_ratings_grow_until_they_are_as_new() {
        let rating = Rating {
            mean: 30.0,
            deviation: 2.0,
        };
        near(rating.after(100).deviation, 5.0_f64.sqrt());
        assert_eq!(rating.after(1_000_000).deviation, SPREAD);
        assert_eq!(rating.after(1_000_000).mean, 30.0);
    }

    #[test]
    fn points_are_forty_a_unit() {
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
