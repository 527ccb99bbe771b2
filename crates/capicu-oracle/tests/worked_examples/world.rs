//! House rules of the world at their limits (W22, W25, W26).

use capicu::{Board, Match, Reason, Standing};

use crate::worked_examples::table::*;

/// Twelve seats block a round in which everybody but the heaviest scores and all losers pay for their own tiles.
#[test]
fn largest_table_has_room_for_every_award_of_a_block() {
    let changes = [
        ("set", "double-twelve"),
        ("players", "12"),
        ("hand", "2"),
        ("block-count", "each-heavier"),
        ("own-tiles", "taken-off"),
        ("blocker-bonus", "5"),
        ("block-bonus", "5"),
        ("first-game", "5"),
    ];
    let rules = rules("block", 2, &changes);
    let others: Vec<String> = (1..12).map(|n| format!("{n}-{n} {n}-0")).collect();
    let hands: Vec<&str> = ["12-12 0-0"]
        .into_iter()
        .chain(others.iter().map(String::as_str))
        .collect();
    let standing = Standing::new(&rules);
    let mut round = round_of_seat_0(&rules, standing, &deal(&rules, &hands));
    play(&mut round, "12-12");
    let awards = list(&outcome(&round).awards);
    // Seat n holds 3n pips. The winner has none: 3 * (1 + 2 + ... + 11).
    assert!(awards.contains(&(0, Reason::Pips, 198)));
    assert!(awards.contains(&(10, Reason::Pips, 3)));
    assert!(awards.contains(&(11, Reason::OwnTiles, 33)));
    // Three of the winner, ten lighter sides, eleven for their tiles, and the blocker.
    assert_eq!(awards.len(), 3 + 10 + 11 + 1);
    assert_eq!(Match::new(rules).finish(&round).scores.as_slice()[0], 213);
}

/// W26: a caller chooses among the sums that equal ends can have.
#[test]
fn sums_of_equal_ends_are_the_prices_or_the_totals() {
    let equal = rules("draw", 2, &[("ends", "equal"), ("equal-ends-double", "7")]);
    assert_eq!(Board::sums(&equal), [2, 7]);
    let total = rules(
        "draw",
        2,
        &[
            ("ends", "equal-total"),
            ("set", "double-three"),
            ("hand", "3"),
        ],
    );
    // Twice or three times one, two or three.
    assert_eq!(Board::sums(&total), [2, 3, 4, 6, 9]);
}
