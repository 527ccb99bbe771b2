//! Players who withdraw between rounds (W38).

use capicu_record::Record;
use capicu_record::json::RecordJson;
use capicu_record::referee::{Problem, Report, replay};

const HEAD: &str = "domino-record 1
rules: set double-two, players 3, hand 1, opener first-seat, target 3
";

/// A scores two points: C is left with 2-0, B with the double blank.
const FIRST: &str = "
round 1
hand A: 1-0
hand B: 0-0
hand C: 2-0
boneyard: 2-2 2-1 1-1
A: 1-0
end: out A
points: A 2 pips
score: A 2, B 0, C 0
";

/// A opens, since A won, and scores the two pips of C. B gets no tile.
const SECOND: &str = "
round 2
hand A: 2-2
hand B:
hand C: 1-1
boneyard: 2-1 2-0 1-0 0-0
A: 2-2
end: out A
points: A 2 pips
score: A 4, B 0, C 0
";

fn judged(parts: &[&str]) -> (Record, Report) {
    let text = HEAD.to_owned() + &parts.concat();
    let record: Record = text.parse().expect("a record");
    assert_eq!(record.to_string(), text, "the record is canonical");
    let twin = RecordJson::from(&record);
    assert_eq!(Record::try_from(&twin).as_ref(), Ok(&record));
    let report = replay(&record, None);
    (record, report)
}

fn places(report: &Report) -> Vec<u8> {
    let places = &report.table.game().standing().places;
    places.iter().copied().collect()
}

#[test]
fn others_play_on_without_a_player_who_withdrew() {
    let (_, report) = judged(&[FIRST, "\nwithdrew: B\n", SECOND, "\nresult: A\n"]);
    assert!(report.is_valid(), "{:?}", report.breach);
    assert_eq!(places(&report), [0, 3, 0]);
    assert_eq!(
        report.result.map(|end| end.losers.as_slice().to_vec()),
        Some(vec![false, true, true])
    );
}

#[test]
fn match_ends_with_one_player_left() {
    let (_, report) = judged(&[FIRST, "\nwithdrew: A\n", "\nwithdrew: C\n", "\nresult: B\n"]);
    assert!(report.is_valid(), "{:?}", report.breach);
    assert_eq!(places(&report), [3, 1, 2]);
}

/// A withdraws after the first round. B and C have no points: with two players left neither wins yet. B, who opens in
/// the place of A, scores the two pips of C in the next round and wins below the target of three.
#[test]
fn equal_players_play_until_one_leads() {
    let out = HEAD.replace("target 3", "target 3, at-target player-out, players-left 2");
    let last = "
round 2
hand A:
hand B: 2-2
hand C: 1-1
boneyard: 2-1 2-0 1-0 0-0
B: 2-2
end: out B
points: B 2 pips
score: A 2, B 2, C 0
";
    let text = [&out, FIRST, "\nwithdrew: A\n", last, "\nresult: B\n"].concat();
    let report = replay(&text.parse().expect("a record"), None);
    assert!(report.is_valid(), "{:?}", report.breach);
    assert_eq!(places(&report), [3, 1, 2]);
}

#[test]
fn impossible_withdrawals_are_refused() {
    let problem = |parts: &[&str]| {
        let (_, report) = judged(parts);
        report.breach.map(|breach| format!("{:?}", breach.problem))
    };
    let twice = [
        FIRST,
        "\nwithdrew: B\n",
        "\nwithdrew: B\n",
        "\nresult: unfinished\n",
    ];
    assert_eq!(problem(&twice).as_deref(), Some("Withdrew(PlaysNoMore)"));
    let tiles = SECOND
        .replace("hand B:\n", "hand B: 2-1\n")
        .replace("boneyard: 2-1 ", "boneyard: ");
    let dealt = [FIRST, "\nwithdrew: B\n", &tiles, "\nresult: unfinished\n"];
    assert!(problem(&dealt).is_some_and(|problem| problem.starts_with("HandSize")));
    let begun = "\nround 1\nhand A: 1-0\nhand B: 0-0\nhand C: 2-0\nboneyard: 2-2 2-1 1-1\n";
    let in_play = [begun, "\nwithdrew: B\n", "\nresult: unfinished\n"];
    assert!(problem(&in_play).is_some_and(|problem| problem.starts_with("NotOver")));
}

#[test]
fn partner_cannot_withdraw() {
    let text =
        "domino-record 1\nrules: players 4, teams pairs\n\nwithdrew: B\n\nresult: unfinished\n";
    let record: Record = text.parse().expect("a record");
    let problem = replay(&record, None).breach.map(|breach| breach.problem);
    assert!(matches!(problem, Some(Problem::Withdrew(_))), "{problem:?}");
}
