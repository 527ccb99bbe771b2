//! Writes an SVG of one random round of each game.
//!
//! `cargo run --example draw -- FOLDER [SEED]`

#[path = "../../tests/geometry/games.rs"]
mod games;
mod svg;

use capicu_geometry::{DominoSet, Felt, Layout, Plan};
use games::Game;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let folder = args.next().unwrap_or_else(|| ".".into());
    let seed = args.next().map_or(Ok(1), |arg| arg.parse())?;
    let felts = [
        (
            "phone",
            Felt {
                width: 344,
                height: 420,
            },
        ),
        (
            "desktop",
            Felt {
                width: 1100,
                height: 560,
            },
        ),
    ];
    let sets = [
        ("six", DominoSet::DoubleSix),
        ("nine", DominoSet::DoubleNine),
        ("twelve", DominoSet::DoubleTwelve),
        ("fifteen", DominoSet::DoubleFifteen),
        ("eighteen", DominoSet::DoubleEighteen),
    ];
    for game in Game::ALL {
        for (set_name, set) in sets {
            for (felt_name, felt) in felts {
                let plan = Plan::new(set, game.shape(), felt);
                let layout = Layout::of(plan, &games::round(game, set, seed))?;
                let path = format!("{folder}/{game:?}-{set_name}-{felt_name}.svg");
                std::fs::write(path, svg::draw(&layout))?;
            }
        }
    }
    Ok(())
}
