//! Moments on a clock that also counts while the process is paused or the machine is suspended.

use std::time::Duration;

use tokio::time::Instant;

/// A moment. The clock of the runtime stops while the machine is suspended, so that time is added.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    awake: Instant,
    asleep: Duration,
}

impl Moment {
    pub fn now() -> Self {
        Self {
            awake: Instant::now(),
            asleep: asleep(),
        }
    }

    pub fn elapsed(self) -> Duration {
        let now = Self::now();
        let slept = now.asleep.saturating_sub(self.asleep);
        now.awake.saturating_duration_since(self.awake) + slept
    }
}

/// Returns how long the machine has been suspended since it started. Rounded to tenths of a second, since the two
/// clocks are read one after the other.
#[cfg(target_os = "linux")]
fn asleep() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let millis = |clock| {
        let now = clock_gettime(clock);
        now.tv_sec * 1_000 + now.tv_nsec / 1_000_000
    };
    let asleep = millis(ClockId::Boottime) - millis(ClockId::Monotonic) + 50;
    Duration::from_millis(asleep.max(0).unsigned_abs() / 100 * 100)
}

/// Unknown on other systems.
#[cfg(not(target_os = "linux"))]
const fn asleep() -> Duration {
    Duration::ZERO
}
