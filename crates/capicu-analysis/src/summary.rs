//! The answer to "Where did I lose it?": how a player played, the moments that cost most, and luck in words.

use capicu::Seat;
use capicu_i18n::Texts;

use crate::analysis::Analysis;
use crate::loss::Judged;
use crate::played::Decision;
use crate::player::Player;

/// The most moments of a summary.
pub const MOST_MOMENTS: usize = 3;

/// A player with a smaller mean loss per choice played well, in millionths of a round.
const WELL: i64 = 10_000;

/// Less luck than this is even, in millionths of the match.
const SOME: i64 = 50_000;

/// From here on, luck is large.
const MUCH: i64 = 200_000;

/// The judgement of an analysis about one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    pub play: Play,
    /// The number of moments, at most [`MOST_MOMENTS`].
    pub moments: usize,
    /// Whether the player's side lost the match, and the moments cost at least half of all that the player's choices
    /// cost.
    pub decisive: bool,
    /// `None` while it is unknown.
    pub luck: Option<Luck>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// No choice has the name of a mistake.
    Flawless,
    /// Choices lost less than 1 % of a round on average.
    Well,
    Uneven,
}

/// The effect of the dealt, drawn and hidden tiles on the player's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Luck {
    CostMuch,
    CostSome,
    Even,
    HelpedSome,
    HelpedMuch,
}

impl Luck {
    /// The luck in millionths of the match.
    const fn of(luck: i64) -> Self {
        match (luck.abs(), luck < 0) {
            (MUCH.., true) => Self::CostMuch,
            (MUCH.., false) => Self::HelpedMuch,
            (SOME.., true) => Self::CostSome,
            (SOME.., false) => Self::HelpedSome,
            _ => Self::Even,
        }
    }
}

impl Summary {
    pub fn of(analysis: &Analysis<'_>, seat: Seat) -> Self {
        let player = Player::of(analysis, seat);
        let moments = moments(analysis, seat);
        let cost: i64 = moments.iter().map(|(_, judged)| judged.loss.game).sum();
        let play = match player.mistakes {
            [0, 0, 0] => Play::Flawless,
            _ if player.all.mean() < WELL => Play::Well,
            _ => Play::Uneven,
        };
        let luck = (player.luck.1 > 0).then(|| Luck::of(player.luck.0));
        let side = analysis.played.rules.side(seat);
        let is_lost = analysis.played.winner().is_some_and(|won| won != side);
        Self {
            play,
            moments: moments.len(),
            decisive: is_lost && 2 * cost >= player.lost,
            luck,
        }
    }

    /// The summary in sentences to the player.
    pub fn told(self, texts: Texts) -> String {
        let play = match (self.play, self.decisive) {
            (Play::Flawless, _) => texts.summary_flawless(),
            (Play::Well, true) => texts.summary_well_decided(self.moments),
            (Play::Well, false) => texts.summary_well(self.moments),
            (Play::Uneven, true) => texts.summary_decided(self.moments),
            (Play::Uneven, false) => texts.summary_uneven(self.moments),
        };
        let luck = self.luck.map(|luck| match luck {
            Luck::CostMuch => texts.summary_cost_much(),
            Luck::CostSome => texts.summary_cost_some(),
            Luck::Even => texts.summary_even(),
            Luck::HelpedSome => texts.summary_helped_some(),
            Luck::HelpedMuch => texts.summary_helped_much(),
        });
        let parts: Vec<String> = std::iter::once(play).chain(luck).collect();
        parts.join(" ")
    }
}

/// The costliest mistakes of a player, at most [`MOST_MOMENTS`].
pub fn moments<'a>(analysis: &'a Analysis<'_>, seat: Seat) -> Vec<(&'a Decision, &'a Judged)> {
    let own = analysis.mistakes().into_iter();
    let own = own.filter(|(decision, _)| decision.seat() == seat);
    own.take(MOST_MOMENTS).collect()
}
