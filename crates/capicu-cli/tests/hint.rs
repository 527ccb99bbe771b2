//! `capicu hint`: moves suggested from one hand.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

use crate::common::{Has as _, capicu, fed, succeeded, words};

fn hint(arguments: &[&str], input: &str) -> Output {
    fed(capicu(&[&["hint"], arguments].concat()), input.as_bytes())
}

#[track_caller]
fn json(arguments: &[&str], input: &str) -> Value {
    let output = hint(&[arguments, &["--json", "--nodes", "2000"]].concat(), input);
    succeeded(&output);
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn actions(answer: &Value) -> Vec<&str> {
    let actions = answer["actions"].as_array().expect("a list").iter();
    let mut actions: Vec<_> = actions
        .map(|one| one["action"].as_str().expect("a text"))
        .collect();
    actions.sort_unstable();
    actions
}

const HAND: &str = "6-5 6-4 5-5 4-2 3-1 2-0 1-0";

#[test]
fn every_action_has_a_value_that_depends_on_the_seed_only() {
    let arguments = [
        "--game", "cien", "--hand", HAND, "--moves", "6-6", "--seed", "9",
    ];
    let answer = json(&arguments, "");
    assert_eq!(
        (&answer["seat"], &answer["game"]),
        (&"B".into(), &"cien".into())
    );
    assert_eq!(actions(&answer), ["6-4@6-6", "6-5@6-6"]);
    let shares: Vec<f64> = answer["actions"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["share"].as_f64().expect("a number"))
        .collect();
    assert!(
        shares.iter().all(|share| (0.0..=1.0).contains(share)),
        "{shares:?}"
    );
    assert_eq!(answer["best"], answer["actions"][0]["action"]);
    assert_eq!(answer, json(&arguments, ""));
    let text = hint(&arguments, "");
    let text = String::from_utf8(text.stdout).expect("UTF-8");
    assert!(text.starts_with("B to act: "), "{text}");
}

#[test]
fn earlier_moves_change_the_hint() {
    // Two hands of three tiles, double-two set, no boneyard. A holds 2-1 and 1-1 after 2-2 and 2-0. So B holds 1-0 and
    // 0-0, and A knows it. 2-1@2-2 leaves 1 and 0 open, and B can play either tile. It is A's only move: 1-1 fits
    // neither 2 nor 0.
    let rules = words("--game block --players 2 --set set=double-two --set hand=3");
    let moves = ["--hand", "2-1 1-1", "--moves", "2-2 2-0@2-2"];
    let answer = json(&[&rules[..], &moves].concat(), "");
    assert_eq!(actions(&answer), ["2-1@2-2"]);
    // If B had passed on 2-2, it would hold neither 2-1 nor 2-0. A has 2-1, so nobody would have 2-0.
    let moves = ["--hand", "2-1 1-1", "--moves", "2-2 pass"];
    let refused = hint(&[&rules[..], &moves].concat(), "");
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    let said = String::from_utf8(refused.stderr).expect("UTF-8");
    said.has("move 2, pass: no deal of the unseen tiles allows this");
}

/// Simulates one match, and returns the record of its first round.
fn played(game: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let records = folder.path().to_str().expect("UTF-8");
    let output = Command::new(env!("CARGO_BIN_EXE_capicu"))
        .args([
            "simulate",
            "--game",
            game,
            "--matches",
            "1",
            "--bot",
            "counter",
            "--seed",
            "3",
            "--records",
            records,
        ])
        .output()
        .expect("the command starts");
    assert!(output.status.success(), "{output:?}");
    let entry = fs::read_dir(folder.path())
        .expect("a folder")
        .next()
        .expect("a record");
    fs::read_to_string(entry.expect("an entry").path()).expect("a record")
}

/// Returns the record with the tiles of one seat only.
fn one_hand(record: &str, seat: char) -> String {
    let own = format!("hand {seat}:");
    let lines = record.lines().filter(|line| {
        let tiles = line.starts_with("hand ") || line.starts_with("boneyard:");
        let seeded = ["seed:", "commitment:", "deal-algorithm:"]
            .iter()
            .any(|tag| line.starts_with(tag));
        !seeded && (!tiles || line.starts_with(&own))
    });
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn hint_from_one_hand_equals_that_from_all_tiles() {
    for game in ["cien", "jamaican-partner", "draw", "all-fives", "cross"] {
        let record = played(game);
        let mut hints = 0;
        for after in 1..14 {
            let after = after.to_string();
            let told = ["--record", "-", "--round", "1", "--after", &after];
            let open = hint(
                &[&told[..], &["--json", "--nodes", "300"]].concat(),
                &record,
            );
            if open.status.code() == Some(1) {
                // The round was over by then.
                break;
            }
            assert!(
                open.status.success(),
                "{game} {after}: {}",
                String::from_utf8_lossy(&open.stderr)
            );
            let open: Value = serde_json::from_slice(&open.stdout).expect("JSON");
            let seat = open["seat"]
                .as_str()
                .and_then(|seat| seat.chars().next())
                .expect("a seat");
            let closed = one_hand(&record, seat);
            let closed = hint(
                &[&told[..], &["--json", "--nodes", "300"]].concat(),
                &closed,
            );
            let said = String::from_utf8_lossy(&closed.stderr).into_owned();
            assert!(closed.status.success(), "{game} {after}: {said}");
            let closed: Value = serde_json::from_slice(&closed.stdout).expect("JSON");
            assert_eq!(open, closed, "{game} {after}");
            hints += 1;
        }
        assert!(hints > 3, "{game}: {hints}");
    }
}
