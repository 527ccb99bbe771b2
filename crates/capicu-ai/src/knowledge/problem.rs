//! Tiles to place under constraints: the common form of everything a seat knows.

use alloc::vec::Vec;

use capicu::TileSet;

/// No limit on the doubles in a group.
pub(super) const ANY_NUMBER: u8 = u8::MAX;

pub(super) type Groups = u128;

pub(super) fn numbers(mut groups: Groups) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let number = groups.trailing_zeros() as usize;
        groups &= groups.checked_sub(1)?;
        Some(number)
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    Seat(u8),
    Boneyard,
}

/// Room for some tiles at one place that were taken up together, and so have the same constraints.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub place: Place,
    pub room: u8,
    /// Whether these tiles were dealt and not drawn.
    pub dealt: bool,
    /// The most doubles among them.
    pub doubles: u8,
}

/// Tiles of unknown groups that have the same constraints.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    /// Tiles that are still at their place.
    pub hidden: TileSet,
    /// Tiles that have been played since. Each uses room in the hand that played it, as it was dealt or drawn.
    pub played: TileSet,
    /// The possible groups of each tile.
    pub groups: Groups,
}

impl Kind {
    pub fn tiles(&self) -> TileSet {
        self.hidden | self.played
    }
}

/// Tiles that must fill the groups exactly.
#[derive(Clone, Debug, Default)]
pub(super) struct Problem {
    pub kinds: Vec<Kind>,
    pub groups: Vec<Group>,
}

/// The rest of a problem after every direct conclusion.
#[derive(Clone, Debug)]
pub(super) struct Reduced {
    pub problem: Problem,
    /// Hidden tiles with only one possible place.
    pub settled: Vec<(TileSet, Place)>,
}

impl Problem {
    pub fn hidden(&self) -> TileSet {
        let kinds = self.kinds.iter();
        kinds.fold(TileSet::EMPTY, |tiles, kind| tiles | kind.hidden)
    }

    /// Restricts tiles to these groups. The reduction finds out whether a place is left.
    pub fn keep(&mut self, tiles: TileSet, groups: Groups) {
        self.change(tiles, |before| before & groups);
    }

    /// Changes the groups of some tiles, which become kinds of their own.
    pub fn change(&mut self, tiles: TileSet, groups: impl Fn(Groups) -> Groups) {
        for i in 0..self.kinds.len() {
            let kind = &mut self.kinds[i];
            let changed = groups(kind.groups);
            if changed == kind.groups || !kind.tiles().intersects(tiles) {
                continue;
            }
            let others = Kind {
                hidden: kind.hidden - tiles,
                played: kind.played - tiles,
                groups: kind.groups,
            };
            kind.hidden &= tiles;
            kind.played &= tiles;
            kind.groups = changed;
            if !others.tiles().is_empty() {
                self.kinds.push(others);
            }
        }
    }

    pub fn at(&self, place: Place) -> Groups {
        self.which(|group| group.place == place)
    }

    pub fn which(&self, has: impl Fn(&Group) -> bool) -> Groups {
        let numbered = self.groups.iter().enumerate();
        numbered.fold(0, |all, (i, group)| all | Groups::from(has(group)) << i)
    }

    /// Places tiles that have one group left and closes full groups, until nothing more follows. `None` if a tile has
    /// no place.
    pub fn reduced(mut self) -> Option<Reduced> {
        let mut settled = Vec::new();
        let mut open = self.which(|group| group.room > 0);
        loop {
            let mut still_open = open;
            let mut again = false;
            let mut n_left = 0;
            for i in 0..self.kinds.len() {
                let mut kind = self.kinds[i];
                kind.groups &= open;
                if kind.groups == 0 {
                    return None;
                }
                if kind.groups & (kind.groups - 1) != 0 {
                    let (left, _) = self.kinds.split_at_mut(n_left);
                    match left.iter_mut().find(|other| other.groups == kind.groups) {
                        Some(alike) => {
                            alike.hidden |= kind.hidden;
                            alike.played |= kind.played;
                        }
                        None => {
                            self.kinds[n_left] = kind;
                            n_left += 1;
                        }
                    }
                    continue;
                }
                let group = &mut self.groups[kind.groups.trailing_zeros() as usize];
                // This pass may have placed others there.
                group.room = group.room.checked_sub(kind.tiles().len() as u8)?;
                if group.room == 0 {
                    still_open &= !kind.groups;
                }
                if group.doubles != ANY_NUMBER {
                    let doubles = (kind.tiles() & TileSet::DOUBLES).len() as u8;
                    group.doubles = group.doubles.checked_sub(doubles)?;
                }
                if !kind.hidden.is_empty() {
                    settled.push((kind.hidden, group.place));
                }
                again = true;
            }
            self.kinds.truncate(n_left);
            open = still_open;
            if !again {
                break;
            }
        }
        let room: usize = self.groups.iter().map(|g| usize::from(g.room)).sum();
        let tiles: usize = self.kinds.iter().map(|kind| kind.tiles().len()).sum();
        (room == tiles).then_some(Reduced {
            problem: self,
            settled,
        })
    }
}
