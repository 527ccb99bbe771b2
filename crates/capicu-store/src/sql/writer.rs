//! The task that writes to a database, and how it recovers.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use super::{Connection, Error, Job, Write};
use crate::{Answer, AppendError, Health};

/// What became of one write.
pub type Written = Result<(), AppendError>;

/// How a writer gets at its database.
pub trait Access: Send + 'static {
    /// What it writes by.
    type Link: Connection + 'static;

    /// Connects, and writes something to see whether that works.
    fn connect(&mut self) -> Answer<'_, Result<Self::Link, Error>>;

    /// Writes all of them that can be. When it returns the answers, what they say is on the disk; after an
    /// error the connection is of no more use.
    fn commit<'a>(
        &'a mut self,
        link: &'a mut Self::Link,
        batch: &'a [Write],
    ) -> Answer<'a, Result<Vec<Written>, Error>>;

    /// Gives up a connection that failed: it may be in the middle of a transaction, and no two layers of it need agree
    /// on that.
    fn give_up(&mut self, link: Self::Link) -> Answer<'_, ()>;

    /// Lets go of the database, once all that was asked for is done.
    fn close(&mut self, link: Option<Self::Link>) -> Answer<'_, ()>;
}

/// A task that writes what it is asked to, in that order. Clones ask the same task.
#[derive(Clone, Debug)]
pub struct Writer {
    requests: mpsc::Sender<Request>,
    health: Arc<Mutex<Health>>,
}

impl Writer {
    /// Begins the task, on the runtime of whoever calls.
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

    /// Writes with whatever is asked for at the same time.
    ///
    /// # Errors
    ///
    /// As [`Journal::append`](crate::Journal::append).
    pub async fn append(&self, write: Write) -> Written {
        let answer = self.ask(|done| Request::Write(write, done)).await;
        answer.unwrap_or(Err(AppendError::Failed))
    }

    /// Hands something over. It is dropped if nothing can be written.
    pub async fn work(&self, job: Job) {
        let _ = self.requests.send(Request::Job(job)).await;
    }

    /// Hands something over unless more is waiting than is kept. It is dropped if nothing can be written.
    #[cfg(feature = "sqlite")]
    pub(crate) fn offer(&self, job: Job) {
        let _ = self.requests.try_send(Request::Job(job));
    }

    /// Waits until all that was asked for before is done.
    pub async fn settled(&self) {
        self.ask(Request::Settled).await;
    }

    /// Whether the last attempt to write succeeded.
    pub fn health(&self) -> Health {
        let health = self.health.lock();
        health.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Waits until all that was asked for is done, and lets go of the database.
    pub async fn close(&self) {
        self.ask(Request::Close).await;
    }

    async fn ask<T>(&self, request: impl FnOnce(oneshot::Sender<T>) -> Request) -> Option<T> {
        let (done, answer) = oneshot::channel();
        self.requests.send(request(done)).await.ok()?;
        answer.await.ok()
    }
}

/// What a writer is asked.
#[derive(Debug)]
enum Request {
    /// To write.
    Write(Write, oneshot::Sender<Written>),
    /// To do something else.
    Job(Job),
    /// To say so once all that was asked for before is done.
    Settled(oneshot::Sender<()>),
    /// To let go, once all that was asked for before is written.
    Close(oneshot::Sender<()>),
}

/// The most that goes into one transaction.
const BATCH: usize = 1024;

/// How long it waits before it tries to write again, from the second attempt; doubled each time.
const FIRST_WAIT: Duration = Duration::from_millis(100);

/// But no longer than this.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

struct Writing<A: Access> {
    access: A,
    /// The connection, while it is good.
    link: Option<A::Link>,
    /// What the others see.
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

    /// Does something else, unless nothing can be written: whoever asked finds out.
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
