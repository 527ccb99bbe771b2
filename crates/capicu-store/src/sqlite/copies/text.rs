//! The text form of an export: a line of JSON for each row. Other kinds of store use it too.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, BufWriter, Write as _};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use super::Part;
use super::error::{CopyError, LineError};
use super::seal::{Seal, hex};
use crate::sqlite::migrations;

pub const VERSION: u32 = 2;

/// The newest migration of our tables.
pub const SCHEMA: i64 = migrations::NEWEST;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Line {
    Export {
        version: u32,
        /// Number of migrations of the exported database: the files in `migrations`.
        schema: i64,
        /// The moment of the exported state, in milliseconds since 1970.
        at: u64,
    },
    Row {
        table: String,
        /// Columns by name. Values without a JSON form are `{"real": "0.1"}` and `{"blob": "c0ffee"}`.
        values: Map<String, Value>,
    },
    End {
        rows: u64,
        /// The SHA-256 of all lines above, in hexadecimal; version 1 has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sha256: Option<String>,
    },
}

pub type Row = (String, Map<String, Value>);

impl Line {
    pub fn now(schema: i64) -> Self {
        let at = SystemTime::now().duration_since(UNIX_EPOCH);
        Self::Export {
            version: VERSION,
            schema,
            at: at.map_or(0, |at| at.as_millis() as u64),
        }
    }
}

pub fn blob(bytes: &[u8]) -> Value {
    let digits = bytes.iter().map(|byte| format!("{byte:02x}"));
    one("blob", digits.collect())
}

pub(super) fn one(name: &str, value: String) -> Value {
    Value::Object(Map::from_iter([(name.to_owned(), value.into())]))
}

#[derive(Debug)]
pub struct Writer<'a> {
    to: BufWriter<File>,
    file: &'a Path,
    rows: u64,
    digest: Sha256,
}

impl<'a> Writer<'a> {
    /// Starts an export in `part`, later renamed to `file`. Fails if the file cannot be written.
    pub fn create(part: &Part, file: &'a Path, schema: i64) -> Result<Self, CopyError> {
        let to = File::create(part.path()).map_err(|why| CopyError::file(file, why))?;
        let to = BufWriter::new(to);
        let digest = Sha256::new();
        let mut writer = Self {
            to,
            file,
            rows: 0,
            digest,
        };
        writer.write(&Line::now(schema))?;
        Ok(writer)
    }

    /// Adds a row; returns the number of rows. Fails if the file cannot be written.
    pub fn row(&mut self, table: &str, values: Map<String, Value>) -> Result<u64, CopyError> {
        let table = table.to_owned();
        self.write(&Line::Row { table, values })?;
        self.rows += 1;
        Ok(self.rows)
    }

    /// Writes the last line. Fails if the file cannot be written.
    pub fn end(mut self) -> Result<(), CopyError> {
        let rows = self.rows;
        let sha256 = Some(hex(&self.digest.finalize_reset()));
        self.write(&Line::End { rows, sha256 })?;
        let flushed = self.to.flush();
        flushed.map_err(|why| CopyError::file(self.file, why))
    }

    fn write(&mut self, line: &Line) -> Result<(), CopyError> {
        let line = serde_json::to_string(line).expect("a line is JSON") + "\n";
        self.digest.update(&line);
        let written = self.to.write_all(line.as_bytes());
        written.map_err(|why| CopyError::file(self.file, why))
    }
}

#[derive(Debug)]
pub struct Reader<'a> {
    from: BufReader<File>,
    file: &'a Path,
    /// The number of the last line read.
    number: u64,
    rows: u64,
    /// Bytes read, and total.
    read: u64,
    size: u64,
    /// Of all lines before the last one read.
    digest: Sha256,
    last: String,
    version: u32,
    seal: Seal,
}

impl<'a> Reader<'a> {
    /// Opens an export, and returns the migration of its tables. Fails if it is no export, or comes from a newer
    /// version.
    pub fn open(file: &'a Path) -> Result<(Self, i64), CopyError> {
        let failed = |why| CopyError::file(file, why);
        let from = File::open(file).map_err(failed)?;
        let size = from.metadata().map_err(failed)?.len();
        let mut reader = Self {
            from: BufReader::new(from),
            file,
            number: 0,
            rows: 0,
            read: 0,
            size,
            digest: Sha256::new(),
            last: String::new(),
            version: VERSION,
            seal: Seal::Missing,
        };
        let first = match reader.next() {
            Err(CopyError::Line { .. }) => None,
            first => first?,
        };
        match first {
            Some(Line::Export {
                version, schema, ..
            }) if version > VERSION || schema > SCHEMA => Err(CopyError::Newer(file.to_owned())),
            Some(Line::Export {
                version, schema, ..
            }) if schema > 0 => {
                reader.version = version;
                Ok((reader, schema))
            }
            _ => Err(reader.wrong(LineError::NoExport)),
        }
    }

    /// Returns the next row, or `None` at the end. Fails if the line or the end of the export is invalid.
    pub fn row(&mut self) -> Result<Option<Row>, CopyError> {
        match self.next()? {
            Some(Line::Row { table, values }) => {
                self.rows += 1;
                Ok(Some((table, values)))
            }
            Some(Line::End { rows, .. }) if rows != self.rows => {
                let (said, found) = (rows, self.rows);
                Err(self.wrong(LineError::Count { said, found }))
            }
            Some(Line::End {
                sha256: Some(said), ..
            }) if said != hex(&self.digest.clone().finalize()) => {
                Err(self.wrong(LineError::Digest))
            }
            Some(Line::End { sha256: None, .. }) if self.version > 1 => {
                Err(self.wrong(LineError::Digest))
            }
            Some(Line::End { sha256, .. }) => match self.text()? {
                None => {
                    self.seal = match sha256 {
                        Some(_) => Seal::Whole,
                        None => Seal::Missing,
                    };
                    Ok(None)
                }
                Some(_) => Err(self.wrong(LineError::AfterEnd)),
            },
            Some(Line::Export { .. }) => Err(self.wrong(LineError::Unreadable(1))),
            None => Err(self.wrong(LineError::CutOff)),
        }
    }

    /// Whether the export has a digest, which was right; known at the end.
    pub const fn seal(&self) -> Seal {
        self.seal
    }

    pub fn progress(&self) -> (u64, u64) {
        (self.read, self.size)
    }

    /// The number of the last line read, from 1.
    pub fn line(&self) -> u64 {
        self.number.max(1)
    }

    /// Returns the error of the last line read.
    pub fn wrong(&self, why: LineError) -> CopyError {
        self.wrong_at(self.line(), why)
    }

    pub fn wrong_at(&self, line: u64, why: LineError) -> CopyError {
        CopyError::Line {
            file: self.file.to_owned(),
            line,
            why,
        }
    }

    /// Reads the next line.
    fn text(&mut self) -> Result<Option<String>, CopyError> {
        self.digest.update(std::mem::take(&mut self.last));
        let mut text = String::new();
        match self.from.read_line(&mut text) {
            Ok(0) => Ok(None),
            Ok(read) => {
                self.number += 1;
                self.read += read as u64;
                self.last.clone_from(&text);
                Ok(Some(text))
            }
            Err(why) if why.kind() == io::ErrorKind::InvalidData => {
                self.number += 1;
                Err(self.wrong(LineError::Unreadable(1)))
            }
            Err(why) => Err(CopyError::file(self.file, why)),
        }
    }

    fn next(&mut self) -> Result<Option<Line>, CopyError> {
        let Some(text) = self.text()? else {
            return Ok(None);
        };
        let read = serde_json::from_str(&text);
        let wrong = |error: serde_json::Error| self.wrong(LineError::Unreadable(error.column()));
        // A line without a line end was still being written.
        match text.ends_with('\n') {
            true => read.map(Some).map_err(wrong),
            false => Err(self.wrong(LineError::CutOff)),
        }
    }
}
