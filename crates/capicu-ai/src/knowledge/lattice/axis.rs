//! Groups that nothing tells apart, and what goes to them.

use alloc::vec::Vec;

use arrayvec::ArrayVec;
use capicu::{Tile, TileSet};
use rand_core::Rng;

use super::TooLarge;
use crate::chance::pick;
use crate::knowledge::number::Number;
use crate::knowledge::problem::{ANY_NUMBER, Groups, Place, Problem};

/// More dimensions are not kept.
pub(super) const MAX_AXES: usize = 16;

/// Tiles in an order by lot.
pub(super) type Tiles = ArrayVec<Tile, 91>;

/// Whether groups may share an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::knowledge) enum Merge {
    /// Wherever the same tiles may go: fewest states.
    Alike,
    /// Only where they are at one place too: what is at each place follows from the axes.
    AlikeAtOnePlace,
}

/// Groups that nothing tells apart.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    pub groups: Groups,
    pub room: u8,
    pub doubles: u8,
    /// How much of the room is at each place. The last has most.
    pub places: Vec<(Place, u8)>,
}

impl Axis {
    /// In how many ways the tiles of this axis can be shared out to its groups.
    pub fn shares<N: Number>(&self) -> N {
        let mut ways = N::ONE;
        let mut all = 0;
        for (_, room) in &self.places {
            all += room;
            ways = ways.times(N::choose(all, *room));
        }
        ways
    }

    /// Shares a set of tiles out to the places by lot, as many to each as it has room for.
    pub fn share_out(
        &self,
        set: TileSet,
        rng: &mut (impl Rng + ?Sized),
        mut put: impl FnMut(Place, TileSet),
    ) {
        let Some(((last, _), others)) = self.places.split_last() else {
            return;
        };
        let mut left = set;
        if others.iter().any(|(place, _)| place != last) {
            let mut tiles: Tiles = set.into_iter().collect();
            for (place, room) in others {
                let given = take(&mut tiles, *room, rng);
                left -= given;
                put(*place, given);
            }
        }
        put(*last, left);
    }
}

/// The axes, the last with most room, one without a limit where there is one.
pub(super) fn axes(problem: &Problem, merge: Merge) -> Result<Vec<Axis>, TooLarge> {
    // Which kinds may go to a group; there are at most as many as tiles.
    let signature = |group: usize| {
        let kinds = problem.kinds.iter().enumerate();
        kinds.fold(0u128, |bits, (i, kind)| {
            bits | (kind.groups >> group & 1) << i
        })
    };
    let mut axes: Vec<Axis> = Vec::new();
    let mut signatures: Vec<u128> = Vec::new();
    let open = problem
        .groups
        .iter()
        .enumerate()
        .filter(|(_, group)| group.room > 0);
    for (i, group) in open {
        let sign = signature(i);
        let free = group.doubles >= group.room;
        let alike = |(axis, other): (&Axis, &u128)| {
            let apart = merge == Merge::AlikeAtOnePlace && axis.places[0].0 != group.place;
            *other == sign && free && axis.doubles == ANY_NUMBER && !apart
        };
        match axes.iter().zip(&signatures).position(alike) {
            Some(which) => {
                let axis = &mut axes[which];
                axis.groups |= 1 << i;
                axis.room += group.room;
                axis.places.push((group.place, group.room));
            }
            None => {
                axes.push(Axis {
                    groups: 1 << i,
                    room: group.room,
                    doubles: if free { ANY_NUMBER } else { group.doubles },
                    places: [(group.place, group.room)].into(),
                });
                signatures.push(sign);
            }
        }
    }
    if axes.len() > MAX_AXES {
        return Err(TooLarge);
    }
    if let Some(most) = (0..axes.len()).max_by_key(|i| (axes[*i].doubles, axes[*i].room)) {
        let last = axes.len() - 1;
        axes.swap(most, last);
    }
    for axis in &mut axes {
        let places = &mut axis.places;
        if let Some(most) = (0..places.len()).max_by_key(|i| places[*i].1) {
            let last = places.len() - 1;
            places.swap(most, last);
        }
    }
    Ok(axes)
}

/// Takes so many tiles out by lot.
pub(super) fn take(tiles: &mut Tiles, n: u8, rng: &mut (impl Rng + ?Sized)) -> TileSet {
    let n = usize::from(n);
    pick(rng, tiles, n);
    tiles.drain(tiles.len() - n..).collect()
}
