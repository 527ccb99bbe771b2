//! Rounds built from a seat's view.

use capicu::fair::Seed;
use capicu::{Game, Match, NotInView, Round, Seat, Tile};

/// A round of the draw game, some turns in and not over.
fn begun() -> Round {
    let rules = Game::by_id("draw").unwrap().rules(3).unwrap();
    let game = Match::new(rules);
    let mut round = (0..)
        .find_map(|n| game.open(&Seed::from_number(2).deal(&rules, n)).ok())
        .unwrap();
    for _ in 0..5 {
        let action = round.distinct_actions()[0];
        round.play(action).unwrap();
    }
    assert!(round.outcome().is_none());
    round
}

#[test]
fn true_tiles_give_the_true_round() {
    let mut round = begun();
    for seat in Seat::all(3) {
        let boneyard: Vec<Tile> = round.boneyard().collect();
        let mut imagined =
            Round::from_view(&round.view_from_here(seat), *round.hands(), &boneyard).unwrap();
        assert_eq!(imagined, round);
        while let Some(action) = imagined.distinct_actions().first() {
            imagined.play(*action).unwrap();
        }
        assert!(imagined.outcome().is_some());
    }
    while let Some(action) = round.distinct_actions().first() {
        round.play(*action).unwrap();
    }
    let boneyard: Vec<Tile> = round.boneyard().collect();
    let over = Round::from_view(
        &round.view_from_here(Seat::default()),
        *round.hands(),
        &boneyard,
    );
    assert_eq!(over, Err(NotInView));
}

#[test]
fn tiles_that_contradict_the_view_are_refused() {
    let round = begun();
    let view = round.view_from_here(Seat::default());
    let (me, other) = (Seat::default(), Seat::default().next(3));
    let boneyard: Vec<Tile> = round.boneyard().collect();
    let tile = view.hand().into_iter().next().unwrap();
    let theirs = round.hands()[other].into_iter().next().unwrap();

    // The view knows its own hand, so the given one is ignored.
    let mut hands = *round.hands();
    hands[me].remove(tile);
    assert!(Round::from_view(&view, hands, &boneyard).is_ok());

    // A tile too few, one twice, one from the table, a boneyard too short.
    let mut hands = *round.hands();
    hands[other].remove(theirs);
    assert_eq!(Round::from_view(&view, hands, &boneyard), Err(NotInView));
    hands[other].insert(tile);
    assert_eq!(Round::from_view(&view, hands, &boneyard), Err(NotInView));
    hands[other].remove(tile);
    hands[other].insert(round.board().layout().first().unwrap());
    assert_eq!(Round::from_view(&view, hands, &boneyard), Err(NotInView));
    let short = Round::from_view(&view, *round.hands(), &boneyard[1..]);
    assert_eq!(short, Err(NotInView));
}
