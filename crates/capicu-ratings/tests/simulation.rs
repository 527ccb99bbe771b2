//! The intervals hold the truth: players of known strength, simulated. The tables of `docs/ratings.md` are those of
//! the example `simulate`, with more players.

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
fn intervals_hold_the_truth_in_ninety_of_a_hundred() {
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

/// Of two who always play together nobody can tell who is the better one; of the two together one can.
#[test]
fn intervals_of_pairs_hold_the_truth_and_those_of_the_two_as_well() {
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

/// Where luck is reckoned with as half of what it is, ratings are surer than they may be, and foretell results worse.
#[test]
fn another_beta_is_found_out() {
    let world = world("cien", Company::Anybody);
    let near = |luck| Simulation::new(world, Ratings::with_luck(luck)).until(40);
    let (right, low) = (near(1.0), near(0.4));
    assert!(right.loss < low.loss, "{right:?} {low:?}");
    assert!(low.coverage < 0.9 && right.coverage > low.coverage);
    assert!(right.half > low.half);
}

#[test]
fn the_same_seed_leads_to_the_same_numbers() {
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
