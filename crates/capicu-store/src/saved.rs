//! A table as lines of text, outside any store: the form in which a device saves its own table.
//!
//! The first line is the setup, and each other line one fact. Formats are those of stored rows.

use capicu_table::{Entry, Setup};
use serde::{Deserialize, Serialize};

use crate::codec::{self, Row};
use crate::{DecodeError, FORMAT};

/// A saved table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    pub setup: Setup,
    /// All facts, in order.
    pub entries: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct First {
    format: i64,
    setup: String,
}

#[must_use]
pub fn saved_setup(setup: &Setup) -> String {
    codec::text(&First {
        format: FORMAT,
        setup: codec::encode_setup(setup),
    })
}

#[must_use]
pub fn saved_fact(entry: &Entry) -> String {
    codec::text(&codec::encode(entry))
}

impl Saved {
    /// Parses the lines of a table. Fails if a newer version wrote them, or a line is missing or damaged.
    pub fn read(text: &str) -> Result<Self, DecodeError> {
        let mut lines = text.lines();
        let first: First = line(lines.next().unwrap_or_default())?;
        let rows = lines.map(line::<Row>).collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            setup: codec::decode_setup(first.format, &first.setup)?,
            entries: codec::decode_all(rows.iter()).map_err(|(_, why)| why)?,
        })
    }
}

fn line<T: for<'de> Deserialize<'de>>(text: &str) -> Result<T, DecodeError> {
    serde_json::from_str(text).map_err(|error| DecodeError::Damaged(error.to_string()))
}
