//! Whether the open file is still the one in the data folder, and whether another program holds it.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The writer waits for its turn at most this long before the file counts as held by another program.
const PATIENCE: Duration = Duration::from_millis(400);

/// Why nothing can be written, although the disk works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// This file was removed, moved or replaced.
    Gone(PathBuf),
    /// Another program holds this file; which, if the system tells.
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
            Self::Held(file, None) => write!(f, "another program holds {}", file.display()),
        }
    }
}

/// Where the open database and its log were, and what the writer waits for.
#[derive(Debug)]
pub(super) struct Place {
    folder: PathBuf,
    opened: Mutex<[Option<Identity>; 2]>,
    waiting: Mutex<Option<Instant>>,
}

/// The files that hold what was written.
const FILES: [&str; 2] = ["capicu.db", "capicu.db-wal"];

/// What tells a file from all others on the machine.
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(file: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    let found = fs::metadata(file).ok()?;
    Some((found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn identity(file: &Path) -> Option<Identity> {
    // An open file cannot be removed or replaced there.
    file.exists().then_some((0, 0))
}

/// The writer waits until this is dropped.
#[derive(Debug)]
pub(super) struct Waits<'a>(&'a Place);

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        *self.0.waiting() = None;
    }
}

impl Place {
    /// The files in this folder, which were opened just now.
    pub fn new(folder: &Path) -> Self {
        // Whatever becomes of the working folder.
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let place = Self {
            folder,
            opened: Mutex::default(),
            waiting: Mutex::default(),
        };
        place.opened();
        place
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The files were opened again just now.
    pub fn opened(&self) {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        *opened = FILES.map(|name| identity(&self.folder.join(name)));
    }

    /// The writer begins to wait for its turn.
    pub fn waits(&self) -> Waits<'_> {
        *self.waiting() = Some(Instant::now());
        Waits(self)
    }

    fn waiting(&self) -> MutexGuard<'_, Option<Instant>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The file that is not where it was opened. Takes two look-ups in the folder.
    pub fn gone(&self) -> Option<Trouble> {
        let opened = *self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let mut files = FILES.iter().zip(opened);
        let gone = files.find_map(|(name, opened)| {
            let file = self.folder.join(name);
            (opened.is_some() && identity(&file) != opened).then_some(file)
        });
        gone.map(Trouble::Gone)
    }

    /// Why nothing can be written now.
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

/// The other program that has locked a file of this folder.
fn holder(folder: &Path) -> Option<String> {
    let files = ["capicu.db", "capicu.db-shm", "capicu.db-wal"];
    let files: Vec<String> = files
        .iter()
        .filter_map(|name| identity(&folder.join(name)))
        .map(|(_, inode)| format!(":{inode}"))
        .collect();
    // Linux lists all locks there; elsewhere there is no such file.
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
