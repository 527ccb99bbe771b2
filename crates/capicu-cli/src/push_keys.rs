//! The key for push notifications: a file in the data folder.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use capicu_server::PushKeys;

use crate::data_folder::DataFolder;
use crate::language::texts;
use crate::{exit, print};

/// Make the key for push notifications, once
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    folder: DataFolder,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    let file = file(&arguments.folder.data);
    let shown = file.display().to_string();
    match made(&file) {
        Ok(()) => {
            print::text(texts().start_push_made(&shown) + "\n");
            ExitCode::SUCCESS
        }
        Err(error) => exit::unreadable(match error.kind() {
            io::ErrorKind::AlreadyExists => texts().start_push_there(&shown),
            io::ErrorKind::NotFound => {
                texts().start_push_folder(&arguments.folder.data.display().to_string())
            }
            _ => texts().start_push_failed(&shown, &texts().io_error(&error)),
        }),
    }
}

/// The path of the key.
pub fn file(data: &Path) -> PathBuf {
    data.join("push-key")
}

/// Reads the key of a data folder; `None` if there is none.
pub fn read(data: &Path) -> Result<Option<PushKeys>, String> {
    let file = file(data);
    let shown = || file.display().to_string();
    match fs::read_to_string(&file) {
        Ok(text) => match PushKeys::read(&text) {
            Ok(keys) => Ok(Some(keys)),
            Err(_) => Err(texts().start_push_wrong(&shown())),
        },
        Err(error) => match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Ok(None),
            io::ErrorKind::InvalidData => Err(texts().start_push_wrong(&shown())),
            _ => Err(texts().start_push_failed(&shown(), &texts().io_error(&error))),
        },
    }
}

/// Writes a new key, readable by this user only. An existing key stays: without it no device would get messages.
fn made(file: &Path) -> io::Result<()> {
    let keys = PushKeys::generate().map_err(io::Error::other)?;
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut new = options.open(file)?;
    let written = writeln!(new, "{}", keys.text()).and_then(|()| new.sync_all());
    if written.is_err() {
        // Half a key would prevent the start of the server.
        let _ = fs::remove_file(file);
    }
    written
}
