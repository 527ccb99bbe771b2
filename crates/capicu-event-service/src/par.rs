//! Par of finished boards: computed once for each, in the background, one at a time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use capicu::{Rules, Seat};
use capicu_event::{Board, Scoring};
use capicu_solver::{NotSolved, Objective};
use tokio::sync::Semaphore;

/// The most values to keep; beyond it all are dropped and computed again on request.
const MOST: usize = 20_000;

/// The most boards in the queue. Further requests must try again later.
const MOST_WAITING: usize = 500;

/// The highest number of pips in sets whose boards are computed. The time for larger sets is unknown.
const HIGHEST: u8 = 6;

/// Values of boards. Clones share them.
#[derive(Clone, Debug)]
pub struct Pars {
    known: Arc<Mutex<HashMap<Key, ParState>>>,
    turns: Arc<Semaphore>,
}

/// A board, with everything that determines its value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    rules: Rules,
    seed: u64,
    first: u8,
    by_points: bool,
}

/// The value of a board for the first side, if known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParState {
    /// It is being computed.
    Soon,
    /// With matchpoints 1, 0 or -1 by who wins the round; with IMPs the number of points.
    Known {
        /// The value for the first side.
        value: i16,
        /// Best play of all seats.
        line: String,
    },
    /// This game is not supported here.
    Never,
}

impl Default for Pars {
    fn default() -> Self {
        Self {
            known: Arc::default(),
            turns: Arc::new(Semaphore::new(1)),
        }
    }
}

impl Pars {
    /// The value of a board; the first request starts its computation.
    pub fn of(&self, rules: &Rules, board: Board, scoring: Scoring) -> ParState {
        if rules.set.highest().value() > HIGHEST {
            return ParState::Never;
        }
        let key = Key {
            rules: *rules,
            seed: board.seed,
            first: board.first,
            by_points: scoring == Scoring::Imps,
        };
        let mut known = self.known();
        if let Some(told) = known.get(&key) {
            return told.clone();
        }
        let waiting = known
            .values()
            .filter(|told| **told == ParState::Soon)
            .count();
        if waiting >= MOST_WAITING {
            return ParState::Soon;
        }
        if known.len() >= MOST {
            known.retain(|_, told| *told == ParState::Soon);
        }
        known.insert(key.clone(), ParState::Soon);
        drop(known);
        tokio::spawn(self.clone().work(key, board));
        ParState::Soon
    }

    async fn work(self, key: Key, board: Board) {
        let Ok(turn) = Arc::clone(&self.turns).acquire_owned().await else {
            return;
        };
        let (rules, by_points) = (key.rules, key.by_points);
        let solved = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            solved(&rules, board, by_points)
        });
        let told = solved.await.unwrap_or(ParState::Never);
        self.known().insert(key, told);
    }

    fn known(&self) -> MutexGuard<'_, HashMap<Key, ParState>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn solved(rules: &Rules, board: Board, by_points: bool) -> ParState {
    let order = board.tiles(rules.tiles().len());
    let first = Seat::all(rules.n_seats()).nth(board.first.into());
    let round = first.and_then(|first| capicu_solver::board(rules, &order, first));
    let objective = if by_points {
        Objective::Points
    } else {
        Objective::Result
    };
    let par = round.map(|round| capicu_solver::par(&round, objective));
    match par {
        Some(Ok(par)) => ParState::Known {
            value: par.value,
            line: par
                .line
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(" "),
        },
        Some(Err(NotSolved::Sides(_) | NotSolved::Over | NotSolved::NotCovered(_))) | None => {
            ParState::Never
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use capicu_event::presets;

    use super::*;
    use crate::online_tables;

    /// The values equal those of `capicu event boards`, which the solver's tests verify.
    #[tokio::test]
    async fn par_is_computed_once_in_the_background() {
        let preset = presets::by_id("duplicate").expect("a preset");
        let rules = online_tables::rules(&preset, 4).expect("a game for four");
        let pars = Pars::default();
        let board = Board {
            number: 1,
            first: 0,
            seed: 77,
        };
        assert_eq!(pars.of(&rules, board, Scoring::Matchpoints), ParState::Soon);
        let wait = async {
            loop {
                match pars.of(&rules, board, Scoring::Matchpoints) {
                    ParState::Soon => tokio::time::sleep(Duration::from_millis(2)).await,
                    told => return told,
                }
            }
        };
        let told = tokio::time::timeout(Duration::from_secs(60), wait).await;
        let Ok(ParState::Known { value, line }) = told else {
            panic!("{told:?}")
        };
        assert!((-1..=1).contains(&value));
        // Best play is a legal round, to its end.
        let round = capicu_solver::board(&rules, &board.tiles(28), Seat::default());
        let mut round = round.expect("a round");
        for action in line.split(' ') {
            let legal = round.legal_actions();
            let chosen = legal.iter().find(|legal| legal.to_string() == action);
            let chosen = *chosen.expect("a legal action");
            round.play(chosen).expect("it is legal");
        }
        assert_eq!(pars.known().len(), 1);
    }
}
