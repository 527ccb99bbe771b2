//! Block, Draw and the crosses (003:3-47).

use capicu::rules::Rules;
use capicu::{Deal, DominoSet, Match, Reason, Redeal, Round};
use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::worked_examples::table::*;

fn sleeping(rules: &Rules) -> usize {
    Deal::shuffled(rules, &mut ChaCha8Rng::seed_from_u64(1))
        .boneyard()
        .len()
}

/// 003:7, 003:27: the number of tiles in the boneyard at Block.
#[test]
fn v34_sleeping_tiles() {
    for (players, asleep) in [(4, 4), (2, 12), (3, 10), (5, 3)] {
        assert_eq!(sleeping(&rules("block", players, &[])), asleep);
    }
}

/// 003:33: hands of 7, 5, 4 and 3 at Draw, and also at Cross (003:41).
#[test]
fn hands_of_draw_and_cross_have_seven_to_three_tiles() {
    for (players, hand) in [(2, 7), (3, 5), (4, 4), (5, 3)] {
        assert_eq!(rules("draw", players, &[]).hand.get(), hand);
        assert_eq!(rules("cross", players, &[]).hand.get(), hand);
    }
}

/// 003:45-47: seven each for two or three, five for more, with either large set.
#[test]
fn hands_of_the_large_crosses_have_seven_or_five_tiles() {
    for game in ["double-nine-cross", "double-twelve-cross"] {
        for (players, hand) in [(2, 7), (3, 7), (4, 5), (5, 5), (8, 5)] {
            assert_eq!(rules(game, players, &[]).hand.get(), hand);
        }
    }
}

/// 003:29: sets of 28, 55 and 91 tiles. W39: of 136 and 190.
#[test]
fn v36_sets() {
    for (set, n, len) in [
        (DominoSet::DOUBLE_SIX, 6, 28),
        (DominoSet::DOUBLE_NINE, 9, 55),
        (DominoSet::DOUBLE_TWELVE, 12, 91),
        (DominoSet::DOUBLE_FIFTEEN, 15, 136),
        (DominoSet::DOUBLE_EIGHTEEN, 18, 190),
    ] {
        assert_eq!(set.len(), len);
        assert_eq!((n + 1) * (n + 2) / 2, len);
        assert_eq!(set.tiles().len(), len);
    }
}

fn block(hands: &[&str], actions: &str) -> Round {
    let rules = rules("block", 4, &[("hand", "2")]);
    let mut round = opened(&rules, hands);
    play(&mut round, actions);
    round
}

/// 003:21-23: blocked, with 5 and 4 against 9 and 12: the difference, 12.
#[test]
fn v35_block() {
    let hands = ["6-6 4-1", "6-0 5-4", "0-0 3-1", "5-2 3-2"];
    let round = block(&hands, "6-6 6-0@6-6 0-0@6-0");
    assert_eq!(counts(&round), [5, 9, 4, 12]);
    assert_eq!(list(&outcome(&round).awards), [(0, Reason::Pips, 12)]);
}

/// 003:23: a player went out, the partner holding 4, the losers 21: 21 (B4).
#[test]
fn v35_chip_out() {
    let hands = ["6-6 6-1", "5-3 1-0", "2-0 1-1", "5-2 3-2"];
    let round = block(&hands, "6-6 pass pass pass 6-1@6-6");
    assert_eq!(counts(&round), [0, 9, 4, 12]);
    assert_eq!(list(&outcome(&round).awards), [(0, Reason::Pips, 21)]);
}

/// 003:9: the double that gives the first turn must be played; without doubles the tiles are dealt again.
#[test]
fn highest_double_opens_every_round() {
    let rules = rules("block", 2, &[("hand", "2")]);
    let game = Match::new(rules);
    let round = game
        .open(&deal(&rules, &["5-4 3-3", "6-5 4-4"]))
        .expect("a double is held");
    assert_eq!(
        (round.to_act(), legal(&round).as_str()),
        (Some(seat(1)), "4-4")
    );
    let again = game.open(&deal(&rules, &["5-4 3-2", "6-5 4-3"]));
    assert_eq!(again.err(), Some(Redeal::NoDouble));
}

/// 003:33: a player who cannot play draws from the boneyard, and passes only when it is empty.
#[test]
fn player_who_cannot_play_draws_from_the_boneyard() {
    let rules = rules("draw", 2, &[("hand", "2")]);
    let hands = ["6-6 5-5", "4-4 3-3"];
    let dealt = deal_with_boneyard(&rules, &hands, "2-1 6-1", "");
    let mut round = Match::new(rules).open(&dealt).expect("a double is held");
    play(&mut round, "6-6");
    assert_eq!(legal(&round), "draw");
    play(&mut round, "draw");
    assert_eq!(legal(&round), "draw", "2-1 does not fit");
    play(&mut round, "draw");
    assert_eq!(legal(&round), "6-1@6-6", "now there is no choice");
}

/// 003:41: the four tiles after the first double cover its four sides; then there are four ends.
#[test]
fn cross_comes_before_other_ends() {
    let rules = rules("cross", 2, &[("hand", "5")]);
    let hands = ["6-6 6-4 6-3 4-4 5-2", "6-5 6-1 5-5 4-1 3-2"];
    let mut round = opened(&rules, &hands);
    play(&mut round, "6-6 6-5@6-6");
    assert_eq!(legal(&round), "6-3@6-6 6-4@6-6");
    play(&mut round, "6-4@6-6 6-1@6-6 6-3@6-6");
    assert_eq!(legal(&round), "3-2@6-3 4-1@6-1 4-1@6-4 5-5@6-5");
}

/// 003:45, N1: a later double leaves three places, or two where only the new chains count.
#[test]
fn later_doubles_start_new_chains() {
    for (option, places) in [("three-places", 3), ("two-places", 2)] {
        let changes = [("hand", "4"), ("later-double", option)];
        let rules = rules("double-nine-cross", 2, &changes);
        let hands = ["9-9 9-1 9-2 6-5", "9-3 9-4 3-3 7-5"];
        let mut round = opened(&rules, &hands);
        play(&mut round, "9-9 9-3@9-9 9-1@9-9 9-4@9-9 9-2@9-9 3-3@9-3");
        let ends = round.board().layout().ends();
        let at_double = ends.iter().filter(|end| end.tile() == tile("3-3"));
        let open: u8 = at_double.map(|end| end.open_places()).sum();
        assert_eq!(open, places);
    }
}
