//! Bots at a table. They think outside its task, see only what their seat sees, and take their time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use capicu::{Action, View};
use capicu_accounts::Randomness;
use capicu_ai::{Budget, think_time};
use capicu_protocol::{Hint, Level};
use capicu_table::Think;
use chacha20::ChaCha20Rng;
use rand_core::SeedableRng as _;
use tokio::time::{Instant, sleep, sleep_until};

use crate::pool::{Haste, Pool};

/// How late a bot may answer because others think. After that a quick bot answers.
const PATIENCE: Duration = Duration::from_millis(100);

/// How long a bot may think that need not wait.
const HURRIED: Duration = Duration::from_secs(1);

/// The least delay before a turn out of time is played.
const OUT_OF_TIME: Duration = Duration::from_millis(400);

/// The largest random addition to that delay, in milliseconds.
const OUT_OF_TIME_ADDED: u16 = 200;

/// How long a request for a hint waits for a free thread before it is refused.
const ASKED: Duration = Duration::from_secs(5);

/// The budget for a hint, which takes some milliseconds.
const HINT: Budget = Budget::Nodes(50_000);

/// The speed of bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// At the speed of people, whatever the hand.
    Natural,
    /// At once: for tests and measurements.
    Immediate,
}

/// The bots of all tables. Clones share the threads they think on.
#[derive(Clone, Debug)]
pub struct Bots {
    pace: Pace,
    pool: Pool,
    /// The source of random bytes.
    randomness: Randomness,
    answers: Arc<Answers>,
}

/// The number of answers since the start.
#[derive(Debug, Default)]
struct Answers {
    all: AtomicU64,
    quick: AtomicU64,
}

impl Bots {
    /// Bots with this pace, which choose among equal moves by `randomness`.
    pub fn new(pace: Pace, randomness: Randomness) -> Self {
        Self {
            pace,
            randomness,
            pool: Pool::of_this_machine(),
            answers: Arc::default(),
        }
    }

    /// Bots that think at once, on the thread of the caller.
    pub fn simulated(pace: Pace, randomness: Randomness) -> Self {
        Self {
            pool: Pool::simulated(),
            ..Self::new(pace, randomness)
        }
    }

    /// Logs once a minute how many answers were quick because the machine was busy, if any.
    pub async fn watch(self) {
        let mut told = [0; 2];
        loop {
            sleep(Duration::from_secs(60)).await;
            let answers = self.answers();
            let [all, quick] = [answers[0] - told[0], answers[1] - told[1]];
            if quick > 0 {
                tracing::warn!(all, quick, "bots had no time to think");
            }
            told = answers;
        }
    }

    /// The number of choices since the start, and how many of them a quick bot made because the machine was busy.
    pub fn answers(&self) -> [u64; 2] {
        // Read the second number first, so that it is never larger than the first.
        let quick = self.answers.quick.load(Ordering::Relaxed);
        [self.answers.all.load(Ordering::Relaxed), quick]
    }

    /// How long to pretend to think, whatever the hand.
    pub fn think_time(&self, think: &Think) -> Duration {
        match self.pace {
            Pace::Natural => {
                let mut rng = ChaCha20Rng::from_seed(self.randomness.bytes());
                let natural = think_time(think.view.board(), &mut rng);
                Duration::from_millis(think.time(natural).into())
            }
            Pace::Immediate => Duration::ZERO,
        }
    }

    /// The delay before a turn that has run out of time is played, whatever the hand. It is longer than most choices
    /// take. A random part hides the milliseconds by which turns with and without a choice still differ.
    pub fn out_of_time(&self) -> Duration {
        let [first, second, ..] = self.randomness.bytes::<32>();
        let added = u16::from_le_bytes([first, second]) % OUT_OF_TIME_ADDED;
        self.pause(OUT_OF_TIME + Duration::from_millis(added.into()))
    }

    /// A pause that does not depend on any hand.
    pub const fn pause(&self, time: Duration) -> Duration {
        match self.pace {
            Pace::Natural => time,
            Pace::Immediate => Duration::ZERO,
        }
    }

    /// Returns the action of a bot after this time, or after `hurry`; meanwhile the bot thinks. If the machine is too
    /// busy, a quick bot answers instead.
    pub async fn choose(
        &self,
        think: Think,
        time: Duration,
        hurry: impl Future<Output = ()>,
    ) -> Option<Action> {
        let at = Instant::now() + time;
        // A bot that waits less thinks no less well.
        let late = at.max(Instant::now() + HURRIED);
        let agreed = think.agreed();
        let Think { level, view, .. } = think;
        let chosen = if agreed.is_some() {
            agreed
        } else {
            let (answers, randomness) = (Arc::clone(&self.answers), self.randomness);
            let work = move |haste| {
                answers.all.fetch_add(1, Ordering::Relaxed);
                let level = match haste {
                    Haste::None => playing(level),
                    Haste::Late => {
                        answers.quick.fetch_add(1, Ordering::Relaxed);
                        playing(level).min(capicu_ai::Level::QUICK)
                    }
                };
                let mut player = level.bot();
                let mut rng = ChaCha20Rng::from_seed(randomness.bytes());
                let chosen = player.choose(&view, &mut rng);
                chosen.filter(|action| view.check(*action).is_ok())
            };
            self.pool.think(late + PATIENCE, work).await.flatten()
        };
        tokio::select! {
            () = sleep_until(at) => {}
            () = hurry => {}
        }
        chosen
    }

    /// Returns a hint for a player with this view; `None` if there is no choice, or no time to think.
    pub async fn hint(&self, view: View) -> Option<Hint> {
        let randomness = self.randomness;
        let work = move |haste| match haste {
            Haste::None => hint(&view, randomness.bytes()),
            Haste::Late => None,
        };
        let late = Instant::now() + ASKED;
        self.pool.think(late, work).await.flatten()
    }
}

fn hint(view: &View, chance: [u8; 32]) -> Option<Hint> {
    let mut rng = ChaCha20Rng::from_seed(chance);
    let hint = capicu_ai::Hint::of(view, HINT, &mut rng)?;
    let (best, next) = ((hint.best, hint.chance), hint.next);
    let told = |(action, chance): (Action, f64)| (action.into(), chance);
    Some(Hint::new(
        told(best),
        told(next),
        hint.shuts_out,
        &hint.clues,
    ))
}

/// The bot level for a level of the wire.
fn playing(level: Level) -> capicu_ai::Level {
    capicu_ai::Level::named(level.name()).unwrap_or(capicu_ai::Level::QUICK)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn turn_out_of_time_is_played_after_a_random_delay() {
        let bots = Bots::new(Pace::Natural, Randomness::SYSTEM);
        let times: BTreeSet<Duration> = (0..50).map(|_| bots.out_of_time()).collect();
        assert!(times.len() > 10, "{times:?}");
        let within = |time: &Duration| (400..600).contains(&time.as_millis());
        assert!(times.iter().all(within), "{times:?}");
    }

    #[test]
    fn wire_levels_match_bot_levels() {
        assert_eq!(
            Level::NAMES,
            capicu_ai::Level::ALL.map(capicu_ai::Level::name)
        );
        for level in Level::ALL {
            assert_eq!(playing(*level).number(), level.number());
        }
    }
}
