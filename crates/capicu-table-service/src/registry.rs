//! The tables in memory. Each is loaded on demand, and again after a failure.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::{mpsc, oneshot};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::{Instant, sleep, timeout_at};

use capicu::Seat;
use capicu_accounts::Context;
use capicu_protocol::{PlayerId, TableId};
use capicu_store::Unavailable;
use capicu_store::shards::{Owner, shard_of};
use capicu_table::{Halt, Input, QueueAsk, QueueRefusal, Setup, Vacancy};

use crate::cluster::{Nodes, PATIENCE, RemoteTable};
use crate::table::{Bots, Glance, Mail, QueueView, Services, Task};

/// A table that fails sooner than this after loading is not loaded again until somebody needs it.
const SOON: Duration = Duration::from_secs(10);

/// How long a failed table rests, so that repeated failures do not keep the machine busy.
const REST: Duration = Duration::from_millis(500);

/// The most messages that may wait for a table.
const MAIL: usize = 64;

/// The tables. Clones share them.
#[derive(Clone, Debug)]
pub struct Registry {
    services: Services,
    tables: Arc<Mutex<BTreeMap<TableId, Known>>>,
    nodes: Nodes,
    /// The shards whose recently played tables have been loaded.
    settled: Arc<Mutex<BTreeSet<u16>>>,
}

/// A table in memory.
#[derive(Clone, Debug)]
struct Known {
    mail: mpsc::Sender<Mail>,
    owner: Owner,
    /// Ends the task that runs the table if it does not end automatically.
    keeper: AbortHandle,
}

/// The number of ids to try for a new table of this server. It suffices even for a server with one of 256 shards.
const TRIES: usize = 4096;

/// How long a table may take to end after its server has lost it.
const LETTING_GO: Duration = Duration::from_millis(500);

/// How long after gaining shards a server loads their recently played tables.
const GAINED: Duration = Duration::from_millis(50);

/// How recent the last activity at a table must be for loading it in advance.
const PLAYED: Duration = Duration::from_secs(24 * 3600);

/// The most tables to load in advance.
const BROUGHT_IN: u32 = 20_000;

impl Registry {
    /// Starts without tables.
    pub fn new(context: Context, bots: Bots, nodes: Nodes) -> Self {
        Self {
            services: Services::new(context, bots, &nodes),
            tables: Arc::default(),
            nodes,
            settled: Arc::default(),
        }
    }

    /// The other servers.
    pub const fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    /// The resources that all tables share.
    pub const fn services(&self) -> &Services {
        &self.services
    }

    /// The number of tables in memory that this server owns.
    pub fn count(&self) -> usize {
        let tables = self.tables();
        tables
            .values()
            .filter(|known| known.owner == Owner::Here)
            .count()
    }

    /// Returns the mailbox of a table; `None` if there is no such table.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub async fn table(&self, id: &TableId) -> Result<Option<mpsc::Sender<Mail>>, Unavailable> {
        let owner = self.owner(id);
        if let Some(known) = self.tables().get(id).filter(|known| known.is_of(&owner)) {
            return Ok(Some(known.mail.clone()));
        }
        // Without the database the owner is unknown, so the client must try another server.
        let shards = &self.nodes.shards;
        if !shards.is_known() {
            return Err(Unavailable);
        }
        if !self.services.store.has(id).await? {
            return Ok(None);
        }
        let mut changes = shards.changes();
        let until = Instant::now() + PATIENCE;
        loop {
            match shards.owner(id) {
                Owner::Here => return Ok(Some(self.bring_in(id))),
                Owner::Elsewhere(node) => return Ok(Some(self.reach(id, node))),
                Owner::Nobody => {}
            }
            if !matches!(timeout_at(until, changes.changed()).await, Ok(true)) {
                return Err(Unavailable);
            }
        }
    }

    /// The owner of a table or another key. A lone server owns all.
    pub fn owner(&self, key: impl AsRef<str>) -> Owner {
        self.nodes.shards.owner(key)
    }

    /// Whether all recently played tables of this server are in memory. It is `false` during a handover.
    pub fn has_all(&self) -> bool {
        let shards = &self.nodes.shards;
        let is_handing_over = !shards.going().is_empty() || !shards.gone().is_empty();
        !is_handing_over && shards.is_known() && shards.own().is_subset(&self.settled())
    }

    /// The mailbox of a table that this server owns, for another server.
    pub fn here(&self, id: &TableId) -> Option<mpsc::Sender<Mail>> {
        (self.owner(id) == Owner::Here).then(|| self.bring_in(id))
    }

    /// Creates a table without seated players.
    #[cfg(test)]
    pub async fn create(&self, setup: Setup) -> Result<TableId, Unavailable> {
        self.create_for(&[], setup).await
    }

    /// Creates a table where these players own these seats, and returns its id. The owner of the table loads it.
    ///
    /// # Errors
    ///
    /// If it could not be stored.
    pub async fn create_for(
        &self,
        players: &[(Seat, PlayerId)],
        setup: Setup,
    ) -> Result<TableId, Unavailable> {
        let id = self.new_id();
        self.create_with(id.clone(), players, setup).await?;
        Ok(id)
    }

    /// Creates a table with a given id.
    ///
    /// # Errors
    ///
    /// If it could not be stored.
    pub async fn create_with(
        &self,
        id: TableId,
        players: &[(Seat, PlayerId)],
        setup: Setup,
    ) -> Result<(), Unavailable> {
        let (table, mail) = mpsc::channel(MAIL);
        let (of, services) = (id.clone(), self.services.clone());
        let made = Task::create(of, players, setup, services, table.clone()).await;
        let Ok(Some(task)) = made else {
            return Err(Unavailable);
        };
        if self.owner(&id) != Owner::Here {
            // The table is stored, and its owner loads it.
            drop(task);
            let (registry, id) = (self.clone(), id.clone());
            tokio::spawn(async move { registry.glance(&id).await });
            return Ok(());
        }
        let mut tables = self.tables();
        let owner = task.run(mail).boxed();
        let kept = tokio::spawn(self.clone().keep(id.clone(), table.clone(), owner));
        tables.insert(id, Known::here(table, kept.abort_handle()));
        Ok(())
    }

    /// A new id of a table for this server, if it has shards. So the server can list its new tables.
    fn new_id(&self) -> TableId {
        let is_ours = |id: &TableId| self.owner(id) == Owner::Here;
        let new = || self.services.randomness.table_id();
        let mut ids = std::iter::repeat_with(new).take(TRIES);
        ids.find(is_ours).unwrap_or_else(new)
    }

    /// Notifies an event table that its meeting is settled.
    pub async fn halt(&self, id: &TableId) {
        if let Ok(Some(table)) = self.table(id).await {
            // Nobody is at a table that is leaving the memory.
            let _ = table.send(Input::Halt(Halt::Desk).into()).await;
        }
    }

    /// Reloads a table after a change of its stored facts, if it is in memory.
    pub async fn reload(&self, id: &TableId) {
        let known = self.tables().get(id).cloned();
        let table = match known {
            Some(known) => known.mail,
            None if self.owner(id) == Owner::Here => return,
            // Its owner may have it in memory.
            None => match self.table(id).await {
                Ok(Some(table)) => table,
                Ok(None) | Err(_) => return,
            },
        };
        let (answer, answered) = oneshot::channel();
        if table.send(Mail::Reload(answer)).await.is_ok() {
            // A table that cannot be loaded ends. The next request tries again.
            let _ = answered.await;
        }
    }

    /// Seats a player at a table without a token. Returns `None` if there is no such table or vacancy, or if the
    /// player must be kept apart from somebody there. A player who already sits there keeps the seat. `ids` are all
    /// ids of the player.
    ///
    /// # Errors
    ///
    /// If it could not be stored.
    pub async fn sit(
        &self,
        id: &TableId,
        vacancy: Vacancy,
        ids: &[PlayerId],
        name: Option<&String>,
        apart: &[PlayerId],
    ) -> Result<Option<Seat>, Unavailable> {
        // Load the table again if it is just leaving the memory.
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

    /// Passes a request about the queue of a table on. `ids` are all ids of the player. Call it at the owner of the
    /// table.
    ///
    /// # Errors
    ///
    /// If there is no such table, or it could not be stored.
    pub async fn queue(
        &self,
        id: &TableId,
        ids: &[PlayerId],
        ask: QueueAsk,
    ) -> Result<Result<(), QueueRefusal>, Unavailable> {
        let Some(table) = self.table(id).await? else {
            return Ok(Err(QueueRefusal::Off));
        };
        let (answer, answered) = oneshot::channel();
        let ids = ids.to_vec();
        let mail = Mail::Queue { ids, ask, answer };
        table.send(mail).await.map_err(|_| Unavailable)?;
        answered.await.map_err(|_| Unavailable)
    }

    /// Returns the queue of a table as a player sees it; `None` if the player has no seat there and does not wait. Call
    /// it at the owner of the table.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub async fn queue_of(
        &self,
        id: &TableId,
        ids: &[PlayerId],
    ) -> Result<Option<Box<QueueView>>, Unavailable> {
        // Load the table again if it is just leaving the memory.
        for _ in 0..3 {
            let Some(table) = self.table(id).await? else {
                return Ok(None);
            };
            let (answer, answered) = oneshot::channel();
            let ids = ids.to_vec();
            if table.send(Mail::LookAtQueue { ids, answer }).await.is_err() {
                continue;
            }
            if let Ok(view) = answered.await {
                return Ok(view);
            }
        }
        Err(Unavailable)
    }

    /// Returns a short view of a table; `None` if there is no such table.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub async fn glance(&self, id: &TableId) -> Result<Option<Glance>, Unavailable> {
        // Load the table again if it is just leaving the memory.
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

    /// Stops all tables, and waits until they have ended.
    pub async fn stop(&self) {
        let tables: Vec<_> = {
            let tables = self.tables();
            tables.values().map(|known| known.mail.clone()).collect()
        };
        for table in &tables {
            let _ = table.send(Mail::Stop).await;
        }
        for table in &tables {
            table.closed().await;
        }
    }

    fn tables(&self) -> MutexGuard<'_, BTreeMap<TableId, Known>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn bring_in(&self, id: &TableId) -> mpsc::Sender<Mail> {
        let mut tables = self.tables();
        let is_ours = |known: &&Known| known.is_of(&Owner::Here);
        if let Some(known) = tables.get(id).filter(is_ours) {
            return known.mail.clone();
        }
        let (table, mail) = mpsc::channel(MAIL);
        let (of, services, sender) = (id.to_owned(), self.services.clone(), table.clone());
        let owner = async move {
            match Task::load(of.clone(), services, sender).await {
                Ok(task) => task.run(mail).await,
                Err(error) => {
                    tracing::error!(table = of.as_str(), %error, "cannot load a table")
                }
            }
        }
        .boxed();
        let keeper = tokio::spawn(self.clone().keep(id.to_owned(), table.clone(), owner));
        let known = Known::here(table.clone(), keeper.abort_handle());
        if let Some(before) = tables.insert(id.to_owned(), known) {
            before.let_go();
        }
        table
    }

    /// The mailbox of a table that another server has.
    fn reach(&self, id: &TableId, node: String) -> mpsc::Sender<Mail> {
        let mut tables = self.tables();
        let theirs = Owner::Elsewhere(node.clone());
        if let Some(known) = tables.get(id).filter(|known| known.is_of(&theirs)) {
            return known.mail.clone();
        }
        let (table, mail) = mpsc::channel(MAIL);
        let remote = RemoteTable::new(id.to_owned(), node, self.nodes.clone());
        let owner = remote.run(mail).boxed();
        let keeper = tokio::spawn(self.clone().keep(id.to_owned(), table.clone(), owner));
        let known = Known {
            owner: theirs,
            ..Known::here(table.clone(), keeper.abort_handle())
        };
        if let Some(before) = tables.insert(id.to_owned(), known) {
            before.let_go();
        }
        table
    }

    /// Loads tables that this server gains, and releases tables that it loses. A lone server owns all tables from the
    /// start.
    pub async fn follow(self) {
        let shards = self.nodes.shards.clone();
        let mut changes = shards.changes();
        let mut own = BTreeSet::new();
        let mut loading = JoinSet::new();
        loop {
            let lost: Vec<(TableId, Known)> = {
                let tables = self.tables();
                let is_lost = |(id, known): &(&TableId, &Known)| known.owner != shards.owner(id);
                let lost = tables.iter().filter(is_lost);
                lost.map(|(id, known)| (id.clone(), known.clone()))
                    .collect()
            };
            let going = shards.going();
            for (_, known) in &lost {
                // A table with a full mailbox is ended below.
                let _ = known.mail.try_send(Mail::LetGo);
            }
            let until = Instant::now() + LETTING_GO;
            for (id, known) in lost {
                if timeout_at(until, known.mail.closed()).await.is_err() {
                    tracing::warn!(
                        table = id.as_str(),
                        "a table ended, because another server owns it"
                    );
                    known.keeper.abort();
                    let mut tables = self.tables();
                    let is_same = |now: &Known| now.mail.same_channel(&known.mail);
                    if tables.get(&id).is_some_and(is_same) {
                        tables.remove(&id);
                    }
                }
            }
            if !going.is_empty() {
                shards.stopped(&going);
            }
            let now = shards.own();
            self.settled().retain(|shard| now.contains(shard));
            while loading.try_join_next().is_some() {}
            if !now.is_subset(&own) {
                let gained = now.difference(&own).copied().collect();
                loading.spawn(self.clone().bring_in_all(gained));
            }
            own = now;
            if !changes.changed().await {
                return;
            }
        }
    }

    /// Loads the recently played tables of these shards, so that their bots and clocks continue.
    async fn bring_in_all(self, gained: BTreeSet<u16>) {
        sleep(GAINED).await;
        let services = &self.services;
        let since = services
            .clock
            .now()
            .saturating_sub(PLAYED.as_millis() as u64);
        let recent = loop {
            match services.store.recent(since, BROUGHT_IN).await {
                Ok(recent) => break recent,
                Err(_) => sleep(REST).await,
            }
        };
        let of_these = recent.iter().filter(|id| gained.contains(&shard_of(id)));
        let tables: Vec<_> = of_these.filter_map(|id| self.here(id)).collect();
        let n = tables.len();
        for table in tables {
            let (answer, answered) = oneshot::channel();
            if table.send(Mail::Look(answer)).await.is_ok() {
                // A table that cannot be loaded does not answer.
                let _ = answered.await;
            }
        }
        tracing::info!(tables = n, "tables are open");
        self.settled().extend(gained);
    }

    fn settled(&self) -> MutexGuard<'_, BTreeSet<u16>> {
        self.settled.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the task of a table to end, and starts another one if it failed.
    ///
    /// The task is on the heap, since this future has room for it more than once.
    async fn keep(self, id: TableId, table: mpsc::Sender<Mail>, owner: BoxFuture<'static, ()>) {
        let began = Instant::now();
        let failed = AssertUnwindSafe(owner).catch_unwind().await.is_err();
        {
            let mut tables = self.tables();
            if tables
                .get(&id)
                .is_some_and(|current| current.mail.same_channel(&table))
            {
                tables.remove(&id);
            }
        }
        if failed {
            tracing::error!(
                table = id.as_str(),
                "a table failed and is loaded again from its journal"
            );
            if began.elapsed() > SOON {
                sleep(REST).await;
                self.here(&id);
            }
        }
    }
}

impl Known {
    /// A table that this server owns.
    const fn here(mail: mpsc::Sender<Mail>, keeper: AbortHandle) -> Self {
        Self {
            mail,
            owner: Owner::Here,
            keeper,
        }
    }

    /// Whether it still takes mail for this owner. A task for the previous owner is useless.
    fn is_of(&self, owner: &Owner) -> bool {
        !self.mail.is_closed() && self.owner == *owner
    }

    /// Ends the task for the previous owner.
    fn let_go(&self) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.mail.try_send(Mail::LetGo) {
            self.keeper.abort();
        }
    }
}
