//! The tables in memory: each is brought in when somebody needs it, and again after a failure.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::{mpsc, oneshot};
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep, timeout_at};

use capicu::Seat;
use capicu_protocol::PlayerId;
use capicu_store::Unavailable;
use capicu_store::shards::{Owner, shard_of};
use capicu_table::{Halt, Input, Setup, Vacancy};

use crate::nodes::{Elsewhere, Nodes, PATIENCE};
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
    tables: Arc<Mutex<BTreeMap<String, Known>>>,
    /// The other servers, if this is one of several.
    nodes: Option<Nodes>,
    /// The shards whose tables that are played at have been brought in.
    settled: Arc<Mutex<BTreeSet<u16>>>,
}

/// A table in memory.
#[derive(Clone, Debug)]
struct Known {
    mail: mpsc::Sender<Mail>,
    owner: Owner,
    /// Ends whoever keeps it, should it not end by itself.
    keeper: AbortHandle,
}

/// So many ids are thought of for a table that is to be this server's: even of a server that has one shard in 256, one is.
const TRIES: usize = 4096;

/// How long a table may take to end whose server has lost it.
const LETTING_GO: Duration = Duration::from_millis(500);

/// How long after a server got tables before those that are played at are brought in.
const GAINED: Duration = Duration::from_millis(50);

/// How long before that something happened at a table that is played at.
const PLAYED: Duration = Duration::from_secs(24 * 3600);

/// At most so many tables are brought in.
const BROUGHT_IN: u32 = 20_000;

impl Registry {
    /// No table yet.
    pub fn new(services: Services) -> Self {
        Self {
            services,
            tables: Arc::default(),
            nodes: None,
            settled: Arc::default(),
        }
    }

    /// The same for one of several servers.
    pub fn of(services: Services, nodes: Option<Nodes>) -> Self {
        Self {
            nodes,
            ..Self::new(services)
        }
    }

    /// The other servers, if this is one of several.
    pub const fn nodes(&self) -> Option<&Nodes> {
        self.nodes.as_ref()
    }

    /// What the tables share.
    pub const fn services(&self) -> &Services {
        &self.services
    }

    /// How many tables are in memory that are this server's.
    pub fn count(&self) -> usize {
        let tables = self.tables();
        tables
            .values()
            .filter(|known| known.owner == Owner::Here)
            .count()
    }

    /// How to reach a table, or `None` if there is no such table.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub async fn table(&self, id: &str) -> Result<Option<mpsc::Sender<Mail>>, Unavailable> {
        let owner = self.owner(id);
        if let Some(known) = self.tables().get(id).filter(|known| known.is_of(&owner)) {
            return Ok(Some(known.mail.clone()));
        }
        // Without the database it is not known whose any table is: whoever comes tries another server.
        if self
            .nodes
            .as_ref()
            .is_some_and(|nodes| !nodes.shards.is_known())
        {
            return Err(Unavailable);
        }
        if !self.services.store.has(id).await? {
            return Ok(None);
        }
        let Some(nodes) = &self.nodes else {
            return Ok(Some(self.bring_in(id)));
        };
        let mut changes = nodes.shards.changes();
        let until = Instant::now() + PATIENCE;
        loop {
            match nodes.shards.owner(id) {
                Owner::Here => return Ok(Some(self.bring_in(id))),
                Owner::Elsewhere(node) => return Ok(Some(self.reach(id, node, nodes))),
                Owner::Nobody => {}
            }
            if !matches!(timeout_at(until, changes.changed()).await, Ok(true)) {
                return Err(Unavailable);
            }
        }
    }

    /// Whose a table is: a server that is the only one has all of them.
    pub fn owner(&self, id: &str) -> Owner {
        let nodes = self.nodes.as_ref();
        nodes.map_or(Owner::Here, |nodes| nodes.shards.owner(id))
    }

    /// Whether every table that is this server's, and is played at, is in memory; of one that changes hands nobody can say.
    pub fn has_all(&self) -> bool {
        let Some(nodes) = &self.nodes else {
            return true;
        };
        let is_handing_over = !nodes.shards.going().is_empty() || !nodes.shards.gone().is_empty();
        !is_handing_over && nodes.shards.is_known() && nodes.shards.own().is_subset(&self.settled())
    }

    /// How to reach a table that is this server's, for another server.
    pub fn here(&self, id: &str) -> Option<mpsc::Sender<Mail>> {
        (self.owner(id) == Owner::Here).then(|| self.bring_in(id))
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
        let id = self.new_id();
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
        let is_elsewhere = |nodes: &Nodes| nodes.shards.owner(&id) != Owner::Here;
        if self.nodes.as_ref().is_some_and(is_elsewhere) {
            // It is stored, and its own server brings it in.
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

    /// An id of a table that will be this server's, if it has any: what it lists are its own tables.
    fn new_id(&self) -> String {
        let is_ours = |id: &String| match &self.nodes {
            None => true,
            Some(nodes) => nodes.shards.owner(id) == Owner::Here,
        };
        let mut ids = std::iter::repeat_with(secret::table_id).take(TRIES);
        ids.find(is_ours).unwrap_or_else(secret::table_id)
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
        let known = self.tables().get(id).cloned();
        let table = match (known, &self.nodes) {
            (Some(known), _) => known.mail,
            // It may be in the memory of its own server.
            (None, Some(_)) => match self.table(id).await {
                Ok(Some(table)) => table,
                Ok(None) | Err(_) => return,
            },
            (None, None) => return,
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

    fn tables(&self) -> MutexGuard<'_, BTreeMap<String, Known>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn bring_in(&self, id: &str) -> mpsc::Sender<Mail> {
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
                Err(error) => tracing::error!(table = of, %error, "cannot bring a table in"),
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

    /// A table that another server has.
    fn reach(&self, id: &str, node: String, nodes: &Nodes) -> mpsc::Sender<Mail> {
        let mut tables = self.tables();
        let theirs = Owner::Elsewhere(node.clone());
        if let Some(known) = tables.get(id).filter(|known| known.is_of(&theirs)) {
            return known.mail.clone();
        }
        let (table, mail) = mpsc::channel(MAIL);
        let elsewhere = Elsewhere::new(id.to_owned(), node, nodes.clone());
        let owner = elsewhere.run(mail).boxed();
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

    /// Lets go of tables whose server is another one, and brings in those that are this one's now. Does nothing where there
    /// are no other servers.
    pub async fn follow(self) {
        let Some(nodes) = self.nodes.clone() else {
            return;
        };
        let mut changes = nodes.shards.changes();
        let mut own = BTreeSet::new();
        loop {
            let lost: Vec<(String, Known)> = {
                let tables = self.tables();
                let is_lost =
                    |(id, known): &(&String, &Known)| known.owner != nodes.shards.owner(id);
                let lost = tables.iter().filter(is_lost);
                lost.map(|(id, known)| (id.clone(), known.clone()))
                    .collect()
            };
            let going = nodes.shards.going();
            for (_, known) in &lost {
                // One that does not take it is ended below.
                let _ = known.mail.try_send(Mail::LetGo);
            }
            let until = Instant::now() + LETTING_GO;
            for (id, known) in lost {
                if timeout_at(until, known.mail.closed()).await.is_err() {
                    tracing::warn!(table = id, "a table that is another server's is ended");
                    known.keeper.abort();
                    let mut tables = self.tables();
                    let is_same = |now: &Known| now.mail.same_channel(&known.mail);
                    if tables.get(&id).is_some_and(is_same) {
                        tables.remove(&id);
                    }
                }
            }
            if !going.is_empty() {
                nodes.shards.stopped(&going);
            }
            let now = nodes.shards.own();
            self.settled().retain(|shard| now.contains(shard));
            if !now.is_subset(&own) {
                let gained = now.difference(&own).copied().collect();
                tokio::spawn(self.clone().bring_in_all(gained));
            }
            own = now;
            if !changes.changed().await {
                return;
            }
        }
    }

    /// Brings in the tables of these shards that are played at, so that their bots and clocks go on.
    async fn bring_in_all(self, gained: BTreeSet<u16>) {
        sleep(GAINED).await;
        let services = &self.services;
        let since = services
            .clock
            .now()
            .saturating_sub(PLAYED.as_millis() as u64);
        let recent = services.store.recent(since, BROUGHT_IN).await;
        // Where the store cannot be read, they are brought in when somebody comes.
        let recent = recent.unwrap_or_default();
        let of_these = recent.iter().filter(|id| gained.contains(&shard_of(id)));
        let tables: Vec<_> = of_these.filter_map(|id| self.here(id)).collect();
        for table in tables {
            let (answer, answered) = oneshot::channel();
            if table.send(Mail::Look(answer)).await.is_ok() {
                // One that cannot be brought in does not answer.
                let _ = answered.await;
            }
        }
        self.settled().extend(gained);
    }

    fn settled(&self) -> MutexGuard<'_, BTreeSet<u16>> {
        self.settled.lock().unwrap_or_else(PoisonError::into_inner)
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
                .is_some_and(|current| current.mail.same_channel(&table))
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
                self.here(&id);
            }
        }
    }
}

impl Known {
    /// A table of this server.
    const fn here(mail: mpsc::Sender<Mail>, keeper: AbortHandle) -> Self {
        Self {
            mail,
            owner: Owner::Here,
            keeper,
        }
    }

    /// Whether it still takes mail, for a table of that owner: what was set up for the owner before is of no use.
    fn is_of(&self, owner: &Owner) -> bool {
        !self.mail.is_closed() && self.owner == *owner
    }

    /// Ends what was set up for the owner before, of which nobody hears any more.
    fn let_go(&self) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.mail.try_send(Mail::LetGo) {
            self.keeper.abort();
        }
    }
}
