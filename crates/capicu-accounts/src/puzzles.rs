//! The puzzles of this server: those shipped with the program, and those of players.

mod strength;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use capicu_analysis::{Posed, Shipped, Solution, Theme};
use capicu_i18n::Texts;
use capicu_protocol::{ApiErrorCode, PlayerId};
use capicu_ratings::Rating;
use capicu_store::PuzzleError;
use capicu_store::puzzles::{Answered, KeptPuzzle, Outcome};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;

use crate::{Context, Error};

pub use strength::{Solver, distance};

/// The number of nodes per answer, as the default of `capicu analyze`.
const NODES: u64 = 20_000;

/// A day, in milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1000;

/// The permit of the one puzzle that is being analyzed.
static JUDGING: Semaphore = Semaphore::const_new(1);

/// The permits of that puzzle and of the waiting ones. The last one waits for about ten seconds.
static QUEUE: Semaphore = Semaphore::const_new(10);

/// A puzzle that can be solved.
#[derive(Clone, Debug)]
pub struct Puzzle {
    pub id: String,
    /// The id of its game.
    pub game: String,
    /// The player who gave it; `None` for a puzzle that is shipped with the program.
    pub giver: Option<PlayerId>,
    /// The question of the puzzle.
    pub posed: Posed,
    /// How good each answer is.
    pub solution: Solution,
    pub themes: Vec<Theme>,
    pub rating: Rating,
}

/// A puzzle in a list.
#[derive(Clone, Debug)]
pub struct Listed {
    pub id: String,
    /// The id of its game.
    pub game: String,
    /// Empty for a puzzle of a player.
    pub themes: &'static [Theme],
    pub rating: Rating,
}

/// The shipped puzzles by id, each with its rating.
static SHIPPED: LazyLock<BTreeMap<String, (Shipped, Rating)>> = LazyLock::new(|| {
    let rated = |shipped: Shipped| {
        let rating = strength::of_puzzle(shipped.game(), &shipped.found);
        (id(&shipped.puzzle), (shipped, rating))
    };
    Shipped::all().map(rated).collect()
});

/// The id of a puzzle, a hash of its text, so that no puzzle exists twice.
pub fn id(text: &str) -> String {
    let letters = b"abcdefghijkmnpqrstuvwxyz23456789";
    let digest = Sha256::digest(text.as_bytes());
    let digest = digest.iter().take(10);
    digest
        .map(|byte| char::from(letters[usize::from(byte % 32)]))
        .collect()
}

/// Returns the puzzle with this id.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn find(context: &Context, id: &str, texts: Texts) -> Result<Option<Puzzle>, Error> {
    if let Some((shipped, rating)) = SHIPPED.get(id) {
        return Ok(of_shipped(id, shipped, *rating, texts));
    }
    let Some(kept) = context.store.puzzle(id.to_owned()).await? else {
        return Ok(None);
    };
    let posed = Posed::read(&kept.puzzle, texts).ok();
    let solution = serde_json::from_str(&kept.solution).ok();
    let found = posed
        .zip(solution)
        .filter(|(posed, solution)| fits(posed, solution));
    if found.is_none() {
        tracing::error!(id, "a stored puzzle cannot be read");
    }
    Ok(found.map(|(posed, solution)| Puzzle {
        id: id.to_owned(),
        game: kept.game,
        giver: Some(kept.giver),
        themes: Theme::of(&posed, &solution),
        posed,
        solution,
        rating: Rating::default(),
    }))
}

fn of_shipped(id: &str, shipped: &Shipped, rating: Rating, texts: Texts) -> Option<Puzzle> {
    let posed = Posed::read(&shipped.puzzle, texts).ok()?;
    fits(&posed, &shipped.solution).then(|| Puzzle {
        id: id.to_owned(),
        game: shipped.game().to_owned(),
        giver: None,
        posed,
        solution: shipped.solution.clone(),
        themes: shipped.themes.clone(),
        rating,
    })
}

fn fits(posed: &Posed, solution: &Solution) -> bool {
    solution.answers.len() == posed.decision().actions.len()
}

/// Some shipped puzzles, others each day: they need no store, so that a device can keep them.
pub fn sample(context: &Context, n: usize, texts: Texts) -> Vec<Puzzle> {
    let from = today(context) as usize * n;
    let all = SHIPPED.iter().cycle().skip(from % SHIPPED.len().max(1));
    let n = n.min(SHIPPED.len());
    let some = all.take(n);
    some.filter_map(|(id, (shipped, rating))| of_shipped(id, shipped, *rating, texts))
        .collect()
}

/// The rating of a puzzle by its id.
pub fn rating(id: &str) -> Rating {
    SHIPPED
        .get(id)
        .map_or_else(Rating::default, |(_, rating)| *rating)
}

/// Lists all puzzles that existed at a moment.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn listed(context: &Context, moment: u64) -> Result<Vec<Listed>, Error> {
    let given = context.store.puzzles_before(moment).await?;
    let given = given.into_iter().map(|(id, game)| Listed {
        id,
        game,
        themes: &[],
        rating: Rating::default(),
    });
    let shipped = SHIPPED.iter().map(|(id, (shipped, rating))| Listed {
        id: id.clone(),
        game: shipped.game().to_owned(),
        themes: &shipped.themes,
        rating: *rating,
    });
    Ok(shipped.chain(given).collect())
}

/// The number of today's day since 1 January 1970 in UTC.
pub fn today(context: &Context) -> u32 {
    (context.clock.now() / DAY) as u32
}

/// Returns the id of today's puzzle, the same for all players. It is chosen among the puzzles that existed when the
/// day began. Later changes have no effect, unless the chosen puzzle itself is withdrawn.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn daily(context: &Context) -> Result<Option<String>, Error> {
    let day = today(context);
    let given = context.store.puzzles_before(u64::from(day) * DAY).await?;
    let given = given.into_iter().map(|(id, _)| id);
    Ok(of_day(day, SHIPPED.keys().cloned().chain(given)))
}

/// The id with the highest hash on a day.
fn of_day(day: u32, ids: impl Iterator<Item = String>) -> Option<String> {
    ids.max_by_key(|id| <[u8; 32]>::from(Sha256::digest(format!("{day} {id}"))))
}

/// Analyzes all answers; `None` if there is nothing to find. The server analyzes one puzzle at a time, which takes
/// one core for about a second.
///
/// # Errors
///
/// If too many wait already.
pub async fn judged(posed: &Posed) -> Result<Option<Solution>, Error> {
    judged_within(&QUEUE, posed).await
}

async fn judged_within(queue: &Semaphore, posed: &Posed) -> Result<Option<Solution>, Error> {
    let busy = || Error::new(ApiErrorCode::Unavailable);
    let _place = queue.try_acquire().map_err(|_| busy())?;
    let permit = JUDGING.acquire().await.map_err(|_| busy())?;
    let posed = posed.clone();
    let looked = tokio::task::spawn_blocking(move || {
        let solution = Solution::of(&posed, NODES);
        drop(permit);
        solution
    });
    Ok(looked.await.ok().flatten())
}

/// Stores a puzzle of a member, with its solution.
///
/// # Errors
///
/// As the store says.
pub async fn give(
    context: &Context,
    giver: PlayerId,
    posed: &Posed,
    solution: &Solution,
) -> Result<String, PuzzleError> {
    let puzzle = posed.text();
    let id = id(&puzzle);
    if SHIPPED.contains_key(&id) {
        return Err(PuzzleError::Taken);
    }
    let kept = KeptPuzzle {
        id: id.clone(),
        giver,
        game: posed.game(),
        given_at: context.clock.now(),
        puzzle,
        solution: serde_json::to_string(solution).expect("numbers"),
    };
    context.store.give_puzzle(kept).await?;
    Ok(id)
}

/// The progress of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Puzzles with at least one answer.
    pub tried: usize,
    /// Puzzles that were solved.
    pub solved: usize,
    /// Puzzles that were solved at the first try.
    pub first: usize,
    /// The number of days in a row, up to today or yesterday, whose daily puzzle was solved on its day.
    pub streak: usize,
}

impl Progress {
    /// The progress by all answers of the player, as of today.
    pub fn of(answers: &[Answered], today: u32) -> Self {
        let is_solved = |one: &&Answered| one.outcome == Outcome::Solved;
        let solved = || answers.iter().filter(is_solved);
        let mut days: Vec<u32> = solved().filter_map(|one| one.day).collect();
        days.sort_unstable_by(|a, b| b.cmp(a));
        days.dedup();
        let begins = days.first().copied().filter(|last| last + 1 >= today);
        let streak = begins.map_or(0, |last| {
            let row = (0..=last).rev().zip(&days);
            row.take_while(|(due, day)| due == *day).count()
        });
        Self {
            tried: answers.iter().filter(|one| one.tries > 0).count(),
            solved: solved().count(),
            first: solved().filter(|one| one.tries == 1).count(),
            streak,
        }
    }
}

/// Returns a player's puzzles and answers for their own export.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn exported(context: &Context, player: PlayerId) -> Result<Value, Error> {
    let store = &context.store;
    let given = store.puzzles_of(player).await?;
    let given = given.iter().map(|puzzle| {
        json!({ "id": puzzle.id, "game": puzzle.game, "at": puzzle.given_at, "puzzle": puzzle.puzzle })
    });
    let answers = store.answers(player).await?;
    let answers = answers.iter().map(|one| {
        json!({
            "puzzle": one.puzzle,
            "tries": one.tries,
            "outcome": one.outcome.id(),
            "at": one.at,
            "day": one.day,
        })
    });
    Ok(json!({
        "given": given.collect::<Vec<_>>(),
        "answers": answers.collect::<Vec<_>>(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_puzzles_have_ids_of_their_own_and_ratings() {
        assert_eq!(SHIPPED.len(), Shipped::all().count());
        let means: Vec<f64> = SHIPPED.values().map(|(_, rating)| rating.mean).collect();
        let highest = means.iter().copied().fold(f64::MIN, f64::max);
        let lowest = means.iter().copied().fold(f64::MAX, f64::min);
        assert!(
            lowest > 0.0 && highest < 60.0 && highest - lowest > 10.0,
            "{lowest} {highest}"
        );
    }

    #[test]
    fn daily_puzzle_stays_when_others_are_added_or_removed() {
        let ids = || (0..50).map(|n| format!("id{n}"));
        let mut seen = std::collections::BTreeSet::new();
        for day in 20_000..20_030 {
            let chosen = of_day(day, ids()).expect("there are some");
            assert_eq!(
                of_day(day, ids().rev().collect::<Vec<_>>().into_iter()),
                Some(chosen.clone())
            );
            let fewer = ids().filter(|id| *id == chosen || !id.ends_with('7'));
            assert_eq!(of_day(day, fewer), Some(chosen.clone()));
            seen.insert(chosen);
        }
        assert!(seen.len() > 15, "{}", seen.len());
        assert_eq!(of_day(1, std::iter::empty()), None);
    }

    #[tokio::test]
    async fn puzzle_that_would_wait_too_long_is_refused() {
        let (shipped, _) = SHIPPED.values().next().expect("some come with the program");
        let posed = Posed::read(&shipped.puzzle, Texts::default()).expect("a puzzle");
        let queue = Semaphore::new(1);
        let before = queue.try_acquire().expect("a place");
        let refused = judged_within(&queue, &posed)
            .await
            .map_err(|error| error.code());
        assert_eq!(refused.err(), Some(ApiErrorCode::Unavailable));
        drop(before);
        assert!(judged_within(&queue, &posed).await.is_ok());
    }

    /// By hand: three puzzles were solved, one of them at the first try. Solved on the days 8, 9 and 11, so the
    /// streak on day 11 is one day. It is still one on day 12, but not on day 13.
    #[test]
    fn progress_counts_what_was_solved_and_days_in_a_row() {
        let one = |tries, outcome, day| Answered {
            puzzle: format!("{tries}{day:?}"),
            tries,
            outcome,
            at: 0,
            day,
        };
        let answers = [
            one(1, Outcome::Solved, Some(8)),
            one(2, Outcome::Solved, Some(9)),
            one(3, Outcome::Solved, Some(11)),
            one(2, Outcome::Tried, None),
            one(0, Outcome::Shown, None),
            one(1, Outcome::Shown, None),
        ];
        let progress = |today| Progress::of(&answers, today);
        let expected = Progress {
            tried: 5,
            solved: 3,
            first: 1,
            streak: 1,
        };
        assert_eq!((progress(11), progress(12)), (expected, expected));
        assert_eq!(progress(13).streak, 0);
        assert_eq!(Progress::of(&answers[..2], 10).streak, 2);
        assert_eq!(Progress::of(&[], 10), Progress::default());
    }
}
