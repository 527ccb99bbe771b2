//! Players in `capicu simulate`: all that the arena knows.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

const EXAMPLE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../capicu-arena/examples/heavy_bot.py"
);

fn simulate(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_capicu"))
        .arg("simulate")
        .args(arguments)
        .env("LC_ALL", "C.UTF-8")
        .output()
        .expect("the command starts")
}

#[track_caller]
fn json(arguments: &[&str]) -> (Value, String) {
    let output = simulate(&[arguments, &["--json"]].concat());
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(output.status.success(), "{said}");
    (serde_json::from_slice(&output.stdout).expect("JSON"), said)
}

#[test]
fn every_player_of_the_arena_plays_and_what_cannot_be_repeated_is_said() {
    let few = ["--game", "cien", "--rounds", "2", "--bot"];
    for bot in [
        "random",
        "reader@300",
        "facts@300",
        "reader:aim=round@300",
        "level:4",
        "level:6,heavy",
    ] {
        let (answer, said) = json(&[&few[..], &[bot]].concat());
        assert_eq!(answer["repeatable"], true, "{bot}");
        assert!(!said.contains("warning"), "{said}");
        assert_eq!(answer["bots"][0], bot.split(',').next().expect("one"));
    }
    let program = format!("cmd:python3 '{EXAMPLE}'");
    for bot in ["reader@0.2ms", &program] {
        let (answer, said) = json(&[&few[..], &[bot]].concat());
        assert_eq!(answer["repeatable"], false, "{bot}");
        assert!(
            said.contains("warning: what a clock or a program decides"),
            "{said}"
        );
        assert_eq!(answer["rounds"], 2);
    }
}

#[test]
fn a_program_plays_what_it_would_as_a_bot() {
    // It plays the heaviest tile, as `heavy` does; where two weigh the same they choose differently, so
    // that only what does not hang on that is compared.
    let program = format!("cmd:python3 '{EXAMPLE}'");
    let (answer, _) = json(&[
        "--game",
        "draw",
        "--matches",
        "2",
        "--bot",
        &format!("{program},random"),
    ]);
    assert_eq!(answer["finished_matches"], 2);
    assert_eq!(answer["bots"][0], program);
}

#[test]
fn a_program_that_fails_ends_the_run_and_what_was_played_is_told() {
    let output = simulate(&[
        "--game",
        "draw",
        "--rounds",
        "2",
        "--json",
        "--bot",
        "cmd:true,heavy",
    ]);
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("error: match 1: A, cmd:true, "), "{said}");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["rounds"], 0);
}

#[test]
fn no_more_matches_are_played_than_rounds_need() {
    let folder = tempfile::tempdir().expect("a folder");
    // How often the program was told that a match begins, and how often it was asked.
    let heard = |much: [&str; 2]| {
        let log = folder.path().join(much[0]);
        let bot = format!("cmd:sh -c \"tee {} | python3 '{EXAMPLE}'\"", log.display());
        let bots = format!("{bot},random,random,random");
        let game = [
            "--game",
            "jamaican-partner",
            "--seed",
            "1",
            "--threads",
            "2",
        ];
        let (answer, _) = json(&[&game[..], &much, &["--bot", &bots]].concat());
        let heard = fs::read_to_string(log).expect("a log");
        let count = |word: &str| heard.lines().filter(|line| line.starts_with(word)).count();
        (answer, count("{\"begin\""), count("{\"act\""))
    };
    let (whole, begins, asked) = heard(["--matches", "1"]);
    assert_eq!(begins, 1);
    assert!(whole["rounds"].as_u64() > Some(6), "{whole}");
    let (part, begins, less) = heard(["--rounds", "4"]);
    assert_eq!((&part["rounds"], &part["matches"]), (&4.into(), &1.into()));
    assert_eq!(begins, 1, "one match is enough");
    assert!(less < asked, "{less} of {asked}: the match was cut short");
}

#[test]
fn the_answer_tells_who_led_what_was_left_and_how_long_rounds_are() {
    let (answer, _) = json(&["--game", "cien", "--rounds", "400", "--seed", "2"]);
    let lengths = answer["lengths"].as_array().expect("a list");
    let lengths: Vec<u64> = lengths
        .iter()
        .map(|n| n.as_u64().expect("a number"))
        .collect();
    assert_eq!(lengths.iter().sum::<u64>(), 400);
    let tiles: u64 = lengths.iter().zip(0..).map(|(n, tiles)| n * tiles).sum();
    let mean = answer["tiles_per_round"].as_f64().expect("a number");
    assert!((tiles as f64 / 400.0 - mean).abs() < 1e-9);
    // Everybody plays at random: whoever leads wins somewhat more than half, and of the 168 pips of a
    // set a fifth is left.
    let pose = answer["pose_win_share"].as_f64().expect("a number");
    assert!((0.45..0.70).contains(&pose), "{pose}");
    let left = answer["pips_left_per_round"].as_f64().expect("a number");
    assert!((20.0..50.0).contains(&left), "{left}");
}
