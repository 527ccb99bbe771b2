//! The dynamic program: items put into boxes step by step, and the number of ways.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use arrayvec::ArrayVec;
use rand_core::Rng;

use super::TooLarge;
use super::step::{Layer, MAX_BOXES, Next, Point, Stage, Step, bits, steps};
use crate::chance::up_to;
use crate::knowledge::number::Number;

/// The most terms of a count.
const MAX_TERMS: usize = 1 << 19;

#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub all: u8,
    /// The limit on items of the first steps; at least `all` if there is no limit.
    pub doubles: u8,
}

impl Room {
    pub const fn is_limited(&self) -> bool {
        self.doubles < self.all
    }
}

/// The boxes. The last takes the remaining items, so it needs no dimension.
pub(super) type Rooms = ArrayVec<Room, MAX_BOXES>;

/// Steps with their states, not yet counted.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    rooms: Rooms,
    steps: Vec<Step>,
    /// The number of first steps that place doubles, where these are limited.
    n_double_steps: usize,
    /// Whether a way may exist.
    possible: bool,
    pub terms: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Table {
    rooms: Rooms,
    pub steps: Vec<Step>,
    n_double_steps: usize,
    /// The number of ways to each state of each step.
    pub ways: Vec<f64>,
    /// Before the last step: cumulated ways through the states up to this one.
    sums: Vec<f64>,
    /// The number of all ways.
    pub total: f64,
}

impl Plan {
    /// Plans the steps that put items into boxes, the first part before the others. Fails if there are too many terms.
    pub fn new(rooms: Rooms, parts: &mut [Vec<Stage>], next: Next) -> Result<Self, TooLarge> {
        let (steps, n_double_steps) = steps(&rooms, parts, next);
        let mut plan = Self {
            rooms,
            steps,
            n_double_steps,
            possible: false,
            terms: 0,
        };
        plan.possible = plan.lay_out()?;
        Ok(plan)
    }

    /// Computes the states of every step; `false` if none is possible.
    fn lay_out(&mut self) -> Result<bool, TooLarge> {
        let n = self.rooms.len().saturating_sub(1);
        let doubles_end = self.n_double_steps;
        let mut most = [0u8; MAX_BOXES];
        let mut later = [0u8; MAX_BOXES];
        for step in &self.steps {
            for at in bits(step.boxes) {
                later[at] += step.n;
            }
        }
        let (mut start, mut fan) = (0, 0);
        for (i, step) in self.steps.iter_mut().enumerate() {
            let layer = &mut step.before;
            layer.start = start;
            let mut size = 1usize;
            for (at, room) in self.rooms[..n].iter().enumerate() {
                let mut limit = most[at].min(room.all);
                if i <= doubles_end {
                    limit = limit.min(room.doubles);
                }
                let least = room.all.saturating_sub(later[at]);
                if least > limit {
                    return Ok(false);
                }
                if i == doubles_end {
                    most[at] = limit;
                }
                layer.least[at] = least;
                layer.most[at] = limit;
                layer.stride[at] = size as u32;
                size *= usize::from(limit - least) + 1;
                if size > MAX_TERMS {
                    return Err(TooLarge);
                }
            }
            start += size;
            layer.end = start;
            self.terms += size * fan;
            if self.terms > MAX_TERMS {
                return Err(TooLarge);
            }
            fan = step.fan;
            for at in bits(step.boxes) {
                most[at] += step.n;
                later[at] -= step.n;
            }
        }
        let full = (0..n).all(|at| most[at] >= self.rooms[at].all);
        let only_doubles = doubles_end > 0 && doubles_end == self.steps.len();
        let fits = !only_doubles || !self.rooms.iter().any(Room::is_limited);
        Ok(full && fits)
    }

    pub fn table(self) -> Table {
        let mut table = Table {
            rooms: self.rooms,
            steps: self.steps,
            n_double_steps: self.n_double_steps,
            ways: Vec::new(),
            sums: Vec::new(),
            total: 0.0,
        };
        if self.possible {
            table.ways = table.fill();
            table.sum_up();
        }
        table
    }
}

impl Table {
    pub fn count<N: Number>(&self) -> N {
        match self.steps.len().checked_sub(1) {
            Some(_) if self.ways.is_empty() => N::NONE,
            Some(last) => self.ways_to(last, &self.full(), &self.fill()),
            None => N::ONE,
        }
    }

    /// Whether a step belongs to the first part.
    pub const fn is_first_part(&self, step: usize) -> bool {
        step < self.n_double_steps
    }

    pub fn n_dimensions(&self) -> usize {
        self.rooms.len().saturating_sub(1)
    }

    /// The state with everything placed.
    pub fn full(&self) -> Point {
        let mut full = [0; MAX_BOXES];
        for (room, full) in self.rooms[..self.n_dimensions()].iter().zip(&mut full) {
            *full = room.all;
        }
        full
    }

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

    /// Clears the ways to states in which the last box has too many doubles, once all doubles are placed.
    fn leave_out_doubles<N: Number>(&self, layer: &Layer, ways: &mut [N]) {
        let Some(rest) = self.rooms.last().filter(|rest| rest.is_limited()) else {
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

    fn ways_to<N: Number>(&self, step: usize, after: &Point, ways: &[N]) -> N {
        let mut sum = N::NONE;
        let _ = self.each_before::<N>(step, after, &mut |before, choices| {
            sum = sum.add(ways[before].times(choices));
            ControlFlow::Continue(())
        });
        sum
    }

    /// Visits the states before a step that may lead to this one after it: their indices, and the number of ways to
    /// choose the items of the step.
    pub fn each_before<N: Number>(
        &self,
        step: usize,
        after: &Point,
        visit: &mut impl FnMut(usize, N) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let step = &self.steps[step];
        let others = ((1 << self.n_dimensions()) - 1) & !step.boxes;
        let index = bits(others).fold(step.before.start, |index, at| {
            let there = usize::from(after[at] - step.before.least[at]);
            index + there * step.before.stride[at] as usize
        });
        step.go_back(after, step.boxes, step.n, index, N::ONE, visit)
    }

    fn sum_up(&mut self) {
        let Some(last) = self.steps.len().checked_sub(1) else {
            self.total = 1.0;
            return;
        };
        let layer = self.steps[last].before;
        let mut sums = alloc::vec![0.0; layer.end - layer.start];
        let ways = &self.ways[layer.start..];
        let (full, n) = (self.full(), self.n_dimensions());
        let last = &self.steps[last];
        last.ways_through(&full, n, last.n, 1.0, ways, &mut sums);
        let mut sum = 0.0;
        for ways in &mut sums {
            sum += *ways;
            *ways = sum;
        }
        // Above 2^53 the order of the terms may make a difference.
        self.total = sum;
        self.sums = sums;
    }

    /// Draws one of the ways, all equally likely up to rounding above 2^53. Visits the states before and after each
    /// step, from the last step to the first. There must be a way.
    pub fn sample<R: Rng + ?Sized>(
        &self,
        rng: &mut R,
        mut visit: impl FnMut(usize, &Point, &Point, &mut R),
    ) {
        let mut after = self.full();
        for (i, step) in self.steps.iter().enumerate().rev() {
            let before = step
                .before
                .point(self.before(i, &after, rng), self.n_dimensions());
            visit(i, &before, &after, rng);
            after = before;
        }
    }

    /// Draws a state before a step, weighted by the ways through it.
    fn before(&self, step: usize, after: &Point, rng: &mut (impl Rng + ?Sized)) -> usize {
        let layer = &self.steps[step].before;
        if layer.end - layer.start == 1 {
            return layer.start;
        }
        if step + 1 == self.steps.len() {
            let number = up_to(rng, self.total);
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
