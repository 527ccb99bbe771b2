//! What a player is after.

use alloc::sync::Arc;

use capicu::rules::Score;
use capicu::{Award, Awards, Board, BySeat, ByTeam, Ended, Match, Outcome, Reason, Seat, Team};

use super::Equity;

/// What a [`Reader`](crate::Reader) is after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// To win the match.
    Match,
    /// To win the round, whatever the score: where points are counted, by as many as it can.
    Round,
}

/// What the ends of a round are worth to one side.
#[derive(Clone, Debug)]
pub(crate) struct Worth {
    /// Where the round is played for itself, there is none.
    equity: Option<Arc<Equity>>,
    /// The match as it stood when the round began.
    game: Match,
    team: Team,
    /// The chance of winning the match after losing the round as it is usually lost, and what
    /// winning it adds.
    lost: f64,
    swing: f64,
}

/// Where less than this depends on the round, it is played for itself.
const NOTHING: f64 = 1e-6;

/// What share of the target a round is taken to bring where it is played for itself.
const USUAL_SHARE: f64 = 0.25;

impl Worth {
    pub fn new(aim: Aim, board: &Board, team: Team) -> Self {
        let rules = *board.rules();
        let mut worth = Self {
            equity: None,
            game: Match::new(rules).at(*board.standing()),
            team,
            lost: 0.0,
            swing: 1.0,
        };
        if aim == Aim::Round {
            return worth;
        }
        let equity = Equity::of(&rules);
        let n = rules.n_teams();
        let rival = Team::all(n).chain(Team::all(n)).nth(team.index() + 1);
        let [won, lost] = [Some(team), rival].map(|winner| {
            let outcome = worth.usual(winner.unwrap_or(team), equity.usual);
            worth.after(&equity, board.opener(), board.points(), &outcome)
        });
        if won - lost > NOTHING {
            worth.lost = lost;
            worth.swing = won - lost;
            worth.equity = Some(equity);
        }
        worth
    }

    /// What the end of a round is worth, told with who opened it and with the points made in play: 0
    /// if it is lost as it is usually lost, 1 if it is won as usually; more or less if more or less
    /// comes of it.
    pub fn of(&self, opener: Seat, points: &ByTeam<u16>, outcome: &Outcome) -> f64 {
        match &self.equity {
            Some(equity) => (self.after(equity, opener, points, outcome) - self.lost) / self.swing,
            None => self.round(points, outcome),
        }
    }

    /// The chance of winning the match that goes with a worth.
    pub fn chance(&self, worth: f64) -> f64 {
        self.lost + self.swing * worth
    }

    fn after(&self, equity: &Equity, opener: Seat, points: &ByTeam<u16>, outcome: &Outcome) -> f64 {
        let mut game = self.game.clone();
        game.write_down(opener, points, outcome);
        equity.chance_in(&game, self.team)
    }

    fn round(&self, points: &ByTeam<u16>, outcome: &Outcome) -> f64 {
        let rules = self.game.rules();
        if rules.score == Score::Games {
            return match outcome.winner {
                Some(seat) if rules.team(seat) == self.team => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            };
        }
        let mut sums = *points;
        for award in &outcome.awards {
            sums[award.team] += award.points;
        }
        let others = || {
            let sums = sums.entries().filter(|(team, _)| *team != self.team);
            sums.map(|(_, sum)| f64::from(*sum))
        };
        let mine = f64::from(sums[self.team]);
        let ahead = match rules.score {
            Score::Penalties => others().fold(f64::MAX, f64::min) - mine,
            Score::Games | Score::Pips => mine - others().fold(0.0, f64::max),
        };
        0.5 + 0.5 * ahead / (USUAL_SHARE * f64::from(rules.target.get()))
    }

    /// The round won by this side as rounds are usually won.
    fn usual(&self, winner: Team, usual: u16) -> Outcome {
        let rules = self.game.rules();
        let seat = rules.members(winner).next().unwrap_or_default();
        let mut awards = Awards::new();
        for team in Team::all(rules.n_teams()) {
            let points = match rules.score {
                Score::Games if team == winner => 1,
                Score::Pips if team == winner => usual,
                Score::Penalties if team != winner => usual,
                _ => continue,
            };
            awards.push(Award {
                team,
                points,
                why: Reason::Game,
            });
        }
        Outcome {
            ended: Ended::Out(seat),
            winner: Some(seat),
            hands: BySeat::new(rules.n_seats()),
            counts: BySeat::new(rules.n_seats()),
            last: None,
            awards,
        }
    }
}
