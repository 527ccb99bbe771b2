//! Groups without difference, and the tiles that go to them.

use alloc::vec::Vec;

use arrayvec::ArrayVec;
use capicu::{Pile, TileSet};
use rand_core::Rng;

use super::TooLarge;
use super::step::MAX_BOXES;
use super::table::Room;
use crate::chance::pick;
use crate::knowledge::number::Number;
use crate::knowledge::problem::{ANY_NUMBER, Groups, Place, Problem, numbers};

/// Tiles in random order.
pub(super) type Tiles = Pile;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::knowledge) enum Merge {
    /// Merge groups that accept the same tiles: fewest states.
    Alike,
    /// Merge them only at the same place, so that the axes give the tiles of each place.
    AlikeAtOnePlace,
}

/// Groups without difference, as one box.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    pub groups: Groups,
    pub room: u8,
    doubles: u8,
    /// The room at each place. The last has most.
    pub places: Vec<(Place, u8)>,
}

impl Axis {
    pub fn room(&self) -> Room {
        Room {
            all: self.room,
            doubles: self.doubles,
        }
    }

    /// The number of ways to divide the tiles of this axis among its groups.
    pub fn shares<N: Number>(&self) -> N {
        let mut ways = N::ONE;
        let mut all = 0;
        for (_, room) in &self.places {
            all += room;
            ways = ways.times(N::choose(all, *room));
        }
        ways
    }

    /// Divides a set of tiles among the places by lot, up to the room of each.
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

/// The axes of a problem. The last has most room, and no limit if any axis has none.
pub(super) fn axes(problem: &Problem, merge: Merge) -> Result<Vec<Axis>, TooLarge> {
    let open = problem.which(|group| group.room > 0);
    let free = problem.which(|group| group.doubles >= group.room);
    // Groups are alike until a kind separates them. Those with a limit are separate from the start.
    let mut parts: ArrayVec<Groups, MAX_BOXES> = ArrayVec::new();
    let mut part_off = |part: Groups| parts.try_push(part).map_err(|_| TooLarge);
    for limited in numbers(open & !free) {
        part_off(1 << limited)?;
    }
    let mut left = open & free;
    while left != 0 {
        let place = problem.groups[left.trailing_zeros() as usize].place;
        let alike = match merge {
            Merge::Alike => left,
            Merge::AlikeAtOnePlace => left & problem.at(place),
        };
        part_off(alike)?;
        left &= !alike;
    }
    for kind in &problem.kinds {
        for i in 0..parts.len() {
            let (inside, outside) = (parts[i] & kind.groups, parts[i] & !kind.groups);
            if inside != 0 && outside != 0 {
                parts[i] = inside;
                parts.try_push(outside).map_err(|_| TooLarge)?;
            }
        }
    }
    parts.sort_unstable_by_key(|part| part.trailing_zeros());
    let axis = |groups: &Groups| {
        let all = numbers(*groups).map(|group| &problem.groups[group]);
        let mut places: Vec<_> = all.map(|group| (group.place, group.room)).collect();
        if let Some(most) = (0..places.len()).max_by_key(|i| places[*i].1) {
            let last = places.len() - 1;
            places.swap(most, last);
        }
        Axis {
            groups: *groups,
            room: places.iter().map(|(_, room)| room).sum(),
            doubles: match groups & free {
                0 => problem.groups[groups.trailing_zeros() as usize].doubles,
                _ => ANY_NUMBER,
            },
            places,
        }
    };
    let mut axes: Vec<Axis> = parts.iter().map(axis).collect();
    if let Some(most) = (0..axes.len()).max_by_key(|i| (axes[*i].doubles, axes[*i].room)) {
        let last = axes.len() - 1;
        axes.swap(most, last);
    }
    Ok(axes)
}

/// Removes this number of tiles by lot.
pub(super) fn take(tiles: &mut Tiles, n: u8, rng: &mut (impl Rng + ?Sized)) -> TileSet {
    let n = usize::from(n);
    pick(rng, tiles, n);
    tiles.drain(tiles.len() - n..).collect()
}
