//! Records with short moves: a tile alone where it fits one end only, left and right of a line, small letters, free
//! spacing.
//!
//! This module decides where a tile fits by its own model. It knows lines and layouts with one spinner, in which any
//! tile that fits may be laid at any end.

use capicu::rules::{Arms, Cross, Ends, Spinner};
use capicu::{Rules, Tile};
use capicu_record::record::{Item, Record, RoundRecord, What};
use capicu_record::side::letter;

use super::mutation::Dice;

pub struct Written {
    pub text: String,
    /// The record with every move in full.
    pub meant: Record,
    /// Whether a tile was written alone although it fits two equivalent ends.
    pub either_end: bool,
}

/// How much the writer leaves out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Also the choice between two equivalent ends.
    EitherEnd,
    /// Everything that stays unambiguous.
    Plain,
    /// Everything unambiguous, but not an end where the tile does not fit.
    WrongEnds,
}

pub fn write(record: &Record, style: Style, dice: &mut Dice) -> Written {
    let mut bare = record.clone();
    let mut meant = record.clone();
    let mut lines = Vec::new();
    let mut writer = Writer {
        rules: record.rules,
        style,
        left_open: false,
        dice,
    };
    for (item, bare) in meant.items.iter_mut().zip(&mut bare.items) {
        if let (Item::Round(round), Item::Round(bare)) = (item, bare) {
            lines.push(writer.round(round));
            bare.moves.clear();
        }
    }
    let either_end = writer.left_open;
    let mut text = String::new();
    let mut lines = lines.into_iter();
    let mut next: Option<String> = None;
    for line in bare.to_string().lines() {
        let of_deal = ["hand ", "boneyard:", "lot:", ";"];
        if !of_deal.iter().any(|start| line.starts_with(start)) {
            text += &next.take().unwrap_or_default();
        }
        text += &format!("{line}\n");
        if line.starts_with("round ") {
            next = lines.next();
        }
    }
    Written {
        text,
        meant,
        either_end,
    }
}

struct Writer<'a> {
    rules: Rules,
    style: Style,
    left_open: bool,
    dice: &'a mut Dice,
}

impl Writer<'_> {
    /// Writes the moves of a round as lines, and changes the round to their meaning.
    fn round(&mut self, round: &mut RoundRecord) -> String {
        let mut table = Table::new(&self.rules, self.dice.below(2));
        let mut text = String::new();
        for (index, m) in round.moves.iter_mut().enumerate() {
            let seat = letter(m.seat);
            let seat = match self.dice.below(2) {
                0 => seat,
                _ => seat.to_ascii_lowercase(),
            };
            let what = self.what(&mut table, &mut m.what);
            let gap = if index % 4 == 3 { "\n" } else { "  " };
            text += &format!("{seat}: {what}{gap}");
        }
        text + "\n"
    }

    fn what(&mut self, table: &mut Table, what: &mut What) -> String {
        let What::Play { tile, on } = *what else {
            if let What::Lead(tile) = *what {
                table.lead(tile);
            }
            return what.to_string();
        };
        let at = ["@", " @ ", "@ ", " @"][self.dice.below(4)];
        let in_full = format!("{tile}{at}{on}");
        if !table.is_known {
            return in_full;
        }
        let fits = table.fits(tile);
        let meant = fits.iter().copied().find(|end| table.open[*end].tile == on);
        let alike = table.ends_are_alike && fits.iter().all(|end| table.shows_same(*end, fits[0]));
        let open = fits.len() > 1;
        let may_be_alone = !open || alike && self.style == Style::EitherEnd;
        let short = may_be_alone && self.dice.below(3) > 0;
        let Some(meant) = meant else {
            // The tile does not fit there.
            if !short || !fits.is_empty() && self.style == Style::WrongEnds {
                return in_full;
            }
            *what = match fits.first() {
                None => What::Lead(tile),
                Some(end) => {
                    let on = table.open[*end].tile;
                    table.lay(tile, *end);
                    What::Play { tile, on }
                }
            };
            return tile.to_string();
        };
        let side = table.side(meant);
        let may_say_side = table.is_line() && (table.has_side || may_be_alone);
        table.lay(tile, meant);
        if may_say_side && self.dice.below(3) == 0 {
            self.left_open |= open && !table.has_side;
            table.has_side = true;
            return format!("{tile}{}", side[self.dice.below(side.len())]);
        }
        if short {
            self.left_open |= open;
            return tile.to_string();
        }
        in_full
    }
}

struct End {
    tile: Tile,
    number: u8,
    places: u8,
}

struct Table {
    open: Vec<End>,
    laid: Vec<Tile>,
    /// Whether any tile that fits may be laid at any end.
    is_known: bool,
    /// Whether ends with the same number are equivalent.
    ends_are_alike: bool,
    /// The further places of the next double, compared with a single.
    spinner: u8,
    /// The index of the left end.
    left: usize,
    has_side: bool,
}

impl Table {
    fn new(rules: &Rules, left: usize) -> Self {
        let opens_one = matches!(rules.spinner, Spinner::None | Spinner::First);
        Self {
            open: Vec::new(),
            laid: Vec::new(),
            is_known: opens_one && rules.arms == Arms::Free && rules.cross == Cross::Free,
            ends_are_alike: rules.ends == Ends::Off,
            spinner: if rules.spinner == Spinner::None { 0 } else { 2 },
            left,
            has_side: false,
        }
    }

    fn lead(&mut self, tile: Tile) {
        if !self.open.is_empty() {
            return;
        }
        self.laid.push(tile);
        let (a, b) = (tile.high().value(), tile.low().value());
        if a == b {
            let places = 2 + std::mem::take(&mut self.spinner);
            self.open.push(End {
                tile,
                number: a,
                places,
            });
        } else {
            for number in [a, b] {
                self.open.push(End {
                    tile,
                    number,
                    places: 1,
                });
            }
        }
    }

    fn fits(&self, tile: Tile) -> Vec<usize> {
        let numbers = [tile.high().value(), tile.low().value()];
        let fits = |end: &usize| numbers.contains(&self.open[*end].number);
        let ends = 0..self.open.len();
        ends.filter(|end| fits(end) && !self.laid.contains(&tile))
            .collect()
    }

    fn shows_same(&self, one: usize, other: usize) -> bool {
        self.open[one].number == self.open[other].number
    }

    fn is_line(&self) -> bool {
        self.open.iter().map(|end| end.places).sum::<u8>() == 2
    }

    /// The spellings of the side for a tile laid at an end.
    fn side(&self, end: usize) -> [&'static str; 4] {
        // A tile laid at a lone double becomes the second end.
        let end = if self.open.len() == 1 { 1 } else { end };
        match end == self.left {
            true => [" L", "@L", " l", " @ l"],
            false => [" R", "@R", " r", " @ r"],
        }
    }

    fn lay(&mut self, tile: Tile, end: usize) {
        self.laid.push(tile);
        let (a, b) = (tile.high().value(), tile.low().value());
        let number = if a == self.open[end].number { b } else { a };
        let places = match a == b {
            true => 1 + std::mem::take(&mut self.spinner),
            false => 1,
        };
        let new = End {
            tile,
            number,
            places,
        };
        self.open[end].places -= 1;
        match self.open[end].places {
            0 => self.open[end] = new,
            _ => self.open.push(new),
        }
    }
}
