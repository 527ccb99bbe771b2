//! A file in the making.

use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};

use super::error::CopyError;

/// A file that bears another name until it is complete, and that only the user can read who makes it. It is
/// removed unless it is finished.
#[derive(Debug)]
pub struct Part(PathBuf);

impl Part {
    /// Begins a file; what was left of an earlier attempt is replaced.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn create(file: &Path) -> Result<Self, CopyError> {
        let path = file.with_added_extension("part");
        let mut options = OpenOptions::new();
        options.create(true).truncate(true).write(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let made = options.open(&path);
        made.map_err(|why| CopyError::file(file, why))?;
        Ok(Self(path))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Gives it its name, once it is on the disk.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn finish(self, file: &Path) -> Result<(), CopyError> {
        let finished = || {
            File::open(&self.0)?.sync_all()?;
            fs::rename(&self.0, file)?;
            let folder = file.parent().filter(|folder| *folder != Path::new(""));
            // Not every system can do that for a folder.
            let _ = File::open(folder.unwrap_or(Path::new("."))).and_then(|file| file.sync_all());
            Ok(())
        };
        finished().map_err(|why| CopyError::file(file, why))
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // Nothing of that name is there once it is finished. SQLite writes what it might undo beside it.
        let _ = fs::remove_file(&self.0);
        let mut journal = self.0.clone().into_os_string();
        journal.push("-journal");
        let _ = fs::remove_file(journal);
    }
}
