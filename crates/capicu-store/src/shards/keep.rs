//! How a server keeps its shards, takes those that are free, and lets go of them in time.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::time::Duration;

use tokio::time::{sleep, timeout};

use super::moment::Moment;
use super::{Shard, Shards, claim};

/// How long a server is there that has not been heard of again, by the time of the [`Directory`].
pub const HOLDS: Duration = Duration::from_millis(3500);

/// A server lets go this long before another one may have taken over.
pub const MARGIN: Duration = Duration::from_secs(1);

/// How often it is asked who is there.
pub const LOOKS: Duration = Duration::from_millis(350);

/// So many shards are handed over at a time.
const AT_ONCE: usize = 32;

/// Where it is written which servers are there and who has which shards, by its own time: a database.
pub trait Directory: Send {
    /// Why it cannot be asked.
    type Error: Display + Send;

    /// This server is there, for as long as that [holds](HOLDS); one that was forgotten joins again. It is an error
    /// if it may not, because a server that is the only one has taken over.
    fn renew(
        &mut self,
        name: &str,
        is_leaving: bool,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send;

    /// Lets others have these shards, as far as they are still this server's.
    fn free(
        &mut self,
        name: &str,
        shards: &[u16],
    ) -> impl Future<Output = Result<(), Self::Error>> + Send;

    /// Who is there, and who has what.
    fn seen(&mut self) -> impl Future<Output = Result<Seen, Self::Error>> + Send;

    /// Takes those of these shards whose server is gone, and counts up how often they changed hands.
    fn take(
        &mut self,
        name: &str,
        shards: &[u16],
    ) -> impl Future<Output = Result<(), Self::Error>> + Send;

    /// Has the servers write this edition from now on, unless one is there that cannot read it.
    fn raise(&mut self, edition: u16) -> impl Future<Output = Result<(), Self::Error>> + Send;

    /// What was asked last was not waited for to its end: its answer must not be taken for that of the next question.
    fn give_up(&mut self);
}

/// What a [`Directory`] says.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// Servers that are there.
    pub nodes: Vec<String>,
    /// Those of them that stay.
    pub staying: BTreeSet<String>,
    /// All shards.
    pub shards: Vec<Shard>,
    /// The edition that may be written.
    pub edition: u16,
    /// The newest edition that all servers that are there can read.
    pub readable: u16,
}

/// Asks a [`Directory`] who is there and who has what, again and again, and takes what is free.
#[derive(Debug)]
pub struct Keeper<D> {
    shards: Shards,
    directory: D,
    /// When it was last asked with success.
    renewed: Moment,
}

impl<D: Directory> Keeper<D> {
    /// Keeps what these shards say up to date.
    pub fn new(shards: Shards, directory: D) -> Self {
        Self {
            shards,
            directory,
            renewed: Moment::now(),
        }
    }

    /// Goes on for ever. Whatever the directory does, the server has let go before others may take over.
    pub async fn run(mut self) {
        let mut is_lost = false;
        loop {
            tokio::select! {
                biased;
                () = self.shards.wanted() => {}
                () = sleep(LOOKS) => {}
            }
            // Whoever has nothing to lose any more may take its time.
            let left = match is_lost {
                true => HOLDS,
                false => (HOLDS - MARGIN).saturating_sub(self.renewed.elapsed()),
            };
            match timeout(left.max(LOOKS), self.once()).await {
                Ok(Ok(())) => {
                    if std::mem::take(&mut is_lost) {
                        tracing::info!("the database is there again");
                    }
                    continue;
                }
                Ok(Err(why)) => tracing::warn!(%why, "cannot ask who has which tables"),
                Err(_) => tracing::warn!("cannot ask in time who has which tables"),
            }
            self.directory.give_up();
            if self.renewed.elapsed() >= HOLDS - MARGIN && !std::mem::replace(&mut is_lost, true) {
                tracing::error!(
                    "other servers may have taken over the tables of this one: letting go of all of them"
                );
                self.shards.lose();
            }
        }
    }

    /// Asks once.
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

impl Seen {
    /// Who is to have a shard, of those that stay.
    fn best(&self, shard: u16) -> Option<&str> {
        let best = self.staying.iter().max_by_key(|node| claim(node, shard));
        best.map(String::as_str)
    }

    /// The shards that nobody has and that this server is to have.
    fn free_for(&self, name: &str) -> Vec<u16> {
        let free = self.shards.iter().filter(|shard| {
            !self.nodes.contains(&shard.node) && self.best(shard.number) == Some(name)
        });
        free.map(|shard| shard.number).collect()
    }

    /// The shards that this server has and that another one is to have; all that it has where nobody stays, so that
    /// whoever comes next finds them free.
    fn better_with_others(&self, name: &str) -> Vec<u16> {
        let own = self.shards.iter().filter(|shard| shard.node == name);
        let others = own.filter(|shard| self.best(shard.number) != Some(name));
        others.map(|shard| shard.number).collect()
    }
}
