//! Jamaican Partner, Cut Throat and Chiva (000:11-57, 001:8-65, 001:100-102).

use capicu::{Deal, Duty, Ended, Match, Outcome, Reason, Round, Rules, ScoreTurn};
use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::worked_examples::table::*;

const PARTNERS: &str = "jamaican-partner";

fn partners(changes: &[(&str, &str)]) -> Rules {
    rules(PARTNERS, 4, changes)
}

fn with_hands_of(n: &'static str, changes: &[(&str, &str)]) -> Rules {
    let all: Vec<(&str, &str)> = [("hand", n)].iter().chain(changes).copied().collect();
    partners(&all)
}

/// A round that is blocked with one tile left in each hand: 6-6, 6-4, 4-4 and 4-x are laid, so the ends show six and x,
/// and nobody holds either.
fn blocked_with(changes: &[(&str, &str)], left: [&str; 4]) -> Round {
    let x = ["3", "0"]
        .into_iter()
        .find(|end| !left.iter().any(|hand| hand.contains(end)))
        .expect("three or blank is in no hand");
    let last = format!("4-{x}");
    let laid = ["6-6", "6-4", "4-4", &last];
    let hands: Vec<String> = (laid.iter().zip(left))
        .map(|(laid, left)| format!("{laid} {left}"))
        .collect();
    let hands: Vec<&str> = hands.iter().map(String::as_str).collect();
    let rules = with_hands_of("2", changes);
    let mut round = Match::new(rules)
        .open(&deal(&rules, &hands))
        .expect("6-6 is held");
    play(&mut round, &format!("6-6 6-4@6-6 4-4@6-4 {last}@4-4"));
    assert_eq!(outcome(&round).ended, Ended::Blocked(Some(seat(3))));
    round
}

/// The hands of 001:36: N lays one tile, E and S two each, W one.
fn block_of_the_newer_text(changes: &[(&str, &str)]) -> Round {
    let rules = with_hands_of("3", changes);
    let hands = ["6-6 5-5 5-3", "6-4 4-0 2-2", "4-4 0-0 1-1", "6-0 5-2 3-2"];
    let mut round = Match::new(rules)
        .open(&deal(&rules, &hands))
        .expect("6-6 is held");
    play(
        &mut round,
        "6-6 6-4@6-6 4-4@6-4 6-0@6-6 pass 4-0@4-4 0-0@4-0",
    );
    assert_eq!(counts(&round), [18, 4, 2, 12]);
    round
}

/// 000:34: North-South win because of South's 1-1, with 12 spots in all against 10.
#[test]
fn v1_block_of_the_older_text() {
    let round = blocked_with(&[], ["5-5", "2-2", "1-1", "5-1"]);
    assert_eq!(counts(&round), [10, 4, 2, 6]);
    assert_eq!(winner(&round), Some(2));
    assert_eq!(list(&outcome(&round).awards), [(0, Reason::Game, 1)]);
}

/// 001:36: North-South win because of South's 1-1, with 20 spots in all against 16.
#[test]
fn v2_block_of_the_newer_text() {
    let round = block_of_the_newer_text(&[]);
    assert_eq!(winner(&round), Some(2));
    assert_eq!(list(&outcome(&round).awards), [(0, Reason::Game, 1)]);
}

/// 001:100, J12: with the same hands, East-West win where pairs are compared.
#[test]
fn v3_blocks_decided_by_pairs() {
    let by_pairs = [("block-winner", "lightest-team")];
    let round = blocked_with(&by_pairs, ["5-5", "2-2", "1-1", "5-1"]);
    assert_eq!(winner(&round), Some(1), "10 is less than 12");
    let round = block_of_the_newer_text(&by_pairs);
    assert_eq!(winner(&round), Some(1), "16 is less than 20");
}

/// 000:35, 001:37: two opponents with the fewest spots tie, whatever the others hold.
#[test]
fn v4_opponents_tie() {
    let round = blocked_with(&[], ["1-1", "2-0", "5-5", "5-1"]);
    assert_eq!(counts(&round), [2, 2, 10, 6]);
    assert_eq!(winner(&round), None);
    assert!(outcome(&round).awards.is_empty());
}

/// J5: partners who share the fewest spots win.
#[test]
fn v4_partners_on_the_same_count_win() {
    let round = blocked_with(&[], ["1-1", "2-2", "2-0", "5-1"]);
    assert_eq!(counts(&round), [2, 4, 2, 6]);
    assert_eq!(list(&outcome(&round).awards), [(0, Reason::Game, 1)]);
}

/// J5: three with the fewest spots tie. The double-six set has only two tiles of two spots, so the test uses six.
#[test]
fn v4_three_on_the_same_count_tie() {
    let round = blocked_with(&[], ["5-1", "3-3", "4-2", "5-5"]);
    assert_eq!(counts(&round), [6, 6, 6, 10]);
    assert_eq!(winner(&round), None);
}

/// 001:51: from 0-0 one, two or three ties, and then a win: 2-0, 3-0, 4-0.
#[test]
fn v5_stakes_from_love() {
    let rules = partners(&[("stakes", "rising")]);
    for ties in 1..=3 {
        let mut game = Match::new(rules);
        for _ in 0..ties {
            next_round(&mut game, tied);
            assert_eq!(game.standing().scores.as_slice(), [0, 0]);
        }
        let result = next_round(&mut game, won_by(&rules, 0));
        let awards = [(0, Reason::Game, 1), (0, Reason::Stake, ties)];
        assert_eq!(list(&result.outcome.awards), awards);
        assert_eq!(scores(&result), [1 + ties, 0]);
    }
}

/// A match in which this side won this number of rounds and nothing else happened.
fn led_by(rules: &Rules, side: usize, rounds: usize) -> Match {
    let mut game = Match::new(*rules);
    for _ in 0..rounds {
        next_round(&mut game, won_by(rules, side));
    }
    game
}

/// 000:41-43, 001:51: at 3-0 a round is tied. The leaders win the replay and have 5-0, or lose it and it is 0-0. They
/// lead the replay, with any tile.
#[test]
fn v6_stakes_with_a_leader() {
    let rules = partners(&[("stakes", "rising")]);
    let mut game = led_by(&rules, 1, 3);
    next_round(&mut game, tied);
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let opening = game
        .opening(&Deal::shuffled(&rules, &mut rng))
        .expect("the leaders can open");
    assert_eq!(rules.side(opening.seat).index(), 1);
    assert_eq!(opening.duty, Duty::Any);
    let mut other = game.clone();
    assert_eq!(
        scores(&next_round(&mut game, won_by(&rules, 1))),
        [0, 5],
        "3 and 1 for the replay and 1 for the tie"
    );
    let lost = next_round(&mut other, won_by(&rules, 0));
    assert_eq!(scores(&lost), [0, 0]);
    assert_eq!(lost.turn, Some(ScoreTurn::Reset));
}

/// 001:49: at 1-0 the others win: 1-1. The winner of the play-off has 2-0 and leads.
#[test]
fn v7_play_off() {
    let rules = partners(&[("one-all", "play-off")]);
    let mut game = led_by(&rules, 0, 1);
    let caught_up = next_round(&mut game, won_by(&rules, 1));
    assert_eq!(scores(&caught_up), [1, 1]);
    assert_eq!(caught_up.turn, Some(ScoreTurn::OneAll));
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let dealt = Deal::shuffled(&rules, &mut rng);
    let duty = game.opening(&dealt).expect("6-6 is held").duty;
    assert_eq!(duty, Duty::Tile(tile("6-6")), "J3");
    let won = next_round(&mut game, won_by(&rules, 1));
    assert_eq!(scores(&won), [0, 2]);
    assert_eq!(won.turn, Some(ScoreTurn::TwoLove));
    let next = game.opening(&dealt).expect("the winners can open");
    assert_eq!(rules.side(next.seat).index(), 1);
}

/// 001:44: at 5-0 the others win: 0-0, not 0-1, and 6-6 is led.
#[test]
fn v8_reset() {
    let rules = partners(&[]);
    let mut game = led_by(&rules, 0, 5);
    let lost = next_round(&mut game, won_by(&rules, 1));
    assert_eq!(scores(&lost), [0, 0]);
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let opening = game.opening(&Deal::shuffled(&rules, &mut rng));
    assert_eq!(opening.expect("6-6 is held").duty, Duty::Tile(tile("6-6")));
}

/// A small Jamaican game with only these tiles.
fn with_only(hands: &[&str]) -> Round {
    let rules = only(&with_hands_of("2", &[]), hands);
    Match::new(rules)
        .open(&deal(&rules, hands))
        .expect("a hand with 6-6")
}

/// 001:29, 001:42: the ends are 6 and 2, and 6-2 is the only tile left of both numbers.
#[test]
fn v9_key_tile() {
    let mut round = with_only(&["6-6 6-2", "6-3 5-1", "3-2 4-4", "5-5 5-4"]);
    play(&mut round, "6-6 6-3@6-6 3-2@6-3 pass 6-2@6-6");
    let awards = [(0, Reason::Game, 1), (0, Reason::KeyTile, 1)];
    assert_eq!(list(&outcome(&round).awards), awards);
    let last = outcome(&round).last.expect("N went out");
    assert!(last.key && last.fits_every_end && last.ends_differ);
}

/// J6: the same play with another six in the boneyard makes two points for nobody.
#[test]
fn v9_no_key_tile_while_another_would_fit() {
    let hands = ["6-6 6-2", "6-3 5-1", "3-2 4-4", "5-5 5-4"];
    let rules = with_hands_of("2", &[]);
    let mut round = Match::new(rules)
        .open(&deal(&rules, &hands))
        .expect("6-6 is held");
    play(&mut round, "6-6 6-3@6-6 3-2@6-3 pass 6-2@6-6");
    assert_eq!(list(&outcome(&round).awards), [(0, Reason::Game, 1)]);
}

/// V9 in a match: 4-0 becomes 6-0 and the match is won; J9: 5-0 becomes 7-0.
#[test]
fn v9_key_tile_ends_the_match() {
    let rules = partners(&[]);
    let key = |outcome: &Outcome, _: &[u16]| {
        outcome
            .awards
            .iter()
            .any(|award| award.why == Reason::KeyTile)
            && outcome
                .winner
                .is_some_and(|seat| rules.side(seat).index() == 1)
    };
    for before in [4, 5] {
        let mut game = led_by(&rules, 1, before);
        let result = next_round(&mut game, key);
        assert_eq!(scores(&result), [0, before as u16 + 2]);
        let end = result.result.expect("six love");
        assert_eq!(end.winner.index(), 1);
        assert_eq!(end.losers.as_slice(), [true, false]);
    }
}

/// 001:42: the last three is 3-3 and both ends show 3: one point only.
#[test]
fn v10_a_double_is_no_key_tile() {
    let mut round = with_only(&["6-6 3-3", "6-3 1-1", "6-5 2-2", "5-3 4-4"]);
    play(&mut round, "6-6 6-3@6-6 6-5@6-6 5-3@6-5 3-3@6-3");
    assert_eq!(list(&outcome(&round).awards), [(0, Reason::Game, 1)]);
    assert!(!outcome(&round).last.expect("N went out").key);
}

/// 000:51-53, 001:59-61: two get 14 tiles each, three 9 without the double blank, four 7.
#[test]
fn v11_deals_of_cut_throat() {
    for (players, hand, all) in [(2, 14, 28), (3, 9, 27), (4, 7, 28)] {
        let rules = rules("cut-throat", players, &[]);
        assert_eq!(rules.tiles().len(), all);
        assert_eq!(rules.tiles().contains(tile("0-0")), players != 3);
        let dealt = Deal::shuffled(&rules, &mut ChaCha8Rng::seed_from_u64(1));
        assert!(dealt.hands().iter().all(|held| held.len() == hand));
        assert!(dealt.boneyard().is_empty());
    }
}

/// 001:59: players may agree that two get 7 each and draw the rest when needed (C2).
#[test]
fn v11_two_may_draw() {
    let changes = [("hand", "7"), ("draw", "until-playable")];
    let rules = rules("cut-throat", 2, &changes);
    let dealt = Deal::shuffled(&rules, &mut ChaCha8Rng::seed_from_u64(1));
    assert_eq!(dealt.boneyard().len(), 14);
}

/// 000:57, 001:65: when everybody has won a round, the scores return to 0. Six wins while another player has none win
/// the match.
#[test]
fn v12_reset_of_cut_throat() {
    let rules = rules("cut-throat", 4, &[]);
    let mut game = Match::new(rules);
    for side in [0, 1, 0, 2, 2, 0] {
        next_round(&mut game, won_by(&rules, side));
    }
    assert_eq!(game.standing().scores.as_slice(), [3, 1, 2, 0]);
    let result = next_round(&mut game, won_by(&rules, 3));
    assert_eq!(scores(&result), [0, 0, 0, 0]);
    assert_eq!(result.turn, Some(ScoreTurn::Reset));
    assert!(result.result.is_none());

    let mut game = Match::new(rules);
    for side in [0, 1, 0, 1, 0, 0, 3, 0] {
        next_round(&mut game, won_by(&rules, side));
    }
    assert_eq!(game.standing().scores.as_slice(), [5, 2, 0, 1]);
    let result = next_round(&mut game, won_by(&rules, 0));
    assert_eq!(scores(&result), [6, 2, 0, 1]);
    assert_eq!(result.result.expect("six wins").winner.index(), 0);
}

/// 001:65, C1: the last player to win a round returns the scores to 0, even where that win would make the target, for
/// then nobody has none.
#[test]
fn v12_the_last_to_win_does_not_win_the_match() {
    let rules = rules("cut-throat", 2, &[("target", "1"), ("love", "everybody")]);
    let mut game = Match::new(rules);
    let first = next_round(&mut game, won_by(&rules, 0));
    assert!(first.result.is_some(), "the other has none");
    let rules = self::rules("cut-throat", 2, &[("target", "2"), ("stakes", "rising")]);
    let mut game = Match::new(rules);
    next_round(&mut game, won_by(&rules, 0));
    next_round(&mut game, tied);
    let result = next_round(&mut game, won_by(&rules, 1));
    assert_eq!(scores(&result), [0, 0]);
    assert!(result.result.is_none());
}

/// 001:100: four in a row win at Chiva, and a loss returns the score to 0.
#[test]
fn chiva_is_won_by_four_in_a_row() {
    let rules = rules("chiva", 4, &[]);
    let mut game = led_by(&rules, 0, 3);
    let mut other = game.clone();
    let won = next_round(&mut game, won_by(&rules, 0));
    assert_eq!(scores(&won), [4, 0]);
    assert!(won.result.is_some());
    assert_eq!(scores(&next_round(&mut other, won_by(&rules, 1))), [0, 0]);
}

/// 001:100: after a block at Chiva the lighter hand of the winners leads.
#[test]
fn lighter_hand_of_the_winners_leads_after_a_block_at_chiva() {
    let rules = rules("chiva", 4, &[]);
    let mut game = Match::new(rules);
    let blocked = |outcome: &Outcome, _: &[u16]| {
        matches!(outcome.ended, Ended::Blocked(_)) && outcome.winner.is_some()
    };
    let result = next_round(&mut game, blocked);
    let counts = result.outcome.counts;
    let winner = result.outcome.winner.expect("somebody won");
    let partner = rules.partner(winner).expect("there are partners");
    let (own, other) = (counts[winner], counts[partner]);
    assert!(own <= other);
    let left = counts[winner.next(4)] + counts[partner.next(4)];
    assert!(own + other < left);
    let dealt = Deal::shuffled(&rules, &mut ChaCha8Rng::seed_from_u64(9));
    let opening = game.opening(&dealt).expect("the winners open");
    assert_eq!(opening.seat, winner);
    assert!(!opening.may_hand_over);
}

#[test]
fn partners_agree_after_a_block_under_any_rule_of_the_pose() {
    // J11: after a player goes out the opener is drawn by lot, after a block the partners agree.
    let rules = rules("jamaican-partner", 4, &[("pose", "lot")]);
    let hand_over_after = |blocked: bool| {
        let mut game = Match::new(rules);
        next_round(&mut game, |outcome, _| {
            let won = outcome.winner.is_some();
            won && matches!(outcome.ended, Ended::Blocked(_)) == blocked
        });
        let dealt = Deal::shuffled(&rules, &mut ChaCha8Rng::seed_from_u64(1));
        game.opening(&dealt)
            .expect("nothing asks for another deal")
            .may_hand_over
    };
    assert!(hand_over_after(true));
    assert!(!hand_over_after(false));
}

#[test]
fn tied_play_off_with_replays_worth_two_makes_two_love() {
    // 001:49 and J4: only rising stakes make more of it.
    for (stakes, score) in [("two", 2), ("rising", 3), ("off", 2)] {
        let changes = [("stakes", stakes), ("one-all", "play-off")];
        let rules = rules("jamaican-partner", 4, &changes);
        let mut game = Match::new(rules);
        let plain = |side| won_by(&rules, side);
        next_round(&mut game, plain(0));
        let level = next_round(&mut game, plain(1));
        assert_eq!(scores(&level), [1, 1], "{stakes}");
        next_round(&mut game, tied);
        let over = next_round(&mut game, plain(0));
        assert_eq!(scores(&over), [score, 0], "{stakes}");
    }
}
