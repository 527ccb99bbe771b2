//! Opening the data folder, and saying in one sentence what is wrong with it.

use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use capicu_i18n::Texts;
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, Row as _, SqliteConnection};
use tokio::sync::mpsc;

use super::{Journal, write};
use crate::time::now;

static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

/// The longest file that is searched for damage at every start.
const CHECKED: u64 = 64 * 1024 * 1024;

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

/// What is wrong with a database.
#[derive(Debug)]
pub enum Damage {
    /// It is none.
    NoDatabase,
    /// It is another program's.
    OtherProgram,
    /// What the system or the database says.
    Said(String),
}

impl OpenError {
    /// What is wrong and what to do about it, in one sentence.
    pub fn tell(&self, texts: Texts) -> String {
        let shown = |path: &Path| path.display().to_string();
        match self {
            Self::NotWritable { folder, why } => {
                texts.start_not_writable(&shown(folder), &why.to_string())
            }
            Self::InUse(folder) => texts.start_in_use(&shown(folder)),
            Self::Newer(file) => texts.start_newer(&shown(file)),
            Self::Damaged { file, why } => {
                let why = match why {
                    Damage::NoDatabase => texts.start_no_database(),
                    Damage::OtherProgram => texts.start_other_program(),
                    Damage::Said(why) => why.clone(),
                };
                texts.start_damaged(&shown(file), &why)
            }
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

impl Journal {
    /// Opens the journal in this folder, and makes both where there is none. The file that is
    /// returned is the lock of the folder: it is free again when it is dropped.
    ///
    /// # Errors
    ///
    /// If the folder cannot be used.
    pub async fn open(folder: &Path, clocks: Arc<AtomicUsize>) -> Result<(Self, File), OpenError> {
        let lock = lock(folder)?;
        let file = folder.join("capicu.db");
        if file.metadata().is_ok_and(|found| found.len() > 0) {
            check(&file).await?;
        }
        let other = |why| OpenError::Other {
            file: file.clone(),
            why,
        };
        let options = SqliteConnectOptions::new()
            .filename(&file)
            .create_if_missing(true)
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
        MIGRATIONS
            .run(&migrating)
            .await
            .map_err(|error| other(error.into()))?;
        migrating.close().await;
        let mut connection = options.connect().await.map_err(other)?;
        note_outage(&mut connection).await.map_err(other)?;
        let readers = SqlitePoolOptions::new()
            .max_connections(2)
            .min_connections(1)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_with(options.read_only(true).create_if_missing(false))
            .await
            .map_err(other)?;
        let (writer, requests) = mpsc::channel(4096);
        tokio::spawn(write::run(connection, requests, clocks));
        Ok((Self { readers, writer }, lock))
    }
}

/// Makes sure that the folder can be written, and that nobody else does.
fn lock(folder: &Path) -> Result<File, OpenError> {
    let not_writable = |why| OpenError::NotWritable {
        folder: folder.to_owned(),
        why,
    };
    fs::create_dir_all(folder).map_err(not_writable)?;
    let lock = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(folder.join("capicu.lock"))
        .map_err(not_writable)?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(OpenError::InUse(folder.to_owned())),
        Err(TryLockError::Error(why)) => return Err(not_writable(why)),
    }
    let file = folder.join("capicu.db");
    if file.exists() {
        OpenOptions::new()
            .append(true)
            .open(&file)
            .map_err(not_writable)?;
    }
    Ok(lock)
}

/// Looks at a database without writing to it.
async fn check(file: &Path) -> Result<(), OpenError> {
    let damaged = |why| OpenError::Damaged {
        file: file.to_owned(),
        why,
    };
    let said = |error: &dyn fmt::Display| damaged(Damage::Said(error.to_string()));
    let mut header = [0; 16];
    File::open(file)
        .and_then(|mut file| file.read_exact(&mut header))
        .map_err(|error| said(&error))?;
    if &header != b"SQLite format 3\0" {
        return Err(damaged(Damage::NoDatabase));
    }
    let mut connection = SqliteConnectOptions::new()
        .filename(file)
        .read_only(true)
        .busy_timeout(Duration::from_secs(10))
        .disable_statement_logging()
        .connect()
        .await
        .map_err(|error| said(&error))?;
    let found = inspect(&mut connection, file).await;
    let _ = connection.close().await;
    let applied = found.map_err(|error| said(&error))?;
    match applied {
        Inspected::Damaged(why) => Err(damaged(why)),
        Inspected::Version(applied) => {
            let known = MIGRATIONS.iter().map(|migration| migration.version).max();
            if Some(applied) > known {
                return Err(OpenError::Newer(file.to_owned()));
            }
            Ok(())
        }
    }
}

enum Inspected {
    Damaged(Damage),
    Version(i64),
}

async fn inspect(connection: &mut SqliteConnection, file: &Path) -> Result<Inspected, sqlx::Error> {
    let ours = sqlx::query("SELECT 1 FROM sqlite_schema WHERE name = '_sqlx_migrations'")
        .fetch_optional(&mut *connection)
        .await?;
    if ours.is_none() {
        let any = sqlx::query("SELECT 1 FROM sqlite_schema LIMIT 1")
            .fetch_optional(&mut *connection)
            .await?;
        return Ok(match any {
            Some(_) => Inspected::Damaged(Damage::OtherProgram),
            None => Inspected::Version(0),
        });
    }
    if file.metadata().is_ok_and(|found| found.len() <= CHECKED) {
        let row = sqlx::query("PRAGMA quick_check(1)")
            .fetch_one(&mut *connection)
            .await?;
        let found: String = row.try_get(0)?;
        if found != "ok" {
            return Ok(Inspected::Damaged(Damage::Said(found)));
        }
    }
    let row = sqlx::query("SELECT coalesce(max(version), 0) FROM _sqlx_migrations")
        .fetch_one(connection)
        .await?;
    Ok(Inspected::Version(row.try_get(0)?))
}

/// Notes how long the server did not run: from the last sign of life to now.
async fn note_outage(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let ended = now() as i64;
    sqlx::query!(
        "INSERT INTO outages (began, ended)
         SELECT alive, ?1 FROM (
             SELECT max(coalesce((SELECT max(at) FROM journal), 0),
                        coalesce((SELECT max(at) FROM heartbeat), 0)) AS alive
         ) WHERE alive > 0 AND alive < ?1",
        ended
    )
    .execute(&mut *connection)
    .await?;
    // Turns last minutes: what is older than a week counts for nobody.
    let old = ended - 7 * 24 * 3600 * 1000;
    sqlx::query!("DELETE FROM outages WHERE ended < ?", old)
        .execute(&mut *connection)
        .await?;
    write::beat(connection, ended as u64).await
}
