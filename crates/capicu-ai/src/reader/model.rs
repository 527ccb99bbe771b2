//! A model of all players, as a [`Reader`](crate::Reader) sees others, to play rounds out.

use alloc::vec::Vec;

use capicu::{Action, Actions, Board, BySeat, BySide, Listing, Move, Round, Rules, Seat};

use super::habits::{self, ALIKE, Habit, N_HABITS, OPPONENT};
use crate::Memory;
use crate::chance::scattered;
use crate::counter::Hand;

/// Plays rounds out as a [`Reader`](crate::Reader) on the engine expects of opponents. They use the evaluation of the
/// [`Counter`](crate::Counter), half of them strictly and half less so. The seats of a side mostly share a habit, and
/// all sometimes move at random.
///
/// This is a distribution over possible players, and not one player. Every playout has a number. With the same number,
/// a seat with the same number of tiles draws the same lot in every playout, so such playouts can be compared.
#[derive(Clone, Debug, Default)]
pub struct Model {
    actions: Actions,
}

/// The most actions that are distinguished.
const MOST: usize = 64;

impl Model {
    /// The shares of the players with each of the two habits in playouts.
    pub const SHARES: [f32; N_HABITS] = [OPPONENT[0].share, OPPONENT[1].share];

    /// The probability of each of [`Round::distinct_actions`], in their order, for each habit of the seat to act.
    /// `memory` is that of the present round.
    pub fn odds(&mut self, round: &Round, memory: &Memory) -> Vec<[f32; N_HABITS]> {
        let Some(seat) = round.to_act() else {
            return Vec::new();
        };
        round.list_actions(Listing::Distinct, &mut self.actions);
        let (worths, n) = self.worths(round, seat, memory);
        let odds = |at| OPPONENT.map(|habit| habits::chance(&habit, &worths[..n], |i| i == at));
        (0..n).map(odds).collect()
    }

    /// Plays an action, if one is given, and then the round to its end. Declares scores that must be declared. `memory`
    /// is that of the present round. Returns the number of actions played or weighed, a measure of time.
    ///
    /// # Panics
    ///
    /// May panic, or leave an impossible round, if `first` is not legal.
    pub fn finish(
        &mut self,
        round: &mut Round,
        mut memory: Memory,
        first: Option<Action>,
        number: u64,
    ) -> u64 {
        let habits = drawn(round.board().rules(), number);
        let mut nodes = 0;
        let mut first = first;
        while let Some(seat) = round.to_act() {
            let action = match first.take() {
                Some(action) => action,
                None => {
                    round.list_actions(Listing::Distinct, &mut self.actions);
                    match self.actions[..] {
                        [] => break,
                        [only] => only,
                        _ => {
                            nodes += self.actions.len() as u64;
                            let habit = &OPPONENT[habits[seat]];
                            self.choose(round, seat, &memory, habit, number)
                        }
                    }
                }
            };
            let mv = Move {
                seat,
                action,
                drawn: None,
                shown: false,
            };
            memory.note(round.board(), &mv);
            round.play_unchecked(action);
            nodes += 1;
            while let Some((seat, call)) = round.board().due_call() {
                if round.call(seat, call).is_err() {
                    break;
                }
            }
        }
        nodes
    }

    fn choose(
        &self,
        round: &Round,
        seat: Seat,
        memory: &Memory,
        habit: &Habit,
        number: u64,
    ) -> Action {
        let (worths, n) = self.worths(round, seat, memory);
        let lot = scattered(number ^ turn(round.board(), seat));
        let mut point = (lot >> 40) as f32 / (1 << 24) as f32;
        let chances = |i| habits::chance(habit, &worths[..n], |at| at == i);
        let chosen = (0..n).find(|i| {
            point -= chances(*i);
            point < 0.0
        });
        self.actions[chosen.unwrap_or(n - 1)]
    }

    /// The values of the listed actions by the rule of thumb, and their number.
    fn worths(&self, round: &Round, seat: Seat, memory: &Memory) -> ([f32; MOST], usize) {
        let mut worths = [0.0; MOST];
        let n = self.actions.len().min(MOST);
        let hand = Hand::new(round.board(), seat, round.hands()[seat], memory);
        for (action, worth) in self.actions[..n].iter().zip(&mut worths) {
            *worth = hand.worth(*action);
        }
        (worths, n)
    }
}

/// The habit of each seat in this playout.
fn drawn(rules: &Rules, number: u64) -> BySeat<usize> {
    let habit = |lot: u64| {
        let point = (lot >> 40) as f32 / (1 << 24) as f32;
        usize::from(point >= OPPONENT[0].share).min(N_HABITS - 1)
    };
    let sides = BySide::from_fn(rules.n_sides(), |side| {
        scattered(number ^ (0x5_0000 | side.index() as u64))
    });
    BySeat::from_fn(rules.n_seats(), |seat| {
        let side = sides[rules.side(seat)];
        let alike = ((side & 0xff_ffff) as f32) < ALIKE * (1 << 24) as f32;
        if alike {
            habit(side)
        } else {
            habit(scattered(number ^ (0x6_0000 | seat.index() as u64)))
        }
    })
}

/// A key of the turn in its round: the seat, and the tiles that it and the boneyard have.
fn turn(board: &Board, seat: Seat) -> u64 {
    let held = u64::from(board.held()[seat]);
    (seat.index() as u64) << 24 | held << 32 | u64::from(board.boneyard()) << 40 | 1 << 20
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use capicu::Game;
    use capicu::fair::Seed;

    use super::*;
    use capicu_arena::duel::{self, Start};

    /// Over many numbers, each action is chosen as often as the habits predict.
    #[test]
    fn actions_are_chosen_as_often_as_predicted() {
        let rules = Game::by_id("jamaican-partner").unwrap().rules(4).unwrap();
        let round = duel::deal(rules, Start::Earned, &Seed::from_number(3), 5);
        let seat = round.to_act().unwrap();
        let memory = Memory::new(4);
        let mut model = Model::default();
        round.list_actions(Listing::Distinct, &mut model.actions);
        let actions = model.actions.clone();
        assert!(actions.len() > 3);
        let hand = Hand::new(round.board(), seat, round.hands()[seat], &memory);
        let worths: Vec<f32> = actions.iter().map(|action| hand.worth(*action)).collect();
        let mut counts = vec![0; actions.len()];
        let n = 40_000;
        for number in 0..n {
            let number = scattered(number);
            let habit = &OPPONENT[drawn(&rules, number)[seat]];
            let chosen = model.choose(&round, seat, &memory, habit, number);
            counts[actions.iter().position(|a| *a == chosen).unwrap()] += 1;
        }
        for (i, count) in counts.into_iter().enumerate() {
            let due: f32 = OPPONENT
                .iter()
                .map(|habit| habit.share * habits::chance(habit, &worths, |at| at == i))
                .sum();
            let share = count as f32 / n as f32;
            assert!((share - due).abs() < 0.01, "{}: {share} {due}", actions[i]);
        }
    }

    /// The same number gives the same round, and every round ends.
    #[test]
    fn playout_number_determines_the_round() {
        for (id, players) in [
            ("jamaican-partner", 4),
            ("all-fives", 2),
            ("club", 2),
            ("cut-throat", 3),
        ] {
            let rules = Game::by_id(id).unwrap().rules(players).unwrap();
            let mut ends = Vec::new();
            for number in 0..12 {
                let round = duel::deal(rules, Start::Anew, &Seed::from_number(4), 1);
                let finish = |number| {
                    let mut round = round.clone();
                    Model::default().finish(&mut round, Memory::new(players), None, number);
                    round.outcome().cloned().expect("it is over")
                };
                assert_eq!(finish(number), finish(number), "{id}");
                ends.push(finish(number));
            }
            assert!(ends.iter().any(|end| *end != ends[0]), "{id}");
        }
    }
}
