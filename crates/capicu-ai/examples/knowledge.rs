//! Measures what it takes to know: for every game, how often the deals can be counted exactly, how
//! many they are, and how long it takes to count them and to draw one.
//!
//! `cargo run --release -p capicu-ai --example knowledge`

use std::time::Instant;

use capicu::fair::Seed;
use capicu::{Game, Seat, View};
use capicu_ai::duel::{Start, deal};
use capicu_ai::{BotKind, Knowledge};
use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;

const ROUNDS: u32 = 20;
const SAMPLES: u32 = 50;

fn main() {
    println!("game, players: exact, median count; median and worst time to count; time to draw");
    for game in Game::ALL {
        for &players in game.players {
            measure(game, players);
        }
    }
}

fn measure(game: &Game, players: u8) {
    let Some(rules) = game.rules(players) else {
        return;
    };
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    let mut bot = BotKind::Counter.bot();
    let (mut counts, mut to_count, mut to_draw) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..ROUNDS {
        let mut round = deal(rules, Start::Anew, &Seed::from_number(1), number);
        let mut views: Vec<View> = Seat::all(players).map(|seat| round.view(seat)).collect();
        while let Some(seat) = round.to_act() {
            let view = &views[seat.index()];
            let begin = Instant::now();
            if let Ok(knowledge) = Knowledge::of(view) {
                to_count.push(begin.elapsed().as_nanos());
                counts.push(knowledge.count());
                let begin = Instant::now();
                for _ in 0..SAMPLES {
                    std::hint::black_box(knowledge.sample(rng));
                }
                to_draw.push(begin.elapsed().as_nanos() / u128::from(SAMPLES));
            }
            let Some(step) = bot.choose(view, rng).and_then(|a| round.play(a).ok()) else {
                return;
            };
            for view in &mut views {
                view.observe(&step.deed.seen_by(view.seat()), &step.awards);
            }
        }
    }
    let exact = counts.iter().filter(|count| count.is_some()).count();
    let share = 100.0 * exact as f64 / counts.len() as f64;
    let worst = to_count.iter().max().copied().unwrap_or(0);
    println!(
        "{} {players}: {share:.0} %, {:.1e}; {:.1} us, {:.0} us; {:.2} us",
        game.id,
        median(&mut counts).flatten().unwrap_or(0) as f64,
        median(&mut to_count).unwrap_or(0) as f64 / 1e3,
        worst as f64 / 1e3,
        median(&mut to_draw).unwrap_or(0) as f64 / 1e3,
    );
}

fn median<T: Ord + Copy>(values: &mut [T]) -> Option<T> {
    values.sort();
    values.get(values.len() / 2).copied()
}
