//! A table outside of any store, as lines of text: what a device keeps of a table of its own.
//!
//! The first line is the table as it was made, and every other one fact. Formats are those of the rows of a store.

use capicu_table::{Entry, Setup};
use serde::{Deserialize, Serialize};

use crate::codec::{self, Row};
use crate::{DecodeError, FORMAT};

/// A table that was saved, read again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The table as it was made.
    pub setup: Setup,
    /// All that happened at it, in order.
    pub entries: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct First {
    format: i64,
    setup: String,
}

/// The first line of a table that is saved.
#[must_use]
pub fn saved_setup(setup: &Setup) -> String {
    codec::text(&First {
        format: FORMAT,
        setup: codec::encode_setup(setup),
    })
}

/// The line of a fact.
#[must_use]
pub fn saved_fact(entry: &Entry) -> String {
    codec::text(&codec::encode(entry))
}

impl Saved {
    /// Reads the lines of a table.
    ///
    /// # Errors
    ///
    /// If a newer version of the program wrote them, or one of them is missing or damaged.
    pub fn read(text: &str) -> Result<Self, DecodeError> {
        let mut lines = text.lines();
        let first: First = line(lines.next().unwrap_or_default())?;
        let rows = lines.map(line::<Row>).collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            setup: codec::decode_setup(first.format, &first.setup)?,
            entries: codec::decode_all("", rows.iter()).map_err(|unreadable| unreadable.why)?,
        })
    }
}

fn line<T: for<'de> Deserialize<'de>>(text: &str) -> Result<T, DecodeError> {
    serde_json::from_str(text).map_err(|error| DecodeError::Damaged(error.to_string()))
}
