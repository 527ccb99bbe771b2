//! Texts that fit on one line.

use core::fmt;
use core::str::FromStr;

/// A text without line breaks or other control characters and without white space at its ends.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line(String);

/// A text that cannot be a [`Line`] or a [`TagName`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotALine {
    /// It has a line break or another control character.
    #[error("a text here may not hold line breaks or control characters")]
    Control,
    /// It is no name.
    #[error("a tag is named with small letters, digits and hyphens, beginning with a letter")]
    Name,
    /// The name means something else in a record.
    #[error("this name has a meaning of its own in a record")]
    Reserved,
}

impl Line {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Line {
    type Err = NotALine;

    /// White space at the ends is dropped.
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

/// Words that begin a line with a meaning of its own.
const RESERVED: [&str; 13] = [
    "game",
    "base",
    "rules",
    "result",
    "turn-up",
    "thrown-in",
    "round",
    "hand",
    "boneyard",
    "lot",
    "end",
    "points",
    "score",
];

impl TagName {
    /// The name.
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
        // A letter alone is a seat.
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
