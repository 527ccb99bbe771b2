//! Bots at a table: they think outside its task, see what their seat sees, and take their time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use capicu::{Action, View};
use capicu_ai::{BotKind, think_time};
use capicu_protocol::Wish;
use chacha20::ChaCha20Rng;
use rand_core::SeedableRng as _;
use tokio::time::{Instant, sleep, sleep_until};

use super::pool::{Haste, Pool};
use crate::config::Pace;
use crate::secret;

/// Who answers when there is no time to think: it takes microseconds.
const QUICK: BotKind = BotKind::Counter;

/// How late a bot may answer because others think, before one that is quick does.
const PATIENCE: Duration = Duration::from_millis(100);

/// The bots of all tables. Clones share the threads they think on.
#[derive(Clone, Debug)]
pub struct Bots {
    kind: BotKind,
    pace: Pace,
    pool: Pool,
    answers: Arc<Answers>,
}

/// How many answers were given since they were last told of.
#[derive(Debug, Default)]
struct Answers {
    all: AtomicU64,
    quick: AtomicU64,
}

impl Bots {
    /// Bots of this kind and pace.
    pub fn new(kind: BotKind, pace: Pace) -> Self {
        Self {
            kind,
            pace,
            pool: Pool::of_this_machine(),
            answers: Arc::default(),
        }
    }

    /// Says once a minute how many answers were quick because the machine was busy, if any were.
    pub async fn watch(self) {
        loop {
            sleep(Duration::from_secs(60)).await;
            let all = self.answers.all.swap(0, Ordering::Relaxed);
            let quick = self.answers.quick.swap(0, Ordering::Relaxed);
            if quick > 0 {
                tracing::warn!(all, quick, "bots had no time to think");
            }
        }
    }

    /// How long to seem to think about this, whatever the hand.
    pub fn think_time(&self, view: &View) -> Duration {
        match self.pace {
            Pace::Natural => {
                let mut rng = ChaCha20Rng::from_seed(secret::random());
                Duration::from_millis(think_time(view.board(), &mut rng).into())
            }
            Pace::Immediate => Duration::ZERO,
        }
    }

    /// What a bot does, told after so much time; it thinks meanwhile, and if the machine is too busy
    /// for that, a quick one answers in its place. `wish` is what its partner said in the huddle.
    pub async fn choose(&self, view: View, wish: Option<Wish>, time: Duration) -> Option<Action> {
        let at = Instant::now() + time;
        let chosen = if wish == Some(Wish::Mine) && view.check(Action::HandOver).is_ok() {
            Some(Action::HandOver)
        } else {
            let (usual, answers) = (self.kind, Arc::clone(&self.answers));
            let work = move |haste| {
                answers.all.fetch_add(1, Ordering::Relaxed);
                let kind = match haste {
                    Haste::None => usual,
                    Haste::Late => {
                        answers.quick.fetch_add(1, Ordering::Relaxed);
                        QUICK
                    }
                };
                let mut rng = ChaCha20Rng::from_seed(secret::random());
                let chosen = kind.bot().choose(&view, &mut rng);
                chosen.filter(|action| view.check(*action).is_ok())
            };
            self.pool.think(at + PATIENCE, work).await.flatten()
        };
        sleep_until(at).await;
        chosen
    }
}
