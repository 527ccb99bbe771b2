//! Players that notice less than they could.

use capicu::{Action, View};
use rand_core::Rng;

use crate::counter::Hand;
use crate::{Bot, Memory};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notices {
    /// Its own hand: it keeps its suits open and plays doubles and spots early.
    OwnHand,
    /// Also the table: the score of the open ends, and the player of the tile that it covers.
    Table,
    /// Also passes and draws, with the numbers open then: it leaves such ends to opponents and spares its partner.
    Passes,
}

/// Plays by a fixed part of the [`Counter`](crate::Counter)'s rules of thumb. It overlooks what beginners overlook, and
/// errs for no other reason.
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
