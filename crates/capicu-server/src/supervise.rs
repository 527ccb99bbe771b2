//! Background tasks that restart after a failure.

use std::any::Any;
use std::collections::BTreeSet;
use std::fmt;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

/// How long a task waits before its first restart; each further failure doubles the time.
const FIRST_PAUSE: Duration = Duration::from_secs(1);

/// The longest time before a restart.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// A restarted task that has run for this long is up again.
const STEADY: Duration = Duration::from_secs(10);

/// A task that runs as long as the server does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Job {
    /// Loads the tables of this server, and lets go of those of others.
    Following,
    /// Seats the people of the lobby.
    Seating,
    /// Removes expired sessions and old tables.
    Tidying,
    /// Notes every minute that the server runs.
    Uptime,
    Rating,
    /// Opens the tables of events, and takes their results.
    Events,
    /// Copies the events of another device.
    Copying,
    /// Passes on news of players from other servers.
    News,
    /// Answers the other servers.
    Nodes,
    /// Reports how busy the bots are.
    Bots,
    /// Sends push notifications.
    Push,
    /// Takes the connections of admins.
    Admin,
}

impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Following => "loading of tables",
            Self::Seating => "seating",
            Self::Tidying => "tidying",
            Self::Uptime => "uptime notes",
            Self::Rating => "rating",
            Self::Events => "online events",
            Self::Copying => "event copying",
            Self::News => "player news",
            Self::Nodes => "server messages",
            Self::Bots => "bot watch",
            Self::Push => "push notifications",
            Self::Admin => "admin listener",
        })
    }
}

/// Starts tasks, restarts those that fail, and knows which are down. Clones share that.
#[derive(Clone, Debug, Default)]
pub struct Supervisor {
    down: Arc<Mutex<BTreeSet<Job>>>,
}

impl Supervisor {
    /// The tasks that have failed and have not yet run for ten seconds since.
    pub fn down(&self) -> Vec<Job> {
        self.jobs().iter().copied().collect()
    }

    /// Spawns a task that is not expected to end. If it panics or ends, `begin` starts it again after a pause.
    pub fn spawn<F: Future<Output = ()> + Send + 'static>(
        &self,
        job: Job,
        begin: impl FnMut() -> F + Send + 'static,
    ) -> JoinHandle<()> {
        tokio::spawn(self.clone().keep(job, begin))
    }

    async fn keep<F: Future<Output = ()> + Send>(self, job: Job, mut begin: impl FnMut() -> F) {
        let mut pause = FIRST_PAUSE;
        loop {
            let began = Instant::now();
            let why = self.once(job, &mut begin).await;
            self.jobs().insert(job);
            if began.elapsed() >= STEADY {
                pause = FIRST_PAUSE;
            }
            tracing::error!(
                task = %job,
                why,
                restart_in_seconds = pause.as_secs(),
                "a background task failed and starts again"
            );
            sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Runs the task until it fails, and returns why.
    async fn once<F: Future<Output = ()> + Send>(
        &self,
        job: Job,
        mut begin: impl FnMut() -> F,
    ) -> String {
        let work = AssertUnwindSafe(async { begin().await }).catch_unwind();
        let mut work = pin!(work);
        let is_down = self.jobs().contains(&job);
        let ended = tokio::select! {
            biased;
            ended = &mut work => ended,
            () = sleep(STEADY), if is_down => {
                self.jobs().remove(&job);
                tracing::info!(task = %job, "a background task runs again");
                work.await
            }
        };
        match ended {
            Ok(()) => "it ended".to_owned(),
            Err(panic) => format!("it panicked: {}", message(&*panic)),
        }
    }

    fn jobs(&self) -> MutexGuard<'_, BTreeSet<Job>> {
        self.down.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The message of a panic, if it has one.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("without a message")
}

#[cfg(test)]
mod tests {
    use std::future::pending;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    /// The work of a task, started again after each failure.
    #[derive(Clone, Copy)]
    enum Then {
        Panic,
        End,
        RunFor(u64),
        RunOn,
    }

    /// Starts a task that does one of these after the other, the last one for ever, and notes in seconds when it was started.
    fn start(supervisor: &Supervisor, plan: &'static [Then]) -> Arc<Mutex<Vec<u64>>> {
        let starts = Arc::new(Mutex::new(Vec::new()));
        let (noted, origin, turn) = (Arc::clone(&starts), Instant::now(), AtomicU32::new(0));
        supervisor.spawn(Job::Events, move || {
            noted.lock().unwrap().push(origin.elapsed().as_secs());
            let at = turn.fetch_add(1, Ordering::Relaxed) as usize;
            let then = plan[at.min(plan.len() - 1)];
            async move {
                match then {
                    Then::Panic => panic!("the costs do not fit"),
                    Then::End => {}
                    Then::RunFor(seconds) => sleep(Duration::from_secs(seconds)).await,
                    Then::RunOn => pending().await,
                }
            }
        });
        starts
    }

    #[tokio::test(start_paused = true)]
    async fn failing_task_restarts_with_longer_and_longer_pauses() {
        for plan in [&[Then::Panic], &[Then::End]] {
            let starts = start(&Supervisor::default(), plan);
            sleep(Duration::from_secs(250)).await;
            let starts = starts.lock().unwrap().clone();
            assert_eq!(starts, [0, 1, 3, 7, 15, 31, 63, 123, 183, 243]);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn task_that_ran_well_restarts_soon() {
        use Then::{Panic, RunFor, RunOn};
        let starts = start(
            &Supervisor::default(),
            &[Panic, Panic, RunFor(100), Panic, RunOn],
        );
        sleep(Duration::from_secs(600)).await;
        assert_eq!(*starts.lock().unwrap(), [0, 1, 3, 104, 106]);
    }

    #[tokio::test(start_paused = true)]
    async fn failed_task_is_down_until_it_has_run_for_ten_seconds() {
        let supervisor = Supervisor::default();
        start(&supervisor, &[Then::RunFor(5), Then::Panic, Then::RunOn]);
        let mut seen = Vec::new();
        for second in 0..30 {
            seen.push((second, supervisor.down() == [Job::Events]));
            assert!(supervisor.down().len() <= 1);
            sleep(Duration::from_secs(1)).await;
        }
        // It fails after 5 and 6 seconds, and is started for the last time after 8.
        let down = seen.iter().filter(|(_, is_down)| *is_down);
        let down: Vec<u32> = down.map(|(second, _)| *second).collect();
        assert!(
            down.iter().all(|second| (5..=18).contains(second)),
            "{down:?}"
        );
        assert!(down.len() >= 12, "{down:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn aborted_task_is_neither_down_nor_restarted() {
        let supervisor = Supervisor::default();
        let task = supervisor.spawn(Job::Rating, pending);
        sleep(Duration::from_secs(1)).await;
        task.abort();
        assert!(task.await.unwrap_err().is_cancelled());
        assert_eq!(supervisor.down(), []);
    }
}
