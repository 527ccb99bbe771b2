//! How long people wait for a table.

use super::WinnerStays;

/// The next turn of a waiting party.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The table that is expected to be free first.
    pub table: usize,
    /// The seconds until then; 0 if it may be free at any moment.
    pub seconds: u64,
}

impl<P: Clone + Eq> WinnerStays<P> {
    /// The expected wait of each party in the queue, if every match takes the typical time. `None` before the first
    /// match is over.
    pub fn waits(&self, now: u64) -> Option<Vec<Wait>> {
        let length = self.typical_seconds()?;
        let now = now.max(self.clock);
        // Where parties wait, all tables are taken. A match that did not begin is about to.
        let start = |started: Option<u64>| started.unwrap_or(now);
        let tables = self.tables.iter();
        let mut ends: Vec<u64> = tables
            .map(|table| start(table.started).saturating_add(length).max(now))
            .collect();
        let mut waits = Vec::with_capacity(self.queue.len());
        while waits.len() < self.queue.len() {
            let first = ends.iter().enumerate().min_by_key(|(_, end)| **end);
            let (table, end) = first.map(|(table, end)| (table, *end))?;
            let seconds = end - now;
            let seated = self.places.losers().min(self.queue.len() - waits.len());
            waits.extend(std::iter::repeat_n(Wait { table, seconds }, seated));
            ends[table] = end.saturating_add(length.max(1));
        }
        Some(waits)
    }
}
