//! Runs statements on a connection to a file.

use std::sync::Arc;

use futures_util::TryStreamExt as _;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, Either, Executor as _, Row as _, TypeInfo as _, ValueRef as _};

use super::batch::is_constraint;
use super::place::Place;
use crate::Answer;
use crate::sql::{Connection, Dialect, Error, Found, Query, Row, Value};

#[derive(Debug)]
pub(super) struct Link {
    pub connection: SqliteConnection,
    pub place: Arc<Place>,
}

impl Connection for Link {
    fn dialect(&self) -> Dialect {
        Dialect::Sqlite
    }

    fn run<'a>(&'a mut self, query: Query) -> Answer<'a, Result<Found, Error>> {
        Box::pin(run(&mut self.connection, query))
    }

    fn begin(&mut self) -> Answer<'_, Result<(), Error>> {
        Box::pin(async move {
            let _waits = self.place.waits();
            super::batch::run(&mut self.connection, "BEGIN IMMEDIATE")
                .await
                .map_err(error)
        })
    }

    fn end(&mut self, keep: bool) -> Answer<'_, Result<(), Error>> {
        let statement = if keep { "COMMIT" } else { "ROLLBACK" };
        Box::pin(async move {
            super::batch::run(&mut self.connection, statement)
                .await
                .map_err(error)
        })
    }
}

pub(super) async fn run(connection: &mut SqliteConnection, query: Query) -> Result<Found, Error> {
    let mut statement = sqlx::query(AssertSqlSafe(query.sql.into_owned()));
    for value in query.values {
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

fn row(row: &SqliteRow) -> Result<Row, sqlx::Error> {
    let value = |at| {
        let raw = row.try_get_raw(at)?;
        Ok(match raw.type_info().name() {
            _ if raw.is_null() => Value::Text(None),
            "INTEGER" | "BOOLEAN" => Value::Int(row.try_get_unchecked(at)?),
            "BLOB" => Value::Blob(row.try_get_unchecked(at)?),
            _ => Value::Text(row.try_get_unchecked(at)?),
        })
    };
    (0..row.len()).map(value).collect::<Result<_, _>>().map(Row)
}

pub(super) fn error(error: sqlx::Error) -> Error {
    match is_constraint(&error) {
        true => Error::Constraint(error.to_string()),
        false => Error::Failed(error.to_string()),
    }
}
