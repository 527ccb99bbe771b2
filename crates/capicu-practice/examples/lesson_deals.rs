//! Finds deals for lessons. Arguments are a game and the topics that its round must show in addition to those of any
//! round; the output is the number of the first seed.
//!
//! ```text
//! cargo run --release -p capicu-practice --example lesson_deals -- cien capicu paso
//! ```

use std::process::ExitCode;

use capicu::Game;
use capicu_practice::LessonDeal;

const SEEDS: u64 = 200_000;

fn main() -> ExitCode {
    let mut given = std::env::args().skip(1);
    let game = given.next().and_then(|id| Game::by_id(&id));
    let Some(game) = game else {
        eprintln!("name one of the fourteen games, and then topics: cien capicu paso");
        return ExitCode::FAILURE;
    };
    let wanted: Vec<String> = given.collect();
    let rules = game
        .rules(game.players[0])
        .expect("the game is played by its usual number");
    for number in 0..SEEDS {
        let round = LessonDeal::play(&rules, number);
        let shows = |name: &String| round.shows.iter().any(|topic| topic.name() == *name);
        if round.is_whole(&rules) && wanted.iter().all(shows) {
            let names: Vec<&str> = round.shows.iter().map(|topic| topic.name()).collect();
            println!("{} {number}: {}", game.id, names.join(" "));
            return ExitCode::SUCCESS;
        }
    }
    println!("{}: none of {SEEDS} seeds", game.id);
    ExitCode::FAILURE
}
