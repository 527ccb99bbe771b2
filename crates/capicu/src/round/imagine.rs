//! Rounds with imagined hands.

use super::Round;
use crate::deal::Undrawn;
use crate::{BySeat, Tile, TileSet, View};

/// Imagined tiles that contradict the view, or a round that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these tiles are not the ones the view does not show, or the round is over")]
pub struct NotInView;

impl Round {
    /// Builds the round of a view as if the other seats held these hands and the boneyard were in this order. Ignores
    /// the entry in `hands` for the seat itself.
    ///
    /// Does not check whether the deal could have led to the moves so far.
    ///
    /// # Errors
    ///
    /// If the tiles are not exactly those the view does not show, in the numbers it shows, or if the round is over.
    pub fn from_view(
        view: &View,
        mut hands: BySeat<TileSet>,
        boneyard: &[Tile],
    ) -> Result<Self, NotInView> {
        let board = view.board();
        if hands.get(view.seat()).is_none() || hands.len() != board.held().len() {
            return Err(NotInView);
        }
        hands[view.seat()] = view.hand();
        let mut in_hands = TileSet::EMPTY;
        let mut n_tiles = boneyard.len();
        for (seat, hand) in hands.entries() {
            if hand.len() != usize::from(board.held()[seat]) {
                return Err(NotInView);
            }
            in_hands |= *hand;
            n_tiles += hand.len();
        }
        let boneyard_set: TileSet = boneyard.iter().copied().collect();
        let all = in_hands | boneyard_set;
        let unplayed = board.layout().unplayed();
        let fits = boneyard.len() == usize::from(board.boneyard());
        let over = board.to_act().is_none() || board.is_declaring();
        if over || all != unplayed || n_tiles != all.len() || !fits {
            return Err(NotInView);
        }
        Ok(Self {
            board: board.clone(),
            hands,
            undrawn: Undrawn::from(boneyard),
            boneyard_set,
            unsettled: None,
            outcome: None,
        })
    }
}
