//! Printed records are parsed back, and the referee agrees with the table that made them.

use crate::common;
use capicu_record::record::{facts_of, recorded};
use capicu_record::{Record, referee};

#[test]
fn match_of_every_game_survives_a_round_trip() {
    for (id, rules) in common::every_game() {
        for number in 0..3 {
            let facts = common::facts(rules, number, 6);
            let record = recorded(rules, &facts).unwrap();
            let text = record.to_string();
            let (again, places) =
                Record::parse(&text).unwrap_or_else(|error| panic!("{id}: {error}\n{text}"));
            assert_eq!(again, record, "{id}\n{text}");
            assert_eq!(again.to_string(), text, "{id}");
            let report = referee::replay(&again, Some(&places));
            assert_eq!(report.breach, None, "{id}\n{text}");
            assert_eq!(report.unknown_from, None);
            let facts = facts_of(&again).expect("a completely known record");
            assert_eq!(recorded(rules, &facts).unwrap(), record, "{id}");
        }
    }
}
