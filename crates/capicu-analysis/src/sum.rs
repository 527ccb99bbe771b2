//! The sum of a match: what came of it, as what it is made of.

use capicu::{BySeat, ByTeam, Team};

use crate::chance::RoundChances;
use crate::judged::Judged;
use crate::played::{Decision, Happened, Played, PlayedRound};

/// Why there is no sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyNot {
    /// Not every tile is known.
    Tiles,
    /// The work was stopped.
    Stopped,
    /// No tiles were ever dealt.
    NoRound,
}

impl WhyNot {
    /// The reason in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tiles => "tiles-unknown",
            Self::Stopped => "stopped",
            Self::NoRound => "no-round",
        }
    }
}

/// What a result is made of, seen from one side, in millionths of the match. All together are the result:
/// nothing is left over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The chance at the start.
    pub start: i64,
    /// The tiles that were dealt.
    pub deals: i64,
    /// The tiles that were drawn.
    pub draws: i64,
    /// What mistakes brought, by the seat that made them.
    pub mistakes: BySeat<i64>,
    /// How the tiles lay for what was chosen: what a choice did with all hands open, less what it was to do
    /// over what the seat could know.
    pub lay: i64,
    /// What the score was worth at the end of a round by the table of scores, and what it is worth where the next
    /// begins, which is found by playing it.
    pub estimate: i64,
    /// Scores that were called or let go, and irregularities.
    pub calls: i64,
}

impl Terms {
    /// What they add up to.
    pub fn sum(&self) -> i64 {
        let mistakes: i64 = self.mistakes.iter().sum();
        self.start + self.deals + self.draws + mistakes + self.lay + self.estimate + self.calls
    }

    /// What nobody chose: deals, draws and how the tiles lay.
    pub const fn luck(&self) -> i64 {
        self.deals + self.draws + self.lay
    }
}

/// The terms of a round and of what came before it: its start is the chance with which it began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundSum {
    /// Its number, from 1.
    pub number: usize,
    /// What its end is made of.
    pub terms: Terms,
    /// The chance after each of its moves, beginning with that after the deal.
    pub course: Vec<i64>,
    /// The standard error of each of these; nothing of a chance that the table of scores says.
    pub errors: Vec<i64>,
}

/// All rounds, and the match, seen from one side.
pub fn of(
    played: &Played,
    rounds: &[RoundChances],
    judged: &[Option<Judged>],
    team: Team,
) -> (Vec<RoundSum>, Terms) {
    let mut sums = Vec::new();
    for (at, (round, found)) in played.rounds.iter().zip(rounds).enumerate() {
        let next = rounds.get(at + 1).map(|next| next.before[team]);
        let decisions = &played.decisions;
        sums.push(of_round(
            played, round, found, next, decisions, judged, team,
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
    team: Team,
) -> RoundSum {
    let mut terms = Terms {
        start: found.before[team],
        deals: found.begun[team] - found.before[team],
        draws: 0,
        mistakes: BySeat::new(played.rules.n_seats()),
        lay: 0,
        estimate: 0,
        calls: 0,
    };
    let mut now = found.begun[team];
    let mut course = vec![now];
    let mut errors = vec![found.begun_error];
    for (step, at) in round.steps.iter().zip(&found.steps) {
        let then = at.then[team];
        let chosen = match step.what {
            Happened::Chosen(chosen) => Some((chosen, then)),
            Happened::Drawn(chosen) => {
                let unseen = at.unseen.map_or(now, |unseen| unseen[team]);
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
            let effect: Option<&ByTeam<i64>> = judged[chosen].as_ref().map(|j| &j.effect);
            let effect = effect.map_or(0, |effect| effect[team]);
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
