//! Players of known strength, and simulated results of their matches.

use capicu_ratings::{Game, Match, Rating, Ratings, Sitter, Who};
use chacha20::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

pub type Player = usize;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Company {
    Anybody,
    /// Players with similar ratings, as in a busy lobby.
    Alike,
    /// Fixed pairs, against other fixed pairs.
    Pairs,
    /// One person; all others are bots of one level, drawn for each match.
    Bots,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Luck {
    /// By the rating model itself.
    Model,
    /// By rounds: the first side to win this number of rounds. The chance to win a round is such that nearly equal
    /// sides win matches as often as in the model.
    FirstTo(u32),
}

#[derive(Clone, Copy, Debug)]
pub struct World {
    pub game: &'static Game,
    /// The number of players, a multiple of four.
    pub players: usize,
    /// The spread of strengths, relative to the spread that the ratings assume.
    pub spread: f64,
    /// The standard deviation of what a pair gains or loses by playing together.
    pub understanding: f64,
    pub company: Company,
    pub luck: Luck,
    /// Determines strengths and results.
    pub seed: u64,
}

#[derive(Clone, Copy, Debug)]
pub struct Nearness {
    /// The number of matches that each player has played.
    pub matches: u32,
    /// The correlation between mean ratings and true strengths.
    pub correlation: f64,
    /// The share of intervals that contain the true strength.
    pub coverage: f64,
    /// The mean half width of the intervals, in units.
    pub half: f64,
    /// The mean loss of all matches so far.
    pub loss: f64,
}

pub struct Simulation {
    world: World,
    rng: ChaCha8Rng,
    truths: Vec<f64>,
    /// The gain or loss of each pair by playing together. Partners are neighbors.
    extras: Vec<f64>,
    ratings: Ratings<Player>,
    rounds: u32,
}

impl Simulation {
    pub fn new(world: World, ratings: Ratings<Player>) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(world.seed);
        let new = Rating::default();
        let spread = world.spread * new.deviation;
        let truths = (0..world.players).map(|_| new.mean + spread * normal(&mut rng));
        let truths = truths.collect();
        let extras = (0..world.players / 2).map(|_| world.understanding * normal(&mut rng));
        let extras = extras.collect();
        Self {
            world,
            truths,
            extras,
            rng,
            ratings,
            rounds: 0,
        }
    }

    /// Plays until every player has this number of matches.
    pub fn until(&mut self, matches: u32) -> Nearness {
        while self.rounds < matches {
            self.round();
        }
        let pairs = self.world.company == Company::Pairs;
        let whom: Vec<(Who<Player>, f64)> = match pairs {
            false => (0..self.world.players)
                .map(|player| (Who::Player(player), self.truths[player]))
                .collect(),
            true => (0..self.extras.len())
                .map(|pair| {
                    let sum = self.truths[2 * pair] + self.truths[2 * pair + 1];
                    let truth = (sum + self.extras[pair]) / 2.0;
                    (Who::Pair(2 * pair, 2 * pair + 1), truth)
                })
                .collect(),
        };
        let family = self.world.game.family;
        let now = self.now();
        let rated = whom.iter().map(|(who, truth)| {
            let entry = self.ratings.of(family, *who);
            let rating = entry.map_or_else(Rating::default, |entry| entry.rating_at(now));
            (rating, *truth)
        });
        let rated: Vec<(Rating, f64)> = rated.collect();
        let count = rated.len() as f64;
        let held = rated.iter().filter(|(rating, truth)| rating.holds(*truth));
        let widths: f64 = rated
            .iter()
            .map(|(rating, _)| 1.96 * rating.deviation)
            .sum();
        Nearness {
            matches,
            correlation: correlation(&rated),
            coverage: held.count() as f64 / count,
            half: widths / count,
            loss: self.ratings.loss(family).mean(),
        }
    }

    /// The share of single players whose interval contains the truth, also in a world of fixed pairs.
    pub fn coverage_of_players(&self) -> f64 {
        let rating = |player| {
            let entry = self.ratings.player(self.world.game.family, player);
            entry.map_or_else(Rating::default, |entry| entry.rating_at(self.now()))
        };
        let held =
            (0..self.world.players).filter(|player| rating(*player).holds(self.truths[*player]));
        held.count() as f64 / self.world.players as f64
    }

    /// Two matches are played per day.
    fn now(&self) -> u64 {
        u64::from(self.rounds) * 43_200_000
    }

    fn round(&mut self) {
        let at = self.now();
        self.rounds += 1;
        for seats in self.tables() {
            let winner = self.decide(&seats);
            let game = self.world.game;
            self.ratings.play(&Match {
                at,
                game,
                seats,
                winner,
            });
        }
    }

    fn tables(&mut self) -> Vec<Vec<Sitter<Player>>> {
        let seats = usize::from(self.world.game.seats);
        let mut order: Vec<Player> = (0..self.world.players).collect();
        shuffle(&mut self.rng, &mut order);
        match self.world.company {
            Company::Anybody => {}
            Company::Alike => {
                let family = self.world.game.family;
                let mean = |player: &Player| {
                    let entry = self.ratings.player(family, *player);
                    entry
                        .map_or_else(Rating::default, |entry| entry.rating)
                        .mean
                };
                order.sort_by(|a, b| mean(a).total_cmp(&mean(b)));
                for near in order.chunks_mut(4 * seats) {
                    shuffle(&mut self.rng, near);
                }
            }
            Company::Pairs => {
                let mut pairs: Vec<Player> = (0..self.world.players).step_by(2).collect();
                shuffle(&mut self.rng, &mut pairs);
                let two = pairs.chunks_exact(2);
                order = two.flat_map(|p| [p[0], p[1], p[0] + 1, p[1] + 1]).collect();
            }
            Company::Bots => {
                let levels: Vec<u8> = self.world.game.levels().collect();
                let tables = order.iter().map(|player| {
                    let level = levels[self.rng.next_u32() as usize % levels.len()];
                    let mut table = vec![Sitter::Bot { level }; seats];
                    table[0] = Sitter::person(*player);
                    table
                });
                return tables.collect();
            }
        }
        let tables = order.chunks_exact(seats);
        tables
            .map(|table| table.iter().map(|player| Sitter::person(*player)).collect())
            .collect()
    }

    fn decide(&mut self, seats: &[Sitter<Player>]) -> usize {
        let game = self.world.game;
        let sides = usize::from(game.sides);
        let mut sums = vec![0.0; sides];
        for (seat, sitter) in seats.iter().enumerate() {
            sums[seat % sides] += match sitter {
                Sitter::Person { player, .. } => self.truths[*player],
                Sitter::Bot { level } => game.level(*level).expect("a level that is rated"),
            };
        }
        if self.world.company == Company::Pairs {
            for (side, sum) in sums.iter_mut().enumerate() {
                if let Sitter::Person { player, .. } = seats[side] {
                    *sum += self.extras[player / 2];
                }
            }
        }
        let unit = 2_f64.sqrt() * game.beta();
        match self.world.luck {
            Luck::Model => self.draw(&sums, unit),
            Luck::FirstTo(target) => {
                let unit = unit * slope(target);
                let mut won = vec![0; sides];
                loop {
                    let side = self.draw(&sums, unit);
                    won[side] += 1;
                    if won[side] == target {
                        return side;
                    }
                }
            }
        }
    }

    /// Draws the winning side by the logistic model.
    fn draw(&mut self, sums: &[f64], unit: f64) -> usize {
        let best = sums.iter().copied().fold(f64::MIN, f64::max);
        let weights: Vec<f64> = sums.iter().map(|sum| ((sum - best) / unit).exp()).collect();
        let mut left = uniform(&mut self.rng) * weights.iter().sum::<f64>();
        for (side, weight) in weights.iter().enumerate() {
            left -= weight;
            if left < 0.0 {
                return side;
            }
        }
        sums.len() - 1
    }
}

/// How much more strength decides a match to `target` rounds than one round, for two nearly equal sides.
fn slope(target: u32) -> f64 {
    let small = 1e-4_f64;
    let lose = 0.5 - small;
    // The chance to win the race: to lose fewer than `target` rounds before winning `target`.
    let (mut win, mut ways) = (0.0, 1.0);
    for lost in 0..target {
        win += ways * (1.0 - lose).powi(target as i32) * lose.powi(lost as i32);
        ways *= f64::from(target + lost) / f64::from(lost + 1);
    }
    (win - 0.5) / small
}

fn uniform(rng: &mut ChaCha8Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// A normal deviate by the Box–Muller transform.
fn normal(rng: &mut ChaCha8Rng) -> f64 {
    let radius = (-2.0 * (1.0 - uniform(rng)).ln()).sqrt();
    radius * (std::f64::consts::TAU * uniform(rng)).cos()
}

fn shuffle<T>(rng: &mut ChaCha8Rng, all: &mut [T]) {
    for at in (1..all.len()).rev() {
        all.swap(at, (rng.next_u64() % (at as u64 + 1)) as usize);
    }
}

fn correlation(rated: &[(Rating, f64)]) -> f64 {
    let count = rated.len() as f64;
    let mean = |of: &dyn Fn(&(Rating, f64)) -> f64| rated.iter().map(of).sum::<f64>() / count;
    let (a, b) = (mean(&|one| one.0.mean), mean(&|one| one.1));
    let covariance = mean(&|one| (one.0.mean - a) * (one.1 - b));
    let first = mean(&|one| (one.0.mean - a).powi(2));
    let second = mean(&|one| (one.1 - b).powi(2));
    covariance / (first * second).sqrt()
}
