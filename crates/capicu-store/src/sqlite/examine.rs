//! Examines the database of a folder without changing it, while a server may use it.

use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, Row as _, SqliteConnection};

use super::check::{Damage, check};
use super::open::{Incomplete, OpenError};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Examined {
    /// The time of the last fact, in milliseconds since 1970; `None` if there is none.
    pub newest: Option<u64>,
}

/// Reads the whole database of a folder; `None` if there is none. Takes time in proportion to its size. Fails if it is
/// damaged, or a server could not use it.
pub async fn examine(folder: &Path) -> Result<Option<Examined>, OpenError> {
    let file = folder.join("capicu.db");
    if !file.metadata().is_ok_and(|found| found.len() > 0) {
        return Ok(None);
    }
    check(&file, Incomplete::Refuse).await?;
    let other = |why| OpenError::Other {
        file: file.clone(),
        why,
    };
    let options = SqliteConnectOptions::new()
        .filename(&file)
        .read_only(true)
        .busy_timeout(Duration::from_secs(10))
        .disable_statement_logging();
    let mut connection = options.connect().await.map_err(other)?;
    let read = read(&mut connection).await;
    let _ = connection.close().await;
    match read.map_err(other)? {
        Ok(examined) => Ok(Some(examined)),
        Err(why) => Err(OpenError::Damaged { file, why }),
    }
}

async fn read(connection: &mut SqliteConnection) -> Result<Result<Examined, Damage>, sqlx::Error> {
    let row = sqlx::query("PRAGMA integrity_check(1)")
        .fetch_one(&mut *connection)
        .await?;
    let found: String = row.try_get(0)?;
    if found != "ok" {
        return Ok(Err(Damage::Said(found)));
    }
    let row = sqlx::query("SELECT max(at) FROM journal")
        .fetch_one(connection)
        .await?;
    let newest: Option<i64> = row.try_get(0)?;
    Ok(Ok(Examined {
        newest: newest.map(i64::unsigned_abs),
    }))
}
