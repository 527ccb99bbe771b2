//! The deals a player imagines, each with how likely it seems.

use alloc::vec::Vec;

use rand_core::Rng;

use super::budget::Spent;
use crate::chance::Spin;
use crate::{Knowledge, World};

/// If the view leaves no more deals than this, all are looked at.
const FEW_DEALS: usize = 300;

/// No more deals are imagined than this for one action.
const MANY_WORLDS: usize = 16_384;

/// What others did in a round, to be held against deals.
pub(super) trait Likelihood {
    /// How likely everybody would have played as they did in this world, never nothing; and how
    /// many nodes it took to find that out.
    fn of(&mut self, world: &World) -> (f64, u64);

    /// Makes another world of this one by chance, so that of many worlds drawn as often as they are
    /// likely those made of them are too; and how many nodes that took. It may leave all as it is.
    fn stir(&mut self, _: &mut World, _: &mut Spin) -> u64 {
        0
    }
}

/// No conclusions are drawn from what others did.
pub(super) struct Unread;

impl Likelihood for Unread {
    fn of(&mut self, _: &World) -> (f64, u64) {
        (1.0, 0)
    }
}

/// Deals with their weights.
pub(super) struct Worlds {
    worlds: Vec<World>,
    /// The sums of the weights up to each world.
    sums: Vec<f64>,
}

impl Worlds {
    /// Imagines deals that agree with what is known and weighs them, for this share of the budget,
    /// in percent.
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

    /// The deal at this point of the line from 0 to 1 on which every deal takes up as much as it
    /// weighs.
    pub fn at(&self, point: f64) -> World {
        let all = self.sums.last().copied().unwrap_or(0.0);
        let which = self.sums.partition_point(|sum| *sum < point * all);
        self.worlds[which.min(self.worlds.len() - 1)]
    }
}
