//! The steps that put items into boxes, and the relevant states before each.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::table::Room;
use crate::knowledge::number::Number;

pub(super) const MAX_BOXES: usize = 16;

/// The cost of a state, in added terms.
const STATE: usize = 8;

/// The number of items in each box but the last.
pub(super) type Point = [u8; MAX_BOXES];

#[derive(Clone, Debug)]
pub(super) struct Step {
    /// The index of their stage among those given.
    pub of: u8,
    pub n: u8,
    /// The boxes, without the last, that may receive them.
    pub boxes: u16,
    pub rest: bool,
    /// The approximate number of states before one state after it.
    pub fan: usize,
    pub before: Layer,
}

/// The relevant states before a step.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Layer {
    /// The fewest and the most items in each box.
    pub least: Point,
    pub most: Point,
    pub stride: [u32; MAX_BOXES],
    /// The range of the states in the table.
    pub start: usize,
    pub end: usize,
}

impl Step {
    /// Visits the states that lead to this one, if `left` items go into these boxes and the rest into the last.
    pub fn go_back<N: Number>(
        &self,
        after: &Point,
        boxes: u16,
        left: u8,
        index: usize,
        ways: N,
        visit: &mut impl FnMut(usize, N) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if boxes == 0 {
            return match left == 0 || self.rest {
                true => visit(index, ways),
                false => ControlFlow::Continue(()),
            };
        }
        let (at, others) = (boxes.trailing_zeros() as usize, boxes & (boxes - 1));
        let layer = &self.before;
        let stride = layer.stride[at] as usize;
        let there = after[at] - layer.least[at];
        let mut fewest = after[at].saturating_sub(layer.most[at]);
        if others == 0 && !self.rest {
            fewest = fewest.max(left);
        }
        let index = index + usize::from(there) * stride;
        for n in fewest..=there.min(left) {
            let (index, ways) = (
                index - usize::from(n) * stride,
                ways.times(N::choose(left, n)),
            );
            if others == 0 {
                visit(index, ways)?;
            } else {
                self.go_back(after, others, left - n, index, ways, visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Layer {
    /// The index of a state in the table.
    pub fn index(&self, point: &Point, n: usize) -> usize {
        (0..n).fold(self.start, |index, at| {
            index + usize::from(point[at] - self.least[at]) * self.stride[at] as usize
        })
    }

    /// The state at an index of the table.
    pub fn point(&self, index: usize, n: usize) -> Point {
        let mut left = (index - self.start) as u32;
        let mut point = self.least;
        for at in (0..n).rev() {
            if self.most[at] > self.least[at] {
                point[at] += (left / self.stride[at]) as u8;
                left %= self.stride[at];
            }
        }
        point
    }

    /// Moves to the next state; `false` after the last.
    pub fn next(&self, point: &mut Point, n: usize) -> bool {
        let limits = self.least.iter().zip(&self.most);
        for (at, (least, most)) in point[..n].iter_mut().zip(limits) {
            if *at < *most {
                *at += 1;
                return true;
            }
            *at = *least;
        }
        false
    }
}

#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub of: u8,
    pub n: u8,
    pub boxes: u16,
    pub rest: bool,
    /// The number of states of the boxes that no earlier stage has used.
    new: u64,
    /// The number of states of all its boxes.
    whole: u64,
}

impl Stage {
    pub const fn new(of: u8, n: u8, boxes: u16, n_boxes: usize) -> Self {
        let last = 1 << (n_boxes - 1);
        Self {
            of,
            n,
            boxes: boxes & !last,
            rest: boxes & last != 0,
            new: 0,
            whole: 0,
        }
    }

    /// The approximate average number of states before one state after a step of `n` items. The room of the boxes
    /// limits it, and the number of ways to divide the items.
    fn fan(&self, n: u8, rooms: &[Room]) -> usize {
        let room = |at: usize| f64::from(rooms[at].all.min(n)) / 2.0 + 1.0;
        let by_room: f64 = bits(self.boxes).map(room).product();
        let open = self.boxes.count_ones() as u8 + u8::from(self.rest);
        let others = open.saturating_sub(1);
        by_room.min(f64::choose(n + others, others)) as usize
    }

    /// The number of items per step with the fewest terms.
    fn best_size(&self, rooms: &[Room]) -> u8 {
        let n = usize::from(self.n);
        let (mut best, mut least) = (n, usize::MAX);
        let mut size = 1;
        loop {
            let n_steps = n.div_ceil(size);
            let each = self.fan(size as u8, rooms) + STATE;
            if n_steps * each < least {
                (best, least) = (size, n_steps * each);
            }
            // Larger steps are no cheaper.
            if n_steps == 1 || each >= least {
                return best as u8;
            }
            // Of sizes with the same number of steps, only the smallest can be best.
            size = n.div_ceil(n_steps - 1);
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The stage with the fewest new boxes: quick to find.
    NewBoxes,
    /// The stage that leaves the fewest states: fewer terms if there are many kinds of tiles.
    FewestStates,
}

/// The steps in this order, and the number of steps in the first part if there are more parts.
pub(super) fn steps(rooms: &[Room], parts: &mut [Vec<Stage>], next: Next) -> (Vec<Step>, usize) {
    let mut seen = 0;
    for stages in parts.iter_mut() {
        match next {
            Next::NewBoxes => by_new_boxes(stages, rooms, &mut seen),
            Next::FewestStates => by_states(stages, rooms),
        }
    }
    let n_items: usize = parts
        .iter()
        .flatten()
        .map(|stage| usize::from(stage.n))
        .sum();
    let mut steps = Vec::with_capacity(n_items.min(64));
    let mut n_first = 0;
    let n_parts = parts.len();
    let mut stages_left: usize = parts.iter().map(Vec::len).sum();
    for (part, stages) in parts.iter().enumerate() {
        for stage in stages {
            stages_left -= 1;
            // All items of the last stage are placed at once, in every way.
            let size = match stages_left {
                0 => stage.n,
                _ => stage.best_size(rooms),
            };
            let mut step = Step {
                of: stage.of,
                n: size,
                boxes: stage.boxes,
                rest: stage.rest,
                fan: stage.fan(size, rooms),
                before: Layer::default(),
            };
            for _ in 0..stage.n / size {
                steps.push(step.clone());
            }
            if !stage.n.is_multiple_of(size) {
                step.n = stage.n % size;
                step.fan = stage.fan(step.n, rooms);
                steps.push(step);
            }
        }
        if part == 0 && n_parts > 1 {
            n_first = steps.len();
        }
    }
    (steps, n_first)
}

/// Orders stages by the fewest new boxes, so the stage with the widest choice is last.
fn by_new_boxes(stages: &mut [Stage], rooms: &[Room], seen: &mut u16) {
    for stage in stages.iter_mut() {
        stage.new = box_of(stage.boxes & !*seen, rooms);
        stage.whole = box_of(stage.boxes, rooms);
    }
    for i in 0..stages.len() {
        let next = (i..stages.len()).min_by_key(|j| (stages[*j].new, stages[*j].whole));
        let Some(next) = next else { break };
        stages.swap(i, next);
        let brought = stages[i].boxes & !*seen;
        *seen |= brought;
        for stage in &mut stages[i + 1..] {
            if stage.boxes & brought != 0 {
                stage.new = box_of(stage.boxes & !*seen, rooms);
            }
        }
    }
}

/// Orders stages by the fewest states. Requires all stages at once.
fn by_states(stages: &mut [Stage], rooms: &[Room]) {
    let rooms = &rooms[..rooms.len().saturating_sub(1)];
    let (mut most, mut later) = ([0u8; MAX_BOXES], [0u8; MAX_BOXES]);
    for stage in stages.iter() {
        for at in bits(stage.boxes) {
            later[at] += stage.n;
        }
    }
    for i in 0..stages.len() {
        let states = |stage: &Stage| {
            rooms.iter().enumerate().fold(1u64, |states, (at, room)| {
                let n = stage.n * (stage.boxes >> at & 1) as u8;
                let most = room.all.min(most[at] + n);
                let least = room.all.saturating_sub(later[at] - n);
                states.saturating_mul(u64::from(most.saturating_sub(least)) + 1)
            })
        };
        let next = (i..stages.len()).min_by_key(|j| states(&stages[*j]));
        let Some(next) = next else { break };
        stages.swap(i, next);
        for at in bits(stages[i].boxes) {
            most[at] += stages[i].n;
            later[at] -= stages[i].n;
        }
    }
}

/// The number of states of these boxes.
fn box_of(set: u16, rooms: &[Room]) -> u64 {
    bits(set).map(|at| u64::from(rooms[at].all) + 1).product()
}

pub(super) fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.checked_sub(1)?;
        Some(bit)
    })
}
