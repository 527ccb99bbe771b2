//! Whether what this server has in memory of its tables is still the newest there is.

use capicu_store::shards::Shards;

/// A lone server has every table for as long as it runs; in a cluster, other servers take over from one that has not
/// asked the database for a while. Clones share what is known.
#[derive(Clone, Debug, Default)]
pub struct Lease(Option<Shards>);

impl Lease {
    /// That of a server which knows this of the others, if it is one of several.
    pub const fn of(shards: Option<Shards>) -> Self {
        Self(shards)
    }

    /// Whether no other server can have taken over yet.
    pub fn is_in_force(&self) -> bool {
        self.0.as_ref().is_none_or(Shards::is_known)
    }

    /// Waits until it is certain whether a table is still this server's.
    pub async fn holds(&self, table: &str) -> bool {
        let Some(shards) = &self.0 else {
            return true;
        };
        while shards.epoch(table).is_some() {
            if shards.is_known() {
                return true;
            }
            let mut changes = shards.changes();
            let is_still_unknown = shards.epoch(table).is_some() && !shards.is_known();
            if is_still_unknown && !changes.changed().await {
                return false;
            }
        }
        false
    }
}
