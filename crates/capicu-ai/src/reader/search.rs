//! Choices against each other, the bad ones dropped on the way.

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

/// The share of the budget spent on imagining deals and weighing them, in percent, by players on the
/// engine.
const WEIGHING: u64 = 25;

/// Imagined rounds that the [`Counter`](crate::Counter)'s judgment counts for: it decides where the
/// budget is too small for more.
const PRIOR_ROUNDS: f64 = 120.0;

/// How much of a round a unit of its judgment is taken for.
const PRIOR_UNIT: f32 = 0.025;

/// The search for the best of some actions.
pub(super) struct Search<'a> {
    pub view: &'a View,
    pub memory: Memory,
    pub arms: Vec<Arm>,
    pub worth: Worth,
    pub spent: Spent,
}

/// An action and what is known of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arm {
    pub action: Action,
    prior: f64,
    /// How much better it is taken to be than the imagined rounds say.
    pub lean: f64,
    /// What the imagined rounds that began with it were worth.
    pub sum: f64,
    /// How many there were.
    pub n: u32,
    /// How often it is chosen.
    pub odds: f64,
}

impl Arm {
    /// The better first.
    fn better(&self, other: &Self) -> Ordering {
        other.mean().total_cmp(&self.mean())
    }

    fn mean(&self) -> f64 {
        (PRIOR_ROUNDS * self.prior + self.sum) / (PRIOR_ROUNDS + f64::from(self.n)) + self.lean
    }
}

impl<'a> Search<'a> {
    pub fn new(view: &'a View, actions: &[Action], budget: Budget, aim: Aim) -> Self {
        let team = view.board().rules().team(view.seat());
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
            worth: Worth::new(aim, view.board(), team),
            spent: Spent::new(budget),
        }
    }

    /// Sorts the actions by what the rule of thumb says of them.
    pub fn by_thumb(&mut self) {
        self.arms.sort_by(Arm::better);
        self.settle();
    }

    /// Settles on the first.
    fn settle(&mut self) {
        if let Some(first) = self.arms.first_mut() {
            first.odds = 1.0;
        }
    }

    /// Plays imagined rounds until the budget is used up or one action is left.
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
        // A sequence that spreads evenly, whatever its length.
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
            // The better half goes on; equal ones in the order they were listed.
            self.arms[..alive].sort_by(Arm::better);
            alive = alive.div_ceil(2);
            begin = end;
            rounds = rounds.saturating_sub(1);
        }
        self.settle();
    }

    /// Players on the engine, for any game.
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

/// What imagines the other players.
pub(super) struct Players<'a> {
    /// The share of the budget to be spent on imagining deals and weighing them, in percent.
    pub weighing: u64,
    /// How much of the [`Counter`](crate::Counter)'s judgment is added to what the imagined rounds
    /// say, however many they are.
    pub leaning: f64,
    pub past: Box<dyn Likelihood>,
    pub rollouts: Box<dyn PlayOut + 'a>,
}
