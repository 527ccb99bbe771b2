//! Imagined deals with their likelihood.

use alloc::vec::Vec;

use rand_core::Rng;

use super::budget::Spent;
use crate::chance::Spin;
use crate::{Knowledge, World};

/// The number of deals up to which all are used.
const FEW_DEALS: usize = 300;

/// The most deals imagined for one decision.
const MANY_WORLDS: usize = 16_384;

pub(super) trait Likelihood {
    /// The likelihood of everybody's moves in this world, above 0, and the nodes it took.
    fn of(&mut self, world: &World) -> (f64, u64);

    /// Changes a world at random without changing the distribution of worlds, perhaps not at all. Returns the nodes it
    /// took.
    fn stir(&mut self, _: &mut World, _: &mut Spin) -> u64 {
        0
    }
}

pub(super) struct Unread;

impl Likelihood for Unread {
    fn of(&mut self, _: &World) -> (f64, u64) {
        (1.0, 0)
    }
}

pub(super) struct Worlds {
    worlds: Vec<World>,
    /// The cumulated weights up to each world.
    sums: Vec<f64>,
}

impl Worlds {
    /// Imagines deals that agree with the knowledge and weighs them, with this percentage of the budget.
    pub fn imagine(
        knowledge: &Knowledge,
        past: &mut dyn Likelihood,
        spent: &mut Spent,
        percent: u64,
        rng: &mut dyn Rng,
    ) -> Self {
        let all = match knowledge.count() {
            Some(count) if count <= 4 * FEW_DEALS as u128 => knowledge.worlds(FEW_DEALS),
            _ => None,
        };
        let few = all.is_some();
        let mut listed = all.unwrap_or_default().into_iter();
        let mut imagined = Self {
            worlds: Vec::new(),
            sums: Vec::new(),
        };
        let mut sum = 0.0;
        while imagined.worlds.len() < MANY_WORLDS {
            let (world, deals) = match listed.next() {
                Some((world, deals)) => (world, deals as f64),
                None if few => break,
                None => (knowledge.sample(rng), 1.0),
            };
            let (likely, nodes) = past.of(&world);
            spent.nodes += 1 + nodes;
            sum += deals * likely;
            imagined.worlds.push(world);
            imagined.sums.push(sum);
            if !few && spent.over(percent) {
                break;
            }
        }
        imagined
    }

    /// The deal at a point from 0 to 1 on a line where each deal's length is its weight.
    pub fn at(&self, point: f64) -> World {
        let all = self.sums.last().copied().unwrap_or(0.0);
        let which = self.sums.partition_point(|sum| *sum < point * all);
        self.worlds[which.min(self.worlds.len() - 1)]
    }
}
