//! Bots at a table: they think outside its task, see what their seat sees, and take their time.

use std::sync::Arc;
use std::time::Duration;

use capicu::{Action, View};
use capicu_ai::{BotKind, think_time};
use capicu_protocol::Wish;
use chacha20::ChaCha20Rng;
use rand_core::SeedableRng as _;
use tokio::sync::Semaphore;

use crate::config::Pace;
use crate::secret;

/// The bots of all tables share so much of the machine.
#[derive(Clone, Debug)]
pub struct Bots {
    pace: Pace,
    room: Arc<Semaphore>,
}

impl Bots {
    /// Bots of this pace.
    pub fn new(pace: Pace) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            pace,
            room: Arc::new(Semaphore::new(cores)),
        }
    }

    /// How long to think about this, whatever the hand.
    pub fn think_time(&self, view: &View) -> Duration {
        match self.pace {
            Pace::Natural => {
                let mut rng = ChaCha20Rng::from_seed(secret::random());
                Duration::from_millis(think_time(view.board(), &mut rng).into())
            }
            Pace::Immediate => Duration::ZERO,
        }
    }

    /// What a bot does; `wish` is what its partner said in the huddle.
    pub async fn choose(&self, view: View, wish: Option<Wish>) -> Option<Action> {
        if wish == Some(Wish::Mine) && view.check(Action::HandOver).is_ok() {
            return Some(Action::HandOver);
        }
        let _room = self.room.acquire().await.ok()?;
        let chosen = tokio::task::spawn_blocking(move || {
            let mut rng = ChaCha20Rng::from_seed(secret::random());
            let chosen = BotKind::Counter.bot().choose(&view, &mut rng);
            chosen.filter(|action| view.check(*action).is_ok())
        });
        chosen.await.ok().flatten()
    }
}
