//! The server's time: the wall clock at the start, plus the time that has passed since. Setting the wall clock does
//! not affect a running turn.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

/// The server's clock. Copies tell the same time.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    began: Instant,
    at: u64,
}

impl Clock {
    /// A clock that starts with the current time of the wall clock.
    pub fn of_the_wall() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        Self::set(since.unwrap_or_default().as_millis() as u64)
    }

    /// A clock that now shows `at` milliseconds since 1970.
    pub fn set(at: u64) -> Self {
        Self {
            began: Instant::now(),
            at,
        }
    }

    /// Milliseconds since 1970; never less than before.
    pub fn now(&self) -> u64 {
        self.at + self.began.elapsed().as_millis() as u64
    }

    /// The moment at which the clock shows `at` milliseconds since 1970. A past moment becomes the start of the
    /// clock.
    pub fn instant(&self, at: u64) -> Instant {
        self.began + Duration::from_millis(at.saturating_sub(self.at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn clock_continues_from_its_set_time() {
        let clock = Clock::set(5_000);
        assert_eq!(clock.now(), 5_000);
        tokio::time::sleep_until(clock.instant(7_500)).await;
        assert_eq!(clock.now(), 7_500);
        // A past moment is reached at once.
        tokio::time::sleep_until(clock.instant(100)).await;
        assert_eq!(clock.now(), 7_500);
    }
}
