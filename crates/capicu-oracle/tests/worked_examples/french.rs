//! French, a game of penalties (001:67-97).

use capicu::{Match, Opening, Reason, Round, Rules, Standing};

use crate::worked_examples::table::*;

/// The rules with smaller hands, where the double blank may be in the boneyard: seat 0 opens.
fn french_rules(changes: &[(&str, &str)]) -> Rules {
    let opener = [("opener", "first-seat")];
    let all: Vec<(&str, &str)> = opener.iter().chain(changes).copied().collect();
    rules("french", 4, &all)
}

/// A round that seat 0 opens with a double.
fn french(changes: &[(&str, &str)], hands: &[&str]) -> Round {
    let rules = french_rules(changes);
    let opening = Opening {
        seat: seat(0),
        duty: capicu::Duty::Double,
        may_hand_over: false,
    };
    Round::new_unchecked(rules, Standing::new(&rules), opening, &deal(&rules, hands))
}

fn for_hands(round: &Round) -> Vec<u16> {
    let mut all = vec![0; 4];
    for award in &outcome(round).awards {
        assert_eq!(award.why, Reason::Hand);
        all[award.side.index()] += award.points;
    }
    all
}

/// 001:97: the double blank alone counts nothing, or twice ten where it counts ten.
#[test]
fn v13_the_double_blank_alone() {
    let hands = ["6-6 6-5", "6-4 0-0", "6-3 5-4", "6-2 5-1"];
    for (double_blank, points) in [("nothing", 0), ("ten", 20), ("ten-alone", 20)] {
        let changes = [("hand", "2"), ("double-blank", double_blank)];
        let mut round = french(&changes, &hands);
        play(&mut round, "6-6 6-4@6-6 6-3@6-6 6-2@6-6 6-5@6-6");
        assert_eq!(for_hands(&round), [0, points, 9, 6]);
    }
}

/// 001:84: 5-5 and 2-1 are 13, doubled for holding a double: 26. N goes out on 6-5.
#[test]
fn v14_a_double_in_hand_doubles() {
    let hands = [
        "0-0 4-0 4-4 6-5",
        "1-0 6-4 5-5 2-1",
        "2-0 6-6 3-1 3-2",
        "3-0 5-1 5-2 5-3",
    ];
    let mut round = french(&[("hand", "4")], &hands);
    let made = play(
        &mut round,
        "0-0 1-0@0-0 2-0@0-0 3-0@0-0 4-0@0-0 pass pass pass",
    );
    assert_eq!(made.len(), 3, "a board pass on 4-0");
    play(&mut round, "4-4@4-0 6-4@4-4 6-6@6-4 pass 6-5@6-6");
    assert_eq!(counts(&round), [0, 13, 9, 21]);
    assert_eq!(for_hands(&round), [0, 26, 9, 21]);
}

/// A round that N ends with `last` after the cross: E is left with 5-5 and 2-1, or others.
fn ended_by(last: &str, left: [&str; 3]) -> Vec<u16> {
    // N lays 0-0, 4-0 and the last tile; the others lay one blank each.
    let hands = [
        format!("0-0 4-0 {last}"),
        format!("1-0 {}", left[0]),
        format!("2-0 {}", left[1]),
        format!("3-0 {}", left[2]),
    ];
    let hands: Vec<&str> = hands.iter().map(String::as_str).collect();
    let mut round = french(&[("hand", "3"), ("board-pass", "0")], &hands);
    play(
        &mut round,
        "0-0 1-0@0-0 2-0@0-0 3-0@0-0 4-0@0-0 pass pass pass",
    );
    play(&mut round, &format!("{last}@4-0"));
    for_hands(&round)
}

/// 001:84-86: 13 with a double in hand and a double that ended the round, four times: 52; without
/// one in hand 6-4 and 6-5, which are 21, count twice: 42.
#[test]
fn v14_both_doublings() {
    let left = ["5-5 2-1", "6-4 6-5", "6-6 5-1"];
    assert_eq!(ended_by("4-4", left), [0, 52, 42, 72]);
}

/// A round in which all lay the double of their arm. N goes out with `last`, and the others are left with one tile
/// each.
fn ended_with_one_left(last: &str, on: &str, left: [&str; 3]) -> Vec<u16> {
    let hands = [
        format!("0-0 4-0 {last}"),
        format!("1-0 1-1 {}", left[0]),
        format!("2-0 2-2 {}", left[1]),
        format!("3-0 3-3 {}", left[2]),
    ];
    let hands: Vec<&str> = hands.iter().map(String::as_str).collect();
    let mut round = french(&[("hand", "3")], &hands);
    play(
        &mut round,
        "0-0 1-0@0-0 2-0@0-0 3-0@0-0 4-0@0-0 1-1@1-0 2-2@2-0 3-3@3-0",
    );
    play(&mut round, &format!("{last}@{on}"));
    for_hands(&round)
}

/// 001:84-86: 6-4 alone is 10, and 20 where the winner ended with a double; 5-5 alone is 20 and 40.
#[test]
fn v14_one_doubling() {
    let left = ["6-4", "6-5", "5-5"];
    assert_eq!(ended_with_one_left("4-4", "4-0", left), [0, 20, 22, 40]);
    assert_eq!(ended_with_one_left("4-3", "3-3", left), [0, 10, 11, 20]);
}

/// The other tiles of E, S and W: E holds nothing that ever fits, S a tile that keeps the round in play.
const STRANGERS: [&str; 3] = [
    "9-8 9-7 8-7 10-9 10-8 10-7 11-7",
    "5-3 11-11",
    "11-10 12-11",
];

/// N, E, S and W with a double-twelve set. E holds nothing that ever fits, or also `e`.
fn long_round(e: &str) -> Round {
    let [strangers, s, w] = STRANGERS;
    let mut held: Vec<&str> = strangers.split(' ').collect();
    if !e.is_empty() {
        held[0] = e;
    }
    let hands = [
        "0-0 3-0 3-3 5-1 6-3 6-5 12-10".to_owned(),
        held.join(" "),
        format!("1-0 4-0 4-4 5-5 6-6 {s}"),
        format!("2-0 2-2 1-1 5-2 6-4 {w}"),
    ];
    let hands: Vec<&str> = hands.iter().map(String::as_str).collect();
    french(&[("set", "double-twelve")], &hands)
}

/// 001:88: the third pass in succession costs ten, the sixth another ten.
#[test]
fn v15_three_and_six_passes() {
    let mut round = long_round("");
    let ten = [(1, Reason::ThreePasses, 10)];
    let made = play(
        &mut round,
        "0-0 pass 1-0@0-0 2-0@0-0 3-0@0-0 pass 4-0@0-0 2-2@2-0",
    );
    assert!(made.is_empty());
    assert_eq!(list(&play(&mut round, "3-3@3-0 pass")), ten);
    let made = play(
        &mut round,
        "4-4@4-0 1-1@1-0 5-1@1-1 pass 5-5@5-1 5-2@2-2 6-3@3-3 pass 6-6@6-3 6-4@4-4",
    );
    assert!(made.is_empty());
    assert_eq!(list(&play(&mut round, "6-5@6-6 pass")), ten);
    assert_eq!(round.board().points().as_slice(), [0, 20, 0, 0]);
}

/// 001:88: two passes, a tile and two passes cost nothing.
#[test]
fn v15_a_tile_between_passes() {
    let mut round = long_round("11-3");
    let made = play(
        &mut round,
        "0-0 pass 1-0@0-0 2-0@0-0 3-0@0-0 pass 4-0@0-0 2-2@2-0 \
         3-3@3-0 11-3@3-3 4-4@4-0 1-1@1-0 5-1@1-1 pass 5-5@5-1 5-2@2-2 6-5@5-5 pass",
    );
    assert!(made.is_empty());
}

/// 001:90: a board pass costs each of the three others ten.
#[test]
fn v15_board_pass() {
    let hands = ["0-0 1-0", "6-5 6-4", "6-3 6-2", "5-4 5-3"];
    let mut round = french(&[("hand", "2")], &hands);
    assert!(play(&mut round, "0-0 pass pass").is_empty());
    let ten = |side| (side, Reason::BoardPass, 10);
    assert_eq!(
        list(&act(&mut round, "pass").awards),
        [ten(1), ten(2), ten(3)]
    );
}

/// F6: a tile on which nobody can ever play again is no board pass, unless the option makes it one.
#[test]
fn v15_a_block_is_no_board_pass() {
    let hands = ["0-0 6-6", "6-5 6-4", "6-3 6-2", "5-4 5-3"];
    for (option, fines) in [("no", 0), ("yes", 3)] {
        let changes = [("hand", "2"), ("board-pass-block", option)];
        let mut round = french(&changes, &hands);
        assert_eq!(play(&mut round, "0-0").len(), fines);
        assert_eq!(counts(&round), [12, 21, 17, 17]);
    }
}

/// A round blocked by its first tile, since only the opener has blanks. Returns the scores after it.
fn blocked_at_once(game: &mut Match, hands: &[&str]) -> Vec<u16> {
    let rules = *game.rules();
    let mut round = game.open(&deal(&rules, hands)).expect("seat 0 opens");
    play(&mut round, "0-0");
    scores(&game.finish(&round))
}

/// 001:94: at 104, 37, 88 and 101 the 37 wins, 104 and 101 have lost, 88 has done neither. The player with 37 sits
/// first, and leads 0-0 in both rounds.
#[test]
fn v16_end_of_the_match() {
    let mut game = Match::new(french_rules(&[("hand", "4")]));
    // Counts: 19; 33 doubled; 28; 34 doubled.
    let first = [
        "0-0 2-1 6-3 4-3",
        "6-6 3-3 2-2 6-5",
        "3-2 5-4 6-1 5-2",
        "5-5 6-2 4-2 6-4",
    ];
    assert_eq!(blocked_at_once(&mut game, &first), [19, 66, 28, 68]);
    assert!(game.result().is_none());
    // Counts: 18; 19 doubled; 30 doubled; 33.
    let second = [
        "0-0 4-3 6-1 3-1",
        "5-1 1-1 5-3 2-1",
        "3-3 2-2 5-4 6-5",
        "6-3 4-2 6-4 6-2",
    ];
    assert_eq!(blocked_at_once(&mut game, &second), [37, 104, 88, 101]);
    let end = game.result().expect("somebody has a hundred");
    assert_eq!(end.winner.index(), 0);
    assert_eq!(end.losers.as_slice(), [false, true, false, true]);
}

/// 001:94: another round decides equal lowest scores. Shown with half the numbers, 52, 18, 18 and 52 at fifty.
#[test]
fn v16_equal_lowest_scores() {
    let mut game = Match::new(french_rules(&[("hand", "3"), ("target", "50")]));
    // Counts: 18; 26 doubled; 18; 26 doubled.
    let hands = ["0-0 6-5 6-1", "6-6 5-3 4-2", "6-3 4-1 3-1", "5-5 5-4 4-3"];
    assert_eq!(blocked_at_once(&mut game, &hands), [18, 52, 18, 52]);
    assert!(game.result().is_none());
}

/// 001:71-73, the example of the diagram. 2-1 fits the top arm, whose 2-2 is laid, and not the left one, whose 1-1 is
/// not. 4-4 is the only tile for the bottom arm, and fits no other.
#[test]
fn diagram_of_the_arms() {
    let hands = [
        "0-0 4-0 6-1 3-1 5-3",
        "2-0 2-2 5-4 3-2 6-3",
        "6-0 6-6 2-1 4-4 4-3",
        "5-0 5-5 6-4 4-1 3-3",
    ];
    let mut round = french(&[("hand", "5")], &hands);
    play(&mut round, "0-0 2-0@0-0");
    assert_eq!(legal(&round), "6-0@0-0", "the four sides come first");
    play(&mut round, "6-0@0-0 5-0@0-0 4-0@0-0");
    assert_eq!(legal(&round), "2-2@2-0", "then each arm its double");
    play(&mut round, "2-2@2-0 6-6@6-0 5-5@5-0 6-1@6-6 5-4@5-5");
    // Top 2-2, left 6-1, right 5-4, bottom 4-0: S holds 2-1, 4-4 and 4-3.
    assert_eq!(legal(&round), "2-1@2-2 4-4@4-0");
}
