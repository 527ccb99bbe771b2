//! A file in the making.

use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};

use super::error::CopyError;

/// How the names of these files end.
const ENDING: &str = ".capicu.part";

/// A file that bears another name until it is complete, and that only the user can read who makes it. It is
/// removed unless it is finished.
#[derive(Debug)]
pub struct Part {
    path: PathBuf,
    /// Locked, so that others do not take it for one whose process was killed.
    _held: File,
}

impl Part {
    /// Begins a file; what processes that were killed left in its folder is removed.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
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
        // Not every system can lock it without keeping the database out too.
        #[cfg(unix)]
        let _ = held.try_lock();
        Ok(Self { path, _held: held })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives it its name, once it is on the disk.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn finish(self, file: &Path) -> Result<(), CopyError> {
        let finished = || {
            File::open(&self.path)?.sync_all()?;
            fs::rename(&self.path, file)?;
            // Not every system can do that for a folder.
            let _ = File::open(folder_of(file)).and_then(|file| file.sync_all());
            Ok(())
        };
        finished().map_err(|why| CopyError::file(file, why))
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // Nothing of that name is there once it is finished.
        remove(&self.path);
    }
}

fn folder_of(file: &Path) -> &Path {
    let folder = file.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
}

/// Removes a file and what SQLite writes next to it.
fn remove(path: &Path) {
    let _ = fs::remove_file(path);
    let mut journal = path.to_owned().into_os_string();
    journal.push("-journal");
    let _ = fs::remove_file(journal);
}

/// Removes what nobody writes any more.
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
