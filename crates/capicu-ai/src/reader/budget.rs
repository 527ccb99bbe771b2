//! The time budget of a player, and its consumption.

/// The budget of a [`Reader`](super::Reader) for one decision.
#[derive(Clone, Copy, Debug)]
pub enum Budget {
    /// A number of nodes, of about a tenth of a microsecond each. Nodes count work, so the result is the same on every
    /// machine.
    Nodes(u64),
    Clock {
        /// The time, in microseconds.
        limit: u64,
        /// The clock, in microseconds from an arbitrary start.
        now: fn() -> u64,
    },
}

/// The approximate number of nodes per microsecond on a slow core.
const NODES_PER_MICROSECOND: u64 = 5;

pub(super) struct Spent {
    budget: Budget,
    pub nodes: u64,
    begun: u64,
    /// The last time read from the clock, from the start, and the nodes at that time.
    read: (u64, u64),
}

/// The nodes between two reads of the clock, since reading takes time too.
const UNREAD: u64 = 64;

impl Spent {
    pub fn new(budget: Budget) -> Self {
        let begun = match budget {
            Budget::Nodes(_) => 0,
            Budget::Clock { now, .. } => now(),
        };
        Self {
            budget,
            nodes: 0,
            begun,
            read: (0, 0),
        }
    }

    pub fn left(&self) -> u64 {
        match self.budget {
            Budget::Nodes(limit) => limit.saturating_sub(self.nodes),
            Budget::Clock { limit, now } => {
                let used = now().saturating_sub(self.begun);
                limit
                    .saturating_sub(used)
                    .saturating_mul(NODES_PER_MICROSECOND)
            }
        }
    }

    /// Whether this share of the budget is used.
    pub fn over(&mut self, percent: u64) -> bool {
        let (used, limit) = match self.budget {
            Budget::Nodes(limit) => (self.nodes, limit),
            Budget::Clock { limit, now } => {
                if self.nodes >= self.read.1 + UNREAD {
                    self.read = (now().saturating_sub(self.begun), self.nodes);
                }
                (self.read.0, limit)
            }
        };
        used.saturating_mul(100) >= limit.saturating_mul(percent)
    }
}
