//! The contract for puzzles.

use crate::Kind;
use crate::people::{code, join, make, sign_in};
use crate::sample::player;
use capicu_store::puzzles::{Answered, KeptPuzzle, MOST_PUZZLES, NewAnswer, Outcome, PuzzleError};
use capicu_store::{Change, Store};

fn puzzle(id: &str, giver: u8, given_at: u64) -> KeptPuzzle {
    KeptPuzzle {
        id: id.to_owned(),
        giver: player(giver),
        game: "block".to_owned(),
        given_at,
        puzzle: format!("puzzle {id}"),
        solution: "{}".to_owned(),
    }
}

fn answer(who: u8, puzzle: &str, outcome: Outcome, at: u64, day: Option<u32>) -> NewAnswer {
    NewAnswer {
        player: player(who),
        puzzle: puzzle.to_owned(),
        outcome,
        at,
        day,
    }
}

fn answered(puzzle: &str, tries: u32, outcome: Outcome, at: u64, day: Option<u32>) -> Answered {
    Answered {
        puzzle: puzzle.to_owned(),
        tries,
        outcome,
        at,
        day,
    }
}

/// Creates the members 1 and 2, and the guest 3.
async fn people(store: &dyn Store) {
    for number in 1..=3 {
        make(store, player(number), number, None).await;
    }
    for number in 1..=2 {
        let joined = join(store, player(number), &format!("m{number}")).await;
        assert_eq!(joined, Ok(()));
    }
}

pub(crate) async fn puzzle_is_published_once_and_withdrawn(store: &dyn Store) {
    people(store).await;
    let unknown = Err(PuzzleError::Unknown);
    assert_eq!(
        store.give_puzzle(puzzle("a", 3, 5)).await,
        unknown,
        "a guest"
    );
    assert_eq!(store.puzzle("a".into()).await, Ok(None));
    assert_eq!(store.give_puzzle(puzzle("a", 1, 5)).await, Ok(()));
    assert_eq!(store.give_puzzle(puzzle("c", 1, 6)).await, Ok(()));
    assert_eq!(store.give_puzzle(puzzle("b", 2, 7)).await, Ok(()));
    let taken = store.give_puzzle(puzzle("a", 2, 8)).await;
    assert_eq!(taken, Err(PuzzleError::Taken));
    assert_eq!(store.puzzle("a".into()).await, Ok(Some(puzzle("a", 1, 5))));
    let own = vec![puzzle("c", 1, 6), puzzle("a", 1, 5)];
    assert_eq!(store.puzzles_of(player(1)).await, Ok(own));
    let before = async |moment| {
        let found = store.puzzles_before(moment).await.expect("readable");
        found.into_iter().map(|(id, _)| id).collect::<Vec<_>>()
    };
    assert_eq!(before(5).await, [""; 0]);
    assert_eq!(before(7).await, ["a", "c"]);
    assert_eq!(before(u64::MAX / 2).await, ["a", "b", "c"]);
    let back = async |giver, id: &str| store.take_puzzle_back(player(giver), id.into()).await;
    assert_eq!(back(2, "a").await, unknown, "not theirs");
    assert_eq!(back(1, "a").await, Ok(()));
    assert_eq!(back(1, "a").await, unknown, "it is gone");
    assert_eq!(before(9).await, ["b", "c"]);
    // Deleting a player removes their puzzles.
    assert_eq!(
        store.change(Change::Delete { player: player(1) }).await,
        Ok(())
    );
    assert_eq!(before(9).await, ["b"]);
}

pub(crate) async fn puzzles_are_refused_above_the_limit(store: &dyn Store) {
    people(store).await;
    for number in 0..MOST_PUZZLES {
        let one = store.give_puzzle(puzzle(&number.to_string(), 1, 5));
        assert_eq!(one.await, Ok(()));
    }
    let more = store.give_puzzle(puzzle("more", 1, 5)).await;
    assert_eq!(more, Err(PuzzleError::Full));
    assert_eq!(store.puzzle("more".into()).await, Ok(None));
    assert_eq!(store.give_puzzle(puzzle("more", 2, 5)).await, Ok(()));
}

pub(crate) async fn answers_count_until_a_puzzle_is_finished(store: &dyn Store) {
    use Outcome::{Shown, Solved, Tried};
    people(store).await;
    let note = async |new| store.note_answer(new).await;
    for (outcome, at) in [(Tried, 5), (Tried, 6), (Solved, 7), (Tried, 8), (Shown, 9)] {
        assert_eq!(note(answer(1, "a", outcome, at, Some(20))).await, Ok(()));
    }
    assert_eq!(note(answer(1, "b", Shown, 5, Some(21))).await, Ok(()));
    assert_eq!(note(answer(1, "b", Solved, 6, Some(21))).await, Ok(()));
    assert_eq!(note(answer(1, "c", Tried, 6, None)).await, Ok(()));
    let expected = vec![
        answered("a", 3, Solved, 7, Some(20)),
        answered("b", 0, Shown, 5, None),
        answered("c", 1, Tried, 6, None),
    ];
    assert_eq!(store.answers(player(1)).await, Ok(expected));
    assert_eq!(store.answers(player(2)).await, Ok(vec![]));
    let nobody = note(answer(9, "a", Tried, 5, None)).await;
    assert_eq!(nobody, Err(PuzzleError::Unknown));
    assert_eq!(
        store.change(Change::Delete { player: player(1) }).await,
        Ok(())
    );
    assert_eq!(store.answers(player(1)).await, Ok(vec![]));
}

/// If a guest signs in as a member, their answers count for the member, once for each puzzle.
pub(crate) async fn answers_of_a_guest_count_for_the_member(store: &dyn Store) {
    use Outcome::{Solved, Tried};
    people(store).await;
    for new in [
        answer(3, "a", Solved, 5, None),
        answer(1, "a", Tried, 6, None),
        answer(3, "b", Tried, 7, None),
    ] {
        assert_eq!(store.note_answer(new).await, Ok(()));
    }
    let signed_in = sign_in(store, code("ml", 101), 60, Some(3)).await;
    assert_eq!(signed_in, Ok(()));
    let expected = vec![
        answered("a", 1, Solved, 5, None),
        answered("b", 1, Tried, 7, None),
    ];
    assert_eq!(store.answers(player(1)).await, Ok(expected));
    assert_eq!(
        store.change(Change::Delete { player: player(1) }).await,
        Ok(())
    );
    assert_eq!(store.answers(player(1)).await, Ok(vec![]));
}

pub(crate) async fn puzzles_survive_a_restart(kind: &dyn Kind) {
    let store = kind.fresh().await;
    people(&*store).await;
    assert_eq!(store.give_puzzle(puzzle("a", 1, 5)).await, Ok(()));
    let solved = answer(2, "a", Outcome::Solved, 6, Some(3));
    assert_eq!(store.note_answer(solved).await, Ok(()));
    store.close().await;
    let failed = store.give_puzzle(puzzle("b", 1, 5)).await;
    assert_eq!(failed, Err(PuzzleError::Failed), "it is closed");
    assert!(store.puzzle("a".into()).await.is_err(), "it is closed");
    let store = kind.reopen(store).await;
    assert_eq!(store.puzzle("a".into()).await, Ok(Some(puzzle("a", 1, 5))));
    let kept = vec![answered("a", 1, Outcome::Solved, 6, Some(3))];
    assert_eq!(store.answers(player(2)).await, Ok(kept));
    store.close().await;
}
