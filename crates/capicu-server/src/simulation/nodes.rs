//! A cluster: the directory of servers and shards, and the bus.

use std::collections::{BTreeMap, BTreeSet};
use std::future::pending;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use capicu_bus::{Answer, Bus, Bytes, Heard, Silence, Wire};
use capicu_store::shards::{Directory, EDITION, HOLDS, Roster, SHARDS, Shard, Shards, shard_of};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};

use super::Lie;
use super::story::Story;

/// How long a server waits for an answer of the database, or of another server.
pub const PATIENCE: Duration = Duration::from_secs(2);

/// Messages that may queue for a server.
const WAITING: usize = 65_536;

/// How far a server's own clock is behind, in the lie about leases.
const BEHIND: u64 = 3_000;

/// State that servers share in addition to the disk, and that outlives them. Clones share it.
#[derive(Clone, Debug)]
pub struct Several {
    story: Story,
    lie: Lie,
    wire: Wire,
    shared: Arc<Mutex<Shared>>,
}

#[derive(Debug, Default)]
struct Shared {
    /// Until when each server is present, and whether it leaves.
    nodes: BTreeMap<String, (u64, bool)>,
    /// The last owner and the epoch of each shard.
    shards: BTreeMap<u16, (String, i64)>,
    /// The states of running servers.
    running: BTreeMap<String, Shards>,
    /// Until when traffic between a server and the database is delayed.
    from_store: BTreeMap<String, Instant>,
    from_bus: BTreeMap<String, Instant>,
    no_bus: Option<Instant>,
    no_news: Option<Instant>,
}

impl Several {
    pub fn new(story: Story, lie: Lie) -> Self {
        Self {
            story,
            lie,
            wire: Wire::default(),
            shared: Arc::default(),
        }
    }

    /// Starts a server of this name, for as long as its process lives.
    pub fn begin(&self, name: &str, lives: Arc<AtomicBool>) -> Node {
        let shards = Shards::new(name, EDITION);
        self.shared()
            .running
            .insert(name.to_owned(), shards.clone());
        Node {
            several: self.clone(),
            shards,
            lives,
        }
    }

    /// Ends a server. If it stopped cleanly, it has freed its shards.
    pub fn end(&self, name: &str, gives_back: bool) {
        let mut shared = self.shared();
        shared.running.remove(name);
        if gives_back {
            shared.nodes.remove(name);
            for (owner, _) in shared
                .shards
                .values_mut()
                .filter(|(owner, _)| owner == name)
            {
                owner.clear();
            }
        }
    }

    /// Delays traffic between this server and the database for this time.
    pub fn cut_from_store(&self, name: &str, time: Duration) {
        let until = Instant::now() + time;
        self.shared().from_store.insert(name.to_owned(), until);
    }

    /// Loses traffic between this server and the others for this time.
    pub fn cut_from_bus(&self, name: &str, time: Duration) {
        let until = Instant::now() + time;
        self.shared().from_bus.insert(name.to_owned(), until);
    }

    /// Stops the bus for this time.
    pub fn without_bus(&self, time: Duration) {
        self.shared().no_bus = Some(Instant::now() + time);
    }

    /// Loses news of players between servers for this time.
    pub fn without_news(&self, time: Duration) {
        self.shared().no_news = Some(Instant::now() + time);
    }

    /// Returns the rest of a message after losses.
    fn carried(&self, message: Bytes) -> Option<Bytes> {
        let is_lost = self.shared().no_news.as_ref().is_some_and(lasts);
        match is_lost && message.starts_with(b"{\"type\":\"news\"") {
            true => None,
            false => Some(message),
        }
    }

    /// Applies a lie to a question.
    fn asked(&self, question: Bytes) -> Bytes {
        if self.lie != Lie::NoCount {
            return question;
        }
        let mut asked = match serde_json::from_slice::<serde_json::Value>(&question) {
            Ok(asked) => asked,
            // A forwarded request, with its body.
            Err(_) => return question,
        };
        match asked.get_mut("news") {
            Some(news) => *news = 0.into(),
            None => return question,
        }
        asked.to_string().into()
    }

    fn is_apart(&self, name: &str) -> bool {
        let shared = self.shared();
        let lasts = |until: Option<&Instant>| until.is_some_and(lasts);
        lasts(shared.from_bus.get(name)) || lasts(shared.no_bus.as_ref())
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().expect("nobody panics here")
    }
}

/// Whether the time is in the future.
fn lasts(until: &Instant) -> bool {
    Instant::now() < *until
}

#[derive(Clone, Debug)]
pub struct Node {
    several: Several,
    pub shards: Shards,
    lives: Arc<AtomicBool>,
}

impl Node {
    /// Returns until when its traffic with the database is delayed.
    pub fn cut(&self) -> Option<Instant> {
        let shared = self.several.shared();
        let until = shared.from_store.get(self.shards.name()).copied();
        until.filter(|until| Instant::now() < *until)
    }

    /// By which epoch it would write to a table.
    pub fn epoch(&self, table: &str) -> Option<i64> {
        self.shards.epoch(table)
    }

    /// Whether the database takes what a server writes to a table by that epoch.
    pub fn may_write(&self, table: &str, epoch: Option<i64>) -> bool {
        self.several.lie == Lie::AnyEpoch || self.has(table, epoch)
    }

    /// Something was written to a table: it must be this server's.
    pub fn wrote(&self, table: &str, epoch: Option<i64>) {
        if !self.has(table, epoch) {
            let name = self.shards.name();
            let wrong = format!("{name} wrote to {table}, whose shard is another server's");
            self.several.story.wrong(wrong);
        }
    }

    fn has(&self, table: &str, epoch: Option<i64>) -> bool {
        let shared = self.several.shared();
        let shard = shared.shards.get(&shard_of(table));
        shard.is_some_and(|(_, reached)| Some(*reached) == epoch)
    }

    /// The bus, as it reaches it.
    pub fn bus(&self) -> Arc<dyn Bus> {
        Arc::new(self.clone())
    }

    /// Waits while the process is paused; forever if it was killed.
    async fn lives(&self) {
        if !self.lives.load(Ordering::Relaxed) {
            pending::<()>().await;
        }
    }

    /// Waits for a question and its answer to arrive.
    async fn travels(&self) {
        self.lives().await;
        sleep(Duration::from_millis(2)).await;
        while let Some(until) = self.cut() {
            sleep_until(until).await;
        }
        self.lives().await;
    }
}

/// An error that cannot happen.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("nobody says so")]
pub struct Never;

impl Directory for Node {
    type Error = Never;

    async fn renew(&mut self, name: &str, is_leaving: bool) -> Result<(), Never> {
        self.travels().await;
        let lasts = HOLDS.as_millis() as u64;
        let now = match self.several.lie {
            // This should be the time of the database.
            Lie::OwnTime => self.several.story.now() - BEHIND,
            _ => self.several.story.now(),
        };
        let mut shared = self.several.shared();
        shared
            .nodes
            .insert(name.to_owned(), (now + lasts, is_leaving));
        Ok(())
    }

    async fn free(&mut self, name: &str, shards: &[u16]) -> Result<(), Never> {
        self.travels().await;
        let mut shared = self.several.shared();
        for shard in shards {
            if let Some((owner, _)) = shared.shards.get_mut(shard).filter(|(of, _)| of == name) {
                owner.clear();
            }
        }
        Ok(())
    }

    async fn seen(&mut self) -> Result<Roster, Never> {
        self.travels().await;
        let now = self.several.story.now();
        let seen = {
            let shared = self.several.shared();
            let there = shared.nodes.iter().filter(|(_, (until, _))| *until >= now);
            let staying = there.clone().filter(|(_, (_, is_leaving))| !is_leaving);
            let shard = |number| {
                let (node, epoch) = shared.shards.get(&number).cloned().unwrap_or_default();
                Shard {
                    number,
                    node,
                    epoch,
                }
            };
            Roster {
                nodes: there.map(|(name, _)| name.clone()).collect(),
                staying: staying.map(|(name, _)| name.clone()).collect(),
                shards: (0..SHARDS).map(shard).collect(),
                edition: EDITION,
                readable: EDITION,
            }
        };
        self.travels().await;
        Ok(seen)
    }

    async fn take(&mut self, name: &str, shards: &[u16]) -> Result<(), Never> {
        self.travels().await;
        let now = self.several.story.now();
        let mut taken = BTreeMap::new();
        let mut shared = self.several.shared();
        let is_there = |shared: &Shared, of: &str| {
            let until = shared.nodes.get(of);
            until.is_some_and(|(until, _)| *until >= now)
        };
        if !is_there(&shared, name) {
            return Ok(());
        }
        for shard in shards {
            let (owner, epoch) = shared.shards.get(shard).cloned().unwrap_or_default();
            if is_there(&shared, &owner) {
                continue;
            }
            let before = shared.running.get(&owner).map(Shards::own);
            if before.is_some_and(|own: BTreeSet<u16>| own.contains(shard)) {
                let wrong = format!("{name} takes shard {shard}, which {owner} still has");
                self.several.story.wrong(wrong);
            }
            shared.shards.insert(*shard, (name.to_owned(), epoch + 1));
            *taken.entry(owner).or_insert(0) += 1;
            let mut told = self.several.story.told();
            told.taken.entry(*shard).or_default().push(now);
        }
        drop(shared);
        self.several
            .story
            .log(name, format_args!("takes shards of {taken:?}"));
        Ok(())
    }

    async fn raise(&mut self, _: u16) -> Result<(), Never> {
        Ok(())
    }

    fn give_up(&mut self) {}
}

impl Bus for Node {
    fn tell<'a>(&'a self, node: &'a str, message: Bytes) -> Answer<'a, Result<(), Silence>> {
        Box::pin(async move {
            self.lives().await;
            if self.several.is_apart(self.shards.name()) || self.several.is_apart(node) {
                return Ok(());
            }
            match self.several.carried(message) {
                Some(message) => self.several.wire.tell(node, message).await,
                None => Ok(()),
            }
        })
    }

    fn ask<'a>(&'a self, node: &'a str, question: Bytes) -> Answer<'a, Result<Bytes, Silence>> {
        Box::pin(async move {
            self.lives().await;
            if self.several.is_apart(self.shards.name()) || self.several.is_apart(node) {
                sleep(PATIENCE).await;
                return Err(Silence::Late);
            }
            let question = self.several.asked(question);
            let answer = self.several.wire.ask(node, question).await;
            self.lives().await;
            match self.several.is_apart(self.shards.name()) {
                true => Err(Silence::Late),
                false => answer,
            }
        })
    }

    fn hear<'a>(&'a self, node: &'a str) -> Answer<'a, Result<mpsc::Receiver<Heard>, Silence>> {
        Box::pin(async move {
            let mut all = self.several.wire.hear(node).await?;
            let (pass, heard) = mpsc::channel(WAITING);
            let lives = Arc::clone(&self.lives);
            tokio::spawn(async move {
                while let Some(said) = all.recv().await {
                    if !lives.load(Ordering::Relaxed) || pass.send(said).await.is_err() {
                        return;
                    }
                }
            });
            Ok(heard)
        })
    }

    fn is_up(&self) -> bool {
        !self.several.is_apart(self.shards.name())
    }
}
