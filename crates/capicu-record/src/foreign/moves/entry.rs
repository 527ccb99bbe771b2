//! Reads the cells of a row: a move, a hand or a boneyard.

use capicu::{Pip, Tile, TileSet};

use super::column::Column;
use super::error::{ListError, Unread};
use super::row::{Cell, Row, short};
use super::tiles::{self, Written};
use crate::record::LineEnd;
use crate::suggest::nearest;

/// Known and unknown tiles, `None` for an unknown one.
pub(super) type Tiles = Vec<Option<Tile>>;

/// The contents of a row. A row may have a hand and a move.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) row: Row,
    pub(super) hand: Option<Tiles>,
    pub(super) boneyard: Option<Tiles>,
    pub(super) act: Option<Act>,
}

/// A line of the list that is not about the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// A tile turned up in the draw for the first lead.
    TurnUp(Tile),
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
    End(LineEnd),
    /// The end with this tile.
    On(Tile),
}

/// A word that begins a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Lay,
    Draw,
    Pass,
    HandOver,
    Declare,
    Muggins,
    TurnUp,
    Hand,
    Boneyard,
}

const WORDS: [(Word, &[&str]); 9] = [
    (
        Word::Lay,
        &["play", "lead", "move", "lay", "juega", "sale", "pose"],
    ),
    (Word::Draw, &["draw", "roba", "pioche"]),
    (
        Word::Pass,
        &["pass", "knock", "paso", "pasa", "passe", "boude"],
    ),
    (Word::HandOver, &["hand-over"]),
    (Word::Declare, &["declare"]),
    (Word::Muggins, &["muggins"]),
    (Word::TurnUp, &["turn-up"]),
    (Word::Hand, &["hand", "mano", "main"]),
    (Word::Boneyard, &["boneyard", "stock", "pozo", "talon"]),
];

impl Entry {
    /// Reads a row.
    pub(super) fn read(row: Row) -> Result<Self, ListError> {
        let tiles = |column| row.cell(column).map(tiles_of).transpose();
        let mut entry = Self {
            hand: tiles(Column::Hand)?,
            boneyard: tiles(Column::Boneyard)?,
            act: None,
            row: row.clone(),
        };
        let is_dealt = entry.hand.is_some() || entry.boneyard.is_some();
        let Some((word, rest)) = word_of(&row)? else {
            return match is_dealt {
                true => Ok(entry),
                false => Err(row.error(Unread::NoMove)),
            };
        };
        match word {
            Word::Hand if entry.hand.is_some() => return Err(rest.error(Unread::HandTwice)),
            Word::Hand => entry.hand = Some(tiles_of(&rest)?),
            Word::Boneyard => entry.boneyard = Some(tiles_of(&rest)?),
            _ => entry.act = Some(act(word, &rest, &row)?),
        }
        Ok(entry)
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
        return Err(tile.error(Unread::TileTwice));
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
    let word = word.to_lowercase().replace('_', "-");
    let mut words = WORDS.iter();
    let Some((found, _)) = words.find(|(_, names)| names.contains(&&*word)) else {
        let names = WORDS.iter().flat_map(|(_, names)| *names);
        let suggestion = nearest(&word, names.copied());
        let word = short(&word);
        return Err(cell.error(Unread::Word { word, suggestion }));
    };
    let rest = Cell {
        text: rest.to_owned(),
        ..cell.clone()
    };
    Ok((*found, rest))
}

fn starts_with_word(text: &str) -> bool {
    text.starts_with(char::is_alphabetic)
}

fn act(word: Word, rest: &Cell, row: &Row) -> Result<Act, ListError> {
    let tile = || {
        let found = tiles::one(&rest.text);
        found.ok_or_else(|| rest.error(Unread::Tile(short(&rest.text))))
    };
    let act = match word {
        Word::Lay => return Ok(Act::Lay(tile()?, at(row)?)),
        Word::TurnUp => Act::TurnUp(tile()?.tile),
        Word::Draw if rest.text.is_empty() || rest.text == "?" => Act::Draw(None),
        Word::Draw => Act::Draw(Some(tile()?.tile)),
        Word::Declare if rest.text.is_empty() => Act::Declare(None),
        Word::Declare => match rest.text.parse() {
            Ok(points) => Act::Declare(Some(points)),
            Err(_) => return Err(rest.error(Unread::Points)),
        },
        Word::Pass => Act::Pass,
        Word::HandOver => Act::HandOver,
        Word::Muggins | Word::Hand | Word::Boneyard => Act::Muggins,
    };
    let has_none = matches!(act, Act::Pass | Act::HandOver | Act::Muggins);
    match has_none && !rest.text.is_empty() {
        true => Err(rest.error(Unread::NoTile)),
        false => Ok(act),
    }
}

/// Reads the end where a tile was laid.
fn at(row: &Row) -> Result<At, ListError> {
    let (cell, column) = match (row.cell(Column::End), row.cell(Column::Side)) {
        (Some(_), Some(side)) => return Err(side.error(Unread::EndTwice)),
        (Some(end), None) => (end, Column::End),
        (None, Some(side)) => (side, Column::Side),
        (None, None) => return Ok(At::Fitting),
    };
    let unread = || cell.error(Unread::End(short(&cell.text)));
    let text = cell.text.to_lowercase();
    Ok(match (&*text, column) {
        ("left" | "l" | "izquierda" | "gauche" | "g", _) | ("0", Column::Side) => {
            At::End(LineEnd::Left)
        }
        ("right" | "r" | "derecha" | "droite" | "d", _) | ("1", Column::Side) => {
            At::End(LineEnd::Right)
        }
        (_, Column::Side) => return Err(unread()),
        (text, _) if text.len() <= 2 && text.bytes().all(|b| b.is_ascii_digit()) => {
            let pip = text.parse().ok().and_then(Pip::new);
            At::End(LineEnd::Shows(pip.ok_or_else(unread)?))
        }
        (text, _) => At::On(tiles::one(text).ok_or_else(unread)?.tile),
    })
}

/// Reads the tiles of a hand or a boneyard, none of them twice.
fn tiles_of(cell: &Cell) -> Result<Tiles, ListError> {
    let tiles = tiles::all(&cell.text).filter(|tiles| !tiles.is_empty());
    let tiles = tiles.ok_or_else(|| cell.error(Unread::Tiles))?;
    let tiles: Tiles = tiles.iter().map(|tile| tile.map(|one| one.tile)).collect();
    let mut seen = TileSet::EMPTY;
    for tile in tiles.iter().flatten() {
        if !seen.insert(*tile) {
            return Err(cell.error(Unread::Twice(*tile)));
        }
    }
    Ok(tiles)
}
