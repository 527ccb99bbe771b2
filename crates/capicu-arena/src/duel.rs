//! Two players over the same deals.
//!
//! They play each deal twice and exchange seats, so the tiles favor neither.

use capicu::fair::Seed;
use capicu::rules::Score;
use capicu::{Action, Award, Board, Match, Opening, Round, Rules, Seat, Standing, View};
use rand_core::Rng;

use capicu_ai::Bot;

use crate::tally::Moments;

/// A player answered with an illegal action, or gave no answer on its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("seat {seat} answered with an illegal action")]
pub struct IllegalAnswer {
    pub seat: Seat,
    pub action: Option<Action>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    Anew,
    /// Like a round after one that seat 0 won.
    Earned,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Rounds with a winner.
    pub decided: u32,
    /// Per pair of rounds, the first player's wins, from 0 to 2. A tie counts half.
    won: Moments,
    points: Moments,
}

impl Tally {
    /// The first player's share of rounds won, and the variance of that estimate.
    pub fn share(&self) -> (f64, f64) {
        let (mean, variance) = self.won.mean();
        (mean / 2.0, variance / 4.0)
    }

    /// The first player's lead in points per round, and the variance of that estimate.
    pub fn margin(&self) -> (f64, f64) {
        let (mean, variance) = self.points.mean();
        (mean / 2.0, variance / 4.0)
    }

    /// Adds both rounds of a deal, scored for the first player.
    pub fn add(&mut self, rounds: [RoundScore; 2]) {
        self.decided += rounds.iter().filter(|round| round.decided).count() as u32;
        self.won.add(rounds.iter().map(|round| round.won).sum());
        self.points
            .add(rounds.iter().map(|round| round.points).sum());
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RoundScore {
    /// 1 is won, 0 lost, one half a tie.
    pub won: f64,
    pub decided: bool,
    /// The lead in points over the other player, per seat if the players have unequal numbers of seats.
    pub points: f64,
}

/// The round with this number under a seed. If the rules void a deal, the next one is used.
pub fn deal(rules: Rules, start: Start, seed: &Seed, number: u32) -> Round {
    const TRIES: u32 = 1 << 12;
    let game = Match::new(rules);
    let earned = Opening {
        seat: Seat::default(),
        duty: capicu::Duty::Any,
        may_hand_over: rules.pose == capicu::rules::Pose::Huddle,
    };
    // The last winner gets a point, so that no rule for "love all" applies.
    let mut after = Standing::new(&rules);
    (after.round, after.decided) = (1, 1);
    after.scores[rules.side(earned.seat)] = 1;
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

/// Plays a round to its end; `player` gives the index of the player in a seat. Fails if a player answers with an
/// illegal action.
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
        // Players never miss a score.
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
            view.observe(&step.mv.visible_to(view.seat()), &step.awards);
        }
    }
    Ok(round)
}

/// Plays one deal twice: the first player has the even sides, then the odd ones. Fails if a player answers with an
/// illegal action.
pub fn pair(
    round: &Round,
    players: &mut [&mut dyn Bot; 2],
    rng: &mut dyn Rng,
) -> Result<[RoundScore; 2], IllegalAnswer> {
    let mut scores = [RoundScore::default(); 2];
    let rules = *round.board().rules();
    for (swap, score) in scores.iter_mut().enumerate() {
        let player = |seat| (rules.side(seat).index() + swap) & 1;
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
    let won = |side| rules.members(side).next().map(&player) == Some(0);
    let side = outcome.side(rules);
    RoundScore {
        won: side.map_or(0.5, |side| if won(side) { 1.0 } else { 0.0 }),
        decided: side.is_some(),
        points: margin(board, &outcome.awards, player),
    }
}

/// The lead of player 0 over player 1 in a round, in points per seat. `at_end` has the points for the round's end. In a
/// game of penalties, fewer points are better.
pub(crate) fn margin(board: &Board, at_end: &[Award], player: impl Fn(Seat) -> usize) -> f64 {
    let rules = board.rules();
    let mut sums = [0.0; 2];
    let mut seats = [0.0; 2];
    for seat in Seat::all(rules.n_seats()) {
        let side = rules.side(seat);
        let of_side = at_end.iter().filter(|award| award.side == side);
        let made: i32 = of_side.map(Award::signed).sum();
        sums[player(seat)] += f64::from(made) + f64::from(board.points()[side]);
        seats[player(seat)] += 1.0;
    }
    let ahead = sums[0] / seats[0] - sums[1] / seats[1];
    match rules.score {
        Score::Penalties => -ahead,
        Score::Games | Score::Pips => ahead,
    }
}
