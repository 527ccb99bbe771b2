//! The only writer, and how it recovers.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use super::batch;
use crate::sql::{Job, Write};
use crate::{AppendError, Health};

/// What the writer is asked.
#[derive(Debug)]
pub(super) enum Request {
    /// To write.
    Write(Write, oneshot::Sender<batch::Answer>),
    /// To do something else.
    Job(Job),
    /// To close the file, once all that was asked for before is written.
    Close(oneshot::Sender<()>),
}

/// The most that goes into one transaction.
const BATCH: usize = 1024;

/// How long it waits before it tries to write again, from the second attempt; doubled each time.
const FIRST_WAIT: Duration = Duration::from_millis(100);

/// But no longer than this.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// The writer.
pub(super) struct Writer {
    /// How to open the file again.
    pub options: SqliteConnectOptions,
    /// The connection, while it is good.
    pub connection: Option<SqliteConnection>,
    /// Closed before the connection is, so that nobody keeps the log from being written into the file.
    pub readers: SqlitePool,
    /// What the others see.
    pub health: Arc<Mutex<Health>>,
}

impl Writer {
    pub(super) async fn run(mut self, mut requests: mpsc::Receiver<Request>) {
        let mut received = Vec::with_capacity(BATCH);
        let mut writes = Vec::with_capacity(BATCH);
        let mut waiting = Vec::with_capacity(BATCH);
        let mut wait = FIRST_WAIT;
        let mut next_attempt = Instant::now();
        let closed = loop {
            tokio::select! {
                biased;
                n = requests.recv_many(&mut received, BATCH) => {
                    if n == 0 {
                        break None;
                    }
                }
                () = sleep_until(next_attempt), if self.connection.is_none() => {
                    if !self.recover().await {
                        next_attempt = Instant::now() + wait;
                        wait = LONGEST_WAIT.min(2 * wait);
                    }
                    continue;
                }
            }
            let mut close = None;
            for request in received.drain(..) {
                match request {
                    Request::Write(write, done) => {
                        writes.push(write);
                        waiting.push(done);
                    }
                    Request::Job(job) => {
                        self.write(&mut writes, &mut waiting).await;
                        self.work(job).await;
                    }
                    Request::Close(closed) => close = Some(closed),
                }
            }
            let was_good = self.connection.is_some();
            self.write(&mut writes, &mut waiting).await;
            if was_good && self.connection.is_none() {
                (wait, next_attempt) = (FIRST_WAIT, Instant::now());
            }
            if close.is_some() {
                break close;
            }
        };
        self.close().await;
        if let Some(closed) = closed {
            let _ = closed.send(());
        }
    }

    async fn write(
        &mut self,
        writes: &mut Vec<Write>,
        waiting: &mut Vec<oneshot::Sender<batch::Answer>>,
    ) {
        if writes.is_empty() {
            return;
        }
        let answers = match &mut self.connection {
            Some(connection) => batch::commit(connection, writes).await,
            None => Ok(vec![Err(AppendError::Failed); writes.len()]),
        };
        let answers = match answers {
            Ok(answers) => answers,
            Err(error) => {
                self.failed(&error.to_string()).await;
                vec![Err(AppendError::Failed); writes.len()]
            }
        };
        writes.clear();
        for (done, answer) in waiting.drain(..).zip(answers) {
            let _ = done.send(answer);
        }
    }

    /// Does something else, unless nothing can be written: whoever asked finds out.
    async fn work(&mut self, job: Job) {
        let Some(connection) = &mut self.connection else {
            return;
        };
        if let Err(error) = job.run(connection).await {
            self.failed(&error.to_string()).await;
        }
    }

    /// Gives the connection up: it may be in the middle of a transaction, and no two layers of it need
    /// agree on that.
    async fn failed(&mut self, why: &str) {
        tracing::error!(
            error = why,
            "cannot write the journal; trying again until it works"
        );
        self.set_health(Health::Unwritable {
            why: why.to_owned(),
        });
        if let Some(connection) = self.connection.take() {
            let _ = connection.close().await;
        }
    }

    /// Opens the file again, and writes something to see whether that works.
    async fn recover(&mut self) -> bool {
        let attempt = async {
            let mut connection = self.options.connect().await?;
            let probe = "INSERT INTO probe (one, n) VALUES (1, 1)
                         ON CONFLICT (one) DO UPDATE SET n = n + 1";
            match batch::run(&mut connection, probe).await {
                Ok(()) => Ok(connection),
                Err(error) => {
                    let _ = connection.close().await;
                    Err(error)
                }
            }
        };
        match attempt.await {
            Ok(connection) => {
                self.connection = Some(connection);
                self.set_health(Health::Writable);
                tracing::info!("the journal can be written again");
                true
            }
            Err(error) => {
                tracing::debug!(%error, "the journal still cannot be written");
                self.set_health(Health::Unwritable {
                    why: error.to_string(),
                });
                false
            }
        }
    }

    /// Writes the log into the file and removes it, so that the file alone holds everything.
    async fn close(mut self) {
        self.readers.close().await;
        if let Some(mut connection) = self.connection.take() {
            if let Err(error) = batch::run(&mut connection, "PRAGMA wal_checkpoint(TRUNCATE)").await
            {
                tracing::warn!(%error, "what was written last stays beside the database, in its log");
            }
            let _ = connection.close().await;
        }
    }

    fn set_health(&self, health: Health) {
        *self.health.lock().unwrap_or_else(PoisonError::into_inner) = health;
    }
}
