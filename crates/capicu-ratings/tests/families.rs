//! Tests which games are rated.

use capicu_ratings::{Family, Game, Rules};

#[test]
fn every_game_is_rated_with_its_usual_number_of_players() {
    assert_eq!(Game::ALL.len(), capicu::Game::ALL.len());
    for game in capicu::Game::ALL {
        for &seats in game.players {
            let rules = game
                .rules(seats)
                .expect("a game is written for its players");
            let rated = Game::of(game.id, seats, Rules::Published);
            assert_eq!(
                rated.is_some(),
                seats == game.players[0],
                "{} {seats}",
                game.id
            );
            if let Some(rated) = rated {
                assert_eq!(rated.sides, rules.n_sides(), "{}", game.id);
            }
            assert_eq!(Game::of(game.id, seats, Rules::House), None);
        }
    }
    assert_eq!(Game::of("whist", 4, Rules::Published), None);
}

#[test]
fn family_is_found_by_its_id_and_has_games() {
    for family in Family::ALL {
        assert_eq!(Family::by_id(family.id()), Some(family));
        assert!(family.games().count() > 0);
    }
    assert_eq!(Family::by_id("whist"), None);
}

/// The fifth level is average, the weakest is two standard deviations below it, and higher levels are above it.
#[test]
fn bot_levels_are_anchors_in_order_of_strength() {
    for game in Game::ALL {
        let level = |level| game.level(level).expect("an anchor");
        assert!((level(5) - 25.0).abs() < 1e-9);
        let weakest = (1..5).map(level).fold(f64::MAX, f64::min);
        assert!((weakest - 25.0 / 3.0).abs() < 1e-9);
        assert!(level(4) < 25.0, "{}", game.id);
        let highest = game.levels().last().expect("anchors");
        assert!(game.levels().eq(1..=highest));
        assert!(highest == 5 || level(highest) > 25.0, "{}", game.id);
        // Luck decides the crosses with large sets.
        assert_eq!(highest == 5, game.id.starts_with("double-"), "{}", game.id);
        assert_eq!(game.level(0), None);
        assert_eq!(game.level(8), None);
    }
}

/// Game, side size, and the lowest share of `bench/anchors.sh`. In French, where leftover tiles count against a player,
/// that share belongs to the second level; the first one drops its heaviest tile.
const SHARES: [(&str, u8, f64); 4] = [
    ("cien", 2, 0.2647),
    ("block", 2, 0.2220),
    ("cut-throat", 1, 0.0770),
    ("french", 1, 0.0968),
];

/// By hand, from the share that the weakest level won against the fifth. The odds equal those of a side of such people,
/// each two times 25/3 below the average.
#[test]
fn beta_follows_from_measured_shares_of_bots() {
    for (id, size, share) in SHARES {
        let game = Game::by_id(id).expect("a rated game");
        let apart = f64::from(size) * 50.0 / 3.0;
        let odds = (-apart / (2_f64.sqrt() * game.beta())).exp();
        assert!((odds / (1.0 + odds) - share).abs() < 1e-9, "{id}");
    }
}
