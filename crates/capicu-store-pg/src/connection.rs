//! Runs statements on a connection to PostgreSQL.

use std::fmt::Write as _;

use capicu_store::Answer;
use capicu_store::shards::Shards;
use capicu_store::sql::{Connection, Dialect, Error, Found, Query, Row, Value};
use futures_util::TryStreamExt as _;
use sqlx::postgres::{PgConnection, PgRow};
use sqlx::{AssertSqlSafe, Either, Executor as _, Row as _, TypeInfo as _, ValueRef as _};

/// Every change outside the journal takes this lock, so that values it has read are still valid when it writes.
const CHANGES: &str = "SELECT pg_advisory_xact_lock(7163097)";

/// A connection for changes outside the journal.
#[derive(Debug)]
pub(crate) struct Link {
    pub(crate) connection: PgConnection,
    pub(crate) fence: Fence,
}

/// The permission of a server to write; the database checks it.
#[derive(Clone, Debug)]
pub(crate) enum Fence {
    /// The lease of a lone server, with its epoch.
    Lease(i64),
    /// Shards of a server in a cluster.
    Node(Shards),
}

impl Fence {
    /// Fails unless the server may still write.
    pub async fn holds(&self, connection: &mut PgConnection) -> Result<(), Error> {
        let held = match self {
            Self::Lease(epoch) => sqlx::query("SELECT holds($1)").bind(*epoch),
            Self::Node(shards) => sqlx::query("SELECT is_node($1)").bind(shards.name()),
        };
        connection.execute(held).await.map_err(error)?;
        Ok(())
    }
}

impl Connection for Link {
    fn dialect(&self) -> Dialect {
        Dialect::Postgres
    }

    fn run<'a>(&'a mut self, query: Query) -> Answer<'a, Result<Found, Error>> {
        Box::pin(run(&mut self.connection, query))
    }

    fn begin(&mut self) -> Answer<'_, Result<(), Error>> {
        Box::pin(async move {
            let connection = &mut self.connection;
            simple(connection, "BEGIN").await?;
            simple(connection, CHANGES).await?;
            self.fence.holds(connection).await
        })
    }

    fn end(&mut self, keep: bool) -> Answer<'_, Result<(), Error>> {
        let statement = if keep { "COMMIT" } else { "ROLLBACK" };
        Box::pin(simple(&mut self.connection, statement))
    }
}

pub(crate) async fn simple(
    connection: &mut PgConnection,
    statement: &'static str,
) -> Result<(), Error> {
    connection.execute(statement).await.map_err(error)?;
    Ok(())
}

pub(crate) async fn run(connection: &mut PgConnection, query: Query) -> Result<Found, Error> {
    let (sql, values) = numbered(&query.sql);
    let mut statement = sqlx::query(AssertSqlSafe(sql));
    // The statement is prepared once for any values.
    for value in query.values.into_iter().take(values) {
        statement = match value {
            Value::Int(number) => statement.bind(number),
            Value::Text(text) => statement.bind(text),
            Value::Blob(bytes) => statement.bind(bytes),
        };
    }
    let mut found = Found::default();
    let mut answers = connection.fetch_many(statement);
    while let Some(answer) = answers.try_next().await.map_err(error)? {
        match answer {
            Either::Left(done) => found.changed += done.rows_affected(),
            Either::Right(row) => found.rows.push(self::row(&row).map_err(error)?),
        }
    }
    Ok(found)
}

pub(crate) fn row(row: &PgRow) -> Result<Row, sqlx::Error> {
    let value = |at| {
        let raw = row.try_get_raw(at)?;
        let int = |number: i64| Value::Int(Some(number));
        Ok(match raw.type_info().name() {
            _ if raw.is_null() => Value::Text(None),
            "INT8" => int(row.try_get(at)?),
            "INT4" => int(row.try_get::<i32, _>(at)?.into()),
            "BOOL" => int(row.try_get::<bool, _>(at)?.into()),
            "BYTEA" => Value::Blob(row.try_get(at)?),
            _ => Value::Text(row.try_get(at)?),
        })
    };
    (0..row.len()).map(value).collect::<Result<_, _>>().map(Row)
}

/// Returns the statement with values numbered for PostgreSQL, and their count: `?` is the one after the last, `?2` the
/// second.
fn numbered(sql: &str) -> (String, usize) {
    let mut numbered = String::with_capacity(sql.len() + 8);
    let (mut last, mut is_text) = (0_u32, false);
    let mut rest = sql.chars().peekable();
    while let Some(next) = rest.next() {
        is_text ^= next == '\'';
        if next != '?' || is_text {
            numbered.push(next);
            continue;
        }
        let mut number = 0;
        while let Some(digit) = rest.peek().and_then(|next| next.to_digit(10)) {
            number = 10 * number + digit;
            rest.next();
        }
        if number == 0 {
            number = last + 1;
        }
        last = last.max(number);
        let _ = write!(numbered, "${number}");
    }
    (numbered, last as usize)
}

pub(crate) fn error(error: sqlx::Error) -> Error {
    match code(&error).is_some_and(|code| code.starts_with("23")) {
        true => Error::Constraint(error.to_string()),
        false => Error::Failed(error.to_string()),
    }
}

/// Returns PostgreSQL's code of an error.
pub(crate) fn code(error: &sqlx::Error) -> Option<String> {
    let error = error.as_database_error()?;
    error.code().map(|code| code.into_owned())
}

/// Whether the database refuses this server because others write an edition that it cannot read.
pub(crate) fn is_newer(error: &sqlx::Error) -> bool {
    code(error).is_some_and(|code| code == "CA002")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_numbered_as_in_sqlite() {
        for (sql, expected) in [
            ("SELECT 1", "SELECT 1"),
            ("a = ? AND b = ?", "a = $1 AND b = $2"),
            ("a = ?2 OR b = ?1 OR c = ?2", "a = $2 OR b = $1 OR c = $2"),
            ("a = ?2 AND b = ?", "a = $2 AND b = $3"),
            (
                "a = ?12 AND b = 'why?' AND c = ?",
                "a = $12 AND b = 'why?' AND c = $13",
            ),
            (
                "a LIKE '%it''s?%' AND b = ?",
                "a LIKE '%it''s?%' AND b = $1",
            ),
        ] {
            assert_eq!(numbered(sql).0, expected);
        }
        assert_eq!(numbered("a = ?2 AND b = ?").1, 3);
    }
}
