use capicu::{End, Pip, Tile};

use crate::Texts;

impl Texts {
    /// A tile as it is spoken: "double six", "six-four".
    pub fn tile(&self, tile: Tile) -> String {
        if tile.is_double() {
            return self.tile_double(tile.high().value());
        }
        self.tile_single(&self.pip(tile.high()), &self.pip(tile.low()))
    }

    /// Half a tile as it is spoken: "six", "blank".
    pub fn pip(&self, pip: Pip) -> String {
        self.pip_name(pip.value())
    }

    /// Tiles one after the other.
    pub fn tiles(&self, tiles: impl IntoIterator<Item = Tile>) -> String {
        let names: Vec<String> = tiles.into_iter().map(|tile| self.tile(tile)).collect();
        self.list(&names)
    }

    /// The numbers at the open ends: "6 and 3". A lone double on a plain line shows one.
    pub fn ends<'e>(&self, ends: impl IntoIterator<Item = &'e End>) -> String {
        let pips: Vec<String> = ends
            .into_iter()
            .map(|end| end.pip().value().to_string())
            .collect();
        self.list(&pips)
    }
}
