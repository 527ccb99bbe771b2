//! The ratings of puzzles, and of players as solvers.
//!
//! An answer is a duel between the player and the puzzle: the player wins by a good answer at the first try.

use capicu_ratings::{Game, Rating, SPREAD};
use capicu_store::puzzles::{Answered, Outcome};

use super::DAY;

/// The effect of chance on an answer, in units of ratings.
const LUCK: f64 = SPREAD / 2.0;

/// The rating of a shipped puzzle. It has one duel with each level of bots whose rating in the game is known.
pub fn of_puzzle(game: &str, found: &[bool]) -> Rating {
    let rated = Game::by_id(game);
    let duels = (1..).zip(found);
    duels.fold(Rating::default(), |rating, (level, found)| {
        match rated.and_then(|game| game.level(level)) {
            Some(strength) => rating.after_duel(Rating::known(strength), LUCK, !found),
            None => rating,
        }
    })
}

/// A player as a solver of puzzles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solver {
    pub rating: Rating,
    /// The number of puzzles that count.
    pub duels: usize,
}

impl Solver {
    /// The solver after all these answers. `of` gives the rating of a puzzle by its id.
    pub fn of(answers: &[Answered], of: impl Fn(&str) -> Rating) -> Self {
        let mut all: Vec<&Answered> = answers.iter().filter(|one| counts(one)).collect();
        all.sort_by_key(|one| (one.at, &one.puzzle));
        let mut rating = Rating::default();
        let mut last = all.first().map_or(0, |one| one.at);
        for one in &all {
            let days = one.at.saturating_sub(last) / DAY;
            let before = rating.after(u32::try_from(days).unwrap_or(u32::MAX));
            rating = before.after_duel(of(&one.puzzle), LUCK, is_won(one));
            last = one.at;
        }
        Self {
            rating,
            duels: all.len(),
        }
    }

    /// The rating in points, as people read it.
    pub fn points(&self) -> i32 {
        self.rating.interval().mean
    }
}

/// Whether an answer was given. A solution that was only looked at is lost, too.
fn counts(one: &Answered) -> bool {
    one.tries > 0 || one.outcome == Outcome::Shown
}

fn is_won(one: &Answered) -> bool {
    one.outcome == Outcome::Solved && one.tries == 1
}

/// The distance between two ratings.
pub fn distance(one: Rating, other: Rating) -> f64 {
    (one.mean - other.mean).abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn answered(at: u64, tries: u32, outcome: Outcome) -> Answered {
        Answered {
            puzzle: String::new(),
            tries,
            outcome,
            at,
            day: None,
        }
    }

    /// By hand, from Weng and Lin: two new ratings have the variance 69.44 each, and the luck is 4.1667. The unit is
    /// √(2 · (17.361 + 69.444)) = 13.176, the chance is a half, and the change is 69.444 / 13.176 / 2 = 2.635.
    #[test]
    fn solver_gains_and_loses_by_the_formula() {
        let of = |outcome, tries| Solver::of(&[answered(5, tries, outcome)], |_| Rating::default());
        let close = |solver: Solver, mean: f64| (solver.rating.mean - mean).abs() < 0.001;
        assert!(
            close(of(Outcome::Solved, 1), 27.635),
            "{:?}",
            of(Outcome::Solved, 1)
        );
        for (outcome, tries) in [
            (Outcome::Solved, 2),
            (Outcome::Tried, 1),
            (Outcome::Shown, 0),
        ] {
            assert!(close(of(outcome, tries), 22.365), "{outcome:?} {tries}");
        }
        let nobody = Solver::of(&[], |_| Rating::default());
        assert_eq!((nobody.duels, nobody.points()), (0, 1000));
    }

    #[test]
    fn harder_puzzle_gives_more_and_the_order_of_rows_does_not_matter() {
        let hard = |_: &str| Rating::known(40.0);
        let easy = |_: &str| Rating::known(10.0);
        let solved = [answered(5, 1, Outcome::Solved)];
        assert!(Solver::of(&solved, hard).points() > Solver::of(&solved, easy).points() + 100);
        let rows = [
            answered(9, 1, Outcome::Solved),
            answered(5, 1, Outcome::Tried),
        ];
        let turned = [rows[1].clone(), rows[0].clone()];
        assert_eq!(Solver::of(&rows, hard), Solver::of(&turned, hard));
    }

    #[test]
    fn puzzle_that_only_strong_bots_solve_has_a_higher_rating() {
        let of = |found: &str| {
            of_puzzle("cien", &found.chars().map(|c| c == '1').collect::<Vec<_>>()).mean
        };
        assert!(of("11111111") < of("00011111"));
        assert!(of("00011111") < of("00000001"));
        assert_eq!(of_puzzle("no-game", &[true]), Rating::default());
    }
}
