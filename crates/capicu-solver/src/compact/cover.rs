//! Checks which rules have a compact form.

use capicu::Rules;
use capicu::rules::{
    AfterDouble, Arms, BlockCount, Cross, Draw, Ends, OutWinner, OwnTiles, Score, Spinner,
};

use crate::Bits;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotCovered {
    /// The set has more tiles than the word has bits.
    #[error("the set of tiles is larger than double-fourteen (option set)")]
    Set,
    #[error("tiles can still be drawn (option draw)")]
    Drawing,
    /// The layout is not a plain line.
    #[error("the layout is not a plain line (options spinner, cross, arms)")]
    Layout,
    /// The open ends make points, or penalties are counted.
    #[error(
        "points depend on the order of play or on the score, or several sides score \
         (options ends, own-tiles, bonus-below, hanged-blank, out-winner, ties-in-a-row, \
         score = penalties, block-count = each-heavier)"
    )]
    Scoring,
    /// A player may have several turns in a row.
    #[error("a double gives another turn (option after-double)")]
    Turns,
    /// A seat plays no more.
    #[error("a player is out or has withdrawn (option at-target)")]
    Seats,
    /// Passes pay more than two sides, or not each of them alike.
    #[error(
        "passes pay unequally, or more than two sides (options paso, pase-corrido, \
         pase-de-salida)"
    )]
    Paso,
    /// A side that blocks pays games, or is paid for it.
    #[error("a block costs or pays its maker (options block-fine, blocker-bonus)")]
    BlockFine,
    /// The search for the opener needs more than the hands.
    #[error("the opener is found by drawing tiles (options opener, no-double)")]
    Opening,
    /// An irregularity affects the round.
    #[error("an irregularity affects the round: a tile is exposed or points are withheld")]
    Irregular,
    /// The round has no tile yet, or is over.
    #[error("no tile is on the table yet, or the round is over")]
    NotInPlay,
}

pub(super) fn check<B: Bits>(rules: &Rules, boneyard: usize) -> Result<(), NotCovered> {
    let draws = rules.draw != Draw::Never && boneyard > usize::from(rules.reserve.get());
    let plain =
        rules.spinner == Spinner::None && rules.cross == Cross::Free && rules.arms == Arms::Free;
    let passes = rules.paso.get() > 0 && rules.n_sides() != 2
        || rules.first_paso.get() > 0
        || rules.pase_corrido.get() > 0
        || rules.pase_de_salida.get() > 0;
    // Only the points of a winner's side are known.
    let scored = rules.block_count == BlockCount::EachHeavier
        || rules.own_tiles == OwnTiles::TakenOff
        || rules.bonus_below.get() > 0
        || rules.hanged_blank.get() > 0
        || rules.out_winner == OutWinner::LightestTeam
        || rules.ties_in_a_row.get() > 0
        || rules.ends != Ends::Off
        || rules.score == Score::Penalties;
    let refusals = [
        (rules.set.highest().value() > B::HIGHEST, NotCovered::Set),
        (rules.n_playing() < rules.n_seats(), NotCovered::Seats),
        (draws, NotCovered::Drawing),
        (!plain, NotCovered::Layout),
        (rules.after_double == AfterDouble::Again, NotCovered::Turns),
        (scored, NotCovered::Scoring),
        (passes, NotCovered::Paso),
        (
            rules.block_fine.get() > 0 || rules.blocker_bonus.get() > 0,
            NotCovered::BlockFine,
        ),
    ];
    match refusals.into_iter().find(|(refused, _)| *refused) {
        Some((_, why)) => Err(why),
        None => Ok(()),
    }
}
