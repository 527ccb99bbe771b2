//! Clues compared with counts by hand.

use capicu::{Action, Clue, Move, Odds, Pip, PlayAwards, Seat, Setup, Tally, Tile, View};
use capicu_ai::clues;

/// The view of the seat to act, after these moves from a position in which its hand is known.
fn view(seat: char, position: &str, moves: &str) -> View {
    let position = format!("domino-position: 1; {position}");
    let setup: Setup = position.parse().expect("a valid position");
    let mut view = setup.view(seat_of(seat)).expect("a possible view");
    for word in moves.split_whitespace() {
        let mv = Move {
            seat: view.board().to_act().expect("a seat to act"),
            action: word.parse().expect("an action"),
            drawn: None,
            shown: false,
        };
        view.observe(&mv, &PlayAwards::new());
    }
    assert_eq!(view.board().to_act(), Some(view.seat()));
    view
}

fn told(view: &View, better: &str, other: &str) -> Vec<Clue> {
    let [better, other]: [Action; 2] = [better, other].map(|word| word.parse().expect("an action"));
    for action in [better, other] {
        assert_eq!(view.check(action), Ok(()), "{action}");
    }
    clues(view, better, other)
}

fn seat_of(letter: char) -> Seat {
    Seat::new(letter as u8 - b'A').expect("a seat")
}

fn pip(value: u8) -> Pip {
    Pip::new(value).expect("a number")
}

fn tile(text: &str) -> Tile {
    text.parse().expect("a tile")
}

const fn tally(pip: Pip, held: u8, others: u8) -> Tally {
    Tally { pip, held, others }
}

/// 000:13, 001:10, 004:91: B holds six of the twenty tiles that A does not see. After 6-5 five of them fit (6-0, 5-0,
/// 5-1, 5-2, 5-3), so B has none of these in 15·14·13·12·11·10 of 20·19·18·17·16·15 deals, 129 of 1,000. After 6-1
/// seven fit (6-0 and six ones): 44 of 1,000.
#[test]
fn play_that_shuts_the_next_out_more_often_is_a_clue() {
    let position = "rules: block 2 hand=7 next-opener=winner; rounds: 1 won=1; scores: 0 20; opening: B any; \
        hands: 6-5 6-4 6-3 6-2 6-1 5-5 5-4 / ?6; boneyard: ?14; layout: 6-6; turn: A";
    let view = view('A', position, "");
    let shuts = Clue::Shuts(Odds {
        seat: seat_of('B'),
        better: 129,
        other: 44,
    });
    assert!(told(&view, "6-5@6-6", "6-1@6-6").contains(&shuts));
    let other = told(&view, "6-1@6-6", "6-5@6-6");
    assert!(!other.iter().any(|clue| matches!(clue, Clue::Shuts(_))));
}

/// 004:91, a count of the next player's scoring tiles. After 4-0 the ends are six and blank, and only 6-5 makes five.
/// After 6-3 they are three and four, and 3-1, 3-3 and 4-2 score. B opened, so it holds 6-6, which scores nowhere, and
/// three of 21 other tiles. It lacks one given tile in 857 of 1,000 deals, and three in 614.
#[test]
fn play_that_denies_the_next_a_score_is_a_clue() {
    let position = "rules: all-fives 2; opening: B any; \
        hands: 4-0 6-3 5-5 2-2 1-0 / ?4; boneyard: ?18; layout: 6-4; turn: A";
    let clues = told(&view('A', position, ""), "4-0@6-4", "6-3@6-4");
    let denies = Clue::Denies(Odds {
        seat: seat_of('B'),
        better: 857,
        other: 614,
    });
    assert!(clues.contains(&denies), "{clues:?}");
}

/// 003:13, 003:35: both ends become sixes, of which this hand keeps three and two are elsewhere. 14 of the 20 unseen
/// tiles stay in the boneyard. It is no clue to stitch up with twos, of which five are elsewhere. Where the boneyard
/// can be drawn, no clue mentions it.
#[test]
fn stitching_up_with_an_own_number_is_a_clue() {
    let hands = "rounds: 1 won=1; scores: 0 20; opening: B any; hands: 6-2 6-6 6-5 6-3 1-1 0-0 / ?6; boneyard: ?14; \
        layout: 6-4 4-2@6-4; last: A; turn: A";
    let block = view(
        'A',
        &format!("rules: block 2 hand=7 next-opener=winner; {hands}"),
        "",
    );
    let clues = told(&block, "6-2@4-2", "6-2@6-4");
    let stitches = Clue::Stitches(tally(pip(6), 3, 2));
    let boneyard = Clue::Boneyard {
        boneyard: 14,
        unseen: 20,
    };
    assert!(
        clues.contains(&stitches) && clues.contains(&boneyard),
        "{clues:?}"
    );
    // The sixes are not also an opened number.
    assert!(
        !clues.iter().any(|clue| matches!(clue, Clue::Holds(_))),
        "{clues:?}"
    );
    let twos = told(&block, "6-2@6-4", "6-2@4-2");
    assert!(
        !twos.iter().any(|clue| matches!(clue, Clue::Stitches(_))),
        "{twos:?}"
    );
    let draw = view(
        'A',
        &format!("rules: draw 2 hand=7 next-opener=winner; {hands}"),
        "",
    );
    let clues = told(&draw, "6-2@4-2", "6-2@6-4");
    assert!(
        clues.contains(&stitches) && !clues.contains(&boneyard),
        "{clues:?}"
    );
}

/// 004:94-95: 5-3 leaves no five open; five fives are elsewhere and none in this hand. 4-0 would make five, but leave
/// the five open.
#[test]
fn shutting_out_the_number_of_the_others_is_a_clue() {
    let position = "rules: club 2; opening: B any; \
        hands: 5-3 4-0 2-2 2-1 1-1 / ?4; boneyard: ?18; layout: 5-4; turn: A";
    let view = view('A', position, "");
    let clues = told(&view, "5-3@5-4", "4-0@5-4");
    assert!(
        clues.contains(&Clue::CutsOff(tally(pip(5), 0, 5))),
        "{clues:?}"
    );
    assert!(!clues.iter().any(|clue| matches!(clue, Clue::Scores { .. })));
    let other = told(&view, "4-0@5-4", "5-3@5-4");
    assert!(
        !other
            .iter()
            .any(|clue| matches!(clue, Clue::CutsOff(tally) if tally.pip == pip(5)))
    );
}

/// 004:90, 004:95: the ends count thirteen, 6-6 and one; 3-1 adds two, and fifteen is three points.
#[test]
fn score_is_a_clue_with_its_count() {
    let position = "rules: club 2; opening: B any; \
        hands: 3-1 1-0 2-2 4-2 / ?4; boneyard: ?18; layout: 6-1 6-6@6-1; last: B; turn: A";
    let view = view('A', position, "");
    let clues = told(&view, "3-1@6-1", "1-0@6-1");
    let scores = Clue::Scores {
        before: 13,
        after: 15,
        points: 3,
    };
    assert_eq!(clues.first(), Some(&scores));
    assert!(!told(&view, "1-0@6-1", "3-1@6-1").contains(&scores));
}

/// 002:7, 003:17: B passed when six and one were open, so leaving both open shuts B out permanently. Closing the number
/// that a partner lacks is the same clue.
#[test]
fn number_that_an_opponent_passed_on_is_a_clue() {
    let position = "rules: jamaican-partner 4; rounds: 1 won=1; scores: 1 0; opening: A any; \
        hands: 6-1 6-5 3-1 4-4 3-3 2-2 0-0 / ?7 / ?7 / ?7; turn: A any";
    let view = view('A', position, "6-1 pass 6-4@6-1 5-4@6-4");
    let clues = told(&view, "6-5@5-4", "3-1@6-1");
    let lacks = |value| Clue::Lacks {
        seat: seat_of('B'),
        pip: pip(value),
        mv: 1,
        drew: false,
    };
    assert!(
        clues.contains(&lacks(1)) && clues.contains(&lacks(6)),
        "{clues:?}"
    );
    let other = told(&view, "3-1@6-1", "6-5@5-4");
    assert!(!other.iter().any(|clue| matches!(clue, Clue::Lacks { .. })));
}

#[test]
fn closing_the_number_that_a_partner_lacks_is_a_clue() {
    let position = "rules: jamaican-partner 4; rounds: 1 won=1; scores: 1 0; opening: A any; \
        hands: 6-1 6-5 3-1 5-4 3-3 2-2 0-0 / ?7 / ?7 / ?7; turn: A any";
    let view = view('A', position, "6-1 6-4@6-1 pass 4-4@6-4");
    let clues = told(&view, "3-1@6-1", "5-4@4-4");
    let lacks = Clue::Lacks {
        seat: seat_of('C'),
        pip: pip(1),
        mv: 2,
        drew: false,
    };
    assert!(clues.contains(&lacks), "{clues:?}");
}

/// 002:7, 004:92: close to an opponent the number it chose to lead, and leave it open to a partner. A forced lead is no
/// evidence.
#[test]
fn chosen_lead_is_a_clue() {
    let any = |opening: char| {
        format!(
            "rules: jamaican-partner 4; rounds: 1 won=1; scores: 1 0; opening: {opening} any; \
             hands: 4-2 2-1 3-3 3-0 2-2 5-5 0-0 / ?7 / ?7 / ?7; turn: {opening} any"
        )
    };
    let led = |seat| Clue::Led {
        seat: seat_of(seat),
        tile: tile("6-4"),
    };
    let opponent = view('A', &any('B'), "6-4 6-1@6-4 1-1@6-1");
    assert!(told(&opponent, "4-2@6-4", "2-1@1-1").contains(&led('B')));
    assert!(!told(&opponent, "2-1@1-1", "4-2@6-4").contains(&led('B')));
    let partner = view('A', &any('C'), "6-4 6-1@6-4");
    assert!(told(&partner, "2-1@6-1", "4-2@6-4").contains(&led('C')));
    assert!(!told(&partner, "4-2@6-4", "2-1@6-1").contains(&led('C')));
    let forced = any('C').replace("C any", "C 6-6");
    let forced = view('A', &forced, "6-6 6-4@6-6");
    let clues = told(&forced, "4-2@6-4", "4-2@6-4");
    assert!(!clues.iter().any(|clue| matches!(clue, Clue::Led { .. })));
}

/// 002:32: after a double there is one number to answer.
#[test]
fn leading_a_double_for_its_one_number_is_a_clue() {
    let position = "rules: cien 4; rounds: 1 won=1; scores: 20 0; opening: A any; \
        hands: 6-6 6-4 6-1 5-2 3-1 2-0 1-0 / ?7 / ?7 / ?7; turn: A any";
    let view = view('A', position, "");
    let double = Clue::OneNumber { pip: pip(6) };
    assert!(told(&view, "6-6", "6-4").contains(&double));
    assert!(!told(&view, "6-4", "6-6").contains(&double));
}

/// 004:91: 6-5 opens the five, of which this hand keeps four and two are elsewhere.
#[test]
fn opening_the_number_one_has_most_of_is_a_clue() {
    let position = "rules: block 2 hand=7 next-opener=winner; rounds: 1 won=1; scores: 0 20; opening: B any; \
        hands: 6-5 5-5 5-4 5-3 5-2 6-0 1-1 / ?6; boneyard: ?14; layout: 6-4; turn: A";
    let clues = told(&view('A', position, ""), "6-5@6-4", "6-0@6-4");
    assert!(
        clues.contains(&Clue::Holds(tally(pip(5), 4, 2))),
        "{clues:?}"
    );
}
