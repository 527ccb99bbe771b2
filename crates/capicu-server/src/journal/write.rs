//! The only writer: what many tables ask for at the same time goes to the disk together.

use serde::Serialize;
use sqlx::{Connection, SqliteConnection};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{MissedTickBehavior, interval};

use crate::time::now;

/// Why the journal failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// It could not be written, or it is not certain that it was.
    #[error("the journal cannot be written")]
    Write,
    /// It could not be read.
    #[error("the journal cannot be read")]
    Read,
    /// What it holds could not have happened.
    #[error("the journal of this table does not make sense")]
    Nonsense,
}

/// A row of the journal.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// The table.
    pub table: String,
    /// The number of the fact.
    pub version: u64,
    /// When.
    pub at: u64,
    /// The seat that sent the command.
    pub seat: Option<u8>,
    /// The key of the command.
    pub key: Option<String>,
    /// The fact as JSON.
    pub fact: String,
}

/// What the writer is asked.
#[derive(Debug)]
pub(super) enum Request {
    /// To write.
    Write(Write),
    /// To close the file, once all that was asked for before is written.
    Close(oneshot::Sender<()>),
}

/// What one table asks for; all of it is written, or nothing.
#[derive(Debug)]
pub(super) struct Write {
    pub table: Option<(String, String)>,
    pub lines: Vec<Line>,
    pub done: oneshot::Sender<Result<(), JournalError>>,
}

/// The most that goes into one transaction.
const BATCH: usize = 1024;

/// How often the server notes that it runs, while a clock runs.
const HEARTBEAT: Duration = Duration::from_secs(5);

pub(super) async fn run(
    mut connection: SqliteConnection,
    mut requests: mpsc::Receiver<Request>,
    clocks: Arc<AtomicUsize>,
) {
    let mut received = Vec::with_capacity(BATCH);
    let mut batch = Vec::with_capacity(BATCH);
    let mut heartbeat = interval(HEARTBEAT);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut close = None;
    while close.is_none() {
        tokio::select! {
            biased;
            n = requests.recv_many(&mut received, BATCH) => {
                if n == 0 {
                    break;
                }
                for request in received.drain(..) {
                    match request {
                        Request::Write(write) => batch.push(write),
                        Request::Close(closed) => close = Some(closed),
                    }
                }
                write(&mut connection, &mut batch).await;
            }
            _ = heartbeat.tick() => {
                if clocks.load(Ordering::Relaxed) > 0
                    && let Err(error) = beat(&mut connection, now()).await
                {
                    tracing::warn!(%error, "cannot note that the server runs");
                }
            }
        }
    }
    let _ = connection.close().await;
    if let Some(closed) = close {
        let _ = closed.send(());
    }
}

async fn write(connection: &mut SqliteConnection, batch: &mut Vec<Write>) {
    if batch.is_empty() {
        return;
    }
    match commit(connection, batch).await {
        Ok(()) => {
            for write in batch.drain(..) {
                let _ = write.done.send(Ok(()));
            }
        }
        Err(error) if batch.len() == 1 => {
            tracing::error!(%error, "cannot write the journal");
            for write in batch.drain(..) {
                let _ = write.done.send(Err(JournalError::Write));
            }
        }
        // One of them may be at fault, so each is tried alone: the others are not to suffer.
        Err(_) => {
            for write in batch.drain(..) {
                let alone = [write];
                let result = commit(connection, &alone).await.map_err(|error| {
                    tracing::error!(%error, "cannot write the journal");
                    JournalError::Write
                });
                let [write] = alone;
                let _ = write.done.send(result);
            }
        }
    }
}

/// Writes all of them in one transaction: when it returns, they are on the disk.
async fn commit(connection: &mut SqliteConnection, batch: &[Write]) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let at = now() as i64;
    for (id, setup) in batch.iter().filter_map(|write| write.table.as_ref()) {
        sqlx::query!(
            "INSERT INTO tables (id, setup, made_at) VALUES (?, ?, ?)",
            id,
            setup,
            at
        )
        .execute(&mut *transaction)
        .await?;
    }
    let lines: Vec<&Line> = batch.iter().flat_map(|write| &write.lines).collect();
    let lines = serde_json::to_string(&lines).expect("lines are JSON");
    // All rows in one statement: each statement costs more than a row does.
    sqlx::query!(
        "INSERT INTO journal (table_id, version, at, seat, key, fact)
         SELECT value ->> 'table', value ->> 'version', value ->> 'at', value ->> 'seat',
                value ->> 'key', value ->> 'fact'
         FROM json_each(?)",
        lines
    )
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await
}

/// Notes that the server runs.
pub(super) async fn beat(connection: &mut SqliteConnection, at: u64) -> Result<(), sqlx::Error> {
    let at = at as i64;
    sqlx::query!(
        "INSERT INTO heartbeat (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at",
        at
    )
    .execute(connection)
    .await?;
    Ok(())
}
