//! Work on events that may take long: folding logs, lists, pairings, logs of venues. It is done on threads of its own, so
//! many at once, and never on those that answer requests. A panic ends the work of one event.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use capicu_event::{Command, Event};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// An event with more entries is paired alone, after other large ones: that takes seconds.
const LARGE: usize = 128;

/// How much work there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Milliseconds: a fold, a list, a preview.
    Light,
    /// Seconds, and the square of the entries in memory: the pairing of a large event.
    Pairing,
    /// The same for each round of a log that comes from elsewhere.
    Verifying,
}

impl Weight {
    /// How much work commands are for an event.
    pub fn of(commands: &[Command], event: &Event) -> Self {
        let pairs = |command: &Command| matches!(command, Command::Draft(_) | Command::OpenStage);
        match is_large(event) && commands.iter().any(pairs) {
            true => Self::Pairing,
            false => Self::Light,
        }
    }
}

/// Whether it takes long to pair an event.
pub fn is_large(event: &Event) -> bool {
    event.state().entries.len() > LARGE
}

/// The work panicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panicked;

/// Where the work is done. Clones share it.
#[derive(Clone, Debug)]
pub struct Workshop {
    light: Arc<Semaphore>,
    pairing: Arc<Semaphore>,
    verifying: Arc<Semaphore>,
    /// The events whose work panicked.
    broken: Arc<Mutex<BTreeSet<String>>>,
}

impl Default for Workshop {
    fn default() -> Self {
        let permits = |n| Arc::new(Semaphore::new(n));
        Self {
            light: permits(2),
            pairing: permits(1),
            verifying: permits(1),
            broken: Arc::default(),
        }
    }
}

impl Workshop {
    /// Does work once there is a place for it.
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
            Weight::Pairing => &self.pairing,
            Weight::Verifying => &self.verifying,
        };
        let permit = Arc::clone(permits).acquire_owned().await;
        let permit = permit.map_err(|_| Panicked)?;
        let done = spawn_blocking(move || {
            let _permit = permit;
            match weight {
                Weight::Light => Ok(work()),
                // A matching leaves its memory to its thread, which therefore ends with it.
                Weight::Pairing | Weight::Verifying => thread::spawn(work).join(),
            }
        });
        match done.await {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(_)) | Err(_) => Err(Panicked),
        }
    }

    /// Writes down that the work of an event panicked: nothing more is done with it until the server starts again.
    pub fn note_broken(&self, event: &str) {
        tracing::error!(
            event,
            "the work of an event panicked: it takes no commands until the server starts again"
        );
        self.broken().insert(event.to_owned());
    }

    /// Whether the work of an event panicked.
    pub fn is_broken(&self, event: &str) -> bool {
        self.broken().contains(event)
    }

    fn broken(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.broken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;

    /// The one thread that answers requests stays free while the queue of work is full.
    #[tokio::test(flavor = "current_thread")]
    async fn work_that_takes_long_keeps_no_request_waiting() {
        let shop = Workshop::default();
        let (ends, held) = mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        let all = [Weight::Light, Weight::Pairing, Weight::Verifying].repeat(3);
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
    async fn a_panic_is_that_of_one_event() {
        let shop = Workshop::default();
        for weight in [Weight::Light, Weight::Pairing, Weight::Verifying] {
            let work = || -> u8 { panic!("as a test") };
            assert_eq!(shop.run(weight, work).await, Err(Panicked));
            assert_eq!(shop.run(weight, || 7).await, Ok(7));
        }
        shop.note_broken("one");
        assert!(shop.is_broken("one") && !shop.is_broken("two"));
    }
}
