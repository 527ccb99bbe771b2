use std::fmt::Write as _;

use capicu::{Action, ParseActionError, Pip, Rules, Tile, TileSet};
use capicu_geometry::{Felt, Placed, Rect, UNIT};

use crate::pips::{self, Face};
use crate::spread::{Spread, plan};

/// A felt on which the lines of most pictures need no second row.
const FELT: Felt = Felt {
    width: 520,
    height: 260,
};

/// The free margin around the board and the hand.
const MARGIN: i32 = 50;

/// The distance between tiles of the hand.
const STEP: i32 = UNIT + 16;

/// The pixels of the short side of a tile, if there is room.
const PIXELS: i32 = 30;

/// The pixels of the short side of a tile on a staged board.
const STAGED_PIXELS: i32 = 46;

/// Moves to point out on a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A tile about to be laid, shown at its future place.
    Next(Action),
    /// A mistake: the better tile is green at its future place, and the played one red in the hand.
    Mistake { played: Action, better: Action },
}

impl Mark {
    const fn next(self) -> Action {
        match self {
            Self::Next(next) | Self::Mistake { better: next, .. } => next,
        }
    }

    /// The class of the tile at its future place.
    const fn ghost(self) -> &'static str {
        match self {
            Self::Next(_) => "next",
            Self::Mistake { .. } => "next better",
        }
    }

    /// The class of a tile of the hand.
    fn held(self, tile: Tile) -> &'static str {
        let lays = |action: Action| action.tile() == Some(tile);
        match self {
            Self::Next(next) if lays(next) => "tile chosen",
            Self::Mistake { played, .. } if lays(played) => "tile worse",
            Self::Mistake { better, .. } if lays(better) => "tile chosen better",
            _ => "tile",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Picture<'a> {
    pub rules: &'a Rules,
    /// The actions of the round, in order. Actions without a tile are left out.
    pub laid: &'a [Action],
    pub mark: Option<Mark>,
    /// The tiles below the board.
    pub hand: TileSet,
}

/// The actions in the field `layout` of a position (`docs/position.md`), in order; empty without the field. Fails if a
/// word of the field is not an action.
pub fn laid(position: &str) -> Result<Vec<Action>, ParseActionError> {
    let mut fields = position.split(';').map(str::trim);
    let layout = fields.find_map(|field| field.strip_prefix("layout:"));
    let words = layout.unwrap_or_default().split_whitespace();
    words.map(str::parse).collect()
}

impl Picture<'_> {
    pub fn svg(&self) -> String {
        let Drawing {
            width,
            height,
            inside,
        } = self.drawing(Drawn::Whole);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\">\n\
             <style>{STYLE}</style>\n{}\n{inside}</svg>\n",
            width * PIXELS / UNIT,
            height * PIXELS / UNIT,
            pips::symbols(self.rules.set.highest()),
        )
    }

    /// The picture as part of a page that begins with a [`sheet`] of its tiles: some 60 bytes a tile. Screen readers
    /// read `label`, which must not contain quotation marks; without a label, the picture is only decoration.
    pub fn part(&self, label: Option<&str>) -> String {
        let Drawing {
            width,
            height,
            inside,
        } = self.drawing(Drawn::FromSheet);
        let label = match label {
            Some(label) => format!("role=\"img\" aria-label=\"{label}\""),
            None => "aria-hidden=\"true\"".to_owned(),
        };
        format!(
            "<svg class=\"board\" viewBox=\"0 0 {width} {height}\" width=\"{}\" {label}>{inside}</svg>",
            width * PIXELS / UNIT,
        )
    }

    fn drawing(&self, drawn: Drawn) -> Drawing {
        let spread = Spread::of(self.laid.iter().copied(), plan(self.rules, FELT));
        let next = self.mark.and_then(|mark| spread.ghost(mark.next()));
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
        let mut inside =
            format!("<rect class=\"felt\" width=\"{width}\" height=\"{height}\" rx=\"40\"/>\n");
        let (x, y) = ((width - board.width()) / 2 - board.left, below - board.top);
        let _ = writeln!(inside, "<g transform=\"translate({x} {y})\">");
        for (placed, class) in tiles.iter().map(|placed| (placed, "tile")).chain(
            ghost
                .iter()
                .map(|placed| (placed, self.mark.map_or("tile", Mark::ghost))),
        ) {
            let (center, turn) = (placed.center(), pips::angle(placed.dir));
            inside += &drawn.tile(placed.near, placed.far, class, [center.x, center.y], turn);
        }
        inside += "</g>\n";
        let top = height - MARGIN - UNIT;
        let mut x = (width - row) / 2 + UNIT / 2;
        let mut tiles: Vec<_> = self.hand.into_iter().collect();
        tiles.reverse();
        for tile in tiles {
            let class = self.mark.map_or("tile", |mark| mark.held(tile));
            let (high, low) = (tile.high().value(), tile.low().value());
            inside += &drawn.tile(high, low, class, [x, top], 90);
            x += STEP;
        }
        Drawing {
            width,
            height,
            inside,
        }
    }
}

/// How a tile of a [`Staged`] board looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    Plain,
    /// The last tile before a choice.
    Last,
    /// A choice, with a tick or a cross.
    Chosen {
        right: bool,
    },
    /// A reply that comes after this number of others.
    Reply(usize),
}

/// A board on a felt of any shape, on which tiles stand out.
#[derive(Clone, Debug)]
pub struct Staged<'a> {
    pub rules: &'a Rules,
    pub felt: Felt,
    pub laid: &'a [(Action, Look)],
}

impl Staged<'_> {
    /// Draws the board for a page that begins with a [`sheet`] of its tiles. `label` must not contain quotation marks.
    /// Empty without a tile.
    pub fn part(&self, label: &str) -> String {
        let actions = self.laid.iter().map(|(action, _)| *action);
        let spread = Spread::of(actions, plan(self.rules, self.felt));
        let tiles: Vec<_> = spread.tiles().collect();
        let rects = tiles.iter().map(|(_, placed)| placed.rect);
        let Some(board) = rects.reduce(Rect::union) else {
            return String::new();
        };
        let (mut inside, mut badge) = (String::new(), String::new());
        for (tile, placed) in tiles {
            let look = self.look(tile);
            let (center, turn) = (placed.center(), pips::angle(placed.dir));
            let place = [center.x, center.y];
            let part = Drawn::FromSheet.tile(placed.near, placed.far, "tile", place, turn);
            let attributes = match look {
                Look::Plain => String::new(),
                Look::Last => " class=\"last\"".to_owned(),
                Look::Chosen { right } => {
                    let (class, mark) = match right {
                        true => ("right", "M-16 1l11 11 21-23"),
                        false => ("wrong", "M-13-13l26 26M13-13l-26 26"),
                    };
                    let (x, y) = (placed.rect.right - 14, placed.rect.top + 4);
                    badge = format!(
                        "<g class=\"badge {class}\" transform=\"translate({x} {y})\"><circle r=\"34\"/><path d=\"{mark}\"/></g>"
                    );
                    format!(" class=\"{class}\"")
                }
                Look::Reply(after) => format!(" class=\"reply\" style=\"--after:{after}\""),
            };
            let _ = write!(inside, "<g{attributes}>{part}</g>");
        }
        let (left, top) = (board.left - MARGIN, board.top - MARGIN);
        let (width, height) = (board.width() + 2 * MARGIN, board.height() + 2 * MARGIN);
        format!(
            "<svg class=\"board\" viewBox=\"{left} {top} {width} {height}\" width=\"{}\" role=\"img\" aria-label=\"{label}\">{inside}{badge}</svg>",
            width * STAGED_PIXELS / UNIT,
        )
    }

    fn look(&self, tile: Tile) -> Look {
        let mut laid = self.laid.iter();
        let found = laid.find(|(action, _)| action.tile() == Some(tile));
        found.map_or(Look::Plain, |(_, look)| *look)
    }
}

/// A tile upright, from the [`sheet`] of the page, as a picture without a name.
pub fn upright(tile: Tile) -> String {
    format!(
        "<svg class=\"upright\" viewBox=\"-54 -104 108 208\" aria-hidden=\"true\"><use href=\"#t{tile}\" transform=\"rotate(90)\"/></svg>"
    )
}

/// The symbols that the [parts](Picture::part) of a page use, with these tiles and their colours. It must come before
/// the first part.
pub fn sheet(tiles: TileSet) -> String {
    let highest = tiles.last().map_or(Pip::BLANK, Tile::high);
    let mut svg = format!(
        "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\"><style>{SHEET_STYLE}</style>{}<defs>",
        pips::symbols(highest),
    );
    let _ = write!(svg, "<g id=\"blank\">{}</g>", pips::BLANK);
    for tile in tiles {
        let halves = pips::halves(tile.high().value(), tile.low().value());
        let _ = write!(svg, "<g id=\"t{tile}\"><use href=\"#blank\"/>{halves}</g>");
    }
    svg + "</defs></svg>\n"
}

struct Drawing {
    width: i32,
    height: i32,
    inside: String,
}

#[derive(Clone, Copy)]
enum Drawn {
    Whole,
    /// Tiles from the [`sheet`] of the page.
    FromSheet,
}

impl Drawn {
    fn tile(self, near: u8, far: u8, class: &str, [x, y]: [i32; 2], turn: i32) -> String {
        match self {
            Self::Whole => {
                let face = pips::tile(near, far, turn, Face::Spots);
                format!(
                    "<g class=\"{class}\" transform=\"translate({x} {y}) rotate({turn})\">{face}</g>\n"
                )
            }
            Self::FromSheet => {
                // The sheet has the higher half first.
                let turn = if near < far { turn + 180 } else { turn } % 360;
                let turn = match turn {
                    0 => String::new(),
                    turn => format!("rotate({turn})"),
                };
                let class = match class {
                    "tile" => String::new(),
                    class => format!(" class=\"{class}\""),
                };
                let (high, low) = (near.max(far), near.min(far));
                format!(
                    "<use href=\"#t{high}-{low}\"{class} transform=\"translate({x} {y}){turn}\"/>"
                )
            }
        }
    }
}

const STYLE: &str = ".felt{fill:#0d3a2a}.face{fill:#f5efdf;stroke:#b9ae90;stroke-width:2}\
.bar{stroke:#8a7f62;stroke-width:4}.pin{fill:#b8860b}.next{opacity:.6}\
.next .face,.chosen .face{stroke:#f2c14e;stroke-width:9}\
.better .face{stroke:#35c46f}.worse .face{stroke:#ff5a4f;stroke-width:9;stroke-dasharray:22 12}";

/// The style of a tile of the sheet. Its edge is set where the tile is used. Pages have other elements of class `next`.
const SHEET_STYLE: &str = ".felt{fill:#0d3a2a}.face{fill:#f5efdf;stroke:var(--edge,#b9ae90);stroke-width:var(--wide,2);stroke-dasharray:var(--dash,none)}\
.bar{stroke:#8a7f62;stroke-width:4}.pin{fill:#b8860b}use.next{opacity:.6}\
.next,.chosen{--edge:#f2c14e;--wide:9}.better{--edge:#35c46f}\
.worse{--edge:#ff5a4f;--wide:9;--dash:22 12}";
