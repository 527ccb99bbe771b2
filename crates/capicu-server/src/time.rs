//! The only place that reads the clock on the wall.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

use crate::journal::Outage;

/// Milliseconds since 1970.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default().as_millis() as u64
}

/// The moment at this many milliseconds since 1970, or now if that is over.
pub fn instant(at: u64) -> Instant {
    Instant::now() + Duration::from_millis(at.saturating_sub(now()))
}

/// When `milliseconds` of the server's running time have passed since `from`.
pub fn after(from: u64, milliseconds: u64, outages: &[Outage]) -> u64 {
    let mut at = from + milliseconds;
    for outage in outages {
        if outage.ended > from && outage.began < at {
            at += outage.ended - outage.began.max(from);
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outages_count_against_nobody() {
        let outages = [
            Outage {
                began: 100,
                ended: 150,
            },
            Outage {
                began: 1_000,
                ended: 1_400,
            },
            Outage {
                began: 2_000,
                ended: 9_000,
            },
        ];
        assert_eq!(after(200, 300, &outages), 500, "before the outage");
        assert_eq!(after(900, 300, &outages), 1_600, "400 down in the middle");
        assert_eq!(after(120, 100, &outages), 250, "30 down at the beginning");
        assert_eq!(after(900, 800, &outages), 9_100, "two of them");
        assert_eq!(after(9_500, 10, &outages), 9_510, "all long ago");
    }
}
