//! Tiles to be dealt into places under constraints: the common form of everything a seat knows.

use alloc::vec::Vec;

use capicu::TileSet;

/// No limit on the doubles in a group.
pub(super) const ANY_NUMBER: u8 = u8::MAX;

/// A set of groups, one bit each.
pub(super) type Groups = u128;

/// The numbers of the groups in a set.
pub(super) fn numbers(mut groups: Groups) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let number = groups.trailing_zeros() as usize;
        groups &= groups.checked_sub(1)?;
        Some(number)
    })
}

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

/// Tiles whose group is not known and that nothing tells apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    /// Those that still are where they were.
    pub hidden: TileSet,
    /// Those that have been played since. Each takes up room in the hand it was played from, as it
    /// was dealt or drawn.
    pub played: TileSet,
    /// Where each may have been.
    pub groups: Groups,
}

impl Kind {
    pub fn tiles(&self) -> TileSet {
        self.hidden | self.played
    }
}

/// All tiles are to be put into the groups, filling them exactly.
#[derive(Clone, Debug, Default)]
pub(super) struct Problem {
    pub kinds: Vec<Kind>,
    pub groups: Vec<Group>,
}

/// What is left of a problem once everything that follows at once has been settled.
#[derive(Clone, Debug)]
pub(super) struct Reduced {
    pub problem: Problem,
    /// Hidden tiles that can only be at one place.
    pub settled: Vec<(TileSet, Place)>,
}

impl Problem {
    /// The hidden tiles.
    pub fn hidden(&self) -> TileSet {
        let kinds = self.kinds.iter();
        kinds.fold(TileSet::EMPTY, |tiles, kind| tiles | kind.hidden)
    }

    /// Keeps tiles out of all other groups. Whether a place is left for them, the reduction tells.
    pub fn keep(&mut self, tiles: TileSet, groups: Groups) {
        self.change(tiles, |before| before & groups);
    }

    /// Changes the groups of some tiles, which makes them kinds of their own.
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

    /// The groups at a place.
    pub fn at(&self, place: Place) -> Groups {
        self.which(|group| group.place == place)
    }

    /// The groups with a property.
    pub fn which(&self, has: impl Fn(&Group) -> bool) -> Groups {
        let numbered = self.groups.iter().enumerate();
        numbered.fold(0, |all, (i, group)| all | Groups::from(has(group)) << i)
    }

    /// Settles tiles that have one group left and closes groups that are full, until nothing more
    /// follows. `None` if some tile has nowhere to go.
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
                // Others may have been settled there in this very pass.
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
