//! The store in PostgreSQL, for hosts that need more than one machine.
//!
//! [`open()`] returns a store like [`capicu_store::Sqlite`], which passes the same contract. Either one server writes:
//! it has a lease by the database's clock, and can write nothing after losing it. Or several servers write, each to the
//! tables of its [shards](capicu_store::shards), which have leases too.

#![forbid(unsafe_code)]

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

/// A store in PostgreSQL. It needs the tokio runtime it was opened on until it is
/// [closed](capicu_store::Journal::close).
pub type Postgres = Sql<PostgresEngine>;

/// Tasks that append to tables. Each table belongs to one of them.
const WRITERS: usize = 4;

/// Attempts of a read whose connection fails, or cannot be opened.
const READS: u32 = 3;

#[derive(Debug)]
pub struct PostgresEngine {
    readers: PgPool,
    writers: [Writer; WRITERS],
    /// Writes everything outside the journal.
    worker: Writer,
    part: Part,
}

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
    /// Waits until this server may not write any more, because another one took over or may have. A server of a cluster
    /// continues without the tables that it lost.
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

    pub fn shards(&self) -> Option<&Shards> {
        match &self.part {
            Part::Only(_) => None,
            Part::Node(node) => Some(&node.shards),
        }
    }

    /// Returns the key by which servers of a cluster seal their messages; `None` without a cluster.
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
                    // The pool has waited for a connection already, or has none left.
                    Err(why @ (sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed)) => {
                        return Err(connection::error(why));
                    }
                    Err(why) => Err(connection::error(why)),
                };
                attempts += 1;
                match found {
                    // A connection may end at any time, while a new one would work.
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
