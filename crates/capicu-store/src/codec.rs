//! What is stored, as text: the forms of rows, apart from the types of the table and from the wire.
//!
//! Format 1 is what the first servers wrote, format 7 what this one writes. All are read by the same
//! types, since formats only add: 2 fields with a default, and kinds of facts; 3 options of the rules,
//! and levels by name where there were numbers; 4 whose a seat is; 5 calls of points; 6 tables without a
//! maker, and people who take the place of a bot; 7 rated tables and results, what became of ratings, people who
//! change seats, tables that anybody may watch, banks, and what actions took of them; 8 where a match was played; 9 tables of events.
//! Whatever is not known is an error, so that a fact is read as it was meant or not at all.

mod fact;
mod rated;
mod result;
mod setup;

use capicu::Seat;
use capicu_protocol::{Key, PlayerId};
use capicu_ratings::Family;
use capicu_table::{EDITION, Entry};
use serde::{Deserialize, Serialize};

use crate::{RowName, Unreadable};

pub(crate) use rated::{decode as decode_rated, encode as encode_rated};
pub(crate) use result::{decode as decode_result, encode as encode_result};
pub(crate) use setup::{decode as decode_setup, encode as encode_setup};

/// The newest format of rows. Every lower one can be read, none that is higher.
pub const FORMAT: i64 = 10;

/// The last format of each [edition](EDITION) of facts, from the first. A fact is written in that of its own edition: while
/// a server of the version before is there, it can read what is written.
pub const FORMATS: [i64; EDITION as usize] = [9, 10, 10];

/// The format in which setups, results and what became of ratings got a new form last.
pub const FORMAT_OF_SETUPS: i64 = 10;
/// See [`FORMAT_OF_SETUPS`].
pub const FORMAT_OF_RESULTS: i64 = 8;
/// See [`FORMAT_OF_SETUPS`].
pub const FORMAT_OF_RATINGS: i64 = 7;

/// Why a row cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// A newer version of the program wrote it.
    #[error("is of format {0}, which only a newer version of capicu can read")]
    Newer(i64),
    /// It is damaged, or of a kind that this version does not know.
    #[error("cannot be read: {0}")]
    Damaged(String),
}

impl DecodeError {
    fn damaged(why: impl ToString) -> Self {
        Self::Damaged(why.to_string())
    }
}

/// A row of the journal, without its table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Which fact of its table it is, from 1.
    pub version: i64,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// The seat whose command it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<i64>,
    /// The key of the command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// What it is written in.
    pub format: i64,
    /// The fact, as JSON.
    pub fact: String,
}

/// An entry as a row.
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

/// A row as an entry.
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

/// A whole journal, from its rows in order.
pub(crate) fn decode_all<'a>(
    table: &str,
    rows: impl Iterator<Item = &'a Row>,
) -> Result<Vec<Entry>, Unreadable> {
    (1..)
        .zip(rows)
        .map(|(version, row)| {
            let entry = match u64::try_from(row.version) == Ok(version) {
                true => decode(row),
                false => Err(DecodeError::damaged("is missing")),
            };
            entry.map_err(|why| Unreadable {
                row: RowName::Fact {
                    table: table.to_owned(),
                    version,
                },
                why,
            })
        })
        .collect()
}

/// Refuses what a newer version wrote.
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

fn family(id: &str) -> Result<Family, DecodeError> {
    let unknown = || DecodeError::damaged(format_args!("there is no family {id}"));
    Family::by_id(id).ok_or_else(unknown)
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

/// Who is told apart in a fact about a name or about seats, which alone say where somebody sat who was called something.
#[derive(Deserialize)]
#[serde(tag = "fact", rename_all = "kebab-case")]
pub(crate) enum Trace {
    /// Somebody in this seat had this name.
    Named {
        /// The seat.
        seat: u8,
    },
    /// Whoever sat there went here.
    Reseated {
        /// Where each goes, in the order of the seats.
        to: Vec<u8>,
    },
}

/// Which facts of a table name whoever sits in a seat at its end, and where they sat in the beginning. The facts are
/// those that are [traces](Trace), the latest first, each with what to return of it.
pub(crate) fn names_of<T>(
    mut seat: u8,
    facts: impl IntoIterator<Item = (T, Trace)>,
) -> (u8, Vec<T>) {
    let mut named = Vec::new();
    for (of, fact) in facts {
        match fact {
            Trace::Named { seat: at } if at == seat => named.push(of),
            Trace::Named { .. } => {}
            Trace::Reseated { to } => {
                let from = to.iter().position(|to| *to == seat);
                seat = from.map_or(seat, |from| from as u8);
            }
        }
    }
    (seat, named)
}

/// How every deal begins on the disk, so that a store can look for one without reading the row.
pub(crate) const DEAL: &str = r#"{"fact":"dealt","#;

/// Whether this fact is a deal.
pub(crate) fn is_deal(fact: &str) -> bool {
    fact.starts_with(DEAL)
}
