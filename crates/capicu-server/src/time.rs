//! The server's time: that of the wall at the start, and from then on what has passed. Whoever sets the
//! clock on the wall changes no turn that runs.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

/// The server's clock. Copies tell the same time.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    began: Instant,
    at: u64,
}

impl Clock {
    /// A clock that is set by that on the wall, now.
    pub fn of_the_wall() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        Self::set(since.unwrap_or_default().as_millis() as u64)
    }

    /// A clock that shows so many milliseconds since 1970 now.
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

    /// The moment at which the clock shows so many milliseconds since 1970.
    pub fn instant(&self, at: u64) -> Instant {
        self.began + Duration::from_millis(at.saturating_sub(self.at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_clock_goes_on_from_where_it_was_set() {
        let clock = Clock::set(5_000);
        assert_eq!(clock.now(), 5_000);
        tokio::time::sleep_until(clock.instant(7_500)).await;
        assert_eq!(clock.now(), 7_500);
        // What is over is now.
        tokio::time::sleep_until(clock.instant(100)).await;
        assert_eq!(clock.now(), 7_500);
    }
}
