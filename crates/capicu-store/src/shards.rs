//! Distribution of tables to servers. Each table belongs to a shard, and each shard to one server at a time.

mod lease;
mod moment;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{Notify, broadcast};

pub use capicu_table::EDITION;

/// The oldest edition whose servers can share a cluster with this version: since then they forward requests.
pub const TOGETHER: u16 = 4;
pub use lease::{Directory, HOLDS, Keeper, LOOKS, MARGIN, Roster};
use moment::Moment;

pub const SHARDS: u16 = 256;

/// Returns the shard of a table: the same in every version and on every machine.
pub fn shard_of(key: impl AsRef<str>) -> u16 {
    (hash(key.as_ref().as_bytes(), 0) % u64::from(SHARDS)) as u16
}

/// Returns a server's claim to a shard. The server with the highest claim gets it. When a server joins or leaves, only
/// its own shards change hands.
pub fn claim(node: &str, shard: u16) -> u64 {
    hash(node.as_bytes(), u64::from(shard) + 1)
}

/// FNV-1a with a final mix of its bits.
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// This server, whose lease is in force.
    Here,
    /// The server of this name.
    Elsewhere(String),
    /// No server at the moment. The owner is gone, is handing it over, or cannot tell whether its lease is in force.
    Nobody,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Its number, below [`SHARDS`].
    pub number: u16,
    /// The last server that had it; empty if none has.
    pub node: String,
    /// How often it has changed hands.
    pub epoch: i64,
}

/// The owner of each shard, as far as this server knows. Clones share it: one task updates it from the database, and
/// the table service reads it.
#[derive(Clone, Debug)]
pub struct Shards(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    name: String,
    newest: u16,
    is_alone: bool,
    known: Mutex<Known>,
    changes: broadcast::Sender<()>,
    wanted: Notify,
}

#[derive(Debug, Default)]
struct Known {
    others: Vec<String>,
    /// Owner and epoch of each shard, if that server is present.
    owners: Vec<Option<(String, i64)>>,
    /// Own shards whose tables have to stop.
    going: BTreeSet<u16>,
    /// Own shards without tables in memory, which other servers may take.
    gone: BTreeSet<u16>,
    is_leaving: bool,
    /// The edition that servers may write.
    edition: u16,
    /// The last answer of the database; `None` if this server keeps no lease.
    renewed: Option<Moment>,
}

impl Known {
    /// Whether other servers may have taken over this server's shards.
    fn has_lapsed(&self) -> bool {
        let renewed = self.renewed.map(Moment::elapsed);
        renewed.is_some_and(|elapsed| elapsed >= HOLDS - MARGIN)
    }
}

impl Shards {
    /// Creates the state of a server that knows nothing yet. It can read facts and messages up to the
    /// [edition](EDITION) `newest`.
    pub fn new(name: impl Into<String>, newest: u16) -> Self {
        let known = Known {
            owners: vec![None; usize::from(SHARDS)],
            ..Known::default()
        };
        Self::of(name.into(), newest, false, known)
    }

    /// Creates the state of a lone server, which always owns all shards.
    pub fn alone() -> Self {
        let name = "alone".to_owned();
        let known = Known {
            owners: vec![Some((name.clone(), 0)); usize::from(SHARDS)],
            edition: EDITION,
            ..Known::default()
        };
        Self::of(name, EDITION, true, known)
    }

    fn of(name: String, newest: u16, is_alone: bool, known: Known) -> Self {
        Self(Arc::new(Shared {
            name,
            newest,
            is_alone,
            known: Mutex::new(known),
            changes: broadcast::Sender::new(1),
            wanted: Notify::new(),
        }))
    }

    pub fn is_alone(&self) -> bool {
        self.0.is_alone
    }

    pub fn name(&self) -> &str {
        &self.0.name
    }

    pub fn newest(&self) -> u16 {
        self.0.newest
    }

    /// Returns the newest edition that may be written: every server can read it.
    pub fn edition(&self) -> u16 {
        self.known().edition
    }

    pub fn owner(&self, key: impl AsRef<str>) -> Owner {
        if self.is_alone() {
            return Owner::Here;
        }
        let shard = shard_of(key);
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

    /// Returns the epoch with which this server may write to a table. The database checks it, with or without a lease.
    pub fn epoch(&self, key: impl AsRef<str>) -> Option<i64> {
        let known = self.known();
        let owner = known.owners[usize::from(shard_of(key))].as_ref();
        owner.and_then(|(node, epoch)| (node == self.name()).then_some(*epoch))
    }

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

    pub fn others(&self) -> Vec<String> {
        self.known().others.clone()
    }

    /// Whether the database answered recently. If not, other servers may have taken over.
    pub fn is_known(&self) -> bool {
        let known = self.known();
        known.owners.iter().any(Option::is_some) && !known.has_lapsed()
    }

    pub fn is_whole(&self) -> bool {
        self.known().owners.iter().all(Option::is_some)
    }

    /// Subscribes to changes of owners, and of shards to hand over.
    pub fn changes(&self) -> Changes {
        Changes(self.0.changes.subscribe())
    }

    /// Updates the state from the database: servers present, owners of shards, and the edition to write. Shards of this
    /// server stay its own until the next call.
    pub fn see(&self, nodes: &[String], shards: &[Shard], edition: u16) {
        self.note(None, nodes, shards, edition);
    }

    /// Updates the state like [`see`](Self::see), with the moment of the renewed lease.
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
            // While the lease had lapsed, own tables had no owner.
            let is_new = known.has_lapsed() || (&known.owners, &known.others) != (&owners, &others);
            known.renewed = renewed;
            (known.owners, known.others) = (owners, others);
            known.edition = edition.min(self.newest());
            is_new
        });
    }

    /// The database has been unreachable for too long: other servers may have this server's shards.
    pub fn lose(&self) {
        self.change(|known| {
            known.going.clear();
            known.gone.clear();
            known.others.clear();
            let owned = known.owners.iter_mut().filter(|owner| owner.is_some());
            owned.map(|owner| *owner = None).count() > 0
        });
    }

    /// Starts to hand these shards over. [`Shards::stopped`] reports that their tables have stopped.
    pub fn let_go(&self, shards: &[u16]) {
        self.change(|known| {
            let before = known.going.len();
            let gone = &known.gone;
            let new = shards.iter().filter(|shard| !gone.contains(shard));
            known.going.extend(new);
            known.going.len() > before
        });
    }

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

    pub fn gone(&self) -> BTreeSet<u16> {
        self.known().gone.clone()
    }

    /// Starts to hand over all shards, because this server stops.
    pub fn leave(&self) {
        self.known().is_leaving = true;
        self.0.wanted.notify_one();
    }

    pub fn is_leaving(&self) -> bool {
        self.known().is_leaving
    }

    /// Waits until this server has no shard. A lone server keeps its shards and returns at once.
    pub async fn left(&self) {
        if self.is_alone() {
            return;
        }
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

    /// Waits until there is something to send to the database.
    pub async fn wanted(&self) {
        self.0.wanted.notified().await;
    }

    fn change(&self, how: impl FnOnce(&mut Known) -> bool) {
        if how(&mut self.known()) {
            // There may be no subscriber.
            let _ = self.0.changes.send(());
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A subscription. Waiting tasks wake in the order in which they started to wait.
#[derive(Debug)]
pub struct Changes(broadcast::Receiver<()>);

impl Changes {
    /// Waits for a change since the last one; false if there will be none.
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
    fn shard_of_a_table_never_changes() {
        // Computed once by a separate program. Another number here would split tables between two versions.
        assert_eq!(shard_of("abcdefghijkm"), 118);
        assert_eq!(shard_of(""), 19);
        let mut per_shard = vec![0; usize::from(SHARDS)];
        for n in 0..25_600 {
            per_shard[usize::from(shard_of(format!("table{n}")))] += 1;
        }
        assert!(
            per_shard.iter().all(|n| (50..160).contains(n)),
            "{per_shard:?}"
        );
    }

    #[test]
    fn leaving_server_moves_only_its_own_shards() {
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
    fn shards_of_absent_servers_have_no_owner() {
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
        assert_eq!(shards.owner(table), Owner::Nobody, "no server loads it");
        assert_eq!(
            shards.epoch(table),
            Some(7),
            "it can still finish its writes"
        );
        shards.stopped(&shards.going());
        assert_eq!(shards.gone(), BTreeSet::from([number]));
        // The database still lists it, but that does not bring it back.
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

    #[tokio::test]
    async fn lone_server_owns_everything_until_it_stops() {
        let shards = Shards::alone();
        let is_all_own = || {
            shards.owner("abcdefghijkm") == Owner::Here
                && shards.own().len() == usize::from(SHARDS)
                && shards.is_whole()
                && shards.is_known()
        };
        assert!(is_all_own() && shards.others().is_empty());
        assert_eq!((shards.newest(), shards.edition()), (EDITION, EDITION));
        shards.leave();
        shards.left().await;
        assert!(is_all_own());
    }

    #[tokio::test(start_paused = true)]
    async fn shards_have_no_owner_once_the_lease_may_have_ended() {
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
        // Only time passes, as when the process is paused.
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
