//! The terms that add up to the result of a match.

use capicu::{BySeat, BySide, Side};

use crate::chance::RoundChances;
use crate::loss::Judged;
use crate::played::{Decision, Happened, Played, PlayedRound};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyNot {
    /// Some tiles are unknown.
    Tiles,
    Stopped,
    NoRound,
}

impl WhyNot {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tiles => "tiles-unknown",
            Self::Stopped => "stopped",
            Self::NoRound => "no-round",
        }
    }
}

/// The terms of a result for one side, in millionths of the match. They add up to the result exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The chance at the start.
    pub start: i64,
    pub deals: i64,
    pub draws: i64,
    /// The effect of mistakes, by the seat that made them.
    pub mistakes: BySeat<i64>,
    /// The effect of the position of the tiles: the change by moves with all hands known, minus the change expected
    /// from the seat's knowledge.
    pub lay: i64,
    /// The value of the score at the start of the next round, found by playouts, minus its value at the end of the
    /// round by the table of scores.
    pub estimate: i64,
    /// The effect of scores called or missed, and of irregularities.
    pub calls: i64,
}

impl Terms {
    pub fn sum(&self) -> i64 {
        let mistakes: i64 = self.mistakes.iter().sum();
        self.start + self.deals + self.draws + mistakes + self.lay + self.estimate + self.calls
    }

    /// The terms that no player chose: deals, draws and the position of tiles.
    pub const fn luck(&self) -> i64 {
        self.deals + self.draws + self.lay
    }
}

/// The terms of one round; its start is the chance before the round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundSum {
    /// Its number, from 1.
    pub number: usize,
    /// The terms of the chance at its end.
    pub terms: Terms,
    /// The chance after the deal and after each move.
    pub course: Vec<i64>,
    /// The standard error of each number in `course`; 0 if the table of scores gives the chance.
    pub errors: Vec<i64>,
}

pub fn of(
    played: &Played,
    rounds: &[RoundChances],
    judged: &[Option<Judged>],
    side: Side,
) -> (Vec<RoundSum>, Terms) {
    let mut sums = Vec::new();
    for (at, (round, found)) in played.rounds.iter().zip(rounds).enumerate() {
        let next = rounds.get(at + 1).map(|next| next.before[side]);
        let decisions = &played.decisions;
        sums.push(of_round(
            played, round, found, next, decisions, judged, side,
        ));
    }
    let mut all = sums[0].terms.clone();
    for RoundSum { terms, .. } in &sums[1..] {
        all.deals += terms.deals;
        all.draws += terms.draws;
        all.lay += terms.lay;
        all.estimate += terms.estimate;
        all.calls += terms.calls;
        for (seat, mistakes) in terms.mistakes.entries() {
            all.mistakes[seat] += mistakes;
        }
    }
    (sums, all)
}

fn of_round(
    played: &Played,
    round: &PlayedRound,
    found: &RoundChances,
    next: Option<i64>,
    decisions: &[Decision],
    judged: &[Option<Judged>],
    side: Side,
) -> RoundSum {
    let mut terms = Terms {
        start: found.before[side],
        deals: found.begun[side] - found.before[side],
        draws: 0,
        mistakes: BySeat::new(played.rules.n_seats()),
        lay: 0,
        estimate: 0,
        calls: 0,
    };
    let mut now = found.begun[side];
    let mut course = vec![now];
    let mut errors = vec![found.begun_error];
    for (step, at) in round.steps.iter().zip(&found.steps) {
        let then = at.then[side];
        let chosen = match step.what {
            Happened::Chosen(chosen) => Some((chosen, then)),
            Happened::Drawn(chosen) => {
                let unseen = at.unseen.map_or(now, |unseen| unseen[side]);
                terms.draws += then - unseen;
                chosen.map(|chosen| (chosen, unseen))
            }
            Happened::Forced => {
                terms.lay += then - now;
                None
            }
            Happened::Other => {
                terms.calls += then - now;
                None
            }
        };
        if let Some((chosen, after)) = chosen {
            let effect: Option<&BySide<i64>> = judged[chosen].as_ref().map(|j| &j.effect);
            let effect = effect.map_or(0, |effect| effect[side]);
            terms.mistakes[decisions[chosen].seat()] += effect;
            terms.lay += after - now - effect;
        }
        now = then;
        course.push(now);
        errors.push(at.error);
    }
    terms.estimate = next.unwrap_or(now) - now;
    RoundSum {
        number: round.number,
        terms,
        course,
        errors,
    }
}
