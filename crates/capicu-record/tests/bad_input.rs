//! Texts that are not records: errors have a reason and a place, and nothing panics.

use crate::common;
use capicu_record::record::{MAX_BYTES, Wrong, decode, recorded};
use capicu_record::{Place, Record, RecordError};

const GOOD: &str = include_str!("golden/capicu.domino");

fn error(text: &str) -> RecordError {
    match text.parse::<Record>() {
        Ok(_) => panic!("this is a record:\n{text}"),
        Err(error) => error,
    }
}

/// The error after replacing a part of the text.
fn with(old: &str, new: &str) -> RecordError {
    assert!(GOOD.contains(old), "{old}");
    error(&GOOD.replacen(old, new, 1))
}

trait Located {
    fn is(&self, place: (u32, u32), text: &str);
}

impl Located for RecordError {
    #[track_caller]
    fn is(&self, (line, column): (u32, u32), text: &str) {
        assert_eq!(self.place, Place { line, column }, "{self}");
        assert!(self.wrong.to_string().contains(text), "{self}");
    }
}

#[test]
fn record_cut_off_anywhere_is_refused() {
    for end in 0..GOOD.trim_end().len() {
        assert!(GOOD[..end].parse::<Record>().is_err(), "cut off at {end}");
    }
    assert!(GOOD.trim_end().parse::<Record>().is_ok());
    error(&GOOD[..GOOD.find("result").unwrap()]).is((20, 1), "incomplete");
    error(&GOOD[..GOOD.find("1-0@0-0").unwrap() + 5]).is((14, 4), "not a move");
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
    "x".parse::<Record>()
        .unwrap_err()
        .is((1, 1), "not a domino record");
    long.parse::<Record>()
        .unwrap_err()
        .is((1, 1), "not a domino record");
    let long = format!(
        "{}{}",
        &GOOD[..GOOD.find("A: 2-2").unwrap()],
        "A: pass ".repeat(1 << 19)
    );
    assert!(long.parse::<Record>().is_err());
}

#[test]
fn unknown_versions_are_refused() {
    with("domino-record 1", "domino-record 2").is((1, 1), "update capicu");
    with("domino-record 1", "domino-record 0").is((1, 1), "not a domino record");
    with("domino-record 1", "domino-record").is((1, 1), "not a domino record");
}

#[test]
fn bad_rules_are_refused_with_their_place() {
    with("capicu 20", "capiku 20").is((4, 23), "did you mean `capicu`?");
    with("capicu 20", "capicu 2000").is((4, 23), "from 0 to 1000");
    with("hand 3", "hand 4").is((3, 35), "8 tiles would be dealt");
    with("rules: set", "base: cein\nrules: set").is((3, 7), "did you mean `cien`?");
    with("A: Ana", "C: Ana").is((5, 1), "expected a seat");
    with("A: Ana", "A: Ana\nA: Eva").is((6, 1), "occurs twice");
    with("A: Ana", "Event: x").is((5, 1), "lower-case letters");
}

#[test]
fn bad_tiles_are_refused_with_their_place() {
    with("hand B: 1-0 1-1", "hand B: 1-0 2-2").is((11, 13), "2-2 occurs twice");
    with("hand B: 1-0 1-1", "hand B: 1-0 6-6").is((11, 13), "not a tile of this game");
    with("hand B: 1-0 1-1", "hand B: 1-0 1").is((11, 13), "expected a tile");
    let without = with("hand B: 1-0 1-1 2-0", "hand B: 1-0 1-1\nboneyard:");
    without.is((9, 1), "hold 5 tiles");
    with("hand B", "hand C").is((11, 6), "expected a seat");
}

#[test]
fn bad_moves_are_refused_with_their_place() {
    with("B: 1-0@0-0", "B: 1-0#0-0").is((14, 4), "not a move");
    with("B: 1-0@0-0", "B: pas").is((14, 4), "did you mean `pass`?");
    with("B: 1-0@0-0", "B: wrong-play 1-0@0-0").is((14, 22), "open");
    with("B: 1-0@0-0", "B: 1-0@0-0,").is((14, 12), "missing");
    for amount in ["65536", "-5", "ten"] {
        let called = format!("B: 1-0@0-0, declare {amount}");
        with("B: 1-0@0-0", &called).is((14, 21), "`declare`");
    }
    with("B: 1-0@0-0", "C: 1-0@0-0").is((14, 1), "expected a seat");
    with("B: 1-0@0-0", "1-0@0-0").is((14, 1), "expected a turn");
    with("round 1", "round 2").is((9, 1), "this is round 1");
    with("points: A 2 pips", "points: A 2 pip").is((17, 13), "did you mean `pips`?");
    with("score: A 42, B 0", "score: A 42").is((18, 12), "expected the scores");
    with("result: unfinished", "result: C").is((20, 9), "expected `result");
    with("result: unfinished", "result: A\nround 2").is((21, 1), "nothing may follow");
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
