//! The boneyard as a value that is cheap to copy.

use core::hash::{Hash, Hasher};

use crate::Tile;
use crate::tile::N_TILES;

/// The tiles of a boneyard in the order in which they will be drawn. `Copy`, so that a round begins with one copy of
/// its deal.
#[derive(Clone, Copy)]
pub struct Undrawn {
    tiles: [Tile; N_TILES],
    next: u8,
    end: u8,
}

impl Undrawn {
    pub const EMPTY: Self = Self {
        tiles: [Tile::DOUBLE_BLANK; N_TILES],
        next: 0,
        end: 0,
    };

    /// The tiles that are left, the next to be drawn first.
    #[inline]
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles[usize::from(self.next)..usize::from(self.end)]
    }

    /// Replaces the tiles by `n` others, of which the last comes first.
    #[inline(always)]
    pub fn fill_from_end(&mut self, n: usize, mut tile: impl FnMut(usize) -> Tile) {
        let places = &mut self.tiles[..n];
        for (place, to) in places.iter_mut().enumerate().rev() {
            *to = tile(place);
        }
        (self.next, self.end) = (0, n as u8);
    }

    /// Draws the next tile.
    #[inline]
    pub fn draw(&mut self) -> Option<Tile> {
        let tile = *self.tiles().first()?;
        self.next += 1;
        Some(tile)
    }
}

impl From<&[Tile]> for Undrawn {
    fn from(tiles: &[Tile]) -> Self {
        let mut undrawn = Self::EMPTY;
        undrawn.fill_from_end(tiles.len(), |place| tiles[place]);
        undrawn
    }
}

impl PartialEq for Undrawn {
    fn eq(&self, other: &Self) -> bool {
        self.tiles() == other.tiles()
    }
}

impl Eq for Undrawn {}

impl Hash for Undrawn {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.tiles().hash(state);
    }
}

impl core::fmt::Debug for Undrawn {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.tiles().fmt(f)
    }
}
