//! Files of a run put together.

use std::fs::{self, File};
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use parquet::errors::ParquetError;
use parquet::file::writer::SerializedFileWriter;

use super::file::{COLUMNS, DataFile, PROPERTIES};
use super::run::Run;
use crate::language::texts;

/// Writes a file with these matches, whole or not at all: under another name, then moved into place.
/// `fill` writes its row groups.
pub fn write_whole(
    path: &Path,
    run: &Run,
    range: &Range<u64>,
    fill: impl FnOnce(&mut SerializedFileWriter<File>) -> Result<(), ParquetError>,
) -> Result<(), ParquetError> {
    let part = path.with_added_extension("tmp");
    let write = || {
        let file = File::create(&part)?;
        let (columns, properties) = (Arc::clone(&COLUMNS), Arc::clone(&PROPERTIES));
        let mut writer = SerializedFileWriter::new(file, columns, properties)?;
        fill(&mut writer)?;
        for word in run.metadata(range) {
            writer.append_key_value_metadata(word);
        }
        writer.into_inner()?.sync_all()?;
        fs::rename(&part, path)?;
        Ok(())
    };
    let written = write();
    if written.is_err() {
        // Whatever went wrong, this may too.
        let _ = fs::remove_file(&part);
    }
    written
}

/// Why files cannot be put together.
#[derive(Debug, PartialEq, Eq)]
pub enum Misfit {
    Nothing,
    Foreign {
        path: String,
        first: String,
        difference: String,
    },
    Twice {
        first: String,
        second: String,
        number: u64,
    },
    Missing(Range<u64>),
}

impl Misfit {
    /// In words.
    pub fn told(&self) -> String {
        let texts = texts();
        match self {
            Self::Nothing => texts.data_nothing(),
            Self::Foreign {
                path,
                first,
                difference,
            } => texts.data_foreign(path, first, difference),
            Self::Twice {
                first,
                second,
                number,
            } => texts.data_twice(first, second, *number),
            Self::Missing(range) => texts.data_missing(range.start, range.end - 1),
        }
    }
}

/// Brings the files in the order of their matches, which have to be all of `wanted`, each once.
pub fn in_order(mut files: Vec<DataFile>, wanted: Range<u64>) -> Result<Vec<DataFile>, Misfit> {
    let shown = |file: &DataFile| file.path.display().to_string();
    let Some(first) = files.first() else {
        return Err(Misfit::Nothing);
    };
    for file in &files {
        if let Some(difference) = first.run.difference(&file.run) {
            return Err(Misfit::Foreign {
                path: shown(file),
                first: shown(first),
                difference,
            });
        }
    }
    files.retain(|file| !file.range.is_empty());
    files.sort_by_key(|file| file.range.start);
    let mut next = wanted.start;
    let mut before: Option<&DataFile> = None;
    for file in &files {
        let start = file.range.start;
        if start > next {
            return Err(Misfit::Missing(next..start));
        }
        if let (true, Some(before)) = (start < next, before) {
            return Err(Misfit::Twice {
                first: shown(before),
                second: shown(file),
                number: start,
            });
        }
        next = file.range.end;
        before = Some(file);
    }
    if next < wanted.end {
        return Err(Misfit::Missing(next..wanted.end));
    }
    Ok(files)
}

/// Writes the row groups of files that follow one another into one; `each` is asked before every
/// row group whether to go on.
pub fn join(
    path: &Path,
    run: &Run,
    range: &Range<u64>,
    files: &[DataFile],
    mut each: impl FnMut() -> bool,
) -> Result<(), ParquetError> {
    write_whole(path, run, range, |writer| {
        for file in files {
            file.append_to(writer, &mut each)?;
        }
        Ok(())
    })
}

/// An error with the file it happened to.
pub fn about(path: &Path, error: &ParquetError) -> String {
    let error = match error {
        // What the system said, without the library's words around it.
        ParquetError::External(error) => match error.downcast_ref::<io::Error>() {
            Some(error) => texts().io_error(error),
            None => error.to_string(),
        },
        other => other.to_string(),
    };
    format!("{}: {error}", path.display())
}
