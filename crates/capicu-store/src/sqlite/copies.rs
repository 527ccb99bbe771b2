//! Copies of everything that a store in a file keeps: made while a server runs, and put back where there is
//! nothing yet. [`backup`] and [`restore`] copy the database; [`export()`] and [`import()`] write and read it as
//! text, one row a line, which another kind of store can read too.
//!
//! Each of them writes a file under another name, and gives it its own when all of it is on the disk. What
//! goes wrong leaves nothing behind.

mod error;
mod export;
mod import;
mod last;
mod part;
pub mod text;

use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Row as _, SqliteConnection};
use tokio::time::interval;

use super::check::{check, damage};
use super::open::lock;
pub use error::{CopyError, LineError};
pub use export::export;
pub use import::import;
pub use last::last;
pub use part::Part;

/// How much a copy holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    /// Tables, deleted ones not counted.
    pub tables: u64,
    /// Matches that were finished.
    pub matches: u64,
    /// Guests and members, deleted ones not counted.
    pub players: u64,
}

/// Told how far a copy is: so much, of so much in all.
pub type Progress<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// Copies the database of a data folder to a file, as it is at one moment. A server may go on using the
/// folder. A file that is there already is replaced.
///
/// # Errors
///
/// If the folder holds no database that can be read, or the file cannot be written or lies in the folder.
pub async fn backup(
    folder: &Path,
    file: &Path,
    progress: Progress<'_>,
) -> Result<Contents, CopyError> {
    let database = database(folder, file).await?;
    let part = Part::create(file)?;
    copy(&database, part.path(), progress).await?;
    let contents = whole(part.path()).await?;
    part.finish(file)?;
    last::mark(folder);
    Ok(contents)
}

/// Puts a backup into a data folder where there is no database yet.
///
/// # Errors
///
/// If the file is no backup that can be read, a server uses the folder, or the folder holds a database or cannot
/// be written.
pub async fn restore(
    folder: &Path,
    file: &Path,
    progress: Progress<'_>,
) -> Result<Contents, CopyError> {
    let found = file.metadata();
    found.map_err(|why| CopyError::file(file, why))?;
    check(file)
        .await
        .map_err(|error| CopyError::of_copy(file, error))?;
    let _lock = lock(folder).map_err(CopyError::Open)?;
    let database = vacant(folder)?;
    let part = Part::create(&database)?;
    copy(file, part.path(), progress).await?;
    let contents = whole(part.path()).await?;
    part.finish(&database)?;
    Ok(contents)
}

/// The database of a folder that is to be copied to a file.
async fn database(folder: &Path, file: &Path) -> Result<PathBuf, CopyError> {
    let database = folder.join("capicu.db");
    if !database.metadata().is_ok_and(|found| found.len() > 0) {
        return Err(CopyError::Nothing(folder.to_owned()));
    }
    check(&database).await.map_err(CopyError::Open)?;
    let parent = match file.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let (parent, inside) = (parent.canonicalize(), folder.canonicalize());
    match (parent, inside) {
        (Ok(parent), Ok(inside)) if parent == inside => Err(CopyError::Inside(file.to_owned())),
        _ => Ok(database),
    }
}

/// Where the database of a folder goes that holds none.
fn vacant(folder: &Path) -> Result<PathBuf, CopyError> {
    let holds = |name: &str| {
        let found = folder.join(name).metadata();
        found.is_ok_and(|found| found.len() > 0)
    };
    match holds("capicu.db") || holds("capicu.db-wal") {
        true => Err(CopyError::Occupied(folder.to_owned())),
        false => Ok(folder.join("capicu.db")),
    }
}

async fn connect(file: &Path) -> Result<SqliteConnection, CopyError> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .foreign_keys(false)
        .busy_timeout(Duration::from_secs(10))
        .disable_statement_logging();
    let connected = options.connect().await;
    connected.map_err(|why| CopyError::database(file, why))
}

/// Copies a database into an empty file.
async fn copy(from: &Path, to: &Path, progress: Progress<'_>) -> Result<(), CopyError> {
    let failed = |why| CopyError::database(from, why);
    let mut connection = connect(from).await?;
    let pages = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
    let size = sqlx::query(pages).fetch_one(&mut connection).await;
    let size: i64 = size.and_then(|row| row.try_get(0)).map_err(failed)?;
    let name = to.to_str().ok_or_else(|| CopyError::unnameable(to))?;
    {
        let copying = sqlx::query("VACUUM INTO ?").bind(name);
        let mut copying = std::pin::pin!(copying.execute(&mut connection));
        let mut look = interval(Duration::from_millis(100));
        loop {
            tokio::select! {
                copied = &mut copying => {
                    copied.map_err(failed)?;
                    break;
                }
                _ = look.tick() => {
                    let written = to.metadata().map_or(0, |found| found.len());
                    progress(written, size.unsigned_abs());
                }
            }
        }
    }
    let _ = connection.close().await;
    Ok(())
}

/// What a copy holds, once all of it was looked at.
async fn whole(file: &Path) -> Result<Contents, CopyError> {
    let failed = |why| CopyError::database(file, why);
    let mut connection = connect(file).await?;
    if let Some(why) = damage(&mut connection).await.map_err(failed)? {
        return Err(CopyError::damaged(file, why));
    }
    let mut count = [0; 3];
    let counted = [
        ("tables", "SELECT count(*) FROM tables WHERE removed = 0"),
        ("results", "SELECT count(*) FROM results"),
        (
            "players",
            "SELECT count(*) FROM players WHERE kind <> 'gone'",
        ),
    ];
    for (count, (table, query)) in count.iter_mut().zip(counted) {
        // Those that an earlier version had not yet hold nothing.
        let known = sqlx::query(
            "SELECT 1 FROM pragma_table_info(?) WHERE name IN ('removed', 'sequence', 'kind')",
        )
        .bind(table)
        .fetch_optional(&mut connection)
        .await
        .map_err(failed)?;
        let query = match (known, table) {
            (Some(_), _) => query,
            (None, "tables") => "SELECT count(*) FROM tables",
            (None, _) => continue,
        };
        let row = sqlx::query(AssertSqlSafe(query))
            .fetch_one(&mut connection)
            .await;
        let counted: i64 = row.and_then(|row| row.try_get(0)).map_err(failed)?;
        *count = counted.unsigned_abs();
    }
    let _ = connection.close().await;
    let [tables, matches, players] = count;
    Ok(Contents {
        tables,
        matches,
        players,
    })
}
