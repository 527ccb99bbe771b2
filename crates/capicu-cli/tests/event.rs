//! `capicu event`: random events, and checks of logs.

use std::fs;
use std::process::Output;

use serde_json::Value;

use crate::common::{self, Has as _, words};

fn capicu(arguments: &[&str]) -> Output {
    common::capicu(arguments).output().unwrap()
}

#[test]
fn two_hundred_random_events_keep_every_invariant() {
    let run = capicu(&words("event simulate --events 200 --seed 21 --json"));
    let answer: Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(answer["violations"], 0, "{:#}", answer["found"]);
    assert_eq!(answer["events"], 200);
    assert!(answer["rounds"].as_u64().unwrap() > 500);
    assert_eq!(run.status.code(), Some(0));
}

#[test]
fn same_seed_gives_the_same_bytes() {
    let run = |seed: &str| capicu(&["event", "simulate", "--events", "9", "--seed", seed]).stdout;
    assert_eq!(run("4"), run("4"));
}

#[test]
fn logs_of_random_events_are_written_verified_and_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let logs = folder.path().join("logs");
    let logs = logs.to_str().unwrap();
    let simulate = |more: &[&str]| {
        let run = ["event", "simulate", "--events", "12", "--logs", logs];
        capicu(&[&run[..], more].concat())
    };
    let run = simulate(&[]);
    assert_eq!(run.status.code(), Some(0), "{run:?}");
    let mut files: Vec<String> = fs::read_dir(logs)
        .unwrap()
        .map(|file| file.unwrap().path().to_str().unwrap().to_owned())
        .collect();
    files.sort();
    assert_eq!(files.len(), 12);
    assert!(files[0].ends_with("event-0-000001.jsonl"), "{}", files[0]);
    for file in &files {
        let run = capicu(&["event", "verify", file]);
        assert_eq!(run.status.code(), Some(0), "{file}: {run:?}");
    }
    let before = fs::read(&files[0]).unwrap();
    let run = simulate(&[]);
    assert_eq!(run.status.code(), Some(2));
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(
        said.contains("already exists") && said.contains("--force"),
        "{said}"
    );
    let run = simulate(&["--force"]);
    assert_eq!(run.status.code(), Some(0), "{run:?}");
    assert_eq!(fs::read(&files[0]).unwrap(), before);
    // Another seed has other names.
    assert_eq!(simulate(&["--seed", "2"]).status.code(), Some(0));
    assert_eq!(fs::read_dir(logs).unwrap().count(), 24);
}

/// Another program may write logs: the first line of a real one is enough to continue it.
#[test]
fn damaged_log_is_refused_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let preset = capicu_event::presets::by_id("sbyc-club").unwrap();
    let event = capicu_event::Event::create("Friday", preset, 7, 0).unwrap();
    let text = event.log().text();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let whole = file("event.jsonl", &text);
    let run = capicu(&["event", "verify", &whole, "--json"]);
    let answer: Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(
        (run.status.code(), &answer["facts"]),
        (Some(0), &Value::from(1))
    );
    assert_eq!(answer["digest"], event.log().head().to_string());

    let error = |arguments: &[&str]| {
        let run = capicu(arguments);
        (run.status.code(), String::from_utf8(run.stderr).unwrap())
    };
    let damaged = file("damaged.jsonl", &text.replacen("Friday", "Sunday", 1));
    let (code, said) = error(&["event", "verify", &damaged]);
    assert_eq!(code, Some(2));
    assert!(said.contains("damaged.jsonl:1:1: this line"), "{said}");
    let cut = file("cut.jsonl", &(text.clone() + "{\"n\":2"));
    let (code, said) = error(&["event", "verify", &cut, "--lang", "es"]);
    assert_eq!(code, Some(2));
    said.has("cut.jsonl:2:1: esta línea está cortada");

    let mut log = event.log().clone();
    log.append(1, "late", capicu_event::Fact::Published);
    let wrong = file("wrong.jsonl", &log.text());
    let (code, said) = error(&["event", "verify", &wrong]);
    assert_eq!(code, Some(1));
    said.has("wrong.jsonl:2:1: no stage is running");
    let (code, said) = error(&["event", "verify", "nothing.jsonl"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("nothing.jsonl"), "{said}");
}

/// Four pairs and a round of two boards. Boards are shown once both tables have played them, with the par that `capicu
/// solve` finds for the deal.
#[test]
fn boards_are_shown_with_par_once_all_tables_played_them() {
    use capicu_event::{Command as Do, Consent, Envelope, Event, NewEntry, Outcome, presets};

    let preset = presets::by_id("duplicate").unwrap();
    let mut event = Event::create("Boards", preset, 5, 0).unwrap();
    let mut all: Vec<Do> = ["North", "South", "East", "West"]
        .map(|name| Do::Enter(NewEntry::named(name)))
        .into();
    all.extend([Do::OpenStage, Do::Draft(Consent::Withheld), Do::Publish]);
    let rule = |meeting: u16, margins: [i32; 2]| Do::Rule {
        meeting,
        outcome: Outcome::Boards {
            margins: margins.map(Some).to_vec(),
            adjusted: Vec::new(),
        },
        reason: "seen".into(),
    };
    all.push(rule(1, [1, -2]));
    let send = |event: &mut Event, command: Do| {
        let expected = event.version();
        let (key, now) = (expected.to_string(), expected);
        let envelope = Envelope {
            key,
            expected,
            now,
            command,
        };
        event.execute(&envelope).map(drop).unwrap();
    };
    all.into_iter()
        .for_each(|command| send(&mut event, command));
    let folder = tempfile::tempdir().unwrap();
    let told = |event: &Event, arguments: &[&str]| {
        let path = folder.path().join("boards.jsonl");
        fs::write(&path, event.log().text()).unwrap();
        let path = path.to_str().unwrap();
        let run = capicu(&[&["event", "boards", path], arguments].concat());
        assert_eq!(run.status.code(), Some(0));
        String::from_utf8(run.stdout).unwrap()
    };
    let none: Value = serde_json::from_str(&told(&event, &["--json"])).unwrap();
    assert_eq!(none["boards"], Value::Array(Vec::new()), "one table plays");
    assert!(told(&event, &[]).starts_with("no board"));
    send(&mut event, rule(2, [0, 2]));
    let told_now: Value = serde_json::from_str(&told(&event, &["--json"])).unwrap();
    let boards = told_now["boards"].as_array().unwrap();
    assert_eq!(boards.len(), 2);
    for board in boards {
        let hands: Vec<&str> = board["hands"]
            .as_array()
            .unwrap()
            .iter()
            .map(|hand| hand.as_str().unwrap())
            .collect();
        // No tile has to be led in this game: North leads the first board, and East the second.
        let poser = (board["board"].as_u64().unwrap() - 1) as usize;
        let opener = ["A", "B", "C", "D"][poser];
        assert_eq!(board["poses"], opener);
        let deal = hands.join(" / ");
        let solved = capicu(&[
            "solve",
            "--game",
            "spanish-300",
            "--deal",
            &deal,
            "--opener",
            opener,
            "--wanted",
            "result",
            "--json",
        ]);
        let solved: Value = serde_json::from_slice(&solved.stdout).unwrap_or_default();
        let own = solved["value"].as_i64().unwrap();
        let par = if poser.is_multiple_of(2) { own } else { -own };
        assert_eq!(board["par"].as_i64(), Some(par), "{deal}");
    }
    assert_eq!(boards[1]["tables"][0]["margin"], 2);
    assert_eq!(boards[1]["tables"][1]["margin"], -2);
    let text = told(&event, &["--lang", "es"]);
    assert!(text.contains("Mano fija 1: sale "), "{text}");
}
