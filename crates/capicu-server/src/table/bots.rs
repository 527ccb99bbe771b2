//! Bots at a table: they think outside its task, see what their seat sees, and take their time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use capicu::{Action, View};
use capicu_ai::{Budget, think_time};
use capicu_protocol::{Hint, Level};
use capicu_table::Think;
use chacha20::ChaCha20Rng;
use rand_core::SeedableRng as _;
use tokio::time::{Instant, sleep, sleep_until};

use crate::config::Pace;
use crate::pool::{Haste, Pool};

/// How late a bot may answer because others think, before one that is quick does.
const PATIENCE: Duration = Duration::from_millis(100);

/// How long a turn takes at least whose time has run out.
const OUT_OF_TIME: Duration = Duration::from_millis(400);

/// How much chance adds to that at most, in milliseconds.
const OUT_OF_TIME_ADDED: u16 = 200;

/// How long somebody who asks what to play waits for a free thread, before they are asked to ask again.
const ASKED: Duration = Duration::from_secs(5);

/// How long is thought about a hint: some milliseconds.
const HINT: Budget = Budget::Nodes(50_000);

/// The bots of all tables. Clones share the threads they think on.
#[derive(Clone, Debug)]
pub struct Bots {
    pace: Pace,
    pool: Pool,
    /// Bytes that nobody can guess.
    chance: fn() -> [u8; 32],
    answers: Arc<Answers>,
}

/// How many answers were given since the start.
#[derive(Debug, Default)]
struct Answers {
    all: AtomicU64,
    quick: AtomicU64,
}

impl Bots {
    /// Bots of this pace, who choose among equals by `chance`.
    pub fn new(pace: Pace, chance: fn() -> [u8; 32]) -> Self {
        Self {
            pace,
            chance,
            pool: Pool::of_this_machine(),
            answers: Arc::default(),
        }
    }

    /// Bots that think at once, on the thread that asks them.
    #[cfg(test)]
    pub fn simulated(pace: Pace, chance: fn() -> [u8; 32]) -> Self {
        Self {
            pool: Pool::simulated(),
            ..Self::new(pace, chance)
        }
    }

    /// Says once a minute how many answers were quick because the machine was busy, if any were.
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

    /// How many choices were made since the start, and how many of them by a quick bot because the machine was busy.
    pub fn answers(&self) -> [u64; 2] {
        // The second first: it is never more than the first.
        let quick = self.answers.quick.load(Ordering::Relaxed);
        [self.answers.all.load(Ordering::Relaxed), quick]
    }

    /// How long to seem to think about this, whatever the hand.
    pub fn think_time(&self, view: &View) -> Duration {
        match self.pace {
            Pace::Natural => {
                let mut rng = ChaCha20Rng::from_seed((self.chance)());
                Duration::from_millis(think_time(view.board(), &mut rng).into())
            }
            Pace::Immediate => Duration::ZERO,
        }
    }

    /// After how long a turn is played whose time has run out, whatever the hand: longer than most choices take to be
    /// made. What chance adds hides the milliseconds by which a turn with a choice still differs from one without.
    pub fn out_of_time(&self) -> Duration {
        let [first, second, ..] = (self.chance)();
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

    /// What a bot does that was asked, told after so much time; it thinks meanwhile, and if the machine
    /// is too busy for that, a quick one answers in its place.
    pub async fn choose(&self, think: Think, time: Duration) -> Option<Action> {
        let at = Instant::now() + time;
        let agreed = think.agreed();
        let Think { level, view, .. } = think;
        let chosen = if agreed.is_some() {
            agreed
        } else {
            let (answers, chance) = (Arc::clone(&self.answers), self.chance);
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
                let mut rng = ChaCha20Rng::from_seed(chance());
                let chosen = player.choose(&view, &mut rng);
                chosen.filter(|action| view.check(*action).is_ok())
            };
            self.pool.think(at + PATIENCE, work).await.flatten()
        };
        sleep_until(at).await;
        chosen
    }

    /// What a player with this view is told when it asks; `None` where there is no choice, or no time
    /// to think.
    pub async fn hint(&self, view: View) -> Option<Hint> {
        let chance = self.chance;
        let work = move |haste| match haste {
            Haste::None => hint(&view, chance()),
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

/// The level of the bots that a level of the wire means.
fn playing(level: Level) -> capicu_ai::Level {
    capicu_ai::Level::named(level.name()).unwrap_or(capicu_ai::Level::QUICK)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_turn_that_ran_out_of_time_takes_a_time_by_chance() {
        let bots = Bots::new(Pace::Natural, crate::secret::random);
        let times: BTreeSet<Duration> = (0..50).map(|_| bots.out_of_time()).collect();
        assert!(times.len() > 10, "{times:?}");
        let within = |time: &Duration| (400..600).contains(&time.as_millis());
        assert!(times.iter().all(within), "{times:?}");
    }

    #[test]
    fn the_levels_of_the_wire_are_those_of_the_bots() {
        assert_eq!(
            Level::NAMES,
            capicu_ai::Level::ALL.map(capicu_ai::Level::name)
        );
        for level in Level::ALL {
            assert_eq!(playing(*level).number(), level.number());
        }
    }
}
