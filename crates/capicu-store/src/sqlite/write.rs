//! The only writer, and how it recovers.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use super::batch::{self, Write};
use super::clubs;
use super::conduct::{self, ConductRow};
use super::events::{self, EventRow};
use super::friends;
use super::people;
use super::puzzles::{self, PuzzleRow};
use super::rated::{self, RateRow};
use super::remove::{self, Removal};
use crate::clubs::{ClubChange, ClubError};
use crate::{
    AppendError, Change, ConductError, EventError, Health, PeopleError, PuzzleError, Tie, TieError,
    TieLimits,
};

/// What the writer is asked.
#[derive(Debug)]
pub(super) enum Request {
    /// To write.
    Write(Write),
    /// To remove some rows.
    Remove(Removal),
    /// To change something about people.
    People(Box<Change>, oneshot::Sender<Result<(), PeopleError>>),
    /// To change what ties people.
    Tie(Tie, TieLimits, oneshot::Sender<Result<(), TieError>>),
    /// To write down how somebody behaved, or what was done about it.
    Conduct(Box<ConductRow>, oneshot::Sender<Result<u64, ConductError>>),
    /// To add to the log of an event, or to say who has a part in it.
    Event(Box<EventRow>, oneshot::Sender<Result<(), EventError>>),
    /// To change something about a club.
    Club(Box<ClubChange>, oneshot::Sender<Result<(), ClubError>>),
    /// To keep or forget a puzzle, or an answer to one.
    Puzzle(Box<PuzzleRow>, oneshot::Sender<Result<(), PuzzleError>>),
    /// To write down what a result did to ratings, or to forget all of that.
    Rate(RateRow, oneshot::Sender<Result<(), AppendError>>),
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
                    Request::Write(write) => writes.push(write),
                    Request::Remove(removal) => {
                        self.write(&mut writes).await;
                        self.remove(removal).await;
                    }
                    Request::People(change, done) => {
                        self.write(&mut writes).await;
                        let _ = done.send(self.change(&change).await);
                    }
                    Request::Tie(tie, limits, done) => {
                        self.write(&mut writes).await;
                        let _ = done.send(self.tie(tie, limits).await);
                    }
                    Request::Conduct(row, done) => {
                        self.write(&mut writes).await;
                        let _ = done.send(self.conduct(&row).await);
                    }
                    Request::Event(row, done) => {
                        self.write(&mut writes).await;
                        let _ = done.send(self.event(&row).await);
                    }
                    Request::Club(change, done) => {
                        self.write(&mut writes).await;
                        let _ = done.send(self.club(&change).await);
                    }
                    Request::Puzzle(row, done) => {
                        self.write(&mut writes).await;
                        let _ = done.send(self.puzzle(&row).await);
                    }
                    Request::Rate(row, done) => {
                        self.write(&mut writes).await;
                        let _ = done.send(self.rate(row).await);
                    }
                    Request::Close(closed) => close = Some(closed),
                }
            }
            let was_good = self.connection.is_some();
            self.write(&mut writes).await;
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

    async fn write(&mut self, writes: &mut Vec<Write>) {
        if writes.is_empty() {
            return;
        }
        let answers = match &mut self.connection {
            Some(connection) => batch::commit(connection, writes).await,
            None => {
                for write in writes.drain(..) {
                    let _ = write.done.send(Err(AppendError::Failed));
                }
                return;
            }
        };
        match answers {
            Ok(answers) => {
                for (write, answer) in writes.drain(..).zip(answers) {
                    let _ = write.done.send(answer);
                }
            }
            Err(error) => {
                self.failed(&error).await;
                for write in writes.drain(..) {
                    let _ = write.done.send(Err(AppendError::Failed));
                }
            }
        }
    }

    async fn change(&mut self, change: &Change) -> Result<(), PeopleError> {
        let Some(connection) = &mut self.connection else {
            return Err(PeopleError::Failed);
        };
        match people::apply(connection, change).await {
            Ok(done) => done,
            Err(error) => {
                self.failed(&error).await;
                Err(PeopleError::Failed)
            }
        }
    }

    async fn tie(&mut self, tie: Tie, limits: TieLimits) -> Result<(), TieError> {
        let Some(connection) = &mut self.connection else {
            return Err(TieError::Failed);
        };
        match friends::apply(connection, tie, limits).await {
            Ok(done) => done,
            Err(error) => {
                self.failed(&error).await;
                Err(TieError::Failed)
            }
        }
    }

    async fn conduct(&mut self, row: &ConductRow) -> Result<u64, ConductError> {
        let Some(connection) = &mut self.connection else {
            return Err(ConductError::Failed);
        };
        match conduct::apply(connection, row).await {
            Ok(done) => done,
            Err(error) => {
                self.failed(&error).await;
                Err(ConductError::Failed)
            }
        }
    }

    async fn event(&mut self, row: &EventRow) -> Result<(), EventError> {
        let Some(connection) = &mut self.connection else {
            return Err(EventError::Failed);
        };
        match events::apply(connection, row).await {
            Ok(done) => done,
            Err(error) => {
                self.failed(&error).await;
                Err(EventError::Failed)
            }
        }
    }

    async fn club(&mut self, change: &ClubChange) -> Result<(), ClubError> {
        let Some(connection) = &mut self.connection else {
            return Err(ClubError::Failed);
        };
        match clubs::apply(connection, change).await {
            Ok(done) => done,
            Err(error) => {
                self.failed(&error).await;
                Err(ClubError::Failed)
            }
        }
    }

    async fn puzzle(&mut self, row: &PuzzleRow) -> Result<(), PuzzleError> {
        let Some(connection) = &mut self.connection else {
            return Err(PuzzleError::Failed);
        };
        match puzzles::apply(connection, row).await {
            Ok(done) => done,
            Err(error) => {
                self.failed(&error).await;
                Err(PuzzleError::Failed)
            }
        }
    }

    async fn rate(&mut self, row: RateRow) -> Result<(), AppendError> {
        let Some(connection) = &mut self.connection else {
            return Err(AppendError::Failed);
        };
        match rated::apply(connection, row).await {
            Ok(done) => done,
            Err(error) => {
                self.failed(&error).await;
                Err(AppendError::Failed)
            }
        }
    }

    async fn remove(&mut self, removal: Removal) {
        let Some(connection) = &mut self.connection else {
            return;
        };
        if let Err(error) = remove::step(connection, removal).await {
            self.failed(&error).await;
        }
    }

    /// Gives the connection up: it may be in the middle of a transaction, and no two layers of it need
    /// agree on that.
    async fn failed(&mut self, error: &sqlx::Error) {
        tracing::error!(%error, "cannot write the journal; trying again until it works");
        self.set_health(Health::Unwritable {
            why: error.to_string(),
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
