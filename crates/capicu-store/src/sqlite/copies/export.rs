//! Exports everything as text: a line for each row.

use std::path::Path;

use futures_util::TryStreamExt as _;
use serde_json::{Map, Value};
use sqlx::sqlite::{SqliteRow, SqliteValueRef};
use sqlx::{
    AssertSqlSafe, Connection as _, Row as _, SqliteConnection, TypeInfo as _, ValueRef as _,
};

use super::error::CopyError;
use super::part::Part;
use super::text::{Writer, blob, one};
use super::{Contents, Progress, database, look_at, whole};

/// Writes all data of a folder to a file, as of one moment: a line of JSON for each row, without deleted data. A server
/// may use the folder meanwhile. An existing file is replaced. Fails if the folder has no readable database, or the
/// file cannot be written or is in the folder.
pub async fn export(
    folder: &Path,
    file: &Path,
    progress: Progress<'_>,
) -> Result<Contents, CopyError> {
    let database = database(folder, file).await?;
    let part = Part::create(file)?;
    let failed = |why| CopyError::database(&database, why);
    let mut connection = look_at(&database).await?;
    // The first read fixes the moment for all others.
    let mut moment = connection.begin().await.map_err(failed)?;
    let steps = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations";
    let schema = sqlx::query(steps).fetch_one(&mut *moment).await;
    let schema = schema.and_then(|row| row.try_get(0)).map_err(failed)?;
    let mut to = Writer::create(&part, file, schema)?;
    let tables = tables(&mut moment).await.map_err(failed)?;
    let mut all = 0;
    for table in &tables {
        all += table.count(&mut moment).await.map_err(failed)?;
    }
    for table in &tables {
        let rows = table.query("*");
        let mut rows = sqlx::query(AssertSqlSafe(rows)).fetch(&mut *moment);
        while let Some(row) = rows.try_next().await.map_err(failed)? {
            let values = table.values(&row).map_err(failed)?;
            let done = to.row(&table.name, values)?;
            if done.is_multiple_of(1024) {
                progress(done, all);
            }
        }
    }
    to.end()?;
    drop(moment);
    let _ = connection.close().await;
    let contents = whole(&database).await?;
    part.finish(file)?;
    super::last::mark(folder);
    Ok(contents)
}

#[derive(Debug)]
pub(super) struct Table {
    pub name: String,
    pub columns: Vec<String>,
    key: Vec<String>,
    /// The column with the table at which players sit or sat.
    sits_at: Option<String>,
}

impl Table {
    /// Returns a query for all rows except those of deleted tables, in an order in which they can be imported.
    fn query(&self, what: &str) -> String {
        let name = quoted(&self.name);
        let kept = match &self.sits_at {
            Some(column) => {
                let column = quoted(column);
                format!(
                    " WHERE {column} IS NULL OR {column} IN (SELECT id FROM tables WHERE removed = 0)"
                )
            }
            None if self.name == "tables" && self.columns.iter().any(|name| name == "removed") => {
                " WHERE removed = 0".to_owned()
            }
            None => String::new(),
        };
        // A fixed order makes exports of equal rows equal. Facts must be imported in their order.
        let key: Vec<String> = self.key.iter().map(|column| quoted(column)).collect();
        let order = match what {
            "*" if !key.is_empty() => format!(" ORDER BY {}", key.join(", ")),
            _ => String::new(),
        };
        format!("SELECT {what} FROM {name}{kept}{order}")
    }

    async fn count(&self, connection: &mut SqliteConnection) -> Result<u64, sqlx::Error> {
        let query = AssertSqlSafe(self.query("count(*)"));
        let row = sqlx::query(query).fetch_one(connection).await?;
        let count: i64 = row.try_get(0)?;
        Ok(count.unsigned_abs())
    }

    fn values(&self, row: &SqliteRow) -> Result<Map<String, Value>, sqlx::Error> {
        let value = |(at, column): (usize, &String)| {
            let value = json(row.try_get_raw(at)?, row, at)?;
            Ok((column.clone(), value))
        };
        self.columns.iter().enumerate().map(value).collect()
    }
}

/// Lists all tables with data, each after those that it refers to.
pub(super) async fn tables(connection: &mut SqliteConnection) -> Result<Vec<Table>, sqlx::Error> {
    let names = sqlx::query(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
         AND name NOT IN ('_sqlx_migrations', 'probe') ORDER BY rowid",
    )
    .fetch_all(&mut *connection)
    .await?;
    let mut tables = Vec::with_capacity(names.len());
    for row in names {
        let name: String = row.try_get(0)?;
        let found = sqlx::query("SELECT name, pk FROM pragma_table_info(?) ORDER BY cid")
            .bind(&name)
            .fetch_all(&mut *connection)
            .await?;
        let (mut columns, mut key) = (Vec::new(), Vec::new());
        for row in found {
            let (column, place): (String, i64) = (row.try_get(0)?, row.try_get(1)?);
            if place > 0 {
                key.push((place, column.clone()));
            }
            columns.push(column);
        }
        key.sort();
        let sits_at = sqlx::query(
            "SELECT \"from\" FROM pragma_foreign_key_list(?) WHERE \"table\" = 'tables'
             AND EXISTS (SELECT 1 FROM pragma_table_info('tables') WHERE name = 'removed')",
        )
        .bind(&name)
        .fetch_optional(&mut *connection)
        .await?;
        let sits_at = sits_at.map(|row| row.try_get(0)).transpose()?;
        tables.push(Table {
            name,
            columns,
            key: key.into_iter().map(|(_, column)| column).collect(),
            sits_at,
        });
    }
    Ok(tables)
}

pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn json(value: SqliteValueRef<'_>, row: &SqliteRow, at: usize) -> Result<Value, sqlx::Error> {
    if value.is_null() {
        return Ok(Value::Null);
    }
    Ok(match value.type_info().name() {
        "INTEGER" => row.try_get_unchecked::<i64, _>(at)?.into(),
        "REAL" => one(
            "real",
            format!("{:?}", row.try_get_unchecked::<f64, _>(at)?),
        ),
        "BLOB" => {
            let bytes: Vec<u8> = row.try_get_unchecked(at)?;
            blob(&bytes)
        }
        _ => row.try_get_unchecked::<String, _>(at)?.into(),
    })
}
