//! Copies of a store in a file: made while a server runs, and put back into an empty folder. [`backup`] and [`restore`]
//! copy the database. [`export()`] and [`import()`] write and read text with a line for each row, which other kinds of
//! store can read too.
//!
//! Each writes a temporary file, and renames it once all of it is on disk. A failure leaves nothing behind.

mod error;
mod export;
mod import;
mod last;
mod part;
mod saved;
mod seal;
pub mod text;

use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Row as _, SqliteConnection};
use tokio::time::interval;

use super::batch::run;
use super::check::{check, damage, is_in_use};
use super::open::{AT_REST, Incomplete, OpenError, lock};
pub use error::{CopyError, LineError};
pub use export::export;
pub use import::import;
pub use last::last;
pub use part::Part;
pub(super) use saved::places;
use saved::saved;
pub use seal::Seal;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    /// Tables, without deleted ones.
    pub tables: u64,
    pub matches: u64,
    /// Guests and members, without deleted ones.
    pub players: u64,
    pub seal: Seal,
}

/// Reports the progress of a copy: done, and total.
pub type Progress<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// Copies the database of a data folder to a file, as of one moment. A server may use the folder meanwhile. An existing
/// file is replaced. If the folder was removed from under a server, this copies the database that the server
/// [saved](rescued). Fails if the folder has no readable database, or the file cannot be written or is in the folder.
pub async fn backup(
    folder: &Path,
    file: &Path,
    progress: Progress<'_>,
) -> Result<Contents, CopyError> {
    let saved = rescued(folder).await;
    let database = match &saved {
        Some(saved) => unaltered(saved)?,
        None => &database(folder, file).await?,
    };
    let part = Part::create(file)?;
    copy(database, part.path(), file, progress).await?;
    let contents = sealed(part, file).await?;
    if saved.is_none() {
        last::mark(folder);
    }
    Ok(contents)
}

/// Returns the file that [`backup`] copies instead of the database of a folder. A server saved it because the database
/// was gone or had lost its log.
pub async fn rescued(folder: &Path) -> Option<PathBuf> {
    let database = folder.join("capicu.db");
    let is_gone = match database.metadata() {
        Ok(found) if found.len() > 0 => {
            let checked = check(&database, Incomplete::Refuse).await;
            matches!(checked, Err(OpenError::Incomplete(_)))
        }
        _ => true,
    };
    saved(folder).filter(|_| is_gone)
}

/// Refuses a copy that was changed.
fn unaltered(file: &Path) -> Result<&Path, CopyError> {
    match seal::read(file) {
        Ok(Some(Seal::Whole)) => Ok(file),
        Ok(_) => Err(CopyError::Altered(file.to_owned())),
        Err(why) => Err(CopyError::file(file, why)),
    }
}

/// Copies the database that this connection has open to a file, even if it has been moved or removed.
pub(super) async fn save(open: &mut SqliteConnection, file: &Path) -> Result<(), CopyError> {
    let part = Part::create(file)?;
    let name = part.path().to_str();
    let name = name.ok_or_else(|| CopyError::unnameable(file))?;
    let saved = sqlx::query("VACUUM INTO ?").bind(name).execute(open).await;
    saved.map_err(|why| CopyError::database(file, why))?;
    sealed(part, file).await?;
    Ok(())
}

/// Adds a digest to a copy of a database, and renames it.
async fn sealed(part: Part, file: &Path) -> Result<Contents, CopyError> {
    at_rest(part.path(), file).await?;
    let contents = whole(part.path()).await?;
    seal::seal(part.path()).map_err(|why| CopyError::file(file, why))?;
    part.finish(file)?;
    Ok(contents)
}

/// Marks a copy as not in use.
async fn at_rest(part: &Path, file: &Path) -> Result<(), CopyError> {
    let mut connection = connect(part, Uses::Writes).await?;
    let done = run(&mut connection, AT_REST).await;
    done.map_err(|why| CopyError::database(file, why))?;
    let closed = connection.close().await;
    closed.map_err(|why| CopyError::database(file, why))
}

/// Puts a backup into a data folder without a database. Fails if the backup cannot be read, a server uses the folder,
/// or the folder contains a database or cannot be written.
pub async fn restore(
    folder: &Path,
    file: &Path,
    progress: Progress<'_>,
) -> Result<Contents, CopyError> {
    let found = file.metadata();
    found.map_err(|why| CopyError::file(file, why))?;
    let read = seal::read(file).map_err(|why| CopyError::file(file, why));
    check(file, Incomplete::Refuse)
        .await
        .map_err(|error| CopyError::of_copy(file, error))?;
    let seal = read?.ok_or_else(|| CopyError::Altered(file.to_owned()))?;
    let _lock = lock(folder).map_err(CopyError::Open)?;
    let database = vacant(folder)?;
    let part = Part::create(&database)?;
    copy(file, part.path(), &database, progress).await?;
    at_rest(part.path(), &database).await?;
    let contents = whole(part.path()).await?;
    part.finish(&database)?;
    Ok(Contents { seal, ..contents })
}

/// Finds the database of a folder to copy to a file.
async fn database(folder: &Path, file: &Path) -> Result<PathBuf, CopyError> {
    let database = folder.join("capicu.db");
    if !database.metadata().is_ok_and(|found| found.len() > 0) {
        return Err(CopyError::Nothing(folder.to_owned()));
    }
    let checked = check(&database, Incomplete::Refuse).await;
    checked.map_err(CopyError::Open)?;
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Uses {
    Reads,
    Writes,
}

/// Connects to a database that is not changed. If a server uses it, or was killed, its log stays. Otherwise closing the
/// connection would remove the log, and the file alone would look like an incomplete copy.
async fn look_at(file: &Path) -> Result<SqliteConnection, CopyError> {
    let uses = match is_in_use(file) {
        true => Uses::Reads,
        false => Uses::Writes,
    };
    connect(file, uses).await
}

async fn connect(file: &Path, uses: Uses) -> Result<SqliteConnection, CopyError> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .read_only(uses == Uses::Reads)
        .foreign_keys(false)
        .busy_timeout(Duration::from_secs(10))
        .disable_statement_logging();
    let connected = options.connect().await;
    connected.map_err(|why| CopyError::database(file, why))
}

/// Copies a database into an empty file; errors call it `named`.
async fn copy(
    from: &Path,
    to: &Path,
    named: &Path,
    progress: Progress<'_>,
) -> Result<(), CopyError> {
    let failed = |why| CopyError::database(from, why);
    let mut connection = look_at(from).await?;
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
                    copied.map_err(|why| match is_of_target(&why) {
                        true => CopyError::database(named, why),
                        false => failed(why),
                    })?;
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

/// Whether a copy failed because of the file that is written, not of the one that is read.
fn is_of_target(error: &sqlx::Error) -> bool {
    /// SQLite's codes: the disk is full, the file cannot be opened.
    const FULL: i32 = 13;
    const CANNOT_OPEN: i32 = 14;
    /// A read failed, or was too short.
    const READS: [i32; 2] = [266, 522];
    const IO: i32 = 10;
    let code = error.as_database_error().and_then(|error| error.code());
    let code = code.and_then(|code| code.parse::<i32>().ok());
    code.is_some_and(|code| match code & 0xff {
        FULL | CANNOT_OPEN => true,
        IO => !READS.contains(&code),
        _ => false,
    })
}

async fn whole(file: &Path) -> Result<Contents, CopyError> {
    let failed = |why| CopyError::database(file, why);
    let mut connection = look_at(file).await?;
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
        // Tables that an earlier version did not have are empty.
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
        seal: Seal::Whole,
    })
}
