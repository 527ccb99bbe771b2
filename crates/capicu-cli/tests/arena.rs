//! `capicu arena`: answers and errors.

use std::fs;
use std::process::Output;

use serde_json::Value;

use crate::common::{Refused as _, capicu, succeeded, words};

fn arena(arguments: &[&str]) -> Output {
    let run = capicu(&[&["arena"], arguments].concat()).output();
    run.expect("the command starts")
}

#[track_caller]
fn json(arguments: &[&str]) -> Value {
    let output = arena(arguments);
    let err = succeeded(&output);
    assert!(err.is_empty(), "no bar where there is no terminal: {err}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn ladder_has_a_rung_for_every_level_but_the_first() {
    let few = ["--ladder", "--game", "draw", "--pairs", "1"];
    let answer = json(&[&few[..], &["--json"]].concat());
    let contests = answer["contests"].as_array().expect("a list");
    let rungs = contests
        .iter()
        .map(|contest| (&contest["a"], &contest["b"]));
    for (level, rung) in (1..).zip(rungs) {
        let names = [level + 1, level].map(|n| Value::from(format!("level:{n}")));
        assert_eq!(rung, (&names[0], &names[1]));
    }
    let rungs = capicu_ai::Level::ALL.len() - 1;
    assert_eq!(contests.len(), rungs);
    let text = String::from_utf8(arena(&few).stdout).expect("text");
    assert_eq!(
        text.lines().filter(|line| line.contains(" over ")).count(),
        rungs
    );
    arena(&["--ladder", "--pool"]).refused("cannot be used with");
}

#[test]
fn json_answer_has_all_fields() {
    let answer = json(&words(
        "counter random --game draw --pairs 30 --seed 5 --json",
    ));
    assert_eq!(answer["game"], "draw");
    assert_eq!(
        (&answer["a"], &answer["b"]),
        (&"counter".into(), &"random".into())
    );
    assert_eq!(
        (&answer["pairs"], &answer["games"]),
        (&30.into(), &60.into())
    );
    let number = |value: &Value| value.as_f64().expect("a number");
    let score = number(&answer["score"]);
    let [low, high] = [0, 1].map(|i| number(&answer["ci95"][i]));
    assert!(0.0 <= low && low <= score && score <= high && high <= 1.0);
    assert_eq!(number(&answer["elo"]) > 0.0, score > 0.5);
    for player in ["ms_a", "ms_b"] {
        let times = &answer[player];
        assert!(number(&times["median"]) > 0.0);
        assert!(number(&times["median"]) <= number(&times["p99"]));
    }
    let decided = answer["decided"].as_u64().expect("a number");
    assert!((1..=60).contains(&decided));
    let counts = answer["counts"].as_array().expect("a list").iter();
    assert_eq!(
        counts.map(|n| n.as_u64().expect("a number")).sum::<u64>(),
        30
    );
}

fn timeless(mut answer: Value) -> Value {
    let fields = answer.as_object_mut().expect("an object");
    assert!(fields.remove("ms_a").is_some() && fields.remove("ms_b").is_some());
    answer
}

#[test]
fn same_seed_gives_the_same_answer_on_any_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let play = |threads: &str| {
        let path = folder.path().join(format!("{threads}.jsonl"));
        let answer = json(&[
            "reader",
            "counter",
            "--game",
            "jamaican-partner",
            "--pairs",
            "6",
            "--nodes",
            "300",
            "--threads",
            threads,
            "--json",
            "--record",
            path.to_str().expect("a path"),
        ]);
        (
            timeless(answer),
            fs::read_to_string(path).expect("a record"),
        )
    };
    let (one, recorded) = play("1");
    assert_eq!((one, recorded.clone()), play("3"));
    assert_eq!(recorded.lines().count(), 12);
    let game: Value = serde_json::from_str(recorded.lines().next().expect("a game")).expect("JSON");
    assert_eq!(game["seed"].as_str().map(str::len), Some(64));
    assert_eq!(
        game["seats"],
        serde_json::json!(["reader", "counter", "reader", "counter"])
    );
    assert_eq!(game["rounds"][0][0], "6-6");
}

#[test]
fn sequential_test_reports_its_result() {
    let answer = json(&words(
        "random counter --game draw --sprt --elo1 100 --json",
    ));
    assert_eq!(answer["ending"], "found");
    assert_eq!(answer["sprt"]["found"], "elo0");
    assert!(answer["sprt"]["llr"].as_f64() <= answer["sprt"]["bounds"][0].as_f64());
}

#[test]
fn pool_plays_every_pair_of_players() {
    let answer = json(&words(
        "--pool --game block --pairs 2 --nodes 200 --matches --json",
    ));
    assert_eq!(answer["contests"].as_array().map(Vec::len), Some(6));
    let output = arena(&words(
        "--pool --game cut-throat --players 3 --pairs 2 --nodes 200",
    ));
    let table = String::from_utf8(output.stdout).expect("text");
    for name in ["random", "heavy", "counter", "reader"] {
        let row = table.lines().find(|line| line.starts_with(name));
        assert_eq!(row.expect("a row").matches('±').count(), 3, "{table}");
    }
}

/// Programs are listed under their own names. They are shell scripts, since a shell is always available.
#[test]
fn program_plays_or_loses_with_a_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = |name: &str, act: &str| {
        let path = folder.path().join(name);
        let script = format!(
            r#"while IFS= read -r line; do
  case $line in
    '{{"hello":'*) echo '{{"hello":{{"protocol":3,"name":"{name}"}}}}' ;;
    '{{"act":'*) {act} ;;
  esac
done
"#
        );
        fs::write(&path, script).expect("a folder to write to");
        format!("cmd:sh '{}'", path.display())
    };
    let few = ["heavy", "--game", "draw", "--pairs", "1"];
    let mute = program("Mute", "exit 3");
    let answer = json(&[&[&mute[..]], &few[..], &["--json"]].concat());
    assert_eq!(
        (&answer["faults_a"], &answer["score"]),
        (&2.into(), &0.0.into())
    );
    assert_eq!(
        (&answer["a"], &answer["name_a"], &answer["name_b"]),
        (&mute[..].into(), &"Mute".into(), &Value::Null)
    );
    let why = answer["faults"][0]["why"].as_str().expect("a reason");
    assert_eq!(why, "ended without an answer (exit status 3)");
    let output = arena(&[&[&mute[..]], &few[..]].concat());
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(
        text.starts_with(&format!("Mute ({mute}) – heavy: draw")),
        "{text}"
    );
    let lost = format!("game 0: Mute ({mute}) ended without an answer (exit status 3)");
    assert!(text.contains(&lost), "{text}");
}

/// Writes a program that plays the first legal action. `before` comes before its first line; `name` is its name for
/// itself.
fn player(folder: &std::path::Path, file: &str, before: &str, name: Option<&str>) -> String {
    let hello = match name {
        Some(name) => serde_json::json!({ "protocol": 3, "name": name }),
        None => serde_json::json!({ "protocol": 3 }),
    };
    let program = format!(
        "import json, sys
before = '{before}'
for line in sys.stdin:
    told = json.loads(line)
    if 'hello' in told:
        said = {{'hello': {hello}}}
    elif 'act' in told:
        act = told['act']
        said = {{'act': {{'id': act['id'], 'seat': act['seat'], 'action': act['legal'][0]}}}}
    else:
        continue
    sys.stdout.buffer.write((before + json.dumps(said) + '\\n').encode())
    sys.stdout.flush()
    before = ''
"
    );
    let path = folder.join(file);
    fs::write(&path, program).expect("a folder to write to");
    format!("cmd:python3 '{}'", path.display())
}

/// Some languages write U+FEFF before everything else.
#[test]
fn byte_order_mark_before_the_first_line_is_accepted() {
    let folder = tempfile::tempdir().expect("a folder");
    let marked = player(folder.path(), "marked.py", "\\ufeff", None);
    let answer = json(&[
        "heavy", &marked, "--game", "block", "--pairs", "1", "--json",
    ]);
    assert_eq!(answer["faults"], serde_json::json!([]), "{answer}");
    assert_eq!(answer["games"], 2);
}

/// Output for others contains no command or folder, and distinguishes players of the same name.
#[test]
fn seats_of_a_record_have_the_names_of_the_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    let one = player(folder.path(), "one.py", "", Some("Robi"));
    let two = player(folder.path(), "two.py", "", Some("Robi"));
    let none = player(folder.path(), "none.py", "", None);
    let seats = |a: &str, b: &str| {
        let lines = folder.path().join("games.jsonl");
        let records = folder.path().join("games.domino");
        for path in [&lines, &records] {
            let path = path.to_str().expect("a path");
            json(&[
                a,
                b,
                "--game",
                "block",
                "--players",
                "2",
                "--pairs",
                "1",
                "--json",
                "--force",
                "--record",
                path,
            ]);
        }
        let text = fs::read_to_string(&lines).expect("games");
        let game: Value = serde_json::from_str(text.lines().next().expect("a game")).expect("JSON");
        let names: Vec<String> = game["seats"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|name| name.as_str().expect("a name").to_owned())
            .collect();
        let record = fs::read_to_string(&records).expect("games");
        for (seat, name) in ["A", "B"].iter().zip(&names) {
            assert!(record.contains(&format!("\n{seat}: {name}\n")), "{record}");
        }
        for told in [&text, &record] {
            assert!(!told.contains(".py") && !told.contains("cmd:"), "{told}");
        }
        names
    };
    assert_eq!(seats(&one, &two), ["Robi", "Robi 2"]);
    assert_eq!(seats(&none, "level:1"), ["program", "level:heaviest"]);
    assert_eq!(seats("random", "random"), ["random", "random 2"]);
    // The games can be streamed; the report then goes to standard error.
    let output = arena(&[
        &one, "random", "--game", "block", "--pairs", "2", "--record", "-",
    ]);
    assert!(output.status.success());
    let games = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(games.lines().count(), 4);
    for game in games.lines() {
        let game: Value = serde_json::from_str(game).expect("a line of JSON");
        assert_eq!(game["game"], "block");
    }
    assert!(String::from_utf8_lossy(&output.stderr).contains("2: 4 games"));
}

#[test]
fn invalid_arguments_are_refused() {
    arena(&["counter", "peeker", "--game", "draw"]).refused("unknown player `peeker`");
    arena(&["counter", "--game", "draw"]).refused("exactly two players are required, not 1");
    arena(&["counter", "random", "--game", "drow"]).refused("unknown game `drow`");
    arena(&["counter", "random", "--game", "draw", "--players", "7"]).refused("not played by 7");
    arena(&["reader@0", "random", "--game", "draw"]).refused("above 0");
    arena(&["reader", "random", "--game", "draw", "--ms", "0"]).refused("above 0");
    arena(&["reader", "random", "--game", "draw", "--nodes", "0"]).refused("nodes");
    arena(&["reader", "random", "--game", "draw", "--pairs", "0"]).refused("pairs");
    arena(&words(
        "counter random --game draw --sprt --elo0 5 --elo1 5",
    ))
    .refused("--elo0 must be less than --elo1");
    arena(&["counter", "cmd:no-such-program-here", "--game", "draw"])
        .refused("could not be started");
    arena(&words(
        "counter random --game draw --record /nowhere/at/all",
    ))
    .refused("--record: /nowhere/at/all");
}
