//! Tests which matches change ratings, and how.

use capicu_ratings::{
    A_DAY, Change, Family, Game, Match, PROVISIONAL, Rating, Ratings, Sitter, Standing, TOGETHER,
    Who,
};
use proptest::prelude::*;

const DAY: u64 = 86_400_000;

fn game(id: &str) -> &'static Game {
    Game::by_id(id).expect("a rated game")
}

fn over(id: &str, at: u64, seats: Vec<Sitter<u32>>, winner: usize) -> Match<u32> {
    let game = game(id);
    Match {
        at,
        game,
        seats,
        winner,
    }
}

fn four(at: u64, seats: [u32; 4], winner: usize) -> Match<u32> {
    over("cien", at, seats.map(Sitter::person).to_vec(), winner)
}

fn stood(player: u32, standing: Standing) -> Sitter<u32> {
    Sitter::Person { player, standing }
}

fn mean(ratings: &Ratings<u32>, player: u32) -> f64 {
    let entry = ratings.player(Family::PuertoRican, player);
    entry.map_or(25.0, |entry| entry.rating.mean)
}

#[test]
fn winners_rise_and_each_player_changes_once() {
    let mut ratings = Ratings::new();
    let changes = ratings.play(&four(0, [1, 2, 3, 4], 1));
    let whom: Vec<Who<u32>> = changes.iter().map(|change| change.who).collect();
    assert_eq!(whom, [1, 3, 2, 4].map(Who::Player));
    assert!(mean(&ratings, 2) > 25.0 && mean(&ratings, 4) > 25.0);
    assert!(mean(&ratings, 1) < 25.0 && mean(&ratings, 3) < 25.0);
    for Change { who, entry } in changes {
        assert_eq!(ratings.of(Family::PuertoRican, who), Some(entry));
        assert_eq!((entry.matches, entry.at), (1, 0));
        assert!(entry.rating.deviation < Rating::default().deviation);
    }
    // Each family has its own ratings.
    assert_eq!(ratings.player(Family::Block, 1), None);
}

#[test]
fn rating_is_provisional_for_thirty_matches() {
    let mut ratings = Ratings::new();
    for day in 0..u64::from(PROVISIONAL) {
        if let Some(entry) = ratings.player(Family::Draw, 1) {
            assert!(entry.is_provisional(), "{day}");
        }
        let seats = [1, 2].map(Sitter::person).to_vec();
        ratings.play(&over("draw", day * DAY, seats, (day % 2) as usize));
    }
    let entry = ratings.player(Family::Draw, 1).expect("rated");
    assert_eq!((entry.matches, entry.is_provisional()), (30, false));
}

/// The eleventh match of a day between the same two has no weight; the first one of the next day has.
#[test]
fn matches_of_same_opponents_count_ten_times_a_day() {
    let mut ratings = Ratings::new();
    for n in 0..u64::from(A_DAY) {
        // Partners vary; players one and two are opponents each time.
        let other = 10 + n as u32;
        let changes = ratings.play(&four(n, [1, 2, other, 30 + other], 0));
        assert!(!changes.is_empty());
    }
    let before = ratings.clone();
    assert_eq!(ratings.play(&four(20, [1, 2, 98, 99], 0)), []);
    assert_eq!(mean(&ratings, 1), mean(&before, 1));
    // Other opponents are unaffected, and the two may still play as partners.
    assert_eq!(ratings.play(&four(20, [1, 98, 2, 99], 0)).len(), 4);
    // The limit covers all games of a family, but not other families.
    let seats = || [1, 2, 98, 99].map(Sitter::person).to_vec();
    assert_eq!(ratings.play(&over("doscientos", 20, seats(), 0)), []);
    assert_eq!(ratings.play(&over("block", 20, seats(), 0)).len(), 4);
    assert_eq!(ratings.play(&four(DAY, [1, 2, 98, 99], 0)).len(), 4);
    // A match that ends on the old day but is stored after the new day began counts for the new day.
    assert_eq!(ratings.play(&four(DAY - 1, [1, 2, 98, 99], 0)).len(), 4);
}

#[test]
fn matches_with_bots_of_one_level_count_ten_times_a_day() {
    let mut ratings = Ratings::new();
    let table = |level| {
        let mut seats = vec![Sitter::Bot { level }; 4];
        seats[0] = Sitter::person(1);
        over("cien", 0, seats, 0)
    };
    for _ in 0..A_DAY {
        assert_eq!(ratings.play(&table(3)).len(), 1);
    }
    assert_eq!(ratings.play(&table(3)), []);
    assert_eq!(ratings.play(&table(4)).len(), 1);
    // This level is not an anchor.
    assert_eq!(ratings.play(&table(9)), []);
}

/// Beating a stronger level gains more.
#[test]
fn beating_a_stronger_level_gains_more() {
    let rises = |level| {
        let mut ratings = Ratings::new();
        let seats = vec![Sitter::person(1), Sitter::Bot { level }];
        ratings.play(&over("draw", 0, seats, 0));
        ratings.player(Family::Draw, 1).expect("rated").rating.mean
    };
    assert!(rises(1) < rises(3) && rises(3) < rises(7));
}

#[test]
fn leaver_loses_and_partner_does_not() {
    let table = |winner| {
        let seats = vec![
            stood(1, Standing::Left),
            stood(2, Standing::Played),
            stood(3, Standing::Deserted),
            stood(4, Standing::Played),
        ];
        let mut ratings = Ratings::new();
        ratings.play(&over("cien", 0, seats, winner));
        ratings
    };
    let lost = table(1);
    assert!(mean(&lost, 1) < 25.0 && mean(&lost, 2) > 25.0);
    assert_eq!(lost.player(Family::PuertoRican, 3), None);
    let won = table(0);
    assert!(mean(&won, 1) < 25.0 && mean(&won, 3) > 25.0);
    assert!(mean(&won, 2) < 25.0);
}

/// The pair starts from the ratings of its players. From then on their own ratings stay when they play together.
#[test]
fn two_players_are_rated_as_a_pair_after_ten_matches() {
    let mut ratings = Ratings::new();
    let family = Family::PuertoRican;
    let pair = Who::pair(7, 3);
    assert_eq!(pair, Who::Pair(3, 7));
    for n in 0..TOGETHER {
        assert_eq!(ratings.of(family, pair), None, "{n}");
        let other = 100 + 2 * n;
        ratings.play(&four(u64::from(n), [3, other, 7, other + 1], 0));
    }
    let began = ratings.of(family, pair).expect("a pair");
    let both = (mean(&ratings, 3) + mean(&ratings, 7)) / 2.0;
    assert_eq!((began.matches, began.rating.mean), (0, both));
    let before = ratings.clone();
    let changes = ratings.play(&four(90, [50, 7, 51, 3], 1));
    let whom: Vec<Who<u32>> = changes.iter().map(|change| change.who).collect();
    assert_eq!(whom, [Who::Player(50), Who::Player(51), pair]);
    let after = ratings.of(family, pair).expect("a pair");
    assert!(after.rating.mean > began.rating.mean && after.matches == 1);
    assert_eq!(mean(&ratings, 3), mean(&before, 3));
    // With other partners their own ratings change.
    ratings.play(&four(91, [3, 60, 61, 62], 0));
    assert!(mean(&ratings, 3) > mean(&before, 3));
    // One of the two leaves, so the pair loses.
    let seats = vec![
        stood(3, Standing::Left),
        stood(70, Standing::Played),
        stood(7, Standing::Deserted),
        stood(71, Standing::Played),
    ];
    ratings.play(&over("cien", 92, seats, 0));
    let left = ratings.of(family, pair).expect("a pair");
    assert!(left.rating.mean < after.rating.mean);
}

#[test]
fn idle_rating_becomes_uncertain() {
    let mut ratings = Ratings::new();
    ratings.play(&four(0, [1, 2, 3, 4], 0));
    let entry = ratings.player(Family::PuertoRican, 1).expect("rated");
    let width = |now| entry.rating_at(now).deviation;
    assert_eq!(width(DAY - 1), width(0));
    assert!(width(DAY) > width(0) && width(400 * DAY) > width(DAY));
    assert_eq!(width(u64::MAX), Rating::default().deviation);
}

#[test]
fn invalid_match_changes_nothing() {
    let mut ratings = Ratings::new();
    let none = |seats: Vec<Sitter<u32>>, winner, ratings: &mut Ratings<u32>| {
        assert_eq!(ratings.play(&over("cien", 0, seats, winner)), []);
    };
    let person = Sitter::person;
    none(vec![person(1); 4], 0, &mut ratings);
    none(
        vec![person(1), person(2), person(3), person(2)],
        0,
        &mut ratings,
    );
    none(vec![person(1), person(2)], 0, &mut ratings);
    none([1, 2, 3, 4].map(person).to_vec(), 2, &mut ratings);
    none(vec![Sitter::Bot { level: 1 }; 4], 0, &mut ratings);
    assert_eq!(ratings, Ratings::new());
}

fn matches() -> impl Strategy<Value = Vec<Match<u32>>> {
    let sitter = prop_oneof![
        9 => (0..9_u32, 0..4_u8).prop_map(|(player, how)| match how {
            0 => stood(player, Standing::Left),
            1 => stood(player, Standing::Deserted),
            _ => stood(player, Standing::Played),
        }),
        1 => (1..9_u8).prop_map(|level| Sitter::Bot { level }),
    ];
    let one = (
        0..Game::ALL.len(),
        0..200_u64,
        0..4_usize,
        proptest::collection::vec(sitter, 4),
    );
    let one = one.prop_map(|(game, hours, winner, mut seats)| {
        let game = &Game::ALL[game];
        seats.truncate(game.seats.into());
        Match {
            at: hours * 3_600_000,
            game,
            seats,
            winner: winner % usize::from(game.sides),
        }
    });
    proptest::collection::vec(one, 0..120)
}

proptest! {
    /// Applying the matches again, at once or in two parts, gives the same bits. No number becomes infinite or too
    /// certain.
    #[test]
    fn same_matches_give_same_ratings(all in matches(), at in 0..120_usize) {
        let fold = |ratings: &mut Ratings<u32>, some: &[Match<u32>]| {
            some.iter().flat_map(|over| ratings.play(over)).collect::<Vec<_>>()
        };
        let mut whole = Ratings::new();
        let told = fold(&mut whole, &all);
        let at = at.min(all.len());
        let mut first = Ratings::new();
        let mut again = fold(&mut first, &all[..at]);
        let mut rest = first.clone();
        again.extend(fold(&mut rest, &all[at..]));
        prop_assert_eq!(&told, &again);
        prop_assert_eq!(&whole, &rest);
        for change in told {
            let Rating { mean, deviation } = change.entry.rating;
            prop_assert!(mean.is_finite() && deviation > 0.05);
            prop_assert!(deviation <= Rating::default().deviation + 1e-12);
        }
    }
}
