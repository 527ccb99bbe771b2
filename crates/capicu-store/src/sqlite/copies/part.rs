//! An incomplete file under a temporary name.

use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};

use super::error::CopyError;

/// The suffix of incomplete files.
const ENDING: &str = ".capicu.part";

/// A file with a temporary name until it is complete. Only its user can read it. It is removed unless it is finished.
#[derive(Debug)]
pub struct Part {
    path: PathBuf,
    /// Locked, so that others do not take it for one whose process was killed.
    _held: File,
}

impl Part {
    /// Creates a file, and removes incomplete files of killed processes in its folder. Fails if it cannot be written.
    pub fn create(file: &Path) -> Result<Self, CopyError> {
        let mut path = file.to_owned().into_os_string();
        path.push(ENDING);
        let path = PathBuf::from(path);
        sweep(folder_of(file));
        let mut options = OpenOptions::new();
        options.create(true).truncate(true).write(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let made = options.open(&path);
        let held = made.map_err(|why| CopyError::file(file, why))?;
        // Some systems cannot lock the file without locking SQLite out too.
        #[cfg(unix)]
        let _ = held.try_lock();
        Ok(Self { path, _held: held })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Renames the file, once it is on disk. Fails if it cannot be written.
    pub fn finish(self, file: &Path) -> Result<(), CopyError> {
        let finished = || {
            File::open(&self.path)?.sync_all()?;
            fs::rename(&self.path, file)?;
            // Some systems cannot sync a folder.
            let _ = File::open(folder_of(file)).and_then(|file| file.sync_all());
            Ok(())
        };
        finished().map_err(|why| CopyError::file(file, why))
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // A finished file no longer has this name.
        remove(&self.path);
    }
}

fn folder_of(file: &Path) -> &Path {
    let folder = file.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
}

fn remove(path: &Path) {
    let _ = fs::remove_file(path);
    let mut journal = path.to_owned().into_os_string();
    journal.push("-journal");
    let _ = fs::remove_file(journal);
}

/// Removes files that no process writes.
fn sweep(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        let is_part = entry.file_name().to_string_lossy().ends_with(ENDING);
        let is_held = || File::open(entry.path()).is_ok_and(|file| file.try_lock().is_err());
        if cfg!(unix) && is_part && !is_held() {
            remove(&entry.path());
        }
    }
}
