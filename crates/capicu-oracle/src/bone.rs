//! Tiles as pairs of numbers.

use core::fmt;

use capicu::{Pip, Tile};

/// A tile: two numbers, the larger first.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bone(pub u8, pub u8);

impl Bone {
    pub fn new(a: u8, b: u8) -> Self {
        Self(a.max(b), a.min(b))
    }

    pub fn is_double(self) -> bool {
        self.0 == self.1
    }

    pub fn has(self, number: u8) -> bool {
        self.0 == number || self.1 == number
    }

    pub fn spots(self) -> u32 {
        u32::from(self.0) + u32::from(self.1)
    }

    pub fn tile(self) -> Tile {
        let pip = |number| Pip::new(number).expect("no number is above twelve");
        Tile::new(pip(self.0), pip(self.1))
    }
}

impl From<Tile> for Bone {
    fn from(tile: Tile) -> Self {
        Self::new(tile.high().value(), tile.low().value())
    }
}

impl fmt::Debug for Bone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0, self.1)
    }
}
