//! `capicu analyze`: one match, several, grids, pages, and Ctrl-C.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use crate::common::{self, succeeded};

fn capicu(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = common::capicu(arguments);
    command.current_dir(folder).stdin(Stdio::null());
    command
}

fn analyze(folder: &Path, arguments: &[&str]) -> Output {
    let arguments = [&["analyze"][..], arguments].concat();
    let output = capicu(folder, &arguments).output();
    output.expect("the command starts")
}

#[track_caller]
fn answer(output: Output) -> String {
    succeeded(&output);
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// B passes on the double, so B has no 3.
const TINY: &str = "domino-record 1\nrules: set double-three, players 2, hand 3\nA: Ana\nB: Luis\n\nround 1\n\
                    hand A: 3-3 3-0 2-1\nhand B: 1-0 1-1 2-2\nA: 3-3\nB: pass\nresult: unfinished\n";

fn played(folder: &Path, name: &str, pairs: &str) {
    let arguments = [
        "arena", "random", "random", "--game", "block", "--pairs", pairs, "--seed", "5",
        "--record", name,
    ];
    let output = capicu(folder, &arguments).output().expect("it starts");
    succeeded(&output);
}

/// By hand. Seven tiles are hidden from A. B holds three of them and no 3, so 3-1 and 3-2 are in the boneyard. Each of
/// the other five tiles is with B in three of five deals. Six tiles are hidden from B, and A holds two of them. One has
/// a 3; otherwise nobody could play, and the round would be over. Of 12 pairs, 5 have 3-0.
#[test]
fn grid_shows_what_each_seat_could_know() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("tiny.domino"), TINY).expect("a file");
    let grid = |at: &str| -> Value {
        let told = answer(analyze(
            folder.path(),
            &["tiny.domino", "--grid", at, "--json"],
        ));
        serde_json::from_str(&told).expect("JSON")
    };
    let first = grid("1:0");
    assert_eq!(first["A"]["3-1"], json!({ "B": 429, "boneyard": 571 }));
    let last = grid("1:2");
    assert_eq!(last["A"]["3-1"], json!({ "boneyard": 1000 }));
    assert_eq!(last["A"]["1-0"], json!({ "B": 600, "boneyard": 400 }));
    assert_eq!(last["B"]["3-0"], json!({ "A": 417, "boneyard": 583 }));
    let told = answer(analyze(folder.path(), &["tiny.domino", "--grid", "1:2"]));
    assert!(told.contains("Knowledge of A"), "{told}");
    let row = told
        .lines()
        .find(|line| line.trim_start().starts_with("3-2"));
    let cells: Vec<&str> = row.expect("a row").split_whitespace().collect();
    assert_eq!(cells, ["3-2", "-", "100"]);
}

#[test]
fn moment_outside_the_match_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("tiny.domino"), TINY).expect("a file");
    for at in ["2:0", "1:9"] {
        let output = analyze(folder.path(), &["tiny.domino", "--grid", at]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("has no such moment"), "{said}");
    }
}

#[test]
fn several_matches_answer_on_one_line_each() {
    let folder = tempfile::tempdir().expect("a folder");
    played(folder.path(), "all.domino", "2");
    let arguments = ["all.domino", "--nodes", "50", "--json"];
    let told = answer(analyze(folder.path(), &arguments));
    let all: Vec<Value> = told
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert!(all.len() > 1, "{told}");
    assert_eq!(
        (&all[1]["number"], &all[1]["file"]),
        (&2.into(), &"all.domino".into())
    );
    let report = answer(analyze(
        folder.path(),
        &[&arguments[..], &["--report"]].concat(),
    ));
    let report: Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(report["matches"], all.len());
    // Every choice belongs to a player.
    let of = |players: &Value| -> u64 {
        let players = players.as_array().expect("players").iter();
        players
            .map(|one| one["decisions"].as_u64().expect("a number"))
            .sum()
    };
    let apart: u64 = all.iter().map(|one| of(&one["players"])).sum();
    assert_eq!(of(&report["players"]), apart);
    assert!(apart > 0);
    let text = answer(analyze(
        folder.path(),
        &["all.domino", "--nodes", "50", "--report"],
    ));
    assert!(text.starts_with("Players over "), "{text}");
}

/// Neither time nor order of work matters: JSON, text and page are the same bytes on one thread and on several.
#[test]
fn bytes_do_not_depend_on_the_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    played(folder.path(), "all.domino", "1");
    fs::write(folder.path().join("tiny.domino"), TINY).expect("a file");
    let told = |arguments: &[&str], threads: &str| {
        let arguments = [&["analyze", "--nodes", "300"][..], arguments].concat();
        let output = capicu(folder.path(), &arguments)
            .env("RAYON_NUM_THREADS", threads)
            .output();
        answer(output.expect("it starts"))
    };
    for arguments in [&["all.domino", "--json"][..], &["all.domino"]] {
        let one = told(arguments, "1");
        assert!(!one.is_empty());
        assert_eq!(told(arguments, "4"), one);
    }
    let pages = ["1", "4"].map(|threads| {
        let name = format!("{threads}.html");
        told(&["tiny.domino", "--html", &name], threads);
        fs::read_to_string(folder.path().join(name)).expect("a page")
    });
    assert_eq!(pages[0], pages[1]);
}

#[test]
fn page_of_several_matches_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    played(folder.path(), "all.domino", "2");
    let output = analyze(
        folder.path(),
        &["all.domino", "--nodes", "9", "--html", "all.html"],
    );
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("a page is of one match"), "{said}");
    assert!(!folder.path().join("all.html").exists());
    fs::write(folder.path().join("tiny.domino"), TINY).expect("a file");
    answer(analyze(
        folder.path(),
        &["tiny.domino", "--nodes", "9", "--html", "tiny.html"],
    ));
    let page = fs::read_to_string(folder.path().join("tiny.html")).expect("a page");
    assert!(page.starts_with("<!doctype html>") && page.contains("Luis"));
}

#[test]
fn illegal_record_is_refused_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let wrong = TINY.replace("B: pass", "B: 1-0@3-3");
    fs::write(folder.path().join("wrong.domino"), wrong).expect("a file");
    let output = analyze(folder.path(), &["wrong.domino"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.starts_with("error: wrong.domino:10:"), "{said}");
    assert!(output.stdout.is_empty());
}

/// It is refused before the referee checks its moves.
#[test]
fn too_long_match_is_refused_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let (head, rest) = TINY.split_once("round 1").expect("a round");
    let round = rest.trim_end_matches("result: unfinished\n");
    let rounds: String = (1..=401).map(|n| format!("round {n}{round}\n")).collect();
    let huge = format!("{head}{rounds}result: unfinished\n");
    fs::write(folder.path().join("huge.domino"), huge).expect("a file");
    let output = analyze(folder.path(), &["huge.domino"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    let most = "401 rounds with 802 moves; 400 rounds with 30000 moves are the most";
    assert!(said.contains(most), "{said}");
    assert!(output.stdout.is_empty());
}

/// Finished reviews are printed, without a summary.
#[cfg(unix)]
#[test]
fn finished_reviews_are_printed_after_ctrl_c() {
    let folder = tempfile::tempdir().expect("a folder");
    played(folder.path(), "long.domino", "1");
    let child = capicu(
        folder.path(),
        &["analyze", "long.domino", "--json", "--nodes", "300000"],
    )
    .stdout(Stdio::piped())
    .stderr(Stdio::piped())
    .spawn()
    .expect("it starts");
    std::thread::sleep(std::time::Duration::from_millis(500));
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.expect("kill is there").success());
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("note: stopped"), "{said}");
    // A line for each finished match; the last one was interrupted.
    let lines = String::from_utf8_lossy(&output.stdout);
    let last = lines.lines().last().expect("a line");
    let told: Value = serde_json::from_str(last).expect("JSON");
    assert_eq!(
        (&told["complete"], &told["sum"]),
        (&false.into(), &Value::Null)
    );
}
