//! `capicu suite`: the frozen figures of a player.

use serde_json::Value;

use crate::common::{Has as _, capicu};

#[track_caller]
fn run(arguments: &[&str]) -> (bool, String, String) {
    let output = capicu(&[&["suite"], arguments].concat()).output();
    let output = output.expect("the command starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let (said, wrong) = (text(output.stdout), text(output.stderr));
    (output.status.success(), said, wrong)
}

#[test]
fn endings_of_a_bot_repeat_and_name_the_suite() {
    let (done, said, wrong) = run(&["heavy", "--positions", "--json"]);
    assert!(done, "{wrong}");
    let answer: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(answer["suite"], "v1");
    assert_eq!(answer["player"], "heavy");
    assert_eq!(answer["contests"], Value::Array(Vec::new()));
    let page = include_str!("../../../docs/suite.md");
    page.has(answer["digest"].as_str().expect("a digest"));
    let endings = &answer["positions"];
    assert_eq!(endings["positions"], 200);
    assert_eq!(endings["faults"], 0);
    // `heaviest` of the table on the page.
    let (best, lost) = (endings["best"].as_u64(), endings["lost"].as_f64());
    let row = format!(
        "| {} | {:.2} ",
        best.expect("a number"),
        lost.expect("a number")
    );
    page.has(&row);
    let (_, again, _) = run(&["heavy", "--positions", "--json"]);
    assert_eq!(again, said);
    let (_, spanish, _) = run(&["heavy", "--positions", "--lang", "es"]);
    spanish.has("finales");
}

#[test]
fn program_without_answers_gets_the_worst_and_unknown_players_are_refused() {
    let (done, _, wrong) = run(&["peeker"]);
    assert!(!done);
    wrong.has("peeker");
    let (done, _, wrong) = run(&["cmd:/nowhere/bot", "--positions"]);
    assert!(!done);
    wrong.has("could not be started");
}
