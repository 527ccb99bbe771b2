//! Everything as text: a line for each row.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use futures_util::TryStreamExt as _;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sqlx::sqlite::{SqliteRow, SqliteValueRef};
use sqlx::{
    AssertSqlSafe, Connection as _, Row as _, SqliteConnection, TypeInfo as _, ValueRef as _,
};

use super::error::CopyError;
use super::part::Part;
use super::{Contents, Progress, connect, database, whole};

/// The version of the form.
pub(super) const VERSION: u32 = 1;

/// A line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Line {
    /// The first.
    Export {
        /// [`VERSION`].
        version: u32,
        /// The steps that the tables came about by: the number of files in `migrations`.
        schema: i64,
        /// The moment that it shows, in milliseconds since 1970.
        at: u64,
    },
    /// A row.
    Row {
        /// The name of its table.
        table: String,
        /// Columns by name. What JSON has no word for is `{"real": "0.1"}` and `{"blob": "c0ffee"}`.
        values: Map<String, Value>,
    },
    /// The last.
    End {
        /// How many rows there are.
        rows: u64,
    },
}

/// Writes everything that a data folder holds to a file, as it is at one moment: a line of JSON for each row of
/// the database, what was deleted left out. A server may go on using the folder. A file that is there already is
/// replaced.
///
/// # Errors
///
/// If the folder holds no database that can be read, or the file cannot be written or lies in the folder.
pub async fn export(
    folder: &Path,
    file: &Path,
    progress: Progress<'_>,
) -> Result<Contents, CopyError> {
    let database = database(folder, file).await?;
    let part = Part::create(file)?;
    let failed = |why| CopyError::database(&database, why);
    let mut connection = connect(&database).await?;
    // The first thing read fixes the moment for all the others.
    let mut moment = connection.begin().await.map_err(failed)?;
    let steps = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations";
    let schema = sqlx::query(steps).fetch_one(&mut *moment).await;
    let schema = schema.and_then(|row| row.try_get(0)).map_err(failed)?;
    let at = SystemTime::now().duration_since(UNIX_EPOCH);
    let at = at.map_or(0, |at| at.as_millis() as u64);
    let mut to = Lines::create(&part, file)?;
    let version = VERSION;
    to.write(&Line::Export {
        version,
        schema,
        at,
    })?;
    let tables = tables(&mut moment).await.map_err(failed)?;
    let mut all = 0;
    for table in &tables {
        all += table.count(&mut moment).await.map_err(failed)?;
    }
    let mut done = 0;
    for table in &tables {
        let rows = table.query("*");
        let mut rows = sqlx::query(AssertSqlSafe(rows)).fetch(&mut *moment);
        while let Some(row) = rows.try_next().await.map_err(failed)? {
            let values = table.values(&row).map_err(failed)?;
            let table = table.name.clone();
            to.write(&Line::Row { table, values })?;
            done += 1;
            if done % 1024 == 0 {
                progress(done, all);
            }
        }
    }
    to.write(&Line::End { rows: done })?;
    to.flush()?;
    drop(moment);
    let _ = connection.close().await;
    let contents = whole(&database).await?;
    part.finish(file)?;
    Ok(contents)
}

/// A text in the making.
struct Lines<'a> {
    to: BufWriter<File>,
    file: &'a Path,
}

impl<'a> Lines<'a> {
    fn create(part: &Part, file: &'a Path) -> Result<Self, CopyError> {
        let to = File::create(part.path()).map_err(|why| CopyError::file(file, why))?;
        let to = BufWriter::new(to);
        Ok(Self { to, file })
    }

    fn write(&mut self, line: &Line) -> Result<(), CopyError> {
        let line = serde_json::to_string(line).expect("a line is JSON");
        let written = writeln!(self.to, "{line}");
        written.map_err(|why| CopyError::file(self.file, why))
    }

    fn flush(&mut self) -> Result<(), CopyError> {
        let flushed = self.to.flush();
        flushed.map_err(|why| CopyError::file(self.file, why))
    }
}

/// A table of the database.
#[derive(Debug)]
pub(super) struct Table {
    pub name: String,
    pub columns: Vec<String>,
    /// The column that names the table that people sit at, or sat at before it was deleted.
    sits_at: Option<String>,
}

impl Table {
    /// Asks for something of all rows but those of deleted tables, in the order in which they can be written again.
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
        // The facts of a table can be written in their order alone.
        let order = match self.name.as_str() {
            "journal" => " ORDER BY table_id, version",
            _ => "",
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

/// All tables that hold what a server keeps, each after those that it points to.
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
        let columns = sqlx::query("SELECT name FROM pragma_table_info(?) ORDER BY cid")
            .bind(&name)
            .fetch_all(&mut *connection)
            .await?;
        let columns = columns.iter().map(|row| row.try_get(0));
        let columns = columns.collect::<Result<Vec<String>, _>>()?;
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
            sits_at,
        });
    }
    Ok(tables)
}

/// A name in a statement.
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
            let digits = bytes.iter().map(|byte| format!("{byte:02x}"));
            one("blob", digits.collect())
        }
        _ => row.try_get_unchecked::<String, _>(at)?.into(),
    })
}

fn one(name: &str, value: String) -> Value {
    Value::Object(Map::from_iter([(name.to_owned(), value.into())]))
}
