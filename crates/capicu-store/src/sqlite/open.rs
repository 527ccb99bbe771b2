//! Opens the data folder, or describes its problem in one sentence.

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

/// The mark in the header of a file that a server uses. A copy of the file with this mark lacks the contents of the
/// log.
pub(super) const IN_USE: &str = "PRAGMA user_version = 1";

/// The mark of a file that no server uses.
pub(super) const AT_REST: &str = "PRAGMA user_version = 0";

/// How to treat a database that was copied without its log while a server used it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Incomplete {
    #[default]
    Refuse,
    /// Use it as it is.
    Accept,
}

/// Why the data folder cannot be used. No file has been changed.
#[derive(Debug)]
pub enum OpenError {
    NotWritable {
        folder: PathBuf,
        why: io::Error,
    },
    InUse(PathBuf),
    /// It was copied while in use, and its log is missing.
    Incomplete(PathBuf),
    /// The file exists but is empty.
    Empty(PathBuf),
    Newer(PathBuf),
    Damaged {
        file: PathBuf,
        why: Damage,
    },
    Other {
        file: PathBuf,
        why: sqlx::Error,
    },
}

impl OpenError {
    /// Describes the problem and the remedy in one sentence.
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
    /// Opens the store in this folder, and creates both if missing. Upgrades a database of an earlier version. On Unix,
    /// only the server's user can read new folders and the files: they contain the seeds of current matches. Fails if
    /// the folder cannot be used.
    pub async fn open(folder: &Path) -> Result<Self, OpenError> {
        Self::open_as(folder, Incomplete::Refuse).await
    }

    /// Opens the store like [`open`](Self::open); can accept an incomplete copy. Fails if the folder cannot be used.
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
            // The next start would take it for a lost database.
            let _ = fs::remove_file(&file);
        }
        opened
    }

    /// Opens a checked file.
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
        // Write the mark to the file itself, not to its log, which a copy may lack.
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

#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
    _folder: Option<File>,
}

/// Checks that the folder can be written, and that no other server uses it.
pub(super) fn lock(folder: &Path) -> Result<Lock, OpenError> {
    let not_writable = |why| OpenError::NotWritable {
        folder: folder.to_owned(),
        why,
    };
    let mut make = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut make, 0o700);
    make.recursive(true)
        .create(folder)
        .map_err(|why| match why.kind() {
            // A file has the name of the folder.
            io::ErrorKind::AlreadyExists => not_writable(io::ErrorKind::NotADirectory.into()),
            _ => not_writable(why),
        })?;
    let lock = private()
        .open(folder.join("capicu.lock"))
        .map_err(not_writable)?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(OpenError::InUse(folder.to_owned())),
        Err(TryLockError::Error(why)) => return Err(not_writable(why)),
    }
    // The lock file may be removed, but hardly the folder in use. Some systems cannot lock a folder.
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

pub(super) fn log_of(file: &Path) -> PathBuf {
    let mut log = file.to_owned().into_os_string();
    log.push("-wal");
    log.into()
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Creates the database if missing, and makes the files of an earlier version private. SQLite gives its other files the
/// same permissions.
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
