//! Records with some tiles removed still follow the rules.

use crate::common;
use capicu::{BySeat, Seat, Tile, TileSet};
use capicu_record::record::{Dealt, Hand, Item, Record, What, recorded};
use capicu_record::referee::{self, Problem, Unsure};

/// The record as seat 0 could have written it: tiles of other hands only as they were laid or shown.
fn seen_by_first(record: &Record) -> Record {
    let mut seen = record.clone();
    let first = Seat::default();
    for item in &mut seen.items {
        let Item::Round(round) = item else { continue };
        for m in &mut round.moves {
            if m.seat != first
                && let What::Draw(tile) = &mut m.what
            {
                *tile = None;
            }
        }
        let hands = BySeat::from_fn(record.rules.n_seats(), |seat| {
            let hand = round.dealt.hands()[seat];
            if seat == first {
                hand
            } else {
                Hand {
                    known: TileSet::EMPTY,
                    unknown: hand.known.len() as u8,
                }
            }
        });
        let boneyard: Vec<Option<Tile>> = vec![None; round.dealt.boneyard().len()];
        round.dealt = Dealt::new(&record.rules, hands, boneyard, round.dealt.lot()).unwrap();
    }
    seen
}

#[test]
fn first_round_seen_from_one_seat_is_possible() {
    for (id, rules) in common::every_game() {
        for number in 0..2 {
            let facts = common::facts(rules, number, 1);
            let record = recorded(rules, &facts).unwrap();
            if record
                .items
                .iter()
                .any(|item| matches!(item, Item::ThrownIn { .. }))
            {
                continue;
            }
            let seen = seen_by_first(&record);
            let text = seen.to_string();
            let (again, places) = Record::parse(&text).unwrap();
            assert_eq!(again, seen);
            let report = referee::replay(&again, Some(&places));
            assert_eq!(report.breach, None, "{id} {number}\n{record}\n{text}");
        }
    }
}

/// In this malicious record every pass removes only a few of very many possibilities, and each time the referee must
/// replay everything before it.
#[test]
fn too_many_unknown_tiles_are_refused() {
    let mut text = "domino-record 1\n\
        rules: set double-twelve, players 12, opener first-seat, score penalties\n\n\
        round 1\nA: 12-12\n"
        .to_owned();
    text.push_str(&"A: taken-back\n".repeat(100_000));
    for lead in ["12-1@12-12", "11-1@12-1", "11-2@11-1"] {
        text.push_str("B: pass  C: pass  D: pass  E: pass  F: pass  G: pass\n");
        text.push_str("H: pass  I: pass  J: pass  K: pass  L: pass\n");
        text.push_str(&format!("A: {lead}\n"));
    }
    text.push_str("\nresult: unfinished\n");
    let (record, places) = Record::parse(&text).unwrap();
    let report = referee::replay(&record, Some(&places));
    let breach = report.breach.expect("the referee gives up");
    assert_eq!(breach.problem, Problem::TooManyUnknown);
    let place = breach.place.expect("a place in the text");
    assert_eq!((place.line, breach.round), (4, 1), "{breach}");
}

#[test]
fn unchecked_round_is_reported_at_its_heading() {
    // Five tiles of A and six of B are unknown, with too many possible places.
    let text = "domino-record 1\nbase: block\nrules: players 2\n\nround 1\nA: 6-6  B: 2-6\nA: 2-4  \
                B: 4-6@4-2\nA: pass\nleft A: 4-4 1-0\ncount B: 8\nresult: unfinished\n";
    let (record, places) = Record::parse(text).expect("a record");
    let report = referee::replay(&record, Some(&places));
    let mut rests = report
        .unchecked
        .iter()
        .filter(|one| one.what == Unsure::Rest);
    let place = rests.next().and_then(|one| one.place);
    assert_eq!(place.map(|place| (place.line, place.column)), Some((5, 1)));
    assert_eq!(rests.next(), None);
}

fn judged(text: &str) -> referee::Report {
    let (record, places) = Record::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    referee::replay(&record, Some(&places))
}

fn unsure(report: &referee::Report) -> Vec<Unsure> {
    report.unchecked.iter().map(|one| one.what).collect()
}

/// Two players with two tiles each of a double-two: `hand A`, `hand B` and the end.
fn doubles(a: &str, b: &str, end: &str) -> String {
    format!(
        "domino-record 1\nrules: set double-two, players 2, hand 2, doubles-score 2, score pips\n\n\
         round 1\nhand A: {a}\nhand B: {b}\nend: {end}\n\nresult: unfinished\n"
    )
}

#[test]
fn hidden_hand_of_doubles_is_possible_but_unchecked() {
    let report = judged(&doubles("1-0 2-0", "? ?", "doubles B"));
    assert_eq!(report.breach, None);
    assert_eq!(unsure(&report), [Unsure::Claim(referee::Claim::End)]);
    let points = report.rounds[0].points.clone();
    assert_eq!((points.len(), points[0].points), (1, 1), "doubles-points");
    assert_eq!(report.rounds[0].sure.left, [true, false]);
}

#[test]
fn known_hand_without_doubles_is_no_hand_of_doubles() {
    let report = judged(&doubles("1-0 2-2", "? ?", "doubles A"));
    let breach = report.breach.expect("A has one double");
    assert!(matches!(breach.problem, Problem::NotOver(_)), "{breach}");
    // A has two of the three doubles, so B cannot have two.
    let report = judged(&doubles("1-1 2-2", "? ?", "doubles B"));
    assert!(report.breach.is_some());
}

/// Two players with three tiles each of a double-three, by these rules: A leads 3-2.
fn led(rules: &str, a: &str, moves: &str) -> String {
    format!(
        "domino-record 1\nrules: set double-three, players 2, hand 3, {rules}\n\n\
         round 1\nhand A: {a}\nhand B: ? ? ?\n{moves}\n\nresult: unfinished\n"
    )
}

#[test]
fn option_that_needs_hidden_hands_is_named() {
    let rules = "opener first-seat, suit-redeal 3";
    let report = judged(&led(rules, "3-2 2-0 1-1", "A: 3-2"));
    assert_eq!(report.breach, None);
    assert_eq!(unsure(&report), [Unsure::Option("suit-redeal")]);
    let place = report.unchecked[0].place.map(|place| place.line);
    assert_eq!(place, Some(4), "the heading of the round");
    let said = report.unchecked[0].told(capicu_i18n::Texts::default());
    assert!(said.contains("`suit-redeal`"), "{said}");

    let rules = "no-double heaviest-hand, opening-lead any-tile";
    let report = judged(&led(rules, "3-2 2-0 3-1", "A: 3-2"));
    assert_eq!(report.breach, None);
    // B may hold a double, and would open then.
    let both = [Unsure::Option("no-double"), Unsure::Turn(1)];
    assert_eq!(unsure(&report), both);
    // Somebody holds a double, so that the heaviest hand does not matter.
    let report = judged(&led(rules, "3-3 2-0 3-1", "A: 3-3"));
    assert_eq!(report.breach, None);
    assert_eq!(unsure(&report), []);
}

#[test]
fn known_tiles_of_one_number_require_a_new_deal() {
    let rules = "opener first-seat, suit-redeal 3";
    let many = Problem::MustThrowIn(capicu::Redeal::LongSuit(Seat::default()));
    let report = judged(&led(rules, "3-2 2-0 2-1", "A: 3-2"));
    assert_eq!(report.breach.expect("three twos").problem, many);
    // A hidden hand shows them as it plays, since nothing is drawn.
    let laid = "A: 3-2  B: 3-3@3-2\nA: 2-0@3-2  B: 3-0@2-0\nA: pass";
    let report = judged(&led(rules, "3-2 2-0 1-1", laid));
    assert_eq!(report.breach, None);
    let laid = format!("{laid}  B: 3-1@3-3");
    let report = judged(&led(rules, "3-2 2-0 1-1", &laid));
    let other = Seat::new(1).expect("a seat");
    let many = Problem::MustThrowIn(capicu::Redeal::LongSuit(other));
    assert_eq!(report.breach.expect("three threes").problem, many);
}
