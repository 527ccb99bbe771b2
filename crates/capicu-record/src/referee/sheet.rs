//! The score sheet: what came of every round, as the table told it.

use capicu::{
    Action, Award, ByTeam, Ended, Event, MatchResult, RoundResult, Rules, ScoreTurn, Seat, Table,
    Team, TileSet,
};

use crate::record::{EndClaim, PointClaim};

/// What came of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundReport {
    /// Its number in the match, from 1.
    pub number: usize,
    /// Who laid the first tile, or was to.
    pub opener: Seat,
    /// How it ended.
    pub ended: Ended,
    /// The seat that went out, or whose hand won the block.
    pub winner: Option<Seat>,
    /// The side that won.
    pub side: Option<Team>,
    /// What was written down for it, in order.
    pub points: Vec<PointClaim>,
    /// The scores after it, by side.
    pub score: Vec<u16>,
    /// What else it did to the scores.
    pub turn: Option<ScoreTurn>,
    /// The tiles that were left, by seat.
    pub left: Vec<TileSet>,
    /// What they counted.
    pub counts: Vec<u16>,
    /// The same as the table told it.
    pub told: Box<RoundResult>,
    /// What of this is known where the record does not show every tile.
    pub sure: Sure,
}

/// What is known of a round. What is not is told of one deal among those that can have been.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sure {
    /// How it ended and who won it.
    pub end: bool,
    /// The points written down for it.
    pub points: bool,
    /// The scores after it.
    pub score: bool,
    /// The tiles left, by seat.
    pub left: Vec<bool>,
    /// What they counted, by seat.
    pub counts: Vec<bool>,
}

impl Sure {
    /// Leaves what is the same in another way in which the round can have been.
    pub(super) fn keep_common(&mut self, one: &RoundReport, other: &RoundReport) {
        self.end &= other.sure.end && (other.ended, other.side) == (one.ended, one.side);
        self.points &= other.sure.points && other.points == one.points;
        self.score &= other.sure.score && other.score == one.score;
        for (seat, sure) in self.left.iter_mut().enumerate() {
            *sure &= other.sure.left[seat] && other.left[seat] == one.left[seat];
        }
        for (seat, sure) in self.counts.iter_mut().enumerate() {
            *sure &= other.sure.counts[seat] && other.counts[seat] == one.counts[seat];
        }
    }

    /// Everything.
    fn everything(seats: u8) -> Self {
        let seats = vec![true; usize::from(seats)];
        Self {
            end: true,
            points: true,
            score: true,
            left: seats.clone(),
            counts: seats,
        }
    }
}

/// The fold of what a table told into what came of each round.
#[derive(Clone, Debug)]
pub struct Sheet {
    rules: Rules,
    scores: ByTeam<u16>,
    opener: Seat,
    awards: Vec<Award>,
    /// Rounds that are written down elsewhere.
    earlier: usize,
    rounds: Vec<RoundReport>,
    between: bool,
}

impl Sheet {
    /// An empty sheet.
    pub fn new(rules: Rules) -> Self {
        Self {
            rules,
            scores: ByTeam::new(rules.n_teams()),
            opener: Seat::default(),
            awards: Vec::new(),
            earlier: 0,
            rounds: Vec::new(),
            between: false,
        }
    }

    /// A sheet for the next round at a table, after so many that are written down elsewhere.
    pub(super) fn page(table: &Table, earlier: usize) -> Self {
        let game = table.game();
        Self {
            earlier,
            scores: game.standing().scores,
            ..Self::new(*game.rules())
        }
    }

    /// The rounds that are over.
    pub fn rounds(&self) -> &[RoundReport] {
        &self.rounds
    }

    /// The points made in the round in play, and the scores with them.
    pub(super) fn so_far(&self) -> (Vec<PointClaim>, Vec<u16>) {
        let mut scores = self.scores;
        for award in &self.awards {
            scores[award.team] += award.points;
        }
        let points = self.awards.iter().map(claim).collect();
        (points, scores.iter().copied().collect())
    }

    /// Whether a round has ended and no other begun.
    pub const fn is_between_rounds(&self) -> bool {
        self.between
    }

    /// Takes note of something the table told.
    pub fn note(&mut self, event: &Event) {
        match event {
            Event::TurnedUp { .. } | Event::Redealt(_) | Event::Unsettled { .. } => {}
            Event::Dealt { opening, .. } => {
                self.opener = opening.seat;
                self.awards.clear();
                self.between = false;
            }
            Event::Done(step) => {
                if let Action::Lead(_) = step.deed.action {
                    self.opener = step.deed.seat;
                }
                self.awards.extend(step.awards.iter().copied());
            }
            Event::Ruled(ruling) => self.awards.extend(ruling.awards.iter().copied()),
            Event::Called { awards, result, .. } if self.between => {
                self.called_late(awards, *result);
            }
            Event::Called { awards, .. } => self.awards.extend(awards.iter().copied()),
            Event::RoundOver(result) => {
                let outcome = &result.outcome;
                if outcome.ended == Ended::Void {
                    self.awards.clear();
                }
                let written = self.awards.iter().chain(&result.written);
                let points = written.map(claim).collect();
                let side = outcome.side(&self.rules);
                self.scores = result.scores;
                self.between = true;
                self.rounds.push(RoundReport {
                    number: self.earlier + self.rounds.len() + 1,
                    opener: self.opener,
                    ended: outcome.ended,
                    winner: outcome.winner,
                    side,
                    points,
                    score: self.scores.iter().copied().collect(),
                    turn: result.turn,
                    left: outcome.hands.iter().copied().collect(),
                    counts: outcome.counts.iter().copied().collect(),
                    told: result.clone(),
                    sure: Sure::everything(self.rules.n_seats()),
                });
            }
        }
    }

    /// Points called after the last tile and before the next deal; they can end the match.
    fn called_late(&mut self, awards: &[Award], result: Option<MatchResult>) {
        if let Some(last) = self.rounds.last_mut() {
            for award in awards {
                self.scores[award.team] += award.points;
                last.points.push(claim(award));
            }
            last.score = self.scores.iter().copied().collect();
            last.told.scores = self.scores;
            last.told.result = result;
        }
    }
}

fn claim(award: &Award) -> PointClaim {
    PointClaim {
        side: award.team,
        points: award.points,
        reason: award.why,
    }
}

impl EndClaim {
    /// How a round ended.
    pub fn of(report: &RoundReport) -> Option<Self> {
        Some(match (report.ended, report.side) {
            (Ended::Out(seat), _) => Self::Out(seat),
            (Ended::Blocked(_), Some(side)) => Self::Blocked(side),
            (Ended::Blocked(_), None) => Self::Tied,
            (Ended::Target(team), _) => Self::Target(team),
            (Ended::Void, _) => Self::Void,
        })
    }
}
