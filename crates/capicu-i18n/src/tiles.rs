use capicu::{End, Pip, Tile};

use crate::Texts;

impl Texts {
    /// A tile as spoken: "double six", "six-four".
    pub fn tile(&self, tile: Tile) -> String {
        if tile.is_double() {
            return self.tile_double(tile.high().value());
        }
        self.tile_single(&self.pip(tile.high()), &self.pip(tile.low()))
    }

    /// Half a tile as spoken: "six", "blank".
    pub fn pip(&self, pip: Pip) -> String {
        self.pip_name(pip.value())
    }

    /// A list of tiles as spoken.
    pub fn tiles(&self, tiles: impl IntoIterator<Item = Tile>) -> String {
        let names: Vec<String> = tiles.into_iter().map(|tile| self.tile(tile)).collect();
        self.list(&names)
    }

    /// The numbers at the open ends: "6 and 3". A single double on a plain line gives one number.
    pub fn ends<'e>(&self, ends: impl IntoIterator<Item = &'e End>) -> String {
        let pips: Vec<String> = ends
            .into_iter()
            .map(|end| end.pip().value().to_string())
            .collect();
        self.list(&pips)
    }
}
