//! A data file that has been written.

use std::fs::File;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use parquet::basic::Compression;
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::ParquetError;
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::file::reader::ChunkReader;
use parquet::file::writer::SerializedFileWriter;

use super::run::Run;
use crate::language::texts;

/// Nothing here depends on the machine or the time. There are no page indexes, because appending a file would not copy
/// them.
pub static PROPERTIES: LazyLock<WriterPropertiesPtr> = LazyLock::new(|| {
    let properties = WriterProperties::builder()
        .set_created_by(format!("capicu version {}", env!("CARGO_PKG_VERSION")))
        .set_compression(Compression::SNAPPY)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        .build();
    Arc::new(properties)
});

pub struct DataFile {
    pub path: PathBuf,
    pub run: Run,
    pub range: Range<u64>,
    metadata: ParquetMetaData,
    file: File,
}

impl DataFile {
    pub fn open(path: &Path) -> Result<Self, String> {
        let wrong = |why: String| format!("{}: {why}", path.display());
        let file = File::open(path).map_err(|error| {
            wrong(match error.kind() {
                io::ErrorKind::NotFound => texts().no_such_file(),
                _ => texts().io_error(&error),
            })
        })?;
        let metadata = ParquetMetaDataReader::new()
            .parse_and_finish(&file)
            .map_err(|error| wrong(texts().data_not_parquet(&error.to_string())))?;
        let words = metadata.file_metadata().key_value_metadata();
        let (run, range) = words
            .and_then(|words| Run::read(words))
            .ok_or_else(|| wrong(texts().data_not_ours()))?;
        Ok(Self {
            path: path.to_owned(),
            run,
            range,
            metadata,
            file,
        })
    }

    pub fn decisions(&self) -> u64 {
        u64::try_from(self.metadata.file_metadata().num_rows()).unwrap_or(0)
    }

    /// Appends all its row groups to another file; before each, `each` decides whether to continue.
    pub fn append_to<W: Write + Send>(
        &self,
        writer: &mut SerializedFileWriter<W>,
        each: impl FnMut() -> bool,
    ) -> Result<(), ParquetError> {
        append(writer, &self.metadata, &self.file, each)
    }
}

pub fn append_bytes<W: Write + Send>(
    writer: &mut SerializedFileWriter<W>,
    bytes: &bytes::Bytes,
) -> Result<(), ParquetError> {
    let metadata = ParquetMetaDataReader::new().parse_and_finish(bytes)?;
    append(writer, &metadata, bytes, || true)
}

fn append<W: Write + Send>(
    writer: &mut SerializedFileWriter<W>,
    metadata: &ParquetMetaData,
    from: &impl ChunkReader,
    mut each: impl FnMut() -> bool,
) -> Result<(), ParquetError> {
    for group in metadata.row_groups() {
        if !each() {
            return Err(io::Error::from(io::ErrorKind::Interrupted).into());
        }
        let rows = u64::try_from(group.num_rows()).unwrap_or(0);
        let mut to = writer.next_row_group()?;
        for column in group.columns() {
            let close = ColumnCloseResult {
                bytes_written: u64::try_from(column.compressed_size()).unwrap_or(0),
                rows_written: rows,
                metadata: column.clone(),
                bloom_filter: None,
                column_index: None,
                offset_index: None,
            };
            to.append_column(from, close)?;
        }
        to.close()?;
    }
    Ok(())
}
