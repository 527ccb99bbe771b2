//! The online status of players for their friends.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use capicu_protocol::{PlayerId, Whereabouts};

use crate::Clock;

/// Milliseconds after a request for which a player counts as online.
pub const PRESENT: u64 = 120_000;

/// Milliseconds after leaving a table for which a player counts as there, since a broken connection usually returns.
const AT_TABLE: u64 = 30_000;

/// Milliseconds between two removals of players who have gone.
const FORGET: u64 = 60_000;

/// The online status of signed-in players, in memory only. Clones share it.
#[derive(Clone, Debug)]
pub struct Attendance(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    clock: Clock,
    seen: Mutex<Seen>,
}

#[derive(Debug, Default)]
struct Seen {
    of: BTreeMap<PlayerId, One>,
    forgotten: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct One {
    asked: Option<u64>,
    sockets: u32,
    left: Option<u64>,
}

/// A player at a table, until this is dropped.
#[derive(Debug)]
pub struct AtTable(Attendance, PlayerId);

impl Attendance {
    /// An attendance without players.
    pub fn new(clock: Clock) -> Self {
        let seen = Mutex::default();
        Self(Arc::new(Shared { clock, seen }))
    }

    /// Records a request of a player.
    pub fn asks(&self, player: PlayerId) {
        let now = self.0.clock.now();
        let mut seen = self.seen();
        seen.of.entry(player).or_default().asked = Some(now);
        if now.saturating_sub(seen.forgotten) >= FORGET {
            seen.forgotten = now;
            seen.of
                .retain(|_, one| one.presence(now) != Whereabouts::Away);
        }
    }

    /// Records that a player comes to a table.
    pub fn sits(&self, player: PlayerId) -> AtTable {
        self.seen().of.entry(player).or_default().sockets += 1;
        AtTable(self.clone(), player)
    }

    /// The whereabouts of a player.
    pub fn of(&self, player: PlayerId) -> Whereabouts {
        let now = self.0.clock.now();
        let one = self.seen().of.get(&player).copied();
        one.unwrap_or_default().presence(now)
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.0.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl One {
    fn presence(self, now: u64) -> Whereabouts {
        let lately =
            |at: Option<u64>, so_long| at.is_some_and(|at| now.saturating_sub(at) < so_long);
        if self.sockets > 0 || lately(self.left, AT_TABLE) {
            Whereabouts::AtTable
        } else if lately(self.asked, PRESENT) {
            Whereabouts::Here
        } else {
            Whereabouts::Away
        }
    }
}

impl Drop for AtTable {
    fn drop(&mut self) {
        let now = self.0.0.clock.now();
        if let Some(one) = self.0.seen().of.get_mut(&self.1) {
            one.sockets -= 1;
            one.left = Some(now);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn player_counts_as_present_for_a_while() {
        let attendance = Attendance::new(Clock::set(1_000_000));
        let [ana, eva] = [1, 2].map(|n| PlayerId::new([n; 16]));
        assert_eq!(attendance.of(ana), Whereabouts::Away);
        attendance.asks(ana);
        advance(Duration::from_secs(119)).await;
        assert_eq!(attendance.of(ana), Whereabouts::Here);
        advance(Duration::from_secs(1)).await;
        assert_eq!(attendance.of(ana), Whereabouts::Away);

        let sockets = [attendance.sits(ana), attendance.sits(ana)];
        advance(Duration::from_secs(3600)).await;
        // A player at a table is not forgotten.
        attendance.asks(eva);
        assert_eq!(attendance.of(ana), Whereabouts::AtTable);
        let [one, other] = sockets;
        drop(one);
        advance(Duration::from_secs(31)).await;
        assert_eq!(
            attendance.of(ana),
            Whereabouts::AtTable,
            "on another device"
        );
        drop(other);
        advance(Duration::from_secs(29)).await;
        assert_eq!(attendance.of(ana), Whereabouts::AtTable, "it may come back");
        advance(Duration::from_secs(1)).await;
        assert_eq!(attendance.of(ana), Whereabouts::Away);
        advance(Duration::from_secs(60)).await;
        attendance.asks(eva);
        assert_eq!(attendance.seen().of.len(), 1);
    }
}
