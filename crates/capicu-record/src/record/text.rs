//! Texts that fit on one line.

use core::fmt;
use core::str::FromStr;

/// A text without control characters, line breaks included, and without spaces at its ends.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line(String);

/// Why a text is not a [`Line`] or a [`TagName`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotALine {
    /// It has a line break or another control character.
    #[error("a text here may not hold line breaks or control characters")]
    Control,
    /// The text is not a name.
    #[error("a tag is named with small letters, digits and hyphens, beginning with a letter")]
    Name,
    /// The name has a meaning of its own in records.
    #[error("this name has a meaning of its own in a record")]
    Reserved,
}

impl Line {
    /// The text, without a line break.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Line {
    type Err = NotALine;

    /// Reads a line; trims spaces.
    fn from_str(text: &str) -> Result<Self, NotALine> {
        let text = text.trim();
        if text.chars().any(char::is_control) {
            return Err(NotALine::Control);
        }
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The name of a tag: small letters, digits and hyphens.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TagName(String);

/// Words with a meaning of their own at the beginning of a line.
const RESERVED: [&str; 14] = [
    "game",
    "base",
    "rules",
    "result",
    "turn-up",
    "thrown-in",
    "withdrew",
    "round",
    "hand",
    "boneyard",
    "lot",
    "end",
    "points",
    "score",
];

impl TagName {
    /// The name, in small letters.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for TagName {
    type Err = NotALine;

    fn from_str(name: &str) -> Result<Self, NotALine> {
        let plain = name
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        if !plain || !name.starts_with(|c: char| c.is_ascii_lowercase()) || name.len() > 64 {
            return Err(NotALine::Name);
        }
        // A single letter is a seat.
        let is_seat = matches!(name.as_bytes(), [b'a'..=b'l']);
        if is_seat || RESERVED.contains(&name) {
            return Err(NotALine::Reserved);
        }
        Ok(Self(name.to_owned()))
    }
}

impl fmt::Display for TagName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
