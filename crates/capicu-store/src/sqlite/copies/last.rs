//! When a data folder was last copied: the time of a file in it.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::time::SystemTime;

/// The file. It holds one line for people.
const FILE: &str = "last-backup";

/// When the data of this folder was last copied by a backup or an export, if ever.
pub fn last(folder: &Path) -> Option<SystemTime> {
    folder.join(FILE).metadata().ok()?.modified().ok()
}

/// Notes that a folder has just been copied. A user who may only read the folder can copy it, but not note that.
pub(super) fn mark(folder: &Path) {
    let file = folder.join(FILE);
    // It may be another user's.
    let _ = fs::remove_file(&file);
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let made = options.open(&file);
    let marked = made
        .and_then(|mut made| writeln!(made, "The time of this file is that of the last backup."));
    if let Err(error) = marked {
        tracing::debug!(file = %file.display(), %error, "the time of the backup is not noted");
    }
}
