//! What can go wrong with a copy, each in one sentence.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use capicu_i18n::Texts;

use crate::OpenError;
use crate::sqlite::check::Damage;

/// Why a copy cannot be made or put back. Nothing was changed.
#[derive(Debug)]
pub enum CopyError {
    /// The data folder, or the database in it, cannot be used.
    Open(OpenError),
    /// There is no database in this data folder.
    Nothing(PathBuf),
    /// This file lies in the data folder that it is to be a copy of.
    Inside(PathBuf),
    /// There is a database in this data folder already.
    Occupied(PathBuf),
    /// This file comes from a newer version.
    Newer(PathBuf),
    /// This file is no copy, or damaged.
    Damaged {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        why: Damage,
    },
    /// This backup is not as it was written.
    Altered(PathBuf),
    /// A line of an export.
    Line {
        /// The export.
        file: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// What is wrong.
        why: LineError,
    },
    /// This file cannot be read or written.
    File {
        /// The file.
        file: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// Something else.
    Database {
        /// The file.
        file: PathBuf,
        /// What the database says.
        why: sqlx::Error,
    },
}

/// What is wrong with a line of an export.
#[derive(Debug)]
pub enum LineError {
    /// It is none of the lines that an export has, at this column.
    Unreadable(usize),
    /// The first one does not say that this is an export.
    NoExport,
    /// There is no such table.
    UnknownTable(String),
    /// It has not the columns of this table.
    Columns(String),
    /// A column holds what cannot stand there.
    Value(String),
    /// It does not go with those before it; what the database says.
    Refused(String),
    /// Nothing comes after it, but an export ends with its end.
    CutOff,
    /// Something comes after the end.
    AfterEnd,
    /// The digest at the end is not that of the lines above.
    Digest,
    /// The end counts other rows than there are.
    Count {
        /// What it says.
        said: u64,
        /// How many there are.
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

    /// A path that the database cannot be told of.
    pub(super) fn unnameable(file: &Path) -> Self {
        Self::file(file, io::ErrorKind::InvalidFilename.into())
    }

    /// What was found wrong with a copy, and not with the database of a server.
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

    /// What is wrong and what to do about it, in one sentence.
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
