//! The time of the last copy of a data folder, stored as the time of a file in it.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::time::SystemTime;

/// Its only line is for people.
const FILE: &str = "last-backup";

/// Returns when this folder was last copied by a backup or an export.
pub fn last(folder: &Path) -> Option<SystemTime> {
    folder.join(FILE).metadata().ok()?.modified().ok()
}

/// Stores that a folder has just been copied. A user with read permission only can copy the folder, but this does
/// nothing.
pub(super) fn mark(folder: &Path) {
    let file = folder.join(FILE);
    // It may belong to another user.
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
