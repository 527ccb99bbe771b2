//! The time that the server has seen pass. Retention counts only this time, so that a wrong clock removes nothing.
//!
//! The server notes the time every minute. If the clock at the next start is more than an hour past the last note,
//! the server was off or the clock is wrong. In both cases the gap does not count until an admin confirms it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use capicu_store::{ReadError, Store, Unavailable};
use serde::{Deserialize, Serialize};
use tokio::time::interval;

use crate::{Clock, DAY};

/// The lifetime of an unused session.
pub const SESSION: Duration = DAY.saturating_mul(90);

/// How long an unused guest is kept who left nothing behind.
pub const GUEST: Duration = DAY.saturating_mul(30);

/// How often the time is noted.
const BEAT: Duration = Duration::from_secs(60);

/// A shorter gap without a note is a restart, and counts, in milliseconds.
const RESTART: u64 = 3_600_000;

/// A longer gap is logged, in milliseconds.
const JUMP: u64 = 6 * RESTART;

/// The most gaps to keep. Beyond this, two old ones are joined.
const MOST: usize = 32;

/// The note of the last time that was seen, in milliseconds since 1970.
const SEEN: &str = "seen";

/// The note of the gaps, as JSON.
const GAPS: &str = "gaps";

/// A time that the server did not see pass, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gap {
    /// The last time that was seen before the gap.
    pub from: u64,
    /// The first time that was seen after it.
    pub to: u64,
}

/// The time that the server has seen pass. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Uptime(Arc<Mutex<Known>>);

#[derive(Debug)]
enum Known {
    /// The store cannot be read yet, so nothing counts as old.
    Nothing,
    /// The gaps, in order.
    Gaps(Vec<Gap>),
}

impl Default for Known {
    fn default() -> Self {
        Self::Gaps(Vec::new())
    }
}

impl Uptime {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Compares the clock with the last note. Until that succeeds, nothing is old.
    pub async fn begin(&self, store: &dyn Store, clock: Clock) {
        *self.known() = Known::Nothing;
        if self.compare(store, clock.now()).await.is_err() {
            tracing::warn!(
                "cannot read when the server last ran; nothing old is removed until then"
            );
        }
    }

    /// Notes the time every minute.
    pub async fn beat(self, store: Arc<dyn Store>, clock: Clock) {
        let mut beats = interval(BEAT);
        loop {
            beats.tick().await;
            let now = clock.now();
            let is_known = matches!(*self.known(), Known::Gaps(_));
            // The store itself logs a failed write.
            let _ = match is_known {
                true => store.set_note(SEEN, now.to_string()).await,
                false => self.compare(&*store, now).await,
            };
        }
    }

    async fn compare(&self, store: &dyn Store, now: u64) -> Result<(), Unavailable> {
        let gaps = store.note(GAPS).await?;
        let gaps = gaps.and_then(|gaps| serde_json::from_str::<Vec<Gap>>(&gaps).ok());
        let before = gaps.unwrap_or_default();
        let seen = match store.note(SEEN).await?.and_then(|seen| seen.parse().ok()) {
            Some(seen) => Some(seen),
            None => newest(store).await?,
        };
        let gaps = with_jump(before.clone(), seen.unwrap_or(now), now);
        if gaps != before {
            store_gaps(store, &gaps).await?;
        }
        store.set_note(SEEN, now.to_string()).await?;
        *self.known() = Known::Gaps(gaps);
        Ok(())
    }

    /// The moment before `now` since which the server has seen this much time pass, in milliseconds since 1970.
    pub fn before(&self, now: u64, time: Duration) -> u64 {
        match &*self.known() {
            Known::Nothing => 0,
            Known::Gaps(gaps) => back(gaps, now, time.as_millis() as u64),
        }
    }

    /// The moment by which sessions have expired, in milliseconds since 1970.
    pub fn sessions_at(&self, now: u64) -> u64 {
        self.before(now, SESSION)
            .saturating_add(SESSION.as_millis() as u64)
            .min(now)
    }

    /// Whether the gaps are known.
    pub fn is_known(&self) -> bool {
        matches!(*self.known(), Known::Gaps(_))
    }

    /// The gaps, in order.
    pub fn gaps(&self) -> Vec<Gap> {
        match &*self.known() {
            Known::Nothing => Vec::new(),
            Known::Gaps(gaps) => gaps.clone(),
        }
    }

    /// Counts the gap that begins at this moment from now on. Does nothing if there is none.
    ///
    /// # Errors
    ///
    /// If it cannot be stored.
    pub async fn count(&self, store: &dyn Store, from: u64) -> Result<(), Unavailable> {
        let mut gaps = self.gaps();
        gaps.retain(|gap| gap.from != from);
        store_gaps(store, &gaps).await?;
        *self.known() = Known::Gaps(gaps);
        Ok(())
    }
}

async fn store_gaps(store: &dyn Store, gaps: &[Gap]) -> Result<(), Unavailable> {
    let gaps = serde_json::to_string(gaps).expect("numbers are JSON");
    store.set_note(GAPS, gaps).await
}

/// The time of the last activity at a table, for a store without a note.
async fn newest(store: &dyn Store) -> Result<Option<u64>, Unavailable> {
    let Some(table) = store.recent(0, 1).await?.pop() else {
        return Ok(None);
    };
    match store.read(&table).await {
        Ok(stored) => Ok(stored.and_then(|stored| Some(stored.entries.last()?.at))),
        Err(ReadError::Unavailable(why)) => Err(why),
        Err(ReadError::Unreadable(_)) => Ok(None),
    }
}

/// The gaps when the clock shows `now` and the last note is `seen`.
fn with_jump(mut gaps: Vec<Gap>, seen: u64, now: u64) -> Vec<Gap> {
    // A gap in the future has not happened.
    for gap in &mut gaps {
        gap.to = gap.to.min(now);
    }
    gaps.retain(|gap| gap.to > gap.from.saturating_add(RESTART));
    if now > seen.saturating_add(RESTART) {
        gaps.push(Gap {
            from: seen,
            to: now,
        });
    }
    while gaps.len() > MOST {
        let first = gaps.remove(0);
        gaps[0].from = first.from;
    }
    let days = now.abs_diff(seen) / DAY.as_millis() as u64;
    if now > seen.saturating_add(JUMP) {
        tracing::warn!(
            days,
            "the clock is ahead of the last time that the server ran; nothing is removed because of that. If the \
             clock is right, an owner can have that time count, at /retention of the --admin listener"
        );
    } else if seen > now.saturating_add(JUMP) {
        tracing::warn!(
            days,
            "the clock shows a time before the last run of the server; check the clock"
        );
    }
    gaps
}

/// The moment that is `time` before `now`, not counting gaps.
fn back(gaps: &[Gap], now: u64, time: u64) -> u64 {
    let (mut at, mut left) = (now, time);
    for gap in gaps.iter().rev() {
        let seen = at.saturating_sub(gap.to);
        if seen >= left {
            break;
        }
        left -= seen;
        at = at.min(gap.from);
    }
    at.saturating_sub(left)
}

#[cfg(test)]
mod tests {
    use capicu_store::Notes as _;
    use capicu_store_contract::Memory;

    use super::*;

    const HOUR: u64 = RESTART;
    const T: u64 = 500_000 * HOUR;

    fn gap(from: u64, to: u64) -> Gap {
        Gap { from, to }
    }

    fn hours(hours: u64) -> Duration {
        Duration::from_millis(hours * HOUR)
    }

    /// The uptime of a server that starts at this time.
    async fn started(store: &Memory, now: u64) -> Uptime {
        let uptime = Uptime::default();
        uptime.begin(store, Clock::set(now)).await;
        uptime
    }

    #[test]
    fn unseen_time_does_not_count() {
        let gaps = [gap(T, T + 10 * HOUR), gap(T + 12 * HOUR, T + 20 * HOUR)];
        let now = T + 21 * HOUR;
        for (time, expected) in [
            (0, now),
            (1, T + 20 * HOUR),
            // Seen: an hour after the gaps, and one of the two between them.
            (2, T + 11 * HOUR),
            (4, T - HOUR),
        ] {
            assert_eq!(back(&gaps, now, time * HOUR), expected, "{time} hours");
        }
        assert_eq!(back(&[], 5, 9), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn clock_set_ahead_and_back_makes_nothing_old() {
        let store = Memory::default();
        let first = started(&store, T).await;
        assert_eq!(first.gaps(), []);
        for ahead in [2 * 24, 100 * 24, 500 * 24] {
            let wrong = started(&store, T + ahead * HOUR).await;
            assert_eq!(wrong.before(T + ahead * HOUR, hours(23)), T - 23 * HOUR);
            let now = T + ahead * HOUR;
            assert!(
                wrong.sessions_at(now) <= T,
                "a session of {ahead} hours ago"
            );
            let right = started(&store, T + HOUR / 2).await;
            assert_eq!(right.gaps(), [], "it never was then");
            assert_eq!(right.sessions_at(T + HOUR / 2), T + HOUR / 2);
            assert_eq!(store.set_note(SEEN, T.to_string()).await, Ok(()));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn clock_set_back_and_corrected_makes_nothing_old() {
        let store = Memory::default();
        started(&store, T).await;
        let reset = started(&store, 5 * HOUR).await;
        assert_eq!(reset.before(5 * HOUR, hours(24)), 0);
        let right = started(&store, T + HOUR).await;
        assert!(right.before(T + HOUR, hours(1)) < T, "not even an hour");
        // A day of its own later.
        assert_eq!(right.before(T + 26 * HOUR, hours(24)), T + 2 * HOUR);
    }

    #[tokio::test(start_paused = true)]
    async fn gap_of_a_month_counts_after_an_admin_confirms_it() {
        let store = Memory::default();
        started(&store, T).await;
        let now = T + 720 * HOUR;
        let uptime = started(&store, now).await;
        assert_eq!(uptime.gaps(), [gap(T, now)]);
        assert_eq!(uptime.before(now + HOUR, hours(24)), T - 23 * HOUR);
        assert_eq!(uptime.before(now + 24 * HOUR, hours(24)), now);
        assert_eq!(uptime.count(&store, 1).await, Ok(()), "there is none");
        assert_eq!(uptime.gaps().len(), 1);
        assert_eq!(uptime.count(&store, T).await, Ok(()));
        assert_eq!(uptime.before(now, hours(24)), now - 24 * HOUR);
        let again = started(&store, now + HOUR).await;
        assert_eq!(again.gaps(), []);
    }

    #[tokio::test(start_paused = true)]
    async fn nothing_is_old_while_the_store_is_unreadable() {
        let store = Memory::default();
        store.engine().fail_reads(true);
        let uptime = started(&store, T).await;
        assert!(!uptime.is_known());
        assert_eq!(uptime.before(T, hours(1)), 0);
        assert!(uptime.sessions_at(T) < T);
        store.engine().fail_reads(false);
        assert_eq!(uptime.compare(&store, T).await, Ok(()));
        assert_eq!(uptime.before(T, hours(1)), T - HOUR);
    }

    #[test]
    fn oldest_gaps_are_joined_beyond_the_limit() {
        let mut gaps = Vec::new();
        for n in 0..100 {
            gaps = with_jump(gaps, T + n * 10 * HOUR, T + (n * 10 + 9) * HOUR);
        }
        assert_eq!(gaps.len(), MOST);
        assert_eq!(gaps[0].from, T);
    }
}
