//! Measures random rounds at many row widths: the size of the tiles, and how often tiles move.
//!
//! `cargo run --release --example measure -- [ROUNDS] [search]`
//!
//! It prints one line for each game, set and felt, with the row width from `best_row_width`. At that width, it gives
//! the fifth percentile (and mean) of the tile's short side, in thousandths of the square root of the felt's area. Then
//! follow moves and rails per hundred rounds, the mean time for a whole round, and the longest time for one tile. With
//! `search`, the best of many widths follows; there a round with a rail counts half, and each move takes 2 % off.

#[path = "../tests/geometry/games.rs"]
mod games;

use capicu_geometry::{DominoSet, Felt, Joint, Layout, Others, Plan};
use games::Game;
use std::time::{Duration, Instant};

struct Sample {
    size: f64,
    moves: usize,
    rails: usize,
    time: Duration,
    longest: Duration,
}

fn play(plan: Plan, game: Game, seed: u64) -> Sample {
    let tiles = games::round(game, plan.set(), seed);
    let mut layout = Layout::new(plan);
    let (mut moves, mut time, mut longest) = (0, Duration::ZERO, Duration::ZERO);
    for &laid in &tiles {
        let start = Instant::now();
        moves += usize::from(layout.push(laid) == Ok(Others::Move));
        let took = start.elapsed();
        time += took;
        longest = longest.max(took);
    }
    let felt = plan.felt();
    let bounds = layout.bounds().expect("a round has tiles");
    let unit = f64::from(plan.fit(bounds, 100_000).unit);
    let area = f64::from(felt.width) * f64::from(felt.height);
    let is_rail = |joint: Joint| matches!(joint, Joint::Rail { .. });
    Sample {
        size: unit / area.sqrt(),
        moves,
        rails: layout.tiles().iter().filter(|t| is_rail(t.joint)).count(),
        time,
        longest,
    }
}

/// Describes and rates one row width.
fn at_width(plan: Plan, game: Game, rounds: u64) -> (f64, String) {
    let mut samples: Vec<Sample> = (0..rounds).map(|seed| play(plan, game, seed)).collect();
    let worth = |s: &Sample| {
        let moved = s.size * 0.98_f64.powi(i32::try_from(s.moves).unwrap_or(i32::MAX));
        if s.rails > 0 { moved / 2.0 } else { moved }
    };
    samples.sort_by(|a, b| worth(a).total_cmp(&worth(b)));
    let value = worth(&samples[samples.len() / 20]);
    samples.sort_by(|a, b| a.size.total_cmp(&b.size));
    let n = samples.len();
    let per_100 =
        |of: fn(&Sample) -> usize| samples.iter().map(of).sum::<usize>() as f64 * 100.0 / n as f64;
    let longest = samples.iter().map(|s| s.longest).max();
    let line = format!(
        "W {:.0} {:.1} ({:.1}) | {:.1} {:.1} | {} {}",
        f64::from(plan.row_width()) / 100.0,
        samples[n / 20].size,
        samples.iter().map(|s| s.size).sum::<f64>() / n as f64,
        per_100(|s| s.moves),
        per_100(|s| s.rails),
        samples.iter().map(|s| s.time).sum::<Duration>().as_micros() / n as u128,
        longest.unwrap_or_default().as_micros(),
    );
    (value, line)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let rounds: u64 = args.next().map_or(Ok(100), |arg| arg.parse())?;
    let search = args.next().is_some_and(|arg| arg == "search");
    let felts = [(16, 9), (5, 4), (4, 5), (5, 8)];
    let sets = [
        (DominoSet::DoubleSix, (10..=26).step_by(1)),
        (DominoSet::DoubleNine, (12..=40).step_by(2)),
        (DominoSet::DoubleTwelve, (16..=60).step_by(4)),
    ];
    println!(
        "game set felt: width 5% (mean) | moves/100 rails/100 | mean µs a round, worst µs a tile"
    );
    for game in Game::ALL {
        let name = format!("{game:?}");
        for (set, widths) in &sets {
            for (across, down) in felts {
                let felt = Felt {
                    width: across * 1000,
                    height: down * 1000,
                };
                let plan = Plan::new(*set, game.shape(), felt);
                println!(
                    "{name} {set:?} {across}:{down}: {}",
                    at_width(plan, game, rounds).1
                );
                if !search {
                    continue;
                }
                let mut all = Vec::new();
                for width in widths.clone() {
                    all.push(at_width(plan.with_row_width(width * 100)?, game, rounds));
                }
                all.sort_by(|a, b| b.0.total_cmp(&a.0));
                println!("    best {}", all[0].1);
            }
        }
    }
    Ok(())
}
