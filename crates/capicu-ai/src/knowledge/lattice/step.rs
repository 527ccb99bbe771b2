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
    pub tiles: Vec<Tile>,
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
        before: &Point,
        after: &Point,
        sets: &mut [TileSet; MAX_AXES],
        rest: usize,
        rng: &mut (impl Rng + ?Sized),
    ) {
        let mut tiles: Tiles = self.tiles.iter().copied().collect();
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

    /// About how many states may have come before one after it.
    pub fn fan(&self, axes: &[Axis]) -> usize {
        let room = bits(self.axes).map(|at| axes[at].room);
        fan(self.tiles.len(), room, self.rest)
    }

    /// Splits it into steps of fewer tiles where there is less to be added up then.
    fn split(self, axes: &[Axis], into: &mut Vec<Self>) {
        let n = self.tiles.len();
        let work = |size: usize| {
            let room = bits(self.axes).map(|at| axes[at].room);
            n.div_ceil(size) * (fan(size, room, self.rest) + STATE)
        };
        let size = (1..=n).min_by_key(|size| work(*size)).unwrap_or(n);
        if size == n {
            return into.push(self);
        }
        into.extend(self.tiles.chunks(size).map(|tiles| {
            let all: TileSet = tiles.iter().copied().collect();
            Self {
                tiles: tiles.to_vec(),
                hidden: self.hidden & all,
                all,
                ..self
            }
        }));
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

/// The steps in an order that brings in few axes at a time, and how many are of doubles.
pub(super) fn steps(problem: &Problem, axes: &[Axis]) -> (Vec<Step>, usize) {
    let limited = axes.iter().any(|axis| axis.doubles < axis.room);
    let parts: &[TileSet] = match limited {
        true => &[TileSet::DOUBLES, SINGLES],
        false => &[ALL],
    };
    let mut steps: Vec<Step> = Vec::with_capacity(problem.kinds.len() * parts.len());
    let mut seen = 0;
    for part in parts {
        let first = steps.len();
        for kind in &problem.kinds {
            let all = kind.tiles() & *part;
            if all.is_empty() {
                continue;
            }
            let numbered = axes.iter().enumerate();
            let open = numbered.filter(|(_, axis)| axis.groups & kind.groups != 0);
            let open = open.fold(0u16, |bits, (at, _)| bits | 1 << at);
            let last = 1 << (axes.len() - 1);
            steps.push(Step {
                tiles: all.into_iter().collect(),
                hidden: kind.hidden & *part,
                all,
                axes: open & !last,
                rest: open & last != 0,
                before: Layer::default(),
            });
        }
        // Next is what brings in least; what has the widest choice comes last.
        let box_of =
            |set: u16| -> u64 { bits(set).map(|at| u64::from(axes[at].room) + 1).product() };
        for i in first..steps.len() {
            let next = (i..steps.len())
                .min_by_key(|j| (box_of(steps[*j].axes & !seen), box_of(steps[*j].axes)));
            if let Some(next) = next {
                steps.swap(i, next);
                seen |= steps[i].axes;
            }
        }
    }
    // All of the last is placed at the end in every way at once.
    let last = steps.pop();
    let mut split = Vec::with_capacity(steps.len() + 1);
    for step in steps {
        step.split(axes, &mut split);
    }
    split.extend(last);
    let doubles = |step: &&Step| limited && !step.all.intersects(SINGLES);
    let n_double_steps = split.iter().filter(doubles).count();
    (split, n_double_steps)
}

/// About how many states on average may have come before a step that brings so many like tiles to
/// axes with this room and, where they may go there, to the last.
fn fan(n: usize, room: impl Iterator<Item = u8>, rest: bool) -> usize {
    let (mut by_room, mut by_tiles) = (1.0, 1.0);
    let mut dividers = f64::from(u8::from(rest));
    for room in room {
        by_room *= usize::from(room).min(n) as f64 / 2.0 + 1.0;
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
