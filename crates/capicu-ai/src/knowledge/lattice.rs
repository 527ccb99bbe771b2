//! Counting, drawing and listing the solutions of a problem exactly, by dynamic programming.
//!
//! The kinds of tiles are put into the groups one after another. What is still possible depends
//! only on how much room each group has left, so the states are the points of a lattice, one for
//! the time before each kind; for each, the number of ways to have come there is a sum over how
//! many tiles of the last kind went to each group. One group, the one with most room, takes what the
//! others leave, so it needs no dimension.

mod axis;
mod listing;
mod spread;
mod step;

use alloc::vec::Vec;
use core::ops::ControlFlow;

use capicu::{Tile, TileSet};
use rand_core::Rng;

use super::number::{Number, Wide};
use super::problem::{Place, Problem};
use crate::chance::{EXACT, up_to};
pub(super) use axis::Merge;
use axis::{Axis, MAX_AXES, axes};
use step::{Layer, Point, Step, bits, steps};

/// More work is not done to count: so many terms added up.
const MAX_TERMS: usize = 1 << 18;

/// Why a problem cannot be counted here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge;

/// The solutions of a problem.
#[derive(Clone, Debug)]
pub(super) struct Lattice {
    axes: Vec<Axis>,
    steps: Vec<Step>,
    /// The tiles of all steps, in their order.
    tiles: Vec<Tile>,
    /// Doubles are placed in the first steps where there are limits on them.
    n_double_steps: usize,
    /// How many ways lead to each state of each step.
    ways: Vec<f64>,
    /// Before the last step: how many ways there are through the states up to this.
    sums: Vec<f64>,
    /// How many solutions there are, groups that share an axis not told apart.
    merged: f64,
    factor: f64,
}

impl Lattice {
    /// Counts the solutions. There may be none.
    pub fn new(problem: &Problem, merge: Merge) -> Result<Self, TooLarge> {
        let axes = axes(problem, merge)?;
        let (steps, tiles, n_double_steps) = steps(problem, &axes);
        let factor = axes.iter().map(Axis::shares::<f64>).product();
        let mut lattice = Self {
            axes,
            steps,
            tiles,
            n_double_steps,
            ways: Vec::new(),
            sums: Vec::new(),
            merged: 0.0,
            factor,
        };
        if lattice.lay_out()? {
            lattice.ways = lattice.fill();
            lattice.sum_up();
        }
        Ok(lattice)
    }

    /// How many solutions there are: exactly below 2^53, and about above.
    pub const fn total(&self) -> f64 {
        self.merged * self.factor
    }

    /// How many solutions there are exactly; `None` if they are too many for the type.
    pub fn count(&self) -> Option<u128> {
        if self.total() < EXACT {
            return Some(self.total() as u128);
        }
        let merged = match self.steps.len().checked_sub(1) {
            Some(last) => self.ways_to(last, &self.full(), &self.fill::<Wide>()),
            None => Wide::ONE,
        };
        merged.times(self.each_stands_for())
    }

    /// How many solutions [`each`](Self::each) lists: exactly below 2^53.
    pub const fn listed(&self) -> f64 {
        self.merged
    }

    /// How many solutions each of those that [`each`](Self::each) lists stands for.
    pub fn each_stands_for(&self) -> Option<u128> {
        let shares = self.axes.iter().map(Axis::shares::<Wide>);
        shares.fold(Wide::ONE, Number::times)
    }

    /// Lays out the states of every step; `false` if none is possible.
    fn lay_out(&mut self) -> Result<bool, TooLarge> {
        let n = self.n_dimensions();
        let doubles_end = self.n_double_steps;
        let mut most: [u16; MAX_AXES] = [0; MAX_AXES];
        let mut later: [u16; MAX_AXES] = [0; MAX_AXES];
        for step in &self.steps {
            for axis in bits(step.axes) {
                later[axis] += u16::from(step.n);
            }
        }
        let (mut start, mut terms) = (0, 0usize);
        for i in 0..self.steps.len() {
            let layer = &mut self.steps[i].before;
            layer.start = start;
            let mut size = 1usize;
            for (at, axis) in self.axes[..n].iter().enumerate() {
                let mut limit = most[at].min(u16::from(axis.room));
                if i <= doubles_end {
                    limit = limit.min(u16::from(axis.doubles));
                }
                let least = u16::from(axis.room).saturating_sub(later[at]);
                if least > limit {
                    return Ok(false);
                }
                if i == doubles_end {
                    most[at] = limit;
                }
                layer.least[at] = least as u8;
                layer.most[at] = limit as u8;
                layer.stride[at] = size as u32;
                size = size.saturating_mul(usize::from(limit - least) + 1);
            }
            layer.end = start + size;
            start = layer.end;
            if let Some(before) = i.checked_sub(1) {
                let fan = self.steps[before].fan(&self.axes);
                terms = terms.saturating_add(size.saturating_mul(fan));
                if terms > MAX_TERMS {
                    return Err(TooLarge);
                }
            }
            let step = &self.steps[i];
            for axis in bits(step.axes) {
                most[axis] += u16::from(step.n);
                later[axis] -= u16::from(step.n);
            }
        }
        let full = (0..n).all(|at| most[at] >= u16::from(self.axes[at].room));
        let only_doubles = doubles_end > 0 && doubles_end == self.steps.len();
        let fits = !only_doubles || self.axes.iter().all(|axis| axis.doubles >= axis.room);
        Ok(full && fits)
    }

    fn n_dimensions(&self) -> usize {
        self.axes.len().saturating_sub(1)
    }

    /// Everything placed.
    fn full(&self) -> Point {
        let mut full = [0; MAX_AXES];
        for (axis, room) in self.axes[..self.n_dimensions()].iter().zip(&mut full) {
            *room = axis.room;
        }
        full
    }

    /// How many ways lead to every state.
    fn fill<N: Number>(&self) -> Vec<N> {
        let size = self.steps.last().map_or(0, |step| step.before.end);
        let mut ways = alloc::vec![N::NONE; size];
        if let Some(first) = ways.first_mut() {
            *first = N::ONE;
        }
        for (i, step) in self.steps.iter().enumerate().skip(1) {
            let last = &self.steps[i - 1];
            let (before, after) = ways[..step.before.end].split_at_mut(step.before.start);
            let before = &before[last.before.start..];
            last.spread(&step.before, self.n_dimensions(), before, after);
            if i == self.n_double_steps {
                self.leave_out_doubles(&step.before, after);
            }
        }
        ways
    }

    /// No way leads to a state in which the last axis has more doubles than it may, all doubles being
    /// placed.
    fn leave_out_doubles<N: Number>(&self, layer: &Layer, ways: &mut [N]) {
        let Some(rest) = self.axes.last().filter(|rest| rest.doubles < rest.room) else {
            return;
        };
        let steps = self.steps[..self.n_double_steps].iter();
        let placed: usize = steps.map(|step| usize::from(step.n)).sum();
        let mut at = layer.least;
        for ways in ways {
            let elsewhere: usize = at.iter().map(|n| usize::from(*n)).sum();
            if placed > elsewhere + usize::from(rest.doubles) {
                *ways = N::NONE;
            }
            layer.next(&mut at, self.n_dimensions());
        }
    }

    /// How many ways lead to a state after a step.
    fn ways_to<N: Number>(&self, step: usize, after: &Point, ways: &[N]) -> N {
        let mut sum = N::NONE;
        let _ = self.each_before::<N>(step, after, &mut |before, choices| {
            sum = sum.add(ways[before].times(choices));
            ControlFlow::Continue(())
        });
        sum
    }

    /// Visits the states before a step that may lead to this one after it: where they are in the
    /// table, and in how many ways the tiles of the step can be chosen.
    fn each_before<N: Number>(
        &self,
        step: usize,
        after: &Point,
        visit: &mut impl FnMut(usize, N) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let step = &self.steps[step];
        let others = ((1 << self.n_dimensions()) - 1) & !step.axes;
        let index = bits(others).fold(step.before.start, |index, at| {
            let there = usize::from(after[at] - step.before.least[at]);
            index + there * step.before.stride[at] as usize
        });
        step.go_back(after, step.axes, step.n, index, N::ONE, visit)
    }

    fn sum_up(&mut self) {
        let Some(last) = self.steps.len().checked_sub(1) else {
            self.merged = 1.0;
            return;
        };
        let layer = self.steps[last].before;
        let mut sums = alloc::vec![0.0; layer.end - layer.start];
        let _ = self.each_before::<f64>(last, &self.full(), &mut |before, choices| {
            sums[before - layer.start] = self.ways[before] * choices;
            ControlFlow::Continue(())
        });
        let mut sum = 0.0;
        for ways in &mut sums {
            sum += *ways;
            *ways = sum;
        }
        // Above 2^53 the order of the terms may make a difference.
        self.merged = sum;
        self.sums = sums;
    }

    /// One solution, all equally likely but for rounding above 2^53: which hidden tiles are at a place.
    /// There must be one.
    pub fn sample(&self, rng: &mut (impl Rng + ?Sized), mut put: impl FnMut(Place, TileSet)) {
        let mut sets = [TileSet::EMPTY; MAX_AXES];
        let mut after = self.full();
        for (i, step) in self.steps.iter().enumerate().rev() {
            let before = step
                .before
                .point(self.before(i, &after, rng), self.n_dimensions());
            step.deal(
                step.tiles(&self.tiles),
                &before,
                &after,
                &mut sets,
                self.axes.len() - 1,
                rng,
            );
            after = before;
        }
        let steps = self.steps.iter();
        let hidden = steps.fold(TileSet::EMPTY, |tiles, step| tiles | step.hidden);
        for (axis, set) in self.axes.iter().zip(sets) {
            axis.share_out(set, rng, |place, tiles| put(place, tiles & hidden));
        }
    }

    /// A state before a step by lot, by the number of ways through it.
    fn before(&self, step: usize, after: &Point, rng: &mut (impl Rng + ?Sized)) -> usize {
        let layer = &self.steps[step].before;
        if layer.end - layer.start == 1 {
            return layer.start;
        }
        if step + 1 == self.steps.len() {
            let number = up_to(rng, self.merged);
            return layer.start + self.sums.partition_point(|sum| *sum <= number);
        }
        let after_it = &self.steps[step + 1].before;
        let mut number = up_to(rng, self.ways[after_it.index(after, self.n_dimensions())]);
        let mut found = layer.start;
        let _ = self.each_before::<f64>(step, after, &mut |before, choices| {
            let ways = self.ways[before] * choices;
            if ways > 0.0 {
                found = before;
                if number < ways {
                    return ControlFlow::Break(());
                }
                number -= ways;
            }
            ControlFlow::Continue(())
        });
        found
    }
}
