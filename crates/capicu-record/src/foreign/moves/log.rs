//! Reads a move list from lines such as `MOVE: [0, (4, 2), 1]`: player, tile and head of the line.

use super::column::Column;
use super::error::{ListError, ListProblem};
use super::row::{Cell, Row};
use super::words::Word;
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
        let error = || ListError::new(place, ListProblem::LogLine);
        let (word, values) = split(line).ok_or_else(error)?;
        match word {
            "NEW_GAME" | "NEW_ROUND" => round += 1,
            // The winner follows from the moves.
            "FINAL" | "WIN" | "OVER" => {}
            _ => {
                let mut cells = cells(word, &parts(values)).ok_or_else(error)?;
                if round > 0 {
                    cells.push((Column::Round, round.to_string()));
                }
                let cell = |(column, text)| Cell {
                    column,
                    heading: word.to_owned(),
                    text,
                    place,
                };
                let filled = cells.into_iter().filter(|(_, text)| !text.is_empty());
                let cells = filled.map(cell).collect();
                rows.push(Row { place, cells });
            }
        }
    }
    Ok(rows)
}

/// The cells of a move: its word, its player, its tile or tiles, and the side where it was laid.
fn cells(word: &str, values: &[&str]) -> Option<Vec<(Column, String)>> {
    let kind = Word::named(word)?;
    let (player, values) = match (kind, values) {
        (Word::Boneyard, _) => ("", values),
        (_, [player, values @ ..]) => (*player, values),
        (_, []) => ("", values),
    };
    let (tile, side) = match (kind, values) {
        (Word::Hand | Word::Boneyard, tiles) => (tiles.join(" "), ""),
        (_, []) => (String::new(), ""),
        (_, [tile]) => ((*tile).to_owned(), ""),
        (Word::Lay, [tile, side]) => ((*tile).to_owned(), *side),
        _ => return None,
    };
    Some(vec![
        (Column::Move, word.to_owned()),
        (Column::Player, player.to_owned()),
        (Column::Tile, tile),
        (Column::Side, side.to_owned()),
    ])
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
