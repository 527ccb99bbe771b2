//! Output and exit codes of the built command.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common::{self, Has as _, Run, fed, words};

fn capicu(arguments: &[&str]) -> Run {
    with_input(arguments, b"")
}

fn with_input(arguments: &[&str], input: &[u8]) -> Run {
    fed(common::capicu(arguments), input).into()
}

impl Run {
    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|_| panic!("{}\n{}", self.out, self.err))
    }
}

fn golden(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../capicu-record/tests/golden");
    fs::read_to_string(folder.join(name)).unwrap()
}

fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn legal_record_is_accepted() {
    let run = with_input(
        &["replay", "-", "--json"],
        golden("blocked.domino").as_bytes(),
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    let json = run.json();
    assert_eq!(json["valid"], true);
    assert_eq!(json["error"], Value::Null);
    let round = &json["rounds"][0];
    assert_eq!(round["number"], 1);
    assert_eq!(round["opener"], 0);
    assert_eq!(round["ended"], "blocked");
    assert_eq!(round["winner"], 0);
    let points = serde_json::json!([{ "side": 0, "reason": "pips", "points": 6 }]);
    assert_eq!(round["points"], points);
    assert_eq!(round["score"], serde_json::json!([6, 0]));
    assert_eq!(json["result"]["winner"], 0);
    let run = with_input(&["replay", "-"], golden("capicu.domino").as_bytes());
    assert_eq!(run.code, Some(0));
    for text in ["Round 1, opened by Ana", "20 Capicú", "Ana 42 and Beto 0"] {
        assert!(run.out.contains(text), "{text}\n{}", run.out);
    }
    let run = with_input(
        &["replay", "-", "--lang", "es"],
        golden("capicu.domino").as_bytes(),
    );
    assert!(run.out.contains("Mano 1, sale Ana"), "{}", run.out);
}

#[test]
fn illegal_record_is_refused() {
    let text = golden("capicu.domino").replace("B: 1-0@0-0", "B: 1-1@0-0");
    let run = with_input(&["replay", "-", "--json"], text.as_bytes());
    assert_eq!(run.code, Some(1));
    let error = &run.json()["error"];
    assert_eq!(error["round"], 1);
    assert_eq!(error["turn"], 4);
    assert_eq!((&error["line"], &error["column"]), (&14.into(), &4.into()));
    assert_eq!(error["legal"]["actions"], serde_json::json!(["1-0@0-0"]));
    assert!(error["reason"].as_str().unwrap().contains("1-1@0-0"));
    let said = "error: standard input:14:4: round 1, move 4: 1-1@0-0 is not legal";
    assert!(run.err.starts_with(said), "{}", run.err);
    assert!(run.err.contains("legal for B: 1-0@0-0"), "{}", run.err);
}

#[test]
fn text_that_is_no_record_is_refused() {
    let run = with_input(&["replay", "-"], b"hello");
    assert_eq!(run.code, Some(2));
    run.err.has("standard input:1:1: not a domino record");
    let text = golden("capicu.domino");
    let cut = text.find("1-0@0-0").unwrap() + 4;
    let run = with_input(&["replay", "-"], &text.as_bytes()[..cut]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains(":14:4: "), "{}", run.err);
    let newer = text.replace("domino-record 1", "domino-record 7");
    let run = with_input(&["replay", "-"], newer.as_bytes());
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("version 7"), "{}", run.err);
    let noise: Vec<u8> = (0..10_u32 << 20)
        .map(|i| (i.wrapping_mul(0x9e37_79b1) >> 11) as u8)
        .collect();
    let run = with_input(&["replay", "-"], &noise);
    assert_eq!(run.code, Some(2));
    let run = capicu(&["replay", "/nowhere/at.all"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("/nowhere/at.all"), "{}", run.err);
}

#[test]
fn games_are_listed_explained_and_checked() {
    let list = capicu(&["games", "--json"]).json();
    let ids: Vec<_> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|game| &game["id"])
        .collect();
    for id in ["jamaican-partner", "club", "quinientos", "five-up"] {
        assert!(ids.contains(&&Value::from(id)), "{id}");
    }
    for id in ids {
        let id = id.as_str().unwrap();
        for lang in ["en", "es"] {
            let run = capicu(&["games", "show", id, "--lang", lang]);
            assert_eq!(run.code, Some(0), "{id}: {}", run.err);
            assert!(run.out.lines().count() > 10, "{id}\n{}", run.out);
        }
        let toml = capicu(&["games", "show", id, "--format", "toml"]);
        let run = with_input(&["games", "check", "-"], toml.out.as_bytes());
        assert_eq!(run.code, Some(0), "{id}: {}", run.err);
    }
    let json = capicu(&words("games show cien --players 3 --format json")).json();
    assert_eq!(json["options"]["players"], 3);
    assert_eq!(json["options"]["capicu"], 20);
    assert_eq!(json["options"]["removed"], serde_json::json!([]));
    let run = capicu(&["games", "show", "cein"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("did you mean `cien`?"), "{}", run.err);
    let run = capicu(&["games", "show", "club", "--players", "4"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("it is for 2 players"), "{}", run.err);
    assert!(capicu(&["games", "schema"]).json()["properties"]["base"]["enum"].is_array());
}

#[test]
fn faults_of_a_rule_file_are_located() {
    let text = "base = \"cien\"\nkapicu = 20\ntarget = 0\n";
    let run = with_input(&["games", "check", "-"], text.as_bytes());
    assert_eq!(run.code, Some(2));
    let errors: Vec<_> = run.err.lines().collect();
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(errors[0].contains(":2:1: ") && errors[0].contains("did you mean `capicu`?"));
    assert!(errors[1].contains(":3:10: "), "{errors:?}");
    let json = with_input(&["games", "check", "-", "--json"], text.as_bytes()).json();
    assert_eq!(json["valid"], false);
    assert_eq!(json["errors"][0]["line"], 2);
}

#[test]
fn match_that_may_never_end_gives_a_warning() {
    // Fives and threes: no score is smaller than three, so a match is stuck at 98 to 99 before 100.
    let stuck = "base = \"fives-and-threes\"\nfinish = \"exact\"\nrounding = \"each-loser\"\n";
    let run = with_input(&["games", "check", "-"], stuck.as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.err);
    run.err.has("no score is smaller than 3");
    let json = with_input(&["games", "check", "-", "--json"], stuck.as_bytes()).json();
    assert_eq!(json["warnings"].as_array().unwrap().len(), 1);
    // Exact points of two losers can be a single pip; of three, at least three. Cien is alike, since the pips of the
    // winner's partner count too.
    for (locks, players) in [
        (stuck.replace("each-loser", "exact"), "4"),
        ("base = \"cien\"\nfinish = \"exact\"\n".to_owned(), "4"),
    ] {
        let run = with_input(&["games", "check", "-"], locks.as_bytes());
        let of =
            format!("a match of {players} players can go on for ever: no score is smaller than 3,");
        assert!(run.code == Some(0) && run.err.contains(&of), "{}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    }
    for fine in [
        stuck.replace("each-loser", "exact") + "players = 3\n",
        stuck.replace("\"exact\"", "\"at-least\""),
        // All scores are fives, and so is the target.
        "base = \"all-fives\"\nfinish = \"exact\"\n".to_owned(),
    ] {
        let run = with_input(&["games", "check", "-"], fine.as_bytes());
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{fine}");
    }
}

#[test]
fn errors_are_printed_in_spanish() {
    let text = "base = \"cien\"\nkapicu = 20\ntarget = 0\n";
    let run = with_input(&["games", "check", "-", "--lang", "es"], text.as_bytes());
    for (line, said) in run.err.lines().zip([
        ":2:1: opción desconocida `kapicu`; ¿querías decir `capicu`?",
        ":3:10: valor no válido `0` para `target`: no es un número entero de 1 a 5000",
    ]) {
        assert!(line.ends_with(said), "{line}");
    }
    for (arguments, said) in [
        (
            &["games", "show", "cein"][..],
            "ningún juego se llama `cein`; ¿querías decir `cien`?",
        ),
        (
            &["games", "show", "club", "--players", "4"],
            "club no se juega entre 4; es para 2 jugadores",
        ),
        (
            &["replay", "nowhere.domino"],
            "nowhere.domino: no hay tal archivo",
        ),
    ] {
        let run = capicu(&[arguments, &["--lang", "es"]].concat());
        assert_eq!(run.code, Some(2));
        assert!(run.err.contains(said), "{}", run.err);
    }
    let head = "domino-record 1\nrules: set double-two, hand 3\n";
    let run = with_input(&["replay", "-", "--lang", "es"], head.as_bytes());
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("la partida se corta"), "{}", run.err);
    let deal = "\nround 1\nhand A: 0-0 2-1 2-2\nhand B: 1-0 1-1 2-0\n";
    let text = format!("{head}{deal}A: 2-1\n\nresult: unfinished\n");
    let run = with_input(&["replay", "-", "--lang", "es"], text.as_bytes());
    assert_eq!(run.code, Some(1));
    run.err
        .has("mano 1, jugada 1: 2-1 no vale: se sale con el 2-2 (para A valía: 2-2)");
}

#[test]
fn same_seed_gives_the_same_bytes_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let run = |threads: &str, records: &str| {
        let records = folder.path().join(records);
        let records = records.to_str().unwrap();
        let arguments = [
            "simulate",
            "--game",
            "all-fives",
            "--players",
            "3",
            "--bot",
            "heavy,random,random",
            "--rounds",
            "500",
            "--seed",
            "42",
            "--json",
            "--threads",
            threads,
            "--records",
            records,
        ];
        let run = capicu(&arguments);
        assert_eq!(run.code, Some(0), "{}", run.err);
        run.out
    };
    let one = run("1", "one");
    assert_eq!(one, run("4", "four"));
    let json: Value = serde_json::from_str(&one).unwrap();
    assert_eq!(json["rounds"], 500);
    assert_eq!(
        (&json["game"], &json["players"]),
        (&"all-fives".into(), &3.into())
    );
    assert_eq!(json["seed"], 42);
    for key in [
        "blocked_share",
        "tied_share",
        "tiles_per_round",
        "passes_per_round",
        "draws_per_round",
    ] {
        assert!(json[key].is_f64(), "{key}");
    }
    let sum = |key: &str| -> u64 {
        json[key]
            .as_array()
            .unwrap()
            .iter()
            .map(|n| n.as_u64().unwrap())
            .sum()
    };
    let tied = (json["tied_share"].as_f64().unwrap() * 500.0).round() as u64;
    assert_eq!(sum("wins") + tied, 500);
    // The records are equal too, and each keeps to the rules; together they contain all points.
    let (mut rounds, mut points) = (0, 0);
    for entry in fs::read_dir(folder.path().join("one")).unwrap() {
        let path = entry.unwrap().path();
        let twin = folder.path().join("four").join(path.file_name().unwrap());
        assert_eq!(fs::read(&path).unwrap(), fs::read(&twin).unwrap());
        let replay = capicu(&["replay", "--json", path.to_str().unwrap()]);
        assert_eq!(replay.code, Some(0), "{}", replay.err);
        for round in replay.json()["rounds"].as_array().unwrap() {
            rounds += 1;
            for point in round["points"].as_array().unwrap() {
                points += point["points"].as_u64().unwrap();
            }
        }
    }
    assert_eq!((rounds, points), (500, sum("points")));
}

#[test]
fn bots_call_scores_where_the_rules_require_it() {
    let folder = tempfile::tempdir().unwrap();
    let rules = file(
        &folder,
        "muggins.toml",
        "base = \"all-fives\"\ncalls = \"muggins\"\n",
    );
    let rules = rules.to_str().unwrap();
    let records = folder.path().join("records");
    let with = capicu(&[
        "simulate",
        "--rules",
        rules,
        "--matches",
        "20",
        "--json",
        "--records",
        records.to_str().unwrap(),
    ]);
    assert_eq!(with.code, Some(0), "{}", with.err);
    assert!(with.json()["reasons"]["ends"]["times"].as_u64().unwrap() > 50);
    for entry in fs::read_dir(records).unwrap() {
        let path = entry.unwrap().path();
        let run = capicu(&["replay", path.to_str().unwrap()]);
        assert_eq!(run.code, Some(0), "{}", run.err);
    }
}

#[test]
fn invalid_simulations_are_refused() {
    for (arguments, said) in [
        (&["simulate", "--game", "cien"][..], "--rounds"),
        (&["simulate", "--game", "cien", "--rounds", "0"], "--rounds"),
        (
            &["simulate", "--game", "cein", "--rounds", "1"],
            "did you mean",
        ),
        (
            &words("simulate --game cien --rounds 1 --bot genius"),
            "genius",
        ),
        (
            &words("simulate --game cien --rounds 1 --bot heavy,random,heavy"),
            "do not fit",
        ),
        (&["simulate", "--rounds", "1"], "--game"),
    ] {
        let run = capicu(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}");
        assert!(run.err.contains(said), "{arguments:?}\n{}", run.err);
    }
}

/// Double-two, three tiles each, an empty boneyard: counted by hand, move by move.
const TINY: &str = "domino-record 1
rules: set double-two, players 2, hand 3

round 1
hand A: 0-0 2-1 2-2
hand B: 1-0 1-1 2-0
result: unfinished
";

#[test]
fn printed_position_is_accepted() {
    let position = |at: &str| with_input(&["replay", "-", "--position", at], TINY.as_bytes());
    let opening = position("1");
    assert_eq!(opening.code, Some(0), "{}", opening.err);
    assert!(
        opening.out.starts_with("domino-position: 1; rules: "),
        "{}",
        opening.out
    );
    opening
        .out
        .has("hands: 0-0 2-1 2-2 / 1-0 1-1 2-0; turn: A 2-2");

    // Counted and solved like the record.
    let text = opening.out.trim();
    let counted = capicu(&["perft", "--position", text, "--depth", "7", "--json"]);
    assert_eq!(counted.code, Some(0), "{}", counted.err);
    assert_eq!(
        counted.json()["counts"],
        serde_json::json!([1, 1, 2, 4, 5, 1, 0])
    );
    let solved = capicu(&["solve", "--position", text, "--json"]);
    let same = with_input(&["solve", "--record", "-", "--json"], TINY.as_bytes());
    assert_eq!(solved.code, Some(0), "{}", solved.err);
    assert_eq!(solved.json()["actions"], same.json()["actions"]);

    for (at, told) in [("2", "no round 2"), ("1:1", "fewer moves: 0")] {
        let run = position(at);
        assert_eq!(run.code, Some(2));
        assert!(run.err.contains(told), "{}", run.err);
    }
    assert_eq!(position("0").code, Some(2));
    for command in [&["solve"][..], &["perft", "--depth", "1"]] {
        let run = capicu(&[command, &["--position", "domino-position: 1; turn: A"]].concat());
        assert_eq!(run.code, Some(2));
        run.err.has("--position: column 28: rules is missing");
        let nobody = text.replace("turn: A 2-2", "turn: B 2-2");
        let run = capicu(&[command, &["--position", &nobody]].concat());
        assert_eq!(run.code, Some(2));
        let why = "--position: seat B does not hold 2-2, which it is to lead";
        assert!(run.err.contains(why), "{}", run.err);
    }
}

#[test]
fn sequences_are_counted() {
    let counts = |arguments: &[&str]| {
        let arguments = [&["perft", "--record", "-", "--json"], arguments].concat();
        let run = with_input(&arguments, TINY.as_bytes());
        assert_eq!(run.code, Some(0), "{}", run.err);
        run.json()["counts"].clone()
    };
    // 2-2 is forced; only 2-0 fits it; then 2-1 or 0-0; and so on.
    assert_eq!(
        counts(&["--depth", "7"]),
        serde_json::json!([1, 1, 2, 4, 5, 1, 0])
    );
    // An action names a tile and its neighbor: 2-0 against 2-2 is one action on either side.
    let every = counts(&["--depth", "3", "--count", "every"]);
    assert_eq!(every, serde_json::json!([1, 1, 2]));
    let json = capicu(&words("perft --game block --seed 5 --depth 3 --json")).json();
    assert_eq!(json["game"], "block");
    assert_eq!(json["seed"], 5);
    assert_eq!(json["counts"].as_array().unwrap().len(), 3);
    // A record accepts the printed deal.
    let deal = json["deal"].as_str().unwrap();
    let text = format!("domino-record 1\nbase: block\n\nround 1\n{deal}result: unfinished\n");
    let run = with_input(
        &["perft", "--record", "-", "--depth", "3", "--json"],
        text.as_bytes(),
    );
    assert_eq!(run.json()["counts"], json["counts"], "{}", run.err);
}

#[test]
fn records_convert_to_json_and_back() {
    let text = golden("cien.domino");
    let json = with_input(&["convert", "--to", "json"], text.as_bytes());
    assert_eq!(json.code, Some(0), "{}", json.err);
    let back = with_input(&["convert", "--from", "json"], json.out.as_bytes());
    assert_eq!(back.out, text, "{}", back.err);
    let run = with_input(&["convert", "--from", "json"], b"{\n  \"format\": 3 }");
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains(":2:"), "{}", run.err);
    let moves = b"moves: [([6|6], True), ([6|4], False), None]";
    let run = with_input(&["convert", "--from", "dominoes"], moves);
    run.out.has("A: 6-6  B: 6-4@6-6  C: pass");
}

/// The history is one of OpenSpiel's own: its actions come back, with the same four hands.
#[test]
fn a_history_of_openspiel_converts_there_and_back() {
    let history = include_str!("../../capicu-record/tests/openspiel-team.txt");
    let record = with_input(&["convert", "--from", "openspiel"], history.as_bytes());
    let back = with_input(&["convert", "--to", "openspiel"], record.out.as_bytes());
    assert_eq!(back.code, Some(0), "{}", back.err);
    let actions = |text: &str| -> Vec<String> {
        let actions = text.lines().filter(|line| line.starts_with('p'));
        actions.map(str::to_owned).collect()
    };
    assert!(actions(history).len() > 20);
    assert_eq!(actions(&back.out), actions(history));
    let hands = |text: &str| {
        let mut hands = [const { Vec::new() }; 4];
        let deals = text.lines().filter(|line| line.starts_with("Deal"));
        for (at, tile) in deals.enumerate() {
            hands[at % 4].push(tile.to_owned());
        }
        for hand in &mut hands {
            hand.sort();
        }
        hands
    };
    assert_eq!(hands(&back.out), hands(history));

    let two = with_input(
        &["convert", "--to", "openspiel", "--lang", "es"],
        golden("stakes.domino").as_bytes(),
    );
    assert_eq!((two.code, two.out.as_str()), (Some(2), ""));
    two.err.has("una sola mano");
}

#[test]
fn every_command_has_help() {
    for command in ["games", "replay", "simulate", "perft", "convert"] {
        let run = capicu(&[command, "--help"]);
        assert_eq!(run.code, Some(0));
        assert!(run.out.contains("Usage: capicu"), "{command}");
    }
}
