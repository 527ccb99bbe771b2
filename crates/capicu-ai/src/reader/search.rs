//! Compares choices and drops bad ones early.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Ordering;

use capicu::{Action, View};
use rand_core::Rng;

use super::belief::Past;
use super::budget::Spent;
use super::line::{self, Line};
use super::rollout::{PlayOut, Rollouts};
use super::worlds::{Likelihood, Unread, Worlds};
use super::{Belief, Budget};
use crate::chance::{Spin, below};
use crate::counter::Hand;
use crate::equity::{Aim, Worth};
use crate::{Knowledge, Memory};

/// The percentage of the budget for imagining and weighing deals, for players on the engine.
const WEIGHING: u64 = 25;

/// The number of imagined rounds that the [`Counter`](crate::Counter)'s evaluation is worth. It decides where the
/// budget is too small for more.
const PRIOR_ROUNDS: f64 = 120.0;

/// The value of a unit of its evaluation, in rounds.
const PRIOR_UNIT: f32 = 0.025;

pub(super) struct Search<'a> {
    pub view: &'a View,
    pub memory: Memory,
    pub arms: Vec<Arm>,
    pub worth: Worth,
    pub spent: Spent,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Arm {
    pub action: Action,
    prior: f64,
    /// An addition to the value from the imagined rounds.
    pub lean: f64,
    pub sum: f64,
    pub n: u32,
    /// The probability of choosing it.
    pub odds: f64,
}

impl Arm {
    /// Orders the better arm first.
    fn better(&self, other: &Self) -> Ordering {
        other.mean().total_cmp(&self.mean())
    }

    fn mean(&self) -> f64 {
        (PRIOR_ROUNDS * self.prior + self.sum) / (PRIOR_ROUNDS + f64::from(self.n)) + self.lean
    }
}

impl<'a> Search<'a> {
    pub fn new(view: &'a View, actions: &[Action], budget: Budget, aim: Aim) -> Self {
        let side = view.board().rules().side(view.seat());
        let memory = Memory::of(view);
        let hand = Hand::new(view.board(), view.seat(), view.hand(), &memory);
        let arm = |action: &Action| {
            let prior = (0.5 + PRIOR_UNIT * hand.worth(*action)).clamp(0.0, 1.0);
            Arm {
                action: *action,
                prior: f64::from(prior),
                lean: 0.0,
                sum: 0.0,
                n: 0,
                odds: 0.0,
            }
        };
        let arms = actions.iter().map(arm).collect();
        Self {
            view,
            memory,
            arms,
            worth: Worth::new(aim, view.board(), side),
            spent: Spent::new(budget),
        }
    }

    pub fn by_thumb(&mut self) {
        self.arms.sort_by(Arm::better);
        self.settle();
    }

    fn settle(&mut self) {
        if let Some(first) = self.arms.first_mut() {
            first.odds = 1.0;
        }
    }

    /// Plays imagined rounds until the budget is used or one action is left.
    pub fn run(&mut self, knowledge: &Knowledge, belief: Belief, rng: &mut dyn Rng) {
        let players = match Line::of(self.view, knowledge, rng) {
            Some(line) => {
                if belief == Belief::Play && self.solve(&line, knowledge, rng) {
                    return;
                }
                let (worth, nodes) = (self.worth.clone(), self.spent.left());
                line::players(
                    &line,
                    self.view,
                    knowledge,
                    &self.memory,
                    belief,
                    worth,
                    nodes,
                )
            }
            None => self.players(belief),
        };
        let Players {
            weighing,
            leaning,
            mut past,
            mut rollouts,
        } = players;
        for arm in &mut self.arms {
            arm.lean = leaning * (arm.prior - 0.5);
        }
        let spent = &mut self.spent;
        let worlds = Worlds::imagine(knowledge, past.as_mut(), spent, weighing, rng);
        let mut spin = Spin::new(rng.next_u64());
        let mut alive = self.arms.len();
        let mut rounds = (usize::BITS - (alive - 1).leading_zeros()) as u64;
        let mut begin = weighing;
        // A sequence that is evenly spread at any length.
        let mut point = f64::from(below(rng, 1 << 20)) / f64::from(1 << 20);
        while alive > 1 {
            let end = begin + (100 - begin) / rounds.max(1);
            loop {
                point = (point + 0.618_033_988_749_895) % 1.0;
                let arms = &mut self.arms[..alive];
                let mut world = worlds.at(point);
                spent.nodes += past.stir(&mut world, &mut spin);
                spent.nodes += rollouts.play(&world, arms, &mut spin);
                if spent.over(end) {
                    break;
                }
            }
            // The better half stays; equal ones keep the order of the list.
            self.arms[..alive].sort_by(Arm::better);
            alive = alive.div_ceil(2);
            begin = end;
            rounds = rounds.saturating_sub(1);
        }
        self.settle();
    }

    fn players(&self, belief: Belief) -> Players<'a> {
        let (memory, worth) = (self.memory.clone(), self.worth.clone());
        Players {
            weighing: WEIGHING,
            leaning: 0.0,
            past: match belief {
                Belief::Facts => Box::new(Unread),
                Belief::Play => Box::new(Past::of(self.view)),
            },
            rollouts: Box::new(Rollouts::new(self.view, memory, worth)),
        }
    }
}

pub(super) struct Players<'a> {
    /// The percentage of the budget for imagining and weighing deals.
    pub weighing: u64,
    /// The weight of the [`Counter`](crate::Counter)'s evaluation next to the imagined rounds, whatever their number.
    pub leaning: f64,
    pub past: Box<dyn Likelihood>,
    pub rollouts: Box<dyn PlayOut + 'a>,
}
