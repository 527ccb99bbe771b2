//! Interrupts by Ctrl-C, and resuming after them.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{capicu, words};

fn start(folder: &Path, arguments: &[&str]) -> Child {
    begun(folder, arguments, Stdio::null())
}

fn begun(folder: &Path, arguments: &[&str], input: Stdio) -> Child {
    let mut command = capicu(arguments);
    command.current_dir(folder).stdin(input);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the command starts")
}

fn signal(child: &Child, signal: &str) {
    let sent = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status();
    assert!(sent.expect("kill is there").success());
}

#[track_caller]
fn interrupted(child: Child) -> String {
    signal(&child, "-INT");
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("note: stopped"), "{said}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn interrupted_perft_prints_finished_depths() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = start(
        folder.path(),
        &["perft", "--game", "double-twelve-cross", "--depth", "64"],
    );
    // Depths are printed during the count, which would take years to end.
    let out = child.stdout.take().expect("it is piped");
    let lines = BufReader::new(out).lines().map(|line| line.expect("UTF-8"));
    let first = lines
        .map(|line| line.trim_start().to_owned())
        .find(|line| line.starts_with("3 "));
    assert!(first.is_some());
    interrupted(child);
    let child = start(
        folder.path(),
        &words("perft --game double-twelve-cross --depth 64 --json"),
    );
    thread::sleep(Duration::from_millis(500));
    let answer: Value = serde_json::from_str(&interrupted(child)).expect("JSON");
    let counts = answer["counts"].as_array().expect("a list");
    assert!((1..64).contains(&counts.len()), "{counts:?}");
}

/// Interrupts a command after half a second. It has to end within a second with 130.
#[track_caller]
fn ends_soon(folder: &Path, arguments: &[&str], input: Stdio) -> Output {
    let mut child = begun(folder, arguments, input);
    // Keep the pipe open.
    let input = child.stdin.take();
    thread::sleep(Duration::from_millis(500));
    let since = Instant::now();
    signal(&child, "-INT");
    let output = child.wait_with_output().expect("it ends");
    let took = since.elapsed();
    drop(input);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{arguments:?}: {said}");
    assert!(said.contains("note: stopped"), "{arguments:?}: {said}");
    // A second, plus a margin for a busy machine.
    assert!(
        took < Duration::from_millis(1_500),
        "{arguments:?}: {took:?}"
    );
    output
}

#[test]
fn every_command_ends_within_a_second() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let few = ["--game", "jamaican-partner", "--matches"];
    let played = Command::new(env!("CARGO_BIN_EXE_capicu"))
        .args(["simulate", "--records", "one"])
        .args(few)
        .arg("1")
        .current_dir(here)
        .output();
    assert!(played.expect("it starts").status.success());
    fs::write(
        here.join("greets.sh"),
        "read -r hello; echo '{\"hello\":{\"protocol\":3}}'; sleep 60\n",
    )
    .expect("a file");
    for arguments in [
        &["analyze", "one", "--nodes", "100000000"][..],
        // One decision takes very long.
        &[
            "simulate",
            "--game",
            "cien",
            "--matches",
            "9",
            "--bot",
            "reader@100000000000",
        ],
        &[
            "simulate",
            "--game",
            "cien",
            "--matches",
            "9",
            "--bot",
            "cmd:sleep 60",
        ],
        &["arena", "counter", "cmd:sleep 60", "--game", "draw"],
        &["arena", "counter", "cmd:sh greets.sh", "--game", "draw"],
        &["arena", "counter", "reader@100000000000", "--game", "cien"],
    ] {
        ends_soon(here, arguments, Stdio::null());
    }
    for arguments in [
        &["replay", "-"][..],
        &["convert"],
        &["analyze", "-", "--json"],
    ] {
        ends_soon(here, arguments, Stdio::piped());
    }
}

#[test]
fn interrupted_page_is_not_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../capicu-record/tests/golden/capicu.domino"),
    );
    fs::write(folder.path().join("a.domino"), record.expect("a record")).expect("a file");
    let page = words("analyze a.domino --nodes 100000000 --html a.html");
    let output = ends_soon(folder.path(), &page, Stdio::null());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("a.html was not written"), "{said}");
    let left: Vec<_> = fs::read_dir(folder.path())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    assert_eq!(left, ["a.domino"]);
}

#[test]
fn interrupt_prints_the_deals_solved_so_far() {
    let folder = tempfile::tempdir().expect("a folder");
    let child = start(
        folder.path(),
        &words("solve --game jamaican-partner --deals 500000 --json"),
    );
    thread::sleep(Duration::from_secs(3));
    let answer: Value = serde_json::from_str(&interrupted(child)).expect("JSON");
    let deals = answer["deals"].as_u64().expect("a number");
    assert!((1..500_000).contains(&deals), "{answer}");
    let opener = &answer["opener"];
    let sum: u64 = ["wins", "ties", "losses"]
        .iter()
        .map(|word| opener[word].as_u64().expect("a number"))
        .sum();
    assert_eq!(sum, deals);
}

#[test]
fn interrupt_prints_the_matches_simulated_so_far() {
    let folder = tempfile::tempdir().expect("a folder");
    let child = start(
        folder.path(),
        &words("simulate --game cien --matches 90000000 --json"),
    );
    thread::sleep(Duration::from_secs(1));
    let answer: Value = serde_json::from_str(&interrupted(child)).expect("JSON");
    assert!(answer["matches"].as_u64() > Some(0), "{answer}");
}

/// Removes durations, which differ between runs.
fn timeless(output: &Output) -> Value {
    let mut answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let fields = answer.as_object_mut().expect("an object");
    assert!(fields.remove("ms_a").is_some() && fields.remove("ms_b").is_some());
    answer
}

fn longer(path: &Path, than: u64) {
    let since = Instant::now();
    while fs::metadata(path).map_or(0, |found| found.len()) <= than {
        assert!(
            since.elapsed() < Duration::from_secs(60),
            "nothing is written"
        );
        thread::sleep(Duration::from_millis(5));
    }
}

/// Runs an arena once, and again with an interrupt and a kill. `file` gives the format of the games, and `game` the
/// beginning of each.
fn goes_on(file: &str, game: &str) {
    let (whole, parts) = (
        tempfile::tempdir().expect("a folder"),
        tempfile::tempdir().expect("a folder"),
    );
    let at_once = [
        "arena", "counter", "heavy", "--game", "cien", "--pairs", "4000", "--seed", "4", "--json",
        "--record", file,
    ];
    let output = start(whole.path(), &at_once)
        .wait_with_output()
        .expect("it ends");
    assert!(output.status.success(), "{output:?}");
    let all = fs::read_to_string(whole.path().join(file)).expect("games");
    let resumed = [&at_once[..], &["--resume"]].concat();
    let part = parts.path().join(format!("{file}.part"));
    let progress = parts.path().join(format!("{file}.progress"));

    // The first run with --resume starts the file. An interrupt leaves whole games under the final name.
    let child = start(parts.path(), &resumed);
    longer(&part, 0);
    let told: Value = serde_json::from_str(&interrupted(child)).expect("JSON");
    assert_eq!(told["ending"], "stopped");
    let games = fs::read_to_string(parts.path().join(file)).expect("games");
    let n = games.lines().filter(|line| line.starts_with(game)).count();
    assert_eq!(n as u64, told["games"].as_u64().expect("a number"));
    assert!(games.len() < all.len() && all.starts_with(&games));

    // A kill leaves the temporary name. It happens within the second game of a pair, and within a line of the results.
    let mut child = start(parts.path(), &resumed);
    longer(&part, games.len() as u64);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let mut lines = fs::read_to_string(&progress).expect("results");
    lines.truncate(lines.rfind('\n').expect("a line") + 1);
    let last: Value = serde_json::from_str(lines.lines().last().expect("a line")).expect("JSON");
    let held = last["bytes"].as_u64().expect("a number") as usize;
    let second = all[held..].find(&format!("\n{game}")).expect("two games") + 1;
    let torn = &all[..held + second + 40];
    fs::write(&part, torn).expect("a file");
    fs::write(&progress, lines + "{\"bytes\":").expect("a file");

    // With other arguments it does not resume, and changes nothing.
    let mut others = resumed.clone();
    others[8] = "5";
    let refused = start(parts.path(), &others)
        .wait_with_output()
        .expect("it ends");
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("seed was `4`"), "{said}");
    assert_eq!(fs::read_to_string(&part).expect("games"), torn);

    let rest = start(parts.path(), &resumed)
        .wait_with_output()
        .expect("it ends");
    assert!(rest.status.success(), "{rest:?}");
    assert_eq!(timeless(&rest), timeless(&output));
    let games = fs::read_to_string(parts.path().join(file)).expect("games");
    assert!(games == all, "the games differ");
    assert_eq!(fs::read_dir(parts.path()).expect("a folder").count(), 1);
}

#[test]
fn arena_resumes_to_the_same_lines() {
    goes_on("games.jsonl", "{");
}

#[test]
fn arena_resumes_to_the_same_records() {
    goes_on("games.domino", "domino-record ");
}
