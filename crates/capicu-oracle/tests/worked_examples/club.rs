//! The tournament game of the yacht club (004).

use capicu::rules::Ends;
use capicu::{
    Action, BySeat, Deal, Layout, Match, Outcome, Reason, Round, RoundResult, Rules, Standing,
    ends_score,
};
use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::worked_examples::table::*;

fn club(changes: &[(&str, &str)], hands: &[&str]) -> Round {
    let rules = rules("club", 2, changes);
    round_of_seat_0(&rules, Standing::new(&rules), &deal(&rules, hands))
}

/// A layout after these actions.
fn layout(rules: &Rules, actions: &str) -> Layout {
    let parsed = actions.split_whitespace();
    parsed.fold(Layout::new(rules), |layout, action| {
        let action: Action = action.parse().expect("an action");
        layout.after(action, rules)
    })
}

/// 004:30: the scores of the first tiles.
#[test]
fn v22_scoring_sets() {
    for (set, points) in [("4-1", 1), ("6-4", 2), ("5-5", 2), ("5-0", 1), ("3-2", 1)] {
        let mut round = club(&[("hand", "1")], &[set, "6-6"]);
        assert_eq!(
            list(&act(&mut round, set).awards),
            [(0, Reason::Ends, points)]
        );
    }
}

/// 004:40: 1-6 against the 6 of 4-6: 4 and 1, one point.
#[test]
fn v23_the_second_tile() {
    let mut round = club(&[("hand", "2")], &["6-4 3-3", "6-1 2-2"]);
    play(&mut round, "6-4");
    assert_eq!(
        list(&act(&mut round, "6-1@6-4").awards),
        [(1, Reason::Ends, 1)]
    );
}

fn went_out(left: &str) -> Vec<(usize, Reason, u16)> {
    let mut round = club(
        &[("hand", "2"), ("draw", "never"), ("reserve", "0")],
        &["1-0 0-0", left],
    );
    play(&mut round, "1-0 pass 0-0@1-0");
    list(&outcome(&round).awards)
}

/// 004:30-32: 6-5 and 2-5 are 18, nearest 20: four points; 17 would be three.
#[test]
fn v24_going_out() {
    assert_eq!(went_out("6-5 5-2"), [(0, Reason::Pips, 4)]);
    assert_eq!(went_out("6-5 4-2"), [(0, Reason::Pips, 3)]);
}

/// 004:60: double two against double six: 8, nearest 10: two points.
#[test]
fn v25_stalemate() {
    for block_count in ["difference", "subtract-once"] {
        let changes = [
            ("hand", "2"),
            ("draw", "never"),
            ("reserve", "0"),
            ("block-count", block_count),
        ];
        let mut round = club(&changes, &["1-0 2-2", "0-0 6-6"]);
        play(&mut round, "1-0 0-0@1-0");
        assert_eq!(counts(&round), [4, 12]);
        assert_eq!(list(&outcome(&round).awards), [(0, Reason::Pips, 2)]);
    }
}

/// 004:26, 004:48: with five tiles each, eighteen are left; all but the last two can be drawn.
#[test]
fn v26_boneyard() {
    let rules = rules("club", 2, &[]);
    let hands = ["0-0 1-0 2-0 3-0 4-0", "6-6 6-5 6-4 6-3 6-2"];
    let dealt = deal_with_boneyard(&rules, &hands, "", "5-0 6-0");
    assert_eq!(dealt.boneyard().len(), 18);
    let mut round = round_of_seat_0(&rules, Standing::new(&rules), &dealt);
    play(&mut round, "0-0");
    for _ in 0..16 {
        assert_eq!(legal(&round), "draw");
        act(&mut round, "draw");
    }
    assert_eq!(legal(&round), "pass");
}

/// 004:137: after 3-2 is led no reply scores; none of the other 28 tiles has that property.
#[test]
fn v27_bankers_set() {
    let rules = rules("club", 2, &[]);
    let scoreless: Vec<String> = (rules.tiles().into_iter())
        .filter(|set| {
            let set = *set;
            let laid = layout(&rules, &set.to_string());
            !(rules.tiles().into_iter()).any(|tile| {
                let reply = Action::Play { tile, on: set };
                let after = laid.after(reply, &rules);
                after != laid && ends_score(after.total(), Ends::Fives) > 0
            })
        })
        .map(|set| set.to_string())
        .collect();
    assert_eq!(scoreless, ["3-2"]);
}

/// 004:103: 6-1 adds five when played on a one, and takes five away when played on a six.
#[test]
fn v28_nugget() {
    let rules = rules("club", 2, &[]);
    let total = |actions| layout(&rules, actions).total();
    assert_eq!(total("4-1 6-1@4-1"), total("4-1") + 5);
    assert_eq!(total("6-4 6-1@6-4"), total("6-4") - 5);
}

/// 004:90: with a total of 13, two more or three less score.
#[test]
fn v29_thirteen() {
    let scoring = (0..=26).filter(|total| ends_score(*total, Ends::Fives) > 0);
    let near: Vec<u16> = scoring.filter(|total| total.abs_diff(13) <= 3).collect();
    assert_eq!(near, [13 - 3, 13 + 2]);
}

/// The last round of a match that ends with exactly these scores.
fn match_to(target: [u16; 2]) -> RoundResult {
    let mut game = Match::new(rules("club", 2, &[]));
    loop {
        let need = |scores: &[u16]| [0, 1].map(|side| target[side].saturating_sub(scores[side]));
        let before = need(game.standing().scores.as_slice());
        let last = before.iter().all(|points| *points <= 12);
        let wanted = |_: &Outcome, scores: &[u16]| {
            let after = need(scores);
            if last {
                scores == target
            } else {
                after.iter().max() < before.iter().max() && after.iter().all(|points| *points >= 3)
            }
        };
        let result = next_round(&mut game, wanted);
        if last {
            return result;
        }
    }
}

/// 004:32, 004:56: 61-55 wins. If both exceed 61, the higher score wins, and with equal scores play continues. 30 is a
/// skunk and 31 is not.
#[test]
fn v30_end_of_the_match() {
    for (target, winner, skunk) in [
        ([61, 55], Some(0), false),
        ([62, 64], Some(1), false),
        ([63, 63], None, false),
        ([61, 30], Some(0), true),
        ([31, 61], Some(1), false),
    ] {
        let result = match_to(target);
        assert_eq!(scores(&result), target);
        let end = result.result;
        assert_eq!(end.map(|end| end.winner.index()), winner, "{target:?}");
        let skunked = end.is_some_and(|end| end.skunked.iter().any(|skunked| *skunked));
        assert_eq!(skunked, skunk, "{target:?}");
        // S5: a skunk is one match, or two where players agreed that.
        let counts = ["noted", "counts-double"].map(|value| {
            let rules = rules("club", 2, &[("skunk", value)]);
            end.map(|end| end.matches(&rules))
        });
        let once = end.map(|_| 1);
        assert_eq!(counts, [once, if skunk { Some(2) } else { once }]);
    }
}

/// 004:44: 5-5 led, 5-0 on its side, 5-3 opposite, 5-2 on an end: 2, 2, 0, 1.
#[test]
fn v31_crossing_the_t() {
    let mut round = club(&[("hand", "3")], &["5-5 5-3 1-0", "5-0 5-2 2-1"]);
    assert_eq!(list(&play(&mut round, "5-5")), [(0, Reason::Ends, 2)]);
    assert_eq!(list(&play(&mut round, "5-0@5-5")), [(1, Reason::Ends, 2)]);
    assert_eq!(list(&play(&mut round, "5-3@5-5")), []);
    let total = round.board().layout().total();
    assert_eq!(total, 3, "the crossed double counts no more");
    assert_eq!(list(&play(&mut round, "5-2@5-5")), [(1, Reason::Ends, 1)]);
}

/// 004:22, 004:26: the lead alternates after every round, even after a block that nobody won.
#[test]
fn lead_alternates_after_every_round() {
    let rules = rules("club", 2, &[]);
    let mut game = Match::new(rules);
    let mut setters = Vec::new();
    for number in 0..6 {
        let mut rng = ChaCha8Rng::seed_from_u64(100 + number);
        let dealt = Deal::shuffled(&rules, &mut rng);
        if number > 0 {
            setters.push(game.opening(&dealt).expect("somebody sets").seat.index());
        }
        next_round(&mut game, |outcome, _| {
            (outcome.winner.is_none()) == (number == 2)
        });
    }
    let other = 1 - setters[0];
    assert_eq!(setters, [setters[0], other, setters[0], other, setters[0]]);
}

/// 004:22: of three, the two who tied draw again, without the third (S1).
#[test]
fn only_tied_seats_draw_again() {
    let rules = rules("club", 2, &[("players", "3")]);
    let mut game = Match::new(rules);
    let mut turned = |tiles: [Option<&str>; 3]| {
        let tiles = tiles.map(|text| text.map(tile));
        let named = game.draw_for_set(&BySeat::from_slice(&tiles).expect("three seats"));
        (named, game.drawing().as_slice().to_vec())
    };
    assert_eq!(
        turned([Some("5-5"), Some("3-2"), Some("6-4")]),
        (false, vec![true, false, true])
    );
    assert_eq!(
        turned([Some("3-0"), None, Some("2-1")]),
        (false, vec![true, false, true])
    );
    assert_eq!(
        turned([Some("0-0"), None, Some("1-0")]),
        (true, vec![false, false, true])
    );
    assert_eq!(game.setter(), Some(seat(2)));
}

/// 004:22, 004:149: the highest tile leads; 5-5 and 6-4 are equal and both draw again (S1).
#[test]
fn highest_tile_drawn_for_the_set_leads() {
    let rules = rules("club", 2, &[]);
    let mut game = Match::new(rules);
    let turned =
        |a: &str, b: &str| BySeat::from_slice(&[tile(a), tile(b)].map(Some)).expect("two seats");
    assert!(!game.draw_for_set(&turned("5-5", "6-4")));
    assert_eq!(game.setter(), None);
    assert!(game.draw_for_set(&turned("5-4", "6-4")));
    assert_eq!(game.setter(), Some(seat(1)));
}

/// 004:86, S17: B opens the only round of a match; the next match has a draw for the set, or A opens it.
#[test]
fn v32_the_next_match() {
    for (value, drawn_for) in [("draw", true), ("goes-on", false)] {
        let changes = [
            ("hand", "1"),
            ("target", "1"),
            ("skunk", "off"),
            ("next-match-opener", value),
        ];
        let rules = rules("club", 2, &changes);
        let mut game = Match::new(rules);
        let tiles = ["1-0", "6-5"].map(|text| Some(tile(text)));
        assert!(game.draw_for_set(&BySeat::from_slice(&tiles).expect("two seats")));
        let deal = deal(&rules, &["6-6", "4-1"]);
        let mut round = game.open(&deal).expect("any deal will do");
        play(&mut round, "4-1");
        game.finish(&round);
        assert!(game.result().is_some());
        let next = game.again();
        assert_eq!(next.needs_draw_for_set(), drawn_for);
        assert_eq!(next.standing(), &Standing::new(&rules));
        if !drawn_for {
            assert_eq!(next.opening(&deal).expect("any deal will do").seat, seat(0));
        }
    }
}

/// W27: the draw names B for the first match; C opens the second, and A the third.
#[test]
fn opening_of_matches_goes_round_the_table() {
    let changes = [
        ("players", "3"),
        ("hand", "1"),
        ("target", "1"),
        ("skunk", "off"),
        ("next-match-opener", "next-seat"),
    ];
    let rules = rules("club", 2, &changes);
    let mut game = Match::new(rules);
    let tiles = ["1-0", "6-5", "2-1"].map(|text| Some(tile(text)));
    assert!(game.draw_for_set(&BySeat::from_slice(&tiles).expect("three seats")));
    for opener in [1, 2, 0] {
        assert!(!game.needs_draw_for_set());
        let deal = deal(&rules, &["6-6", "4-1", "5-3"]);
        let mut round = game.open(&deal).expect("any deal will do");
        assert_eq!(round.to_act(), Some(seat(opener)));
        play(&mut round, ["6-6", "4-1", "5-3"][usize::from(opener)]);
        game.finish(&round);
        assert!(game.result().is_some());
        game = game.again();
    }
}
