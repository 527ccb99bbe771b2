//! Blocks: the chat of a blocked player is not sent to the player who blocked them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use capicu_protocol::PlayerId;

/// For each connected player, whom they have blocked. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct BlockFilters(Arc<Mutex<BTreeMap<PlayerId, Weak<BlockFilter>>>>);

/// Whom one player has blocked, under any of their ids.
#[derive(Debug, Default)]
pub struct BlockFilter(Mutex<BTreeSet<PlayerId>>);

/// How many filters are remembered before unused ones are removed.
const MANY: usize = 1024;

impl BlockFilters {
    /// The filter of a player; a new one blocks nobody.
    pub fn of(&self, player: PlayerId) -> Arc<BlockFilter> {
        let mut all = self.all();
        if let Some(filter) = all.get(&player).and_then(Weak::upgrade) {
            return filter;
        }
        if all.len() >= MANY {
            all.retain(|_, filter| filter.strong_count() > 0);
        }
        let filter = Arc::new(BlockFilter::default());
        all.insert(player, Arc::downgrade(&filter));
        filter
    }

    /// Replaces the players whom a player blocks. Does nothing if the player is not connected.
    pub fn replace(&self, player: PlayerId, blocked: &[PlayerId]) {
        if let Some(filter) = self.all().get(&player).and_then(Weak::upgrade) {
            filter.replace(blocked);
        }
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<PlayerId, Weak<BlockFilter>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl BlockFilter {
    /// Replaces the blocked players.
    pub fn replace(&self, blocked: &[PlayerId]) {
        *self.blocked() = blocked.iter().copied().collect();
    }

    /// Whether a player is blocked.
    pub fn blocks(&self, player: PlayerId) -> bool {
        self.blocked().contains(&player)
    }

    fn blocked(&self) -> MutexGuard<'_, BTreeSet<PlayerId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn block_applies_to_all_connections_until_the_last_closes() {
        let filters = BlockFilters::default();
        let [ana, eva, ben] = [1, 2, 3].map(|n| PlayerId::new([n; 16]));
        filters.replace(ana, &[eva]);
        let (one, other) = (filters.of(ana), filters.of(ana));
        assert!(!one.blocks(eva), "nobody was connected");
        filters.replace(ana, &[eva]);
        for filter in [&one, &other] {
            assert!(filter.blocks(eva) && !filter.blocks(ben));
        }
        assert!(!filters.of(ben).blocks(eva));
        filters.replace(ana, &[ben]);
        assert!(!one.blocks(eva) && one.blocks(ben));
        drop((one, other));
        assert!(!filters.of(ana).blocks(ben));
    }
}
