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
