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
    /// To win the round, whatever the score and by however much.
    Win,
}

/// What the ends of a round are worth to one side.
#[derive(Clone, Debug)]
pub(crate) struct Worth {
    /// Where the round is played for itself, there is none.
    equity: Option<Arc<Equity>>,
    /// Whether, where the round is played for itself, points are nothing.
    only_win: bool,
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
            only_win: aim == Aim::Win || rules.score == Score::Games,
            game: Match::new(rules).at(*board.standing()),
            team,
            lost: 0.0,
            swing: 1.0,
        };
        if aim != Aim::Match {
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

    /// The chance of winning the match that hangs on the round; none where it is played for itself.
    pub const fn stake(&self) -> f64 {
        match self.equity {
            Some(_) => self.swing,
            None => 0.0,
        }
    }

    fn after(&self, equity: &Equity, opener: Seat, points: &ByTeam<u16>, outcome: &Outcome) -> f64 {
        let mut game = self.game.clone();
        game.write_down(opener, points, outcome);
        equity.chance_in(&game, self.team)
    }

    fn round(&self, points: &ByTeam<u16>, outcome: &Outcome) -> f64 {
        let rules = self.game.rules();
        if self.only_win {
            return match outcome.side(rules) {
                Some(team) if team == self.team => 1.0,
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

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use capicu::fair::Seed;
    use capicu::{Game, Round, Rules, Standing};

    use super::*;
    use capicu_arena::duel::{self, Start};

    /// What rounds won and lost by so many points are worth to the first side at these scores.
    fn worths(id: &str, aim: Aim, scores: [u16; 2], ends: &[i32]) -> Vec<f64> {
        let rules: Rules = Game::by_id(id).unwrap().rules(4).unwrap();
        let round = duel::deal(rules, Start::Earned, &Seed::from_number(1), 0);
        let standing = Standing {
            scores: ByTeam::from_slice(&scores).unwrap(),
            ..*round.board().standing()
        };
        let deal = Seed::from_number(1).deal(&rules, 0);
        let round = Round::new_unchecked(rules, standing, round.board().opening(), &deal);
        let teams: Vec<Team> = Team::all(2).collect();
        let worth = Worth::new(aim, round.board(), teams[0]);
        let of = |points: &i32| {
            let winner = teams[usize::from(*points < 0)];
            let mut outcome = worth.usual(winner, points.unsigned_abs() as u16);
            if rules.score == Score::Games {
                outcome.awards[0].points = points.unsigned_abs() as u16;
            }
            let none = ByTeam::new(2);
            worth.of(round.board().opener(), &none, &outcome)
        };
        ends.iter().map(of).collect()
    }

    /// By hand from the chances of `six_love_is_solved` where the pose wins six rounds in ten: at three
    /// love a win leads from 0.5 to 0.68 and a double one to 0.8. Against three love any win wipes
    /// them out, and at five love any win is the match.
    #[test]
    fn a_key_tile_counts_where_games_are_to_be_won() {
        let ends = [-2, -1, 1, 2];
        let close = |found: &[f64], known: [f64; 4]| {
            let near = found.iter().zip(known).all(|(a, b)| (a - b).abs() < 0.1);
            assert!(near, "{found:?} {known:?}");
        };
        let at = |scores| worths("jamaican-partner", Aim::Match, scores, &ends);
        close(&at([0, 0]), [-0.33, 0.0, 1.0, 1.33]);
        close(&at([3, 0]), [0.0, 0.0, 1.0, 1.67]);
        close(&at([0, 3]), [-0.67, 0.0, 1.0, 1.0]);
        close(&at([5, 0]), [0.0, 0.0, 1.0, 1.0]);
        for aim in [Aim::Round, Aim::Win] {
            let found = worths("jamaican-partner", aim, [3, 0], &ends);
            assert_eq!(found, [0.0, 0.0, 1.0, 1.0]);
        }
    }

    /// Far from two hundred points are worth about what they count; ten short of it all that matters
    /// is to win, or where only the others are, not to lose.
    #[test]
    fn points_count_where_they_decide() {
        let ends = [-60, -10, 10, 60];
        let at = |scores| worths("doscientos", Aim::Match, scores, &ends);
        let far = at([0, 0]);
        assert!(far.is_sorted() && far[3] - far[2] > 0.25, "{far:?}");
        let near = at([195, 195]);
        assert!(
            near.iter()
                .zip([0.0, 0.0, 1.0, 1.0])
                .all(|(a, b)| (a - b).abs() < 1e-6),
            "{near:?}"
        );
        let ahead = at([195, 100]);
        assert!(
            (ahead[3] - ahead[2]).abs() < 1e-6 && ahead[1] - ahead[0] > 0.3,
            "{ahead:?}"
        );
        let behind = at([100, 195]);
        assert!(
            (behind[1] - behind[0]).abs() < 1e-6 && behind[3] - behind[2] > 0.3,
            "{behind:?}"
        );
        assert_eq!(
            worths("doscientos", Aim::Win, [0, 0], &ends),
            [0.0, 0.0, 1.0, 1.0]
        );
        let points = worths("doscientos", Aim::Round, [195, 195], &ends);
        assert!((points[3] - points[2] - 0.5).abs() < 1e-9, "{points:?}");
    }
}
