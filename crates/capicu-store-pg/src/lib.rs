//! The store in PostgreSQL, for hosts that one machine is not enough for.
//!
//! [`open()`] gives what [`capicu_store::Sqlite`] is for a file, and passes the same contract. Either one server writes at
//! a time: it holds a lease, by the time of the database, and whoever has lost it writes nothing any more. Or several do,
//! each at the tables of its [shards](capicu_store::shards), which are leased in the same way.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod connection;
mod lease;
mod nodes;
mod open;
mod transfer;
mod write;

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

pub use capicu_store::shards::EDITION;
use capicu_store::shards::Shards;
use capicu_store::sql::{Dialect, Engine, Error, Found, Job, Query, Sql, Write, Writer, Written};
use capicu_store::{Answer, Health};
use sqlx::PgPool;
use tokio::sync::watch;

pub use lease::Role;
pub use open::{Address, NoAddress, OpenError, open, open_up_to};
pub use transfer::{TransferError, export, import};

/// A store in PostgreSQL. It works within a tokio runtime, whose tasks it needs until it is
/// [closed](capicu_store::Journal::close).
pub type Postgres = Sql<PostgresEngine>;

/// How many tasks write what happens at tables. What happens at one table is written by one of them.
const WRITERS: usize = 4;

/// How often something is read that does not come.
const READS: u32 = 3;

/// A database, and the tasks that write it.
#[derive(Debug)]
pub struct PostgresEngine {
    readers: PgPool,
    writers: [Writer; WRITERS],
    /// Does what is not of the journal.
    worker: Writer,
    part: Part,
}

/// What a server is to the others.
#[derive(Debug)]
enum Part {
    Only(lease::Lease),
    Node(nodes::Node),
}

impl Part {
    fn fence(&self) -> connection::Fence {
        match self {
            Self::Only(lease) => connection::Fence::Lease(lease.epoch()),
            Self::Node(node) => connection::Fence::Node(node.shards.clone()),
        }
    }
}

impl PostgresEngine {
    /// Waits until this server may not write any more: another one has taken over, or may have. One of several
    /// goes on without the tables that it lost.
    pub fn lost(&self) -> impl Future<Output = ()> + Send + use<> {
        let lost: Option<watch::Receiver<bool>> = match &self.part {
            Part::Only(lease) => Some(lease.lost()),
            Part::Node(_) => None,
        };
        async move {
            let is_over = match lost {
                Some(mut lost) => lost.wait_for(|lost| *lost).await.is_ok(),
                None => false,
            };
            if !is_over {
                std::future::pending().await
            }
        }
    }

    /// Which tables are whose, for one of several servers.
    pub fn shards(&self) -> Option<&Shards> {
        match &self.part {
            Part::Only(_) => None,
            Part::Node(node) => Some(&node.shards),
        }
    }

    /// What the servers of this database seal their messages with, for one of several.
    pub fn bus_key(&self) -> Option<&[u8; 32]> {
        match &self.part {
            Part::Only(_) => None,
            Part::Node(node) => Some(&node.bus_key),
        }
    }
}

impl Engine for PostgresEngine {
    fn dialect(&self) -> Dialect {
        Dialect::Postgres
    }

    fn read(&self, query: Query) -> Answer<'_, Result<Found, Error>> {
        Box::pin(async move {
            let mut attempts = 0;
            loop {
                let found = match self.readers.acquire().await {
                    Ok(mut connection) => connection::run(&mut connection, query.clone()).await,
                    Err(why) => return Err(connection::error(why)),
                };
                attempts += 1;
                match found {
                    // A connection may end at any time, and another one be there at once.
                    Err(Error::Failed(_)) if attempts < READS => {}
                    found => return found,
                }
            }
        })
    }

    fn change(&self, job: Job) -> Answer<'_, ()> {
        Box::pin(async move {
            for writer in &self.writers {
                writer.settled().await;
            }
            self.worker.work(job).await;
        })
    }

    fn append(&self, write: Write) -> Answer<'_, Written> {
        let mut hash = DefaultHasher::new();
        write.table.hash(&mut hash);
        let writer = &self.writers[hash.finish() as usize % WRITERS];
        Box::pin(writer.append(write))
    }

    fn health(&self) -> Health {
        let mut all = self
            .writers
            .iter()
            .chain([&self.worker])
            .map(Writer::health);
        let bad = all.find(|health| *health != Health::Writable);
        bad.unwrap_or(Health::Writable)
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            for writer in self.writers.iter().chain([&self.worker]) {
                writer.close().await;
            }
            self.readers.close().await;
            match &self.part {
                Part::Only(lease) => lease.give_back().await,
                Part::Node(node) => node.give_back().await,
            }
        })
    }
}
