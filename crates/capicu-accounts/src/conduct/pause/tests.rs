//! Expectations are worked out by hand from `docs/hosting/moderate.md`.

use capicu_store::{Append, Effect, Journal as _, Make, MatchResult};
use capicu_store_contract::{Memory, id};

use super::*;

const DAY: u64 = 24 * HOUR;

/// Matches that ended at these times, the latest last; true for those that were left.
fn matches(of: &[(u64, bool)]) -> Vec<Played> {
    let played = of.iter().map(|&(at, left)| Played { at, left });
    let mut played: Vec<Played> = played.collect();
    played.reverse();
    played
}

fn paused(until: u64, left: usize, of: usize) -> Standing {
    let tally = Tally { left, of };
    Standing::Paused { tally, until }
}

fn near(left: usize, of: usize, pause: u64) -> Standing {
    let tally = Tally { left, of };
    Standing::Near { tally, pause }
}

#[test]
fn first_left_match_is_free_and_warns_of_the_next_pause() {
    assert_eq!(standing(&[], DAY), Standing::Free);
    let stays = matches(&[(HOUR, false), (2 * HOUR, false)]);
    assert_eq!(standing(&stays, DAY), Standing::Free);
    let one = matches(&[(HOUR, false), (2 * HOUR, true)]);
    assert_eq!(standing(&one, 2 * HOUR), near(1, 2, 10 * MINUTE));
    let two = matches(&[(HOUR, true), (2 * HOUR, true)]);
    let until = 2 * HOUR + 10 * MINUTE;
    assert_eq!(standing(&two, 2 * HOUR), paused(until, 2, 2));
    assert_eq!(standing(&two, until - 1), paused(until, 2, 2));
    assert_eq!(standing(&two, until), near(2, 2, 30 * MINUTE));
}

#[test]
fn pauses_grow_to_two_days() {
    let expected = [
        0,
        0,
        10 * MINUTE,
        30 * MINUTE,
        2 * HOUR,
        6 * HOUR,
        24 * HOUR,
        48 * HOUR,
        48 * HOUR,
    ];
    assert_eq!([0, 1, 2, 3, 4, 5, 6, 7, 10].map(length), expected);
    let all: Vec<(u64, bool)> = (1..=10).map(|n| (n * MINUTE, true)).collect();
    let until = 10 * MINUTE + 48 * HOUR;
    assert_eq!(standing(&matches(&all), HOUR), paused(until, 10, 10));
}

#[test]
fn left_matches_expire_by_more_matches_and_by_time() {
    let mut all = vec![(HOUR, true), (2 * HOUR, true)];
    all.extend((3..11).map(|n| (n * HOUR, false)));
    // Ten matches, two of them left. With the next match the first drops out.
    let now = 11 * HOUR;
    assert_eq!(standing(&matches(&all), now), near(1, 9, 10 * MINUTE));
    all.push((11 * HOUR, false));
    assert_eq!(standing(&matches(&all), now), Standing::Free);
    // A week after the first, only the second counts, and after another hour none.
    let two = matches(&[(HOUR, true), (2 * HOUR, true)]);
    let week = HOUR + 7 * DAY;
    assert_eq!(standing(&two, week - 1), near(2, 2, 30 * MINUTE));
    assert_eq!(standing(&two, week), near(1, 1, 10 * MINUTE));
    assert_eq!(standing(&two, week + HOUR), Standing::Free);
}

#[test]
fn long_pause_continues_after_the_end_of_a_shorter_one() {
    // Seven in a row, then one within the pause, at a table found before, when five of them are older than a week.
    let mut all: Vec<(u64, bool)> = (1..=5).map(|n| (n * MINUTE, true)).collect();
    all.extend([(7 * DAY, true), (7 * DAY + 1, true)]);
    all.push((7 * DAY + HOUR, true));
    let until = 7 * DAY + 1 + 48 * HOUR;
    assert_eq!(standing(&matches(&all), 8 * DAY), paused(until, 7, 7));
}

/// Stores a match that ended at this time, with these seats.
async fn end(store: &Memory, number: u32, at: u64, venue: Venue, seats: [Sitter; 4]) {
    let result = MatchResult {
        at,
        venue,
        seats: seats.to_vec(),
        ..capicu_store_contract::result(number)
    };
    let make = (number == 1).then(|| Make {
        setup: capicu_store_contract::setup(),
        at: 1,
    });
    let effects: Vec<Effect> = vec![capicu_store_contract::over(result)];
    let append = Append {
        make,
        effects,
        ..Append::default()
    };
    assert_eq!(store.append(&id("a"), append).await, Ok(()));
}

fn person(player: u8, part: Part) -> Sitter {
    Sitter::Person {
        name: None,
        player: Some(capicu_store_contract::player(player)),
        part,
        substituted: 0,
    }
}

fn stand_in(player: u8) -> Sitter {
    Sitter::StandIn {
        name: None,
        player: Some(capicu_store_contract::player(player)),
        level: capicu_table::STAND_IN,
        substituted: 1,
    }
}

fn bot() -> Sitter {
    Sitter::Bot {
        level: Default::default(),
    }
}

#[tokio::test]
async fn only_matches_with_people_in_the_lobby_count() {
    use Part::{Deserted, Left, Played as Stayed};
    let store = Memory::default();
    let berta = || person(2, Deserted);
    let now = 10 * DAY;
    for (number, at, venue, seats) in [
        // This one is too old.
        (1, HOUR, Venue::Lobby, [stand_in(1), berta(), bot(), bot()]),
        (
            2,
            9 * DAY,
            Venue::Lobby,
            [stand_in(1), berta(), bot(), bot()],
        ),
        (
            3,
            9 * DAY + 1,
            Venue::Private,
            [stand_in(1), berta(), bot(), bot()],
        ),
        (
            4,
            9 * DAY + 2,
            Venue::LobbyInterrupted,
            [stand_in(1), berta(), bot(), bot()],
        ),
        (
            5,
            9 * DAY + 3,
            Venue::Lobby,
            [stand_in(1), bot(), bot(), bot()],
        ),
        (
            6,
            9 * DAY + 4,
            Venue::Lobby,
            [person(1, Left), berta(), bot(), bot()],
        ),
        (
            7,
            9 * DAY + 5,
            Venue::Lobby,
            [berta(), bot(), person(1, Stayed), bot()],
        ),
    ] {
        end(&store, number, at, venue, seats).await;
    }
    let played = async |player| {
        played(&store, capicu_store_contract::player(player), now)
            .await
            .unwrap()
    };
    let counted = matches(&[
        (HOUR, true),
        (9 * DAY, true),
        (9 * DAY + 4, true),
        (9 * DAY + 5, false),
    ]);
    assert_eq!(played(1).await, counted);
    assert_eq!(standing(&counted, now), near(2, 3, 30 * MINUTE));
    assert!(played(2).await.iter().all(|played| !played.left));
}
