//! Exports a database as text and imports it. Stores in files share the form, so a host can move between them.

use std::fmt;
use std::path::Path;

use capicu_i18n::Texts;
use capicu_store::copies::text::{Reader, SCHEMA, Writer, blob};
use capicu_store::copies::{Contents, CopyError, LineError, Part, Progress, Seal};
use capicu_store::sql::{Row, Value};
use futures_util::TryStreamExt as _;
use serde_json::{Map, Value as Json};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, Row as _};

use crate::connection::{code, row};
use crate::open::{brought_up_to_date, prepared};
use crate::{Address, OpenError};

/// All tables with data, each after those that it refers to.
const TABLES: [&str; 37] = [
    "tables",
    "journal",
    "results",
    "players",
    "sessions",
    "codes",
    "device_links",
    "aliases",
    "seats",
    "played",
    "records",
    "ratings",
    "passkeys",
    "ties",
    "hidden",
    "audit",
    "reports",
    "bots",
    "bot_tokens",
    "events",
    "event_lines",
    "house_audit",
    "puzzles",
    "puzzle_answers",
    "event_players",
    "settings",
    "clubs",
    "club_people",
    "club_seasons",
    "club_events",
    "club_audit",
    "event_officials",
    "notes",
    "club_notices",
    "club_matches",
    "club_match_players",
    "former_seats",
];

const BATCH: usize = 500;

/// Why a copy could not be made or put back. Nothing was changed.
#[derive(Debug)]
pub enum TransferError {
    Open(OpenError),
    Occupied(Address),
    /// The export comes from a version too old for this database.
    Older(String),
    Copy(CopyError),
}

impl From<CopyError> for TransferError {
    fn from(error: CopyError) -> Self {
        Self::Copy(error)
    }
}

impl TransferError {
    pub fn tell(&self, texts: Texts) -> String {
        match self {
            Self::Open(error) => error.tell(texts),
            Self::Occupied(address) => texts.store_occupied(&address.to_string()),
            Self::Older(file) => texts.store_older(file),
            Self::Copy(error) => error.tell(texts),
        }
    }
}

impl fmt::Display for TransferError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.tell(Texts::default()))
    }
}

impl std::error::Error for TransferError {}

/// Writes all data of a database to a file, as of one moment, which the first line contains. A server may use the
/// database meanwhile. An existing file is replaced. Fails if the database cannot be read or the file cannot be
/// written.
pub async fn export(
    address: &Address,
    file: &Path,
    progress: Progress<'_>,
) -> Result<Contents, TransferError> {
    let failed = |why| TransferError::Open(OpenError::Other(address.clone(), why));
    let mut connection = prepared(address, None).await.map_err(TransferError::Open)?;
    brought_up_to_date(address, &mut connection)
        .await
        .map_err(TransferError::Open)?;
    let part = Part::create(file)?;
    let mut moment = connection
        .begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        .await
        .map_err(failed)?;
    let mut all = 0;
    for table in TABLES {
        let count = format!("SELECT count(*) FROM {table}{}", kept(table));
        all += number(&mut moment, count).await.map_err(failed)?;
    }
    let mut to = Writer::create(&part, file, SCHEMA)?;
    for table in TABLES {
        let columns = columns(&mut moment, table).await.map_err(failed)?;
        let mut key: Vec<&Column> = columns.iter().filter(|column| column.key > 0).collect();
        key.sort_by_key(|column| column.key);
        let key: Vec<&str> = key.iter().map(|column| column.name.as_str()).collect();
        let rows = format!(
            "SELECT * FROM {table}{} ORDER BY {}",
            kept(table),
            key.join(", ")
        );
        let mut rows = sqlx::query(AssertSqlSafe(rows)).fetch(&mut *moment);
        while let Some(found) = rows.try_next().await.map_err(failed)? {
            let Row(values) = row(&found).map_err(failed)?;
            let values = columns
                .iter()
                .zip(values)
                .map(|(column, value)| (column.name.clone(), json(value)));
            let done = to.row(table, values.collect())?;
            if done.is_multiple_of(1024) {
                progress(done, all);
            }
        }
    }
    to.end()?;
    let contents = contents(&mut moment).await.map_err(failed)?;
    drop(moment);
    let _ = connection.close().await;
    part.finish(file)?;
    Ok(contents)
}

/// Imports an export into an empty database that no server uses. Fails if the file is no complete export or comes from
/// another version, or if the database cannot be used or is not empty.
pub async fn import(
    address: &Address,
    file: &Path,
    progress: Progress<'_>,
) -> Result<Contents, TransferError> {
    let failed = |why| TransferError::Open(OpenError::Other(address.clone(), why));
    let (mut lines, schema) = Reader::open(file)?;
    if schema < SCHEMA {
        return Err(TransferError::Older(file.display().to_string()));
    }
    let mut connection = prepared(address, None).await.map_err(TransferError::Open)?;
    brought_up_to_date(address, &mut connection)
        .await
        .map_err(TransferError::Open)?;
    let mut writing = connection.begin().await.map_err(failed)?;
    // No server can start to use the database before the import ends.
    let taken = sqlx::query(
        "UPDATE lease SET epoch = epoch + 1
         WHERE until < moment() AND NOT EXISTS (SELECT 1 FROM nodes WHERE until >= moment())",
    )
    .execute(&mut *writing)
    .await
    .map_err(failed)?;
    if taken.rows_affected() == 0 {
        return Err(TransferError::Open(OpenError::InUse(address.clone())));
    }
    let mut known = Vec::new();
    for table in TABLES {
        let any = format!("SELECT count(*) FROM (SELECT 1 FROM {table} LIMIT 1) AS one");
        if number(&mut writing, any).await.map_err(failed)? > 0 {
            return Err(TransferError::Occupied(address.clone()));
        }
        known.push((table, columns(&mut writing, table).await.map_err(failed)?));
    }
    let mut batch = Batch::default();
    let refusal = |why| match why {
        Refusal::Line(why) => TransferError::Copy(why),
        Refusal::Database(why) => failed(why),
    };
    while let Some((table, values)) = lines.row()? {
        let Some((name, columns)) = known.iter().find(|(name, _)| *name == table) else {
            return Err(lines.wrong(LineError::UnknownTable(table)).into());
        };
        let values = fitting(name, columns, values).map_err(|why| lines.wrong(why))?;
        if batch.table != *name || batch.rows.len() >= BATCH {
            batch.write(&mut writing, &lines).await.map_err(refusal)?;
            batch.table = *name;
            let (read, size) = lines.progress();
            progress(read, size);
        }
        batch.rows.push((lines.line(), Json::Object(values)));
    }
    batch.write(&mut writing, &lines).await.map_err(refusal)?;
    sqlx::query("UPDATE results_counted SET n = (SELECT coalesce(max(sequence), 0) FROM results)")
        .execute(&mut *writing)
        .await
        .map_err(failed)?;
    let contents = contents(&mut writing).await.map_err(failed)?;
    writing.commit().await.map_err(failed)?;
    let _ = connection.close().await;
    Ok(Contents {
        seal: lines.seal(),
        ..contents
    })
}

/// Returns a condition that leaves out deleted data.
fn kept(table: &str) -> &'static str {
    match table {
        "tables" => " WHERE removed = 0",
        "journal" | "seats" | "former_seats" => {
            " WHERE table_id IN (SELECT id FROM tables WHERE removed = 0)"
        }
        _ => "",
    }
}

struct Column {
    name: String,
    kind: String,
    /// Its position in the primary key, from 1; 0 if outside.
    key: i64,
}

async fn columns(connection: &mut PgConnection, table: &str) -> Result<Vec<Column>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT attname::TEXT, format_type(atttypid, NULL)::TEXT,
             coalesce(array_position(indkey::SMALLINT[], attnum) + 1, 0)::BIGINT
         FROM pg_attribute JOIN pg_index ON indrelid = attrelid AND indisprimary
         WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
    )
    .bind(table)
    .fetch_all(connection)
    .await?;
    let column = |row: &sqlx::postgres::PgRow| {
        Ok(Column {
            name: row.try_get(0)?,
            kind: row.try_get(1)?,
            key: row.try_get(2)?,
        })
    };
    rows.iter().map(column).collect()
}

async fn number(connection: &mut PgConnection, query: String) -> Result<u64, sqlx::Error> {
    let row = sqlx::query(AssertSqlSafe(query))
        .fetch_one(connection)
        .await?;
    row.try_get(0).map(i64::unsigned_abs)
}

async fn contents(connection: &mut PgConnection) -> Result<Contents, sqlx::Error> {
    let row = sqlx::query(
        "SELECT (SELECT count(*) FROM tables WHERE removed = 0), (SELECT count(*) FROM results),
             (SELECT count(*) FROM players WHERE kind <> 'gone')",
    )
    .fetch_one(connection)
    .await?;
    let count = |column: usize| row.try_get(column).map(i64::unsigned_abs);
    Ok(Contents {
        tables: count(0)?,
        matches: count(1)?,
        players: count(2)?,
        seal: Seal::Whole,
    })
}

fn json(value: Value) -> Json {
    match value {
        Value::Int(number) => number.into(),
        Value::Text(text) => text.into(),
        Value::Blob(bytes) => bytes.map_or(Json::Null, |bytes| blob(&bytes)),
    }
}

/// Converts a row to the form that PostgreSQL reads.
fn fitting(
    table: &str,
    columns: &[Column],
    values: Map<String, Json>,
) -> Result<Map<String, Json>, LineError> {
    if values.len() != columns.len() {
        return Err(LineError::Columns(table.to_owned()));
    }
    let mut fitting = Map::new();
    for column in columns {
        let value = values
            .get(&column.name)
            .ok_or_else(|| LineError::Columns(table.to_owned()))?;
        let fits = match (&*column.kind, value) {
            (_, Json::Null) => Some(Json::Null),
            ("bigint", Json::Number(number)) => number.as_i64().map(Json::from),
            ("text", Json::String(text)) => Some(Json::from(text.as_str())),
            ("bytea", Json::Object(one)) if one.len() == 1 => match one.get("blob") {
                Some(Json::String(digits)) => Some(Json::from(format!("\\x{digits}"))),
                _ => None,
            },
            _ => None,
        };
        let value = fits.ok_or_else(|| LineError::Value(column.name.clone()))?;
        fitting.insert(column.name.clone(), value);
    }
    Ok(fitting)
}

/// Why rows were not written: because of a line, or of the database.
enum Refusal {
    Line(CopyError),
    Database(sqlx::Error),
}

/// Whether the error concerns the row, and not the database, such as a full disk.
fn is_of_row(error: &sqlx::Error) -> bool {
    code(error).is_some_and(|code| code.starts_with("22") || code.starts_with("23"))
}

/// Consecutive rows of one table, each with its line.
#[derive(Default)]
struct Batch {
    table: &'static str,
    rows: Vec<(u64, Json)>,
}

impl Batch {
    /// Writes the rows; if one is refused, returns its line.
    async fn write(
        &mut self,
        writing: &mut PgConnection,
        lines: &Reader<'_>,
    ) -> Result<(), Refusal> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let rows = std::mem::take(&mut self.rows);
        let whole = lines.line();
        let refused = |line, why: sqlx::Error| match is_of_row(&why) {
            true => Refusal::Line(lines.wrong_at(line, LineError::Refused(why.to_string()))),
            false => Refusal::Database(why),
        };
        let mark = sqlx::raw_sql("SAVEPOINT batch")
            .execute(&mut *writing)
            .await;
        mark.map_err(Refusal::Database)?;
        let all: Vec<&Json> = rows.iter().map(|(_, row)| row).collect();
        let Err(why) = self.insert(writing, &all).await else {
            return Ok(());
        };
        // The database failed, not a row.
        if !is_of_row(&why) {
            return Err(Refusal::Database(why));
        }
        let back = sqlx::raw_sql("ROLLBACK TO batch")
            .execute(&mut *writing)
            .await;
        back.map_err(Refusal::Database)?;
        for (line, row) in &rows {
            let written = self.insert(writing, &[row]).await;
            written.map_err(|why| refused(*line, why))?;
        }
        Err(refused(whole, why))
    }

    async fn insert(&self, writing: &mut PgConnection, rows: &[&Json]) -> Result<(), sqlx::Error> {
        let table = self.table;
        let statement = format!(
            "INSERT INTO {table} SELECT * FROM json_populate_recordset(NULL::{table}, $1::JSON)"
        );
        let rows = serde_json::to_string(rows).expect("rows are JSON");
        sqlx::query(AssertSqlSafe(statement))
            .bind(rows)
            .execute(writing)
            .await?;
        Ok(())
    }
}
