//! The tiles that name the opener of a round.

use super::{Opener, Rules};
use crate::{Pile, Pip, Tile, TileSet};

impl Opener {
    /// Whether a tile of the deal names the opener.
    pub const fn is_named_by_tile(self) -> bool {
        match self {
            Self::HighestDouble
            | Self::DoubleBlank
            | Self::LowestDouble
            | Self::RoundDouble
            | Self::HighestTile => true,
            Self::DrawForSet | Self::FirstSeat => false,
        }
    }

    /// Whether a double names the opener, and the deal may have none.
    pub const fn needs_double(self) -> bool {
        match self {
            Self::HighestDouble | Self::LowestDouble | Self::RoundDouble => true,
            Self::DoubleBlank | Self::HighestTile | Self::DrawForSet | Self::FirstSeat => false,
        }
    }
}

impl Rules {
    /// The tiles that can name the opener after this number of finished rounds. The first of them in a hand names it.
    /// Empty if no tile does. Tiles for the option `no-double` are not among them.
    #[cold]
    pub fn naming_tiles(&self, rounds: u16) -> Pile {
        let tiles = self.tiles();
        let pips = u16::from(self.set.highest().value()) + 1;
        let first = match self.opener {
            Opener::DrawForSet | Opener::FirstSeat => return Pile::new(),
            Opener::HighestTile => return Self::ranked(tiles),
            Opener::HighestDouble => return Self::ranked(tiles & TileSet::DOUBLES),
            Opener::DoubleBlank => return Self::ranked(tiles & TileSet::of(Tile::DOUBLE_BLANK)),
            Opener::LowestDouble => self.first_double.get(),
            Opener::RoundDouble => self.first_double.get() + rounds % pips,
        };
        let upwards = (first..first + pips).filter_map(|pip| Pip::new((pip % pips) as u8));
        let doubles = upwards.map(|pip| Tile::new(pip, pip));
        doubles.filter(|tile| tiles.contains(*tile)).collect()
    }

    /// Tiles by their spots, then by the higher half, from the highest down.
    #[cold]
    pub fn ranked(mut tiles: TileSet) -> Pile {
        let mut ranked = Pile::new();
        while let Some(best) = tiles
            .into_iter()
            .max_by_key(|tile| (tile.spots(), tile.high()))
        {
            tiles.remove(best);
            ranked.push(best);
        }
        ranked
    }
}
