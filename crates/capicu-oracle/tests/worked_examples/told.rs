//! Answers of the engine for those who show or play a round: the huddle, possible calls, the count of the ends, the
//! winner.

use capicu::fair::Seed;
use capicu::{
    BySeat, BySide, Call, Duty, Ended, Fact, Game, Match, Opening, Outcome, Round, Rules, Standing,
    Table, TileSet, Waiting,
};
use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::worked_examples::table::*;

#[test]
fn huddle_is_between_the_seat_to_lead_and_its_partner() {
    // 001:23: the winner may leave the lead to the partner; no other seat is involved.
    let rules = rules("jamaican-partner", 4, &[]);
    let deal = Seed::from_number(1).deal(&rules, 0);
    let opening = Opening {
        seat: seat(3),
        duty: Duty::Any,
        may_hand_over: true,
    };
    let mut round = Round::new_unchecked(rules, Standing::new(&rules), opening, &deal);
    assert_eq!(round.board().huddle(), Some([seat(3), seat(1)]));
    act(&mut round, "hand-over");
    assert_eq!(round.board().huddle(), None);
    let opening = Opening {
        may_hand_over: false,
        ..opening
    };
    let round = Round::new_unchecked(rules, Standing::new(&rules), opening, &deal);
    assert_eq!(round.board().huddle(), None);
}

/// The ends as (number, pips), their sum, and its points.
fn ends(round: &Round) -> (Vec<(u8, u8)>, u16, u16) {
    let count = round.board().count_of_ends().expect("the ends count");
    let parts = count.parts.iter().map(|(pip, n)| (pip.value(), *n));
    (parts.collect(), count.total, count.points)
}

#[test]
fn ends_are_counted_one_by_one() {
    // 003:53, V18: the double five alone counts ten, and still ten with the blank at the other end.
    let fives = rules("all-fives", 2, &[("opening-lead", "any-tile")]);
    let hands = ["5-5 4-4 3-3 2-2 1-1", "5-0 6-4 6-3 6-2 6-1"];
    let mut round = round_of_seat_0(&fives, Standing::new(&fives), &deal(&fives, &hands));
    assert_eq!(round.board().count_of_ends(), None);
    act(&mut round, "5-5");
    assert_eq!(ends(&round), (vec![(5, 10)], 10, 10));
    act(&mut round, "5-0@5-5");
    assert_eq!(ends(&round), (vec![(5, 10)], 10, 10));

    // 004:40, V23: 6-4 led, 6-1 on the six: five pips, one point.
    let club = rules("club", 2, &[]);
    let hands = ["6-4 4-4 3-3 2-2 1-1", "6-1 5-4 6-3 6-2 5-0"];
    let mut round = round_of_seat_0(&club, Standing::new(&club), &deal(&club, &hands));
    act(&mut round, "6-4");
    act(&mut round, "6-1@6-4");
    assert_eq!(ends(&round), (vec![(1, 1), (4, 4)], 5, 1));

    let block = rules("block", 2, &[]);
    let deal = Seed::from_number(1).deal(&block, 0);
    let mut round = round_of_seat_0(&block, Standing::new(&block), &deal);
    let first = round.distinct_actions()[0];
    round.play(first).expect("it is legal");
    assert_eq!(round.board().count_of_ends(), None);
}

#[test]
fn side_at_the_target_wins_the_round_except_with_penalties() {
    let reached = |rules: &Rules| {
        let over = Outcome {
            ended: Ended::Target(rules.side(seat(1))),
            winner: None,
            hands: BySeat::from_fn(rules.n_seats(), |_| TileSet::EMPTY),
            counts: BySeat::new(rules.n_seats()),
            last: None,
            awards: Default::default(),
        };
        let out = Outcome {
            ended: Ended::Out(seat(2)),
            winner: Some(seat(2)),
            ..over.clone()
        };
        (over.side(rules), out.side(rules))
    };
    let cien = rules("cien", 4, &[]);
    let sides = (Some(cien.side(seat(1))), Some(cien.side(seat(2))));
    assert_eq!(reached(&cien), sides);
    // 001:94: a player who reaches the target of penalties has lost the match.
    let french = rules("french", 4, &[("match-check", "immediate")]);
    assert_eq!(reached(&french), (None, Some(french.side(seat(2)))));
}

#[test]
fn due_call_is_for_the_last_tile() {
    let declared = [("calls", "declared"), ("opening-lead", "any-tile")];
    let fives = rules("all-fives", 2, &declared);
    let hands = ["5-5 4-4 3-3 2-2 1-1", "5-0 6-4 6-3 6-2 6-1"];
    let mut round = round_of_seat_0(&fives, Standing::new(&fives), &deal(&fives, &hands));
    assert_eq!(round.board().due_call(), None);
    act(&mut round, "5-5");
    let of = |number| Some((seat(number), Call::Declare));
    assert_eq!(round.board().due_call(), of(0));
    act(&mut round, "5-0@5-5");
    assert_eq!(round.board().due_call(), of(1), "the first was missed");
    assert!(round.board().call_of(seat(0)).is_none());
    let call = round.board().call_of(seat(1)).expect("a score of ten");
    assert_eq!((call.0, call.1.points), (Call::Declare, 10));
    round.call(seat(1), Call::Declare).expect("a valid call");
    assert_eq!(round.board().due_call(), None);
    assert!(round.board().call_of(seat(1)).is_none());

    // T2: from 58, ten would exceed 61 and count nothing.
    let exact = [
        ("calls", "declared"),
        ("opening-lead", "any-tile"),
        ("target", "61"),
        ("finish", "exact"),
        ("match-check", "immediate"),
    ];
    let exact = rules("all-fives", 2, &exact);
    let mut standing = Standing::new(&exact);
    standing.scores = BySide::from_fn(2, |_| 58);
    let mut round = round_of_seat_0(&exact, standing, &deal(&exact, &hands));
    act(&mut round, "5-5");
    assert_eq!(round.board().due_call(), None);
}

/// Plays random matches and compares the opener predicted by a standing with the match's. Returns how often it predicted
/// the round before, the tiles, and neither.
fn openers(rules: Rules, rng: &mut impl Rng) -> [u32; 3] {
    let seed = Seed::from_number(rng.next_u64());
    let mut table = Table::new(rules);
    let mut said = [0; 3];
    for _ in 0..3_000 {
        let fact = match table.waiting() {
            Waiting::Nothing => break,
            Waiting::TurnUp => Fact::TurnedUp(seed.turn_up(table.game(), table.n_turned_up())),
            Waiting::Deal => {
                let game: &Match = table.game();
                let named = game.standing().tiles_name_opener(&rules);
                if let Some(by_tiles) = named {
                    let earned = game.next_side().is_some() && game.setter().is_none();
                    assert_eq!(by_tiles, !earned, "{:?}", game.standing());
                }
                said[named.map_or(2, usize::from)] += 1;
                Fact::Dealt(Box::new(seed.deal(&rules, table.n_deals())))
            }
            Waiting::Act(_) => {
                let round = table.round().expect("a round is in play");
                let actions = round.distinct_actions();
                Fact::Acted(actions[rng.next_u32() as usize % actions.len()])
            }
        };
        table.apply(&fact).expect("a legal fact");
    }
    said
}

#[test]
fn standing_tells_whether_the_tiles_name_the_next_opener() {
    let mut rng = ChaCha8Rng::seed_from_u64(15);
    let mut all = [0; 3];
    let mut add = |said: [u32; 3]| {
        for (all, said) in all.iter_mut().zip(said) {
            *all += said;
        }
    };
    for game in Game::ALL {
        for &players in game.players {
            let rules = game
                .rules(players)
                .expect("a number of players of the game");
            if !Match::new(rules).needs_draw_for_set() {
                add(openers(rules, &mut rng));
            }
        }
    }
    for changes in [
        &[("stakes", "rising")] as &[_],
        &[("stakes", "two")],
        &[("one-all", "play-off")],
        &[
            ("one-all", "play-off-winner-leads"),
            ("reset-opener", "winner"),
        ],
        &[("tie-opener", "next-seat")],
        &[
            ("finish", "exact"),
            ("match-check", "immediate"),
            ("target", "3"),
            ("key-tile", "adds-one"),
        ],
    ] {
        for _ in 0..4 {
            add(openers(rules("jamaican-partner", 4, changes), &mut rng));
        }
    }
    assert!(all.iter().all(|times| *times > 0), "{all:?}");
}
