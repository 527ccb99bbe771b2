//! Move lists of other programs.

use capicu_record::foreign::{ForeignError, from_dominoes, from_openspiel};
use capicu_record::referee::replay;

/// Printed by version 6.1.0 of the Python package, in which player 0's side won 14 points.
const DOMINOES: &str = "starting_player: 2
moves: [([3|5], True), ([3|3], True), ([0|5], False), ([1|3], True), ([0|2], False), ([2|4], False), ([4|6], False), ([1|4], True), ([5|6], False), ([3|4], True), ([5|5], False), ([4|5], False), ([3|6], True), ([2|6], True), ([4|4], False), ([2|2], True), ([2|5], True), ([0|4], False), ([0|6], False), ([6|6], False), None, ([1|5], True), ([1|6], True)]
hands: [[0|1], [2|3][0|3], [1|2][0|0], [1|1]]
";

#[test]
fn match_of_the_python_package_gets_its_score() {
    let record = from_dominoes(DOMINOES).unwrap();
    let report = replay(&record, None);
    assert_eq!(report.breach, None, "{record}");
    // Player 2 opened and becomes A; its partner, player 0, becomes C.
    assert_eq!(report.rounds[0].score, [14, 0]);
    assert!(record.to_string().contains("C: Player 0"), "{record}");
    let hands = DOMINOES.find("hands").unwrap();
    assert_eq!(
        replay(&from_dominoes(&DOMINOES[..hands]).unwrap(), None).breach,
        None
    );
}

/// A state printed by OpenSpiel: hands left, then the actions. Nobody could play after the third.
const OPENSPIEL: &str = "hand0:['(2.0, 3.0)', '(4.0, 4.0)', '(1.0, 2.0)', '(4.0, 5.0)', '(1.0, 1.0)'] \
hand1:['(2.0, 2.0)', '(3.0, 3.0)', '(0.0, 4.0)', '(3.0, 5.0)', '(1.0, 5.0)', '(2.0, 5.0)'] \
history:['p0 tile:(6.0, 6.0) pip:None', 'p1 tile:(4.0, 6.0) pip:6.0', 'p0 tile:(0.0, 6.0) pip:6.0']";

#[test]
fn state_of_openspiel_becomes_a_record() {
    let record = from_openspiel(OPENSPIEL).unwrap();
    let text = record.to_string();
    assert!(text.contains("A: 6-6  B: 6-4@6-6\nA: 6-0@6-6\n"), "{text}");
    assert!(
        text.contains("hand A: 1-1 2-1 3-2 4-4 5-4 6-0 6-6\n"),
        "{text}"
    );
    assert_eq!(replay(&record, None).breach, None, "{text}");
}

/// A round of OpenSpiel 2.0.2, whose returns were -24, 24, -24, 24.
const TEAMS: &str = include_str!("openspiel-team.txt");

#[test]
fn team_game_of_openspiel_is_dealt_round_the_table() {
    let record = from_openspiel(TEAMS).unwrap();
    let report = replay(&record, None);
    assert_eq!(report.breach, None, "{record}");
    assert_eq!(report.rounds[0].score, [0, 24]);
    let text = record.to_string();
    // The first tile and every fourth after it.
    assert!(
        text.contains("hand A: 2-0 3-1 4-3 4-4 6-0 6-5 6-6\n"),
        "{text}"
    );
}

#[test]
fn passes_that_openspiel_omits_follow_from_the_turn() {
    let text = "p0 tile:(6.0, 6.0) pip:None\np0 tile:(0.0, 6.0) pip:6.0\n";
    let record = from_openspiel(text).unwrap().to_string();
    assert!(record.contains("A: 6-6  B: pass\nA: 6-0@6-6\n"), "{record}");
}

#[test]
fn text_without_a_move_list_is_refused() {
    assert!(matches!(
        from_dominoes("hello"),
        Err(ForeignError::NoMoves(_))
    ));
    assert!(matches!(from_openspiel(""), Err(ForeignError::NoMoves(_))));
    assert_eq!(from_dominoes("[([9|9], True)]"), Err(ForeignError::Tile(1)));
    let wrong = from_dominoes("[([6|6], True), ([5|5], False)]").unwrap_err();
    assert!(
        wrong.to_string().contains("move 2: 5-5 does not fit"),
        "{wrong}"
    );
    assert_eq!(
        from_openspiel("p7 tile:(6.0, 6.0) pip:None"),
        Err(ForeignError::Player(1))
    );
}
