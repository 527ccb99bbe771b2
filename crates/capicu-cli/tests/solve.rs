//! `capicu solve` as people run it.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

use crate::common::{Has as _, capicu, words};

fn solve(arguments: &[&str]) -> Output {
    let run = capicu(&[&["solve"], arguments, &["--lang", "en"]].concat()).output();
    run.expect("the program starts")
}

fn json(arguments: &[&str]) -> Value {
    let output = solve(&[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("the answer is JSON")
}

const DEAL: &str = "6-6 5-4 4-4 3-3 2-2 1-1 0-0 / 6-5 5-5 4-3 3-2 2-1 1-0 6-0 / \
                    6-4 5-3 4-2 3-1 2-0 6-1 5-0 / 6-3 5-2 4-1 3-0 6-2 5-1 4-0";

#[test]
fn best_action_has_the_value_of_the_round() {
    let answer = json(&[
        "--game", "cien", "--wanted", "points", "--deal", DEAL, "--moves", "6-6",
    ]);
    assert_eq!(answer["to_act"], "B");
    let actions = answer["actions"].as_array().unwrap();
    assert_eq!(actions.len(), 2);
    let best = actions
        .iter()
        .map(|action| action["value"].as_i64().unwrap())
        .max();
    assert_eq!(answer["value"].as_i64(), best);
    assert!(answer["nodes"].as_u64() > Some(0));
    assert!(!answer["best_line"].as_array().unwrap().is_empty());
}

/// Pastes the best line from the text into the record of the same round.
fn pasted(arguments: &[&str], head: &str) -> Value {
    let output = solve(arguments);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let (_, after) = text
        .split_once("Best play of everybody:\n")
        .expect("a best line");
    let (line, _) = after.split_once("\n\n").expect("an end of it");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pasted.domino");
    let record = format!("domino-record 1\n{head}\n{line}\n\nresult: unfinished\n");
    fs::write(&path, &record).expect("a file");
    let replayed = Command::new(env!("CARGO_BIN_EXE_capicu"))
        .args(["replay", "--json"])
        .arg(&path)
        .output()
        .expect("the program starts");
    assert!(replayed.status.success(), "{record}{replayed:?}");
    serde_json::from_slice(&replayed.stdout).expect("JSON")
}

/// Returns the points of a round for one side minus those of the other.
fn margin(replayed: &Value, side: u64) -> i64 {
    let points = replayed["rounds"][0]["points"].as_array().expect("a list");
    let each = points.iter().map(|one| {
        let points = one["points"].as_i64().expect("a number");
        match one["side"] == side {
            true => points,
            false => -points,
        }
    });
    each.sum()
}

#[test]
fn best_line_in_a_record_has_the_solved_value() {
    let hands: Vec<String> = ["A", "B", "C", "D"]
        .iter()
        .zip(DEAL.split('/'))
        .map(|(seat, hand)| format!("hand {seat}: {}", hand.trim()))
        .collect();
    let arguments = [
        "--game", "cien", "--wanted", "points", "--deal", DEAL, "--moves", "6-6",
    ];
    let value = json(&arguments)["value"].as_i64().expect("a number");
    let head = format!("base: cien\n\nround 1\n{}\nA: 6-6", hands.join("\n"));
    let replayed = pasted(&arguments, &head);
    assert_eq!(replayed["valid"], true);
    assert!(replayed["rounds"][0]["ended"].is_string(), "{replayed}");
    assert_eq!(margin(&replayed, 1), value);

    // Draws name their tile.
    let (one, other, boneyard) = ("3-3 2-0 1-0", "1-1 2-2 3-0", "2-1 0-0 3-2 3-1");
    let deal = format!("{one} / {other}");
    let arguments = [
        "--game",
        "draw",
        "--set",
        "set=double-three",
        "--set",
        "hand=3",
        "--set",
        "reserve=0",
        "--wanted",
        "points",
        "--deal",
        &deal,
        "--boneyard",
        boneyard,
    ];
    let value = json(&arguments)["value"].as_i64().expect("a number");
    let head = format!(
        "base: draw\nrules: players 2, set double-three, hand 3, reserve 0\n\nround 1\n\
         hand A: {one}\nhand B: {other}\nboneyard: {boneyard}"
    );
    let replayed = pasted(&arguments, &head);
    assert!(replayed["rounds"][0]["ended"].is_string(), "{replayed}");
    assert_eq!(margin(&replayed, 0), value);
}

#[test]
fn many_deals_are_summarized_in_numbers() {
    let arguments = ["--game", "jamaican-partner", "--deals", "5", "--seed", "42"];
    let answer = json(&arguments);
    assert_eq!(
        (&answer["deals"], &answer["seed"]),
        (&Value::from(5), &Value::from(42))
    );
    for numbers in ["nodes", "ms"] {
        for number in ["mean", "median", "p99"] {
            assert!(answer[numbers][number].is_number(), "{answer}");
        }
    }
    assert_eq!(answer["nodes"], json(&arguments)["nodes"]);
}

#[test]
fn unsolvable_round_is_refused_with_the_reason() {
    let refusal = |arguments: &[&str]| {
        let output = solve(arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let french = refusal(&["--game", "french", "--deals", "1"]);
    assert!(french.contains("two sides"), "{french}");
    let twice = DEAL.replacen("6-5", "6-6", 1);
    let overlap = refusal(&["--game", "cien", "--deal", &twice]);
    overlap.has("6-6");
    overlap.has("twice");
    let wrong = refusal(&["--game", "cien", "--deal", DEAL, "--moves", "6-6 6-4@6-6"]);
    assert!(wrong.contains("illegal move 2"), "{wrong}");
    let missing = refusal(&["--game", "cien"]);
    assert!(missing.contains("--deal"), "{missing}");
}

#[test]
fn exhausted_budget_is_reported() {
    let deal = "6-6 5-4 4-4 3-3 2-2 / 6-5 5-5 4-3 3-2 2-1";
    let arguments = [
        "--game",
        "all-fives",
        "--wanted",
        "points",
        "--budget",
        "50",
        "--deal",
        deal,
    ];
    let output = solve(&arguments);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    said.has("budget of 50 positions reached");
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.contains("not known"), "{shown}");
}

/// Lines add up to the summary, and the deal of each has the same value when solved alone.
#[test]
fn every_deal_is_a_line_with_its_value() {
    let arguments = words("--game cien --wanted points --deals 30 --seed 7");
    let output = solve(&[&arguments[..], &["--each"]].concat());
    assert!(output.status.success(), "{output:?}");
    let lines = String::from_utf8(output.stdout).expect("UTF-8");
    let deals: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(deals.len(), 30);
    let value = |deal: &Value| deal["value"].as_i64().expect("a value");
    let summary = json(&arguments);
    let sum: i64 = deals.iter().map(value).sum();
    let mean = summary["opener"]["mean"].as_f64().expect("a mean");
    assert!((sum as f64 / 30.0 - mean).abs() < 1e-9, "{sum} {summary}");
    let wins = deals.iter().filter(|deal| value(deal) > 0).count();
    assert_eq!(summary["opener"]["wins"], wins);
    let numbers: Vec<u64> = deals
        .iter()
        .map(|deal| deal["number"].as_u64().expect("a number"))
        .collect();
    assert!(numbers.is_sorted_by(|one, next| one < next), "{numbers:?}");
    for deal in &deals[..5] {
        let hands = deal["deal"].as_str().expect("hands");
        let alone = json(&["--game", "cien", "--wanted", "points", "--deal", hands]);
        assert_eq!(
            (&alone["value"], &alone["to_act"]),
            (&deal["value"], &deal["opener"])
        );
    }
}
