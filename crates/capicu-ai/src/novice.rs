//! Players who notice less than there is to be seen.

use capicu::{Action, View};
use rand_core::Rng;

use crate::counter::Hand;
use crate::{Bot, Memory};

/// What a [`Novice`] looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notices {
    /// Its own hand: it keeps its suits open and gets rid of doubles and spots.
    OwnHand,
    /// Also what lies on the table: what the open ends score, and who laid the tile it covers.
    Table,
    /// Also who passed or drew, and at what: it leaves such ends to opponents and spares its partner.
    Passes,
}

/// Plays by a part of the [`Counter`](crate::Counter)'s rules of thumb, and always by the same: it
/// overlooks what all beginners overlook, and errs because of that alone.
#[derive(Clone, Copy, Debug)]
pub struct Novice(pub Notices);

impl Bot for Novice {
    fn choose(&mut self, view: &View, _: &mut dyn Rng) -> Option<Action> {
        let actions = view.distinct_actions();
        let (board, nothing) = (view.board(), Memory::new(view.board().rules().n_seats()));
        let hand = |memory| Hand::new(board, view.seat(), view.hand(), memory);
        match self.0 {
            Notices::OwnHand => hand(&nothing).alone().blind_to_points().best(&actions),
            Notices::Table => hand(&Memory::of(view)).alone().best(&actions),
            Notices::Passes => hand(&Memory::of(view)).sure().best(&actions),
        }
    }
}
