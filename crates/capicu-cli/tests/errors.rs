//! What is said of each mistake, in English and in Spanish: a file of `tests/errors` for each. A text
//! that changes fails here; `CAPICU_UPDATE=1` writes the files anew, to be read before they are kept.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Each mistake by name, and the arguments that make it.
const MISTAKES: &[(&str, &[&str])] = &[
    ("command-misspelt", &["simulat"]),
    ("option-misspelt", &["simulate", "--gaem", "cien"]),
    ("option-unknown", &["games", "--volume", "3"]),
    (
        "option-without-value",
        &["simulate", "--game", "cien", "--seed"],
    ),
    (
        "option-twice",
        &["perft", "--game", "cien", "--depth", "2", "--depth", "3"],
    ),
    (
        "options-conflict",
        &["arena", "--ladder", "--pool", "--game", "cien"],
    ),
    (
        "option-needs-another",
        &[
            "simulate",
            "--game",
            "cien",
            "--matches",
            "9",
            "--shard",
            "1/2",
        ],
    ),
    ("argument-missing", &["merge", "--out", "a.parquet"]),
    (
        "argument-too-many",
        &["games", "check", "rules.toml", "more.toml"],
    ),
    ("language-unknown", &["games", "--lang", "fr"]),
    (
        "word-misspelt",
        &["solve", "--game", "cien", "--wanted", "pints"],
    ),
    (
        "number-negative",
        &["simulate", "--game", "cien", "--rounds", "-5"],
    ),
    (
        "number-zero",
        &["simulate", "--game", "cien", "--rounds", "0"],
    ),
    (
        "number-fraction",
        &["simulate", "--game", "cien", "--matches", "1.5"],
    ),
    (
        "number-large",
        &[
            "simulate",
            "--game",
            "cien",
            "--seed",
            "99999999999999999999",
        ],
    ),
    (
        "number-out-of-range",
        &["perft", "--game", "cien", "--depth", "65"],
    ),
    (
        "milliseconds-negative",
        &["arena", "reader", "facts", "--game", "cien", "--ms", "-5"],
    ),
    ("game-missing", &["simulate", "--rounds", "1"]),
    (
        "game-misspelt",
        &["simulate", "--game", "cein", "--rounds", "1"],
    ),
    ("game-unknown", &["games", "show", "chess"]),
    (
        "players-none-does",
        &["perft", "--game", "cien", "--players", "13", "--depth", "1"],
    ),
    (
        "players-not-this-game",
        &["perft", "--game", "club", "--players", "4", "--depth", "1"],
    ),
    ("set-misspelt", &["verify", SEED, "--set", "hadn=3"]),
    (
        "set-without-value",
        &["games", "show", "cien", "--set", "target"],
    ),
    (
        "set-word",
        &["games", "show", "cien", "--set", "capicu-when=alwys"],
    ),
    (
        "set-number",
        &[
            "perft", "--game", "cien", "--set", "target=0", "--depth", "1",
        ],
    ),
    (
        "set-contradicts",
        &[
            "perft", "--game", "cien", "--set", "hand=20", "--depth", "1",
        ],
    ),
    (
        "rules-no-such-file",
        &["simulate", "--rules", "none.toml", "--rounds", "1"],
    ),
    ("rules-wrong", &["games", "check", "rules.toml"]),
    ("rules-in-a-table", &["games", "check", "table.toml"]),
    (
        "player-misspelt",
        &["arena", "raeder", "counter", "--game", "cien"],
    ),
    (
        "player-unknown",
        &[
            "simulate", "--game", "cien", "--rounds", "1", "--bot", "genius",
        ],
    ),
    (
        "player-budget-refused",
        &[
            "simulate",
            "--game",
            "cien",
            "--rounds",
            "1",
            "--bot",
            "random@5ms",
        ],
    ),
    (
        "player-budget-zero",
        &["arena", "reader@0", "random", "--game", "cien"],
    ),
    (
        "player-empty-command",
        &[
            "simulate", "--game", "cien", "--rounds", "1", "--bot", "cmd:",
        ],
    ),
    (
        "bots-uneven",
        &[
            "simulate",
            "--game",
            "cien",
            "--rounds",
            "1",
            "--bot",
            "heavy,random,heavy",
        ],
    ),
    ("simulate-how-much", &["simulate", "--game", "cien"]),
    (
        "simulate-share",
        &[
            "simulate",
            "--game",
            "cien",
            "--matches",
            "9",
            "--out",
            "a.parquet",
            "--shard",
            "3/2",
        ],
    ),
    (
        "simulate-out-foreign",
        &[
            "simulate",
            "--game",
            "cien",
            "--matches",
            "1",
            "--out",
            "taken",
        ],
    ),
    ("merge-exists", &["merge", "a.parquet", "--out", "taken"]),
    (
        "merge-no-such-file",
        &["merge", "a.parquet", "--out", "b.parquet"],
    ),
    (
        "merge-not-parquet",
        &["merge", "rules.toml", "--out", "b.parquet"],
    ),
    ("arena-one-player", &["arena", "counter", "--game", "cien"]),
    (
        "arena-elo",
        &[
            "arena", "counter", "random", "--game", "cien", "--sprt", "--elo0", "5", "--elo1", "-5",
        ],
    ),
    (
        "arena-error",
        &[
            "arena", "counter", "random", "--game", "cien", "--sprt", "--error", "0.7",
        ],
    ),
    (
        "arena-record-exists",
        &[
            "arena", "counter", "random", "--game", "cien", "--record", "taken",
        ],
    ),
    (
        "arena-record-complete",
        &[
            "arena", "counter", "random", "--game", "cien", "--record", "taken", "--resume",
        ],
    ),
    (
        "arena-record-interrupted",
        &[
            "arena", "counter", "random", "--game", "cien", "--record", "begun",
        ],
    ),
    (
        "arena-resume-without-record",
        &["arena", "counter", "random", "--game", "cien", "--resume"],
    ),
    (
        "arena-resume-differs",
        &[
            "arena", "counter", "random", "--game", "cien", "--record", "begun", "--resume",
        ],
    ),
    (
        "arena-folder-missing",
        &[
            "arena", "counter", "random", "--game", "cien", "--record", "none/a",
        ],
    ),
    (
        "record-no-such-file",
        &["perft", "--record", "none.domino", "--depth", "1"],
    ),
    (
        "record-wrong",
        &["perft", "--record", "rules.toml", "--depth", "1"],
    ),
    (
        "record-no-such-round",
        &[
            "perft",
            "--record",
            "tiny.domino",
            "--round",
            "9",
            "--depth",
            "1",
        ],
    ),
    (
        "record-no-such-move",
        &["solve", "--record", "tiny.domino", "--after", "7"],
    ),
    (
        "record-tiles-unknown",
        &["solve", "--record", "open.domino"],
    ),
    (
        "record-breach",
        &["solve", "--record", "breach.domino", "--after", "1"],
    ),
    ("solve-nothing", &["solve", "--game", "cien"]),
    (
        "solve-sides",
        &["solve", "--game", "french", "--deals", "1"],
    ),
    (
        "solve-not-a-tile",
        &["solve", "--game", "cien", "--deal", "6-6 66"],
    ),
    (
        "solve-tile-twice",
        &["solve", "--game", "cien", "--deal", "6-6 6-6 / 5-5"],
    ),
    (
        "solve-two-hands",
        &["solve", "--game", "cien", "--deal", "6-6 / 5-5"],
    ),
    (
        "solve-hand-size",
        &["solve", "--game", "draw", "--deal", "6-6 5-4 / 6-5 5-5"],
    ),
    (
        "solve-seat",
        &["solve", "--game", "draw", "--deal", DRAW, "--opener", "Z"],
    ),
    (
        "solve-not-a-move",
        &[
            "solve", "--game", "draw", "--deal", DRAW, "--moves", "6-6 left",
        ],
    ),
    (
        "solve-illegal-move",
        &[
            "solve",
            "--game",
            "draw",
            "--deal",
            DRAW,
            "--moves",
            "6-6 5-4@6-6",
        ],
    ),
    (
        "solve-budget",
        &[
            "solve",
            "--game",
            "all-fives",
            "--deal",
            FIVES,
            "--budget",
            "50",
        ],
    ),
    ("verify-not-hex", &["verify", "seed"]),
    ("verify-other-seed", &["verify", SEED, "--commitment", SEED]),
    ("event-no-such-file", &["event", "verify", "none.jsonl"]),
    ("event-not-a-log", &["event", "verify", "rules.toml"]),
    ("hint-nothing", &["hint", "--game", "cien"]),
    (
        "hint-hand-size",
        &[
            "hint", "--game", "cien", "--hand", "6-5 6-4", "--moves", "6-6",
        ],
    ),
    (
        "hint-tile-twice",
        &["hint", "--game", "cien", "--hand", "6-5 6-5"],
    ),
    (
        "hint-tile-unknown",
        &["hint", "--game", "cien", "--hand", "9-5"],
    ),
    (
        "hint-tile-in-own-hand",
        &[
            "hint",
            "--game",
            "cien",
            "--hand",
            HAND,
            "--moves",
            "6-6 6-5@6-6",
        ],
    ),
    (
        "hint-does-not-fit",
        &[
            "hint",
            "--game",
            "cien",
            "--hand",
            HAND,
            "--moves",
            "6-6 5-3@6-6",
        ],
    ),
    (
        "hint-out-of-turn",
        &[
            "hint",
            "--game",
            "cien",
            "--hand",
            HAND,
            "--moves",
            "A: 6-6 C: pass",
        ],
    ),
    (
        "hint-cannot-open",
        &["hint", "--game", "cien", "--hand", HAND, "--seat", "A"],
    ),
    (
        "hint-pass-impossible",
        &[
            "hint",
            "--game",
            "draw",
            "--hand",
            "6-4 5-5 4-2 3-1 2-0 1-0",
            "--moves",
            "6-6 pass",
        ],
    ),
    (
        "hint-record-hand-unknown",
        &["hint", "--record", "open.domino"],
    ),
    ("hint-record-breach", &["hint", "--record", "breach.domino"]),
    ("serve-listen", &["serve", "--listen", "here"]),
    ("serve-log", &["serve", "--log", "capicu_server=loud"]),
    ("serve-limit", &["serve", "--limit-tables", "30"]),
    ("serve-origin", &["serve", "--origin", "dominoes.example"]),
    (
        "serve-host",
        &["serve", "--host", "https://dominoes.example"],
    ),
    ("man-exists", &["man", "pages"]),
];

const SEED: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
const HAND: &str = "6-5 6-4 5-5 4-2 3-1 2-0 1-0";
const DRAW: &str = "6-6 5-4 4-4 3-3 2-2 1-1 0-0 / 6-5 5-5 4-3 3-2 2-1 1-0 6-0";
const FIVES: &str = "6-6 5-4 4-4 3-3 2-2 / 6-5 5-5 4-3 3-2 2-1";

/// The files that are there when the mistakes are made.
const FILES: &[(&str, &str)] = &[
    ("taken", "somebody's\n"),
    ("begun.part", "{}\n"),
    ("begun.progress", "{\"version\":\"0\"}\n"),
    ("rules.toml", "base = \"cien\"\nkapicu = 20\ntarget = 0\n"),
    ("table.toml", "base = \"cien\"\n[rules]\ntargett = 150\n"),
    (
        "tiny.domino",
        "domino-record 1\nrules: set double-two, players 2, hand 3\n\nround 1\n\
         hand A: 0-0 2-1 2-2\nhand B: 1-0 1-1 2-0\nA: 2-2\nresult: unfinished\n",
    ),
    (
        "open.domino",
        "domino-record 1\nrules: set double-two, players 2, hand 3\n\nround 1\n\
         hand A: 0-0 2-1 2-2\nA: 2-2\nresult: unfinished\n",
    ),
    (
        "breach.domino",
        "domino-record 1\nrules: set double-two, players 2, hand 3\n\nround 1\n\
         hand A: 0-0 2-1 2-2\nhand B: 1-0 1-1 2-0\nA: 2-1\nresult: unfinished\n",
    ),
    ("pages/capicu-serve.1", "somebody's\n"),
];

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in FILES {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors")
}

/// What the command answers, in both languages.
fn answered(arguments: &[&str]) -> String {
    let quoted = arguments
        .iter()
        .map(|argument| match argument.contains(' ') {
            true => format!("\"{argument}\""),
            false => (*argument).to_owned(),
        });
    let mut text = format!("$ capicu {}\n", quoted.collect::<Vec<_>>().join(" "));
    for language in ["en_US.UTF-8", "es_PR.UTF-8"] {
        let folder = folder();
        let output = Command::new(env!("CARGO_BIN_EXE_capicu"))
            .args(arguments)
            .current_dir(folder.path())
            .env("LC_ALL", language)
            .env_remove("CAPICU_LISTEN")
            .stdin(Stdio::null())
            .output()
            .expect("the command starts");
        let code = output.status.code().expect("it ends by itself");
        let _ = write!(text, "\n{} [{code}]\n", &language[..2]);
        text += &String::from_utf8(output.stderr).expect("UTF-8");
        assert_ne!(code, 0, "{text}");
        for (name, before) in FILES {
            let after = fs::read_to_string(folder.path().join(name));
            assert!(
                after.is_ok_and(|after| after == *before),
                "{name} was changed: {text}"
            );
        }
    }
    text
}

#[test]
fn every_mistake_is_told_as_written_down() {
    let update = std::env::var_os("CAPICU_UPDATE").is_some();
    let mut wrong = Vec::new();
    for (name, arguments) in MISTAKES {
        let path = golden().join(format!("{name}.txt"));
        let now = answered(arguments);
        if update {
            fs::write(&path, &now).expect("a file");
        } else if fs::read_to_string(&path).ok().as_ref() != Some(&now) {
            wrong.push(format!("{name}.txt would be\n{now}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_file_tells_of_a_mistake_and_both_languages_differ() {
    let known: BTreeSet<String> = MISTAKES
        .iter()
        .map(|(name, _)| format!("{name}.txt"))
        .collect();
    let there: BTreeSet<String> = fs::read_dir(golden())
        .expect("the folder")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .into_string()
                .expect("UTF-8")
        })
        .collect();
    assert_eq!(known, there);
    for name in known {
        let text = fs::read_to_string(golden().join(&name)).expect("a file");
        let (_, both) = text.split_once("\nen ").expect("English");
        let (en, es) = both.split_once("\nes ").expect("Spanish");
        assert_ne!(en, es, "{name}");
        let lines = en.lines().chain(es.lines());
        for line in lines.filter(|line| !line.starts_with('[')) {
            let known = ["error: ", "note: ", "nota: ", "warning: ", "aviso: "];
            assert!(
                known.iter().any(|kind| line.starts_with(kind)),
                "{name}: {line}"
            );
        }
    }
}
