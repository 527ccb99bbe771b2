//! Checks with simulated players of known strength that intervals contain the truth. The example `simulate` prints the
//! tables of `docs/notes/ratings.md` with more players.

#[path = "../examples/simulate/world.rs"]
mod world;

use capicu_ratings::{Game, Ratings};
use world::{Company, Luck, Simulation, World};

fn world(game: &str, company: Company) -> World {
    World {
        game: Game::by_id(game).expect("a rated game"),
        players: 320,
        spread: 1.0,
        understanding: 0.0,
        company,
        luck: Luck::Model,
        seed: 1,
    }
}

fn holds(world: World) {
    let mut simulation = Simulation::new(world, Ratings::new());
    let mut before = 0.0;
    for matches in [10, 40, 150] {
        let near = simulation.until(matches);
        assert!(near.coverage >= 0.9, "{world:?}: {near:?}");
        assert!(near.correlation > before, "{world:?}: {near:?}");
        before = near.correlation;
    }
}

#[test]
fn intervals_contain_the_truth_in_90_percent() {
    for game in [
        "jamaican-partner",
        "cut-throat",
        "cien",
        "draw",
        "all-fives",
        "club",
    ] {
        holds(world(game, Company::Anybody));
    }
    holds(world("cien", Company::Alike));
    holds(world("cien", Company::Bots));
    holds(World {
        luck: Luck::FirstTo(6),
        ..world("cien", Company::Anybody)
    });
}

/// The matches of two who always play together do not show which of them is better. Both kinds of intervals contain the
/// truth: those of pairs, and those of single players.
#[test]
fn intervals_of_pairs_and_players_contain_the_truth() {
    let world = World {
        understanding: 2.0,
        ..world("cien", Company::Pairs)
    };
    let mut simulation = Simulation::new(world, Ratings::new());
    for matches in [40, 150] {
        let near = simulation.until(matches);
        assert!(near.coverage >= 0.9, "{near:?}");
    }
    assert!(simulation.coverage_of_players() >= 0.9);
}

/// With a beta too low for the game's luck, ratings are too certain and predict results worse.
#[test]
fn wrong_beta_predicts_worse() {
    let world = world("cien", Company::Anybody);
    let near = |luck| Simulation::new(world, Ratings::with_luck(luck)).until(40);
    let (right, low) = (near(1.0), near(0.4));
    assert!(right.loss < low.loss, "{right:?} {low:?}");
    assert!(low.coverage < 0.9 && right.coverage > low.coverage);
    assert!(right.half > low.half);
}

#[test]
fn same_seed_gives_same_numbers() {
    let numbers = |seed| {
        let world = World {
            seed,
            ..world("draw", Company::Alike)
        };
        let near = Simulation::new(world, Ratings::new()).until(20);
        (
            near.matches,
            near.correlation.to_bits(),
            near.loss.to_bits(),
        )
    };
    assert_eq!(numbers(1), numbers(1));
    assert_ne!(numbers(1), numbers(2));
}
