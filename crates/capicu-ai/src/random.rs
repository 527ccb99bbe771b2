//! A random player, the weakest reference.

use capicu::{Action, View};
use rand_core::Rng;

use crate::Bot;
use crate::chance::below;

#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Bot for Random {
    fn choose(&mut self, view: &View, rng: &mut dyn Rng) -> Option<Action> {
        let actions = view.distinct_actions();
        actions
            .get(below(rng, actions.len() as u32) as usize)
            .copied()
    }
}
