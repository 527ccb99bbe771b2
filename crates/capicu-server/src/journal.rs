//! What happened, on the disk: nobody is told of a fact before it is here.

mod fact;
mod open;
mod write;

pub use fact::{Fact, SeatSetup, Setup};
pub use open::{Damage, OpenError};
pub use write::{JournalError, Line};

use sqlx::SqlitePool;
use tokio::sync::{mpsc, oneshot};

use capicu_protocol::Key;
use write::{Request, Write};

/// A fact with its place in a table's journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number.
    pub version: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The command it came from.
    pub command: Option<(capicu::Seat, Key)>,
    /// What.
    pub fact: Fact,
}

/// A stretch of time in which the server did not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// From here, in milliseconds since 1970.
    pub began: u64,
    /// To here.
    pub ended: u64,
}

/// The open journal. Clones share it.
#[derive(Clone, Debug)]
pub struct Journal {
    readers: SqlitePool,
    writer: mpsc::Sender<Request>,
}

impl Journal {
    /// Makes a table.
    ///
    /// # Errors
    ///
    /// If it could not be written.
    pub async fn make(
        &self,
        id: &str,
        setup: &Setup,
        lines: Vec<Line>,
    ) -> Result<(), JournalError> {
        let setup = serde_json::to_string(setup).map_err(|_| JournalError::Write)?;
        self.write(|done| Write {
            table: Some((id.to_owned(), setup)),
            lines,
            done,
        })
        .await
    }

    /// Adds lines to a table. When this returns, they are on the disk.
    ///
    /// # Errors
    ///
    /// If that is not certain.
    pub async fn append(&self, lines: Vec<Line>) -> Result<(), JournalError> {
        self.write(|done| Write {
            table: None,
            lines,
            done,
        })
        .await
    }

    async fn write(
        &self,
        write: impl FnOnce(oneshot::Sender<Result<(), JournalError>>) -> Write,
    ) -> Result<(), JournalError> {
        let (done, result) = oneshot::channel();
        self.writer
            .send(Request::Write(write(done)))
            .await
            .map_err(|_| JournalError::Write)?;
        result.await.map_err(|_| JournalError::Write)?
    }

    /// Whether there is such a table.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn has(&self, id: &str) -> Result<bool, JournalError> {
        let row = sqlx::query!("SELECT 1 AS found FROM tables WHERE id = ?", id)
            .fetch_optional(&self.readers)
            .await
            .map_err(read_error)?;
        Ok(row.is_some())
    }

    /// A table with all that happened at it.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read or does not make sense.
    pub async fn read(&self, id: &str) -> Result<(Setup, Vec<Entry>), JournalError> {
        let table = sqlx::query!("SELECT setup FROM tables WHERE id = ?", id)
            .fetch_one(&self.readers)
            .await
            .map_err(read_error)?;
        let rows = sqlx::query!(
            "SELECT version, at, seat, key, fact FROM journal WHERE table_id = ? ORDER BY version",
            id
        )
        .fetch_all(&self.readers)
        .await
        .map_err(read_error)?;
        let entries = rows.into_iter().map(|row| {
            Row {
                version: row.version,
                at: row.at,
                seat: row.seat,
                key: row.key,
                fact: row.fact,
            }
            .entry()
        });
        let entries: Option<Vec<Entry>> = entries.collect();
        Ok((
            serde_json::from_str(&table.setup).map_err(|_| JournalError::Nonsense)?,
            entries.ok_or(JournalError::Nonsense)?,
        ))
    }

    /// The tables at which something happened since this time, at most so many, the latest first.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn recent(&self, since: u64, limit: u32) -> Result<Vec<String>, JournalError> {
        let since = since as i64;
        let rows = sqlx::query!(
            r#"SELECT table_id AS "table_id!" FROM journal INDEXED BY journal_at WHERE at >= ?
               GROUP BY table_id ORDER BY max(at) DESC LIMIT ?"#,
            since,
            limit
        )
        .fetch_all(&self.readers)
        .await
        .map_err(read_error)?;
        Ok(rows.into_iter().map(|row| row.table_id).collect())
    }

    /// When the server did not run.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn outages(&self) -> Result<Vec<Outage>, JournalError> {
        let rows = sqlx::query!("SELECT began, ended FROM outages ORDER BY began")
            .fetch_all(&self.readers)
            .await
            .map_err(read_error)?;
        Ok(rows
            .into_iter()
            .map(|row| Outage {
                began: row.began as u64,
                ended: row.ended as u64,
            })
            .collect())
    }

    /// Waits until all that was asked for is written, and closes the files.
    pub async fn close(self) {
        let (closed, result) = oneshot::channel();
        if self.writer.send(Request::Close(closed)).await.is_ok() {
            let _ = result.await;
        }
        self.readers.close().await;
    }
}

struct Row {
    version: i64,
    at: i64,
    seat: Option<i64>,
    key: Option<String>,
    fact: String,
}

impl Row {
    fn entry(&self) -> Option<Entry> {
        let command = match (self.seat, &self.key) {
            (Some(seat), Some(key)) => {
                Some((capicu::Seat::new(u8::try_from(seat).ok()?)?, Key::new(key)?))
            }
            _ => None,
        };
        Some(Entry {
            version: u64::try_from(self.version).ok()?,
            at: u64::try_from(self.at).ok()?,
            command,
            fact: serde_json::from_str(&self.fact).ok()?,
        })
    }
}

fn read_error(error: sqlx::Error) -> JournalError {
    tracing::error!(%error, "cannot read the journal");
    JournalError::Read
}
