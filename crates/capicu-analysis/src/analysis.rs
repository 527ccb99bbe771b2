//! What was found out about a match.

use capicu::{Seat, Team};

use crate::chance::RoundChances;
use crate::judged::{Class, Judged};
use crate::played::{Decision, Played};
use crate::sum::{self, RoundSum, Terms, WhyNot};
use crate::units::rounded;

/// What the jobs of a [`Plan`](crate::Plan) found.
#[derive(Clone, Debug)]
pub struct Analysis<'a> {
    /// The match.
    pub played: &'a Played,
    /// How many nodes each choice was given.
    pub nodes: u64,
    /// From whose side the sum is seen.
    pub seat: Seat,
    /// What was found out about each choice of the match; `None` where nothing was.
    pub judged: Vec<Option<Judged>>,
    /// The sum of each round and of the match, or why there is none.
    pub sum: Result<(Vec<RoundSum>, Terms), WhyNot>,
    /// Whether the work was stopped before its end.
    pub is_stopped: bool,
}

/// How one player did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    /// Who.
    pub seat: Seat,
    /// Choices looked at, those left out where all actions come to the same.
    pub decisions: usize,
    /// What it lost by them in a match, in millionths; losses that cannot be told from none are left out.
    pub lost: i64,
    /// The mean loss of a choice, in millionths of a round, such losses being none.
    pub mean: i64,
    /// Twice the standard error of that mean, as far as so many choices tell; `None` of fewer than two.
    pub within: Option<i64>,
    /// How many inaccuracies, errors and blunders.
    pub mistakes: [usize; 3],
}

impl<'a> Analysis<'a> {
    pub(crate) fn new(
        played: &'a Played,
        nodes: u64,
        seat: Seat,
        judged: Vec<Option<Judged>>,
        rounds: Vec<Option<RoundChances>>,
        is_stopped: bool,
    ) -> Self {
        let team = played.rules.team(seat);
        let all: Option<Vec<RoundChances>> = rounds.into_iter().collect();
        let sum = match all {
            _ if is_stopped => Err(WhyNot::Stopped),
            _ if !played.is_complete => Err(WhyNot::Tiles),
            Some(rounds) if !rounds.is_empty() => Ok(sum::of(played, &rounds, &judged, team)),
            Some(_) => Err(WhyNot::NoRound),
            None => Err(WhyNot::Tiles),
        };
        Self {
            played,
            nodes,
            seat,
            judged,
            sum,
            is_stopped,
        }
    }

    /// The side from which the sum is seen.
    pub fn team(&self) -> Team {
        self.played.rules.team(self.seat)
    }

    /// The choices that were looked at, in order.
    pub fn decisions(&self) -> impl Iterator<Item = (&Decision, &Judged)> {
        let all = self.played.decisions.iter().zip(&self.judged);
        all.filter_map(|(decision, judged)| Some((decision, judged.as_ref()?)))
    }

    /// The mistakes that have a name, the dearest to its side's match first; those of one price in order.
    pub fn mistakes(&self) -> Vec<(&Decision, &Judged)> {
        let mut mistakes: Vec<_> = self
            .decisions()
            .filter(|(_, judged)| judged.class.is_mistake())
            .collect();
        mistakes
            .sort_by_key(|(_, judged)| core::cmp::Reverse((judged.loss.game, judged.loss.round)));
        mistakes
    }

    /// How a seat did.
    pub fn player(&self, seat: Seat) -> Player {
        let own: Vec<&Judged> = self
            .decisions()
            .filter(|(decision, judged)| decision.seat() == seat && judged.class != Class::Alike)
            .map(|(_, judged)| judged)
            .collect();
        let n = own.len() as i64;
        let certain = || own.iter().filter(|judged| judged.loss.is_certain());
        let losses = || certain().map(|judged| judged.loss.round);
        let mean = match n {
            0 => 0,
            n => rounded(losses().sum(), n),
        };
        let within = (n > 1).then(|| {
            let rest = own.len() - certain().count();
            let losses = losses().chain(core::iter::repeat_n(0, rest));
            let squares: i128 = losses.map(|loss| i128::from(loss - mean).pow(2)).sum();
            let error = (squares / i128::from(n * (n - 1))).isqrt();
            2 * error as i64
        });
        let of = |class| own.iter().filter(|judged| judged.class == class).count();
        Player {
            seat,
            decisions: own.len(),
            lost: certain().map(|judged| judged.loss.game).sum(),
            mean,
            within,
            mistakes: [Class::Inaccuracy, Class::Error, Class::Blunder].map(of),
        }
    }
}
