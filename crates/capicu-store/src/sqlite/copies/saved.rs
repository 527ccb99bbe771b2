//! Copies of an open database whose folder was removed, and their paths.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{self, Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Lists the paths at which a server may save the database of this folder now: next to the folder, or in the folder of
/// temporary files.
pub(in crate::sqlite) fn places(folder: &Path) -> Vec<PathBuf> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let mut name = prefix(folder);
    name.push(format!("{}.db", since.unwrap_or_default().as_secs()));
    around(folder)
        .into_iter()
        .map(|place| place.join(&name))
        .collect()
}

/// Returns the newest file in which a server saved the database of this folder.
pub(super) fn saved(folder: &Path) -> Option<PathBuf> {
    let prefix = prefix(folder);
    let is_saved = |name: &OsStr| {
        let number = name
            .as_encoded_bytes()
            .strip_prefix(prefix.as_encoded_bytes());
        let number = number.and_then(|number| number.strip_suffix(b".db"));
        number.is_some_and(|number| !number.is_empty() && number.iter().all(u8::is_ascii_digit))
    };
    let entries = around(folder)
        .into_iter()
        .filter_map(|place| fs::read_dir(place).ok());
    let saved = entries
        .flatten()
        .flatten()
        .filter(|entry| is_saved(&entry.file_name()));
    let last = |entry: &fs::DirEntry| entry.metadata().and_then(|found| found.modified()).ok();
    saved.max_by_key(last).map(|entry| entry.path())
}

fn prefix(folder: &Path) -> OsString {
    let mut name = OsString::from("capicu-saved-");
    if let Some(folder) = folder.file_name() {
        name.push(folder);
        name.push("-");
    }
    name
}

fn around(folder: &Path) -> Vec<PathBuf> {
    // The folder itself may not exist.
    let folder = path::absolute(folder).ok();
    let parent = folder.and_then(|folder| folder.parent().map(Path::to_owned));
    parent.into_iter().chain([std::env::temp_dir()]).collect()
}
