//! Random rounds written as lists come back with the same moves and scores.

use super::convert;
use super::writer::{Deal, write};
use crate::common;
use crate::table::mutation::Dice;
use capicu_record::record::{Dealt, Item, Record, recorded};
use capicu_record::referee;

/// A record of random rounds, without deals that are thrown in and without lots: lists have neither.
fn played(rules: capicu::Rules, number: u64, rounds: usize) -> Record {
    let facts = common::facts(rules, number, rounds);
    let mut record = recorded(rules, &facts).expect("a match");
    record
        .items
        .retain(|item| !matches!(item, Item::ThrownIn { .. }));
    for item in &mut record.items {
        if let Item::Round(round) = item {
            let (hands, boneyard) = (*round.dealt.hands(), round.dealt.boneyard().to_vec());
            round.dealt = Dealt::new(&rules, hands, boneyard, None).expect("a deal");
        }
    }
    record
}

#[test]
fn list_with_hands_gives_the_same_match() {
    let mut lists = 0;
    for (id, rules) in common::every_game() {
        for number in 0..3 {
            let record = played(rules, number, 4);
            // Without its lot, a match may have another opener.
            if referee::replay(&record, None).breach.is_some() {
                continue;
            }
            let list = write(&record, Deal::Written, &mut Dice::new(number));
            let converted = convert(&list, rules)
                .unwrap_or_else(|error| panic!("{id} {number}: {error}\n{record}\n{list}"));
            let mut back = converted.record;
            back.names.clear();
            assert_eq!(back, record, "{id} {number}\n{record}\n{back}\n{list}");
            assert_eq!(converted.missing, Default::default(), "{id} {number}");
            lists += 1;
        }
    }
    assert!(lists > 100, "{lists}");
}

#[test]
fn list_without_hands_gives_the_same_moves_and_no_wrong_score() {
    let mut certain = 0;
    for (id, rules) in common::every_game() {
        let record = played(rules, 5, 1);
        if referee::replay(&record, None).breach.is_some() {
            continue;
        }
        let list = write(&record, Deal::Hidden, &mut Dice::new(5));
        let converted =
            convert(&list, rules).unwrap_or_else(|error| panic!("{id}: {error}\n{record}\n{list}"));
        for (back, round) in converted.record.rounds().zip(record.rounds()) {
            let shown =
                |m: &capicu_record::record::MoveRecord| (m.seat, m.what.laid(), m.what.on());
            assert!(
                back.moves
                    .iter()
                    .map(shown)
                    .eq(round.moves.iter().map(shown)),
                "{id}"
            );
            let (mine, right) = (&back.claims, &round.claims);
            let same = |mine: bool, right: bool| assert!(!mine || right, "{id}\n{record}\n{list}");
            same(mine.end.is_some(), mine.end == right.end);
            same(mine.points.is_some(), mine.points == right.points);
            same(mine.score.is_some(), mine.score == right.score);
            certain += usize::from(mine.end.is_some());
        }
        assert!(!converted.missing.hands.is_empty(), "{id}");
    }
    assert!(certain > 20, "{certain}");
}
