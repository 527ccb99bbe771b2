//! Opening the data folder, and saying in one sentence what is wrong with it.

use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use capicu_i18n::Texts;
use sqlx::ConnectOptions as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

use super::batch;
use super::check::{Damage, check};
use super::connection::Link;
use super::migrations;
use super::place::Place;
use super::watch::Watch;
use super::write::Database;
use super::{Sqlite, SqliteEngine};
use crate::sql::Writer;

/// What the head of the file says while a server uses it. A copy of the file that says so lacks what was in the log.
pub(super) const IN_USE: &str = "PRAGMA user_version = 1";

/// What it says otherwise.
pub(super) const AT_REST: &str = "PRAGMA user_version = 0";

/// What becomes of a database that was copied while a server used it, and lacks what was in the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Incomplete {
    /// It is refused.
    #[default]
    Refuse,
    /// It is used as it is.
    Accept,
}

/// Why the data folder cannot be used. No file has been changed.
#[derive(Debug)]
pub enum OpenError {
    /// It cannot be made or written.
    NotWritable {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// Another server uses it.
    InUse(PathBuf),
    /// It was in use when it was copied, and its log is missing.
    Incomplete(PathBuf),
    /// The file is there, and nothing is in it.
    Empty(PathBuf),
    /// It was written by a newer version.
    Newer(PathBuf),
    /// It is damaged, or no database of this server.
    Damaged {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        why: Damage,
    },
    /// Something else.
    Other {
        /// The file.
        file: PathBuf,
        /// What the database says.
        why: sqlx::Error,
    },
}

impl OpenError {
    /// What is wrong and what to do about it, in one sentence.
    pub fn tell(&self, texts: Texts) -> String {
        let shown = |path: &Path| path.display().to_string();
        match self {
            Self::NotWritable { folder, why } => {
                texts.start_not_writable(&shown(folder), &texts.io_error(why))
            }
            Self::InUse(folder) => texts.start_in_use(&shown(folder)),
            Self::Incomplete(file) => texts.start_incomplete(&shown(file)),
            Self::Empty(file) => texts.start_empty(&shown(file)),
            Self::Newer(file) => texts.start_newer(&shown(file)),
            Self::Damaged { file, why } => texts.start_damaged(&shown(file), &why.tell(texts)),
            Self::Other { file, why } => texts.start_cannot_open(&shown(file), &why.to_string()),
        }
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.tell(Texts::default()))
    }
}

impl std::error::Error for OpenError {}

impl Sqlite {
    /// Opens the store in this folder, and makes both where there is none. A database of an earlier
    /// version is brought up to date. On Unix only the user that runs the server can read what is in a
    /// folder made here, and in the files: they hold the seeds of matches that are being played.
    ///
    /// # Errors
    ///
    /// If the folder cannot be used.
    pub async fn open(folder: &Path) -> Result<Self, OpenError> {
        Self::open_as(folder, Incomplete::Refuse).await
    }

    /// Opens it as [`open`](Self::open) does, an incomplete copy too if that is accepted.
    ///
    /// # Errors
    ///
    /// If the folder cannot be used.
    pub async fn open_as(folder: &Path, incomplete: Incomplete) -> Result<Self, OpenError> {
        let lock = lock(folder)?;
        let file = folder.join("capicu.db");
        match (file.metadata(), incomplete) {
            (Ok(found), Incomplete::Refuse) if found.len() == 0 && !log_of(&file).exists() => {
                return Err(OpenError::Empty(file));
            }
            (Ok(found), incomplete) if found.len() > 0 => check(&file, incomplete).await?,
            _ => {}
        }
        let is_new = !file.exists();
        make_private(folder).map_err(|why| OpenError::NotWritable {
            folder: folder.to_owned(),
            why,
        })?;
        let opened = Self::begin(folder, &file, lock).await;
        if opened.is_err() && is_new && file.metadata().is_ok_and(|found| found.len() == 0) {
            // The next start would take it for one that was lost.
            let _ = fs::remove_file(&file);
        }
        opened
    }

    /// Opens a file that was looked at.
    async fn begin(folder: &Path, file: &Path, lock: Lock) -> Result<Self, OpenError> {
        let other = |why| OpenError::Other {
            file: file.to_owned(),
            why,
        };
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(false)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10))
            .pragma("wal_autocheckpoint", "4000")
            .disable_statement_logging();
        let migrating = SqlitePoolOptions::new()
            .max_connections(1)
            .connect_with(options.clone())
            .await
            .map_err(other)?;
        migrations::all()
            .run(&migrating)
            .await
            .map_err(|error| other(error.into()))?;
        migrating.close().await;
        let mut connection = options.connect().await.map_err(other)?;
        // In the file itself, and not in its log, which is what a copy may lack.
        for statement in [IN_USE, "PRAGMA wal_checkpoint(PASSIVE)"] {
            if let Err(error) = batch::run(&mut connection, statement).await {
                tracing::warn!(%error, "a copy of the file alone will not be recognized as incomplete");
            }
        }
        let reading = options.clone().read_only(true);
        let spare = reading.connect().await.map_err(other)?;
        let readers = SqlitePoolOptions::new()
            .max_connections(2)
            .min_connections(1)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_with(reading)
            .await
            .map_err(other)?;
        let place = Arc::new(Place::new(folder));
        let database = Database {
            options,
            readers: readers.clone(),
            place: Arc::clone(&place),
        };
        let link = Link {
            connection,
            place: Arc::clone(&place),
        };
        let writer = Writer::begin(database, link);
        let watch = Watch::begin(Arc::clone(&place), writer.clone(), spare);
        Ok(Self::new(SqliteEngine {
            readers,
            writer,
            place,
            watch,
            lock: Mutex::new(Some(lock)),
        }))
    }
}

/// Keeps other servers out of a folder until it is dropped.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
    _folder: Option<File>,
}

/// Makes sure that the folder can be written, and that nobody else does.
pub(super) fn lock(folder: &Path) -> Result<Lock, OpenError> {
    let not_writable = |why| OpenError::NotWritable {
        folder: folder.to_owned(),
        why,
    };
    let mut make = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut make, 0o700);
    make.recursive(true).create(folder).map_err(not_writable)?;
    let lock = private()
        .open(folder.join("capicu.lock"))
        .map_err(not_writable)?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(OpenError::InUse(folder.to_owned())),
        Err(TryLockError::Error(why)) => return Err(not_writable(why)),
    }
    // The file may be removed, the folder that is in use hardly. Not every system can lock a folder.
    let whole = File::open(folder).ok();
    if let Some(Err(TryLockError::WouldBlock)) = whole.as_ref().map(File::try_lock) {
        return Err(OpenError::InUse(folder.to_owned()));
    }
    let file = folder.join("capicu.db");
    if file.exists() {
        OpenOptions::new()
            .append(true)
            .open(&file)
            .map_err(not_writable)?;
    }
    Ok(Lock {
        _file: lock,
        _folder: whole,
    })
}

/// The log of a database.
pub(super) fn log_of(file: &Path) -> PathBuf {
    let mut log = file.to_owned().into_os_string();
    log.push("-wal");
    log.into()
}

/// How a file is made that nobody else is to read.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Makes the database where there is none, and takes from others the right to read the files of one
/// that an earlier version made. Files that SQLite makes beside the database get its rights.
fn make_private(folder: &Path) -> io::Result<()> {
    private().open(folder.join("capicu.db"))?;
    #[cfg(unix)]
    for name in ["capicu.db", "capicu.db-wal", "capicu.db-shm", "capicu.lock"] {
        use std::os::unix::fs::PermissionsExt as _;
        let file = folder.join(name);
        let rights = fs::Permissions::from_mode(0o600);
        let readable = file
            .metadata()
            .is_ok_and(|found| found.permissions().mode() & 0o077 != 0);
        if readable && let Err(error) = fs::set_permissions(&file, rights) {
            tracing::warn!(file = %file.display(), %error, "others may read this file");
        }
    }
    Ok(())
}
