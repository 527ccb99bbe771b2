//! Invariant 3: no client, bot, server or test double decides legality or score.
//!
//! Other code may read a rule only to describe, draw, send or estimate it. This file lists those places, each with its
//! reason. The solver has compact rules, which its tests compare with the engine. The oracle is the second model of the
//! rules.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Crates that contain rules.
const HOMES: [&str; 3] = ["capicu", "capicu-oracle", "capicu-solver"];

/// Code that decides something, its replacement, and the files that may use it anyway.
struct Decides {
    /// As written in the source.
    text: &'static str,
    instead: &'static str,
    /// File paths below `crates`.
    told_in: &'static [&'static str],
}

const DECIDES: [Decides; 9] = [
    Decides {
        text: "ends_score(",
        instead: "`Board::count_of_ends`, or the awards",
        told_in: &[
            // An estimate of the score of a play.
            "capicu-ai/src/counter.rs",
        ],
    },
    Decides {
        text: "pips_per_point.get()",
        instead: "`Board::count_of_ends`, or the awards",
        told_in: &[],
    },
    Decides {
        text: ".undeclared()",
        instead: "`Board::due_call` and `Board::call_of`",
        told_in: &["capicu-server/tests/play.rs"],
    },
    Decides {
        text: ".may_hand_over",
        instead: "`Board::huddle`",
        told_in: &[
            // Messages, and the reader's model of other players.
            "capicu-protocol/src/piece.rs",
            "capicu-ai/src/reader/line/likelihood.rs",
            // Tests that wait for a huddle.
            "capicu-practice/tests/table.rs",
            "capicu-server/tests/play.rs",
        ],
    },
    Decides {
        text: "Ended::Target(",
        instead: "`Outcome::side`",
        told_in: &[
            // Described, sent, and claimed in a record.
            "capicu-i18n/src/round.rs",
            "capicu-protocol/src/outcome.rs",
            "capicu-protocol/tests/golden.rs",
            "capicu-python/src/named.rs",
            "capicu-record/src/referee/endings.rs",
            "capicu-record/src/referee/json.rs",
            "capicu-record/src/referee/sheet.rs",
            "capicu-record/tests/settling.rs",
            "capicu-sheet/tests/engine_rounds.rs",
            // Imagined rounds.
            "capicu-ai/src/equity/ends.rs",
            "capicu-ai/src/reader/line/rollout.rs",
        ],
    },
    Decides {
        text: ">= rules.target",
        instead: "`Match::result`, or how the round ended",
        told_in: &["capicu-ai/src/equity/ends.rs"],
    },
    Decides {
        text: ".playable_at(",
        instead: "the actions listed",
        told_in: &[
            // The felt draws an end that awaits a tile; the test inspects the drawing.
            "capicu-web/src/table/felt.rs",
            "capicu-e2e/tests/every_game.rs",
            // The end of a written move that does not name it.
            "capicu-record/src/record/shorthand.rs",
        ],
    },
    Decides {
        text: ".end_for(",
        instead: "the actions listed",
        told_in: &[
            // Converts the engine's actions to the compact form.
            "capicu-ai/src/reader/line.rs",
            // The end of a written move that names it.
            "capicu-record/src/record/shorthand.rs",
            // Writes the end of a played tile as another program would.
            "capicu-record/tests/moves/writer.rs",
        ],
    },
    Decides {
        text: ".play_unchecked(",
        instead: "`Round::play`, or a fact of a `Table`",
        told_in: &[
            // Searches through the legal actions.
            "capicu-ai/src/equity/ends.rs",
            "capicu-ai/src/reader/model.rs",
            "capicu-ai/src/reader/rollout.rs",
            "capicu-cli/src/perft.rs",
            "capicu-truth/src/game.rs",
        ],
    },
];

/// Finds each decision in a text, with its line; `file` is a path below `crates`.
fn decisions(file: &str, text: &str) -> Vec<(usize, &'static Decides)> {
    let home = file.split('/').next().unwrap_or_default();
    if HOMES.contains(&home) {
        return Vec::new();
    }
    let code = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim_start().starts_with("//"));
    code.flat_map(|(at, line)| {
        let here = move |decides: &&Decides| line.contains(decides.text);
        DECIDES.iter().filter(here).map(move |d| (at + 1, d))
    })
    .collect()
}

fn complaints(files: &[(String, String)]) -> Vec<String> {
    let mut used = BTreeSet::new();
    let mut complaints = Vec::new();
    for (file, text) in files {
        for (
            line,
            Decides {
                text,
                instead,
                told_in,
            },
        ) in decisions(file, text)
        {
            if told_in.contains(&file.as_str()) {
                used.insert((*text, file.as_str()));
            } else {
                complaints.push(format!(
                    "crates/{file}:{line}: `{text}` decides what the rules decide: ask {instead}"
                ));
            }
        }
    }
    for decides in &DECIDES {
        let stale = decides
            .told_in
            .iter()
            .filter(|file| !used.contains(&(decides.text, **file)));
        complaints.extend(stale.map(|file| {
            format!(
                "{file} is listed for `{}` in xtask/tests/rules_at_home.rs and has none",
                decides.text
            )
        }));
    }
    complaints
}

fn sources(folder: &Path, to: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the workspace") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, to);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            to.push(path);
        }
    }
}

#[test]
fn no_other_crate_decides_rules() {
    let crates = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../crates"));
    let mut paths = Vec::new();
    sources(crates, &mut paths);
    assert!(paths.len() > 100, "the sources were found");
    let files: Vec<(String, String)> = paths
        .iter()
        .map(|path| {
            let name = path.strip_prefix(crates).expect("it is in the folder");
            let text = fs::read_to_string(path).expect("a source");
            (name.to_string_lossy().replace('\\', "/"), text)
        })
        .collect();
    let complaints = complaints(&files);
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

#[test]
fn every_kind_of_decision_is_found() {
    for decides in &DECIDES {
        let line = format!("let x = board{}y);", decides.text);
        let at_home = decisions("capicu/src/board.rs", &line);
        assert!(at_home.is_empty(), "{}", decides.text);
        assert!(decisions("capicu-server/src/a.rs", &format!("// {line}")).is_empty());
        let found = decisions("capicu-server/src/a.rs", &format!("\n{line}\n"));
        let found: Vec<_> = found.iter().map(|(at, d)| (*at, d.text)).collect();
        assert_eq!(found, [(2, decides.text)]);
    }
    let wrong = [("capicu-web/src/a.rs".to_owned(), "ends_score(1)".to_owned())];
    let all = complaints(&wrong);
    assert_eq!(
        all[0],
        "crates/capicu-web/src/a.rs:1: `ends_score(` decides what the rules decide: ask \
         `Board::count_of_ends`, or the awards"
    );
    assert!(all.iter().any(|complaint| complaint.ends_with("has none")));
}
