//! `capicu replay` and `capicu convert` on several matches, and the output of `capicu arena`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{self, Has as _, Run, fed, words};

fn capicu(folder: &Path, arguments: &[&str], input: &str) -> Run {
    let mut command = common::capicu(arguments);
    command.current_dir(folder);
    fed(command, input.as_bytes()).into()
}

impl Run {
    #[track_caller]
    fn lines(&self) -> Vec<Value> {
        let read = |line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
        self.out.lines().map(read).collect()
    }
}

const GOOD: &str = "domino-record 1
base: cien
rules: players 4

round 1
a: 6-6  b: 6-4  c: 6-2  d: 4-3

result: unfinished
";

/// The third move is illegal.
const WRONG: &str = "domino-record 1
base: cien
rules: players 4

round 1
a: 6-6  b: 6-4  c: 5-1

result: unfinished
";

#[test]
fn answers_on_several_matches_name_each() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = format!("{GOOD}{WRONG}; the end\n\ndomino-record 1\nrules: plaiers 4\n{GOOD}");
    fs::write(folder.path().join("club.domino"), &file).expect("written");
    let run = capicu(folder.path(), &["replay", "--json", "club.domino"], "");
    assert_eq!(run.code, Some(2), "the worst of all: {}", run.err);
    let lines = run.lines();
    assert_eq!(lines.len(), 3, "{}", run.out);
    for (line, (number, valid)) in lines.iter().zip([(1, true), (2, false), (4, true)]) {
        assert_eq!(line["file"], "club.domino");
        assert_eq!(line["number"], number);
        assert_eq!(line["valid"], valid);
    }
    let error = &lines[1]["error"];
    assert_eq!((&error["line"], &error["column"]), (&14.into(), &20.into()));
    assert_eq!((&error["round"], &error["turn"]), (&1.into(), &3.into()));
    for said in [
        "club.domino:14:20: match 2: round 1, move 3: 5-1 fits no open end",
        "error: club.domino:20:8: match 3: unknown option `plaiers`; did you mean `players`?",
        "4 matches: 2 keep to the rules, 1 break them, 1 cannot be read",
    ] {
        assert!(run.err.contains(said), "{said}\n{}", run.err);
    }
    let run = capicu(
        folder.path(),
        &["replay", "--lang", "es", "club.domino"],
        "",
    );
    assert!(
        run.out.starts_with("club.domino, partida 1\n"),
        "{}",
        run.out
    );
    run.err
        .has("partida 2: mano 1, jugada 3: el 5-1 no va en ninguna punta");
    let two = format!("{GOOD}{WRONG}");
    let run = capicu(folder.path(), &["replay", "-"], &two);
    assert_eq!(run.code, Some(1), "{}", run.err);
    run.err.has("standard input:14:20: match 2: ");
}

#[test]
fn one_match_is_answered_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let inner = folder.path().join("season").join("may");
    fs::create_dir_all(&inner).expect("made");
    fs::write(inner.join("final.domino"), WRONG).expect("written");
    for path in ["season", "season/may/final.domino"] {
        let run = capicu(folder.path(), &["replay", "--json", path], "");
        assert_eq!(run.code, Some(1));
        let answer: Value = serde_json::from_str(&run.out).expect("one object");
        assert_eq!(answer["file"], Value::Null);
        assert!(
            run.out.contains("\n  \"valid\": false"),
            "as before: {}",
            run.out
        );
        let said = "final.domino:6:20: round 1, move 3: 5-1 fits";
        assert!(
            run.err.contains(said) && run.err.lines().count() == 1,
            "{}",
            run.err
        );
    }
}

#[test]
fn files_of_folders_are_read_in_order_of_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let (root, inner) = (folder.path(), folder.path().join("b"));
    fs::create_dir(&inner).expect("made");
    fs::write(root.join("c.domino"), GOOD).expect("written");
    fs::write(root.join("a.domino"), GOOD.repeat(2)).expect("written");
    fs::write(inner.join("x.domino"), WRONG).expect("written");
    fs::write(root.join("notes.txt"), "hello").expect("written");
    let run = capicu(root, &["replay", "--json", "."], "");
    assert_eq!(run.code, Some(1), "{}", run.err);
    let named: Vec<String> = run
        .lines()
        .iter()
        .map(|line| format!("{} {}", line["file"], line["number"]))
        .collect();
    assert_eq!(
        named,
        [
            "\"./a.domino\" 1",
            "\"./a.domino\" 2",
            "\"./b/x.domino\" 1",
            "\"./c.domino\" 1"
        ]
    );
    run.err.has("./b/x.domino:6:20: round 1, move 3");
    // A missing file does not stop the others.
    let run = capicu(root, &["replay", "gone.domino", "c.domino"], "");
    assert_eq!(run.code, Some(2));
    assert!(run.out.contains("c.domino, match 1"), "{}", run.out);
    run.err.has("gone.domino: there is no such file");
    fs::create_dir(root.join("empty")).expect("made");
    let run = capicu(root, &["replay", "empty"], "");
    assert_eq!(run.code, Some(2));
    run.err.has("whose name ends in .domino");
    let run = capicu(root, &["replay", "--strict", "a.domino"], "");
    assert_eq!(run.code, Some(0), "{}", run.err);
}

#[test]
fn several_matches_convert_to_json_and_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let two = format!("{GOOD}\n{}", GOOD.replace("c: 6-2", "C: 6-1"));
    let twins = capicu(folder.path(), &["convert", "--to", "json"], &two);
    assert_eq!(
        (twins.code, twins.lines().len()),
        (Some(0), 2),
        "{}",
        twins.err
    );
    let full = capicu(folder.path(), &["convert"], &two);
    assert_eq!(
        full.out.matches("A: 6-6  B: 6-4@6-6  C: 6-").count(),
        2,
        "{}",
        full.out
    );
    let back = capicu(folder.path(), &["convert", "--from", "json"], &twins.out);
    assert_eq!(back.out, full.out, "{}", back.err);
    assert_eq!(capicu(folder.path(), &["convert"], &full.out).out, full.out);
    // The error names the bad match in between; the others are converted.
    let three = format!(
        "{}\n{}\n{}\n",
        twins.out.lines().next().expect("a twin"),
        "{ \"format\": 3 }",
        twins.out.lines().nth(1).expect("a twin")
    );
    let run = capicu(folder.path(), &["convert", "--from", "json"], &three);
    assert_eq!(run.code, Some(2));
    assert_eq!(run.out, full.out);
    assert!(run.err.contains("standard input:2:"), "{}", run.err);
    assert!(run.err.contains(": match 2: "), "{}", run.err);
}

#[test]
fn records_of_the_arena_are_legal() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    for (game, more) in [
        ("jamaican-partner", "--rounds"),
        ("all-fives", "--matches"),
        ("cut-throat", "--rounds"),
    ] {
        let arena = [
            "arena",
            "counter",
            "random",
            "--pairs",
            "3",
            "--record",
            "games.domino",
            "--force",
            "--game",
            game,
            more,
        ];
        let run = capicu(root, &arena, "");
        assert_eq!(run.code, Some(0), "{}", run.err);
        let run = capicu(root, &["replay", "--json", "--strict", "games.domino"], "");
        assert_eq!(run.code, Some(0), "{game}: {}", run.err);
        let lines = run.lines();
        assert!(lines.len() >= 6, "{}", lines.len());
        for line in &lines {
            assert_eq!(line["valid"], true);
            assert_eq!(line["game"], game);
            assert_eq!(line["result"].is_null(), more == "--rounds");
        }
        let text = fs::read_to_string(root.join("games.domino")).expect("records");
        let run = capicu(root, &["convert", "games.domino"], "");
        assert_eq!(run.out, text.trim_end().to_owned() + "\n", "{}", run.err);
    }
    // A file that is no record is taken for the JSON form.
    let arena = words("arena counter random --game draw --pairs 1 --record games.jsonl");
    assert_eq!(capicu(root, &arena, "").code, Some(0));
    let run = capicu(root, &["replay", "games.jsonl"], "");
    assert_eq!(run.code, Some(2));
    run.err.has("arena --record FILE.domino");
}

#[test]
fn game_lost_by_a_program_is_a_record_with_the_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    // It greets, is asked twice and exits without an answer.
    let program = "import json
protocol = json.loads(input())['hello']['protocol']
print(json.dumps({'hello': {'protocol': protocol, 'name': 'mute'}}), flush=True)
input()
input()
";
    fs::write(folder.path().join("mute.py"), program).expect("written");
    let mute = "cmd:python3 mute.py";
    let arena = [
        "arena",
        "counter",
        mute,
        "--game",
        "draw",
        "--pairs",
        "1",
        "--record",
        "games.domino",
    ];
    let run = capicu(folder.path(), &arena, "");
    assert_eq!(run.code, Some(0), "{}", run.err);
    let text = fs::read_to_string(folder.path().join("games.domino")).expect("records");
    assert!(text.contains("forfeit"), "{text}");
    let run = capicu(folder.path(), &["replay", "games.domino"], "");
    assert_eq!(run.code, Some(0), "{}", run.err);
}

#[test]
fn one_match_of_many_is_picked() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let arena = words("arena counter random --game block --pairs 2 --record all.domino");
    assert_eq!(capicu(root, &arena, "").code, Some(0));
    let all = fs::read_to_string(root.join("all.domino")).expect("records");
    let third = all.split("domino-record 1").nth(3).expect("four matches");
    let third = format!("domino-record 1{}\n", third.trim_end());
    fs::write(root.join("third.domino"), &third).expect("written");
    let pick = |words: &[&str]| {
        let picked = capicu(root, &[words, &["all.domino", "--match", "3"]].concat(), "");
        assert_eq!(picked.code, Some(0), "{}", picked.err);
        let alone = capicu(root, &[words, &["third.domino"]].concat(), "");
        assert_eq!(alone.code, Some(0), "{}", alone.err);
        assert_eq!(picked.out, alone.out, "{words:?}");
        picked.out
    };
    assert_eq!(pick(&["convert"]), third);
    pick(&["convert", "--to", "json"]);
    pick(&["replay"]);
    pick(&["replay", "--json"]);
    pick(&["analyze", "--nodes", "50"]);
    let page = pick(&["analyze", "--nodes", "50", "--html", "-"]);
    assert!(page.starts_with("<!doctype html>"), "{page}");
    assert!(!root.join("-").exists());
    let missing = capicu(root, &["convert", "all.domino", "--match", "5"], "");
    assert_eq!(missing.code, Some(2));
    assert_eq!(
        missing.err,
        "error: all.domino: there is no match 5; there are 4\n"
    );
}
