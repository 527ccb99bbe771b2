//! The effect of a result is stored once, despite crashes, and depends only on the results.

use std::sync::Arc;

use capicu::Side;
use capicu_protocol::PlayerId;
use capicu_ratings::{Family, Who};
use capicu_store::{Append, Journal as _, Make, MatchResult, Results as _, Sitter};
use capicu_store_contract::{Fault, Memory, id};

use super::fold::{are_same, rated_family};
use super::{Ratings, recompute};

const DAY: u64 = 86_400_000;

/// A match of Cien that ended on a day, won by the first side; casual if not rated.
fn result(number: u32, day: u64, players: [u8; 4], rated: bool) -> MatchResult {
    let sitter = |player| Sitter::Person {
        name: None,
        player: Some(capicu_store_contract::player(player)),
        part: Default::default(),
        substituted: 0,
    };
    MatchResult {
        at: day * DAY,
        game: "cien".to_owned(),
        winner: Side::new(0).expect("a side"),
        seats: players.map(sitter).to_vec(),
        rated: rated.then_some(Family::PuertoRican),
        ..capicu_store_contract::result(number)
    }
}

async fn end(store: &Memory, result: MatchResult) {
    let make = (result.number == 1).then(|| Make {
        setup: capicu_store_contract::setup(),
        at: 1,
    });
    let append = Append {
        make,
        effects: vec![capicu_store_contract::over(result)],
        ..Append::default()
    };
    assert_eq!(store.append(&id("a"), append).await, Ok(()));
}

async fn mean(ratings: &Ratings, player: u8) -> f64 {
    let skill = ratings.skill(
        Family::PuertoRican,
        capicu_store_contract::player(player),
        0,
    );
    skill.await.expect("readable")
}

fn served(store: &Memory) -> Ratings {
    Ratings::new(Arc::new(store.clone()))
}

async fn written(store: &Memory) -> Vec<u64> {
    let rated = store.rated(0, 99).await.expect("readable");
    rated.iter().map(|rated| rated.sequence).collect()
}

#[tokio::test]
async fn rated_results_count_at_the_next_query() {
    let store = Memory::default();
    let ratings = served(&store);
    assert_eq!(mean(&ratings, 1).await, 25.0);
    end(&store, result(1, 1, [1, 2, 3, 4], false)).await;
    assert_eq!(mean(&ratings, 1).await, 25.0);
    end(&store, result(2, 1, [1, 2, 3, 4], true)).await;
    let after = mean(&ratings, 1).await;
    assert!(after > 25.0 && mean(&ratings, 2).await < 25.0);
    // A repeated query changes nothing.
    assert_eq!(mean(&ratings, 1).await, after);
    assert_eq!(written(&store).await, [2]);
    let history = ratings.look(|fold| {
        let who = Who::Player(capicu_store_contract::player(1));
        fold.history(Family::PuertoRican, who).to_vec()
    });
    let history = history.await.expect("readable");
    assert_eq!(history.len(), 1);
    assert_eq!((history[0].sequence, history[0].at), (2, DAY));
    assert_eq!(history[0].rating.mean, after);
}

/// A match ends. The server dies before or just after the effect is stored, or the disk is full for a while.
#[tokio::test]
async fn crash_loses_no_result_and_counts_none_twice() {
    for fault in [Fault::Before, Fault::After] {
        let store = Memory::default();
        let ratings = served(&store);
        end(&store, result(1, 1, [1, 2, 3, 4], true)).await;
        store.engine().plan([fault]);
        let seen = mean(&ratings, 1).await;
        let kept = usize::from(fault == Fault::After);
        assert_eq!(written(&store).await.len(), kept);
        // The same server, after the disk is writable again.
        assert_eq!(mean(&ratings, 1).await, seen);
        assert_eq!(written(&store).await, [1]);

        end(&store, result(2, 2, [1, 2, 3, 4], true)).await;
        store.engine().plan([fault]);
        let seen = mean(&ratings, 1).await;
        drop(ratings);
        // Another server, after a crash.
        let store = store.engine().reopened();
        let ratings = served(&store);
        assert_eq!(mean(&ratings, 1).await, seen);
        assert_eq!(written(&store).await, [1, 2]);
        let told = recompute(&store, true).await.expect("readable");
        assert!(told.agrees(), "{told:?}");
    }
}

/// The server has added one match at a time. A second server adds all at once, after the tables are gone.
#[tokio::test]
async fn recompute_agrees_with_or_without_journals() {
    let store = Memory::default();
    let kept_up = served(&store);
    for number in 1..=60 {
        let players = match number % 3 {
            0 => [1, 2, 3, 4],
            1 => [2, 1, 3, 4],
            _ => [5, 3, 6, 4],
        };
        let over = result(number, u64::from(number / 7), players, number % 10 != 0);
        end(&store, over).await;
        mean(&kept_up, 1).await;
    }
    store.remove(&id("a")).await.expect("removed");
    let anew = served(&store);
    for player in 1..=6 {
        let (one, other) = (mean(&kept_up, player).await, mean(&anew, player).await);
        assert_eq!(one.to_bits(), other.to_bits(), "player {player}");
    }
    let told = recompute(&store, true).await.expect("readable");
    assert!(told.agrees());
    assert_eq!((told.results, told.rated, told.same), (60, 54, 54));
    let [family] = &told.families[..] else {
        panic!("one family: {told:?}")
    };
    assert_eq!((family.matches, family.players), (54, 6));
    assert!(family.pairs > 0, "some have played ten matches together");
}

#[tokio::test]
async fn recompute_finds_and_corrects_a_wrong_effect() {
    let store = Memory::default();
    for number in 1..=3 {
        end(
            &store,
            result(number, number.into(), [1, 2, 3, 4], number != 2),
        )
        .await;
    }
    let ratings = served(&store);
    mean(&ratings, 1).await;
    let right = store.rated(0, 9).await.expect("readable");
    store.forget_rated().await.expect("written");
    let mut wrong = right[0].clone();
    wrong.changes[0].entry.rating.mean += 1e-6;
    assert!(!are_same(&right[0], &wrong));
    store.rate(wrong).await.expect("written");
    // An effect of a match that is not rated.
    let mut stray = right[1].clone();
    stray.sequence = 2;
    store.rate(stray).await.expect("written");
    let told = recompute(&store, true).await.expect("readable");
    assert_eq!((told.same, told.different, told.missing), (0, 2, 1));
    assert_eq!(store.rated(0, 9).await.expect("readable").len(), 2);
    recompute(&store, false).await.expect("written");
    assert_eq!(store.rated(0, 9).await, Ok(right));
    assert!(recompute(&store, true).await.expect("readable").agrees());
}

/// A player at the table is unknown, or the game is in no such family.
#[tokio::test]
async fn inconsistent_results_are_casual() {
    let store = Memory::default();
    let mut strange = result(1, 1, [1, 2, 3, 4], true);
    strange.seats[0] = Sitter::Person {
        name: None,
        player: None,
        part: Default::default(),
        substituted: 0,
    };
    end(&store, strange).await;
    let mut strange = result(2, 1, [1, 2, 3, 4], true);
    strange.rated = Some(Family::Club);
    end(&store, strange).await;
    assert_eq!(mean(&served(&store), 3).await, 25.0);
    assert_eq!(written(&store).await, [0; 0]);
}

#[tokio::test]
async fn ratings_are_sorted_by_lower_bound_with_provisional_last() {
    let store = Memory::default();
    // One wins every day for 31 days, with others in turn.
    for number in 1..=31 {
        let other = (number % 14) as u8;
        let players = [1, 2, 3 + other, 17 + other];
        end(&store, result(number, number.into(), players, true)).await;
    }
    end(&store, result(32, 40, [5, 6, 7, 8], true)).await;
    let ratings = served(&store);
    let board = ratings.board(Family::PuertoRican, false, 40 * DAY).await;
    let board = board.expect("readable");
    let players = |rows: &[(Who<PlayerId>, capicu_ratings::Entry)]| {
        rows.iter().map(|(who, _)| *who).collect::<Vec<_>>()
    };
    let player = |number| Who::Player(capicu_store_contract::player(number));
    assert_eq!(players(&board.ranked), [player(1), player(2)]);
    assert!(players(&board.provisional).contains(&player(5)));
    let lows = board
        .provisional
        .iter()
        .map(|(_, entry)| entry.rating_at(40 * DAY).interval().low);
    assert!(lows.is_sorted_by(|a, b| a >= b));
}

#[test]
fn house_rules_are_casual() {
    let game = capicu::Game::by_id("cien").expect("a game");
    let rules = game.rules(4).expect("rules for four");
    assert_eq!(rated_family("cien", &rules), Some(Family::PuertoRican));
    let mut house = game.choices(4).expect("choices for four");
    house.set("target", "150").expect("an option");
    let house = capicu::Rules::new(house).expect("rules");
    assert_eq!(rated_family("cien", &house), None);
    // Neither another game's name nor the rules for two are rated.
    assert_eq!(rated_family("doscientos", &rules), None);
    assert_eq!(rated_family("cien", &game.rules(2).expect("for two")), None);
}

#[test]
fn every_game_of_the_lobby_is_rated() {
    for game in capicu::Game::ALL {
        let rules = game.rules(game.players[0]).expect("the usual rules");
        assert!(rated_family(game.id, &rules).is_some(), "{}", game.id);
    }
}
