//! Reads the cells of a row: a move, a hand or a boneyard.

use capicu::{Pip, Tile, TileSet};

use super::column::Column;
use super::error::{ListError, ListProblem};
use super::row::{Cell, Row, short};
use super::tiles::{self, Written};
use super::words::{Word, side_named};
use crate::record::NamedEnd;

/// Known and unknown tiles, `None` for an unknown one.
pub(super) type Tiles = Vec<Option<Tile>>;

/// The contents of a row. A row may have a hand and a move.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) row: Row,
    pub(super) hand: Option<Tiles>,
    pub(super) boneyard: Option<Tiles>,
    /// A tile turned up in the draw for the first lead.
    pub(super) turn_up: Option<Tile>,
    pub(super) act: Option<Act>,
}

/// A line of the list that is not about the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// A tile laid at an end.
    Lay(Written, At),
    Draw(Option<Tile>),
    Pass,
    HandOver,
    /// A declared score, and its points in games where players name them.
    Declare(Option<u16>),
    Muggins,
}

/// Where a tile was laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum At {
    /// The only end where it fits.
    Fitting,
    End(NamedEnd),
    /// The end with this tile.
    On(Tile),
}

impl Entry {
    /// Reads a row.
    pub(super) fn read(row: Row) -> Result<Self, ListError> {
        let tiles = |column| row.cell(column).map(tiles_of).transpose();
        let mut hand = tiles(Column::Hand)?;
        let mut boneyard = tiles(Column::Boneyard)?;
        let (mut turn_up, mut act) = (None, None);
        match word_of(&row)? {
            None if hand.is_none() && boneyard.is_none() => {
                return Err(row.error(ListProblem::NoMove));
            }
            None => {}
            Some((Word::Hand, rest)) if hand.is_some() => {
                return Err(rest.error(ListProblem::HandTwice));
            }
            Some((Word::Hand, rest)) => hand = Some(tiles_of(&rest)?),
            Some((Word::Boneyard, rest)) if boneyard.is_some() => {
                return Err(rest.error(ListProblem::BoneyardLate));
            }
            Some((Word::Boneyard, rest)) => boneyard = Some(tiles_of(&rest)?),
            Some((Word::TurnUp, rest)) => turn_up = Some(tile_of(&rest)?.tile),
            Some((Word::Lay, rest)) => act = Some(Act::Lay(tile_of(&rest)?, at(&row)?)),
            Some((Word::Draw, rest)) => act = Some(Act::Draw(drawn(&rest)?)),
            Some((Word::Declare, rest)) => act = Some(Act::Declare(points(&rest)?)),
            Some((Word::Pass, rest)) => act = Some(alone(Act::Pass, &rest)?),
            Some((Word::HandOver, rest)) => act = Some(alone(Act::HandOver, &rest)?),
            Some((Word::Muggins, rest)) => act = Some(alone(Act::Muggins, &rest)?),
        }
        Ok(Self {
            row,
            hand,
            boneyard,
            turn_up,
            act,
        })
    }

    /// Whether the row has something that a player did or got.
    pub(super) const fn needs_player(&self) -> bool {
        self.act.is_some() || self.hand.is_some() || self.turn_up.is_some()
    }
}

/// The word that begins a move, and the cell with the rest: `draw 5-1`, or `draw` in one column and the tile in another.
fn word_of(row: &Row) -> Result<Option<(Word, Cell)>, ListError> {
    let (kind, tile) = (row.cell(Column::Move), row.cell(Column::Tile));
    let Some(first) = kind.or(tile) else {
        return Ok(None);
    };
    let (word, rest) = split(first)?;
    let Some(tile) = tile.filter(|_| kind.is_some()) else {
        return Ok(Some((word, rest)));
    };
    if !rest.text.is_empty() {
        return Err(tile.error(ListProblem::TileTwice));
    }
    // A column of tiles may also have the word: `move` and `pass`.
    match word == Word::Lay && starts_with_word(&tile.text) {
        true => split(tile).map(Some),
        false => Ok(Some((word, tile.clone()))),
    }
}

/// Splits a cell into its first word and the rest. A tile alone is laid.
fn split(cell: &Cell) -> Result<(Word, Cell), ListError> {
    if !starts_with_word(&cell.text) {
        return Ok((Word::Lay, cell.clone()));
    }
    let (word, rest) = match cell.text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (&*cell.text, ""),
    };
    let Some(found) = Word::named(word) else {
        let suggestion = Word::suggested(word);
        let word = short(&word.to_lowercase());
        return Err(cell.error(ListProblem::Word { word, suggestion }));
    };
    let rest = Cell {
        text: rest.to_owned(),
        ..cell.clone()
    };
    Ok((found, rest))
}

fn starts_with_word(text: &str) -> bool {
    text.starts_with(char::is_alphabetic)
}

/// Reads the tile of a move.
fn tile_of(cell: &Cell) -> Result<Written, ListError> {
    tiles::one(&cell.text).ok_or_else(|| {
        cell.error(match cell.text.is_empty() {
            true => ListProblem::MissingTile,
            false => ListProblem::Tile(short(&cell.text)),
        })
    })
}

/// Reads a drawn tile, which may be unknown.
fn drawn(cell: &Cell) -> Result<Option<Tile>, ListError> {
    match &*cell.text {
        "" | "?" => Ok(None),
        _ => Ok(Some(tile_of(cell)?.tile)),
    }
}

/// Reads declared points, which the game may count.
fn points(cell: &Cell) -> Result<Option<u16>, ListError> {
    match (&*cell.text, cell.text.parse()) {
        ("", _) => Ok(None),
        (_, Ok(points)) => Ok(Some(points)),
        (_, Err(_)) => Err(cell.error(ListProblem::Points)),
    }
}

/// A move without a tile.
fn alone(act: Act, rest: &Cell) -> Result<Act, ListError> {
    match rest.text.is_empty() {
        true => Ok(act),
        false => Err(rest.error(ListProblem::TakesNoTile)),
    }
}

/// Reads the end where a tile was laid.
fn at(row: &Row) -> Result<At, ListError> {
    match (row.cell(Column::End), row.cell(Column::Side)) {
        (Some(_), Some(side)) => Err(side.error(ListProblem::EndTwice)),
        (Some(end), None) => end_of(end),
        (None, Some(side)) => side_of(side),
        (None, None) => Ok(At::Fitting),
    }
}

/// Reads an end: left or right, an open number, or the tile there.
fn end_of(cell: &Cell) -> Result<At, ListError> {
    if let Some(side) = side_named(&cell.text) {
        return Ok(At::End(side));
    }
    let text = &*cell.text;
    let is_number = text.len() <= 2 && text.bytes().all(|b| b.is_ascii_digit());
    let end = match is_number {
        true => text
            .parse()
            .ok()
            .and_then(Pip::new)
            .map(NamedEnd::Shows)
            .map(At::End),
        false => tiles::one(text).map(|written| At::On(written.tile)),
    };
    end.ok_or_else(|| cell.error(ListProblem::End(short(text))))
}

/// Reads a side: left or right, or 0 or 1.
fn side_of(cell: &Cell) -> Result<At, ListError> {
    let side = match &*cell.text {
        "0" => Some(NamedEnd::Left),
        "1" => Some(NamedEnd::Right),
        text => side_named(text),
    };
    let side = side.ok_or_else(|| cell.error(ListProblem::Side(short(&cell.text))))?;
    Ok(At::End(side))
}

/// Reads the tiles of a hand or a boneyard, none of them twice.
fn tiles_of(cell: &Cell) -> Result<Tiles, ListError> {
    let tiles = tiles::all(&cell.text).filter(|tiles| !tiles.is_empty());
    let tiles = tiles.ok_or_else(|| cell.error(ListProblem::Tiles))?;
    let tiles: Tiles = tiles.iter().map(|tile| tile.map(|one| one.tile)).collect();
    let mut seen = TileSet::EMPTY;
    for tile in tiles.iter().flatten() {
        if !seen.insert(*tile) {
            return Err(cell.error(ListProblem::Twice(*tile)));
        }
    }
    Ok(tiles)
}
