//! Files that commands read.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use capicu_i18n::Texts;
use capicu_record::record::MAX_BYTES;

/// Reads a file, or standard input for `-`; stops soon after the size limit of records.
pub fn read(path: &Path, texts: Texts) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let most = MAX_BYTES as u64 + 1;
    let read = if path == Path::new("-") {
        io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes))
    };
    match read {
        Ok(_) => Ok(bytes),
        Err(error) => Err(unread(path, &error, texts)),
    }
}

pub fn text(path: &Path) -> io::Result<String> {
    match path == Path::new("-") {
        true => io::read_to_string(io::stdin()),
        false => fs::read_to_string(path),
    }
}

pub fn unread(path: &Path, error: &io::Error, texts: Texts) -> String {
    let why = match error.kind() {
        io::ErrorKind::NotFound => texts.no_such_file(),
        _ => texts.io_error(error),
    };
    format!("{}: {why}", shown(path, texts))
}

pub fn shown(path: &Path, texts: Texts) -> String {
    if path == Path::new("-") {
        texts.standard_input()
    } else {
        path.display().to_string()
    }
}
