//! Scripts next to the client send it commands: none reads test ids, and none presses buttons for the player.

use std::fs;
use std::path::{Path, PathBuf};

/// Text that no script may contain, and its replacement.
const REFUSED: [(&str, &str); 4] = [
    ("testid", "give the element an id"),
    (".click(", "dispatch a `page-command`"),
    ("\"click\"))", "dispatch a `page-command`"),
    ("MouseEvent(", "dispatch a `page-command`"),
];

/// The only click that a script may make: on a link that it created to save a file.
const SAVES: (&[&str], &str) = (&["replay.js", "score.js"], "  link.click();");

/// Lists the faults of a script, one line each.
fn wrong(name: &str, script: &str) -> Vec<String> {
    let lines = script.lines().enumerate();
    let lines = lines.filter(|(_, line)| !SAVES.0.contains(&name) || *line != SAVES.1);
    let found = lines.flat_map(|(at, line)| {
        let refused = REFUSED.iter().filter(|(text, _)| line.contains(text));
        refused
            .map(move |(text, instead)| format!("{name}:{}: `{text}`; {instead} instead", at + 1))
    });
    found.collect()
}

fn scripts(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            scripts(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "js") {
            into.push(path);
        }
    }
}

#[test]
fn scripts_next_to_the_client_only_send_commands() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let mut all = Vec::new();
    scripts(&crates, &mut all);
    assert!(all.len() > 14, "{all:?}");
    let found = all.iter().flat_map(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        wrong(&name, &fs::read_to_string(path).expect("a script"))
    });
    let found: Vec<String> = found.collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn planted_test_id_and_click_are_found() {
    for planted in [
        "document.querySelector('[data-testid=pass]')",
        "tile.dataset.testid = name;",
        "button?.click();",
        "  link.click();",
        "tile.dispatchEvent(new MouseEvent('click'));",
        "tile.dispatchEvent(new Event(\"click\"));",
    ] {
        assert_eq!(wrong("text-commands.js", planted).len(), 1, "{planted}");
    }
    assert!(wrong("replay.js", "  link.click();").is_empty());
}
