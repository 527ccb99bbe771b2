//! Lists all solutions, and the chance of each tile at each place.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use capicu::{Tile, TileSet};

use super::step::{MAX_BOXES, Point, bits};
use super::table::Table;
use super::{Lattice, Order};
use crate::knowledge::problem::Place;

/// Some tiles and their place.
type Placed = (Place, TileSet);

impl Lattice {
    /// Lists every solution as the hidden tiles at each place. Use it with
    /// [`AlikeAtOnePlace`](super::axis::Merge::AlikeAtOnePlace); otherwise groups that share an axis are not
    /// distinguished.
    pub fn each(&self, mut found: impl FnMut(&[Placed])) {
        let mut placed = Vec::new();
        if self.merged > 0.0 {
            self.descend(
                self.table.steps.len(),
                &self.table.full(),
                &mut placed,
                &mut found,
            );
        }
    }

    fn descend(
        &self,
        n: usize,
        after: &Point,
        placed: &mut Vec<Placed>,
        found: &mut dyn FnMut(&[Placed]),
    ) {
        let Some(i) = n.checked_sub(1) else {
            return found(placed);
        };
        let step = &self.table.steps[i];
        let mut befores = Vec::new();
        let _ = self.table.each_before::<f64>(i, after, &mut |before, _| {
            if self.table.ways[before] > 0.0 {
                befores.push(before);
            }
            ControlFlow::Continue(())
        });
        for before in befores {
            let before = step.before.point(before, self.table.n_dimensions());
            let tiles = self.portions[i].of(&self.tiles);
            self.hand_out(i, 0, tiles, &before, after, placed, found);
        }
    }

    /// Gives each axis from this one its number of the tiles, in every way, and continues with the step before.
    #[allow(clippy::too_many_arguments)]
    fn hand_out(
        &self,
        i: usize,
        at: usize,
        tiles: &[Tile],
        before: &Point,
        after: &Point,
        placed: &mut Vec<Placed>,
        found: &mut dyn FnMut(&[Placed]),
    ) {
        let (place, _) = self.axes[at].places[0];
        let mut give = |given: TileSet, left: &[Tile], more: bool| {
            placed.push((place, given & self.portions[i].hidden));
            if more {
                self.hand_out(i, at + 1, left, before, after, placed, found);
            } else {
                self.descend(i, before, placed, found);
            }
            placed.pop();
        };
        if at == self.table.n_dimensions() {
            return give(tiles.iter().copied().collect(), &[], false);
        }
        let n = usize::from(after[at] - before[at]);
        each_choice(
            tiles,
            n,
            &mut Vec::new(),
            &mut Vec::new(),
            &mut |given, left| {
                give(given.iter().copied().collect(), left, true);
            },
        );
    }

    /// Calls `tell` for every hidden tile and place, with the chance of the tile there.
    pub fn chances(&self, mut tell: impl FnMut(Tile, Place, f64)) {
        let mut given = alloc::vec![[0.0; MAX_BOXES]; self.portions.len()];
        self.table.moved(|i, at, n| match self.order {
            Order::ByKinds => given[i][at] += n,
            Order::ByAxes => given[at][usize::from(self.table.steps[i].of)] += n,
        });
        for (portion, given) in self.portions.iter().zip(given) {
            for (axis, n) in self.axes.iter().zip(given).filter(|(_, n)| *n > 0.0) {
                for (place, room) in &axis.places {
                    let share = f64::from(*room) / f64::from(axis.room);
                    for tile in portion.hidden {
                        tell(tile, *place, n / f64::from(portion.n) * share);
                    }
                }
            }
        }
    }
}

impl Table {
    /// Calls `tell` with the average number of items that each step puts into each box.
    fn moved(&self, mut tell: impl FnMut(usize, usize, f64)) {
        let n = self.n_dimensions();
        // The number of ways from a state to the end.
        let mut onward = alloc::vec![0.0; self.ways.len()];
        for (i, step) in self.steps.iter().enumerate().rev() {
            let mut sums = [0.0; MAX_BOXES];
            let mut go_back = |after: &Point, from: f64, onward: &mut [f64]| {
                let _ = self.each_before::<f64>(i, after, &mut |index, choices| {
                    let before = step.before.point(index, n);
                    onward[index] += from * choices;
                    for at in bits(step.boxes) {
                        let moved = f64::from(after[at] - before[at]);
                        sums[at] += moved * from * choices * self.ways[index];
                    }
                    ControlFlow::Continue(())
                });
            };
            match self.steps.get(i + 1).map(|next| next.before) {
                None => go_back(&self.full(), 1.0, &mut onward),
                Some(layer) => {
                    let mut after = layer.least;
                    for index in layer.start..layer.end {
                        if onward[index] > 0.0 && self.ways[index] > 0.0 {
                            go_back(&after, onward[index], &mut onward);
                        }
                        layer.next(&mut after, n);
                    }
                }
            }
            if step.rest {
                sums[n] = self.total * f64::from(step.n) - sums[..n].iter().sum::<f64>();
            }
            for at in bits(step.boxes).chain(step.rest.then_some(n)) {
                tell(i, at, sums[at] / self.total);
            }
        }
    }
}

/// Calls `found` with every choice of `n` of these tiles, and the other tiles.
fn each_choice(
    tiles: &[Tile],
    n: usize,
    chosen: &mut Vec<Tile>,
    left: &mut Vec<Tile>,
    found: &mut dyn FnMut(&[Tile], &[Tile]),
) {
    let Some((tile, others)) = tiles.split_first().filter(|_| tiles.len() >= n) else {
        if n == 0 {
            found(chosen, left);
        }
        return;
    };
    if n > 0 {
        chosen.push(*tile);
        each_choice(others, n - 1, chosen, left, found);
        chosen.pop();
    }
    if others.len() >= n {
        left.push(*tile);
        each_choice(others, n, chosen, left, found);
        left.pop();
    }
}
