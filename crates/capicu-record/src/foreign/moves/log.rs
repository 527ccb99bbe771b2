//! Reads a move list from lines such as `MOVE: [0, (4, 2), 1]`: player, tile and head of the line.

use super::column::Column;
use super::error::{ListError, Unread};
use super::row::{Cell, Row};
use crate::Place;

/// Whether a line has this form.
pub(super) fn is_line(line: &str) -> bool {
    split(line).is_some()
}

/// Reads all lines of a text. `NEW_GAME` begins a round.
pub(super) fn rows(text: &str) -> Result<Vec<Row>, ListError> {
    let mut rows = Vec::new();
    let mut round = 0_u32;
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let before = line.len() - line.trim_start().len();
        let place = Place {
            line: index as u32 + 1,
            column: line[..before].chars().count() as u32 + 1,
        };
        let error = |why| ListError {
            place,
            heading: None,
            why,
        };
        let (word, values) = split(line).ok_or_else(|| error(Unread::LogLine))?;
        let values = parts(values);
        let columns: &[Column] = match word {
            "NEW_GAME" | "NEW_ROUND" => {
                round += 1;
                continue;
            }
            // The winner follows from the moves.
            "FINAL" | "WIN" | "OVER" => continue,
            "MOVE" => &[Column::Player, Column::Tile, Column::Side],
            "PASS" => &[Column::Player],
            "DRAW" => &[Column::Player, Column::Tile],
            "HAND" => &[Column::Player, Column::Hand],
            _ => return Err(error(Unread::LogLine)),
        };
        let cell = |column, text: &str| Cell {
            column,
            heading: word.to_owned(),
            text: text.to_owned(),
            place,
        };
        if values.len() > columns.len() && word != "HAND" {
            return Err(error(Unread::LogLine));
        }
        let mut cells = vec![cell(Column::Round, &round.to_string())];
        if matches!(word, "PASS" | "DRAW") {
            cells.push(cell(Column::Move, &word.to_lowercase()));
        }
        match (word, &values[..]) {
            ("HAND", [player, tiles @ ..]) => {
                cells.push(cell(Column::Player, player));
                cells.push(cell(Column::Hand, &tiles.join(" ")));
            }
            (_, values) => {
                let filled = columns.iter().zip(values);
                let filled = filled.filter(|(_, text)| !text.is_empty());
                cells.extend(filled.map(|(column, text)| cell(*column, text)));
            }
        }
        rows.push(Row { place, cells });
    }
    Ok(rows)
}

/// Splits `MOVE: [0, (4, 2), 1]` into its word and the text in the brackets.
fn split(line: &str) -> Option<(&str, &str)> {
    let (word, rest) = line.trim().split_once(':')?;
    let is_word = |c: char| c.is_ascii_uppercase() || c == '_';
    let values = rest.trim().strip_prefix('[')?.strip_suffix(']')?;
    (!word.is_empty() && word.chars().all(is_word)).then_some((word, values))
}

/// Splits values at the commas outside brackets; drops quotation marks.
fn parts(values: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut depth) = (0, 0_usize);
    for (at, c) in values.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&values[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&values[start..]);
    let parts = parts.into_iter().map(str::trim);
    parts.map(|part| part.trim_matches(['\'', '"'])).collect()
}
