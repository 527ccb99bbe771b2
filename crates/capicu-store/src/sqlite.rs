//! The store in an SQLite file: `capicu.db`.
//!
//! One task writes. Requests that arrive during a flush share the next transaction, and callers get answers only after
//! the flush (`synchronous = FULL`). Readers have separate connections: neither readers nor the writer wait for each
//! other.

mod batch;
mod check;
mod connection;
pub mod copies;
mod examine;
#[cfg(feature = "in-memory")]
mod in_memory;
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
#[cfg(feature = "in-memory")]
pub use in_memory::InMemory;
pub use open::{Incomplete, OpenError};

/// The number of the newest migration. Older databases are migrated as they are opened, newer ones are refused.
pub const SCHEMA: i64 = migrations::NEWEST;

/// A store in a folder. It needs the tokio runtime it was opened on until it is [closed](crate::Journal::close).
pub type Sqlite = Sql<SqliteEngine>;

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
            // A new connection might open another file.
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
            // Dropping the job tells the caller that nothing was done.
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
