//! The tables in memory: each is brought in when somebody needs it, and again after a failure.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep};

use capicu::Seat;
use capicu_protocol::PlayerId;
use capicu_store::Unavailable;
use capicu_table::{Halt, Input, Setup, Vacancy};

use crate::secret;
use crate::table::{Glance, Mail, Services, Task};

/// A table that failed sooner than this after it was brought in is left until somebody comes.
const SOON: Duration = Duration::from_secs(10);

/// How long a failed table rests, so that one that fails at once does not keep the machine busy.
const REST: Duration = Duration::from_millis(500);

/// How much may wait for a table.
const MAIL: usize = 64;

/// The tables. Clones share them.
#[derive(Clone, Debug)]
pub struct Registry {
    services: Services,
    tables: Arc<Mutex<BTreeMap<String, mpsc::Sender<Mail>>>>,
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

    /// How many tables are in memory.
    pub fn count(&self) -> usize {
        self.tables().len()
    }

    /// How to reach a table, or `None` if there is no such table.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub async fn table(&self, id: &str) -> Result<Option<mpsc::Sender<Mail>>, Unavailable> {
        if let Some(table) = self.tables().get(id).filter(|table| !table.is_closed()) {
            return Ok(Some(table.clone()));
        }
        if !self.services.store.has(id).await? {
            return Ok(None);
        }
        Ok(Some(self.bring_in(id)))
    }

    /// Makes a table at which nobody has a seat yet.
    #[cfg(test)]
    pub async fn create(&self, setup: Setup) -> Result<String, Unavailable> {
        self.create_for(&[], setup).await
    }

    /// Makes a table, stored by its owner, where these seats are players' from the beginning, and returns its id.
    ///
    /// # Errors
    ///
    /// If it could not be stored.
    pub async fn create_for(
        &self,
        players: &[(Seat, PlayerId)],
        setup: Setup,
    ) -> Result<String, Unavailable> {
        let id = secret::table_id();
        self.create_with(id.clone(), players, setup).await?;
        Ok(id)
    }

    /// The same with an id that is settled before.
    ///
    /// # Errors
    ///
    /// If it could not be stored.
    pub async fn create_with(
        &self,
        id: String,
        players: &[(Seat, PlayerId)],
        setup: Setup,
    ) -> Result<(), Unavailable> {
        let (table, mail) = mpsc::channel(MAIL);
        let (of, services) = (id.clone(), self.services.clone());
        let made = Task::create(of, players, setup, services, table.clone()).await;
        let Ok(Some(task)) = made else {
            return Err(Unavailable);
        };
        self.tables().insert(id.clone(), table.clone());
        let owner = task.run(mail).boxed();
        tokio::spawn(self.clone().keep(id, table, owner));
        Ok(())
    }

    /// Tells a table of an event that its meeting is settled.
    pub async fn halt(&self, id: &str) {
        if let Ok(Some(table)) = self.table(id).await {
            // A table that leaves the memory just now has nobody there.
            let _ = table.send(Input::Halt(Halt::Desk).into()).await;
        }
    }

    /// Has a table brought in anew whose stored facts were changed, if it is in memory.
    pub async fn reload(&self, id: &str) {
        let Some(table) = self.tables().get(id).cloned() else {
            return;
        };
        let (answer, answered) = oneshot::channel();
        if table.send(Mail::Reload(answer)).await.is_ok() {
            // One that cannot be brought in ends, and is tried again when somebody comes.
            let _ = answered.await;
        }
    }

    /// Seats a player of these ids at a table without a token; `None` if there is no such place, or no such table, or
    /// somebody sits there from whom the player is to be kept apart. Whoever sits there already keeps the seat.
    ///
    /// # Errors
    ///
    /// If it could not be stored.
    pub async fn sit(
        &self,
        id: &str,
        vacancy: Vacancy,
        ids: &[PlayerId],
        name: Option<&String>,
        apart: &[PlayerId],
    ) -> Result<Option<Seat>, Unavailable> {
        // A table that leaves the memory just now is brought in again.
        for _ in 0..3 {
            let Some(table) = self.table(id).await? else {
                return Ok(None);
            };
            let (answer, answered) = oneshot::channel();
            let sit = Mail::Sit {
                vacancy,
                ids: ids.to_vec(),
                name: name.cloned(),
                apart: apart.to_vec(),
                answer,
            };
            if table.send(sit).await.is_err() {
                continue;
            }
            if let Ok(seat) = answered.await {
                return Ok(seat);
            }
        }
        Err(Unavailable)
    }

    /// What a table looks like; `None` if there is no such table.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub async fn glance(&self, id: &str) -> Result<Option<Glance>, Unavailable> {
        // A table that leaves the memory just now is brought in again.
        for _ in 0..3 {
            let Some(table) = self.table(id).await? else {
                return Ok(None);
            };
            let (answer, answered) = oneshot::channel();
            if table.send(Mail::Look(answer)).await.is_err() {
                continue;
            }
            if let Ok(glance) = answered.await {
                return Ok(Some(glance));
            }
        }
        Err(Unavailable)
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

    fn tables(&self) -> MutexGuard<'_, BTreeMap<String, mpsc::Sender<Mail>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn bring_in(&self, id: &str) -> mpsc::Sender<Mail> {
        let mut tables = self.tables();
        if let Some(table) = tables.get(id).filter(|table| !table.is_closed()) {
            return table.clone();
        }
        let (table, mail) = mpsc::channel(MAIL);
        tables.insert(id.to_owned(), table.clone());
        let (of, services, sender) = (id.to_owned(), self.services.clone(), table.clone());
        let owner = async move {
            match Task::load(of.clone(), services, sender).await {
                Ok(task) => task.run(mail).await,
                Err(error) => tracing::error!(table = of, %error, "cannot bring a table in"),
            }
        }
        .boxed();
        tokio::spawn(self.clone().keep(id.to_owned(), table.clone(), owner));
        table
    }

    /// Waits for the owner of a table to end, and has another one take its place if it failed.
    ///
    /// The owner is on the heap: this task holds room for it more than once.
    async fn keep(self, id: String, table: mpsc::Sender<Mail>, owner: BoxFuture<'static, ()>) {
        let began = Instant::now();
        let failed = AssertUnwindSafe(owner).catch_unwind().await.is_err();
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
