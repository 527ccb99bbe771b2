//! Texts that are no records: named and located, never a panic.

mod common;

use capicu_record::record::{MAX_BYTES, Wrong, decode, recorded};
use capicu_record::{Place, Record, RecordError};

const GOOD: &str = include_str!("golden/capicu.domino");

fn error(text: &str) -> RecordError {
    match text.parse::<Record>() {
        Ok(_) => panic!("this is a record:\n{text}"),
        Err(error) => error,
    }
}

/// The error when one text stands in place of another.
fn with(old: &str, new: &str) -> RecordError {
    assert!(GOOD.contains(old), "{old}");
    error(&GOOD.replacen(old, new, 1))
}

#[track_caller]
fn is(error: &RecordError, place: (u32, u32), text: &str) {
    let (line, column) = place;
    assert_eq!(error.place, Place { line, column }, "{error}");
    assert!(error.wrong.to_string().contains(text), "{error}");
}

#[test]
fn a_record_cut_off_anywhere_is_no_record() {
    for end in 0..GOOD.trim_end().len() {
        assert!(GOOD[..end].parse::<Record>().is_err(), "cut off at {end}");
    }
    assert!(GOOD.trim_end().parse::<Record>().is_ok());
    is(
        &error(&GOOD[..GOOD.find("result").unwrap()]),
        (20, 1),
        "cut off",
    );
    is(
        &error(&GOOD[..GOOD.find("1-0@0-0").unwrap() + 5]),
        (14, 4),
        "not a move",
    );
}

#[test]
fn line_endings_and_byte_order_marks_do_not_matter() {
    let good: Record = GOOD.parse().unwrap();
    assert_eq!(GOOD.replace('\n', "\r\n").parse(), Ok(good.clone()));
    assert_eq!(format!("\u{feff}{GOOD}").parse(), Ok(good.clone()));
    assert_eq!(GOOD.replace(' ', "\t").parse(), Ok(good.clone()));
    let bytes = [b"\xef\xbb\xbf", GOOD.as_bytes()].concat();
    assert_eq!(decode(&bytes).unwrap().parse(), Ok(good));
}

#[test]
fn other_encodings_and_noise_are_named() {
    let utf16: Vec<u8> = GOOD.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let marked = [vec![0xff, 0xfe], utf16.clone()].concat();
    let big_endian: Vec<u8> = GOOD.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for text in [&utf16, &marked, &big_endian] {
        assert_eq!(decode(text).unwrap_err().wrong, Wrong::Utf16);
    }
    let letters = || GOOD.chars().map(u32::from);
    let little: Vec<u8> = letters().flat_map(u32::to_le_bytes).collect();
    let big: Vec<u8> = letters().flat_map(u32::to_be_bytes).collect();
    let marked = |mark: u32| [mark.to_le_bytes(), mark.to_be_bytes()];
    let [little_mark, big_mark] = marked(0xfeff);
    for text in [
        &[&little_mark[..], &little[..]].concat(),
        &[&big_mark[..], &big[..]].concat(),
        &little,
        &big,
    ] {
        assert_eq!(decode(text).unwrap_err().wrong, Wrong::Utf32);
    }
    let mut latin = GOOD.as_bytes().to_vec();
    let ana = GOOD.find("Beto").unwrap();
    latin[ana + 1] = 0xe9;
    let error = decode(&latin).unwrap_err();
    assert_eq!(
        (error.wrong, error.place.line, error.place.column),
        (Wrong::NotUtf8, 6, 5)
    );
    let noise: Vec<u8> = (0..10 << 20)
        .map(|i: u32| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    assert_eq!(decode(&noise).unwrap_err().wrong, Wrong::TooLong);
    assert!(decode(&noise[..MAX_BYTES]).is_err());
    let long = "A".repeat(MAX_BYTES);
    is(
        &"x".parse::<Record>().unwrap_err(),
        (1, 1),
        "not a domino record",
    );
    is(
        &long.parse::<Record>().unwrap_err(),
        (1, 1),
        "not a domino record",
    );
    let long = format!(
        "{}{}",
        &GOOD[..GOOD.find("A: 2-2").unwrap()],
        "A: pass ".repeat(1 << 19)
    );
    assert!(long.parse::<Record>().is_err());
}

#[test]
fn versions_are_told_apart() {
    is(
        &with("domino-record 1", "domino-record 2"),
        (1, 1),
        "newer program",
    );
    is(
        &with("domino-record 1", "domino-record 0"),
        (1, 1),
        "not a domino record",
    );
    is(
        &with("domino-record 1", "domino-record"),
        (1, 1),
        "not a domino record",
    );
}

#[test]
fn rules_are_located() {
    is(
        &with("capicu 20", "capiku 20"),
        (4, 23),
        "did you mean `capicu`?",
    );
    is(&with("capicu 20", "capicu 2000"), (4, 23), "from 0 to 1000");
    is(&with("hand 3", "hand 4"), (3, 35), "8 tiles would be dealt");
    is(
        &with("rules: set", "base: cein\nrules: set"),
        (3, 7),
        "did you mean `cien`?",
    );
    is(&with("A: Ana", "C: Ana"), (5, 1), "expected a seat");
    is(&with("A: Ana", "A: Ana\nA: Eva"), (6, 1), "stands twice");
    is(&with("A: Ana", "Event: x"), (5, 1), "small letters");
}

#[test]
fn tiles_are_located() {
    is(
        &with("hand B: 1-0 1-1", "hand B: 1-0 2-2"),
        (11, 13),
        "2-2 occurs twice",
    );
    is(
        &with("hand B: 1-0 1-1", "hand B: 1-0 6-6"),
        (11, 13),
        "not a tile of this game",
    );
    is(
        &with("hand B: 1-0 1-1", "hand B: 1-0 1"),
        (11, 13),
        "expected a tile",
    );
    let without = with("hand B: 1-0 1-1 2-0", "hand B: 1-0 1-1\nboneyard:");
    is(&without, (9, 1), "5 tiles together");
    is(&with("hand B", "hand C"), (11, 6), "expected a seat");
}

#[test]
fn moves_are_located() {
    is(&with("B: 1-0@0-0", "B: 1-0#0-0"), (14, 4), "not a move");
    is(
        &with("B: 1-0@0-0", "B: pas"),
        (14, 4),
        "did you mean `pass`?",
    );
    is(
        &with("B: 1-0@0-0", "B: wrong-play 1-0@0-0"),
        (14, 22),
        "open",
    );
    is(&with("B: 1-0@0-0", "B: 1-0@0-0,"), (14, 12), "missing");
    for amount in ["65536", "-5", "ten"] {
        let called = format!("B: 1-0@0-0, declare {amount}");
        is(&with("B: 1-0@0-0", &called), (14, 21), "`declare`");
    }
    is(
        &with("B: 1-0@0-0", "C: 1-0@0-0"),
        (14, 1),
        "expected a seat",
    );
    is(&with("B: 1-0@0-0", "1-0@0-0"), (14, 1), "expected a turn");
    is(&with("round 1", "round 2"), (9, 1), "this is round 1");
    is(
        &with("points: A 2 pips", "points: A 2 pip"),
        (17, 13),
        "did you mean `pips`?",
    );
    is(
        &with("score: A 42, B 0", "score: A 42"),
        (18, 12),
        "expected the scores",
    );
    is(
        &with("result: unfinished", "result: C"),
        (20, 9),
        "expected `result",
    );
    is(
        &with("result: unfinished", "result: A\nround 2"),
        (21, 1),
        "last line",
    );
}

#[test]
fn broken_lines_of_real_records_never_panic() {
    for (_, rules) in common::every_game().take(12) {
        let text = recorded(rules, &common::facts(rules, 9, 2))
            .unwrap()
            .to_string();
        let lines: Vec<&str> = text.lines().collect();
        for skipped in 0..lines.len() {
            let rest = [&lines[..skipped], &lines[skipped + 1..]]
                .concat()
                .join("\n");
            if let Ok(record) = rest.parse::<Record>() {
                let _ = capicu_record::referee::replay(&record, None);
            }
        }
    }
}
