//! How long a player may think, and how long it has.

/// How long a [`Reader`](super::Reader) may think about one action.
#[derive(Clone, Copy, Debug)]
pub enum Budget {
    /// So many nodes: about as many tenths of a microsecond, but counted by what is weighed and so
    /// the same on every machine.
    Nodes(u64),
    /// So much time on a clock.
    Clock {
        /// The time, in microseconds.
        limit: u64,
        /// The clock: microseconds since whenever.
        now: fn() -> u64,
    },
}

/// About how many nodes fit into a microsecond on a slow core.
const NODES_PER_MICROSECOND: u64 = 5;

/// What has been used of a budget.
pub(super) struct Spent {
    budget: Budget,
    pub nodes: u64,
    begun: u64,
    /// What the clock told when it was last read, from the beginning, and at how many nodes that was.
    read: (u64, u64),
}

/// So many nodes are gone through before the clock is read again: that takes time too.
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

    /// About how many nodes are left.
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

    /// Whether this share of the budget is used up.
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
