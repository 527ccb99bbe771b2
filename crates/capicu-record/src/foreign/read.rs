//! Finds values in the printed form of Python.

use capicu::{Pip, Tile};

pub(super) fn after<'a>(text: &'a str, label: &str) -> Option<&'a str> {
    text.split_once(label).map(|(_, rest)| rest)
}

/// The tile at the beginning of a text, up to a closing mark: `6.0, 4.0)` gives 6-4.
pub(super) fn tile(text: &str, separator: char, close: char) -> Option<Tile> {
    let (inner, _) = text.split_once(close)?;
    let (a, b) = inner.split_once(separator)?;
    Some(Tile::new(pip(a)?, pip(b)?))
}

/// A number from 0 to 6, also in the form `6.0`.
pub(super) fn pip(text: &str) -> Option<Pip> {
    let text = text.trim();
    let text = text.strip_suffix(".0").unwrap_or(text);
    let value: u8 = text.parse().ok()?;
    Pip::new(value).filter(|pip| pip.value() <= 6)
}

pub(super) fn number(text: &str) -> Option<usize> {
    let text = text.trim_start();
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    text[..end].parse().ok()
}
