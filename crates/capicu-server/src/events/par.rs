//! Par of the boards that everybody has played: worked out once for each, apart from whoever asks, one at a time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use capicu::{Rules, Seat};
use capicu_event::{Board, Scoring};
use capicu_solver::{NotSolved, Objective};
use tokio::sync::Semaphore;

/// So many values are kept; beyond that all are forgotten, and worked out again where somebody asks.
const MOST: usize = 20_000;

/// So many boards may wait to be worked out. Whoever asks for more is told to come back.
const MOST_WAITING: usize = 500;

/// The highest number of a tile of sets whose boards are worked out here: beyond it nobody knows how long that takes.
const HIGHEST: u8 = 6;

/// What is known of boards. Clones share it.
#[derive(Clone, Debug)]
pub struct Pars {
    known: Arc<Mutex<HashMap<Key, Told>>>,
    turns: Arc<Semaphore>,
}

/// A board, and what its value depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    rules: Rules,
    seed: u64,
    first: u8,
    by_points: bool,
}

/// What a board is worth for the first side, as far as that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// It is being worked out.
    Soon,
    /// With matchpoints 1, 0 or -1: who wins the hand. With IMPs by how many points.
    Known {
        /// The value.
        value: i16,
        /// Best play by everybody.
        line: String,
    },
    /// This game is not worked out here.
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
    /// What a board is worth; the first who asks has it worked out.
    pub fn of(&self, rules: &Rules, board: Board, scoring: Scoring) -> Told {
        if rules.set.highest().value() > HIGHEST {
            return Told::Never;
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
        let waiting = known.values().filter(|told| **told == Told::Soon).count();
        if waiting >= MOST_WAITING {
            return Told::Soon;
        }
        if known.len() >= MOST {
            known.retain(|_, told| *told == Told::Soon);
        }
        known.insert(key.clone(), Told::Soon);
        drop(known);
        tokio::spawn(self.clone().work(key, board));
        Told::Soon
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
        let told = solved.await.unwrap_or(Told::Never);
        self.known().insert(key, told);
    }

    fn known(&self) -> MutexGuard<'_, HashMap<Key, Told>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn solved(rules: &Rules, board: Board, by_points: bool) -> Told {
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
        Some(Ok(par)) => Told::Known {
            value: par.value,
            line: par
                .line
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(" "),
        },
        Some(Err(NotSolved::Sides(_) | NotSolved::Over | NotSolved::NotCovered(_))) | None => {
            Told::Never
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use capicu_event::presets;

    use super::*;
    use crate::events::plan;

    /// The values are those of `capicu event boards`, whose own are held to the solver's tests.
    #[tokio::test]
    async fn par_is_worked_out_once_apart_from_whoever_asks() {
        let preset = presets::by_id("duplicate").expect("a preset");
        let rules = plan::rules(&preset, 4).expect("a game for four");
        let pars = Pars::default();
        let board = Board {
            number: 1,
            first: 0,
            seed: 77,
        };
        assert_eq!(pars.of(&rules, board, Scoring::Matchpoints), Told::Soon);
        let wait = async {
            loop {
                match pars.of(&rules, board, Scoring::Matchpoints) {
                    Told::Soon => tokio::time::sleep(Duration::from_millis(2)).await,
                    told => return told,
                }
            }
        };
        let told = tokio::time::timeout(Duration::from_secs(60), wait).await;
        let Ok(Told::Known { value, line }) = told else {
            panic!("{told:?}")
        };
        assert!((-1..=1).contains(&value));
        // Best play is a hand that can be played, to its end.
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
