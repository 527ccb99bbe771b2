//! The store in a file: `capicu.db`, by SQLite.
//!
//! One task writes. What many tables ask for while the last flush ran goes to the disk in one
//! transaction, and nobody is answered before the flush (`synchronous = FULL`). Readers have
//! connections of their own, which the writer does not hold up, nor they the writer.

mod batch;
mod check;
mod connection;
pub mod copies;
mod examine;
mod migrations;
mod open;
mod place;
mod watch;
mod write;

use std::sync::{Arc, Mutex, PoisonError};

use sqlx::SqlitePool;

use crate::sql::{Dialect, Engine, Error, Found, Job, Query, Sql, Write, Writer, Written};
use crate::{Answer, Health};
pub use check::Damage;
pub use examine::{Examined, examine};
pub use open::{Incomplete, OpenError};

/// A store in a folder. It works within a tokio runtime, whose tasks it needs until it is
/// [closed](crate::Journal::close).
pub type Sqlite = Sql<SqliteEngine>;

/// A database in a file, and the task that writes it.
#[derive(Debug)]
pub struct SqliteEngine {
    readers: SqlitePool,
    writer: Writer,
    place: Arc<place::Place>,
    watch: watch::Watch,
    /// Keeps other servers out of the folder.
    lock: Mutex<Option<open::Lock>>,
}

impl Engine for SqliteEngine {
    fn dialect(&self) -> Dialect {
        Dialect::Sqlite
    }

    fn read(&self, query: Query) -> Answer<'_, Result<Found, Error>> {
        Box::pin(async move {
            // Another connection may be opened, and find another file.
            if let Some(gone) = self.place.gone() {
                return Err(Error::Failed(gone.to_string()));
            }
            let connection = self.readers.acquire().await;
            let mut connection = connection.map_err(connection::error)?;
            connection::run(&mut connection, query).await
        })
    }

    fn change(&self, job: Job) -> Answer<'_, ()> {
        Box::pin(async move {
            // Without an answer, the caller finds out that nothing was done.
            if self.place.gone().is_none() {
                self.writer.work(job).await;
            }
        })
    }

    fn append(&self, write: Write) -> Answer<'_, Written> {
        Box::pin(self.writer.append(write))
    }

    fn health(&self) -> Health {
        match self.place.trouble() {
            Some(trouble) => Health::Unwritable {
                why: trouble.to_string(),
            },
            None => self.writer.health(),
        }
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            self.watch.end().await;
            self.writer.close().await;
            self.readers.close().await;
            let lock = self.lock.lock();
            lock.unwrap_or_else(PoisonError::into_inner).take();
        })
    }
}
