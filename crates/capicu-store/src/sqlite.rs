//! The store in a file: `capicu.db`, by SQLite.
//!
//! One task writes. What many tables ask for while the last flush ran goes to the disk in one
//! transaction, and nobody is answered before the flush (`synchronous = FULL`). Readers have
//! connections of their own, which the writer does not hold up, nor they the writer.

mod batch;
mod check;
mod connection;
pub mod copies;
mod migrations;
mod open;
mod write;

use std::sync::{Arc, Mutex, PoisonError};

use sqlx::SqlitePool;
use tokio::sync::{mpsc, oneshot};

use crate::sql::{Dialect, Engine, Error, Found, Job, Query, Sql, Write};
use crate::{Answer, AppendError, Health};
pub use check::Damage;
pub use open::OpenError;
use write::Request;

/// A store in a folder. It works within a tokio runtime, whose tasks it needs until it is
/// [closed](crate::Journal::close).
pub type Sqlite = Sql<SqliteEngine>;

/// A database in a file, and the task that writes it.
#[derive(Debug)]
pub struct SqliteEngine {
    readers: SqlitePool,
    writer: mpsc::Sender<Request>,
    health: Arc<Mutex<Health>>,
    /// Keeps other servers out of the folder.
    lock: Mutex<Option<open::Lock>>,
}

impl SqliteEngine {
    async fn ask<T>(&self, request: impl FnOnce(oneshot::Sender<T>) -> Request) -> Option<T> {
        let (done, answer) = oneshot::channel();
        self.writer.send(request(done)).await.ok()?;
        answer.await.ok()
    }
}

impl Engine for SqliteEngine {
    fn dialect(&self) -> Dialect {
        Dialect::Sqlite
    }

    fn read(&self, query: Query) -> Answer<'_, Result<Found, Error>> {
        Box::pin(async move {
            let connection = self.readers.acquire().await;
            let mut connection = connection.map_err(connection::error)?;
            connection::run(&mut connection, query).await
        })
    }

    fn change(&self, job: Job) -> Answer<'_, ()> {
        Box::pin(async move {
            let _ = self.writer.send(Request::Job(job)).await;
        })
    }

    fn append(&self, write: Write) -> Answer<'_, Result<(), AppendError>> {
        Box::pin(async move {
            let answer = self.ask(|done| Request::Write(write, done)).await;
            answer.unwrap_or(Err(AppendError::Failed))
        })
    }

    fn health(&self) -> Health {
        let health = self.health.lock();
        health.unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            self.ask(Request::Close).await;
            self.readers.close().await;
            let lock = self.lock.lock();
            lock.unwrap_or_else(PoisonError::into_inner).take();
        })
    }
}
