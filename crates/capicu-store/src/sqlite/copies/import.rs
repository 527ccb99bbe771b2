//! Imports text into a database.

use std::collections::HashMap;
use std::path::Path;

use serde_json::{Map, Value};
use sqlx::sqlite::{SqliteArguments, SqlitePool};
use sqlx::{
    AssertSqlSafe, Connection as _, Row as _, Sqlite as Engine, SqliteConnection, Transaction,
};

use super::error::{CopyError, LineError};
use super::export::{Table, quoted, tables};
use super::part::Part;
use super::text::Reader;
use super::{Contents, Progress, Uses, connect, is_of_target, vacant, whole};
use crate::sqlite::migrations;
use crate::sqlite::open::lock;

/// Imports the output of [`export`](super::export()) into a data folder without a database. Exports of earlier versions
/// are upgraded. Fails if the file is no complete export or comes from a newer version; or if a server uses the folder,
/// or it contains a database or cannot be written.
pub async fn import(
    folder: &Path,
    file: &Path,
    progress: Progress<'_>,
) -> Result<Contents, CopyError> {
    let (mut lines, schema) = Reader::open(file)?;
    let _lock = lock(folder).map_err(CopyError::Open)?;
    let database = vacant(folder)?;
    let part = Part::create(&database)?;
    let failed = |why: sqlx::Error| CopyError::database(&database, why);
    migrate(part.path(), schema).await.map_err(failed)?;
    let mut connection = connect(part.path(), Uses::Writes).await?;
    let filled = fill(&mut connection, file, &mut lines, &database, progress).await;
    // Also after an error: the files are deleted next.
    let _ = connection.close().await;
    filled?;
    migrate(part.path(), migrations::NEWEST)
        .await
        .map_err(failed)?;
    let contents = whole(part.path()).await?;
    part.finish(&database)?;
    Ok(Contents {
        seal: lines.seal(),
        ..contents
    })
}

/// Writes all lines in one transaction.
async fn fill(
    connection: &mut SqliteConnection,
    file: &Path,
    lines: &mut Reader<'_>,
    database: &Path,
    progress: Progress<'_>,
) -> Result<(), CopyError> {
    let failed = |why: sqlx::Error| CopyError::database(database, why);
    let tables = tables(connection).await.map_err(failed)?;
    let tables = tables.iter().map(|table| (table.name.as_str(), table));
    let mut writing = connection.begin().await.map_err(failed)?;
    rows(&mut writing, &tables.collect(), lines, database, progress).await?;
    dangling(&mut writing, file, lines).await?;
    writing.commit().await.map_err(failed)
}

async fn rows(
    writing: &mut Transaction<'_, Engine>,
    tables: &HashMap<&str, &Table>,
    lines: &mut Reader<'_>,
    database: &Path,
    progress: Progress<'_>,
) -> Result<(), CopyError> {
    while let Some((table, values)) = lines.row()? {
        let Some(known) = tables.get(table.as_str()) else {
            return Err(lines.wrong(LineError::UnknownTable(table)));
        };
        let written = insert(writing, known, &values).await;
        written.map_err(|why| match why {
            Refusal::Line(why) => lines.wrong(why),
            Refusal::Database(why) => CopyError::database(database, why),
        })?;
        if lines.line().is_multiple_of(1024) {
            let (read, size) = lines.progress();
            progress(read, size);
        }
    }
    Ok(())
}

/// Why a row was not written: because of the row, or of the disk.
enum Refusal {
    Line(LineError),
    Database(sqlx::Error),
}

async fn insert(
    writing: &mut SqliteConnection,
    table: &Table,
    values: &Map<String, Value>,
) -> Result<(), Refusal> {
    let columns = || Refusal::Line(LineError::Columns(table.name.clone()));
    if values.len() != table.columns.len() {
        return Err(columns());
    }
    let names: Vec<_> = table.columns.iter().map(|name| quoted(name)).collect();
    let marks = vec!["?"; names.len()];
    let statement = format!(
        "INSERT INTO {} ({}) VALUES ({})",
        quoted(&table.name),
        names.join(", "),
        marks.join(", ")
    );
    let mut query = sqlx::query::<Engine>(AssertSqlSafe(statement));
    for column in &table.columns {
        let value = values.get(column).ok_or_else(columns)?;
        let bound = bind(query, value);
        query = bound.ok_or_else(|| Refusal::Line(LineError::Value(column.clone())))?;
    }
    let written = query.execute(writing).await;
    written.map_err(|why| match is_of_target(&why) {
        true => Refusal::Database(why),
        false => Refusal::Line(LineError::Refused(why.to_string())),
    })?;
    Ok(())
}

type Query<'q> = sqlx::query::Query<'q, Engine, SqliteArguments>;

/// Binds a JSON value; `None` if no column can contain it.
fn bind<'q>(query: Query<'q>, value: &'q Value) -> Option<Query<'q>> {
    Some(match value {
        Value::Null => query.bind(None::<i64>),
        Value::Number(number) => query.bind(number.as_i64()?),
        Value::String(text) => query.bind(text.as_str()),
        Value::Object(one) if one.len() == 1 => {
            if let Some(Value::String(real)) = one.get("real") {
                query.bind(real.parse::<f64>().ok()?)
            } else if let Some(Value::String(digits)) = one.get("blob") {
                query.bind(bytes(digits)?)
            } else {
                return None;
            }
        }
        Value::Bool(_) | Value::Array(_) | Value::Object(_) => return None,
    })
}

fn bytes(digits: &str) -> Option<Vec<u8>> {
    if !digits.is_ascii() || !digits.len().is_multiple_of(2) {
        return None;
    }
    let pairs = (0..digits.len()).step_by(2);
    let byte = |at| u8::from_str_radix(&digits[at..at + 2], 16).ok();
    pairs.map(byte).collect()
}

async fn dangling(
    writing: &mut SqliteConnection,
    file: &Path,
    lines: &Reader<'_>,
) -> Result<(), CopyError> {
    let found = sqlx::query("SELECT \"table\", parent FROM pragma_foreign_key_check LIMIT 1")
        .fetch_optional(writing)
        .await;
    let told = found.and_then(|row| {
        row.map(|row| {
            Ok(format!(
                "{} → {}",
                row.try_get::<String, _>(0)?,
                row.try_get::<String, _>(1)?
            ))
        })
        .transpose()
    });
    match told {
        Ok(None) => Ok(()),
        Ok(Some(pair)) => Err(lines.wrong(LineError::Refused(pair))),
        Err(why) => Err(CopyError::database(file, why)),
    }
}

/// Upgrades a database to this step.
async fn migrate(file: &Path, step: i64) -> Result<(), sqlx::Error> {
    let pool =
        SqlitePool::connect_lazy_with(sqlx::sqlite::SqliteConnectOptions::new().filename(file));
    migrations::up_to(step).run(&pool).await?;
    pool.close().await;
    Ok(())
}
