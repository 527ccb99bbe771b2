//! Simulates players of known strength and prints how near their ratings come: the tables of `docs/notes/ratings.md`.
//!
//! `cargo run --release -p capicu-ratings --example simulate -- [SEED] [PLAYERS]`

#[path = "world.rs"]
mod world;

use capicu_ratings::{Family, Game, Rating, Ratings};
use world::{Company, Luck, Simulation, World};

/// The numbers of matches per player after which it measures.
const LOOKS: [u32; 6] = [10, 20, 40, 80, 150, 300];

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let (seed, players) = match (arguments.next(), arguments.next()) {
        (None, None) => (1, 1_008),
        (Some(Ok(seed)), None) => (seed, 1_008),
        (Some(Ok(seed)), Some(Ok(players))) if players >= 16 && players % 16 == 0 => {
            (seed, players as usize)
        }
        _ => {
            eprintln!("simulate [SEED] [PLAYERS]: two numbers, the second a multiple of 16");
            std::process::exit(2);
        }
    };
    anchors();
    for game in Game::ALL {
        let world = World {
            game,
            players,
            spread: 1.0,
            understanding: 0.0,
            company: Company::Anybody,
            luck: Luck::Model,
            seed,
        };
        tell(&format!("{}, anybody", game.id), world);
        if ["cien", "cut-throat", "all-fives"].contains(&game.id) {
            others(game, world);
        }
    }
    fit(players, seed);
}

/// Measures worlds that break one assumption of the model each.
fn others(game: &Game, world: World) {
    let with = |text: &str, world| tell(&format!("{}, {text}", game.id), world);
    with(
        "those who are rated alike",
        World {
            company: Company::Alike,
            ..world
        },
    );
    with(
        "against bots",
        World {
            company: Company::Bots,
            ..world
        },
    );
    for spread in [0.5, 1.5] {
        with(
            &format!("{spread} times as far apart"),
            World { spread, ..world },
        );
    }
    with(
        "by rounds, the first to six",
        World {
            luck: Luck::FirstTo(6),
            ..world
        },
    );
    if game.seats > game.sides {
        with(
            "always the same pairs",
            World {
                company: Company::Pairs,
                understanding: 2.0,
                ..world
            },
        );
    }
}

fn anchors() {
    println!("game, beta, points of bots of level 1 to 7");
    for game in Game::ALL {
        let levels = game.levels().filter_map(|level| game.level(level));
        let points = levels.map(|mean| Rating::known(mean).interval().mean.to_string());
        let points = points.collect::<Vec<_>>().join(" ");
        println!("{}, {:.2}, {points}", game.id, game.beta());
    }
}

fn tell(what: &str, world: World) {
    println!("\n{what}\nmatches, correlation, held by the interval, half the interval in points");
    let mut simulation = Simulation::new(world, Ratings::new());
    for look in LOOKS {
        let near = simulation.until(look);
        println!(
            "{}, {:.2}, {:.1} %, {:.0}",
            near.matches,
            near.correlation,
            100.0 * near.coverage,
            40.0 * near.half
        );
    }
    if world.company == Company::Pairs {
        let held = 100.0 * simulation.coverage_of_players();
        println!("the two apart are held by {held:.1} %");
    }
}

/// Prints the mean loss for several multiples of beta, to see which one predicts results best.
fn fit(players: usize, seed: u64) {
    println!("\nmean loss after 40 matches each, by the multiple of beta that is reckoned with");
    for (luck, name) in [
        (Luck::Model, "by the model"),
        (Luck::FirstTo(6), "by rounds"),
    ] {
        for family in Family::ALL {
            let game = family.games().next().expect("a family has games");
            let world = World {
                game,
                players,
                spread: 1.0,
                understanding: 0.0,
                company: Company::Anybody,
                luck,
                seed,
            };
            let losses = [0.5, 0.71, 0.84, 1.0, 1.19, 1.41, 2.0].map(|times| {
                let near = Simulation::new(world, Ratings::with_luck(times)).until(40);
                format!("{times}: {:.4}", near.loss)
            });
            println!("{}, {name}: {}", game.id, losses.join(", "));
        }
    }
}
