//! Metrics of the tables. None of them names a player, a table or an address.

use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};

/// Metrics of all tables. Clones share the numbers.
#[derive(Clone, Debug)]
pub struct Metrics {
    /// Facts that are stored.
    pub facts: Counter,
    /// How long the store took for each append, in seconds, whether it stored something or not.
    pub append: Histogram,
    /// Appends that stored nothing.
    pub failures: Counter,
}

impl Default for Metrics {
    fn default() -> Self {
        Self {
            facts: Counter::default(),
            // From 0.5 ms to about 4 s.
            append: Histogram::new(exponential_buckets(0.000_5, 2.0, 14)),
            failures: Counter::default(),
        }
    }
}

impl Metrics {
    /// Counts an append of the store: its duration, and the number of facts, or `None` after a failure.
    pub fn appended(&self, took: Duration, stored: Option<usize>) {
        self.append.observe(took.as_secs_f64());
        match stored {
            Some(facts) => drop(self.facts.inc_by(facts as u64)),
            None => drop(self.failures.inc()),
        }
    }
}
