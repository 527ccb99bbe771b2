//! Whose talk is not sent to whom: what somebody whom a player blocks says does not reach the player.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use capicu_protocol::PlayerId;

/// Of everybody who is at a table, whom they do not hear. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Ears(Arc<Mutex<BTreeMap<PlayerId, Weak<Ear>>>>);

/// Whom one player does not hear, at whatever table.
#[derive(Debug, Default)]
pub struct Ear(Mutex<BTreeSet<PlayerId>>);

/// So many are remembered before those who have gone are forgotten.
const MANY: usize = 1024;

impl Ears {
    /// That of a player: at first it hears everybody.
    pub fn of(&self, player: PlayerId) -> Arc<Ear> {
        let mut all = self.all();
        if let Some(ear) = all.get(&player).and_then(Weak::upgrade) {
            return ear;
        }
        if all.len() >= MANY {
            all.retain(|_, ear| ear.strong_count() > 0);
        }
        let ear = Arc::new(Ear::default());
        all.insert(player, Arc::downgrade(&ear));
        ear
    }

    /// A player does not hear these any more, by whatever id, but everybody else. Nothing where the player is at no
    /// table.
    pub fn shut(&self, player: PlayerId, to: &[PlayerId]) {
        if let Some(ear) = self.all().get(&player).and_then(Weak::upgrade) {
            ear.shut(to);
        }
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<PlayerId, Weak<Ear>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ear {
    /// It hears everybody but these.
    pub fn shut(&self, to: &[PlayerId]) {
        *self.not_heard() = to.iter().copied().collect();
    }

    /// Whether it hears a player.
    pub fn hears(&self, player: PlayerId) -> bool {
        !self.not_heard().contains(&player)
    }

    fn not_heard(&self) -> MutexGuard<'_, BTreeSet<PlayerId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ear_is_shut_at_every_table_and_forgotten_once_nobody_listens() {
        let ears = Ears::default();
        let [ana, eva, ben] = [1, 2, 3].map(|n| PlayerId::new([n; 16]));
        ears.shut(ana, &[eva]);
        let (one, other) = (ears.of(ana), ears.of(ana));
        assert!(one.hears(eva), "nobody listened when it was shut");
        ears.shut(ana, &[eva]);
        for ear in [&one, &other] {
            assert!(!ear.hears(eva) && ear.hears(ben));
        }
        assert!(ears.of(ben).hears(eva));
        ears.shut(ana, &[ben]);
        assert!(one.hears(eva) && !one.hears(ben));
        drop((one, other));
        assert!(ears.of(ana).hears(ben));
    }
}
