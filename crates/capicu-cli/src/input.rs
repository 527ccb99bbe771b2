//! Files that commands read.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use capicu_record::record::MAX_BYTES;

/// The bytes of a file, or of standard input for `-`; hardly more than any record has.
pub fn read(path: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let most = MAX_BYTES as u64 + 1;
    let read = if path == Path::new("-") {
        io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes))
    };
    match read {
        Ok(_) => Ok(bytes),
        Err(error) => Err(format!("{}: {error}", shown(path))),
    }
}

/// A path as messages show it.
pub fn shown(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}
