//! `capicu analyze`: one match, several, grids, pages, and Ctrl-C.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn capicu(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_capicu"));
    command
        .args(arguments)
        .current_dir(folder)
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::null());
    command
}

fn analyze(folder: &Path, arguments: &[&str]) -> Output {
    let arguments = [&["analyze"][..], arguments].concat();
    let output = capicu(folder, &arguments).output();
    output.expect("the command starts")
}

#[track_caller]
fn answer(output: Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// B passes on the double, and so has no 3.
const TINY: &str = "domino-record 1\nrules: set double-three, players 2, hand 3\nA: Ana\nB: Luis\n\nround 1\n\
                    hand A: 3-3 3-0 2-1\nhand B: 1-0 1-1 2-2\nA: 3-3\nB: pass\nresult: unfinished\n";

/// A record of some matches between bots.
fn played(folder: &Path, name: &str, pairs: &str) {
    let arguments = [
        "arena", "random", "random", "--game", "block", "--pairs", pairs, "--seed", "5",
        "--record", name,
    ];
    let output = capicu(folder, &arguments).output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}

/// By hand: seven tiles are hidden from A. B holds three of them, none with a 3, so that 3-1 and 3-2 sleep, and of the
/// other five each is with B in three deals of five. From B six are hidden, of which A holds two, and one of them with a
/// 3, or nobody could play and the round would be over: of 12 pairs 5 have 3-0.
#[test]
fn a_grid_says_what_each_seat_could_know() {
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
    assert!(told.contains("What A could know"), "{told}");
    let row = told
        .lines()
        .find(|line| line.trim_start().starts_with("3-2"));
    let cells: Vec<&str> = row.expect("a row").split_whitespace().collect();
    assert_eq!(cells, ["3-2", "-", "100"]);
}

#[test]
fn a_moment_that_never_was_is_named() {
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
fn several_matches_answer_one_a_line_and_report_by_name() {
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
    // Every choice is somebody's.
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

/// No clock and no order of the work decides: JSON, text and page are the same bytes on one thread and on several.
#[test]
fn any_number_of_threads_gives_the_same_bytes() {
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
fn a_page_is_of_one_match() {
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
fn a_record_that_breaks_the_rules_is_refused_at_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let wrong = TINY.replace("B: pass", "B: 1-0@3-3");
    fs::write(folder.path().join("wrong.domino"), wrong).expect("a file");
    let output = analyze(folder.path(), &["wrong.domino"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.starts_with("error: wrong.domino:10:"), "{said}");
    assert!(output.stdout.is_empty());
}

/// Before the referee looks at any of its moves.
#[test]
fn a_match_that_is_too_long_is_refused_at_once() {
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

/// What was looked at is told, and there is no sum.
#[cfg(unix)]
#[test]
fn what_was_done_is_told_after_ctrl_c() {
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
    // A line for each match, and the last was stopped.
    let lines = String::from_utf8_lossy(&output.stdout);
    let last = lines.lines().last().expect("a line");
    let told: Value = serde_json::from_str(last).expect("JSON");
    assert_eq!(
        (&told["complete"], &told["sum"]),
        (&false.into(), &Value::Null)
    );
}
