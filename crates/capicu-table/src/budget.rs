//! Limits on how often people may do what is not part of a round.

/// A rate limit: a number of uses at once, and one more after each interval.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    burst: u64,
    /// The interval, in milliseconds.
    each: u64,
    /// The time at which the whole budget is available again.
    full_at: u64,
}

impl Budget {
    pub const fn new(burst: u64, each: u64, now: u64) -> Self {
        Self {
            burst,
            each,
            full_at: now,
        }
    }

    pub fn spend(&mut self, now: u64) -> bool {
        let full_at = self.full_at.max(now) + self.each;
        let left = full_at - now <= self.burst * self.each;
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
    fn spent_budget_comes_back_over_time() {
        let mut budget = Budget::new(40, 2_000, 1_000);
        let spent = (0..100).filter(|_| budget.spend(1_000)).count();
        assert_eq!(spent, 40);
        assert!(!budget.spend(2_999));
        assert!(budget.spend(3_000));
        assert!(!budget.spend(3_000));
    }
}
