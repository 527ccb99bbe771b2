//! Checks a database before it is used, without writing to it.

use std::fmt;
use std::fs::File;
use std::io::{ErrorKind, Read as _};
use std::path::Path;
use std::time::Duration;

use capicu_i18n::Texts;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, Row as _, SqliteConnection};

use super::migrations;
use super::open::{Incomplete, OpenError, log_of};

/// Bytes; larger files are not searched for damage at the start.
const CHECKED: u64 = 64 * 1024 * 1024;

#[derive(Debug)]
pub enum Damage {
    NoDatabase,
    OtherProgram,
    /// The message of the system or the database.
    Said(String),
}

impl Damage {
    pub(super) fn tell(&self, texts: Texts) -> String {
        match self {
            Self::NoDatabase => texts.start_no_database(),
            Self::OtherProgram => texts.start_other_program(),
            Self::Said(why) => why.clone(),
        }
    }
}

/// Refuses a file that is no database of ours, is damaged or comes from a newer version.
pub(super) async fn check(file: &Path, incomplete: Incomplete) -> Result<(), OpenError> {
    let damaged = |why| OpenError::Damaged {
        file: file.to_owned(),
        why,
    };
    let said = |error: &dyn fmt::Display| damaged(Damage::Said(error.to_string()));
    let mut header = [0; 100];
    let read = File::open(file).and_then(|mut file| file.read_exact(&mut header));
    match read {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
            return Err(damaged(Damage::NoDatabase));
        }
        read => read.map_err(|error| said(&error))?,
    }
    if !header.starts_with(b"SQLite format 3\0") {
        return Err(damaged(Damage::NoDatabase));
    }
    // Check before the file is opened, which would create a log.
    if says_in_use(&header) && incomplete == Incomplete::Refuse && !log_of(file).exists() {
        return Err(OpenError::Incomplete(file.to_owned()));
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
    match found.map_err(|error| said(&error))? {
        Inspected::Damaged(why) => Err(damaged(why)),
        Inspected::Version(applied) => match applied > migrations::NEWEST {
            true => Err(OpenError::Newer(file.to_owned())),
            false => Ok(()),
        },
    }
}

/// Whether the header says that a server uses the database. The mark is SQLite's user version.
fn says_in_use(header: &[u8; 100]) -> bool {
    header[60..64] != [0; 4]
}

/// Whether a server uses this database, or was killed while it did.
pub(super) fn is_in_use(file: &Path) -> bool {
    let mut header = [0; 100];
    let read = File::open(file).and_then(|mut file| file.read_exact(&mut header));
    read.is_ok() && says_in_use(&header)
}

/// Reads a whole database, and returns a description of its damage.
pub(super) async fn damage(
    connection: &mut SqliteConnection,
) -> Result<Option<Damage>, sqlx::Error> {
    let row = sqlx::query("PRAGMA quick_check(1)")
        .fetch_one(connection)
        .await?;
    let found: String = row.try_get(0)?;
    Ok((found != "ok").then_some(Damage::Said(found)))
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
    if file.metadata().is_ok_and(|found| found.len() <= CHECKED)
        && let Some(why) = damage(connection).await?
    {
        return Ok(Inspected::Damaged(why));
    }
    let row = sqlx::query("SELECT coalesce(max(version), 0) FROM _sqlx_migrations")
        .fetch_one(connection)
        .await?;
    Ok(Inspected::Version(row.try_get(0)?))
}
