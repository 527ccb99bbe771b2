//! Joins the files of a run.

use std::fs::{self, File};
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use parquet::errors::ParquetError;
use parquet::file::writer::SerializedFileWriter;

use super::file::{DataFile, PROPERTIES};
use super::run::Run;
use crate::language::texts;

/// Writes a complete file with these matches, or none: under a temporary name, then renamed. `fill` writes its row
/// groups.
pub fn write_whole(
    path: &Path,
    run: &Run,
    range: &Range<u64>,
    fill: impl FnOnce(&mut SerializedFileWriter<File>) -> Result<(), ParquetError>,
) -> Result<(), ParquetError> {
    let part = path.with_added_extension("tmp");
    let write = || {
        let file = File::create(&part)?;
        let (columns, properties) = (run.schema.columns(), Arc::clone(&PROPERTIES));
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
        // This may fail for the same reason.
        let _ = fs::remove_file(&part);
    }
    written
}

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

/// Sorts the files by their matches, which must be those of `wanted`, each once.
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

/// Joins the row groups of consecutive files; before each, `each` decides whether to continue.
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

pub fn about(path: &Path, error: &ParquetError) -> String {
    let error = match error {
        // The system's message, without that of the library.
        ParquetError::External(error) => match error.downcast_ref::<io::Error>() {
            Some(error) => texts().io_error(error),
            None => error.to_string(),
        },
        other => other.to_string(),
    };
    format!("{}: {error}", path.display())
}
