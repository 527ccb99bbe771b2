//! Which rule sets have a compact form.

use capicu::Rules;
use capicu::rules::{Arms, Cross, Draw, Ends, Score, Spinner};

use crate::Bits;

/// Why a rule set or a round has no compact form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotCovered {
    /// The set has more tiles than the word has bits.
    #[error("the set of tiles is too large for this form")]
    Set,
    /// Tiles can be drawn.
    #[error("tiles can still be drawn (option draw)")]
    Drawing,
    /// The layout is no plain line.
    #[error("the layout is no plain line (options spinner, cross, arms)")]
    Layout,
    /// Points are made by the open ends, or penalties are counted.
    #[error("points are counted that depend on the way (options ends, score = penalties)")]
    Scoring,
    /// Passes pay more than two sides, or not each of them the same.
    #[error(
        "passes pay more than two sides, or not each of them the same (options paso, pase-corrido, \
         pase-de-salida)"
    )]
    Paso,
    /// The opener is found in a way that needs more than the hands.
    #[error("the opener is found by drawing tiles (options opener, no-double)")]
    Opening,
    /// An irregularity weighs on the round.
    #[error("an irregularity still weighs on the round: a tile is exposed or points are withheld")]
    Irregular,
    /// The round has not been opened yet, or is over.
    #[error("no tile lies on the table yet, or the round is over")]
    NotInPlay,
}

pub(super) fn check<B: Bits>(rules: &Rules, asleep: usize) -> Result<(), NotCovered> {
    let draws = rules.draw != Draw::Never && asleep > usize::from(rules.reserve.get());
    let plain =
        rules.spinner == Spinner::None && rules.cross == Cross::Free && rules.arms == Arms::Free;
    let passes = rules.paso.get() > 0 && rules.n_teams() != 2
        || rules.pase_corrido.get() > 0
        || rules.pase_de_salida.get() > 0;
    let scored = rules.ends != Ends::Off || rules.score == Score::Penalties;
    let refusals = [
        (rules.set.highest().value() > B::HIGHEST, NotCovered::Set),
        (draws, NotCovered::Drawing),
        (!plain, NotCovered::Layout),
        (scored, NotCovered::Scoring),
        (passes, NotCovered::Paso),
    ];
    match refusals.into_iter().find(|(refused, _)| *refused) {
        Some((_, why)) => Err(why),
        None => Ok(()),
    }
}
