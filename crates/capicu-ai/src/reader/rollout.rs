//! Plays imagined rounds out on the engine.

use alloc::vec::Vec;

use capicu::{Action, Actions, Listing, Move, Round, Tile, View};

use super::search::Arm;
use crate::chance::Spin;
use crate::counter::Hand;
use crate::equity::Worth;
use crate::{Memory, World};

pub(super) trait PlayOut {
    /// Plays every action in the same world and adds its results. Returns the nodes it took.
    fn play(&mut self, world: &World, arms: &mut [Arm], spin: &mut Spin) -> u64;
}

pub(super) struct Rollouts<'a> {
    view: &'a View,
    memory: Memory,
    worth: Worth,
    scratch: Actions,
}

impl<'a> Rollouts<'a> {
    pub fn new(view: &'a View, memory: Memory, worth: Worth) -> Self {
        Self {
            view,
            memory,
            worth,
            scratch: Actions::new(),
        }
    }
}

impl PlayOut for Rollouts<'_> {
    fn play(&mut self, world: &World, arms: &mut [Arm], spin: &mut Spin) -> u64 {
        let mut boneyard: Vec<Tile> = world.boneyard.into_iter().collect();
        for last in (1..boneyard.len()).rev() {
            boneyard.swap(last, spin.below(last as u32 + 1) as usize);
        }
        let Ok(round) = Round::from_view(self.view, world.hands, &boneyard) else {
            return 1;
        };
        let mut nodes = 0;
        for arm in arms {
            let mut round = round.clone();
            let mut memory = self.memory.clone();
            nodes += play_out(&mut round, &mut memory, arm.action, &mut self.scratch);
            let (board, outcome) = (round.board(), round.outcome());
            arm.sum += outcome.map_or(0.5, |outcome| {
                self.worth.of(board.opener(), board.points(), outcome)
            });
            arm.n += 1;
        }
        nodes
    }
}

/// Plays an action and then the round to its end, with everybody as the [`Counter`](crate::Counter). Returns the number
/// of weighed actions.
fn play_out(round: &mut Round, memory: &mut Memory, action: Action, actions: &mut Actions) -> u64 {
    let mut nodes = 0;
    let mut next = Some(action);
    while let (Some(action), Some(seat)) = (next, round.to_act()) {
        let mv = Move {
            seat,
            action,
            drawn: None,
            shown: false,
        };
        memory.note(round.board(), &mv);
        round.play_unchecked(action);
        nodes += 1;
        round.list_actions(Listing::Distinct, actions);
        next = match (round.to_act(), actions.len()) {
            (None, _) | (_, 0) => None,
            (_, 1) => Some(actions[0]),
            (Some(seat), n) => {
                nodes += n as u64;
                Hand::new(round.board(), seat, round.hands()[seat], memory).best(actions)
            }
        };
    }
    nodes
}
