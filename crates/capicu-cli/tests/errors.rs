//! Error messages and warnings in English and Spanish: a file of `tests/errors` for each. The first line is the
//! command, as in a shell; the rest is the output. A changed text fails here; `CAPICU_UPDATE=1` writes the files again,
//! for review before a commit. For a new error, add a file with the first line only.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const FILES: &[(&str, &str)] = &[
    ("taken", "somebody's\n"),
    ("begun.part", "{}\n"),
    ("begun.progress", "{\"version\":\"0\"}\n"),
    ("rules.toml", "base = \"cien\"\nkapicu = 20\ntarget = 0\n"),
    (
        "idle.toml",
        "id = \"cien\"\nbase = \"draw\"\nplayers = 2\nreserve = 40\nchuchazo-when = \"not-between-blanks\"\n",
    ),
    (
        "cien-mami.toml",
        "id = \"cien-mami\"\nname = \"Cien as we play it\"\nbase = \"cien\"\n\nkapicu = 30\ndraw = \"until_playable\"\nhand = 8\n",
    ),
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
    (
        "twin.json",
        "{\"format\": \"domino-record\", \"version\": 1, \"rules\": {\"hand\": \"120\"}, \
         \"items\": [], \"result\": \"unfinished\"}\n",
    ),
    ("moves.txt", "moves: [([6|6], True), ([5|4], False)]\n"),
    (
        "list.csv",
        "player,tile,end\nAna,6-6,\nBeto,6-5,6\nAna,pass,\nBeto,6-4,5\n",
    ),
    ("passed.csv", "player;tile\n0;6-6\n1;6-5\n0;pas\n"),
    (
        "hands.csv",
        "player,tile\n0,hand 6-6 5-5 4-4 3-3 2-2 1-1 0-0\n0,6-5\n",
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

/// Lists the files by name, with their text.
fn mistakes() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
    let mut mistakes: Vec<_> = fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let text = fs::read_to_string(&path).expect("UTF-8");
            (path.display().to_string(), text)
        })
        .collect();
    mistakes.sort();
    assert!(mistakes.len() > 80, "all are there");
    mistakes
}

/// Splits the command in the first line; double quotes keep spaces.
fn arguments(text: &str) -> Vec<&str> {
    let line = text
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("$ capicu "));
    let line = line.expect("the first line is a command");
    let parts = line.split('"').enumerate();
    parts
        .flat_map(|(number, part)| match number % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        })
        .collect()
}

fn answered(arguments: &[&str]) -> String {
    let mut text = String::new();
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
        let err = String::from_utf8(output.stderr).expect("UTF-8");
        let warned = err.starts_with("warning: ") || err.starts_with("aviso: ");
        assert!(code != 0 || warned, "{err}");
        text += &err;
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
fn every_error_has_its_recorded_text() {
    let update = std::env::var_os("CAPICU_UPDATE").is_some();
    let mut wrong = Vec::new();
    for (file, text) in mistakes() {
        let command = text.lines().next().unwrap_or_default();
        let now = format!("{command}\n{}", answered(&arguments(&text)));
        if update {
            fs::write(&file, &now).expect("a file");
        } else if text != now {
            wrong.push(format!("{file} would be\n{now}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The block of `docs/rule-files.md` about errors is the output of the command; long lines continue with two spaces.
#[test]
fn page_of_rule_files_shows_real_errors() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rule-files.md");
    let page = fs::read_to_string(page).expect("the page");
    let (_, block) = page.split_once("```text\n").expect("a block");
    let (block, _) = block.split_once("```").expect("its end");
    let shown = block.replace("\n  ", " ");
    let printed = answered(&["games", "check", "cien-mami.toml"]);
    let (printed, _) = printed.split_once("\nes [").expect("Spanish");
    assert_eq!(printed.trim(), format!("en [2]\n{shown}").trim());
}

#[test]
fn languages_differ_and_every_line_has_its_kind() {
    for (file, text) in mistakes() {
        let (_, both) = text.split_once("\nen ").expect("English");
        let (en, es) = both.split_once("\nes ").expect("Spanish");
        assert_ne!(en, es, "{file}");
        let lines = en.lines().chain(es.lines());
        for line in lines.filter(|line| !line.starts_with('[')) {
            let known = ["error: ", "note: ", "nota: ", "warning: ", "aviso: "];
            assert!(
                known.iter().any(|kind| line.starts_with(kind)),
                "{file}: {line}"
            );
        }
    }
}

#[test]
fn commands_are_split_like_in_a_shell() {
    assert_eq!(
        arguments("$ capicu solve --deal \"6-6 / 5-5\" --opener Z\nen"),
        ["solve", "--deal", "6-6 / 5-5", "--opener", "Z"]
    );
    assert_eq!(arguments("$ capicu hint --bot \"\""), ["hint", "--bot", ""]);
}
