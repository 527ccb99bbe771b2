//! Tests of `docs/bot-protocol.md`: its examples are valid messages, its transcript is real, and its bots play.

mod transcript;

use crate::common;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use capicu::Rules;
use capicu_arena::{Entrant, Play};
use capicu_protocol::bot::{ArenaMessage, BotMessage};
use capicu_protocol::{Act, Call, Duty, Ended, Event, Reason, ScoreTurn, decode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tempfile::tempdir;

use crate::common::{contest, entrant, run, told};

const PAGE: &str = include_str!("../../../../docs/bot-protocol.md");
const HEAVY: &str = include_str!("../../examples/heavy_bot.py");
const MEMORY: &str = include_str!("../../examples/memory_bot.py");
const PATIENCE: Duration = Duration::from_secs(20);

fn blocks(language: &str) -> Vec<&'static str> {
    let begin = format!("\n```{language}\n");
    let blocks = PAGE.split(&begin).skip(1);
    let blocks = blocks.map(|text| text.split_once("\n```").map_or(text, |(block, _)| block));
    blocks.collect()
}

fn example(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    folder.join("examples").join(name)
}

/// Whether the text is a message of this kind, with all fields and no unknown ones.
fn is_whole<T: Serialize + DeserializeOwned>(text: &str) -> bool {
    let again = decode::<T>(text)
        .ok()
        .map(|message| serde_json::to_value(message).ok());
    again.is_some_and(|again| again == serde_json::from_str(text).ok())
}

#[test]
fn message_examples_are_valid_messages() {
    let examples = blocks("json");
    for example in &examples {
        let known = is_whole::<ArenaMessage>(example)
            || is_whole::<BotMessage>(example)
            || is_whole::<Event>(example);
        assert!(known, "{example}");
    }
    // Every kind has an example.
    let told = |kind: &str| {
        let begin = format!("{{\"{kind}\": ");
        examples.iter().any(|example| example.starts_with(&begin))
    };
    for kind in words::<ArenaMessage>().iter().chain(&words::<BotMessage>()) {
        assert!(told(kind), "{kind}");
    }
}

/// Lists the valid words from the parser's error about an unknown one.
fn words<T: DeserializeOwned>() -> Vec<String> {
    let asked = [r#"{"nothing":null}"#, r#""nothing""#];
    let errors = asked.map(|text| decode::<T>(text).err().map(|error| error.to_string()));
    let error = errors
        .into_iter()
        .flatten()
        .find(|error| error.contains("expected"));
    let error = error.expect("a list of words");
    error
        .split('`')
        .skip(3)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

/// The page explains every word that a program can receive.
#[test]
fn page_explains_every_word() {
    let kinds = [
        words::<Act>(),
        words::<Call>(),
        words::<Duty>(),
        words::<Ended>(),
        words::<Reason>(),
        words::<ScoreTurn>(),
    ];
    for kind in kinds {
        assert!(kind.len() > 1, "{kind:?}");
        for word in kind {
            let said = [format!("`{word}`"), format!("\"{word}\"")];
            assert!(
                said.iter().any(|said| PAGE.contains(said)),
                "{word} is not explained"
            );
        }
    }
}

#[test]
fn example_bots_equal_those_on_the_page() {
    assert_eq!(blocks("python"), [MEMORY.trim_end(), HEAVY.trim_end()]);
    let lines = |text: &str| text.lines().filter(|line| !line.trim().is_empty()).count();
    assert!(MEMORY.lines().count() <= 60 && lines(HEAVY) <= 30);
}

/// A Python for the examples, 3.10 or later. Without it the examples are skipped, except in CI, where it must be
/// installed.
fn python() -> Option<String> {
    let version = "import sys; sys.exit(sys.version_info < (3, 10) or print(sys.executable))";
    let asked = Command::new("python3").args(["-c", version]).output();
    if let Some(output) = asked.ok().filter(|output| output.status.success()) {
        return Some(
            String::from_utf8(output.stdout)
                .expect("a path")
                .trim()
                .to_owned(),
        );
    }
    assert!(
        std::env::var_os("CI").is_none(),
        "python3, 3.10 or later, is missing"
    );
    eprintln!("python3, 3.10 or later, is not here: the bots of the page are not played");
    None
}

fn bot(python: &str, name: &str) -> Entrant {
    entrant(
        &format!("cmd:{python} '{}'", example(name).display()),
        PATIENCE,
    )
}

/// Runs a Python program with these input lines, and returns its output.
fn printed(python: &str, program: &str, input: &str) -> Vec<Value> {
    use std::io::Write as _;
    let mut child = Command::new(python)
        .args(["-c", program])
        .current_dir(example(""))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("text");
    let line = |line| serde_json::from_str(line).expect("JSON");
    text.lines().map(line).collect()
}

#[test]
fn example_bots_play_whole_games() {
    let Some(python) = python() else { return };
    let opponents = ["counter", "random"].map(|name| entrant(name, PATIENCE));
    for (game, players, play) in [
        ("draw", 2, Play::Rounds),
        ("jamaican-partner", 4, Play::Rounds),
        ("all-fives", 3, Play::Matches),
        ("double-nine-cross", 2, Play::Rounds),
    ] {
        for name in ["memory_bot.py", "heavy_bot.py"] {
            let contest = contest(game, players, play, 1);
            for opponent in &opponents {
                let bot = bot(&python, name);
                let (tally, pairs) = run(&contest, [&bot, opponent]).expect("it greets");
                assert_eq!((tally.faults, tally.pairs()), ([0, 0], 1), "{game} {name}");
                assert!(bot.called().is_some_and(|name| name.ends_with("in Python")));
                let games = pairs.iter().flat_map(|pair| &pair.games);
                assert!(games.clone().all(|(_, played)| !played.rounds.is_empty()));
            }
        }
    }
}

/// When the bot infers that a seat lacks a number, the hand at the end of the round and the tiles played confirm it.
/// The bot must infer something.
#[test]
fn memory_bot_infers_only_true_facts() {
    let Some(python) = python() else { return };
    const LACKING: &str = "
import io, json, sys
lines, sys.stdin = list(sys.stdin), io.StringIO()
import memory_bot
for line in lines:
    lacks = memory_bot.lacking(json.loads(line)['act']['view']['events'])
    print(json.dumps([[seat, sorted(pips)] for seat, pips in sorted(lacks.items())]))
";
    let mut n_known = 0;
    for (game, players, draw) in [
        ("draw", 2, "until-playable"),
        // A seat may draw again after a pass.
        ("draw", 2, "one-may-play"),
        ("jamaican-partner", 4, "never"),
        ("club", 2, "until-playable"),
        ("all-fives", 3, "one-ends-turn"),
    ] {
        let folder = tempdir().expect("a folder");
        let program = common::Script::default().entrant(&folder, PATIENCE);
        let mut contest = contest(game, players, Play::Rounds, 6);
        let mut choices = contest.rules.choices();
        choices.set("draw", draw).expect("an option");
        contest.rules = Rules::new(choices).expect("rules");
        let players = [&program, &entrant("counter", PATIENCE)];
        run(&contest, players).expect("it greets");
        for told in told(folder.path()) {
            let acts: Vec<&Value> = told.iter().filter(|told| !told["act"].is_null()).collect();
            let input: String = acts.iter().map(|act| format!("{act}\n")).collect();
            let mut known = printed(&python, LACKING, &input).into_iter();
            let mut messages = told.iter();
            while let Some(message) = messages.next() {
                if message["act"].is_null() {
                    continue;
                }
                let known = known.next().expect("an answer to each");
                let mut later = messages.clone();
                let over = later
                    .find(|told| !told["round-over"].is_null())
                    .expect("an end");
                let seen = message["act"]["view"]["events"]
                    .as_array()
                    .map_or(0, Vec::len);
                for known in known.as_array().expect("a list") {
                    let seat = known[0].as_u64().expect("a seat");
                    let held = held(seat, seen, &over["round-over"]);
                    for pip in known[1].as_array().expect("a list") {
                        n_known += 1;
                        let pip = pip.as_u64().expect("a number");
                        assert!(!held.contains(&pip), "{game}: seat {seat} has a {pip}");
                    }
                }
            }
        }
    }
    assert!(n_known > 100, "{n_known}");
}

/// The numbers on the tiles that a seat held after `seen` events, from the end of the round. Empty if drawn tiles leave
/// this unknown.
fn held(seat: u64, seen: usize, over: &Value) -> BTreeSet<u64> {
    let mut tiles: Vec<String> = Vec::new();
    let left = over["outcome"]["hands"][seat as usize]
        .as_array()
        .expect("a hand");
    tiles.extend(
        left.iter()
            .map(|tile| tile.as_str().expect("a tile").to_owned()),
    );
    let events = over["events"].as_array().expect("events");
    let mut drawn = 0;
    for event in &events[seen..] {
        let mv = &event["done"]["deed"];
        if mv["seat"] != seat {
            continue;
        }
        let action = &mv["action"];
        let laid = [&action["lead"], &action["play"]["tile"]];
        tiles.extend(
            laid.iter()
                .filter_map(|tile| tile.as_str())
                .map(str::to_owned),
        );
        drawn += usize::from(*action == "draw");
    }
    if drawn > 0 {
        // The time at which it drew each tile is unknown.
        return BTreeSet::new();
    }
    let pips = tiles
        .iter()
        .flat_map(|tile| tile.split('-').map(str::to_owned).collect::<Vec<_>>());
    pips.map(|pip| pip.parse().expect("a number")).collect()
}
