//! Checks whether the open file is still the one in the data folder, and whether another program locks it.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// If the writer waits longer than this for its turn, another program locks the file.
const PATIENCE: Duration = Duration::from_millis(400);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// This file was removed, moved or replaced.
    Gone(PathBuf),
    /// Another program locks this file; its name, if the system reveals it.
    Held(PathBuf, Option<String>),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gone(file) => write!(
                f,
                "{} was removed, moved or replaced while the server uses it",
                file.display()
            ),
            Self::Held(file, Some(program)) => {
                write!(f, "another program holds {}: {program}", file.display())
            }
            Self::Held(file, None) => write!(
                f,
                "{} cannot be written: the machine is overloaded, or another program holds it",
                file.display()
            ),
        }
    }
}

/// The paths of the open database and its log, and the time since when the writer waits. The default is for a database
/// without files.
#[derive(Debug, Default)]
pub(super) struct Place {
    folder: PathBuf,
    opened: Mutex<[Option<Identity>; 2]>,
    waiting: Mutex<Option<Instant>>,
}

/// Files that contain data.
const FILES: [&str; 2] = ["capicu.db", "capicu.db-wal"];

/// Device and inode of a file.
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(file: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    let found = fs::metadata(file).ok()?;
    Some((found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn identity(file: &Path) -> Option<Identity> {
    // Other systems do not let an open file be removed or replaced.
    file.exists().then_some((0, 0))
}

/// Marks the writer as waiting until it is dropped.
#[derive(Debug)]
pub(super) struct Waits<'a>(&'a Place);

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        *self.0.waiting() = None;
    }
}

impl Place {
    pub fn new(folder: &Path) -> Self {
        // The working folder may change later.
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let place = Self {
            folder,
            opened: Mutex::default(),
            waiting: Mutex::default(),
        };
        place.opened();
        place
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Remembers the identity of newly opened files.
    pub fn opened(&self) {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        *opened = FILES.map(|name| identity(&self.folder.join(name)));
    }

    /// Marks the writer as waiting for its turn.
    pub fn waits(&self) -> Waits<'_> {
        *self.waiting() = Some(Instant::now());
        Waits(self)
    }

    fn waiting(&self) -> MutexGuard<'_, Option<Instant>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the file that is no longer where it was opened. Takes two look-ups in the folder.
    pub fn gone(&self) -> Option<Trouble> {
        let opened = *self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let mut files = FILES.iter().zip(opened);
        let gone = files.find_map(|(name, opened)| {
            let file = self.folder.join(name);
            (opened.is_some() && identity(&file) != opened).then_some(file)
        });
        gone.map(Trouble::Gone)
    }

    pub fn trouble(&self) -> Option<Trouble> {
        if let Some(gone) = self.gone() {
            return Some(gone);
        }
        let since = (*self.waiting())?;
        (since.elapsed() >= PATIENCE).then(|| {
            let file = self.folder.join(FILES[0]);
            let holder = holder(&self.folder);
            Trouble::Held(file, holder)
        })
    }
}

fn holder(folder: &Path) -> Option<String> {
    let files = ["capicu.db", "capicu.db-shm", "capicu.db-wal"];
    let files: Vec<String> = files
        .iter()
        .filter_map(|name| identity(&folder.join(name)))
        .map(|(_, inode)| format!(":{inode}"))
        .collect();
    // Linux lists all locks there; other systems have no such file.
    let locks = fs::read_to_string("/proc/locks").ok()?;
    let own = std::process::id().to_string();
    let process = locks.lines().find_map(|line| {
        let mut words = line.split_whitespace().skip_while(|word| *word != "WRITE");
        let (process, file) = (words.nth(1)?, words.next()?);
        (process != own && files.iter().any(|inode| file.ends_with(inode))).then_some(process)
    })?;
    let name = fs::read_to_string(format!("/proc/{process}/comm"));
    Some(match name {
        Ok(name) => format!("{} (process {process})", name.trim()),
        Err(_) => format!("process {process}"),
    })
}
