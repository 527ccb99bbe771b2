//! Reads a move list from JSON: an array of objects, or one object after the other.

use serde_json::{Deserializer, Map, Value};

use super::column::Column;
use super::error::{ListError, ListProblem};
use super::row::{Cell, Row};
use crate::Place;

/// Reads all objects of a text.
pub(super) fn rows(text: &str) -> Result<Vec<Row>, ListError> {
    let error = |place: Place, why: &str| ListError::new(place, ListProblem::Json(why.to_owned()));
    // A whole list may be on one line, so each place continues from the one before.
    let mut last = (0, Place::START);
    let mut place_of = |at: usize| {
        last = (at, last.1.after(&text[last.0..at]));
        last.1
    };
    let blank = |at: usize| text.len() - text[at..].trim_start().len();
    let mut at = blank(0);
    let is_array = text[at..].starts_with('[');
    if is_array {
        at = blank(at + 1);
    }
    let mut rows = Vec::new();
    while at < text.len() && !(is_array && text[at..].starts_with(']')) {
        let place = place_of(at);
        let mut objects = Deserializer::from_str(&text[at..]).into_iter::<Map<String, Value>>();
        match objects.next() {
            Some(Ok(object)) => rows.push(row(object, place)?),
            Some(Err(why)) => {
                return Err(error(place.after(read(&text[at..], &why)), &bare(&why)));
            }
            None => break,
        }
        at = blank(at + objects.byte_offset());
        if is_array {
            match text[at..].chars().next() {
                Some(',') => at = blank(at + 1),
                Some(']') => {}
                _ => return Err(error(place_of(at), "expected `,` or `]`")),
            }
        }
    }
    if is_array {
        match text.get(at..at + 1) {
            Some("]") => at = blank(at + 1),
            _ => return Err(error(place_of(at), "expected `]`")),
        }
        if at < text.len() {
            return Err(error(place_of(at), "trailing characters"));
        }
    }
    Ok(rows)
}

/// The part of a text before an error. The error counts lines from 1, and columns in bytes.
fn read<'a>(text: &'a str, error: &serde_json::Error) -> &'a str {
    let lines = text.split_inclusive('\n');
    let before = lines.take(error.line().saturating_sub(1));
    let start: usize = before.map(str::len).sum();
    let end = start + error.column().saturating_sub(1);
    &text[..text.floor_char_boundary(end)]
}

/// The error without its place.
fn bare(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rfind(" at line ") {
        Some(at) => text[..at].to_owned(),
        None => text,
    }
}

fn row(object: Map<String, Value>, place: Place) -> Result<Row, ListError> {
    let mut cells: Vec<Cell> = Vec::new();
    for (heading, value) in object {
        let Some(column) = Column::named(&heading) else {
            continue;
        };
        let error = |why| ListError::under(heading.clone(), place, why);
        if cells.iter().any(|cell| cell.column == column) {
            return Err(error(ListProblem::HeadingTwice));
        }
        let text = text(&value).ok_or_else(|| error(ListProblem::Value))?;
        if !text.trim().is_empty() {
            cells.push(Cell {
                column,
                text: text.trim().to_owned(),
                place,
                heading,
            });
        }
    }
    Ok(Row { place, cells })
}

/// A value as a table would have it: `[6, 4]` and `[[6, 4], "5-5"]` become tiles.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some(String::new()),
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(parts) => match &parts[..] {
            [Value::Number(a), Value::Number(b)] => Some(format!("{a}-{b}")),
            parts => {
                let parts: Option<Vec<String>> = parts.iter().map(text).collect();
                Some(parts?.join(" "))
            }
        },
        Value::Bool(_) | Value::Object(_) => None,
    }
}
