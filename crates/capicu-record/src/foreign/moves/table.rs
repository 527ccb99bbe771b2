//! Reads a move list from a table: a heading, then a row for each move.

use csv::{ReaderBuilder, StringRecord, Terminator, Trim};

use super::column::Column;
use super::error::{ListError, ListProblem};
use super::row::{Cell, Row};
use crate::Place;
use crate::place::Lines;

/// The separators of tables.
const SEPARATORS: [u8; 3] = *b",;\t";

/// Reads a table. Its first line with content is the heading.
pub(super) fn rows(text: &str) -> Result<Vec<Row>, ListError> {
    let separator = separator(text);
    let lines = Lines::new(text);
    let mut reader = ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .flexible(true)
        // The reader ends rows where `Lines` and `cell_starts` do.
        .terminator(Terminator::Any(b'\n'))
        .trim(Trim::All)
        .from_reader(text.as_bytes());
    let mut heading: Option<Vec<(Option<Column>, String)>> = None;
    let mut rows = Vec::new();
    let mut record = StringRecord::new();
    loop {
        let before = reader.position().byte() as usize;
        let is_read = reader.read_record(&mut record);
        // The text is UTF-8, and rows of any length are read.
        let is_read =
            is_read.map_err(|_| ListError::new(lines.place(before), ListProblem::Heading))?;
        if !is_read {
            break;
        }
        if record.iter().all(str::is_empty) {
            continue;
        }
        let start = filled_from(text, before);
        let place = lines.place(start);
        let Some(heading) = &heading else {
            heading = Some(columns(&record, place)?);
            continue;
        };
        if record.iter().any(|cell| cell.contains(['\n', '\r'])) {
            return Err(ListError::new(place, ListProblem::Quote));
        }
        let starts = cell_starts(&text[start..], separator);
        // A place reads its line up to there, so only used columns have one.
        let place_of = |index: usize| {
            let offset = starts.get(index).copied().unwrap_or_default();
            let cell = &text[start + offset..];
            lines.place(text.len() - cell.trim_start_matches(' ').len())
        };
        let mut cells = Vec::new();
        let filled = record.iter().enumerate();
        for (index, text) in filled.filter(|(_, text)| !text.is_empty()) {
            let Some((column, name)) = heading.get(index) else {
                return Err(ListError::new(place_of(index), ListProblem::NoHeading));
            };
            if let Some(column) = *column {
                cells.push(Cell {
                    column,
                    heading: name.clone(),
                    text: text.to_owned(),
                    place: place_of(index),
                });
            }
        }
        if !cells.is_empty() {
            rows.push(Row { place, cells });
        }
    }
    Ok(rows)
}

/// The separator that splits the heading into the most columns with a known name.
fn separator(text: &str) -> u8 {
    let first = text.lines().find(|line| !line.trim().is_empty());
    let known = |separator: &u8| {
        let names = first.unwrap_or_default().split(char::from(*separator));
        names
            .filter(|name| Column::named(name.trim().trim_matches('"')).is_some())
            .count()
    };
    let most = SEPARATORS.iter().rev().max_by_key(|one| known(one));
    *most.unwrap_or(&SEPARATORS[0])
}

/// The column of each cell of the heading; `None` for columns to ignore.
fn columns(
    record: &StringRecord,
    place: Place,
) -> Result<Vec<(Option<Column>, String)>, ListError> {
    let columns: Vec<_> = record
        .iter()
        .map(|name| (Column::named(name), name.to_owned()))
        .collect();
    let has = |column| columns.iter().any(|(one, _)| *one == Some(column));
    let has_moves = has(Column::Tile) || has(Column::Move);
    if !has(Column::Player) || !has_moves {
        return Err(ListError::new(place, ListProblem::Heading));
    }
    for (at, (column, name)) in columns.iter().enumerate() {
        let mut before = columns[..at].iter();
        if column.is_some() && before.any(|(one, _)| one == column) {
            return Err(ListError::under(
                name.clone(),
                place,
                ListProblem::HeadingTwice,
            ));
        }
    }
    Ok(columns)
}

/// The first byte of a row, after blank lines.
fn filled_from(text: &str, start: usize) -> usize {
    let rest = &text[start..];
    start + (rest.len() - rest.trim_start_matches(['\r', '\n']).len())
}

/// The first byte of each cell of the row at the beginning of a text.
fn cell_starts(text: &str, separator: u8) -> Vec<usize> {
    let mut starts = vec![0];
    let mut quoted = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' if !quoted => break,
            _ if byte == separator && !quoted => starts.push(at + 1),
            _ => {}
        }
    }
    starts
}
