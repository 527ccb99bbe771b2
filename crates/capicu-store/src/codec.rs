//! The stored form of rows, as text. It is separate from the types of the table and from the wire.
//!
//! The same types read every format, since formats only add:
//! * 1: written by the first servers.
//! * 2: fields with a default, and kinds of facts.
//! * 3: options of the rules, and levels by name instead of number.
//! * 4: the player of a seat.
//! * 5: calls of points.
//! * 6: tables without a host, and people who replace a bot.
//! * 7: rated tables and results, changes of ratings, people who change seats, tables open to spectators, time banks
//!   and the time that actions used.
//! * 8: the kind of table of a match.
//! * 9: tables of events.
//! * 10: whether passed numbers are shown, and new hosts.
//! * 11: options of the rules.
//! * 12: the queue of winner stays.
//!
//! Anything unknown is an error: a fact is read as it was meant, or not at all.

mod fact;
#[cfg(feature = "sql")]
mod rated;
#[cfg(feature = "sql")]
mod result;
mod setup;

use capicu::Seat;
use capicu_protocol::{Key, PlayerId};
use capicu_table::{EDITION, Entry};
use serde::{Deserialize, Serialize};

#[cfg(feature = "sql")]
pub(crate) use rated::{decode as decode_rated, encode as encode_rated};
#[cfg(feature = "sql")]
pub(crate) use result::{decode as decode_result, encode as encode_result};
pub(crate) use setup::{decode as decode_setup, encode as encode_setup};

/// The newest format of rows. This version reads all up to it.
pub const FORMAT: i64 = 12;

/// The newest format of each [edition](EDITION) of facts, from the first. A fact is written in the format of its own
/// edition, so that a server of the previous version in the cluster can read it.
pub const FORMATS: [i64; EDITION as usize] = [9, 10, 10, 10, 11, 12];

/// The format in which setups changed last.
pub const FORMAT_OF_SETUPS: i64 = 11;
/// The format in which results changed last.
pub const FORMAT_OF_RESULTS: i64 = 8;
/// The format in which changes of ratings changed last.
pub const FORMAT_OF_RATINGS: i64 = 7;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    #[error("is of format {0}, which only a newer version of capicu can read")]
    Newer(i64),
    /// Damaged, or of a kind that this version does not know.
    #[error("cannot be read: {0}")]
    Damaged(String),
}

impl DecodeError {
    fn damaged(why: impl ToString) -> Self {
        Self::Damaged(why.to_string())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Number of the fact at its table, from 1.
    pub version: i64,
    /// In milliseconds since 1970.
    pub at: i64,
    /// The seat whose command led to the fact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The format of `fact`.
    pub format: i64,
    /// The fact as JSON.
    pub fact: String,
}

pub(crate) fn encode(entry: &Entry) -> Row {
    let command = entry.command.as_ref();
    Row {
        version: entry.version as i64,
        at: entry.at as i64,
        seat: command.map(|(seat, _)| seat.index() as i64),
        key: command.map(|(_, key)| key.to_string()),
        format: FORMATS[usize::from(entry.fact.edition()).saturating_sub(1)],
        fact: fact::encode(&entry.fact),
    }
}

fn decode(row: &Row) -> Result<Entry, DecodeError> {
    known(row.format)?;
    let command = match (row.seat, &row.key) {
        (Some(number), Some(key)) => Some((
            u8::try_from(number)
                .ok()
                .and_then(Seat::new)
                .ok_or_else(|| DecodeError::damaged(format_args!("there is no seat {number}")))?,
            Key::new(key).ok_or_else(|| DecodeError::damaged("its key is none"))?,
        )),
        (None, None) => None,
        (Some(_), None) => return Err(DecodeError::damaged("it has a seat without a key")),
        (None, Some(_)) => return Err(DecodeError::damaged("it has a key without a seat")),
    };
    let not_negative = |number: i64, what: &str| {
        u64::try_from(number).map_err(|_| DecodeError::damaged(format_args!("{what} is {number}")))
    };
    Ok(Entry {
        version: not_negative(row.version, "its number")?,
        at: not_negative(row.at, "its time")?,
        command,
        fact: fact::decode(&row.fact)?,
    })
}

/// The facts of rows, or the version of the first that cannot be read, and why.
pub(crate) fn decode_all<'a>(
    rows: impl Iterator<Item = &'a Row>,
) -> Result<Vec<Entry>, (u64, DecodeError)> {
    (1..)
        .zip(rows)
        .map(|(version, row)| {
            let entry = match u64::try_from(row.version) == Ok(version) {
                true => decode(row),
                false => Err(DecodeError::damaged("is missing")),
            };
            entry.map_err(|why| (version, why))
        })
        .collect()
}

fn known(format: i64) -> Result<(), DecodeError> {
    match format {
        1..=FORMAT => Ok(()),
        _ if format > FORMAT => Err(DecodeError::Newer(format)),
        _ => Err(DecodeError::damaged(format_args!(
            "there is no format {format}"
        ))),
    }
}

pub(crate) fn text<T: Serialize>(twin: &T) -> String {
    serde_json::to_string(twin).expect("numbers, words and lists are JSON")
}

fn seat(number: u8) -> Result<Seat, DecodeError> {
    Seat::new(number).ok_or_else(|| DecodeError::damaged(format_args!("there is no seat {number}")))
}

fn player(text: &str) -> Result<PlayerId, DecodeError> {
    text.parse().map_err(DecodeError::damaged)
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

pub(crate) fn unhex<const N: usize>(text: &str) -> Result<[u8; N], DecodeError> {
    let wrong = || DecodeError::damaged(format_args!("not {} hexadecimal digits", 2 * N));
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Ok(byte - b'0'),
        b'a'..=b'f' => Ok(byte - b'a' + 10),
        _ => Err(wrong()),
    };
    if text.len() != 2 * N {
        return Err(wrong());
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Ok(bytes)
}

/// The beginning of every stored deal. A store can search for deals by it, without decoding rows.
#[cfg(feature = "sql")]
pub(crate) const DEAL: &str = r#"{"fact":"dealt","#;
