//! Faults of points for boards, percentages and directions.

use capicu_event::{AdjustedBoard, Average, Scoring, TieBreak};

use super::formats::{found_in, of, opened, round, standings_found};
use super::*;

/// Seven pairs meet all others, with two boards a round.
#[test]
fn matchpoints_that_do_not_sum_to_100_are_found() {
    let margins = vec![Some(2), Some(-1)];
    let mut event = opened(of("duplicate"), 8);
    for _ in 0..2 {
        round(
            &mut event,
            &Outcome::Boards {
                margins: margins.clone(),
                adjusted: Vec::new(),
            },
        );
    }
    let wrong = standings_found(&event, |told| told[0].keys[0] += 1);
    assert!(wrong.contains("I12"), "{wrong:?}");
}

/// A round of two boards: the first has artificial scores for both sides.
fn adjusted(sides: [Average; 2]) -> Outcome {
    Outcome::Boards {
        margins: vec![None, Some(1)],
        adjusted: vec![AdjustedBoard { board: 0, sides }],
    }
}

/// Eight pairs in a Howell: each set is at one table so far, so a board has 2 points. Board 2 brings 1 of them, and board
/// 1 brings 60 %: 1.2, rounded to 14 twelfths. The sum is 26 of 48 twelfths, 54 1/6 % or 650 twelfths. With 61 %, 1.22 is
/// rounded to 15 twelfths: 27 of 48 are 675.
#[test]
fn average_plus_of_61_percent_is_found() {
    let mut event = opened(of("duplicate"), 8);
    round(&mut event, &adjusted([Average::Plus, Average::Minus]));
    let wrong = standings_found(&event, |told| {
        let plus = told.iter_mut().filter(|one| one.keys[0] == 650);
        assert_eq!(plus.map(|one| one.keys[0] = 675).count(), 4);
    });
    assert!(wrong.contains("I12"), "{wrong:?}");
}

/// Average plus is 3 IMPs: with the six boards of a round, no key is a part of an IMP.
#[test]
fn average_plus_of_4_imps_is_found() {
    let mut event = opened(of("duplicate-swiss"), 4);
    let duplicate = event.state().stages[0].rules.duplicate.unwrap();
    assert_eq!(duplicate.scoring, Scoring::Imps);
    let sides = [Average::Plus, Average::Minus];
    let mut margins = vec![Some(20); duplicate.boards.into()];
    margins[0] = None;
    let outcome = Outcome::Boards {
        margins,
        adjusted: vec![AdjustedBoard { board: 0, sides }],
    };
    round(&mut event, &outcome);
    let wrong = standings_found(&event, |told| {
        let plus = told.iter_mut().filter(|one| one.keys[0] == 3 * 12);
        assert_eq!(plus.map(|one| one.keys[0] += 12).count(), 2);
    });
    assert!(wrong.contains("I12"), "{wrong:?}");
}

/// Five tables, so ten pairs: nobody changes direction.
#[test]
fn exchanged_direction_with_two_winners_is_found() {
    let mut event = opened(of("duplicate-two-winners"), 10);
    event.send(Command::Draft(Consent::Given));
    let wrong = found_in(&event, |pairing| pairing.meetings[0].sides.reverse());
    assert!(wrong.contains("I12"), "{wrong:?}");
    event.send(Command::Publish);
    for meeting in 1..=5 {
        let outcome = Outcome::Boards {
            margins: vec![Some(1), Some(2)],
            adjusted: Vec::new(),
        };
        let reason = "seen".into();
        event.send(Command::Rule {
            meeting,
            outcome,
            reason,
        });
    }
    // One list for both directions: the winner of the second has place 6.
    let wrong = standings_found(&event, |told| {
        let second = told[0].direction;
        let others = told.iter_mut().filter(|one| one.direction != second);
        assert_eq!(others.map(|one| one.place += 5).count(), 5);
    });
    assert!(wrong.contains("I7"), "{wrong:?}");
}

/// Seven pairs, so one has a bye. A percentage that counts the bye, as 50 %, is found.
#[test]
fn percentage_with_a_bye_is_found() {
    let mut preset = of("duplicate");
    preset.stages[0].standings.insert(0, TieBreak::Percentage);
    let mut event = opened(preset, 7);
    round(&mut event, &adjusted([Average::Even; 2]));
    let bye = event.state().stages[0].rounds[0].pairing.byes[0].entry;
    let wrong = standings_found(&event, |told| {
        let of_bye = told.iter_mut().find(|one| one.entry == bye).unwrap();
        assert_eq!(of_bye.keys[0], 0);
        of_bye.keys[0] = 600;
    });
    assert!(wrong.contains("I7"), "{wrong:?}");
}
