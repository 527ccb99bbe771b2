//! `capicu event`: random events, and logs that are checked.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

fn capicu(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_capicu"))
        .args(arguments)
        .env("LC_ALL", "C.UTF-8")
        .output()
        .unwrap()
}

#[test]
fn two_hundred_random_events_keep_every_invariant() {
    let run = capicu(&[
        "event", "simulate", "--events", "200", "--seed", "21", "--json",
    ]);
    let answer: Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(answer["violations"], 0, "{:#}", answer["found"]);
    assert_eq!(answer["events"], 200);
    assert!(answer["rounds"].as_u64().unwrap() > 500);
    assert_eq!(run.status.code(), Some(0));
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let run = |seed: &str| capicu(&["event", "simulate", "--events", "9", "--seed", seed]).stdout;
    assert_eq!(run("4"), run("4"));
}

/// A log as another program would write it: the first line of a real one is enough to build on.
#[test]
fn a_damaged_log_is_refused_with_its_line() {
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
    assert!(
        said.contains("cut.jsonl:2:1: esta línea está cortada"),
        "{said}"
    );

    let mut log = event.log().clone();
    log.append(1, "late", capicu_event::Fact::Published);
    let wrong = file("wrong.jsonl", &log.text());
    let (code, said) = error(&["event", "verify", &wrong]);
    assert_eq!(code, Some(1));
    assert!(
        said.contains("wrong.jsonl:2:1: no stage is running"),
        "{said}"
    );
    let (code, said) = error(&["event", "verify", "nothing.jsonl"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("nothing.jsonl"), "{said}");
}
