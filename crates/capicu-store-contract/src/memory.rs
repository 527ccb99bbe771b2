//! A store in memory that fails on demand.

use std::collections::VecDeque;
use std::future::ready;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use capicu_store::sql::{
    Connection, Dialect, Engine, Error, Found, Job, Query, Sql, Write, Written,
};
use capicu_store::{Answer, AppendError, Health, InMemory};
use futures_executor::block_on;

/// A store in memory with the real SQL. It fulfils the contract except for power cuts.
pub type Memory = Sql<MemoryEngine>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    None,
    Before,
    /// The write is stored, but its answer is an error.
    After,
}

/// An SQLite database in memory that fails on demand. Answers are ready at once: callers block while SQLite works, so
/// simulated time does not pass, and statements run in the order of calls. Clones share it.
#[derive(Clone, Debug)]
pub struct MemoryEngine {
    shared: Arc<Mutex<Shared>>,
    closed: Arc<AtomicBool>,
}

#[derive(Debug)]
struct Shared {
    database: InMemory,
    plan: VecDeque<Fault>,
    failing: bool,
    unreadable: bool,
}

impl Default for MemoryEngine {
    fn default() -> Self {
        let shared = Shared {
            database: block_on(InMemory::open()).expect("SQLite opens a database in memory"),
            plan: VecDeque::new(),
            failing: false,
            unreadable: false,
        };
        Self {
            shared: Arc::new(Mutex::new(shared)),
            closed: Arc::default(),
        }
    }
}

impl MemoryEngine {
    /// Sets the faults of the next writes, after those of earlier plans. Later writes succeed.
    pub fn plan(&self, faults: impl IntoIterator<Item = Fault>) {
        self.shared().plan.extend(faults);
    }

    /// Makes all reads fail from now on, or stops that.
    pub fn fail_reads(&self, fail: bool) {
        self.shared().unreadable = fail;
    }

    /// Opens the store again after it was [closed](Engine::close) or its owner was killed.
    #[must_use]
    pub fn reopened(&self) -> Memory {
        Sql::new(Self {
            shared: Arc::clone(&self.shared),
            closed: Arc::default(),
        })
    }

    /// Runs a statement, even if reads fail. Fails if SQLite refuses it.
    pub fn run(&self, query: Query) -> Result<Found, Error> {
        block_on(self.shared().database.run(query))
    }

    /// Appends to a table with this fault.
    ///
    /// # Errors
    ///
    /// As [`Journal::append`](capicu_store::Journal::append), and if `fault` says so.
    pub fn append_with(&self, write: Write, fault: Fault) -> Written {
        let mut shared = self.shared();
        shared.failing = fault != Fault::None;
        if fault == Fault::Before {
            return Err(AppendError::Failed);
        }
        let done = block_on(shared.database.commit(&[write]));
        let done = done.expect("SQLite does not fail in memory").remove(0);
        match fault {
            Fault::After => Err(AppendError::Failed),
            Fault::None | Fault::Before => done,
        }
    }

    /// Runs a job with this fault. The caller of a failed job learns that it was dropped.
    pub fn work_with(&self, job: Job, fault: Fault) {
        let mut shared = self.shared();
        shared.failing = fault != Fault::None;
        let database = &mut shared.database;
        let done = match fault {
            Fault::Before => return,
            Fault::None => block_on(job.run(database)),
            Fault::After => block_on(job.run(&mut Unanswered::new(database))),
        };
        // It fails only on demand.
        assert!(fault == Fault::After || done.is_ok(), "{done:?}");
    }

    fn next_fault(&self) -> Fault {
        self.shared().plan.pop_front().unwrap_or(Fault::None)
    }

    fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Engine for MemoryEngine {
    fn dialect(&self) -> Dialect {
        Dialect::Sqlite
    }

    fn read(&self, query: Query) -> Answer<'_, Result<Found, Error>> {
        let found = match self.is_closed() || self.shared().unreadable {
            true => Err(Error::Failed(
                "it is closed, or reads are to fail".to_owned(),
            )),
            false => self.run(query),
        };
        Box::pin(ready(found))
    }

    fn change(&self, job: Job) -> Answer<'_, ()> {
        if !self.is_closed() {
            self.work_with(job, self.next_fault());
        }
        Box::pin(ready(()))
    }

    fn append(&self, write: Write) -> Answer<'_, Written> {
        let written = match self.is_closed() {
            true => Err(AppendError::Failed),
            false => self.append_with(write, self.next_fault()),
        };
        Box::pin(ready(written))
    }

    fn health(&self) -> Health {
        let shared = self.shared();
        // The next attempt would meet the next fault of the plan.
        let next = shared.plan.front().copied().unwrap_or(Fault::None);
        match shared.failing && next != Fault::None {
            true => Health::Unwritable {
                why: "it is to fail".to_owned(),
            },
            false => Health::Writable,
        }
    }

    fn close(&self) -> Answer<'_, ()> {
        self.closed.store(true, Ordering::Relaxed);
        Box::pin(ready(()))
    }
}

/// A connection that breaks as soon as data is stored.
struct Unanswered<'a> {
    database: &'a mut InMemory,
    in_transaction: bool,
}

impl<'a> Unanswered<'a> {
    const fn new(database: &'a mut InMemory) -> Self {
        Self {
            database,
            in_transaction: false,
        }
    }
}

fn broken() -> Error {
    Error::Failed("the connection is to break".to_owned())
}

impl Connection for Unanswered<'_> {
    fn dialect(&self) -> Dialect {
        self.database.dialect()
    }

    fn run<'a>(&'a mut self, query: Query) -> Answer<'a, Result<Found, Error>> {
        Box::pin(async move {
            let found = self.database.run(query).await?;
            match found.changed > 0 && !self.in_transaction {
                true => Err(broken()),
                false => Ok(found),
            }
        })
    }

    fn begin(&mut self) -> Answer<'_, Result<(), Error>> {
        self.in_transaction = true;
        self.database.begin()
    }

    fn end(&mut self, keep: bool) -> Answer<'_, Result<(), Error>> {
        Box::pin(async move {
            self.in_transaction = false;
            self.database.end(keep).await?;
            match keep {
                true => Err(broken()),
                false => Ok(()),
            }
        })
    }
}
