//! Measures the cost of knowledge, for every game or the named one. It prints how often deals are drawn exactly, the
//! number of deals, and the time to prepare and to draw one. Each time is the fastest of five in a position, since other
//! work on the machine only adds to it.
//!
//! `cargo run --release -p capicu-ai --example knowledge [GAME [PLAYERS]]`

use std::time::Instant;

use capicu::fair::Seed;
use capicu::{Game, Seat, View};
use capicu_ai::{BotKind, Knowledge};
use capicu_arena::duel::{Start, deal};
use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;

const ROUNDS: u32 = 20;
const SAMPLES: u32 = 50;
const TIMES: u32 = 5;

fn main() {
    println!("game, players: exact, median count; time to build, median and ninth decile; to draw");
    let mut wanted = std::env::args().skip(1);
    let (id, players) = (wanted.next(), wanted.next());
    for game in Game::ALL {
        for n in game.players {
            let left_out = id.as_ref().is_some_and(|id| id != game.id);
            if !left_out
                && players
                    .as_ref()
                    .is_none_or(|players| *players == n.to_string())
            {
                measure(game, *n);
            }
        }
    }
}

fn measure(game: &Game, players: u8) {
    let Some(rules) = game.rules(players) else {
        return;
    };
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    let mut bot = BotKind::Counter.bot();
    let (mut counts, mut to_build, mut to_draw) = (Vec::new(), Vec::new(), Vec::new());
    let mut exact = 0;
    for number in 0..ROUNDS {
        let mut round = deal(rules, Start::Anew, &Seed::from_number(1), number);
        let mut views: Vec<View> = Seat::all(players)
            .map(|seat| round.view_from_here(seat))
            .collect();
        while let Some(seat) = round.to_act() {
            let view = &views[seat.index()];
            let (build_time, known) = fastest(|| Knowledge::of(view));
            if let Ok(knowledge) = known {
                to_build.push(build_time);
                exact += u32::from(knowledge.is_exact());
                counts.push(knowledge.count().unwrap_or(u128::MAX));
                let (draw_time, ()) = fastest(|| {
                    for _ in 0..SAMPLES {
                        std::hint::black_box(knowledge.sample(rng));
                    }
                });
                to_draw.push(draw_time / u128::from(SAMPLES));
            }
            let Some(step) = bot.choose(view, rng).and_then(|a| round.play(a).ok()) else {
                return;
            };
            for view in &mut views {
                view.observe(&step.mv.visible_to(view.seat()), &step.awards);
            }
        }
    }
    let share = 100.0 * f64::from(exact) / counts.len() as f64;
    println!(
        "{} {players}: {share:.0} %, {:.1e}; {:.1} us, {:.1} us; {:.2} us",
        game.id,
        at(&mut counts, 0.5) as f64,
        at(&mut to_build, 0.5) as f64 / 1e3,
        at(&mut to_build, 0.9) as f64 / 1e3,
        at(&mut to_draw, 0.5) as f64 / 1e3,
    );
}

/// The shortest time of some work, in nanoseconds, and its last result.
fn fastest<T>(mut work: impl FnMut() -> T) -> (u128, T) {
    let mut timed = || {
        let begin = Instant::now();
        let result = work();
        (begin.elapsed().as_nanos(), result)
    };
    let (mut least, mut result) = timed();
    for _ in 1..TIMES {
        let (time, again) = timed();
        least = least.min(time);
        result = again;
    }
    (least, result)
}

/// The quantile of some values.
fn at(values: &mut [u128], share: f64) -> u128 {
    values.sort_unstable();
    let place = (share * values.len() as f64) as usize;
    values.get(place).copied().unwrap_or(0)
}
