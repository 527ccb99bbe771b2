//! The contract for changes of ratings.

use capicu_ratings::{ALGORITHM, Change, Entry, Family, Rating, Who};

use crate::sample::{id, over, player, result, setup};
use crate::{Kind, Store};
use capicu_store::{Append, AppendError, Effect, MatchResult, Rated};

pub(crate) fn rated(sequence: u64) -> Rated {
    let entry = |mean: f64| Entry {
        rating: Rating {
            mean,
            // A value without an exact decimal form.
            deviation: 25.0 / 3.0 - f64::EPSILON,
        },
        matches: 7,
        at: 1_795_386_900_000,
    };
    let changes = vec![
        Change {
            who: Who::Player(player(1)),
            entry: entry(0.1 + 0.2),
        },
        Change {
            who: Who::pair(player(9), player(2)),
            entry: entry(-1.0 / 3.0),
        },
    ];
    Rated {
        sequence,
        algorithm: ALGORITHM,
        changes,
    }
}

fn end(number: u32) -> Effect {
    over(MatchResult {
        rated: (number == 2).then_some(Family::JamaicanPartner),
        ..result(number)
    })
}

/// Fills a store with a table and two finished matches.
async fn played(store: &dyn Store) {
    let append = Append {
        effects: vec![end(1), end(2)],
        ..Append::make(setup(), 1, Vec::new())
    };
    assert_eq!(store.append(&id("a"), append).await, Ok(()));
}

pub async fn what_a_result_did_is_written_once(store: &dyn Store) {
    played(store).await;
    let results = store.since(0, 9).await.expect("readable");
    let families: Vec<Option<Family>> = results.iter().map(|ended| ended.result.rated).collect();
    assert_eq!(families, [None, Some(Family::JamaicanPartner)]);
    assert_eq!(store.rate(rated(2)).await, Ok(()));
    assert_eq!(store.rate(rated(2)).await, Err(AppendError::Conflict));
    // There are two results.
    for none in [0, 3, u64::MAX] {
        assert_eq!(store.rate(rated(none)).await, Err(AppendError::Conflict));
    }
    assert_eq!(store.rate(rated(1)).await, Ok(()));
    let read = async |after, limit| store.rated(after, limit).await.expect("readable");
    // Equal to the last bit.
    assert_eq!(read(0, 9).await, [rated(1), rated(2)]);
    assert_eq!(read(1, 9).await, [rated(2)]);
    assert_eq!(read(0, 1).await, [rated(1)]);
    assert_eq!(read(2, 9).await, []);
    assert_eq!(read(u64::MAX, 9).await, []);
    // Results and changes of ratings stay when the table is removed.
    store.remove(&id("a")).await.expect("removed");
    assert_eq!(read(0, 9).await.len(), 2);
    assert_eq!(store.forget_rated().await, Ok(()));
    assert_eq!(read(0, 9).await, []);
    assert_eq!(store.rate(rated(2)).await, Ok(()));
}

pub async fn what_results_did_is_there_again(kind: &dyn Kind) {
    let store = kind.fresh().await;
    played(&*store).await;
    assert_eq!(store.rate(rated(2)).await, Ok(()));
    store.close().await;
    assert_eq!(store.rate(rated(1)).await, Err(AppendError::Failed));
    let store = kind.reopen(store).await;
    let read = store.rated(0, 9).await.expect("readable");
    assert_eq!(read, [rated(2)]);
    store.close().await;
}
