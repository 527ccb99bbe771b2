//! The file of a copy, or standard output and input through a temporary file.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tempfile::TempDir;

use crate::language::texts;
use crate::output::{self, Force, is_standard};
use crate::{input, print};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    Database,
    Text,
}

pub struct Place {
    file: PathBuf,
    shown: String,
    way: Way,
}

enum Way {
    /// The file is the copy.
    Itself,
    Out(TempDir),
    /// The file contains a copy of standard input.
    In(#[expect(dead_code, reason = "it is removed when it is dropped")] TempDir),
}

impl Place {
    pub fn to_write(path: &Path, force: Force, content: Content) -> Result<Self, String> {
        force.check(path)?;
        if !is_standard(path) {
            return Ok(Self::itself(path));
        }
        if content == Content::Database {
            print::check_binary()?;
        }
        let folder = folder()?;
        Ok(Self {
            file: folder.path().join("copy"),
            shown: path.display().to_string(),
            way: Way::Out(folder),
        })
    }

    pub fn to_read(path: &Path) -> Result<Self, String> {
        if !is_standard(path) {
            return Ok(Self::itself(path));
        }
        let folder = folder()?;
        let file = folder.path().join("copy");
        let is_reading = Arc::new(AtomicBool::new(true));
        let (reads, of) = (Arc::clone(&is_reading), folder.path().to_owned());
        // The partial input is useless, and must not be readable by others.
        let _ = ctrlc::set_handler(move || {
            if reads.load(Ordering::SeqCst) {
                let _ = fs::remove_dir_all(&of);
                process::exit(130);
            }
        });
        let read = File::create(&file).and_then(|mut to| {
            io::copy(&mut io::stdin().lock(), &mut to)?;
            to.flush()
        });
        is_reading.store(false, Ordering::SeqCst);
        let shown = input::shown(path, texts());
        read.map_err(|error| format!("{shown}: {}", texts().io_error(&error)))?;
        Ok(Self {
            file,
            shown,
            way: Way::In(folder),
        })
    }

    fn itself(path: &Path) -> Self {
        Self {
            file: path.to_owned(),
            shown: path.display().to_string(),
            way: Way::Itself,
        }
    }

    pub fn file(&self) -> &Path {
        &self.file
    }

    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// Whether the copy goes to standard output, where nothing else may be printed.
    pub fn is_answer(&self) -> bool {
        matches!(self.way, Way::Out(_))
    }

    pub fn deliver(self) -> Result<(), String> {
        let Way::Out(folder) = self.way else {
            return Ok(());
        };
        let file = File::open(&self.file).map_err(|error| output::about(&self.file, &error))?;
        // Most systems can still read the open file, so Ctrl-C leaves nothing behind.
        if cfg!(unix) {
            let _ = folder.close();
        }
        output::copy_to_standard(file, &self.file)
    }
}

/// Creates a folder that only this user can read.
fn folder() -> Result<TempDir, String> {
    tempfile::tempdir().map_err(|error| texts().io_error(&error))
}
