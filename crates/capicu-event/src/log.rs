//! The log: one line of JSON per fact, numbered, each chained to the line before.

use core::str::FromStr;
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::fact::Fact;
use crate::id::Digest;

/// The name and version of the format. Every chain starts with its digest.
pub const FORMAT: &str = "capicu-event-1";

/// The longest log accepted, in bytes; far more than any event writes.
const MAX_BYTES: usize = 256 << 20;

/// A fact with its position and time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Its number, from 1.
    pub n: u64,
    /// Milliseconds since 1970; never earlier than the line before.
    pub at: u64,
    /// The key of the command that caused it.
    pub key: String,
    /// The fact itself.
    pub fact: Fact,
}

/// All lines of an event, including undone ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    lines: Vec<Line>,
    digests: Vec<Digest>,
    /// The length of the text.
    bytes: usize,
}

/// An error in the text of a log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogError {
    /// The text is empty.
    #[error("the log is empty")]
    Empty,
    /// The text exceeds the limit.
    #[error("the log is longer than 256 MiB")]
    TooLong,
    /// The text ends in the middle of a line.
    #[error("line {line} is cut off; what stands before it can be read")]
    CutOff {
        /// Counts from 1.
        line: usize,
        /// The bytes before that line: a whole log, unless it is the first line.
        whole: usize,
    },
    /// A line is invalid in this version.
    #[error("line {line}: {why}")]
    NotALine {
        /// Counts from 1.
        line: usize,
        /// The parser's message.
        why: String,
    },
    /// The digest does not match the line and those before it.
    #[error("line {line} or one above it was changed: the digests differ")]
    Chain {
        /// Counts from 1.
        line: usize,
    },
    /// The lines are not numbered 1, 2, 3.
    #[error("line {line} has number {found}")]
    Number {
        /// Counts from 1.
        line: usize,
        /// The number in that line.
        found: u64,
    },
    /// The time is earlier than that of the line before.
    #[error("line {line} is older than the one above it")]
    Time {
        /// Counts from 1.
        line: usize,
    },
}

impl Default for Log {
    fn default() -> Self {
        Self::new()
    }
}

impl Log {
    /// The numbers of the lines that were undone.
    pub fn undone(&self) -> BTreeSet<u64> {
        let undone = |line: &Line| {
            let Fact::Undone { of } = line.fact else {
                return None;
            };
            Some(of)
        };
        self.lines.iter().filter_map(undone).collect()
    }

    /// Creates a log without lines.
    pub const fn new() -> Self {
        Self {
            lines: Vec::new(),
            digests: Vec::new(),
            bytes: 0,
        }
    }

    /// Reads a whole log. Checks numbers, times and the chain, but not the facts.
    ///
    /// # Errors
    ///
    /// The first invalid line.
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

    /// Appends a fact. If the clock went back, the line gets the time of the line before.
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

    /// All lines in order, including undone ones.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The digest of the whole log. A saved copy later proves that these lines did not change.
    pub fn head(&self) -> Digest {
        let start = || Digest::of(&[FORMAT.as_bytes()]);
        self.digests.last().copied().unwrap_or_else(start)
    }

    /// The length of the whole text in bytes.
    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// The text from this index on, with a line break after each line.
    pub fn text_from(&self, index: usize) -> String {
        let pairs = self.lines.iter().zip(&self.digests).skip(index);
        pairs.map(|(line, digest)| text_of(line, *digest)).collect()
    }

    /// The whole text, as [`Log::read`] accepts it.
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

/// Writes a line. The digest is the last field, so that it covers everything before it.
fn text_of(line: &Line, digest: Digest) -> String {
    let mut text = body(line);
    text.pop();
    text + MARK + &digest.to_string() + "\"}\n"
}

/// Splits a line into its object, still open, and its digest.
fn split(text: &str) -> Option<(&str, Digest)> {
    let text = text.strip_suffix("\"}")?;
    let at = text.len().checked_sub(64)?;
    let (start, digest) = (text.get(..at)?, text.get(at..)?);
    Some((start.strip_suffix(MARK)?, Digest::from_str(digest).ok()?))
}
