//! Reads a move list from JSON: an array of objects, or one object after the other.

use serde_json::{Deserializer, Map, Value};

use super::column::Column;
use super::error::{ListError, Unread};
use super::row::{Cell, Row};
use crate::Place;
use crate::place::Lines;

/// Reads all objects of a text.
pub(super) fn rows(text: &str) -> Result<Vec<Row>, ListError> {
    let lines = Lines::new(text);
    let error = |at: usize, why: &str| ListError {
        place: lines.place(at),
        heading: None,
        why: Unread::Json(why.to_owned()),
    };
    let blank = |at: usize| text.len() - text[at..].trim_start().len();
    let mut at = blank(0);
    let is_array = text[at..].starts_with('[');
    if is_array {
        at = blank(at + 1);
    }
    let mut rows = Vec::new();
    while at < text.len() && !(is_array && text[at..].starts_with(']')) {
        let place = lines.place(at);
        let mut objects = Deserializer::from_str(&text[at..]).into_iter::<Map<String, Value>>();
        match objects.next() {
            Some(Ok(object)) => rows.push(row(object, place)?),
            Some(Err(why)) => {
                return Err(ListError {
                    place: moved(place, why.line(), why.column()),
                    heading: None,
                    why: Unread::Json(bare(&why)),
                });
            }
            None => break,
        }
        at = blank(at + objects.byte_offset());
        if is_array {
            match text[at..].chars().next() {
                Some(',') => at = blank(at + 1),
                Some(']') => {}
                _ => return Err(error(at, "expected `,` or `]`")),
            }
        }
    }
    if is_array {
        match text.get(at..at + 1) {
            Some("]") => at = blank(at + 1),
            _ => return Err(error(at, "expected `]`")),
        }
        if at < text.len() {
            return Err(error(at, "trailing characters"));
        }
    }
    Ok(rows)
}

/// A place in a part of the text that begins at another place.
const fn moved(start: Place, line: usize, column: usize) -> Place {
    let column = if column == 0 { 1 } else { column as u32 };
    Place {
        line: start.line + line.saturating_sub(1) as u32,
        column: match line {
            0 | 1 => start.column + column - 1,
            _ => column,
        },
    }
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
        let error = |why| ListError {
            place,
            heading: Some(heading.clone()),
            why,
        };
        if cells.iter().any(|cell| cell.column == column) {
            return Err(error(Unread::HeadingTwice));
        }
        let text = text(&value).ok_or_else(|| error(Unread::Value))?;
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
