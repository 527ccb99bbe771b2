//! A whole round of every game with its usual deal, checked by hand: passes and draws, points in play, tiles left and
//! their value. The engine and the slow model must both play it.

mod club;
mod english;
mod fives;
mod jamaican;
mod puerto_rican;

use capicu::{BySeat, Ended, Game, Match, Reason};
use capicu_oracle::{Bone, ModelDeal, ModelMatch};

use crate::worked_examples::table::*;

/// A side, a reason and a number of points.
type Made = (usize, Reason, u16);

struct Golden {
    game: &'static str,
    /// The tiles turned up in the draw for set, if there is one.
    turned_up: &'static str,
    hands: &'static [&'static str],
    boneyard: &'static str,
    actions: &'static str,
    made: &'static [Made],
    ended: fn(&Ended) -> bool,
    left: &'static [&'static str],
    counts: &'static [u16],
    /// Points made by the end of the round.
    awards: &'static [Made],
    scores: &'static [u16],
}

fn rounds() -> impl Iterator<Item = &'static Golden> {
    let all = [
        jamaican::ROUNDS,
        puerto_rican::ROUNDS,
        english::ROUNDS,
        fives::ROUNDS,
        club::ROUNDS,
    ];
    all.into_iter().flatten()
}

fn check(golden: &Golden) {
    let game = golden.game;
    let players = golden.hands.len() as u8;
    let rules = rules(game, players, &[]);
    let dealt = deal_with_boneyard(&rules, golden.hands, golden.boneyard, "");
    let mut engine = Match::new(rules);
    let mut model = ModelMatch::new(*rules);
    if !golden.turned_up.is_empty() {
        let turned = tiles(golden.turned_up);
        let by_seat = BySeat::from_fn(players, |seat| turned.get(seat.index()).copied());
        assert!(engine.draw_for_set(&by_seat), "{game}");
        let bones: Vec<Bone> = turned.into_iter().map(Bone::from).collect();
        assert!(model.draw_for_set(&bones), "{game}");
    }
    let mut round = engine.open(&dealt).expect("somebody can open");
    let made = play(&mut round, golden.actions);
    assert_eq!(list(&made), golden.made, "{game}");
    let end = outcome(&round);
    assert!((golden.ended)(&end.ended), "{game}: {:?}", end.ended);
    let left: Vec<String> = end.hands.iter().map(|hand| hand.to_string()).collect();
    assert_eq!(left, golden.left, "{game}");
    assert_eq!(counts(&round), golden.counts, "{game}");
    assert_eq!(list(&end.awards), golden.awards, "{game}");
    assert_eq!(scores(&engine.finish(&round)), golden.scores, "{game}");

    let hands = dealt.hands().iter();
    let model_deal = ModelDeal {
        hands: hands
            .map(|hand| hand.into_iter().map(Bone::from).collect())
            .collect(),
        boneyard: dealt.boneyard().iter().copied().map(Bone::from).collect(),
        lot: dealt.lot(),
    };
    let mut slow = model.open(&model_deal).expect("somebody can open");
    for action in golden.actions.split_whitespace() {
        let action = action.parse().expect("an action");
        assert!(slow.legal().contains(&action), "{game}: {action}");
        slow.play(action);
    }
    let written = model.finish(&slow);
    let scores: Vec<u16> = written.scores.iter().map(|score| *score as u16).collect();
    assert_eq!(scores, golden.scores, "{game}");
}

#[test]
fn every_game_is_played_as_by_hand() {
    rounds().for_each(check);
}

/// The games of the texts come first in the list of games. Rule files built on them have tests of their own.
#[test]
fn every_game_of_the_texts_has_a_round() {
    for game in Game::ALL.iter().take(14) {
        let found = rounds().any(|golden| golden.game == game.id);
        assert!(found, "{} has no round worked by hand", game.id);
    }
}
