//! Places in a text.

use core::fmt;

/// A line and a column, both from 1; columns are counted in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
}

impl Place {
    /// The place of a byte of a text. Bytes past the end count as its end. Reads the text from its start.
    pub fn of(text: &str, byte: usize) -> Self {
        Self::START.after(&text[..text.floor_char_boundary(byte)])
    }

    /// The beginning of a text.
    pub(crate) const START: Self = Self { line: 1, column: 1 };

    /// The place after a part of the text that begins here. Reads that part only.
    pub(crate) fn after(self, part: &str) -> Self {
        match part.rfind('\n') {
            None => Self {
                column: self.column + part.chars().count() as u32,
                ..self
            },
            Some(at) => Self {
                line: self.line + part.matches('\n').count() as u32,
                column: part[at + 1..].chars().count() as u32 + 1,
            },
        }
    }
}

/// A text with its line breaks indexed, for many quick lookups.
pub(crate) struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        Self {
            text,
            starts: std::iter::once(0).chain(breaks).collect(),
        }
    }

    /// The place of a byte, as [`Place::of`] gives it. Reads its line up to there.
    pub(crate) fn place(&self, byte: usize) -> Place {
        let byte = self.text.floor_char_boundary(byte);
        let line = self.starts.partition_point(|start| *start <= byte);
        let before = &self.text[self.starts[line - 1]..byte];
        Place {
            line: line as u32,
            column: before.chars().count() as u32 + 1,
        }
    }
}

impl fmt::Display for Place {
    /// Prints line and column: `12:7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indexed_lines_agree_with_counting_from_the_start() {
        for text in [
            "",
            "a",
            "\n",
            "a\nñandú\n\nz",
            "no break at the end\r\nx",
            "\n\n\n",
        ] {
            let lines = Lines::new(text);
            for byte in 0..text.len() + 3 {
                assert_eq!(lines.place(byte), Place::of(text, byte), "{text:?} {byte}");
                // The place after a part, and then after the rest, is the same.
                let (before, rest) = text.split_at(text.floor_char_boundary(byte));
                let end = Place::START.after(before).after(rest);
                assert_eq!(end, Place::of(text, text.len()), "{text:?} {byte}");
            }
        }
        assert_eq!(Lines::new("a\nñu").place(4), Place { line: 2, column: 2 });
    }
}
