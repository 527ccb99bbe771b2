//! `capicu solve`, run as people run it.

use std::process::{Command, Output};

use serde_json::Value;

fn solve(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_capicu"))
        .arg("solve")
        .args(arguments)
        .args(["--lang", "en"])
        .output()
        .expect("the program starts")
}

fn json(arguments: &[&str]) -> Value {
    let output = solve(&[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("the answer is JSON")
}

const DEAL: &str = "6-6 5-4 4-4 3-3 2-2 1-1 0-0 / 6-5 5-5 4-3 3-2 2-1 1-0 6-0 / \
                    6-4 5-3 4-2 3-1 2-0 6-1 5-0 / 6-3 5-2 4-1 3-0 6-2 5-1 4-0";

#[test]
fn the_best_action_is_worth_what_the_round_is() {
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

#[test]
fn many_deals_are_told_in_numbers() {
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
fn what_cannot_be_solved_is_refused_by_name() {
    let refusal = |arguments: &[&str]| {
        let output = solve(arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let french = refusal(&["--game", "french", "--deals", "1"]);
    assert!(french.contains("two sides"), "{french}");
    let twice = DEAL.replacen("6-5", "6-6", 1);
    let overlap = refusal(&["--game", "cien", "--deal", &twice]);
    assert!(
        overlap.contains("6-6") && overlap.contains("twice"),
        "{overlap}"
    );
    let wrong = refusal(&["--game", "cien", "--deal", DEAL, "--moves", "6-6 6-4@6-6"]);
    assert!(wrong.contains("number 2"), "{wrong}");
    let missing = refusal(&["--game", "cien"]);
    assert!(missing.contains("--deal"), "{missing}");
}

#[test]
fn a_budget_that_is_reached_is_told() {
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
    assert!(
        said.contains("the budget of 50 positions was reached"),
        "{said}"
    );
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.contains("not known"), "{shown}");
}
