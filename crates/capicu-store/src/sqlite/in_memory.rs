//! A database in memory, for tests and simulations.

use std::sync::Arc;

use sqlx::ConnectOptions as _;
use sqlx::sqlite::SqliteConnectOptions;

use super::batch;
use super::connection::{Link, error};
use super::migrations;
use super::place::Place;
use crate::Answer;
use crate::sql::{Connection, Dialect, Error, Found, Query, Write, Written};

/// An empty database in memory and its only connection, which runs the same statements as one in a file. It needs no
/// runtime. Dropping it deletes the data.
#[derive(Debug)]
pub struct InMemory(Link);

impl InMemory {
    /// Creates one. Fails if SQLite fails.
    pub async fn open() -> Result<Self, Error> {
        let options = SqliteConnectOptions::new()
            .filename(":memory:")
            .foreign_keys(true)
            .disable_statement_logging();
        let mut connection = options.connect().await.map_err(error)?;
        let made = migrations::all().run(&mut connection).await;
        made.map_err(|why| error(why.into()))?;
        Ok(Self(Link {
            connection,
            place: Arc::new(Place::default()),
        }))
    }

    /// Appends to tables like [`Access::commit`](crate::sql::Access::commit). Fails if SQLite fails.
    pub async fn commit(&mut self, batch: &[Write]) -> Result<Vec<Written>, Error> {
        let done = batch::commit(&mut self.0.connection, &self.0.place, batch).await;
        done.map_err(error)
    }
}

impl Connection for InMemory {
    fn dialect(&self) -> Dialect {
        Dialect::Sqlite
    }

    fn run<'a>(&'a mut self, query: Query) -> Answer<'a, Result<Found, Error>> {
        self.0.run(query)
    }

    fn begin(&mut self) -> Answer<'_, Result<(), Error>> {
        self.0.begin()
    }

    fn end(&mut self, keep: bool) -> Answer<'_, Result<(), Error>> {
        self.0.end(keep)
    }
}
