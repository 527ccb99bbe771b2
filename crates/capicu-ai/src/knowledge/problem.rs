//! Tiles to be dealt into places under constraints: the common form of everything a seat knows.

use alloc::vec::Vec;

use capicu::{Tile, TileSet};

/// No limit on the doubles in a group.
pub(super) const ANY_NUMBER: u8 = u8::MAX;

/// A set of groups, one bit each.
pub(super) type Groups = u128;

/// Where a tile can be: with a seat, or asleep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// With the seat of this number.
    Seat(u8),
    /// In the boneyard.
    Asleep,
}

/// Room for some tiles at one place, taken up at the same time and so under the same constraints.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub place: Place,
    pub room: u8,
    /// Whether these tiles were dealt there, not drawn.
    pub dealt: bool,
    /// How many of them may be doubles.
    pub doubles: u8,
}

/// A tile whose group is not known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub tile: Tile,
    /// Where it may have been.
    pub groups: Groups,
    /// Whether it still is there. A tile that has been played since takes up room in the hand it
    /// was played from, as it was dealt or drawn.
    pub hidden: bool,
}

/// All items are to be put into the groups, filling them exactly.
#[derive(Clone, Debug, Default)]
pub(super) struct Problem {
    pub items: Vec<Item>,
    pub groups: Vec<Group>,
}

/// What is left of a problem once everything that follows at once has been settled.
#[derive(Clone, Debug)]
pub(super) struct Reduced {
    pub problem: Problem,
    /// Hidden tiles that can only be at one place.
    pub settled: Vec<(Tile, Place)>,
}

impl Problem {
    /// Keeps hidden tiles out of groups.
    pub fn forbid(&mut self, tiles: TileSet, groups: Groups) {
        for item in &mut self.items {
            if item.hidden && tiles.contains(item.tile) {
                item.groups &= !groups;
            }
        }
    }

    /// The groups at a place.
    pub fn at(&self, place: Place) -> Groups {
        self.which(|group| group.place == place)
    }

    /// The groups with a property.
    pub fn which(&self, has: impl Fn(&Group) -> bool) -> Groups {
        let numbered = self.groups.iter().enumerate();
        numbered.fold(0, |all, (i, group)| all | Groups::from(has(group)) << i)
    }

    /// Settles items that have one group left and closes groups that are full, until nothing more
    /// follows. `None` if some item has nowhere to go.
    pub fn reduced(mut self) -> Option<Reduced> {
        let mut settled = Vec::new();
        loop {
            let open = self.which(|group| group.room > 0);
            let mut again = false;
            let mut rest = Vec::with_capacity(self.items.len());
            for mut item in self.items.drain(..) {
                item.groups &= open;
                if item.groups == 0 {
                    return None;
                }
                if item.groups & (item.groups - 1) != 0 {
                    rest.push(item);
                    continue;
                }
                let index = item.groups.trailing_zeros() as usize;
                let group = &mut self.groups[index];
                // Another item may have been settled there in this very pass.
                group.room = group.room.checked_sub(1)?;
                if item.tile.is_double() && group.doubles != ANY_NUMBER {
                    group.doubles = group.doubles.checked_sub(1)?;
                }
                if item.hidden {
                    settled.push((item.tile, group.place));
                }
                again = true;
            }
            self.items = rest;
            if !again {
                break;
            }
        }
        let room: usize = self
            .groups
            .iter()
            .map(|group| usize::from(group.room))
            .sum();
        (room == self.items.len()).then_some(Reduced {
            problem: self,
            settled,
        })
    }
}
