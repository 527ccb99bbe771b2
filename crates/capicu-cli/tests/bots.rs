//! Players in `capicu simulate`: all those of the arena.

use std::fs;
use std::process::Output;

use serde_json::Value;

use crate::common::{Has as _, capicu, words};

const EXAMPLE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../capicu-arena/examples/heavy_bot.py"
);

fn simulate(arguments: &[&str]) -> Output {
    let run = capicu(&[&["simulate"], arguments].concat()).output();
    run.expect("the command starts")
}

#[track_caller]
fn json(arguments: &[&str]) -> (Value, String) {
    let output = simulate(&[arguments, &["--json"]].concat());
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(output.status.success(), "{said}");
    (serde_json::from_slice(&output.stdout).expect("JSON"), said)
}

#[test]
fn every_player_of_the_arena_simulates_matches() {
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
        said.has("warning: a clock or a program decides");
        assert_eq!(answer["rounds"], 2);
    }
}

#[test]
fn program_plays_like_the_equivalent_bot() {
    // The program plays the heaviest tile like `heavy`. They choose differently among equal tiles, so compare only
    // values that do not depend on that.
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
fn failing_program_ends_the_run_with_earlier_matches() {
    let output = simulate(&words("--game draw --rounds 2 --json --bot cmd:true,heavy"));
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("error: match 1: A, cmd:true, "), "{said}");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["rounds"], 0);
}

#[test]
fn only_the_matches_needed_for_the_rounds_are_played() {
    let folder = tempfile::tempdir().expect("a folder");
    // The number of matches that the program saw begin, and of requests to it.
    let heard = |much: [&str; 2]| {
        let log = folder.path().join(much[0]);
        let bot = format!("cmd:sh -c \"tee {} | python3 '{EXAMPLE}'\"", log.display());
        let bots = format!("{bot},random,random,random");
        let game = words("--game jamaican-partner --seed 1 --threads 2");
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
fn answer_has_lead_wins_pips_left_and_lengths() {
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
    // With random play the opener's side wins somewhat more than half, and a fifth of the 168 pips of a set is left.
    let pose = answer["pose_win_share"].as_f64().expect("a number");
    assert!((0.45..0.70).contains(&pose), "{pose}");
    let left = answer["pips_left_per_round"].as_f64().expect("a number");
    assert!((20.0..50.0).contains(&left), "{left}");
}
