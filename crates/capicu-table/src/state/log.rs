//! The broadcasts since the last deal but one.

use std::sync::Arc;

use crate::broadcast::Broadcast;

/// How many of the latest entries are not shared, at most.
const LATEST: usize = 16;

/// Broadcasts in order, each with its version. Clones share all but the latest, since every fact to be stored begins
/// with a clone of the state.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    earlier: Arc<Vec<(u64, Broadcast)>>,
    latest: Vec<(u64, Broadcast)>,
}

impl Log {
    pub fn len(&self) -> usize {
        self.earlier.len() + self.latest.len()
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &(u64, Broadcast)> {
        self.earlier.iter().chain(&self.latest)
    }

    /// Iterates over the entries from this index on.
    pub fn from(&self, at: usize) -> impl Iterator<Item = &(u64, Broadcast)> {
        let n = self.earlier.len();
        let latest = &self.latest[at.saturating_sub(n)..];
        self.earlier[at.min(n)..].iter().chain(latest)
    }

    /// The index of the last matching entry.
    pub fn last_where(&self, which: impl Fn(&Broadcast) -> bool) -> Option<usize> {
        let after = self.iter().rev().position(|(_, told)| which(told))?;
        Some(self.len() - 1 - after)
    }

    /// The number of entries at this version or before.
    pub fn until(&self, version: u64) -> usize {
        let until = |part: &[(u64, Broadcast)]| part.partition_point(|(at, _)| *at <= version);
        match until(&self.latest) {
            0 => until(&self.earlier),
            n => self.earlier.len() + n,
        }
    }

    /// Adds a broadcast. Of those about the same thing only the latest stays, so that nobody can make the log grow by
    /// repeating it.
    pub fn push(&mut self, version: u64, told: Broadcast) {
        if told.replaces() {
            let stays = |(_, earlier): &(u64, Broadcast)| !earlier.is_replaced_by(&told);
            if !self.earlier.iter().all(stays) {
                Arc::make_mut(&mut self.earlier).retain(stays);
            }
            self.latest.retain(stays);
        }
        if self.latest.len() == LATEST {
            Arc::make_mut(&mut self.earlier).append(&mut self.latest);
        }
        self.latest.push((version, told));
    }

    pub fn forget(&mut self, n: usize) {
        let earlier = self.earlier.len();
        self.latest.drain(..n.saturating_sub(earlier));
        self.earlier = Arc::new(self.earlier[n.min(earlier)..].to_vec());
    }
}

/// The boundary between the parts does not matter.
impl PartialEq for Log {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Log {}

#[cfg(test)]
mod tests {
    use capicu::Seat;

    use super::*;

    fn versions(log: &Log, from: usize) -> Vec<u64> {
        log.from(from).map(|(version, _)| *version).collect()
    }

    /// Compares every operation with a plain list, at every length and from every index.
    #[test]
    fn log_equals_a_list_for_any_split() {
        let seat = Seat::default();
        let mut log = Log::default();
        for n in 1..=50_u64 {
            let before = log.clone();
            log.push(2 * n, Broadcast::Ready(seat, n as u32));
            assert_eq!(before.len() as u64, n - 1, "clones stay as they are");
            let all: Vec<u64> = (1..=n).map(|n| 2 * n).collect();
            for at in 0..=all.len() {
                assert_eq!(versions(&log, at), all[at..]);
                let mut rest = log.clone();
                rest.forget(at);
                assert_eq!(versions(&rest, 0), all[at..]);
                assert_eq!(rest == log, at == 0);
                assert_eq!(log.until(2 * at as u64), at);
                assert_eq!(log.until(2 * at as u64 + 1), at);
                let is =
                    |told: &Broadcast| matches!(told, Broadcast::Ready(_, n) if *n == at as u32);
                assert_eq!(log.last_where(is), at.checked_sub(1));
            }
        }
        // Of repeated broadcasts the last stays, wherever the first was.
        for at in [1, 20, 50] {
            let mut log = log.clone();
            log.forget(50 - at);
            log.push(200, Broadcast::Wished(seat, crate::Wish::Mine));
            for n in 0..30 {
                log.push(201, Broadcast::Ready(seat, n));
            }
            log.push(202, Broadcast::Wished(seat, crate::Wish::Yours));
            assert_eq!(log.len(), at + 31);
            assert_eq!(log.iter().filter(|(at, _)| *at == 200).count(), 0);
        }
    }
}
