//! Cien and Doscientos (002).

use capicu::{Match, Reason, Round, Rules, Standing};

use crate::worked_examples::table::*;

fn four(changes: &[(&str, &str)]) -> Rules {
    let all: Vec<(&str, &str)> = [("hand", "2")].iter().chain(changes).copied().collect();
    rules("cien", 4, &all)
}

/// A game of the match with this number, from 0, opened by A with any tile.
fn game(number: u16, hands: &[&str]) -> Round {
    let rules = four(&[]);
    let mut standing = Standing::new(&rules);
    standing.decided = number;
    standing.round = number;
    round_of_seat_0(&rules, standing, &deal(&rules, hands))
}

/// 002:39, PR5: A plays, B passes: ten to A and C; C passes free; D passes: ten again.
#[test]
fn v32_paso() {
    let hands = ["6-6 6-5", "4-3 4-2", "3-2 3-1", "2-1 2-2"];
    let mut round = Match::new(four(&[]))
        .open(&deal(&four(&[]), &hands))
        .expect("6-6 is held");
    assert!(play(&mut round, "6-6").is_empty());
    let ten = [(0, Reason::Paso, 10)];
    assert_eq!(list(&act(&mut round, "pass").awards), ten);
    assert!(
        act(&mut round, "pass").awards.is_empty(),
        "the pass is free for the partner"
    );
    assert_eq!(list(&act(&mut round, "pass").awards), ten);
}

/// 002:39, the other reading of PR5: one paso for each tile.
#[test]
fn v32_paso_once_a_tile() {
    let rules = four(&[("paso-when", "once-per-tile")]);
    let hands = ["6-6 6-5", "4-3 4-2", "3-2 3-1", "2-1 2-2"];
    let mut round = Match::new(rules)
        .open(&deal(&rules, &hands))
        .expect("6-6 is held");
    assert_eq!(play(&mut round, "6-6 pass pass pass").len(), 1);
}

/// 002:42, 002:44, 002:51: game one ended by a capicú: 12 and 10 and 10, 20 and 20: 72.
#[test]
fn v33_first_game_with_capicu() {
    // Both ends show one (PR10: they may be equal).
    let mut round = game(0, &["1-1 1-0", "6-2 2-2", "5-5 0-0", "4-2 4-0"]);
    play(&mut round, "1-1 pass pass pass 1-0@1-1");
    assert_eq!(counts(&round), [0, 12, 10, 10]);
    let awards = [
        (0, Reason::Pips, 32),
        (0, Reason::FirstGame, 20),
        (0, Reason::Capicu, 20),
    ];
    assert_eq!(list(&outcome(&round).awards), awards);
}

/// 002:43, 002:45: game two ended by a chuchazo: 32 and 10 and 20: 62.
#[test]
fn v33_second_game_with_chuchazo() {
    let mut round = game(1, &["3-0 0-0", "5-5 1-1", "4-2 2-2", "6-1 2-1"]);
    play(&mut round, "3-0 pass pass pass 0-0@3-0");
    let awards = [
        (0, Reason::Pips, 32),
        (0, Reason::SecondGame, 10),
        (0, Reason::Chuchazo, 20),
    ];
    assert_eq!(list(&outcome(&round).awards), awards);
}

/// 002:51: game three with nothing special: 32.
#[test]
fn v33_third_game() {
    let mut round = game(2, &["3-0 6-3", "5-5 1-1", "4-2 2-2", "6-1 2-1"]);
    play(&mut round, "3-0 pass pass pass 6-3@3-0");
    assert_eq!(list(&outcome(&round).awards), [(0, Reason::Pips, 32)]);
}

/// 002:51: in a blocked round the lightest side takes all pips, its own included.
#[test]
fn blocked_round_pays_all_hands() {
    let mut round = game(2, &["6-6 1-1", "6-4 5-5", "4-4 2-1", "4-0 5-3"]);
    play(&mut round, "6-6 6-4@6-6 4-4@6-4 4-0@4-4");
    assert_eq!(counts(&round), [2, 10, 3, 8]);
    assert_eq!(winner(&round), Some(0));
    assert_eq!(list(&outcome(&round).awards), [(0, Reason::Pips, 23)]);
}

/// 002:44, 002:57: a double that fits both ends is no capicú.
#[test]
fn double_is_no_capicu() {
    let mut round = game(2, &["1-0 0-0", "6-2 2-2", "5-5 4-4", "4-2 4-3"]);
    play(&mut round, "1-0 pass pass pass 0-0@1-0");
    let awards = list(&outcome(&round).awards);
    assert!(awards.iter().all(|award| award.1 != Reason::Capicu));
}

/// 002:30-31: with two or three players the highest double opens where 6-6 is in the boneyard.
#[test]
fn highest_double_opens_if_double_six_is_in_the_boneyard() {
    let rules = rules("cien", 2, &[("hand", "3")]);
    let hands = ["6-5 3-3 1-0", "4-4 6-4 5-0"];
    let round = opened(&rules, &hands);
    assert_eq!(round.to_act(), Some(seat(1)));
    assert_eq!(legal(&round), "4-4");
}

/// 002:11, 002:51, PR12: the round that ends the match is written down whole.
#[test]
fn bonuses_count_past_the_target() {
    let rules = four(&[("target", "50")]);
    let hands = ["6-6 6-0", "5-5 1-1", "4-2 2-2", "5-1 3-1"];
    let mut game = Match::new(rules);
    let mut round = game.open(&deal(&rules, &hands)).expect("6-6 is held");
    // Two pasos, then pips 12, 10 and 10, the first game and a capicú.
    play(&mut round, "6-6 pass pass pass 6-0@6-6");
    let result = game.finish(&round);
    assert_eq!(scores(&result), [20 + 32 + 20 + 20, 0]);
    assert!(result.result.is_some());
}
