//! The puzzles of this server: those that come with the program, and those that players gave.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use capicu_analysis::{Posed, SHIPPED, Solution};
use capicu_i18n::Texts;
use capicu_protocol::{ApiErrorCode, PlayerId};
use capicu_store::PuzzleError;
use capicu_store::puzzles::{Answered, KeptPuzzle, Outcome};
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;

use crate::http::{Failure, Site};

/// How many nodes each answer is given, as `capicu analyze` gives a choice where nothing else is said.
const NODES: u64 = 20_000;

/// A day, in milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1000;

/// Held by the one puzzle that is looked at.
static JUDGING: Semaphore = Semaphore::const_new(1);

/// Held by it, and by those that wait: the last waits for some ten seconds.
static QUEUE: Semaphore = Semaphore::const_new(10);

/// A puzzle that can be solved.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// Its id.
    pub id: String,
    /// The id of its game.
    pub game: String,
    /// Who gave it; `None` for one that came with the program.
    pub giver: Option<PlayerId>,
    /// What it says.
    pub posed: Posed,
    /// How good each answer is.
    pub solution: Solution,
}

/// A line of what comes with the program.
#[derive(Debug, Deserialize)]
struct Line {
    game: String,
    puzzle: String,
    solution: Solution,
}

static LINES: LazyLock<BTreeMap<String, Line>> = LazyLock::new(|| {
    let lines = SHIPPED.lines();
    let lines = lines.map(|line| serde_json::from_str::<Line>(line).expect("a test reads it"));
    lines.map(|line| (id(&line.puzzle), line)).collect()
});

/// The id of a puzzle, made of its text: the same one is there once.
pub fn id(text: &str) -> String {
    let letters = b"abcdefghijkmnpqrstuvwxyz23456789";
    let digest = Sha256::digest(text.as_bytes());
    let digest = digest.iter().take(10);
    digest
        .map(|byte| char::from(letters[usize::from(byte % 32)]))
        .collect()
}

/// The puzzle of this id.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn find(site: &Site, id: &str, texts: Texts) -> Result<Option<Puzzle>, Failure> {
    let (game, text, solution, giver) = match LINES.get(id) {
        Some(line) => {
            let Line {
                game,
                puzzle,
                solution,
            } = line;
            (game.clone(), puzzle.clone(), Some(solution.clone()), None)
        }
        None => match site.services().store.puzzle(id.to_owned()).await? {
            Some(kept) => {
                let solution = serde_json::from_str(&kept.solution).ok();
                (kept.game, kept.puzzle, solution, Some(kept.giver))
            }
            None => return Ok(None),
        },
    };
    let posed = Posed::read(&text, texts).ok();
    let found = posed
        .zip(solution)
        .filter(|(posed, solution)| solution.answers.len() == posed.decision().actions.len());
    if found.is_none() {
        tracing::error!(id, "a puzzle that is kept cannot be read");
    }
    Ok(found.map(|(posed, solution)| Puzzle {
        id: id.to_owned(),
        game,
        giver,
        posed,
        solution,
    }))
}

/// The ids and games of all puzzles that were there at a moment.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn listed(site: &Site, moment: u64) -> Result<Vec<(String, String)>, Failure> {
    let given = site.services().store.puzzles_before(moment).await?;
    let shipped = LINES.iter();
    let shipped = shipped.map(|(id, line)| (id.clone(), line.game.clone()));
    Ok(shipped.chain(given).collect())
}

/// Today, counted from 1 January 1970 in universal time.
pub fn today(site: &Site) -> u32 {
    (site.services().clock.now() / DAY) as u32
}

/// The id of today's puzzle, the same for everybody: of those that were there when the day began. What is given or taken
/// back meanwhile changes nothing, unless it is that very puzzle.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn daily(site: &Site) -> Result<Option<String>, Failure> {
    let day = today(site);
    let there = listed(site, u64::from(day) * DAY).await?;
    let ids = there.into_iter().map(|(id, _)| id);
    Ok(of_day(day, ids))
}

/// Of these, the one whose lot is highest on a day.
fn of_day(day: u32, ids: impl Iterator<Item = String>) -> Option<String> {
    ids.max_by_key(|id| <[u8; 32]>::from(Sha256::digest(format!("{day} {id}"))))
}

/// What the analysis says of every answer; `None` where there is nothing to find. One puzzle is looked at after the other,
/// which takes a core for about a second each.
///
/// # Errors
///
/// If too many wait already.
pub async fn judged(posed: &Posed) -> Result<Option<Solution>, Failure> {
    judged_within(&QUEUE, posed).await
}

async fn judged_within(queue: &Semaphore, posed: &Posed) -> Result<Option<Solution>, Failure> {
    let busy = || Failure::new(ApiErrorCode::Unavailable);
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

/// Keeps a puzzle that a member gives, with what was found out about it.
///
/// # Errors
///
/// As the store says.
pub async fn give(
    site: &Site,
    giver: PlayerId,
    posed: &Posed,
    solution: &Solution,
) -> Result<String, PuzzleError> {
    let puzzle = posed.text();
    let id = id(&puzzle);
    if LINES.contains_key(&id) {
        return Err(PuzzleError::Taken);
    }
    let services = site.services();
    let kept = KeptPuzzle {
        id: id.clone(),
        giver,
        game: posed.game(),
        given_at: services.clock.now(),
        puzzle,
        solution: serde_json::to_string(solution).expect("numbers"),
    };
    services.store.give_puzzle(kept).await?;
    Ok(id)
}

/// How a player gets on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Puzzles that were answered at all.
    pub tried: usize,
    /// Those of them that were solved.
    pub solved: usize,
    /// Those of them by the first answer.
    pub first: usize,
    /// Puzzles of the day that were solved on their days, one day after the other up to today or yesterday.
    pub streak: usize,
}

impl Progress {
    /// By all answers of the player, today.
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

/// What a player gave and answered, for the player's own export.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn exported(site: &Site, player: PlayerId) -> Result<Value, Failure> {
    let store = &site.services().store;
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

impl From<PuzzleError> for Failure {
    fn from(error: PuzzleError) -> Self {
        Self::new(match error {
            PuzzleError::Unknown => ApiErrorCode::NotFound,
            PuzzleError::Taken | PuzzleError::Full => ApiErrorCode::Full,
            PuzzleError::Failed => ApiErrorCode::Unavailable,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shipped_can_be_solved() {
        assert!(LINES.len() >= 30, "{}", LINES.len());
        for (id, line) in LINES.iter() {
            let posed = Posed::read(&line.puzzle, Texts::default());
            let posed = posed.unwrap_or_else(|why| panic!("{id}: {why:?}"));
            assert_eq!(posed.text(), line.puzzle, "{id}");
            assert_eq!(posed.game(), line.game, "{id}");
            let actions = posed.decision().actions.len();
            assert_eq!(line.solution.answers.len(), actions, "{id}");
            assert!(line.solution.answers[line.solution.best].good, "{id}");
            assert!(!line.solution.answers[posed.decision().played].good, "{id}");
        }
    }

    #[test]
    fn a_days_puzzle_stays_when_others_come_and_go() {
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
    async fn a_puzzle_that_would_wait_too_long_is_turned_away() {
        let line = LINES.values().next().expect("some come with the program");
        let posed = Posed::read(&line.puzzle, Texts::default()).expect("a puzzle");
        let queue = Semaphore::new(1);
        let before = queue.try_acquire().expect("a place");
        let refused = judged_within(&queue, &posed)
            .await
            .map_err(|failure| failure.code());
        assert_eq!(refused.err(), Some(ApiErrorCode::Unavailable));
        drop(before);
        assert!(judged_within(&queue, &posed).await.is_ok());
    }

    /// By hand: three puzzles solved, one of them at the first try; of the days 8, 9 and 11 the last is today, so that
    /// the row is one day, and a day later too, but not two days later.
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
