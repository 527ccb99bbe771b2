//! Errors of copies, each described in one sentence.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use capicu_i18n::Texts;

use crate::OpenError;
use crate::sqlite::check::Damage;

/// Why a copy could not be made or put back. Nothing was changed.
#[derive(Debug)]
pub enum CopyError {
    Open(OpenError),
    /// There is no database in this data folder.
    Nothing(PathBuf),
    /// The file to write is in the data folder that is copied.
    Inside(PathBuf),
    Occupied(PathBuf),
    Newer(PathBuf),
    Damaged {
        file: PathBuf,
        why: Damage,
    },
    Altered(PathBuf),
    Line {
        file: PathBuf,
        /// Line number from 1.
        line: u64,
        why: LineError,
    },
    File {
        file: PathBuf,
        why: io::Error,
    },
    Database {
        file: PathBuf,
        why: sqlx::Error,
    },
}

#[derive(Debug)]
pub enum LineError {
    /// No line of an export; the error is at this column.
    Unreadable(usize),
    NoExport,
    UnknownTable(String),
    Columns(String),
    /// A column contains an invalid value.
    Value(String),
    /// The row does not fit those before it. Contains the message of the database.
    Refused(String),
    /// The file ends here, without the last line of an export.
    CutOff,
    AfterEnd,
    Digest,
    /// The last line gives another number of rows than there are.
    Count {
        said: u64,
        found: u64,
    },
}

impl CopyError {
    pub(super) fn file(file: &Path, why: io::Error) -> Self {
        Self::File {
            file: file.to_owned(),
            why,
        }
    }

    pub(super) fn database(file: &Path, why: sqlx::Error) -> Self {
        Self::Database {
            file: file.to_owned(),
            why,
        }
    }

    pub(super) fn damaged(file: &Path, why: Damage) -> Self {
        Self::Damaged {
            file: file.to_owned(),
            why,
        }
    }

    pub(super) fn unnameable(file: &Path) -> Self {
        Self::file(file, io::ErrorKind::InvalidFilename.into())
    }

    /// Converts an error of opening into one about a copy, not about the database of a server.
    pub(super) fn of_copy(file: &Path, error: OpenError) -> Self {
        match error {
            OpenError::Newer(file) => Self::Newer(file),
            OpenError::Damaged { file, why } => Self::Damaged { file, why },
            OpenError::Other { file, why } => Self::Database { file, why },
            OpenError::NotWritable { why, .. } => Self::file(file, why),
            OpenError::InUse(_) | OpenError::Incomplete(_) | OpenError::Empty(_) => {
                Self::Open(error)
            }
        }
    }

    /// Describes the problem and the remedy in one sentence.
    pub fn tell(&self, texts: Texts) -> String {
        let shown = |path: &Path| path.display().to_string();
        match self {
            Self::Open(error) => error.tell(texts),
            Self::Nothing(folder) => texts.copy_nothing(&shown(folder)),
            Self::Inside(file) => texts.copy_inside(&shown(file)),
            Self::Occupied(folder) => texts.copy_occupied(&shown(folder)),
            Self::Newer(file) => texts.copy_newer(&shown(file)),
            Self::Damaged { file, why } => texts.copy_damaged(&shown(file), &why.tell(texts)),
            Self::Altered(file) => texts.copy_altered(&shown(file)),
            Self::Line { file, line, why } => {
                format!("{}:{line}: {}", shown(file), why.tell(texts))
            }
            Self::File { file, why } => {
                let why = match why.kind() {
                    io::ErrorKind::NotFound => texts.copy_not_found(),
                    _ => texts.io_error(why),
                };
                format!("{}: {why}", shown(file))
            }
            Self::Database { file, why } => texts.copy_failed(&shown(file), &why.to_string()),
        }
    }
}

impl LineError {
    fn tell(&self, texts: Texts) -> String {
        match self {
            Self::Unreadable(column) => texts.copy_line_unreadable(*column as u64),
            Self::NoExport => texts.copy_line_no_export(),
            Self::UnknownTable(table) => texts.copy_line_table(table),
            Self::Columns(table) => texts.copy_line_columns(table),
            Self::Value(column) => texts.copy_line_value(column),
            Self::Refused(why) => texts.copy_line_refused(why),
            Self::CutOff => texts.copy_line_cut_off(),
            Self::AfterEnd => texts.copy_line_after_end(),
            Self::Digest => texts.copy_line_digest(),
            Self::Count { said, found } => texts.copy_line_count(*said, *found),
        }
    }
}

impl fmt::Display for CopyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.tell(Texts::default()))
    }
}

impl std::error::Error for CopyError {}
