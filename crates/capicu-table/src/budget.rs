//! How often people may do what is no part of a round.

/// What is left of what may be said: so much at once, and then one more after each of some time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    burst: u64,
    /// In milliseconds.
    each: u64,
    /// The time at which all of it is there again.
    full_at: u64,
}

impl Budget {
    /// All of it.
    pub const fn new(burst: u64, each: u64, now: u64) -> Self {
        Self {
            burst,
            each,
            full_at: now,
        }
    }

    /// Spends one, if any is left.
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
    fn what_is_spent_comes_back() {
        let mut budget = Budget::new(40, 2_000, 1_000);
        let spent = (0..100).filter(|_| budget.spend(1_000)).count();
        assert_eq!(spent, 40);
        assert!(!budget.spend(2_999));
        assert!(budget.spend(3_000));
        assert!(!budget.spend(3_000));
    }
}
