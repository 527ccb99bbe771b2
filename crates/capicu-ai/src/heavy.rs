//! A player that gets rid of spots.

use capicu::{Action, View};
use rand_core::Rng;

use crate::Bot;

/// Plays the heaviest legal tile; of equals a double, then the first listed. Never hands the lead over and never draws
/// when it can play.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heavy;

impl Bot for Heavy {
    fn choose(&mut self, view: &View, _: &mut dyn Rng) -> Option<Action> {
        let weight = |action: &Action| match *action {
            Action::Lead(tile) | Action::Play { tile, .. } => {
                2 + 2 * tile.spots() + u8::from(tile.is_double())
            }
            Action::Draw | Action::Pass => 1,
            Action::HandOver => 0,
        };
        // `max_by_key` would take the last of equals.
        view.distinct_actions().into_iter().rev().max_by_key(weight)
    }
}
