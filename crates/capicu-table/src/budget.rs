//! How often people may say what is no part of a round.

/// So many at once.
const BURST: u64 = 40;

/// One more after this time, in milliseconds.
const EACH: u64 = 2_000;

/// What is left of what the people at a table may say.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// The time at which all of it is there again.
    full_at: u64,
}

impl Budget {
    /// All of it.
    pub const fn new(now: u64) -> Self {
        Self { full_at: now }
    }

    /// Spends one, if any is left.
    pub fn spend(&mut self, now: u64) -> bool {
        let full_at = self.full_at.max(now) + EACH;
        let left = full_at - now <= BURST * EACH;
        if left {
            self.full_at = full_at;
        }
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_spent_comes_back() {
        let mut budget = Budget::new(1_000);
        let spent = (0..100).filter(|_| budget.spend(1_000)).count();
        assert_eq!(spent as u64, BURST);
        assert!(!budget.spend(1_000 + EACH - 1));
        assert!(budget.spend(1_000 + EACH));
        assert!(!budget.spend(1_000 + EACH));
    }
}
