//! Finished matches of an incomplete file.

use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bytes::Bytes;

use super::file::{DataFile, append_bytes};
use super::join::{Misfit, about, in_order, join, write_whole};
use super::run::Run;
use crate::language::texts;
use crate::output::{self, Force};

/// A folder next to the target, with files of its first matches. An interrupted run resumes after the last of them.
pub struct Parts {
    target: PathBuf,
    folder: PathBuf,
    run: Run,
    range: Range<u64>,
    /// The first match without a file, and later ones in memory.
    written: u64,
    pending: Vec<Bytes>,
    next: u64,
    since: Instant,
    /// Locked while a process works here.
    _lock: File,
}

pub enum Begun {
    Complete(DataFile),
    Open(Parts),
}

/// The longest time, and below the most bytes, that matches stay in memory only.
const LONG: Duration = Duration::from_secs(15);
const MANY: usize = 32 << 20;

impl Parts {
    /// Creates the folder, or resumes from it. Discards another run only if requested.
    pub fn begin(
        target: &Path,
        run: &Run,
        range: Range<u64>,
        force: Force,
    ) -> Result<Begun, String> {
        let folder = target.with_added_extension("parts");
        let shown = |error| output::about(&folder, &error);
        if target.exists() {
            let found = DataFile::open(target)
                .map_err(|why| format!("{why}; {}", texts().data_in_the_way()))
                .and_then(|found| {
                    check(&found, target, run, |found| *found == range)?;
                    Ok(found)
                });
            match found {
                Ok(found) => {
                    // The process that wrote it may have been killed before this cleanup.
                    let _ = fs::remove_dir_all(&folder);
                    return Ok(Begun::Complete(found));
                }
                Err(why) if !force.force => return Err(why),
                // It is replaced once the new one is complete.
                Err(_) => {}
            }
        }
        match fs::create_dir(&folder) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(shown(error)),
            _ => {}
        }
        let lock = File::create(folder.join("lock")).map_err(shown)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(shown_text(&folder, &texts().data_locked()));
            }
            Err(TryLockError::Error(error)) => return Err(shown(error)),
        }
        let mut parts = Self {
            target: target.to_owned(),
            folder,
            run: run.clone(),
            written: range.start,
            next: range.start,
            range,
            pending: Vec::new(),
            since: Instant::now(),
            _lock: lock,
        };
        let files = match parts.files() {
            Ok(files) => files,
            Err(why) if !force.force => return Err(why),
            Err(_) => {
                parts.give_up()?;
                Vec::new()
            }
        };
        parts.written = files
            .last()
            .map_or(parts.range.start, |file| file.range.end);
        parts.next = parts.written;
        Ok(Begun::Open(parts))
    }

    pub const fn next(&self) -> u64 {
        self.next
    }

    pub fn add(&mut self, block: Bytes, until: u64) -> Result<(), String> {
        self.pending.push(block);
        self.next = until;
        if self.pending.iter().map(Bytes::len).sum::<usize>() >= MANY || self.since.elapsed() > LONG
        {
            self.keep()?;
        }
        Ok(())
    }

    /// Writes the matches in memory to a file.
    pub fn keep(&mut self) -> Result<(), String> {
        self.since = Instant::now();
        if self.pending.is_empty() {
            return Ok(());
        }
        let path = self.folder.join(format!("{:020}.parquet", self.written));
        write_whole(&path, &self.run, &(self.written..self.next), |writer| {
            let mut blocks = self.pending.iter();
            blocks.try_for_each(|block| append_bytes(writer, block))
        })
        .map_err(|error| {
            let why = about(&path, &error);
            format!("{why}; {}", texts().data_kept())
        })?;
        self.written = self.next;
        self.pending.clear();
        Ok(())
    }

    pub fn finish(mut self) -> Result<DataFile, String> {
        self.keep()?;
        let files = self.files()?;
        join(&self.target, &self.run, &self.range, &files, || true)
            .map_err(|error| about(&self.target, &error))?;
        let _ = fs::remove_dir_all(&self.folder);
        DataFile::open(&self.target)
    }

    fn give_up(&self) -> Result<(), String> {
        let shown = |error| output::about(&self.folder, &error);
        for entry in fs::read_dir(&self.folder).map_err(shown)? {
            let path = entry.map_err(shown)?.path();
            if path.extension().is_some_and(|found| found == "parquet") {
                fs::remove_file(path).map_err(shown)?;
            }
        }
        Ok(())
    }

    fn files(&self) -> Result<Vec<DataFile>, String> {
        let shown = |error| output::about(&self.folder, &error);
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(shown)? {
            let path = entry.map_err(shown)?.path();
            if path
                .extension()
                .is_some_and(|extension| extension == "parquet")
            {
                let remedy = |why| format!("{why}; {}", texts().data_remove_file());
                let file = DataFile::open(&path).map_err(remedy)?;
                check(&file, &self.folder, &self.run, |found| {
                    self.range.start <= found.start && found.end <= self.range.end
                })?;
                files.push(file);
            }
        }
        if files.is_empty() {
            return Ok(files);
        }
        files.sort_by_key(|file| file.range.start);
        let until = files.last().map_or(self.range.start, |file| file.range.end);
        let remedy = |why: Misfit| {
            let why = why.told();
            shown_text(
                &self.folder,
                &format!("{why}; {}", texts().data_remove_folder()),
            )
        };
        in_order(files, self.range.start..until).map_err(remedy)
    }
}

/// Checks that a file is of this run and has the next matches.
fn check(
    found: &DataFile,
    at: &Path,
    run: &Run,
    belongs: impl FnOnce(&Range<u64>) -> bool,
) -> Result<(), String> {
    let difference = run.difference(&found.run).or_else(|| {
        let Range { start, end } = found.range;
        (!belongs(&found.range)).then(|| texts().data_other_matches(start, end))
    });
    match difference {
        None => Ok(()),
        Some(difference) => Err(shown_text(at, &texts().data_other_run(&difference))),
    }
}

fn shown_text(path: &Path, text: &str) -> String {
    format!("{}: {text}", path.display())
}
