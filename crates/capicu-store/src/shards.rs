//! Which of several servers has which tables: a table is in one of some shards, and a shard is one server's at a time.

mod keep;
mod moment;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{Notify, broadcast};

pub use capicu_table::EDITION;
pub use keep::{Directory, HOLDS, Keeper, LOOKS, MARGIN, Seen};
use moment::Moment;

/// How many shards there are.
pub const SHARDS: u16 = 256;

/// The shard of a table: the same in every version of the program, on every machine.
pub fn shard_of(table: &str) -> u16 {
    (hash(table.as_bytes(), 0) % u64::from(SHARDS)) as u16
}

/// How much a server is for having a shard: of those that are there, the one with the most has it. When a server comes
/// or goes, no more shards change hands than those that are its own.
pub fn claim(node: &str, shard: u16) -> u64 {
    hash(node.as_bytes(), u64::from(shard) + 1)
}

/// FNV-1a, with its bits well mixed.
fn hash(bytes: &[u8], salt: u64) -> u64 {
    let salted = salt.to_le_bytes();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in salted.iter().chain(bytes) {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

/// Whose a table is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// This server's, whose lease is in force.
    Here,
    /// That of the server of this name.
    Elsewhere(String),
    /// Nobody's for the moment: its server is gone, hands it over, or cannot say whether its lease is still in force.
    Nobody,
}

/// A shard as the database has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Its number, below [`SHARDS`].
    pub number: u16,
    /// The server that had it last; empty if none has.
    pub node: String,
    /// How often it has changed hands.
    pub epoch: i64,
}

/// Which shards are whose, as far as this server knows. Clones share it: a task that asks the database keeps it up to
/// date, and whoever runs tables goes by it.
#[derive(Clone, Debug)]
pub struct Shards(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    name: String,
    newest: u16,
    known: Mutex<Known>,
    changes: broadcast::Sender<()>,
    wanted: Notify,
}

#[derive(Debug, Default)]
struct Known {
    /// The other servers that are there.
    others: Vec<String>,
    /// By shards: who has it, if that server is there, and its epoch.
    owners: Vec<Option<(String, i64)>>,
    /// Own shards whose tables are to stop.
    going: BTreeSet<u16>,
    /// Own shards that have no table in memory any more, and that others may have.
    gone: BTreeSet<u16>,
    is_leaving: bool,
    /// What the servers may write.
    edition: u16,
    /// When the database was last asked; `None` where nobody keeps a lease.
    renewed: Option<Moment>,
}

impl Known {
    /// Whether other servers may have taken over what this one had.
    fn has_lapsed(&self) -> bool {
        let renewed = self.renewed.map(Moment::elapsed);
        renewed.is_some_and(|elapsed| elapsed >= HOLDS - MARGIN)
    }
}

impl Shards {
    /// What the server of this name knows: nothing yet. It can read facts and messages up to this
    /// [edition](EDITION).
    pub fn new(name: impl Into<String>, newest: u16) -> Self {
        let known = Known {
            owners: vec![None; usize::from(SHARDS)],
            ..Known::default()
        };
        Self(Arc::new(Shared {
            name: name.into(),
            newest,
            known: Mutex::new(known),
            changes: broadcast::Sender::new(1),
            wanted: Notify::new(),
        }))
    }

    /// The name of this server.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The newest edition that this server can read.
    pub fn newest(&self) -> u16 {
        self.0.newest
    }

    /// The newest edition that every server can read, and that may be written.
    pub fn edition(&self) -> u16 {
        self.known().edition
    }

    /// Whose a table is.
    pub fn owner(&self, table: &str) -> Owner {
        let shard = shard_of(table);
        let known = self.known();
        match &known.owners[usize::from(shard)] {
            Some((node, _)) if node != self.name() => Owner::Elsewhere(node.clone()),
            Some(_)
                if !known.going.contains(&shard)
                    && !known.gone.contains(&shard)
                    && !known.has_lapsed() =>
            {
                Owner::Here
            }
            _ => Owner::Nobody,
        }
    }

    /// By which epoch this server may write to a table: the database checks it, so that it counts without a lease too.
    pub fn epoch(&self, table: &str) -> Option<i64> {
        let known = self.known();
        let owner = known.owners[usize::from(shard_of(table))].as_ref();
        owner.and_then(|(node, epoch)| (node == self.name()).then_some(*epoch))
    }

    /// The shards that are this server's and stay so.
    pub fn own(&self) -> BTreeSet<u16> {
        let known = self.known();
        if known.has_lapsed() {
            return BTreeSet::new();
        }
        let is_own = |shard: &u16| {
            let owner = known.owners[usize::from(*shard)].as_ref();
            owner.is_some_and(|(node, _)| node == self.name())
                && !known.going.contains(shard)
                && !known.gone.contains(shard)
        };
        (0..SHARDS).filter(is_own).collect()
    }

    /// The other servers that are there.
    pub fn others(&self) -> Vec<String> {
        self.known().others.clone()
    }

    /// Whether the database has been asked lately: if not, other servers may have taken over.
    pub fn is_known(&self) -> bool {
        let known = self.known();
        known.owners.iter().any(Option::is_some) && !known.has_lapsed()
    }

    /// Whether every shard is some server's.
    pub fn is_whole(&self) -> bool {
        self.known().owners.iter().all(Option::is_some)
    }

    /// Told of each change: of who has what, and of what is to be let go.
    pub fn changes(&self) -> Changes {
        Changes(self.0.changes.subscribe())
    }

    /// The database says so: these servers are there, these have the shards, and they may write this edition. What is
    /// this server's stays so until the next call.
    pub fn see(&self, nodes: &[String], shards: &[Shard], edition: u16) {
        self.note(None, nodes, shards, edition);
    }

    /// The same for a lease that was renewed at that moment.
    fn note(&self, renewed: Option<Moment>, nodes: &[String], shards: &[Shard], edition: u16) {
        let mut owners = vec![None; usize::from(SHARDS)];
        for shard in shards.iter().filter(|shard| nodes.contains(&shard.node)) {
            if let Some(owner) = owners.get_mut(usize::from(shard.number)) {
                *owner = Some((shard.node.clone(), shard.epoch));
            }
        }
        let mut others = nodes.to_vec();
        others.retain(|node| node != self.name());
        self.change(|known| {
            let is_own = |shard: &u16| {
                let owner = owners[usize::from(*shard)].as_ref();
                owner.is_some_and(|(node, _)| node == self.name())
            };
            known.going.retain(is_own);
            known.gone.retain(is_own);
            // While it had lapsed, own tables were nobody's.
            let is_new = known.has_lapsed() || (&known.owners, &known.others) != (&owners, &others);
            known.renewed = renewed;
            (known.owners, known.others) = (owners, others);
            known.edition = edition.min(self.newest());
            is_new
        });
    }

    /// The database could not be asked for too long: what was this server's may be another one's.
    pub fn lose(&self) {
        self.change(|known| {
            known.going.clear();
            known.gone.clear();
            known.others.clear();
            let owned = known.owners.iter_mut().filter(|owner| owner.is_some());
            owned.map(|owner| *owner = None).count() > 0
        });
    }

    /// Another one is to have these shards. Once their tables have stopped, [`Shards::stopped`] says so.
    pub fn let_go(&self, shards: &[u16]) {
        self.change(|known| {
            let before = known.going.len();
            let gone = &known.gone;
            let new = shards.iter().filter(|shard| !gone.contains(shard));
            known.going.extend(new);
            known.going.len() > before
        });
    }

    /// The shards whose tables are to stop.
    pub fn going(&self) -> BTreeSet<u16> {
        self.known().going.clone()
    }

    /// The tables of these shards have stopped.
    pub fn stopped(&self, shards: &BTreeSet<u16>) {
        let mut known = self.known();
        for shard in shards {
            if known.going.remove(shard) {
                known.gone.insert(*shard);
            }
        }
        drop(known);
        self.0.wanted.notify_one();
    }

    /// The own shards that others may have.
    pub fn gone(&self) -> BTreeSet<u16> {
        self.known().gone.clone()
    }

    /// This server stops: others are to have all that it has.
    pub fn leave(&self) {
        self.known().is_leaving = true;
        self.0.wanted.notify_one();
    }

    /// Whether this server stops.
    pub fn is_leaving(&self) -> bool {
        self.known().is_leaving
    }

    /// Waits until this server has no shard any more.
    pub async fn left(&self) {
        let mut changes = self.changes();
        let has_some = || {
            let known = self.known();
            let mut owners = known.owners.iter().flatten();
            owners.any(|(node, _)| node == self.name())
        };
        while has_some() {
            if !changes.changed().await {
                return;
            }
        }
    }

    /// Waits until there is something to tell the database.
    pub async fn wanted(&self) {
        self.0.wanted.notified().await;
    }

    fn change(&self, how: impl FnOnce(&mut Known) -> bool) {
        if how(&mut self.known()) {
            // Nobody may be waiting.
            let _ = self.0.changes.send(());
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tells whoever waits, in the order in which they began to.
#[derive(Debug)]
pub struct Changes(broadcast::Receiver<()>);

impl Changes {
    /// Waits for a change since the last one that was told; false if there is none any more.
    pub async fn changed(&mut self) -> bool {
        !matches!(self.0.recv().await, Err(RecvError::Closed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shard(number: u16, node: &str) -> Shard {
        Shard {
            number,
            node: node.to_owned(),
            epoch: 7,
        }
    }

    fn nodes(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn a_table_is_in_the_same_shard_for_ever() {
        // Reckoned once by a program of its own: another number here would split tables between two versions.
        assert_eq!(shard_of("abcdefghijkm"), 118);
        assert_eq!(shard_of(""), 19);
        let mut per_shard = vec![0; usize::from(SHARDS)];
        for n in 0..25_600 {
            per_shard[usize::from(shard_of(&format!("table{n}")))] += 1;
        }
        assert!(
            per_shard.iter().all(|n| (50..160).contains(n)),
            "{per_shard:?}"
        );
    }

    #[test]
    fn a_server_that_goes_leaves_all_others_what_they_have() {
        let all = ["a", "b", "c"];
        let of = |among: &[&str], shard| {
            let most = among.iter().max_by_key(|node| claim(node, shard));
            (*most.unwrap()).to_owned()
        };
        for node in all {
            let own = (0..SHARDS).filter(|shard| of(&all, *shard) == node).count();
            assert!((60..115).contains(&own), "{node} has {own}");
        }
        for shard in 0..SHARDS {
            let before = of(&all, shard);
            if before != "b" {
                assert_eq!(of(&["a", "c"], shard), before);
            }
        }
    }

    #[test]
    fn whoever_is_not_there_has_nothing_and_what_goes_is_nobodys() {
        let shards = Shards::new("a", 1);
        let table = "abcdefghijkm";
        let number = shard_of(table);
        assert_eq!(
            (shards.owner(table), shards.epoch(table)),
            (Owner::Nobody, None)
        );
        shards.see(&nodes(&["a"]), &[shard(number, "b")], 1);
        assert_eq!(shards.owner(table), Owner::Nobody, "b is not there");
        shards.see(&nodes(&["a", "b"]), &[shard(number, "b")], 1);
        assert_eq!(shards.owner(table), Owner::Elsewhere("b".to_owned()));
        assert_eq!(
            (shards.epoch(table), shards.others()),
            (None, nodes(&["b"]))
        );

        shards.see(&nodes(&["a", "b"]), &[shard(number, "a")], 1);
        assert_eq!(
            (shards.owner(table), shards.epoch(table)),
            (Owner::Here, Some(7))
        );
        let mut changes = shards.changes();
        shards.let_go(&[number]);
        assert!(changes.0.try_recv().is_ok());
        assert_eq!(shards.owner(table), Owner::Nobody, "nobody brings it in");
        assert_eq!(shards.epoch(table), Some(7), "what it is doing is finished");
        shards.stopped(&shards.going());
        assert_eq!(shards.gone(), BTreeSet::from([number]));
        // Still there in the database: it does not come back by that.
        shards.see(&nodes(&["a", "b"]), &[shard(number, "a")], 1);
        assert_eq!(shards.owner(table), Owner::Nobody);
        shards.see(&nodes(&["a", "b"]), &[shard(number, "")], 1);
        assert!(shards.gone().is_empty() && shards.own().is_empty());

        shards.see(&nodes(&["a", "b"]), &[shard(number, "a")], 1);
        assert_eq!(shards.owner(table), Owner::Here);
        shards.lose();
        assert_eq!(
            (shards.owner(table), shards.epoch(table)),
            (Owner::Nobody, None)
        );
    }

    #[tokio::test(start_paused = true)]
    async fn what_a_server_had_is_nobodys_once_its_lease_may_have_ended() {
        let shards = Shards::new("a", 1);
        let table = "abcdefghijkm";
        let own = [shard(shard_of(table), "a")];
        let renew = || shards.note(Some(Moment::now()), &nodes(&["a", "b"]), &own, 1);
        renew();
        let mut changes = shards.changes();
        let almost = HOLDS - MARGIN - std::time::Duration::from_millis(1);
        tokio::time::sleep(almost).await;
        assert_eq!(shards.owner(table), Owner::Here);
        renew();
        tokio::time::sleep(almost).await;
        assert!(shards.is_known() && shards.owner(table) == Owner::Here);
        // Nothing but time passes, as when the process is stopped.
        tokio::time::sleep(MARGIN).await;
        assert_eq!(shards.owner(table), Owner::Nobody);
        assert!(!shards.is_known() && shards.own().is_empty());
        assert_eq!(shards.epoch(table), Some(7), "the database decides");
        assert!(changes.0.try_recv().is_err());
        renew();
        assert_eq!(shards.owner(table), Owner::Here);
        assert!(changes.0.try_recv().is_ok(), "waiting tasks ask again");
    }
}
