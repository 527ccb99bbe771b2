//! The lease of a server: it renews its shards, takes free ones, and hands them over in time.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::time::Duration;

use tokio::time::{sleep, timeout};

use super::moment::Moment;
use super::{Shard, Shards, claim};

/// A server counts as present for this long after its last renewal, by the clock of the [`Directory`].
pub const HOLDS: Duration = Duration::from_millis(3500);

/// A server gives up its shards this long before another one may take them.
pub const MARGIN: Duration = Duration::from_secs(1);

pub const LOOKS: Duration = Duration::from_millis(350);

/// Shards to hand over at a time.
const AT_ONCE: usize = 32;

/// The list of servers and owners of shards, with its own clock: a database.
pub trait Directory: Send {
    type Error: Display + Send;

    /// Renews the presence of this server for [`HOLDS`]; a forgotten server joins again. Fails if a server that runs
    /// alone has taken over.
    fn renew(
        &mut self,
        name: &str,
        is_leaving: bool,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send;

    /// Frees those of these shards that still belong to this server.
    fn free(
        &mut self,
        name: &str,
        shards: &[u16],
    ) -> impl Future<Output = Result<(), Self::Error>> + Send;

    fn seen(&mut self) -> impl Future<Output = Result<Roster, Self::Error>> + Send;

    /// Takes those of these shards whose server is gone, and increases their epochs.
    fn take(
        &mut self,
        name: &str,
        shards: &[u16],
    ) -> impl Future<Output = Result<(), Self::Error>> + Send;

    /// Raises the edition that servers write, unless a server present cannot read it.
    fn raise(&mut self, edition: u16) -> impl Future<Output = Result<(), Self::Error>> + Send;

    /// The caller stopped waiting for the last answer. It must not be taken for the answer to the next question.
    fn give_up(&mut self);
}

#[derive(Clone, Debug, Default)]
pub struct Roster {
    pub nodes: Vec<String>,
    /// Servers that are not leaving.
    pub staying: BTreeSet<String>,
    pub shards: Vec<Shard>,
    pub edition: u16,
    /// The newest edition that all servers present can read.
    pub readable: u16,
}

/// Polls a [`Directory`] for servers and owners, and takes free shards.
#[derive(Debug)]
pub struct Keeper<D> {
    shards: Shards,
    directory: D,
    /// The last successful poll.
    renewed: Moment,
}

impl<D: Directory> Keeper<D> {
    pub fn new(shards: Shards, directory: D) -> Self {
        Self {
            shards,
            directory,
            renewed: Moment::now(),
        }
    }

    /// Runs forever. Even if the directory fails, the server gives up its shards before others may take them.
    pub async fn run(mut self) {
        let mut is_lost = false;
        loop {
            tokio::select! {
                biased;
                () = self.shards.wanted() => {}
                () = sleep(LOOKS) => {}
            }
            // A server that has lost its shards is in no hurry.
            let left = match is_lost {
                true => HOLDS,
                false => (HOLDS - MARGIN).saturating_sub(self.renewed.elapsed()),
            };
            match timeout(left.max(LOOKS), self.once()).await {
                Ok(Ok(())) => {
                    if std::mem::take(&mut is_lost) {
                        tracing::info!("the database answers again");
                    }
                    continue;
                }
                Ok(Err(why)) => tracing::warn!(%why, "cannot read which server owns which tables"),
                Err(_) => tracing::warn!("cannot read in time which server owns which tables"),
            }
            self.directory.give_up();
            if self.renewed.elapsed() >= HOLDS - MARGIN && !std::mem::replace(&mut is_lost, true) {
                tracing::error!(
                    "other servers may have taken over the tables of this one: closing all of them"
                );
                self.shards.lose();
            }
        }
    }

    /// Polls once.
    ///
    /// # Errors
    ///
    /// Those of the directory.
    pub async fn once(&mut self) -> Result<(), D::Error> {
        let asked = Moment::now();
        let (shards, directory) = (&self.shards, &mut self.directory);
        let (name, is_leaving) = (shards.name(), shards.is_leaving());
        directory.renew(name, is_leaving).await?;
        let free: Vec<u16> = shards.gone().into_iter().collect();
        if !free.is_empty() {
            directory.free(name, &free).await?;
        }
        let mut seen = directory.seen().await?;
        let mine = match is_leaving {
            true => Vec::new(),
            false => seen.free_for(name),
        };
        let newest = shards.newest();
        let is_outgrown = seen.edition < newest && seen.readable >= newest;
        if is_outgrown {
            directory.raise(newest).await?;
        }
        if !mine.is_empty() {
            directory.take(name, &mine).await?;
        }
        if is_outgrown || !mine.is_empty() {
            seen = directory.seen().await?;
        }
        self.renewed = asked;
        shards.note(Some(asked), &seen.nodes, &seen.shards, seen.edition);
        let of_others = seen.better_with_others(name);
        if shards.going().is_empty() && !of_others.is_empty() {
            shards.let_go(&of_others[..of_others.len().min(AT_ONCE)]);
        }
        Ok(())
    }
}

impl Roster {
    /// Returns the server that should have a shard, of those that stay.
    fn best(&self, shard: u16) -> Option<&str> {
        let best = self.staying.iter().max_by_key(|node| claim(node, shard));
        best.map(String::as_str)
    }

    /// Lists shards without an owner that this server should have.
    fn free_for(&self, name: &str) -> Vec<u16> {
        let free = self.shards.iter().filter(|shard| {
            !self.nodes.contains(&shard.node) && self.best(shard.number) == Some(name)
        });
        free.map(|shard| shard.number).collect()
    }

    /// Lists shards of this server that another one should have. If no server stays, lists all of them, so that the
    /// next server finds them free.
    fn better_with_others(&self, name: &str) -> Vec<u16> {
        let own = self.shards.iter().filter(|shard| shard.node == name);
        let others = own.filter(|shard| self.best(shard.number) != Some(name));
        others.map(|shard| shard.number).collect()
    }
}
