//! Players who notice less than there is to be seen.

use capicu::{Action, View};
use rand_core::Rng;

use crate::counter::Hand;
use crate::{Bot, Memory};

/// What a [`Novice`] looks at besides the points on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notices {
    /// Its own hand: it keeps its suits open and gets rid of doubles and spots.
    OwnHand,
    /// Also on which numbers the next player has passed: it leaves these to him.
    NextPlayer,
}

/// Plays by a part of the [`Counter`](crate::Counter)'s rules of thumb, and always by the same: it
/// forgets what all beginners forget, and errs because of that alone.
#[derive(Clone, Copy, Debug)]
pub struct Novice(pub Notices);

/// What it is worth that the next player lacks everything that fits.
const SHUTS_OUT: f32 = 4.0;

impl Bot for Novice {
    fn choose(&mut self, view: &View, _: &mut dyn Rng) -> Option<Action> {
        let actions = view.legal_actions();
        let (board, n) = (view.board(), view.board().rules().n_seats());
        let nothing = Memory::new(n);
        let hand = Hand::new(board, view.seat(), view.hand(), &nothing).alone();
        let lacks = match self.0 {
            Notices::OwnHand => return hand.best(&actions),
            Notices::NextPlayer => Memory::of(view).lacks(view.seat().next(n)),
        };
        let mut best: Option<(f32, Action)> = None;
        for &action in &actions {
            let open = hand.open_after(action) - view.hand();
            let shut = match open.len() {
                0 => 1.0,
                all => (open & lacks).len() as f32 / all as f32,
            };
            let worth = hand.worth(action) + SHUTS_OUT * shut;
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, action));
            }
        }
        best.map(|(_, action)| action)
    }
}
