//! Two players against each other over the same deals.
//!
//! Each deal is played twice, the players changing places, so that neither is favored by the tiles.

use capicu::fair::Seed;
use capicu::rules::Score;
use capicu::{Action, Award, Board, Match, Opening, Round, Rules, Seat, Standing, View};
use rand_core::Rng;

use capicu_ai::Bot;

use crate::tally::Moments;

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
    /// Rounds that somebody won.
    pub decided: u32,
    /// Rounds won by the first player, ties half: each pair from 0 to 2.
    won: Moments,
    /// Points the first player made more than the second.
    points: Moments,
}

impl Tally {
    /// The share of rounds won by the first player, and the variance of that estimate.
    pub fn share(&self) -> (f64, f64) {
        let (mean, variance) = self.won.mean();
        (mean / 2.0, variance / 4.0)
    }

    /// The points a round by which the first player does better, and the variance of that estimate.
    pub fn margin(&self) -> (f64, f64) {
        let (mean, variance) = self.points.mean();
        (mean / 2.0, variance / 4.0)
    }

    /// Adds the two rounds of one deal, each as the first player sees it.
    pub fn add(&mut self, rounds: [RoundScore; 2]) {
        self.decided += rounds.iter().filter(|round| round.decided).count() as u32;
        self.won.add(rounds.iter().map(|round| round.won).sum());
        self.points
            .add(rounds.iter().map(|round| round.points).sum());
    }
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
            Ok(opening) => return Round::new_unchecked(rules, standing, opening, &deal),
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
    let board = round.board();
    let rules = board.rules();
    let Some(outcome) = round.outcome() else {
        return RoundScore::default();
    };
    let won = |team| rules.members(team).next().map(&player) == Some(0);
    let side = outcome.side(rules);
    RoundScore {
        won: side.map_or(0.5, |team| if won(team) { 1.0 } else { 0.0 }),
        decided: side.is_some(),
        points: margin(board, &outcome.awards, player),
    }
}

/// The points that the first player (0) made more than the second (1) in a round, per seat, `at_end`
/// being those for its end. In a game of penalties it is how many fewer.
pub(crate) fn margin(board: &Board, at_end: &[Award], player: impl Fn(Seat) -> usize) -> f64 {
    let rules = board.rules();
    let mut sums = [0.0; 2];
    let mut seats = [0.0; 2];
    for seat in Seat::all(rules.n_seats()) {
        let team = rules.team(seat);
        let of_team = at_end.iter().filter(|award| award.team == team);
        let made: u16 = of_team.map(|award| award.points).sum();
        sums[player(seat)] += f64::from(made + board.points()[team]);
        seats[player(seat)] += 1.0;
    }
    let ahead = sums[0] / seats[0] - sums[1] / seats[1];
    match rules.score {
        Score::Penalties => -ahead,
        Score::Games | Score::Pips => ahead,
    }
}
