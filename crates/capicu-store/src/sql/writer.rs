//! The task that writes to a database, and its recovery from errors.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use super::{Connection, Error, Job, Write};
use crate::{Answer, AppendError, Health};

pub type Written = Result<(), AppendError>;

pub trait Access: Send + 'static {
    type Link: Connection + 'static;

    /// Connects, and tests the connection by a write.
    fn connect(&mut self) -> Answer<'_, Result<Self::Link, Error>>;

    /// Writes each append that can be written. The returned answers are on disk. After an error the connection must not
    /// be used again.
    fn commit<'a>(
        &'a mut self,
        link: &'a mut Self::Link,
        batch: &'a [Write],
    ) -> Answer<'a, Result<Vec<Written>, Error>>;

    /// Drops a failed connection: it may be in the middle of a transaction, and the layers may disagree about that.
    fn give_up(&mut self, link: Self::Link) -> Answer<'_, ()>;

    /// Closes the database after all pending work.
    fn close(&mut self, link: Option<Self::Link>) -> Answer<'_, ()>;
}

/// A task that writes requests in order. Clones share the task.
#[derive(Clone, Debug)]
pub struct Writer {
    requests: mpsc::Sender<Request>,
    health: Arc<Mutex<Health>>,
}

impl Writer {
    /// Starts the task on the current runtime.
    pub fn begin<A: Access>(access: A, link: A::Link) -> Self {
        let health = Arc::new(Mutex::new(Health::Writable));
        let (requests, asked) = mpsc::channel(4096);
        let task = Writing {
            access,
            link: Some(link),
            health: Arc::clone(&health),
        };
        tokio::spawn(task.run(asked));
        Self { requests, health }
    }

    /// Appends in a batch with concurrent requests.
    ///
    /// # Errors
    ///
    /// As [`Journal::append`](crate::Journal::append).
    pub async fn append(&self, write: Write) -> Written {
        let answer = self.ask(|done| Request::Write(write, done)).await;
        answer.unwrap_or(Err(AppendError::Failed))
    }

    /// Queues a job. It is dropped if the database cannot be written.
    pub async fn work(&self, job: Job) {
        let _ = self.requests.send(Request::Job(job)).await;
    }

    /// Queues a job unless the queue is full. It is dropped if the database cannot be written.
    #[cfg(feature = "sqlite")]
    pub(crate) fn offer(&self, job: Job) {
        let _ = self.requests.try_send(Request::Job(job));
    }

    /// Waits for all earlier requests.
    pub async fn settled(&self) {
        self.ask(Request::Settled).await;
    }

    pub fn health(&self) -> Health {
        let health = self.health.lock();
        health.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Waits for all requests, and closes the database.
    pub async fn close(&self) {
        self.ask(Request::Close).await;
    }

    async fn ask<T>(&self, request: impl FnOnce(oneshot::Sender<T>) -> Request) -> Option<T> {
        let (done, answer) = oneshot::channel();
        self.requests.send(request(done)).await.ok()?;
        answer.await.ok()
    }
}

#[derive(Debug)]
enum Request {
    Write(Write, oneshot::Sender<Written>),
    Job(Job),
    Settled(oneshot::Sender<()>),
    Close(oneshot::Sender<()>),
}

const BATCH: usize = 1024;

/// Wait before the second attempt to write; doubled each time.
const FIRST_WAIT: Duration = Duration::from_millis(100);

/// The longest wait between attempts.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

struct Writing<A: Access> {
    access: A,
    /// The connection, while it works.
    link: Option<A::Link>,
    health: Arc<Mutex<Health>>,
}

impl<A: Access> Writing<A> {
    async fn run(mut self, mut requests: mpsc::Receiver<Request>) {
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
                () = sleep_until(next_attempt), if self.link.is_none() => {
                    if !self.recover().await {
                        next_attempt = Instant::now() + wait;
                        wait = LONGEST_WAIT.min(2 * wait);
                    }
                    continue;
                }
            }
            let mut close = None;
            let was_good = self.link.is_some();
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
                    Request::Settled(done) => {
                        self.write(&mut writes, &mut waiting).await;
                        let _ = done.send(());
                    }
                    Request::Close(closed) => close = Some(closed),
                }
            }
            self.write(&mut writes, &mut waiting).await;
            if was_good && self.link.is_none() {
                (wait, next_attempt) = (FIRST_WAIT, Instant::now());
            }
            if close.is_some() {
                break close;
            }
        };
        let link = self.link.take();
        self.access.close(link).await;
        if let Some(closed) = closed {
            let _ = closed.send(());
        }
    }

    async fn write(
        &mut self,
        writes: &mut Vec<Write>,
        waiting: &mut Vec<oneshot::Sender<Written>>,
    ) {
        if writes.is_empty() {
            return;
        }
        let answers = match &mut self.link {
            Some(link) => self.access.commit(link, writes).await,
            None => Ok(vec![Err(AppendError::Failed); writes.len()]),
        };
        let answers = match answers {
            Ok(answers) => answers,
            Err(error) => {
                self.failed(&error).await;
                vec![Err(AppendError::Failed); writes.len()]
            }
        };
        writes.clear();
        for (done, answer) in waiting.drain(..).zip(answers) {
            let _ = done.send(answer);
        }
    }

    /// Runs a job, unless the database cannot be written: then the caller gets an error.
    async fn work(&mut self, job: Job) {
        let Some(link) = &mut self.link else {
            return;
        };
        if let Err(error) = job.run(link).await {
            self.failed(&error).await;
        }
    }

    async fn failed(&mut self, error: &Error) {
        tracing::error!(%error, "cannot write the journal; trying again until it works");
        self.set_health(Health::Unwritable {
            why: error.to_string(),
        });
        if let Some(link) = self.link.take() {
            self.access.give_up(link).await;
        }
    }

    async fn recover(&mut self) -> bool {
        match self.access.connect().await {
            Ok(link) => {
                self.link = Some(link);
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

    fn set_health(&self, health: Health) {
        *self.health.lock().unwrap_or_else(PoisonError::into_inner) = health;
    }
}
