//! The steps in which tiles are placed, and the states that count before each.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use capicu::{Tile, TileSet};
use rand_core::Rng;

use super::axis::{Axis, MAX_AXES, Tiles, take};
use crate::knowledge::number::Number;
use crate::knowledge::problem::Problem;

/// What a state costs, in terms added up.
const STATE: usize = 8;

const ALL: TileSet = TileSet::from_bits(u128::MAX);
const SINGLES: TileSet = TileSet::from_bits(!TileSet::DOUBLES.bits());

/// So many tiles for each axis but the last.
pub(super) type Point = [u8; MAX_AXES];

/// Tiles that are placed at once.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// Where they begin among all tiles in the order of the steps.
    pub first: u8,
    pub n: u8,
    pub all: TileSet,
    pub hidden: TileSet,
    /// The axes but the last where they may go.
    pub axes: u16,
    /// Whether they may go to the last.
    pub rest: bool,
    pub before: Layer,
}

/// The states that count before a step.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Layer {
    /// Tiles in each axis at least and at most.
    pub least: Point,
    pub most: Point,
    pub stride: [u32; MAX_AXES],
    /// Where the states begin and end in the table.
    pub start: usize,
    pub end: usize,
}

impl Step {
    /// Gives every axis its number of the tiles, chosen by lot.
    pub fn deal(
        &self,
        tiles: &[Tile],
        before: &Point,
        after: &Point,
        sets: &mut [TileSet; MAX_AXES],
        rest: usize,
        rng: &mut (impl Rng + ?Sized),
    ) {
        let mut tiles: Tiles = tiles.iter().copied().collect();
        let mut left = self.all;
        for at in bits(self.axes) {
            let n = after[at] - before[at];
            let given = if usize::from(n) == tiles.len() {
                left
            } else {
                take(&mut tiles, n, rng)
            };
            left -= given;
            sets[at] |= given;
        }
        sets[rest] |= left;
    }

    /// Which they are, among all tiles in the order of the steps.
    pub fn tiles<'a>(&self, all: &'a [Tile]) -> &'a [Tile] {
        let first = usize::from(self.first);
        &all[first..first + usize::from(self.n)]
    }

    /// About how many states may have come before one after it.
    pub fn fan(&self, axes: &[Axis]) -> usize {
        fan(usize::from(self.n), self.axes, axes, self.rest)
    }

    /// Visits the states from which this one is reached by giving so many tiles to these axes and
    /// those left over to the last.
    pub fn go_back<N: Number>(
        &self,
        after: &Point,
        axes: u16,
        left: u8,
        index: usize,
        ways: N,
        visit: &mut impl FnMut(usize, N) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if axes == 0 {
            return match left == 0 || self.rest {
                true => visit(index, ways),
                false => ControlFlow::Continue(()),
            };
        }
        let (at, others) = (axes.trailing_zeros() as usize, axes & (axes - 1));
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
    /// Where a state is in the table.
    pub fn index(&self, point: &Point, n: usize) -> usize {
        (0..n).fold(self.start, |index, at| {
            index + usize::from(point[at] - self.least[at]) * self.stride[at] as usize
        })
    }

    /// The state at a place of the table.
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

    /// Goes on to the next state; `false` after the last.
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

/// The steps in an order that brings in few axes at a time, their tiles, and how many of the steps are
/// of doubles.
pub(super) fn steps(problem: &Problem, axes: &[Axis]) -> (Vec<Step>, Vec<Tile>, usize) {
    let limited = axes.iter().any(|axis| axis.doubles < axis.room);
    let parts: &[TileSet] = match limited {
        true => &[TileSet::DOUBLES, SINGLES],
        false => &[ALL],
    };
    let mut stages: Vec<Stage> = Vec::with_capacity(problem.kinds.len() * parts.len());
    let mut seen = 0;
    for part in parts {
        let first = stages.len();
        for kind in &problem.kinds {
            let all = kind.tiles() & *part;
            if all.is_empty() {
                continue;
            }
            let numbered = axes.iter().enumerate();
            let open = numbered.filter(|(_, axis)| axis.groups & kind.groups != 0);
            let open = open.fold(0u16, |bits, (at, _)| bits | 1 << at);
            let last = 1 << (axes.len() - 1);
            stages.push(Stage {
                all,
                hidden: kind.hidden & *part,
                axes: open & !last,
                rest: open & last != 0,
                new: box_of(open & !last & !seen, axes),
                whole: box_of(open & !last, axes),
            });
        }
        // Next is what brings in least; what has the widest choice comes last.
        for i in first..stages.len() {
            let next = (i..stages.len()).min_by_key(|j| (stages[*j].new, stages[*j].whole));
            if let Some(next) = next {
                stages.swap(i, next);
                let brought = stages[i].axes & !seen;
                seen |= brought;
                for stage in &mut stages[i + 1..] {
                    if stage.axes & brought != 0 {
                        stage.new = box_of(stage.axes & !seen, axes);
                    }
                }
            }
        }
    }
    let n_tiles = stages.iter().map(|stage| stage.all.len());
    let mut tiles: Vec<Tile> = Vec::with_capacity(n_tiles.sum());
    let mut steps = Vec::with_capacity(tiles.capacity());
    let mut n_double_steps = 0;
    for (i, stage) in stages.iter().enumerate() {
        // All of the last is placed at the end in every way at once.
        let size = match i + 1 == stages.len() {
            true => stage.all.len(),
            false => stage.best_size(axes),
        };
        stage.split(size, &mut tiles, &mut steps);
        if limited && !stage.all.intersects(SINGLES) {
            n_double_steps = steps.len();
        }
    }
    (steps, tiles, n_double_steps)
}

/// The tiles of a kind, before they are split into steps.
struct Stage {
    all: TileSet,
    hidden: TileSet,
    axes: u16,
    rest: bool,
    /// How many states the axes can have that no earlier stage has brought in.
    new: u64,
    /// And all of them.
    whole: u64,
}

impl Stage {
    /// How many tiles a step has when there is least to be added up.
    fn best_size(&self, axes: &[Axis]) -> usize {
        let n = self.all.len();
        let (mut best, mut least) = (n, usize::MAX);
        let mut size = 1;
        loop {
            let n_steps = n.div_ceil(size);
            let each = fan(size, self.axes, axes, self.rest) + STATE;
            if n_steps * each < least {
                (best, least) = (size, n_steps * each);
            }
            // Larger steps are no less work each.
            if n_steps == 1 || each >= least {
                return best;
            }
            // Of those of which it takes as many, only the smallest can be best.
            size = n.div_ceil(n_steps - 1);
        }
    }

    /// Appends it as steps of this size.
    fn split(&self, size: usize, tiles: &mut Vec<Tile>, steps: &mut Vec<Step>) {
        let start = tiles.len();
        tiles.extend(self.all);
        let mut first = start;
        while first < tiles.len() {
            let n = size.min(tiles.len() - first);
            let all = match n == tiles.len() - start {
                true => self.all,
                false => tiles[first..first + n].iter().copied().collect(),
            };
            steps.push(Step {
                first: first as u8,
                n: n as u8,
                all,
                hidden: self.hidden & all,
                axes: self.axes,
                rest: self.rest,
                before: Layer::default(),
            });
            first += n;
        }
    }
}

/// How many states so many axes can have.
fn box_of(set: u16, axes: &[Axis]) -> u64 {
    bits(set).map(|at| u64::from(axes[at].room) + 1).product()
}

/// About how many states on average may have come before a step that brings so many like tiles to
/// some axes and, where they may go there, to the last.
fn fan(n: usize, set: u16, axes: &[Axis], rest: bool) -> usize {
    let (mut by_room, mut by_tiles) = (1.0, 1.0);
    let mut dividers = f64::from(u8::from(rest));
    for at in bits(set) {
        by_room *= usize::from(axes[at].room).min(n) as f64 / 2.0 + 1.0;
        if dividers > 0.0 {
            by_tiles *= (n as f64 + dividers) / dividers;
        }
        dividers += 1.0;
    }
    by_room.min(by_tiles) as usize
}

/// The numbers of the bits that are set.
pub(super) fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.checked_sub(1)?;
        Some(bit)
    })
}
