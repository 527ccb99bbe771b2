//! Move lists of other programs.

mod bad_input;
mod forms;
mod trip;
mod writer;

use capicu::Rules;
use capicu_record::Record;
use capicu_record::foreign::{Converted, ListError, MoveList, plain_rules};

/// A round of two heads: the last number of a move is the end of the line.
const HEADS: &str = include_str!("heads.log");

/// The same round as a record, written by hand.
const HEADS_RECORD: &str = include_str!("heads.domino");

fn convert(text: &str, rules: Rules) -> Result<Converted, ListError> {
    MoveList::parse(text)?.record(rules)
}

/// Converts a list by the plain rules for its players.
fn plainly(text: &str) -> Result<Converted, ListError> {
    let list = MoveList::parse(text)?;
    list.record(plain_rules(list.players().clamp(2, 4)).expect("2 to 4 players"))
}

/// The moves of a record, a round on each line, without the tiles that they join.
fn moves(record: &Record) -> Vec<String> {
    let round = |round: &capicu_record::record::RoundRecord| {
        let moves = round.moves.iter();
        let moves = moves.map(|m| format!("{}: {m}", m.seat.letter()));
        moves.collect::<Vec<_>>().join(", ")
    };
    record.rounds().map(round).collect()
}

#[test]
fn log_of_heads_becomes_the_same_round() {
    let same: Record = HEADS_RECORD.parse().expect("a record");
    for text in [
        HEADS.to_owned(),
        HEADS.replace('\n', "\r\n"),
        format!("\u{feff}{HEADS}"),
    ] {
        let converted = plainly(&text).unwrap();
        assert_eq!(moves(&converted.record), moves(&same));
        assert_eq!(converted.record.rules, same.rules);
        let text = converted.record.to_string();
        assert!(text.contains("end: out B\n"), "{text}");
        // Tiles remain in three hands, so the points are unknown.
        assert!(!text.contains("points:"), "{text}");
        // The tiles that a seat laid are of its hand; B laid all of its own.
        assert!(
            text.contains("hand B: 2-2 3-0 3-3 4-3 5-4 6-5 6-6\n"),
            "{text}"
        );
        assert!(
            text.contains("hand D: 2-1 5-0 5-1 5-5 6-1 6-3 ?\n"),
            "{text}"
        );
        assert_eq!(converted.missing.hands.len(), 3);
        assert_eq!(converted.missing.passes, 0);
    }
}

#[test]
fn one_impossible_head_is_refused_at_its_line() {
    let wrong = HEADS.replace("MOVE: [2, (5, 2), 1]", "MOVE: [2, (5, 2), 0]");
    let error = plainly(&wrong).unwrap_err();
    assert_eq!(error.place.line, 4);
    let told = error.to_string();
    assert!(
        told.contains("5-2 cannot be laid against 4-2 now"),
        "{told}"
    );
}
