//! Slow work on events: replays, lists, pairings, and logs of venues. It runs on separate threads, a limited number at
//! once, never on those that answer requests. A panic ends the work of one event.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use capicu_event::{Command, Effort, Event};
use capicu_protocol::EventId;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// Above this number of entries, events are paired one at a time, since that takes seconds.
const LARGE: usize = 128;

/// The cost of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Milliseconds: a replay, a list, a preview.
    Light,
    /// Up to a second in a large event: a report. Many readers do not delay the desk.
    Reading,
    /// Seconds, and memory by the square of the entries: the pairing of a large event.
    Pairing,
    /// The cost of [`Pairing`](Self::Pairing) for each round of a log from elsewhere.
    Verifying,
}

impl Weight {
    /// The cost of commands for an event.
    pub fn of(commands: &[Command], event: &Event) -> Self {
        let pairs = |command: &Command| command.traits().effort == Effort::Pairing;
        match is_large(event) && commands.iter().any(pairs) {
            true => Self::Pairing,
            false => Self::Light,
        }
    }
}

/// Whether pairing an event is slow.
pub fn is_large(event: &Event) -> bool {
    event.state().entries.len() > LARGE
}

/// The work panicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panicked;

/// The threads for slow work. Clones share them.
#[derive(Clone, Debug)]
pub struct Workshop {
    light: Arc<Semaphore>,
    reading: Arc<Semaphore>,
    pairing: Arc<Semaphore>,
    verifying: Arc<Semaphore>,
    /// The events whose work panicked.
    broken: Arc<Mutex<BTreeSet<EventId>>>,
}

impl Default for Workshop {
    fn default() -> Self {
        let permits = |n| Arc::new(Semaphore::new(n));
        Self {
            light: permits(2),
            reading: permits(2),
            pairing: permits(1),
            verifying: permits(1),
            broken: Arc::default(),
        }
    }
}

impl Workshop {
    /// Runs work once a thread is free.
    ///
    /// # Errors
    ///
    /// If it panics.
    pub async fn run<T: Send + 'static>(
        &self,
        weight: Weight,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Panicked> {
        let permits = match weight {
            Weight::Light => &self.light,
            Weight::Reading => &self.reading,
            Weight::Pairing => &self.pairing,
            Weight::Verifying => &self.verifying,
        };
        let permit = Arc::clone(permits).acquire_owned().await;
        let permit = permit.map_err(|_| Panicked)?;
        let done = spawn_blocking(move || {
            let _permit = permit;
            match weight {
                Weight::Light | Weight::Reading => Ok(work()),
                // A matching frees its memory when its thread ends.
                Weight::Pairing | Weight::Verifying => thread::spawn(work).join(),
            }
        });
        match done.await {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(_)) | Err(_) => Err(Panicked),
        }
    }

    /// Records that the work of an event panicked. The event gets no more work until the server restarts.
    pub fn note_broken(&self, event: &EventId) {
        tracing::error!(
            event = event.as_str(),
            "the work of an event panicked: it takes no commands until the server starts again"
        );
        self.broken().insert(event.to_owned());
    }

    /// Whether the work of an event panicked.
    pub fn is_broken(&self, event: &EventId) -> bool {
        self.broken().contains(event)
    }

    fn broken(&self) -> MutexGuard<'_, BTreeSet<EventId>> {
        self.broken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use capicu_store_contract::id;
    use tokio::time::timeout;

    use super::*;

    const WEIGHTS: [Weight; 4] = [
        Weight::Light,
        Weight::Reading,
        Weight::Pairing,
        Weight::Verifying,
    ];

    #[tokio::test]
    async fn readers_do_not_delay_the_desk() {
        let shop = Workshop::default();
        let (ends, held) = mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        let reading: Vec<_> = (0..9)
            .map(|_| {
                let (shop, held) = (shop.clone(), Arc::clone(&held));
                let wait = move || held.lock().is_ok_and(|held| held.recv().is_err());
                tokio::spawn(async move { shop.run(Weight::Reading, wait).await })
            })
            .collect();
        tokio::task::yield_now().await;
        let desk = timeout(Duration::from_secs(10), shop.run(Weight::Light, || 7)).await;
        assert_eq!(desk.expect("in time"), Ok(7));
        drop(ends);
        for work in reading {
            assert_eq!(work.await.expect("it ran"), Ok(true));
        }
    }

    /// The only thread that answers requests stays free while the queue of work is full.
    #[tokio::test(flavor = "current_thread")]
    async fn slow_work_does_not_delay_requests() {
        let shop = Workshop::default();
        let (ends, held) = mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        let all = WEIGHTS.repeat(3);
        let working: Vec<_> = all
            .into_iter()
            .map(|weight| {
                let (shop, held) = (shop.clone(), Arc::clone(&held));
                let wait = move || held.lock().is_ok_and(|held| held.recv().is_err());
                tokio::spawn(async move { shop.run(weight, wait).await })
            })
            .collect();
        // A request is answered meanwhile.
        let answered = tokio::spawn(async {
            tokio::task::yield_now().await;
            "pong"
        });
        let answered = timeout(Duration::from_secs(10), answered).await;
        assert_eq!(answered.expect("in time").expect("it ran"), "pong");
        assert!(working.iter().all(|work| !work.is_finished()));
        drop(ends);
        for work in working {
            assert_eq!(work.await.expect("it ran"), Ok(true));
        }
    }

    #[tokio::test]
    async fn panic_affects_only_one_event() {
        let shop = Workshop::default();
        for weight in WEIGHTS {
            let work = || -> u8 { panic!("as a test") };
            assert_eq!(shop.run(weight, work).await, Err(Panicked));
            assert_eq!(shop.run(weight, || 7).await, Ok(7));
        }
        shop.note_broken(&id("one"));
        assert!(shop.is_broken(&id("one")) && !shop.is_broken(&id("two")));
    }
}
