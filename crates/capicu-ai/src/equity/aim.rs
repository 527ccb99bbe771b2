//! The aim of a player.

use alloc::sync::Arc;

use capicu::rules::Score;
use capicu::{Award, Awards, Board, BySeat, BySide, Ended, Match, Outcome, Reason, Seat, Side};

use super::Equity;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    Match,
    /// To win the round, whatever the score; where points are counted, by as many as possible.
    Round,
    Win,
}

#[derive(Clone, Debug)]
pub(crate) struct Worth {
    /// `None` where the round is played for itself.
    equity: Option<Arc<Equity>>,
    /// Whether points have no value, where the round is played for itself.
    only_win: bool,
    /// The match before the round.
    game: Match,
    side: Side,
    /// The chance of winning the match after a usual loss of the round, and the gain of a usual win.
    lost: f64,
    swing: f64,
}

/// A round on which less than this depends is played for itself.
const NOTHING: f64 = 1e-6;

/// The assumed share of the target in a usual win, where a round is played for itself.
const USUAL_SHARE: f64 = 0.25;

impl Worth {
    pub fn new(aim: Aim, board: &Board, side: Side) -> Self {
        let rules = *board.rules();
        let mut worth = Self {
            equity: None,
            only_win: aim == Aim::Win || rules.score == Score::Games,
            game: Match::new(rules).at(*board.standing()),
            side,
            lost: 0.0,
            swing: 1.0,
        };
        if aim != Aim::Match || !Equity::covers(&rules) {
            return worth;
        }
        let equity = Equity::of(&rules);
        let n = rules.n_sides();
        let rival = Side::all(n).chain(Side::all(n)).nth(side.index() + 1);
        let [won, lost] = [Some(side), rival].map(|winner| {
            let outcome = worth.usual(winner.unwrap_or(side), equity.usual);
            worth.after(&equity, board.opener(), board.points(), &outcome)
        });
        if won - lost > NOTHING {
            worth.lost = lost;
            worth.swing = won - lost;
            worth.equity = Some(equity);
        }
        worth
    }

    /// The value of a round's end, from its opener and the points made in play. A usual loss is 0 and a usual win 1;
    /// better and worse results are outside this range.
    pub fn of(&self, opener: Seat, points: &BySide<u16>, outcome: &Outcome) -> f64 {
        match &self.equity {
            Some(equity) => (self.after(equity, opener, points, outcome) - self.lost) / self.swing,
            None => self.round(points, outcome),
        }
    }

    pub fn chance(&self, worth: f64) -> f64 {
        self.lost + self.swing * worth
    }

    /// The chance of winning the match that depends on the round; `None` where the round is played for itself.
    pub const fn stake(&self) -> f64 {
        match self.equity {
            Some(_) => self.swing,
            None => 0.0,
        }
    }

    fn after(&self, equity: &Equity, opener: Seat, points: &BySide<u16>, outcome: &Outcome) -> f64 {
        let mut game = self.game.clone();
        game.write_down(opener, points, outcome);
        equity.chance_in(&game, self.side)
    }

    fn round(&self, points: &BySide<u16>, outcome: &Outcome) -> f64 {
        let rules = self.game.rules();
        if self.only_win {
            return match outcome.side(rules) {
                Some(side) if side == self.side => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            };
        }
        let sum = |side: Side| {
            let own = outcome.awards.iter().filter(|award| award.side == side);
            f64::from(own.map(Award::signed).sum::<i32>()) + f64::from(points[side])
        };
        let others = || {
            let others = Side::all(rules.n_sides()).filter(|side| *side != self.side);
            others.map(sum)
        };
        let mine = sum(self.side);
        let ahead = match rules.score {
            Score::Penalties => others().fold(f64::MAX, f64::min) - mine,
            Score::Games | Score::Pips => mine - others().fold(0.0, f64::max),
        };
        0.5 + 0.5 * ahead / (USUAL_SHARE * f64::from(rules.target.get()))
    }

    /// The outcome of a usual win by this side.
    fn usual(&self, winner: Side, usual: u16) -> Outcome {
        let rules = self.game.rules();
        let seat = rules.members(winner).next().unwrap_or_default();
        let mut awards = Awards::new();
        for side in Side::all(rules.n_sides()) {
            let points = match rules.score {
                Score::Games if side == winner => 1,
                Score::Pips if side == winner => usual,
                Score::Penalties if side != winner => usual,
                _ => continue,
            };
            awards.push(Award {
                side,
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

    /// The values, for the first side at these scores, of rounds won or lost by these points.
    fn worths(id: &str, aim: Aim, scores: [u16; 2], ends: &[i32]) -> Vec<f64> {
        let rules: Rules = Game::by_id(id).unwrap().rules(4).unwrap();
        let round = duel::deal(rules, Start::Earned, &Seed::from_number(1), 0);
        let standing = Standing {
            scores: BySide::from_slice(&scores).unwrap(),
            ..*round.board().standing()
        };
        let deal = Seed::from_number(1).deal(&rules, 0);
        let round = Round::new_unchecked(rules, standing, round.board().opening(), &deal);
        let sides: Vec<Side> = Side::all(2).collect();
        let worth = Worth::new(aim, round.board(), sides[0]);
        let of = |points: &i32| {
            let winner = sides[usize::from(*points < 0)];
            let mut outcome = worth.usual(winner, points.unsigned_abs() as u16);
            if rules.score == Score::Games {
                outcome.awards[0].points = points.unsigned_abs() as u16;
            }
            let none = BySide::new(2);
            worth.of(round.board().opener(), &none, &outcome)
        };
        ends.iter().map(of).collect()
    }

    /// By hand from the chances of `six_love_is_solved`, where the opener wins six rounds in ten. At three love a win
    /// leads from 0.5 to 0.68 and a double one to 0.8. Against three love any win wipes them out, and at five love any
    /// win is the match.
    #[test]
    fn key_tile_counts_where_games_are_to_be_won() {
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

    /// Far from two hundred, points are worth about their number. Ten short of it only a win matters, or, where only
    /// the others are that close, avoiding a loss.
    #[test]
    fn points_count_where_they_decide_the_match() {
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
