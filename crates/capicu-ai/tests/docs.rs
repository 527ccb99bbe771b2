//! The pages and their scripts list every level, and use names so that levels can be added.

use std::path::Path;

use capicu_ai::Level;

fn file(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read_to_string(root.join(path)).unwrap()
}

#[test]
fn every_level_has_its_rows_in_the_page() {
    let page = file("docs/strength.md");
    for level in Level::ALL {
        let (name, number) = (level.name(), level.number());
        let row = format!("\n| {number}, `{name}` | ");
        assert!(page.contains(&row), "the row of {name}: {row:?}");
        let below = number - 1;
        let won = format!("\n| {number} against {below} | ");
        assert!(
            below == 0 || page.contains(&won),
            "its share of wins: {won:?}"
        );
    }
    let above = Level::BEST.number() + 1;
    assert!(!page.contains(&format!("\n| {above}, `")));
}

#[test]
fn ladder_has_every_step_between_levels() {
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

/// Finds levels named by number: "level 8" or "level:4". The weakest is always `level:1`.
fn by_number(text: &str) -> Vec<&str> {
    let digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let at = ["level ", "level:"].into_iter().flat_map(|word| {
        let ends = text
            .match_indices(word)
            .map(move |(at, _)| (at, at + word.len()));
        ends.filter(|(_, end)| digit(&text[*end..]))
    });
    let named = at.map(|(at, end)| &text[at..=end]);
    named.filter(|level| *level != "level:1").collect()
}

#[test]
fn no_page_names_a_level_by_its_number() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut read = 0;
    let folders = [
        "docs",
        "docs/dev",
        "docs/events",
        "docs/hosting",
        "docs/notes",
        "bench",
    ];
    for folder in folders {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let ending = path.extension().and_then(|ending| ending.to_str());
            if let Some("md" | "sh") = ending {
                let text = std::fs::read_to_string(&path).unwrap();
                assert_eq!(by_number(&text), Vec::<&str>::new(), "{path:?}");
                read += 1;
            }
        }
    }
    assert!(read > 10, "{read}");
    let wrong = "level:1 against level:4, as level 8 has, at the level of level `club`";
    assert_eq!(by_number(wrong), ["level 8", "level:4"]);
}
