//! The results of an analysis.

use capicu::{BySide, Seat, Side};

use crate::chance::RoundChances;
use crate::loss::Judged;
use crate::played::{Decision, Played};
use crate::sum::{self, RoundSum, Terms, WhyNot};

#[derive(Clone, Debug)]
pub struct Analysis<'a> {
    pub played: &'a Played,
    pub nodes: u64,
    pub seat: Seat,
    /// The result for each choice of the match; `None` if it is missing.
    pub judged: Vec<Option<Judged>>,
    /// The terms of each round and of the match, or the reason why there are none.
    pub sum: Result<(Vec<RoundSum>, Terms), WhyNot>,
    /// The luck of each side from deals, draws and the position of tiles; `None` without terms.
    pub luck: Option<BySide<i64>>,
    pub is_stopped: bool,
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
        let side = played.rules.side(seat);
        let all: Option<Vec<RoundChances>> = rounds.into_iter().collect();
        let rounds = match all {
            _ if is_stopped => Err(WhyNot::Stopped),
            _ if !played.is_complete => Err(WhyNot::Tiles),
            Some(rounds) if !rounds.is_empty() => Ok(rounds),
            Some(_) => Err(WhyNot::NoRound),
            None => Err(WhyNot::Tiles),
        };
        let seen_from = |rounds: &[RoundChances], side| sum::of(played, rounds, &judged, side);
        let luck = rounds.as_deref().ok().map(|rounds| {
            BySide::from_fn(played.rules.n_sides(), |side| {
                seen_from(rounds, side).1.luck()
            })
        });
        let sum = rounds.map(|rounds| seen_from(&rounds, side));
        Self {
            played,
            nodes,
            seat,
            judged,
            sum,
            luck,
            is_stopped,
        }
    }

    pub fn side(&self) -> Side {
        self.played.rules.side(self.seat)
    }

    pub fn decisions(&self) -> impl Iterator<Item = (&Decision, &Judged)> {
        let all = self.played.decisions.iter().zip(&self.judged);
        all.filter_map(|(decision, judged)| Some((decision, judged.as_ref()?)))
    }

    /// The mistakes with a name, by their cost to the side's match, the largest first; equals in order of play.
    pub fn mistakes(&self) -> Vec<(&Decision, &Judged)> {
        let mut mistakes: Vec<_> = self
            .decisions()
            .filter(|(_, judged)| judged.class.is_mistake())
            .collect();
        mistakes
            .sort_by_key(|(_, judged)| core::cmp::Reverse((judged.loss.game, judged.loss.round)));
        mistakes
    }
}
