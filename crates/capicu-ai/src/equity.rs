//! What the end of a round is worth.

use alloc::vec::Vec;

use capicu::rules::{MatchCheck, Score};
use capicu::{ByTeam, Outcome, Round, Rules, Standing, Team};

/// What the end of a round is worth to a side: 1 for the match or a game won, 0 for one lost, and
/// in between by how far the points bring it.
pub(crate) fn worth(round: &Round, team: Team) -> f64 {
    let board = round.board();
    let Some(outcome) = round.outcome() else {
        return 0.5;
    };
    let scores = ByTeam::from_fn(board.rules().n_teams(), |team| board.score(team));
    worth_of(board.rules(), board.standing(), &scores, outcome, team)
}

/// The same, told the scores with what was made in play.
pub(crate) fn worth_of(
    rules: &Rules,
    _: &Standing,
    scores: &ByTeam<u16>,
    outcome: &Outcome,
    team: Team,
) -> f64 {
    if rules.score == Score::Games {
        return match outcome.winner {
            Some(seat) if rules.team(seat) == team => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
    }
    let mut scores: Vec<f64> = scores.iter().copied().map(f64::from).collect();
    for award in &outcome.awards {
        scores[award.team.index()] += f64::from(award.points);
    }
    let penalties = rules.score == Score::Penalties;
    let target = f64::from(rules.target.get());
    let mine = scores[team.index()];
    let others = scores
        .iter()
        .enumerate()
        .filter(|(i, _)| *i != team.index());
    let others = others.map(|(_, score)| *score);
    let rival = if penalties {
        others.fold(f64::MAX, f64::min)
    } else {
        others.fold(0.0, f64::max)
    };
    let ahead = if penalties {
        rival - mine
    } else {
        mine - rival
    };
    let over = scores.iter().any(|score| *score >= target)
        || (rules.match_check == MatchCheck::Immediate
            && matches!(outcome.ended, capicu::Ended::Target(_)));
    if over && ahead != 0.0 {
        return if ahead > 0.0 { 1.0 } else { 0.0 };
    }
    0.5 + 0.5 * (ahead / target).clamp(-1.0, 1.0)
}
