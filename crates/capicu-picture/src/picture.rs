use std::fmt::Write as _;

use capicu::{Action, ParseActionError, Rules, TileSet};
use capicu_geometry::{Felt, Placed, Rect, UNIT};

use crate::pips::{self, Face};
use crate::spread::{Spread, plan};

/// A felt on which the lines of most pictures need no second row.
const FELT: Felt = Felt {
    width: 520,
    height: 260,
};

/// What is kept free around the board and the hand.
const MARGIN: i32 = 50;

/// From one tile of the hand to the next.
const STEP: i32 = UNIT + 16;

/// Pixels to the short side of a tile, where there is room.
const PIXELS: i32 = 30;

/// A board, and the hand of whoever is to play.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// By which the tiles were laid.
    pub rules: &'a Rules,
    /// What was laid, in order. What lays no tile is left out.
    pub laid: &'a [Action],
    /// A tile that is about to be laid, shown where it would come to lie.
    pub next: Option<Action>,
    /// The tiles below the board.
    pub hand: TileSet,
}

/// What was laid in a position that has the field `layout` (`docs/position.md`), in order; nothing where it
/// has none.
///
/// # Errors
///
/// If a word of the field is no action.
pub fn laid(position: &str) -> Result<Vec<Action>, ParseActionError> {
    let mut fields = position.split(';').map(str::trim);
    let layout = fields.find_map(|field| field.strip_prefix("layout:"));
    let words = layout.unwrap_or_default().split_whitespace();
    words.map(str::parse).collect()
}

impl Picture<'_> {
    /// The picture as a file.
    pub fn svg(&self) -> String {
        let spread = Spread::of(self.laid.iter().copied(), plan(self.rules, FELT));
        let next = self.next.and_then(|action| spread.ghost(action));
        let ghost = next.map(|ghost| ghost.placed);
        let tiles: Vec<Placed> = spread.tiles().map(|(_, placed)| *placed).collect();
        let board = tiles.iter().chain(&ghost).map(|placed| placed.rect);
        let board = board.reduce(Rect::union).unwrap_or(Rect {
            left: 0,
            top: 0,
            right: 0,
            bottom: 0,
        });
        let n = self.hand.len() as i32;
        let (row, rise) = match n {
            0 => (0, 0),
            n => (n * STEP - (STEP - UNIT), 2 * UNIT + MARGIN),
        };
        let below = if tiles.is_empty() && ghost.is_none() {
            0
        } else {
            MARGIN
        };
        let width = row.max(board.width()) + 2 * MARGIN;
        let height = board.height() + below + rise + MARGIN;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\">\n\
             <style>{STYLE}</style>\n{}\n<rect class=\"felt\" width=\"{width}\" height=\"{height}\" rx=\"40\"/>\n",
            width * PIXELS / UNIT,
            height * PIXELS / UNIT,
            pips::symbols(),
        );
        let (x, y) = ((width - board.width()) / 2 - board.left, below - board.top);
        let _ = writeln!(svg, "<g transform=\"translate({x} {y})\">");
        for (placed, class) in tiles
            .iter()
            .map(|placed| (placed, "tile"))
            .chain(ghost.iter().map(|placed| (placed, "next")))
        {
            svg += &drawn(placed, class);
        }
        svg += "</g>\n";
        let top = height - MARGIN - UNIT;
        let mut x = (width - row) / 2 + UNIT / 2;
        let mut tiles: Vec<_> = self.hand.into_iter().collect();
        tiles.reverse();
        for tile in tiles {
            let class = match self.next {
                Some(Action::Lead(next) | Action::Play { tile: next, .. }) if next == tile => {
                    "tile chosen"
                }
                _ => "tile",
            };
            let (high, low) = (tile.high().value(), tile.low().value());
            let face = pips::tile(high, low, 90, Face::Spots);
            let _ = writeln!(
                svg,
                "<g class=\"{class}\" transform=\"translate({x} {top}) rotate(90)\">{face}</g>"
            );
            x += STEP;
        }
        svg += "</svg>\n";
        svg
    }
}

const STYLE: &str = ".felt{fill:#0d3a2a}.face{fill:#f5efdf;stroke:#b9ae90;stroke-width:2}\
.bar{stroke:#8a7f62;stroke-width:4}.pin{fill:#b8860b}.next{opacity:.6}\
.next .face,.chosen .face{stroke:#f2c14e;stroke-width:9}";

fn drawn(placed: &Placed, class: &str) -> String {
    let (center, turn) = (placed.center(), pips::angle(placed.dir));
    let face = pips::tile(placed.near, placed.far, turn, Face::Spots);
    format!(
        "<g class=\"{class}\" transform=\"translate({} {}) rotate({turn})\">{face}</g>\n",
        center.x, center.y
    )
}
