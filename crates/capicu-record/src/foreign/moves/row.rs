//! A row of a move list, in any of its forms.

use super::column::Column;
use super::error::{ListError, ListProblem};
use crate::Place;

/// The columns that may have a hand.
pub(super) const OF_HAND: &[Column] = &[Column::Hand, Column::Tile, Column::Move];

/// The columns that may have a boneyard.
pub(super) const OF_BONEYARD: &[Column] = &[Column::Boneyard, Column::Tile, Column::Move];

/// The columns that may have a tile or a move.
pub(super) const OF_MOVE: &[Column] = &[Column::Tile, Column::Move];

/// The columns that may have an end, then those with the tile.
pub(super) const OF_END: &[Column] = &[Column::End, Column::Side, Column::Tile, Column::Move];

/// The filled cells of a line or an object.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) place: Place,
    pub(super) cells: Vec<Cell>,
}

/// A text with its place and the heading above it.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub(super) column: Column,
    /// The heading as written.
    pub(super) heading: String,
    pub(super) text: String,
    pub(super) place: Place,
}

impl Row {
    /// The cell of a column; `None` if it is empty or missing.
    pub(super) fn cell(&self, column: Column) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.column == column)
    }

    /// An error in the first of these columns with a cell.
    pub(super) fn error_in(&self, columns: &[Column], why: ListProblem) -> ListError {
        let mut cells = columns.iter().filter_map(|column| self.cell(*column));
        match cells.next() {
            Some(cell) => cell.error(why),
            None => self.error(why),
        }
    }

    /// The place of the first of these columns with a cell.
    pub(super) fn place_in(&self, columns: &[Column]) -> Place {
        let mut cells = columns.iter().filter_map(|column| self.cell(*column));
        cells.next().map_or(self.place, |cell| cell.place)
    }

    /// An error of the whole row.
    pub(super) const fn error(&self, why: ListProblem) -> ListError {
        ListError::new(self.place, why)
    }
}

impl Cell {
    pub(super) fn error(&self, why: ListProblem) -> ListError {
        ListError::under(self.heading.clone(), self.place, why)
    }
}

/// A text as an error repeats it.
pub(super) fn short(text: &str) -> String {
    text.chars().take(64).collect()
}
