//! Who is here, as their friends may be told.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use capicu_protocol::{PlayerId, Whereabouts};

use crate::time::Clock;

/// Whoever has asked for something lately is here, for so long, in milliseconds.
const HERE: u64 = 120_000;

/// Whoever was at a table is still there for so long: a connection that breaks comes back.
const AT_TABLE: u64 = 30_000;

/// How often those who have gone are forgotten, in milliseconds.
const FORGET: u64 = 60_000;

/// Where everybody is who is signed in. Nothing of it is stored. Clones share it.
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

/// Somebody at a table, until this is dropped.
#[derive(Debug)]
pub struct AtTable(Attendance, PlayerId);

impl Attendance {
    /// Nobody is here yet.
    pub fn new(clock: Clock) -> Self {
        let seen = Mutex::default();
        Self(Arc::new(Shared { clock, seen }))
    }

    /// A player asks for something.
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

    /// A player comes to a table.
    pub fn sits(&self, player: PlayerId) -> AtTable {
        self.seen().of.entry(player).or_default().sockets += 1;
        AtTable(self.clone(), player)
    }

    /// Where a player is.
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
        } else if lately(self.asked, HERE) {
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
    async fn people_are_where_they_were_seen_for_a_while() {
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
        // Whoever is at a table is not forgotten.
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
