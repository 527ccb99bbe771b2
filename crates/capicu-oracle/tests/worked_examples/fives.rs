//! All Fives, and Fives and Threes (003:49-69).

use capicu::rules::Ends;
use capicu::{Reason, Round, Standing, ends_score};

use crate::worked_examples::table::*;

fn two(hands: &[&str]) -> Round {
    let rules = rules("all-fives", 2, &[("hand", "3")]);
    round_of_seat_0(&rules, Standing::new(&rules), &deal(&rules, hands))
}

/// 003:53: 3 at one end, 6 at the other, double six played: 15.
#[test]
fn v17_three_and_double_six() {
    let mut round = two(&["6-3 1-0 2-0", "6-6 1-1 2-2"]);
    assert!(play(&mut round, "6-3").is_empty(), "nine");
    let made = play(&mut round, "6-6@6-3");
    assert_eq!(list(&made), [(1, Reason::Ends, 15)]);
}

/// 003:53: double five at one end, blank at the other, double blank played: 10.
#[test]
fn v18_double_five_and_double_blank() {
    let mut round = two(&["5-0 0-0 2-1", "5-5 1-1 2-2"]);
    assert_eq!(list(&play(&mut round, "5-0")), [(0, Reason::Ends, 5)]);
    assert_eq!(list(&play(&mut round, "5-5@5-0")), [(1, Reason::Ends, 10)]);
    assert_eq!(list(&play(&mut round, "0-0@5-0")), [(0, Reason::Ends, 10)]);
}

/// A5: a lone double counts once, 5-5 is 10, and still 10 with the blank of 5-0 next to it.
#[test]
fn lone_double_counts_once() {
    let mut round = two(&["5-5 1-1 2-2", "5-0 3-3 2-1"]);
    assert_eq!(list(&play(&mut round, "5-5")), [(0, Reason::Ends, 10)]);
    assert_eq!(list(&play(&mut round, "5-0@5-5")), [(1, Reason::Ends, 10)]);
}

/// The block of 003:57: the winner is left with 3, the losers with 6, 5 and 11.
fn blocked(game: &str, changes: &[(&str, &str)]) -> Round {
    let small = [("hand", "2"), ("draw", "never"), ("reserve", "0")];
    let all: Vec<(&str, &str)> = small.iter().chain(changes).copied().collect();
    let rules = rules(game, 4, &all);
    let hands = ["3-3 2-1", "3-0 5-1", "0-0 4-1", "5-2 2-2"];
    let mut round = opened(&rules, &hands);
    play(&mut round, "3-3 3-0@3-3 0-0@3-0");
    assert_eq!(counts(&round), [3, 6, 5, 11]);
    round
}

/// 003:57-63: 8, 3 and 2, rounded one by one: 10 and 5 and 0.
#[test]
fn v19_rounded_for_each_loser() {
    let round = blocked("all-fives", &[]);
    assert_eq!(list(&outcome(&round).awards), [(0, Reason::Pips, 15)]);
}

/// 003:69: point for point, 13; 19 where the winner's count is subtracted once (B5).
#[test]
fn v20_point_for_point() {
    let round = blocked("fives-and-threes", &[]);
    assert_eq!(list(&outcome(&round).awards), [(0, Reason::Pips, 13)]);
    let round = blocked("fives-and-threes", &[("block-count", "subtract-once")]);
    assert_eq!(list(&outcome(&round).awards), [(0, Reason::Pips, 19)]);
}

/// 003:69: 6 scores 6, 10 scores 10, 15 scores 15; 7 scores nothing, 9 and 12 themselves (T1).
#[test]
fn v21_fives_and_threes() {
    for (total, points) in [
        (6, 6),
        (10, 10),
        (15, 15),
        (7, 0),
        (9, 9),
        (12, 12),
        (0, 0),
        (30, 30),
    ] {
        assert_eq!(ends_score(total, Ends::FivesAndThrees), points, "{total}");
    }
}

/// T1: the other ways of counting.
#[test]
fn v21_other_countings() {
    for (total, points) in [(15, 8), (12, 4), (20, 4), (7, 0)] {
        assert_eq!(ends_score(total, Ends::EachMultiple), points, "{total}");
    }
    for (total, points) in [(15, 30), (30, 60), (9, 9), (10, 10)] {
        assert_eq!(ends_score(total, Ends::TotalForEach), points, "{total}");
    }
}

/// 003:55, A4: while three tiles are in the boneyard, a player who cannot play draws one instead. The last two are
/// never drawn.
#[test]
fn player_who_cannot_play_draws_one_tile_instead() {
    let rules = rules("all-fives", 2, &[("hand", "12")]);
    let blanks = "0-0 1-0 2-0 3-0 4-0 5-0 6-0 6-6 6-5 6-4 6-3 6-2";
    let others = "1-1 2-1 2-2 3-1 3-2 3-3 4-1 4-2 4-3 4-4 5-1 5-2";
    let dealt = deal_with_boneyard(&rules, &[blanks, others], "5-3 5-4", "6-1 5-5");
    let mut round = round_of_seat_0(&rules, Standing::new(&rules), &dealt);
    play(&mut round, "0-0");
    assert_eq!(legal(&round), "draw", "four are left");
    play(&mut round, "draw 6-0@0-0");
    assert_eq!(
        legal(&round),
        "draw",
        "three are left, and the turn had ended"
    );
    play(&mut round, "draw 6-6@6-0");
    assert_eq!(legal(&round), "pass", "the last two stay");
}
