//! The threads for what takes long: few and their own, and behind all others where the system allows it, so that
//! however much is thought, people's moves do not wait for it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use tokio::sync::oneshot;
use tokio::time::Instant;

/// Whether there is time to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Haste {
    /// As long as it takes.
    None,
    /// The answer is due: so many others were before it that it has to come at once.
    Late,
}

/// The threads, and what waits for them. Clones share them; they end with the last one.
///
/// Who asked first is served first. A table asks for one thing at a time, so that none gets ahead of
/// the others.
#[derive(Clone, Debug)]
pub struct Pool {
    jobs: mpsc::Sender<Job>,
    /// Whether work is done by whoever asks, at once: threads come in no order that could be repeated.
    #[cfg(test)]
    is_simulated: bool,
}

/// How far behind others the threads of bots stand, in steps of `nice`: on a busy core they get about a quarter
/// of the time of a thread that serves people.
const BEHIND: i32 = 5;

/// The same of one that does what can wait for everything else: there is no step after it.
const LAST: i32 = 19;

type Job = Box<dyn FnOnce() + Send>;

impl Pool {
    /// Half as many threads as there are cores, so that the other half is left to people; at least
    /// one.
    pub fn of_this_machine() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self::new((cores / 2).max(1))
    }

    /// One thread for what can wait for everything else.
    pub fn last() -> Self {
        Self::behind(1, LAST)
    }

    /// So many threads.
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
            #[cfg(test)]
            is_simulated: false,
        }
    }

    /// No thread: everything is done at once.
    #[cfg(test)]
    pub fn simulated() -> Self {
        Self {
            is_simulated: true,
            ..Self::new(0)
        }
    }

    /// What comes of some work, done as soon as a thread is free; it is told whether that was after
    /// `due`. `None` if it panics. It is not begun if nobody waits for it any more.
    pub async fn think<T: Send + 'static>(
        &self,
        due: Instant,
        work: impl FnOnce(Haste) -> T + Send + 'static,
    ) -> Option<T> {
        #[cfg(test)]
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

/// Does one job after the other until nobody can bring another.
fn work(waiting: &Mutex<mpsc::Receiver<Job>>, steps: i32) {
    // Here this is of the thread alone, elsewhere it would be of the whole process. Where it fails,
    // its work counts as much as people's.
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
        // Whoever waits for it learns of it by getting no answer; the panic itself is on the log.
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
    async fn no_more_is_done_at_a_time_than_there_are_threads() {
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
    async fn who_asked_first_is_served_first_and_told_when_it_is_late() {
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
    async fn who_thinks_stands_behind_others() {
        let rank = || rustix::process::getpriority_process(None).unwrap();
        let mine = rank();
        let there = Pool::new(1).think(soon(), move |_| rank()).await;
        assert_eq!(there, Some((mine + BEHIND).min(19)));
        let last = Pool::last().think(soon(), move |_| rank()).await;
        assert_eq!(last, Some(19));
        assert_eq!(rank(), mine);
    }

    #[tokio::test]
    async fn what_nobody_waits_for_is_not_begun_and_a_panic_harms_nobody_else() {
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
