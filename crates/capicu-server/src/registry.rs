//! The tables in memory: each is brought in when somebody needs it, and again after a failure.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};

use crate::journal::JournalError;
use crate::table::{Actor, Mail, Services};

/// A table that failed sooner than this after it was brought in is left until somebody comes.
const SOON: Duration = Duration::from_secs(10);

/// How long a failed table rests, so that one that fails at once does not keep the machine busy.
const REST: Duration = Duration::from_millis(500);

/// The tables. Clones share them.
#[derive(Clone, Debug)]
pub struct Registry {
    services: Services,
    tables: Arc<Mutex<HashMap<String, mpsc::Sender<Mail>>>>,
}

impl Registry {
    /// No table yet.
    pub fn new(services: Services) -> Self {
        Self {
            services,
            tables: Arc::default(),
        }
    }

    /// What the tables share.
    pub const fn services(&self) -> &Services {
        &self.services
    }

    /// How to reach a table, or `None` if there is no such table.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn table(&self, id: &str) -> Result<Option<mpsc::Sender<Mail>>, JournalError> {
        if let Some(table) = self.tables().get(id).filter(|table| !table.is_closed()) {
            return Ok(Some(table.clone()));
        }
        if !self.services.journal.has(id).await? {
            return Ok(None);
        }
        Ok(Some(self.bring_in(id)))
    }

    /// Stops every table, and waits until the last has.
    pub async fn stop(&self) {
        let tables: Vec<_> = self.tables().values().cloned().collect();
        for table in &tables {
            let _ = table.send(Mail::Stop).await;
        }
        for table in &tables {
            table.closed().await;
        }
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, mpsc::Sender<Mail>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn bring_in(&self, id: &str) -> mpsc::Sender<Mail> {
        let mut tables = self.tables();
        if let Some(table) = tables.get(id).filter(|table| !table.is_closed()) {
            return table.clone();
        }
        let (table, mail) = mpsc::channel(64);
        tables.insert(id.to_owned(), table.clone());
        tokio::spawn(self.clone().keep(id.to_owned(), table.clone(), mail));
        table
    }

    async fn keep(self, id: String, table: mpsc::Sender<Mail>, mail: mpsc::Receiver<Mail>) {
        let began = Instant::now();
        let services = self.services.clone();
        let (of, sender) = (id.clone(), table.clone());
        let task = async move {
            match Actor::load(of, services, sender).await {
                Ok(actor) => actor.run(mail).await,
                Err(error) => tracing::error!(%error, "cannot bring a table in"),
            }
        };
        let failed = AssertUnwindSafe(task).catch_unwind().await.is_err();
        {
            let mut tables = self.tables();
            if tables
                .get(&id)
                .is_some_and(|current| current.same_channel(&table))
            {
                tables.remove(&id);
            }
        }
        if failed {
            tracing::error!(
                table = id,
                "a table failed and is brought in again from its journal"
            );
            if began.elapsed() > SOON {
                sleep(REST).await;
                self.bring_in(&id);
            }
        }
    }
}
