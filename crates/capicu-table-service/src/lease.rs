//! Checks that this server still owns the tables in its memory.

use capicu_protocol::TableId;
use capicu_store::shards::Shards;

/// The lease on the tables of a server. A lone server owns all tables while it runs. In a cluster, other servers take
/// over after a server has not renewed its lease in the database. Clones share the state.
#[derive(Clone, Debug)]
pub struct Lease(Shards);

impl Default for Lease {
    fn default() -> Self {
        Self(Shards::alone())
    }
}

impl Lease {
    /// The lease of a server with these shards.
    pub const fn of(shards: Shards) -> Self {
        Self(shards)
    }

    /// Whether no other server can have taken over yet.
    pub fn is_in_force(&self) -> bool {
        self.0.is_known()
    }

    /// Waits until it is known whether this server still owns a table.
    pub async fn holds(&self, table: &TableId) -> bool {
        let shards = &self.0;
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
