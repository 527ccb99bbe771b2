//! Two players against each other over the same deals.
//!
//! Each deal is played twice, the players changing places, so that neither is favored by the tiles.

use alloc::vec::Vec;

use capicu::fair::Seed;
use capicu::rules::Score;
use capicu::{Action, Match, Opening, Round, Rules, Seat, Standing, View};
use rand_core::Rng;

use crate::Bot;

/// A player answered with an action that is not legal, or with none on its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("seat {seat} answered with an illegal action")]
pub struct IllegalAnswer {
    /// Where the player sat.
    pub seat: Seat,
    /// What it answered.
    pub action: Option<Action>,
}

/// How the rounds of a duel are opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// As the first round of a match.
    Anew,
    /// As a round after one that seat 0 won.
    Earned,
}

/// What came of pairs of rounds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Pairs of rounds played.
    pub pairs: u32,
    /// Rounds that somebody won.
    pub decided: u32,
    /// Rounds won by the first player, ties half: the sum over pairs, each from 0 to 2.
    pub won: f64,
    /// The sum of the squares of that.
    pub won_squared: f64,
    /// Points the first player made more than the second: the sum over pairs.
    pub points: f64,
    /// The sum of the squares of that.
    pub points_squared: f64,
}

impl Tally {
    /// The share of rounds won by the first player, and the variance of that estimate.
    pub fn share(&self) -> (f64, f64) {
        let (mean, variance) = estimate(self.pairs, self.won, self.won_squared);
        (mean / 2.0, variance / 4.0)
    }

    /// The points a round by which the first player does better, and the variance of that estimate.
    pub fn margin(&self) -> (f64, f64) {
        let (mean, variance) = estimate(self.pairs, self.points, self.points_squared);
        (mean / 2.0, variance / 4.0)
    }

    /// Adds the two rounds of one deal, each as the first player sees it.
    pub fn add(&mut self, rounds: [RoundScore; 2]) {
        let won: f64 = rounds.iter().map(|round| round.won).sum();
        let points: f64 = rounds.iter().map(|round| round.points).sum();
        self.pairs += 1;
        self.decided += rounds.iter().filter(|round| round.decided).count() as u32;
        self.won += won;
        self.won_squared += won * won;
        self.points += points;
        self.points_squared += points * points;
    }
}

fn estimate(n: u32, sum: f64, squares: f64) -> (f64, f64) {
    let n = f64::from(n.max(1));
    let mean = sum / n;
    let variance = (squares / n - mean * mean) / (n - 1.0).max(1.0);
    (mean, variance)
}

/// One round as the first player sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RoundScore {
    /// 1 won, 0 lost, half a tie.
    pub won: f64,
    /// Whether anybody won.
    pub decided: bool,
    /// Points made more than the other player, per seat where the numbers of seats differ.
    pub points: f64,
}

/// The round of this number under a seed. Deals that the rules throw in are dealt again.
pub fn deal(rules: Rules, start: Start, seed: &Seed, number: u32) -> Round {
    const TRIES: u32 = 1 << 12;
    let game = Match::new(rules);
    let earned = Opening {
        seat: Seat::default(),
        duty: capicu::Duty::Any,
        may_hand_over: rules.pose == capicu::rules::Pose::Huddle,
    };
    // Whoever won the round before has a point of it, so that nobody is at love all.
    let mut after = Standing::new(&rules);
    (after.round, after.decided) = (1, 1);
    after.scores[rules.team(earned.seat)] = 1;
    let mut again = 0;
    loop {
        let deal = seed.deal(&rules, number.wrapping_mul(TRIES).wrapping_add(again));
        let (standing, opening) = match start {
            Start::Anew => (*game.standing(), game.opening(&deal)),
            Start::Earned => (after, Ok(earned)),
        };
        match opening {
            Ok(opening) => return Round::new(rules, standing, opening, &deal),
            Err(_) => again = (again + 1) % TRIES,
        }
    }
}

/// Plays a round to its end; `player` says which of the two sits where.
///
/// # Errors
///
/// If a player answers with an action that is not legal.
pub fn play(
    mut round: Round,
    players: &mut [&mut dyn Bot; 2],
    player: impl Fn(Seat) -> usize,
    rng: &mut dyn Rng,
) -> Result<Round, IllegalAnswer> {
    let n = round.board().rules().n_seats();
    let mut views: Vec<View> = Seat::all(n)
        .map(|seat| round.view_from_here(seat))
        .collect();
    while let Some(seat) = round.to_act() {
        // Players overlook no score.
        if let Some((seat, call)) = round.board().due_call()
            && let Ok(awards) = round.call(seat, call)
        {
            for view in &mut views {
                view.observe_call(seat, call, &awards);
            }
            continue;
        }
        let action = players[player(seat) & 1].choose(&views[seat.index()], rng);
        let step = action
            .and_then(|action| round.play(action).ok())
            .ok_or(IllegalAnswer { seat, action })?;
        for view in &mut views {
            view.observe(&step.deed.seen_by(view.seat()), &step.awards);
        }
    }
    Ok(round)
}

/// Plays one deal twice: the first player sits at the even sides, then at the odd.
///
/// # Errors
///
/// If a player answers with an action that is not legal.
pub fn pair(
    round: &Round,
    players: &mut [&mut dyn Bot; 2],
    rng: &mut dyn Rng,
) -> Result<[RoundScore; 2], IllegalAnswer> {
    let mut scores = [RoundScore::default(); 2];
    let rules = *round.board().rules();
    for (swap, score) in scores.iter_mut().enumerate() {
        let player = |seat| (rules.team(seat).index() + swap) & 1;
        let over = play(round.clone(), players, player, rng)?;
        *score = round_score(&over, player);
    }
    Ok(scores)
}

fn round_score(round: &Round, player: impl Fn(Seat) -> usize) -> RoundScore {
    let rules = round.board().rules();
    let Some(outcome) = round.outcome() else {
        return RoundScore::default();
    };
    let winner = outcome
        .side(rules)
        .and_then(|team| rules.members(team).next());
    let mut sums = [0.0; 2];
    let mut seats = [0.0; 2];
    for seat in Seat::all(rules.n_seats()) {
        let team = rules.team(seat);
        let made: u16 = outcome
            .awards
            .iter()
            .filter(|award| award.team == team)
            .map(|award| award.points)
            .sum();
        sums[player(seat)] += f64::from(made + round.board().points()[team]);
        seats[player(seat)] += 1.0;
    }
    let points = sums[0] / seats[0] - sums[1] / seats[1];
    RoundScore {
        won: winner.map_or(0.5, |seat| if player(seat) == 0 { 1.0 } else { 0.0 }),
        decided: winner.is_some(),
        points: if rules.score == Score::Penalties {
            -points
        } else {
            points
        },
    }
}
