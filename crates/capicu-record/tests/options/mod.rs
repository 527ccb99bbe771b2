//! A round worked by hand for every value of every option: `rounds/OPTION.VALUE.domino`.
//!
//! Each is a record whose comment tells what follows from the value, with the source. The engine and the second model
//! judge it. Two tags extend the format. `legal: 1.3 2-1@2-2 draw` lists all legal actions in round 1 instead of move
//! 3. `skunked: B` names a side, and `places: 1 3 2` has the place of each side.

mod model;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use capicu::rules::{Choices, OptionKind};
use capicu::{Round, Rules};
use capicu_record::Record;
use capicu_record::referee::{Report, replay, replay_until};

/// Values that no record can tell apart, with the reason.
const ALIKE: [(&str, [&str; 2]); 10] = [
    // Seats are numbered in the order of play, and the option only names the side on which the next one sits (G10).
    ("direction", ["clockwise", "anticlockwise"]),
    // All sides of a double show one number, and the option only places the next tile on the felt.
    ("sides", ["sides-first", "any-side"]),
    // A record contains one match (S17).
    ("next-match-opener", ["draw", "goes-on"]),
    ("next-match-opener", ["draw", "next-seat"]),
    ("next-match-opener", ["goes-on", "next-seat"]),
    // The clock of the table counts the seconds and the times; a record has each charge (W29).
    ("slow-play-after", ["30", "60"]),
    ("slow-play-times", ["1", "3"]),
    // The match is the same. Counting matches, and paying what was agreed, happens outside the record (S5).
    ("skunk", ["noted", "counts-double"]),
    ("skunk", ["noted", "agreed"]),
    ("skunk", ["agreed", "counts-double"]),
];

struct Golden {
    option: String,
    value: String,
    record: Record,
}

/// Every record, by option and value.
fn all() -> Vec<Golden> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/options/rounds");
    let mut all = Vec::new();
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let record: Record = text
            .parse()
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(record.to_string(), text, "{name} is canonical");
        let (option, value) = name.split_once('.').expect("OPTION.VALUE.domino");
        let value = match (option, value) {
            ("removed", "none") => "",
            (_, value) => value,
        };
        all.push(Golden {
            option: option.to_owned(),
            value: value.to_owned(),
            record,
        });
    }
    assert!(!all.is_empty(), "the folder was found");
    all
}

fn said<'a>(record: &'a Record, tag: &str) -> impl Iterator<Item = &'a str> {
    let tags = record.tags.iter();
    tags.filter(move |(name, _)| name.to_string() == tag)
        .map(|(_, text)| text.as_str())
}

/// Splits `1.3 2-1@2-2 draw` into the round, the move and the actions.
fn legal_claim(text: &str) -> (usize, usize, Vec<String>) {
    let (place, actions) = text.split_once(' ').expect("a place and actions");
    let (round, turn) = place.split_once('.').expect("a round and a move");
    let mut actions: Vec<String> = actions.split(' ').map(str::to_owned).collect();
    actions.sort();
    (round.parse().unwrap(), turn.parse().unwrap(), actions)
}

fn legal(round: &Round) -> Vec<String> {
    let mut actions: Vec<String> = (round.legal_actions().iter())
        .map(ToString::to_string)
        .collect();
    actions.sort();
    actions
}

fn skunked(report: &Report) -> String {
    let result = report.result.as_ref().expect("the match is over");
    let losers = result.skunked.entries().filter(|(_, skunked)| **skunked);
    let letters: Vec<_> = losers
        .map(|(side, _)| char::from(b'A' + side.index() as u8).to_string())
        .collect();
    if letters.is_empty() {
        "none".to_owned()
    } else {
        letters.join(" ")
    }
}

fn judged(record: &Record) -> Result<(), String> {
    let report = replay(record, None);
    if let Some(breach) = &report.breach {
        return Err(breach.to_string());
    }
    if report.unknown_from.is_some() {
        return Err("it hangs on tiles that are not known".to_owned());
    }
    for text in said(record, "legal") {
        let (round, turn, expected) = legal_claim(text);
        let before = replay_until(record, round, turn - 1, None);
        let found = legal(before.table.round().expect("a round is in play"));
        if found != expected {
            return Err(format!("round {round}, move {turn}: legal is {found:?}"));
        }
    }
    for text in said(record, "places") {
        let places = &report.table.game().standing().places;
        let places: Vec<String> = places.iter().map(ToString::to_string).collect();
        if places.join(" ") != text {
            return Err(format!("places: {}", places.join(" ")));
        }
    }
    for text in said(record, "skunked") {
        if skunked(&report) != text {
            return Err(format!("skunked: {}", skunked(&report)));
        }
    }
    Ok(())
}

#[test]
fn every_round_agrees_with_its_result_by_hand() {
    let mut wrong = Vec::new();
    for golden in all() {
        let (option, value) = (&golden.option, &golden.value);
        let set = golden.record.rules.get(option).expect("such an option");
        assert_eq!(set.to_string(), *value, "{option}");
        let said = [judged(&golden.record), model::judged(&golden.record)];
        for (judge, said) in ["engine", "model"].into_iter().zip(said) {
            if let Err(said) = said {
                wrong.push(format!("{option} {value}, {judge}: {said}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_option_value_has_a_round() {
    let mut values: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for golden in all() {
        values.entry(golden.option).or_default().push(golden.value);
    }
    for option in Choices::OPTIONS {
        let found = values.remove(option.name).unwrap_or_default();
        match option.kind {
            OptionKind::Word(words) => {
                for word in words {
                    assert!(found.iter().any(|v| v == word), "{} {word}", option.name);
                }
            }
            OptionKind::Number { .. } | OptionKind::Tiles => {
                assert!(found.len() > 1, "{}: two values at least", option.name);
            }
        }
    }
    assert!(values.is_empty(), "no such options: {:?}", values.keys());
}

/// A round tests a value only if it would be wrong under another.
#[test]
fn rounds_tell_all_values_of_an_option_apart() {
    let all = all();
    let mut same = Vec::new();
    let wrong_under = |golden: &Golden, value: &str| {
        let mut choices = golden.record.rules.choices();
        choices
            .set(&golden.option, value)
            .expect("a value of the option");
        Rules::new(choices).map_or(true, |rules| {
            let mut record = golden.record.clone();
            record.rules = rules;
            judged(&record).is_err()
        })
    };
    for (i, one) in all.iter().enumerate() {
        for other in all[..i].iter().filter(|other| other.option == one.option) {
            let told = wrong_under(one, &other.value) || wrong_under(other, &one.value);
            let (option, a, b) = (&one.option, one.value.as_str(), other.value.as_str());
            let alike = ALIKE.iter().any(|(known, values)| {
                known == option && values.contains(&a) && values.contains(&b)
            });
            if told == alike {
                same.push(format!("{option}: {a} and {b}"));
            }
        }
    }
    assert!(
        same.is_empty(),
        "wrong about which values can be distinguished:\n{}",
        same.join("\n")
    );
}
