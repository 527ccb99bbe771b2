//! Computes the ways to the states after a step from the ways to the states before it.

use arrayvec::ArrayVec;

use super::step::{Layer, MAX_BOXES, Point, Step};
use crate::knowledge::number::Number;

/// A row of states that differ in one box, before and after a step.
#[derive(Clone, Copy)]
struct Row {
    /// The states before the step.
    before: Span,
    after: Span,
    /// The states after the step for a choice of items, and the offset of their origins in the layer.
    n: usize,
    from: usize,
    to: usize,
}

#[derive(Clone, Copy)]
struct Span {
    least: u8,
    most: u8,
    stride: usize,
}

impl Span {
    fn of(layer: &Layer, at: usize) -> Self {
        Self {
            least: layer.least[at],
            most: layer.most[at],
            stride: layer.stride[at] as usize,
        }
    }

    fn len(&self) -> usize {
        usize::from(self.most - self.least) + 1
    }
}

impl Row {
    /// Puts this number of items into the box; `false` if that leads to no state after the step.
    fn give(&mut self, n: u8) -> bool {
        let least = self.after.least.max(self.before.least + n);
        let most = self.after.most.min(self.before.most + n);
        if least > most {
            return false;
        }
        self.n = usize::from(most - least) + 1;
        self.to = usize::from(least - self.after.least);
        self.from = usize::from(least - n - self.before.least);
        true
    }

    /// Whether the row contains all states of the box, before and after the step.
    fn is_whole(&self) -> bool {
        self.n == self.before.len() && self.n == self.after.len()
    }
}

/// The rows of a step, and the ones that may receive items.
struct Spread<'a, N> {
    rows: ArrayVec<Row, MAX_BOXES>,
    given: ArrayVec<usize, MAX_BOXES>,
    rest: bool,
    before: &'a [N],
    after: &'a mut [N],
}

impl Step {
    /// Adds up the ways to each state after the step, from zero, from the ways to the states before it.
    pub fn spread<N: Number>(&self, next: &Layer, n_boxes: usize, before: &[N], after: &mut [N]) {
        let mut spread = Spread {
            rows: ArrayVec::new(),
            given: ArrayVec::new(),
            rest: self.rest,
            before,
            after,
        };
        for at in 0..n_boxes {
            let given = self.boxes >> at & 1 == 1;
            let mut row = Row {
                before: Span::of(&self.before, at),
                after: Span::of(next, at),
                n: 1,
                from: 0,
                to: 0,
            };
            if given {
                spread.given.push(spread.rows.len());
            } else if !row.give(0) {
                return;
            }
            // A box with a single state throughout makes no row.
            if given || !row.is_whole() || row.n > 1 {
                spread.rows.push(row);
            }
        }
        spread.choose(spread.given.len(), self.n, N::ONE);
    }
}

impl Step {
    /// For the last step: counts, for each state before it, the ways through it to the final state with full boxes.
    pub fn ways_through(
        &self,
        full: &Point,
        n_boxes: usize,
        left: u8,
        choices: f64,
        ways: &[f64],
        through: &mut [f64],
    ) {
        let Some(at) = n_boxes.checked_sub(1) else {
            if left == 0 || self.rest {
                through[0] = ways[0] * choices;
            }
            return;
        };
        let layer = &self.before;
        let fewest = full[at] - layer.most[at];
        let most = left.min(full[at] - layer.least[at]);
        for n in fewest..=most {
            let start = usize::from(full[at] - n - layer.least[at]) * layer.stride[at] as usize;
            let choices = choices * f64::choose(left, n);
            if at > 0 {
                let (ways, through) = (&ways[start..], &mut through[start..]);
                self.ways_through(full, at, left - n, choices, ways, through);
            } else if n == left || self.rest {
                through[start] = ways[start] * choices;
            }
        }
    }
}

impl<N: Number> Spread<'_, N> {
    /// Puts this number of items into the first box and the rest into the last, in every way.
    fn choose(&mut self, n_boxes: usize, left: u8, ways: N) {
        let Some(which) = n_boxes.checked_sub(1) else {
            if left == 0 || self.rest {
                let (mut from, mut to) = (0, 0);
                for row in &self.rows {
                    from += row.from * row.before.stride;
                    to += row.to * row.after.stride;
                }
                self.add(from, to, ways);
            }
            return;
        };
        let at = self.given[which];
        let fewest = match which == 0 && !self.rest {
            true => left,
            false => 0,
        };
        for n in fewest..=left {
            if self.rows[at].give(n) {
                self.choose(which, left - n, ways.times(N::choose(left, n)));
            }
        }
    }

    /// Adds the ways from all states of the rows.
    fn add(&mut self, from: usize, to: usize, ways: N) {
        // States that are adjacent in both layers are added in one loop.
        let mut run = 1;
        let mut rows = &self.rows[..];
        while let Some((row, others)) = rows.split_first() {
            run *= row.n;
            rows = others;
            if !row.is_whole() {
                break;
            }
        }
        add_rows(rows, run, &self.before[from..], &mut self.after[to..], ways);
    }
}

fn add_rows<N: Number>(rows: &[Row], run: usize, before: &[N], after: &mut [N], ways: N) {
    match rows {
        [] => add_run(&before[..run], &mut after[..run], ways),
        [row] => {
            for i in 0..row.n {
                let (from, to) = (i * row.before.stride, i * row.after.stride);
                add_run(&before[from..from + run], &mut after[to..to + run], ways);
            }
        }
        [others @ .., row] => {
            for i in 0..row.n {
                let (from, to) = (i * row.before.stride, i * row.after.stride);
                add_rows(others, run, &before[from..], &mut after[to..], ways);
            }
        }
    }
}

#[inline(always)]
fn add_run<N: Number>(before: &[N], after: &mut [N], ways: N) {
    for (to, from) in after.iter_mut().zip(before) {
        *to = to.add(from.times(ways));
    }
}
