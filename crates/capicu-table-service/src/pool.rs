//! Threads for long computations. They are few and separate from the others. Where the system allows it, they have a
//! lower priority, so that players' moves do not wait for them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use tokio::sync::oneshot;
use tokio::time::Instant;

/// Whether there is time to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Haste {
    /// There is enough time.
    None,
    /// The answer is overdue because many jobs were ahead, so it must come at once.
    Late,
}

/// The threads and their queue. Clones share them. The threads end with the last clone.
///
/// Jobs run in the order of arrival. A table asks for one job at a time, so that none gets ahead of the others.
#[derive(Clone, Debug)]
pub struct Pool {
    jobs: mpsc::Sender<Job>,
    /// Whether the caller does the work at once, since the order of threads cannot be repeated.
    is_simulated: bool,
}

/// The priority of bot threads below the others, in steps of `nice`. On a busy core they get about a quarter of the
/// time of a thread that serves players.
const BEHIND: i32 = 5;

/// The priority of a thread whose work can wait for everything else. It is the last step.
const LAST: i32 = 19;

type Job = Box<dyn FnOnce() + Send>;

impl Pool {
    /// A pool with half as many threads as cores, so that the other half is left to players; at least one.
    pub fn of_this_machine() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self::new((cores / 2).max(1))
    }

    /// A pool with one thread, for work that can wait for everything else.
    pub fn last() -> Self {
        Self::behind(1, LAST)
    }

    /// A pool of this number of threads.
    pub fn new(threads: usize) -> Self {
        Self::behind(threads, BEHIND)
    }

    fn behind(threads: usize, steps: i32) -> Self {
        let (jobs, waiting) = mpsc::channel();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..threads {
            let waiting = Arc::clone(&waiting);
            thread::spawn(move || work(&waiting, steps));
        }
        Self {
            jobs,
            is_simulated: false,
        }
    }

    /// A pool without threads, whose callers do the work at once.
    pub fn simulated() -> Self {
        Self {
            is_simulated: true,
            ..Self::new(0)
        }
    }

    /// Runs some work as soon as a thread is free, and returns its result. The work learns whether `due` has passed
    /// by then. `None` if it panics. It does not begin if nobody waits for the result.
    pub async fn think<T: Send + 'static>(
        &self,
        due: Instant,
        work: impl FnOnce(Haste) -> T + Send + 'static,
    ) -> Option<T> {
        if self.is_simulated {
            return Some(work(Haste::None));
        }
        let (answer, answered) = oneshot::channel();
        let job = move || {
            if answer.is_closed() {
                return;
            }
            let haste = match Instant::now() > due {
                true => Haste::Late,
                false => Haste::None,
            };
            let _ = answer.send(work(haste));
        };
        self.jobs.send(Box::new(job)).ok()?;
        answered.await.ok()
    }
}

/// Does one job after the other until all senders are gone.
fn work(waiting: &Mutex<mpsc::Receiver<Job>>, steps: i32) {
    // On Linux this applies to this thread alone, elsewhere it would apply to the whole process. If it fails, the
    // thread has the same priority as others.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(steps);
    #[cfg(not(target_os = "linux"))]
    let _ = steps;
    loop {
        let next = waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .recv();
        let Ok(job) = next else {
            return;
        };
        // The caller gets no answer. The panic itself is in the log.
        let _ = catch_unwind(AssertUnwindSafe(job));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use tokio::task::JoinSet;

    use super::*;

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(60)
    }

    #[tokio::test]
    async fn jobs_at_once_are_at_most_the_number_of_threads() {
        let pool = Pool::new(2);
        let (busy, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let mut all = JoinSet::new();
        for n in 0..40 {
            let (pool, busy, most) = (pool.clone(), busy.clone(), most.clone());
            all.spawn(async move {
                let work = move |_| {
                    most.fetch_max(busy.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    thread::sleep(Duration::from_millis(1));
                    busy.fetch_sub(1, Ordering::SeqCst);
                    n
                };
                assert_eq!(pool.think(soon(), work).await, Some(n));
            });
        }
        while let Some(done) = all.join_next().await {
            done.unwrap();
        }
        assert_eq!(most.load(Ordering::SeqCst), 2);
    }

    #[tokio::test]
    async fn jobs_run_in_order_and_learn_when_they_are_late() {
        let pool = Pool::new(1);
        let (done, order) = mpsc::channel();
        let slow = pool.think(soon(), |_| thread::sleep(Duration::from_millis(30)));
        let due = Instant::now() + Duration::from_millis(10);
        let asked = [(1, due), (2, soon()), (3, due)].map(|(n, due)| {
            let done = done.clone();
            pool.think(due, move |haste| done.send((n, haste)).unwrap())
        });
        let [first, second, third] = asked;
        tokio::join!(slow, first, second, third);
        let order: Vec<_> = order.try_iter().collect();
        assert_eq!(
            order,
            [(1, Haste::Late), (2, Haste::None), (3, Haste::Late)]
        );
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn thinking_threads_have_a_lower_priority() {
        let rank = || rustix::process::getpriority_process(None).unwrap();
        let mine = rank();
        let there = Pool::new(1).think(soon(), move |_| rank()).await;
        assert_eq!(there, Some((mine + BEHIND).min(19)));
        let last = Pool::last().think(soon(), move |_| rank()).await;
        assert_eq!(last, Some(19));
        assert_eq!(rank(), mine);
    }

    #[tokio::test]
    async fn abandoned_job_is_skipped_and_a_panic_affects_one_job() {
        let pool = Pool::new(1);
        let begun = Arc::new(AtomicUsize::new(0));
        let counted = |begun: &Arc<AtomicUsize>| {
            let begun = begun.clone();
            move |_| begun.fetch_add(1, Ordering::SeqCst)
        };
        let slow = pool.think(soon(), |_| thread::sleep(Duration::from_millis(30)));
        let left = pool.think(soon(), counted(&begun));
        let left = async { tokio::time::timeout(Duration::from_millis(5), left).await };
        let (_, left) = tokio::join!(slow, left);
        assert!(left.is_err());
        let bad = pool.think(soon(), |_| -> u8 { panic!("as a test asked") });
        assert_eq!(bad.await, None);
        assert_eq!(pool.think(soon(), counted(&begun)).await, Some(0));
    }
}
