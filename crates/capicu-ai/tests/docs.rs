//! docs/strength.md and the script behind it know every level.

use std::path::Path;

use capicu_ai::Level;

fn file(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read_to_string(root.join(path)).unwrap()
}

#[test]
fn every_level_has_its_rows() {
    let page = file("docs/strength.md");
    for level in Level::ALL {
        let (name, number) = (level.name(), level.number());
        let row = format!("\n| {number}, `{name}` | ");
        assert!(page.contains(&row), "what {name} goes by: {row:?}");
        let below = number - 1;
        let won = format!("\n| {number} against {below} | ");
        assert!(below == 0 || page.contains(&won), "what it won: {won:?}");
    }
    let above = Level::BEST.number() + 1;
    assert!(!page.contains(&format!("\n| {above}, `")));
}

#[test]
fn the_ladder_has_every_step() {
    let script = file("bench/ladder.sh");
    let mut levels: Vec<u8> = Vec::new();
    for line in script.lines() {
        let words: Vec<&str> = line.split([' ', ';']).collect();
        match words[..] {
            ["for", "level", "in", ref list @ ..] => {
                levels.extend(list.iter().map_while(|n| n.parse::<u8>().ok()));
            }
            _ => {
                let words = line.trim_start().split(' ').collect::<Vec<_>>();
                if let ["step" | "steps", n, ..] = words[..] {
                    levels.extend(n.parse::<u8>());
                }
            }
        }
    }
    levels.dedup();
    let all: Vec<u8> = Level::ALL.iter().map(|level| level.number()).collect();
    assert_eq!(levels, all[1..]);
}
