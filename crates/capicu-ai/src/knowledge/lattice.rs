//! Counting, drawing and listing the solutions of a problem exactly, by dynamic programming.
//!
//! The items are put into the groups one after another. What is still possible depends only on how
//! much room each group has left, so the states are the points of a lattice; for each, the number
//! of ways to place the remaining items is the sum over the groups where the next item may go. That
//! the number of remaining items is the sum of the room left makes one table enough.

use alloc::vec::Vec;

use capicu::Tile;
use rand_core::Rng;

use super::problem::{ANY_NUMBER, Item, Place, Problem};
use crate::chance::{below, below_wide};

/// Larger tables are not made.
const MAX_STATES: usize = 1 << 16;

/// As many dimensions as a table of that size can have.
const MAX_AXES: usize = 16;

/// Why a problem cannot be counted here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge;

/// Whether groups may share an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Merge {
    /// Wherever the same items may go: fewest states.
    Alike,
    /// Only where they are at one place too: what is at each place follows from the axes.
    AlikeAtOnePlace,
}

/// Groups that nothing tells apart.
#[derive(Clone, Debug)]
struct Axis {
    room: u8,
    stride: usize,
    doubles: u8,
    /// The place of each tile that goes here: equal, or to be dealt out at random.
    places: Vec<Place>,
    mixed: bool,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    tile: Tile,
    hidden: bool,
    axes: u16,
}

/// The solutions of a problem.
#[derive(Clone, Debug)]
pub(super) struct Lattice {
    axes: Vec<Axis>,
    /// The last is placed first, the doubles before all others.
    steps: Vec<Step>,
    n_singles: usize,
    limited: bool,
    ways: Vec<u128>,
    /// How many solutions each way stands for, groups that share an axis being told apart.
    factor: u128,
    total: u128,
}

type Room = [u8; MAX_AXES];

impl Lattice {
    /// Counts the solutions. There may be none.
    pub fn new(problem: &Problem, merge: Merge) -> Result<Self, TooLarge> {
        let (axes, factor) = axes(problem, merge)?;
        let mut steps: Vec<Step> = Vec::with_capacity(problem.items.len());
        for doubles in [false, true] {
            let of_kind = |item: &&Item| item.tile.is_double() == doubles;
            steps.extend(problem.items.iter().filter(of_kind).map(|item| {
                Step {
                    tile: item.tile,
                    hidden: item.hidden,
                    axes: axes
                        .iter()
                        .enumerate()
                        .filter(|(_, (_, groups))| item.groups & groups != 0)
                        .fold(0, |bits, (axis, _)| bits | 1 << axis),
                }
            }));
        }
        let axes: Vec<Axis> = axes.into_iter().map(|(axis, _)| axis).collect();
        let mut lattice = Self {
            n_singles: steps.iter().filter(|step| !step.tile.is_double()).count(),
            limited: axes.iter().any(|axis| axis.doubles < axis.room),
            axes,
            steps,
            ways: Vec::new(),
            factor,
            total: 0,
        };
        lattice.fill()?;
        let top = lattice.ways.last().copied().unwrap_or(0);
        lattice.total = top.checked_mul(factor).ok_or(TooLarge)?;
        Ok(lattice)
    }

    /// How many solutions there are.
    pub const fn total(&self) -> u128 {
        self.total
    }

    /// How many solutions each of those that [`each`](Self::each) lists stands for.
    pub const fn each_stands_for(&self) -> u128 {
        self.factor
    }

    fn fill(&mut self) -> Result<(), TooLarge> {
        let n = self
            .axes
            .last()
            .map_or(1, |axis| axis.stride * (usize::from(axis.room) + 1));
        self.ways = Vec::with_capacity(n);
        let mut room: Room = [0; MAX_AXES];
        self.ways.push(u128::from(!self.too_many_doubles(0, &room)));
        let mut level = 0;
        for state in 1..n {
            for (axis, left) in self.axes.iter().zip(&mut room) {
                if *left < axis.room {
                    *left += 1;
                    level += 1;
                    break;
                }
                level -= usize::from(*left);
                *left = 0;
            }
            let mut ways: u128 = 0;
            if !self.too_many_doubles(level, &room) {
                let mut axes = self.steps[level - 1].axes;
                while axes != 0 {
                    let axis = axes.trailing_zeros() as usize;
                    axes &= axes - 1;
                    if room[axis] > 0 {
                        let before = self.ways[state - self.axes[axis].stride];
                        ways = ways.checked_add(before).ok_or(TooLarge)?;
                    }
                }
            }
            self.ways.push(ways);
        }
        Ok(())
    }

    /// Whether the doubles, all placed now, have taken more room than they may.
    fn too_many_doubles(&self, level: usize, room: &Room) -> bool {
        self.limited
            && level == self.n_singles
            && self
                .axes
                .iter()
                .zip(room)
                .any(|(axis, left)| axis.room - left > axis.doubles)
    }

    fn top(&self) -> (usize, Room) {
        let mut room = [0; MAX_AXES];
        for (axis, left) in self.axes.iter().zip(&mut room) {
            *left = axis.room;
        }
        (self.ways.len() - 1, room)
    }

    /// One solution, all equally likely: where every hidden item is. There must be one.
    pub fn sample(&self, rng: &mut (impl Rng + ?Sized), mut put: impl FnMut(Tile, Place)) {
        let (mut state, mut room) = self.top();
        let mut number = below_wide(rng, self.ways[state]);
        let mut dealt_out: Vec<Vec<Place>> = Vec::new();
        if self.axes.iter().any(|axis| axis.mixed) {
            dealt_out.extend(self.axes.iter().map(|axis| axis.places.clone()));
        }
        for step in self.steps.iter().rev() {
            let mut axes = step.axes;
            let mut chosen = 0;
            while axes != 0 {
                let axis = axes.trailing_zeros() as usize;
                axes &= axes - 1;
                if room[axis] == 0 {
                    continue;
                }
                let ways = self.ways[state - self.axes[axis].stride];
                if number < ways {
                    chosen = axis;
                    break;
                }
                number -= ways;
            }
            let axis = &self.axes[chosen];
            state -= axis.stride;
            room[chosen] -= 1;
            let place = match dealt_out.get_mut(chosen).filter(|_| axis.mixed) {
                Some(places) => {
                    let which = below(rng, places.len() as u32) as usize;
                    places.swap_remove(which)
                }
                None => axis.places[0],
            };
            if step.hidden {
                put(step.tile, place);
            }
        }
    }

    /// Every solution, with the place of every hidden item. Made to be listed with
    /// [`Merge::AlikeAtOnePlace`]: otherwise groups that share an axis are not told apart.
    pub fn each(&self, mut found: impl FnMut(&[(Tile, Place)])) {
        let (state, mut room) = self.top();
        let mut placed = Vec::with_capacity(self.steps.len());
        self.descend(self.steps.len(), state, &mut room, &mut placed, &mut found);
    }

    fn descend(
        &self,
        level: usize,
        state: usize,
        room: &mut Room,
        placed: &mut Vec<(Tile, Place)>,
        found: &mut impl FnMut(&[(Tile, Place)]),
    ) {
        let Some(step) = level.checked_sub(1).map(|i| self.steps[i]) else {
            found(placed);
            return;
        };
        let mut axes = step.axes;
        while axes != 0 {
            let axis = axes.trailing_zeros() as usize;
            axes &= axes - 1;
            if room[axis] == 0 || self.ways[state - self.axes[axis].stride] == 0 {
                continue;
            }
            room[axis] -= 1;
            if step.hidden {
                placed.push((step.tile, self.axes[axis].places[0]));
            }
            self.descend(
                level - 1,
                state - self.axes[axis].stride,
                room,
                placed,
                found,
            );
            if step.hidden {
                placed.pop();
            }
            room[axis] += 1;
        }
    }

    /// Tells for every hidden item and place how likely the item is there, in solutions: the sum
    /// over the places of an item is [`total`](Self::total).
    pub fn chances(&self, mut tell: impl FnMut(Tile, Place, f64)) {
        let Some(&top) = self.ways.last() else { return };
        let scale = self.total as f64 / top as f64;
        // How many ways lead to a state, from the top down.
        let mut reached = alloc::vec![0.0f64; self.ways.len()];
        let last = reached.len() - 1;
        reached[last] = scale;
        let (_, mut room) = self.top();
        let mut level = self.steps.len();
        let mut sums = alloc::vec![[0.0f64; MAX_AXES]; self.steps.len()];
        for state in (1..=last).rev() {
            if reached[state] > 0.0 && self.ways[state] > 0 {
                let step = &self.steps[level - 1];
                let mut axes = step.axes;
                while axes != 0 {
                    let axis = axes.trailing_zeros() as usize;
                    axes &= axes - 1;
                    let next = state.wrapping_sub(self.axes[axis].stride);
                    if room[axis] > 0 && self.ways[next] > 0 {
                        reached[next] += reached[state];
                        sums[level - 1][axis] += reached[state] * self.ways[next] as f64;
                    }
                }
            }
            for (axis, left) in self.axes.iter().zip(&mut room) {
                if *left > 0 {
                    *left -= 1;
                    level -= 1;
                    break;
                }
                *left = axis.room;
                level += usize::from(axis.room);
            }
        }
        for (step, sums) in self.steps.iter().zip(&sums).filter(|(step, _)| step.hidden) {
            for (axis, sum) in self.axes.iter().zip(sums) {
                for place in &axis.places {
                    tell(step.tile, *place, sum / axis.places.len() as f64);
                }
            }
        }
    }
}

/// The axes, each with its groups, and how many solutions of the problem one of theirs stands for.
#[allow(clippy::type_complexity)]
fn axes(problem: &Problem, merge: Merge) -> Result<(Vec<(Axis, u128)>, u128), TooLarge> {
    // Which items may go to a group; the items of one problem are at most the tiles.
    let signature = |group: usize| {
        let items = problem.items.iter().enumerate();
        items.fold(0u128, |bits, (i, item)| {
            bits | (item.groups >> group & 1) << i
        })
    };
    let mut axes: Vec<(Axis, u128)> = Vec::new();
    let mut signatures: Vec<u128> = Vec::new();
    let mut factor: u128 = 1;
    for (i, group) in problem
        .groups
        .iter()
        .enumerate()
        .filter(|(_, g)| g.room > 0)
    {
        let sign = signature(i);
        let free = group.doubles >= group.room;
        let alike = axes.iter().zip(&signatures).position(|((axis, _), other)| {
            let at_one_place = axis.places[0] == group.place;
            *other == sign
                && free
                && axis.doubles == ANY_NUMBER
                && (merge == Merge::Alike || at_one_place)
        });
        let places = core::iter::repeat_n(group.place, usize::from(group.room));
        match alike {
            Some(which) => {
                let (axis, groups) = &mut axes[which];
                for added in 1..=u128::from(group.room) {
                    // Binomials stay whole when they are built up in this order.
                    let all = u128::from(axis.room) + added;
                    factor = factor.checked_mul(all).ok_or(TooLarge)? / added;
                }
                axis.mixed |= axis.places[0] != group.place;
                axis.room += group.room;
                axis.places.extend(places);
                *groups |= 1 << i;
            }
            None => {
                let doubles = if free { ANY_NUMBER } else { group.doubles };
                let axis = Axis {
                    room: group.room,
                    stride: 0,
                    doubles,
                    places: places.collect(),
                    mixed: false,
                };
                axes.push((axis, 1 << i));
                signatures.push(sign);
            }
        }
    }
    if axes.len() > MAX_AXES {
        return Err(TooLarge);
    }
    let mut stride: usize = 1;
    for (axis, _) in &mut axes {
        axis.stride = stride;
        stride *= usize::from(axis.room) + 1;
        if stride > MAX_STATES {
            return Err(TooLarge);
        }
    }
    Ok((axes, factor))
}
