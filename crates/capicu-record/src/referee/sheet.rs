//! The score sheet: the result of every round, from the events of the table.

use capicu::{
    Action, Award, BySide, Ended, Event, MatchResult, RoundResult, Rules, ScoreTurn, Seat, Side,
    Table, TileSet,
};

use crate::record::{EndClaim, PointClaim};

/// The result of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundReport {
    /// The number of the round in the match, from 1.
    pub number: usize,
    /// The seat that laid the first tile, or had to.
    pub opener: Seat,
    /// How the round ended.
    pub ended: Ended,
    /// The seat that went out, or whose hand won the block.
    pub winner: Option<Seat>,
    /// The side that won the round.
    pub side: Option<Side>,
    /// The points written down for the round, in order.
    pub points: Vec<PointClaim>,
    /// The scores after the round, by side.
    pub score: Vec<u16>,
    /// A change of the scores other than added points.
    pub turn: Option<ScoreTurn>,
    /// The tiles left in the hands, by seat.
    pub left: Vec<TileSet>,
    /// The counts of these tiles, by seat.
    pub counts: Vec<u16>,
    /// The result as the table reported it.
    pub told: Box<RoundResult>,
    /// The moves and calls of the round, with the points that they made.
    pub events: Vec<Event>,
    /// The parts that are certain, where tiles are unknown.
    pub sure: Sure,
}

/// The certain parts of a round's result. Other parts come from one of the possible deals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sure {
    /// The round is over.
    pub over: bool,
    /// The end of the round and its winner.
    pub end: bool,
    /// The points written down for the round.
    pub points: bool,
    /// The scores after the round.
    pub score: bool,
    /// The tiles left in each hand, by seat.
    pub left: Vec<bool>,
    /// The count of each hand, by seat.
    pub counts: Vec<bool>,
}

impl Sure {
    /// Keeps the parts that are the same in two possible results.
    pub(super) fn keep_common(&mut self, one: &RoundReport, other: &RoundReport) {
        self.over &= other.sure.over;
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

    fn everything(seats: u8) -> Self {
        let seats = vec![true; usize::from(seats)];
        Self {
            over: true,
            end: true,
            points: true,
            score: true,
            left: seats.clone(),
            counts: seats,
        }
    }
}

/// Collects the result of each round from the events of a table.
#[derive(Clone, Debug)]
pub struct Sheet {
    rules: Rules,
    scores: BySide<u16>,
    opener: Seat,
    awards: Vec<Award>,
    events: Vec<Event>,
    /// Earlier rounds on another sheet.
    earlier: usize,
    rounds: Vec<RoundReport>,
    between: bool,
}

impl Sheet {
    /// An empty sheet for a match by these rules.
    pub fn new(rules: Rules) -> Self {
        Self {
            rules,
            scores: BySide::new(rules.n_sides()),
            opener: Seat::default(),
            awards: Vec::new(),
            events: Vec::new(),
            earlier: 0,
            rounds: Vec::new(),
            between: false,
        }
    }

    /// A sheet for the next round at a table, after this number of earlier rounds.
    pub(super) fn page(table: &Table, earlier: usize) -> Self {
        let game = table.game();
        Self {
            earlier,
            scores: game.standing().scores,
            ..Self::new(*game.rules())
        }
    }

    /// The results of the rounds that are over.
    pub fn rounds(&self) -> &[RoundReport] {
        &self.rounds
    }

    /// The points made in the round in play, and the scores including them.
    pub(super) fn so_far(&self) -> (Vec<PointClaim>, Vec<u16>) {
        let mut scores = self.scores;
        for award in &self.awards {
            scores[award.side] = award.onto(scores[award.side]);
        }
        let points = self.awards.iter().map(claim).collect();
        (points, scores.iter().copied().collect())
    }

    /// Whether the last round has ended and no other has begun.
    pub const fn is_between_rounds(&self) -> bool {
        self.between
    }

    /// Applies an event of the table.
    pub fn note(&mut self, event: &Event) {
        if matches!(event, Event::Done(_) | Event::Called { .. }) {
            self.events.push(event.clone());
        }
        match event {
            Event::TurnedUp { .. }
            | Event::Redealt(_)
            | Event::Unsettled { .. }
            | Event::Withdrew(_) => {}
            Event::Dealt { opening, .. } => {
                self.opener = opening.seat;
                self.awards.clear();
                self.events.clear();
                self.between = false;
            }
            Event::Done(step) => {
                if let Action::Lead(_) = step.mv.action {
                    self.opener = step.mv.seat;
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
                if outcome.takes_back(&self.rules) {
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
                    events: std::mem::take(&mut self.events),
                    sure: Sure::everything(self.rules.n_seats()),
                });
            }
        }
    }

    /// Adds points called after the last tile and before the next deal; they can end the match.
    fn called_late(&mut self, awards: &[Award], result: Option<MatchResult>) {
        if let Some(last) = self.rounds.last_mut() {
            last.events.append(&mut self.events);
            for award in awards {
                self.scores[award.side] = award.onto(self.scores[award.side]);
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
        side: award.side,
        points: award.points,
        reason: award.why,
    }
}

impl EndClaim {
    /// The end of a round as a claim; `None` if a record cannot claim it.
    pub fn of(report: &RoundReport) -> Option<Self> {
        Some(match (report.ended, report.side) {
            (Ended::Out(seat), _) => Self::Out(seat),
            (Ended::Blocked(_), Some(side)) => Self::Blocked(side),
            (Ended::Blocked(_), None) => Self::Tied,
            (Ended::Target(side), _) => Self::Target(side),
            (Ended::Void, _) => Self::Void,
            (Ended::Doubles(seat), _) => Self::Doubles(seat),
            (Ended::Foul(seat), _) => Self::Foul(seat),
        })
    }
}
