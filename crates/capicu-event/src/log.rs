//! The log: one line of JSON for each fact, numbered, each chained to the one before it.

use core::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::fact::Fact;
use crate::id::Digest;

/// The name and version of the format; the chain of every log begins with its digest.
pub const FORMAT: &str = "capicu-event-1";

/// The longest log that is read, in bytes: far more than any event writes.
const MAX_BYTES: usize = 256 << 20;

/// A fact in its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Its number, from 1.
    pub n: u64,
    /// When, in milliseconds since 1970; never before the line above.
    pub at: u64,
    /// The key of the command that led to it.
    pub key: String,
    /// What happened.
    pub fact: Fact,
}

/// All that happened, as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    lines: Vec<Line>,
    digests: Vec<Digest>,
    /// How long the text is.
    bytes: usize,
}

/// What is wrong with a text that should be a log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogError {
    /// It holds nothing.
    #[error("the log is empty")]
    Empty,
    /// It is longer than any event's.
    #[error("the log is longer than 256 MiB")]
    TooLong,
    /// It stops in the middle of a line.
    #[error("line {line} is cut off; what stands before it can be read")]
    CutOff {
        /// The line, from 1.
        line: usize,
        /// The bytes before it: a whole log, unless it is the first line.
        whole: usize,
    },
    /// A line is none that a log of this version has.
    #[error("line {line}: {why}")]
    NotALine {
        /// The line, from 1.
        line: usize,
        /// Why.
        why: String,
    },
    /// The digest is not that of the line and those before it.
    #[error("line {line} or one above it was changed: the digests differ")]
    Chain {
        /// The line, from 1.
        line: usize,
    },
    /// The lines are not numbered 1, 2, 3.
    #[error("line {line} has number {found}")]
    Number {
        /// The line, from 1.
        line: usize,
        /// The number it has.
        found: u64,
    },
    /// It was written before the line above it.
    #[error("line {line} is older than the one above it")]
    Time {
        /// The line, from 1.
        line: usize,
    },
}

impl Default for Log {
    fn default() -> Self {
        Self::new()
    }
}

impl Log {
    /// A log with nothing in it.
    pub const fn new() -> Self {
        Self {
            lines: Vec::new(),
            digests: Vec::new(),
            bytes: 0,
        }
    }

    /// Reads a whole log: checks numbers, times and the chain, but not what the facts mean.
    ///
    /// # Errors
    ///
    /// The first line that is wrong, and why.
    pub fn read(text: &[u8]) -> Result<Self, LogError> {
        if text.is_empty() {
            return Err(LogError::Empty);
        }
        if text.len() > MAX_BYTES {
            return Err(LogError::TooLong);
        }
        let mut log = Self::new();
        let mut before = 0;
        for (index, bytes) in text.split_inclusive(|byte| *byte == b'\n').enumerate() {
            let number = index + 1;
            let Some(bytes) = bytes.strip_suffix(b"\n") else {
                return Err(LogError::CutOff {
                    line: number,
                    whole: before,
                });
            };
            before += bytes.len() + 1;
            log.read_line(number, bytes)?;
        }
        Ok(log)
    }

    fn read_line(&mut self, number: usize, bytes: &[u8]) -> Result<(), LogError> {
        let wrong = |why: String| LogError::NotALine { line: number, why };
        let text = core::str::from_utf8(bytes).map_err(|_| wrong("not UTF-8".into()))?;
        let (open, digest) = split(text).ok_or_else(|| wrong("no digest at its end".into()))?;
        let body = format!("{open}}}");
        if chained(self.head(), &body) != digest {
            return Err(LogError::Chain { line: number });
        }
        let line: Line = serde_json::from_str(&body).map_err(|error| wrong(error.to_string()))?;
        if line.n != number as u64 {
            return Err(LogError::Number {
                line: number,
                found: line.n,
            });
        }
        if self.lines.last().is_some_and(|last| last.at > line.at) {
            return Err(LogError::Time { line: number });
        }
        self.lines.push(line);
        self.digests.push(digest);
        self.bytes += bytes.len() + 1;
        Ok(())
    }

    /// Appends a fact; the time moves forward at most, whatever clocks say.
    pub fn append(&mut self, at: u64, key: &str, fact: Fact) -> &Line {
        let at = self.lines.last().map_or(at, |last| at.max(last.at));
        let n = self.lines.len() as u64 + 1;
        let line = Line {
            n,
            at,
            key: key.to_owned(),
            fact,
        };
        let body = body(&line);
        self.digests.push(chained(self.head(), &body));
        self.bytes += body.len() + DIGEST;
        self.lines.push(line);
        &self.lines[self.lines.len() - 1]
    }

    /// The lines.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The digest of everything so far. Whoever keeps it can tell later that nothing was changed.
    pub fn head(&self) -> Digest {
        let start = || Digest::of(&[FORMAT.as_bytes()]);
        self.digests.last().copied().unwrap_or_else(start)
    }

    /// How many bytes the whole text has.
    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// The text of the lines from this index on, each ended by a line break.
    pub fn text_from(&self, index: usize) -> String {
        let pairs = self.lines.iter().zip(&self.digests).skip(index);
        pairs.map(|(line, digest)| text_of(line, *digest)).collect()
    }

    /// The whole text.
    pub fn text(&self) -> String {
        self.text_from(0)
    }
}

fn body(line: &Line) -> String {
    serde_json::to_string(line).expect("a fact has no map with other keys than texts")
}

fn chained(before: Digest, body: &str) -> Digest {
    Digest::of(&[before.to_string().as_bytes(), b"\n", body.as_bytes()])
}

/// The bytes that a digest and the line break add to the object of a line.
const DIGEST: usize = MARK.len() + 64 + "\"\n".len();

/// The text before a digest.
const MARK: &str = ",\"digest\":\"";

/// The digest stands at the end of the object, so that what it is of is all before it.
fn text_of(line: &Line, digest: Digest) -> String {
    let mut text = body(line);
    text.pop();
    text + MARK + &digest.to_string() + "\"}\n"
}

/// The object of a line, still open, and its digest.
fn split(text: &str) -> Option<(&str, Digest)> {
    let text = text.strip_suffix("\"}")?;
    let at = text.len().checked_sub(64)?;
    let (start, digest) = (text.get(..at)?, text.get(at..)?);
    Some((start.strip_suffix(MARK)?, Digest::from_str(digest).ok()?))
}
