//! Odds fitted to played matches, for games with too many standings for a table.

use alloc::vec::Vec;

use capicu::{Match, Rules, Side, Standing};
use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use super::ends::{End, Ends, Phases};
use crate::chance::below;

const N: usize = 8;

/// Weights of a logistic model: a side's chance is proportional to e to the weighted sum of its features.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Odds {
    pub weights: [f64; N],
}

/// The number of matches for the fit.
const MATCHES: u32 = 1500;

/// The number of standings from each match.
const TAKEN: u32 = 6;

/// The most rounds of a match; longer ones are left out.
const MANY_ROUNDS: u32 = 2000;

/// The most rounds of all matches together, for endless games.
const ALL_ROUNDS: u32 = 200_000;

/// The number of fitting steps.
const STEPS: usize = 12;

/// The strength of the prior, as a weight on zero.
const RIDGE: f64 = 0.1;

type Features = [f64; N];

impl Odds {
    pub fn chance(
        &self,
        rules: &Rules,
        standing: &Standing,
        opener: Option<Side>,
        side: Side,
    ) -> f64 {
        let (mut all, mut this) = (0.0, 0.0);
        for other in Side::all(rules.n_sides()) {
            let odds = exp(dot(&self.weights, &told(rules, standing, opener, other)));
            all += odds;
            if other == side {
                this = odds;
            }
        }
        this / all
    }

    /// Plays matches from the ends of rounds and fits the weights that make their winners most likely.
    pub fn fit(rules: &Rules, phases: Phases, ends: &Ends) -> Self {
        let rng = &mut ChaCha8Rng::from_seed([1; 32]);
        let mut seen: Vec<(Vec<Features>, usize)> = Vec::new();
        let mut rounds = 0;
        for _ in 0..MATCHES {
            if rounds > ALL_ROUNDS {
                break;
            }
            rounds += play(rules, phases, ends, rng, &mut seen);
        }
        let mut weights = [0.0; N];
        for _ in 0..STEPS {
            step(&mut weights, &seen);
        }
        Self { weights }
    }
}

/// The features of a side: its share of the target, alone and weighted by the nearness of the end, and whether it
/// opens.
fn told(rules: &Rules, standing: &Standing, opener: Option<Side>, side: Side) -> Features {
    let target = f64::from(rules.target.get());
    let most = standing.scores.iter().copied().max().unwrap_or(0);
    let near = (f64::from(most) / target).min(1.0);
    let way = (f64::from(standing.scores[side]) / target).min(1.0);
    let opens = if opener == Some(side) { 1.0 } else { 0.0 };
    [
        way,
        way * near,
        way * near * near,
        way * near * near * near * near,
        way * way,
        way * way * near * near,
        opens,
        opens * near,
    ]
}

/// Plays one match and keeps some of its standings with its winner. Returns the number of rounds.
fn play(
    rules: &Rules,
    phases: Phases,
    ends: &Ends,
    rng: &mut ChaCha8Rng,
    seen: &mut Vec<(Vec<Features>, usize)>,
) -> u32 {
    let n = rules.n_sides();
    let mut game = Match::new(*rules);
    let mut kept: Vec<Vec<Features>> = Vec::new();
    for round in 0..MANY_ROUNDS {
        if let Some(result) = game.result() {
            let winner = result.winner.index();
            seen.extend(kept.into_iter().map(|told| (told, winner)));
            return round;
        }
        let (standing, next) = (*game.standing(), game.next_side());
        let now = || {
            Side::all(n)
                .map(|side| told(rules, &standing, next, side))
                .collect()
        };
        if kept.len() < TAKEN as usize {
            kept.push(now());
        } else {
            // Every standing is equally likely to be kept.
            let place = below(rng, round + 1);
            if place < TAKEN {
                kept[place as usize] = now();
            }
        }
        let (all, turn) = match next {
            Some(next) if !ends.earned.is_empty() => (&ends.earned, next.index() as u8),
            _ if !ends.anew.is_empty() => (&ends.anew, below(rng, u32::from(n)) as u8),
            _ => (&ends.earned, below(rng, u32::from(n)) as u8),
        };
        let Some(end) = pick(all, rng) else {
            return MANY_ROUNDS;
        };
        end.turned(rules, phases.at(rules, &standing), turn)
            .write_down(&mut game);
    }
    MANY_ROUNDS
}

fn pick<'a>(ends: &'a [(End, f64)], rng: &mut ChaCha8Rng) -> Option<&'a End> {
    let mut point = f64::from(rng.next_u32()) / 4_294_967_296.0;
    let found = ends.iter().find(|(_, share)| {
        point -= share;
        point < 0.0
    });
    found.or(ends.last()).map(|(end, _)| end)
}

fn step(weights: &mut [f64; N], seen: &[(Vec<Features>, usize)]) {
    let mut slope = [0.0; N];
    let mut curve = [[0.0; N]; N];
    for i in 0..N {
        slope[i] = -RIDGE * weights[i];
        curve[i][i] = RIDGE;
    }
    for (sides, winner) in seen {
        let odds: Vec<f64> = sides.iter().map(|told| exp(dot(weights, told))).collect();
        let all: f64 = odds.iter().sum();
        let mut mean = [0.0; N];
        for (told, odds) in sides.iter().zip(&odds) {
            for i in 0..N {
                mean[i] += odds / all * told[i];
            }
        }
        for (told, odds) in sides.iter().zip(&odds) {
            for i in 0..N {
                for j in 0..=i {
                    curve[i][j] += odds / all * (told[i] - mean[i]) * (told[j] - mean[j]);
                }
            }
        }
        for i in 0..N {
            slope[i] += sides[*winner][i] - mean[i];
        }
    }
    let change = solved(curve, slope);
    for (weight, change) in weights.iter_mut().zip(change) {
        // Longer steps mean that the fit diverges.
        *weight += change.clamp(-5.0, 5.0);
    }
}

/// The solution of `lower · x = right`. The matrix is symmetric and positive, and given by its lower half.
fn solved(mut lower: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for k in 0..N {
        let column = lower.map(|row| row[k]);
        for i in k + 1..N {
            let factor = column[i] / column[k];
            let row = lower[i][k + 1..=i].iter_mut();
            for (entry, above) in row.zip(&column[k + 1..=i]) {
                *entry -= factor * above;
            }
            right[i] -= factor * right[k];
        }
    }
    for k in (0..N).rev() {
        for i in k + 1..N {
            right[k] -= lower[i][k] * right[i];
        }
        right[k] /= lower[k][k];
    }
    right
}

fn dot(a: &[f64; N], b: &[f64; N]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// An approximation of e to the `x` by multiplications alone, so that it is the same on every machine.
fn exp(x: f64) -> f64 {
    let mut power = (1.0 + x / 65536.0).max(0.0);
    for _ in 0..16 {
        power *= power;
    }
    power
}
