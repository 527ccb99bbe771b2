use capicu_protocol::Part;
use capicu_sheet::{Row, Tally};
use capicu_store_contract as contract;

use super::*;

/// Worked by hand in `capicu-record/tests/golden/capicu.domino`: Ana wins the round with a capicú, 42 to 0.
const RECORD: &str = include_str!("../../../../../capicu-record/tests/golden/capicu.domino");

/// 2026-01-01 at 05:00 UTC.
const AT: u64 = 1_767_243_600_000;

fn person(name: Option<&str>, player: Option<u8>) -> Sitter {
    Sitter::Person {
        name: name.map(str::to_owned),
        player: player.map(contract::player),
        part: Part::Played,
        substituted: 0,
    }
}

fn bot() -> Sitter {
    contract::result(1).seats.swap_remove(2)
}

/// A match that the first side wins.
fn ended(seats: Vec<Sitter>) -> (Ended, Option<String>) {
    let result = MatchResult {
        at: AT,
        scores: vec![42, 0],
        seats,
        ..contract::result(1)
    };
    let ended = Ended {
        sequence: 1,
        table: "aaaaaaaaaaaa".parse().unwrap(),
        result,
    };
    (ended, None)
}

/// The reader is 1, and was 2 as a guest. Luis is 3, Rosa is 4.
fn people() -> People {
    People {
        own: vec![contract::player(1), contract::player(2)],
        username: Some("ana".to_owned()),
        usernames: [(3, "luis"), (4, "rosa")]
            .map(|(player, name)| (contract::player(player), name.to_owned()))
            .into(),
    }
}

fn of(all: &[(Ended, Option<String>)], zone: &str) -> Vec<Evening> {
    matches(all, &people(), "Guest", &Zone::by_name(zone).unwrap())
}

fn tally(all: &[(Ended, Option<String>)]) -> Tally {
    Tally::of(of(all, "UTC").into_iter().map(|one| one.finished), None)
}

/// The names of each row, with the numbers of matches that were won and played.
fn rows(rows: &[Row]) -> Vec<(String, u32, u32)> {
    let each = rows.iter();
    each.map(|row| (row.names.join(" + "), row.won, row.played))
        .collect()
}

fn row(names: &str, won: u32, played: u32) -> (String, u32, u32) {
    (names.to_owned(), won, played)
}

#[test]
fn rounds_capicus_and_day_are_those_of_the_record() {
    let two = || {
        ended(vec![
            person(Some("Ana"), Some(1)),
            person(Some("Beto"), None),
        ])
    };
    let text = RECORD.replace("A: Ana\n", "A: Ana\nbegan: 2026-01-01T03:30Z\n");
    let with = |text: &str| [(two().0, Some(text.to_owned()))];
    let numbers = |one: &Evening| {
        let players = one.finished.players.iter();
        players
            .map(|player| (player.side.index(), player.rounds, player.capicus))
            .collect::<Vec<_>>()
    };
    let day = |one: &Evening| one.finished.day.unwrap().to_string();

    // In Caracas the clock is four hours behind: the match began in the old year, and ended in the new one.
    let caracas = &of(&with(&text), "America/Caracas")[0];
    assert_eq!(numbers(caracas), [(0, 1, 1), (1, 0, 0)]);
    assert_eq!(day(caracas), "2025-12-31");
    assert_eq!(day(&of(&with(&text), "UTC")[0]), "2026-01-01");
    // An older record does not say when the match began.
    let older = &of(&with(RECORD), "America/Caracas")[0];
    assert_eq!(day(older), "2026-01-01");
    assert_eq!(numbers(older), [(0, 1, 1), (1, 0, 0)]);

    // Without a record, or with one of another result, the match is only won or lost.
    let wrong = RECORD.replace("A 42", "A 41");
    for (all, has_record) in [
        ([two()], false),
        (with("no record"), false),
        (with(&wrong), true),
    ] {
        let one = &of(&all, "UTC")[0];
        assert_eq!(numbers(one), [(0, 0, 0), (1, 0, 0)]);
        assert_eq!(one.record.is_some(), has_record);
    }
}

#[test]
fn people_have_their_latest_name() {
    let tally = tally(&[
        ended(vec![
            person(Some("Ana"), Some(2)),
            person(Some("Luis"), Some(3)),
            person(Some("Rosa"), Some(4)),
            bot(),
        ]),
        ended(vec![
            person(Some("Lucho"), Some(3)),
            person(Some("Anita"), Some(1)),
            bot(),
            person(None, Some(4)),
        ]),
    ]);
    assert_eq!(
        rows(&tally.people),
        [row("Anita", 1, 2), row("Lucho", 1, 2), row("Rosa", 1, 2)]
    );
    // The name of a member who gave none at a table stays, and a pair with a bot is no pair.
    assert_eq!(rows(&tally.pairs), [row("Anita + Rosa", 1, 2)]);
}

#[test]
fn different_people_of_one_name_are_told_apart() {
    let tally = tally(&[
        ended(vec![
            person(Some("Ana"), Some(1)),
            person(Some("ANA"), Some(3)),
            person(Some("Ana"), Some(7)),
            person(Some("ana"), Some(8)),
        ]),
        // On another day the same guest has another browser.
        ended(vec![
            person(Some("Ana"), Some(1)),
            person(Some("Rosa"), Some(4)),
            person(Some("Ana"), Some(9)),
            person(Some("Rosa"), None),
        ]),
    ]);
    assert_eq!(
        rows(&tally.people),
        [
            row("Ana", 2, 2),
            row("Ana (ana)", 2, 2),
            row("ANA (luis)", 0, 1),
            row("Rosa", 0, 1),
            row("Rosa (rosa)", 0, 1),
            row("ana 2", 0, 1),
        ]
    );
}

#[test]
fn matches_of_one_person_with_bots_do_not_count() {
    let alone = [
        ended(vec![person(Some("Ana"), Some(1)), bot(), bot(), bot()]),
        // On two devices.
        ended(vec![
            person(Some("Ana"), Some(1)),
            person(Some("Ana"), Some(2)),
        ]),
    ];
    for (ended, _) in &alone {
        assert!(!people().is_counted(&ended.result), "{ended:?}");
    }
    // A deleted player is a person without a name.
    let gone = ended(vec![
        person(Some("Ana"), Some(1)),
        person(None, Some(6)),
        person(None, None),
        person(Some("Ana"), Some(2)),
    ]);
    assert!(people().is_counted(&gone.0.result));
    let tally = tally(&[gone]);
    assert_eq!((tally.matches, tally.evenings), (1, 1));
    assert_eq!(rows(&tally.people), [row("Ana", 1, 1)]);
    assert_eq!(rows(&tally.pairs), []);
}

#[test]
fn match_is_of_the_year_in_which_it_ended() {
    // At 05:00 UTC on New Year's Day it was midnight in New York.
    let minute = 60_000;
    for (at, zone, of, is) in [
        (AT, "UTC", Some(2026), true),
        (AT, "UTC", Some(2025), false),
        (AT, "America/New_York", Some(2026), true),
        (AT - minute, "America/New_York", Some(2026), false),
        (AT - minute, "America/New_York", Some(2025), true),
        (AT - minute, "UTC", Some(2025), false),
        (AT, "UTC", None, true),
        (0, "UTC", Some(1970), true),
    ] {
        let zone = Zone::by_name(zone).unwrap();
        assert_eq!(is_of(at, of, &zone), is, "{at} {of:?}");
    }
}
