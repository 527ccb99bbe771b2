//! `capicu pose`: values of each lead.

use std::process::{Command, Output};

use serde_json::Value;

const HAND: &str = "6-6 6-5 6-4 6-0 3-1 2-0 1-0";

fn pose(arguments: &[&str], threads: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_capicu"))
        .args(["pose", "--lang", "en", "--nodes", "3000"])
        .args(arguments)
        .env("RAYON_NUM_THREADS", threads)
        .output()
        .expect("it runs")
}

#[test]
fn bytes_do_not_depend_on_the_number_of_threads() {
    let arguments = ["--game", "jamaican-partner", "--hand", HAND, "--json"];
    let one = pose(&arguments, "1");
    assert!(
        one.status.success(),
        "{}",
        String::from_utf8_lossy(&one.stderr)
    );
    assert_eq!(pose(&arguments, "3").stdout, one.stdout);
    let told: Value = serde_json::from_slice(&one.stdout).expect("JSON");
    let leads = told["leads"].as_array().expect("a list");
    assert_eq!(leads.len(), 7);
    let losses: Vec<i64> = leads
        .iter()
        .filter_map(|lead| lead["loss"].as_i64())
        .collect();
    assert_eq!(losses[0], 0);
    assert!(losses[1..].is_sorted(), "{losses:?}");
    let text = pose(&arguments[..4], "2").stdout;
    let text = String::from_utf8(text).expect("text");
    assert!(text.contains("6-6") && text.contains("the best"), "{text}");
}

#[test]
fn impossible_hand_is_refused_with_the_remedy() {
    for (arguments, place) in [
        (
            &["--game", "jamaican-partner", "--hand", "6-6 6-5"][..],
            "--hand: tiles in the hand: 2; ",
        ),
        (
            &[
                "--game",
                "jamaican-partner",
                "--hand",
                "6-6 6-6 6-4 6-0 3-1 2-0 1-0",
            ],
            "--hand: ",
        ),
        (
            &[
                "--game",
                "jamaican-partner",
                "--hand",
                HAND,
                "--score",
                "10",
            ],
            "--score: scores given: 1; ",
        ),
        (
            &[
                "--game",
                "jamaican-partner",
                "--hand",
                HAND,
                "--score",
                "10,x",
            ],
            "--score: `x` is no score",
        ),
        (
            &[
                "--game",
                "jamaican-partner",
                "--hand",
                HAND,
                "--score",
                "10,9999",
            ],
            "--score: at this score",
        ),
    ] {
        let output = pose(arguments, "1");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(place), "{said}");
        assert!(output.stdout.is_empty());
    }
}
