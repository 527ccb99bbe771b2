//! `convert --from moves`, and the text of `replay` where tiles are unknown.

use std::fs;

use crate::common::{self, Has as _, Run, fed, words};

/// A round of two heads in the tests of `capicu-record`, as a log and as a record.
const HEADS: &str = include_str!("../../capicu-record/tests/moves/heads.log");
const HEADS_RECORD: &str = include_str!("../../capicu-record/tests/moves/heads.domino");

fn with_input(arguments: &str, input: &[u8]) -> Run {
    fed(common::capicu(&words(arguments)), input).into()
}

#[test]
fn log_becomes_a_record_that_replays() {
    let run = with_input("convert --from moves -", HEADS.as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.err);
    run.out.has("A: 4-2  B: 2-2@4-2  C: 5-2@2-2  D: 5-1@5-2\n");
    run.out.has("end: out B\n");
    run.err
        .has("note: standard input: no game is chosen, so plain rules apply");
    run.err
        .has("note: standard input: the list has no complete hand for A, C, D");
    let replayed = with_input("replay -", run.out.as_bytes());
    assert_eq!(replayed.code, Some(0), "{}", replayed.err);
    replayed
        .out
        .has("B goes out with the three-blank: B and D win the round.");
    let json = with_input("convert --from moves --to json -", HEADS.as_bytes());
    json.out.has("\"out\": 1");
}

#[test]
fn rules_of_a_list_are_chosen_as_elsewhere() {
    let list = "round,player,tile\n1,Ana,6-6\n1,Beto,6-5\n1,Cira,5-5\n";
    let three = format!("{list}1,Ana,5-4\n");
    let run = with_input(
        "convert --from moves --game jamaican-partner",
        three.as_bytes(),
    );
    assert_eq!(run.code, Some(2), "{}", run.out);
    run.err
        .has(":2:1: the list names 3 players, but the rules have 4 seats");
    // The number of players comes from the list.
    let run = with_input("convert --from moves --game cien", three.as_bytes());
    run.out.has("rules: players 3,");
    let list = format!("{list}1,Dino,5-4\n");
    let run = with_input("convert --from moves --game cien", list.as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.err);
    run.out.has("game: cien\n");
    run.out.has("D: Dino\n");
    assert!(!run.err.contains("plain rules"), "{}", run.err);
    // A changed option, another number of players, and a rule file.
    let set = "convert --from moves --set opener=highest-double --set target=5";
    with_input(set, list.as_bytes()).out.has("target 5");
    let run = with_input("convert --from moves --players 3", list.as_bytes());
    run.err
        .has("`Dino` is one player too many: the rules have 3 seats");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("house.toml");
    fs::write(&path, "base = \"cien\"\ntarget = 150\n").expect("a file");
    let run = with_input(
        &format!("convert --from moves --rules {}", path.display()),
        list.as_bytes(),
    );
    run.out.has("target 150");
}

#[test]
fn unreadable_bytes_are_refused_at_their_line() {
    for (bytes, told) in [
        (
            &b"player,tile\nJos\xe9,6-6\n"[..],
            ":2:4: the text is not UTF-8 from here on",
        ),
        (&b"\xff\xfep\0l\0"[..], ":1:1: the text is in UTF-16"),
        (&b""[..], ":1:1: there are no moves"),
    ] {
        let run = with_input("convert --from moves -", bytes);
        assert_eq!(run.code, Some(2));
        run.err.has(told);
    }
}

#[test]
fn folder_of_lists_is_converted() {
    let folder = tempfile::tempdir().expect("a folder");
    let list = "player;tile\n0;6-6\n1;6-5\n";
    for name in ["a.csv", "b.tsv", "c.txt", "d.log", "e.json", "f.jsonl"] {
        let text = match name {
            "d.log" => HEADS,
            "e.json" => "[{\"player\": 0, \"tile\": [6, 6]},\n{\"player\": 1, \"tile\": \"6-5\"}]",
            "f.jsonl" => "{\"player\": 0, \"tile\": [6, 6]}\n{\"player\": 1, \"tile\": \"6-5\"}\n",
            _ => list,
        };
        fs::write(folder.path().join(name), text).expect("a file");
    }
    let run = with_input(
        &format!("convert --from moves {}", folder.path().display()),
        b"",
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(
        run.out.matches("A: 6-6  B: 6-5@6-6").count(),
        5,
        "{}",
        run.out
    );
    assert_eq!(run.out.matches("domino-record 1").count(), 6, "{}", run.out);
}

#[test]
fn replay_names_the_winner_although_the_points_are_unknown() {
    let run = with_input("replay -", HEADS_RECORD.as_bytes());
    run.out.has(
        "B goes out with the three-blank: B and D win the round. \
         Its value depends on tiles that the record does not show.",
    );
    let run = with_input("replay --lang es -", HEADS_RECORD.as_bytes());
    run.out
        .has("B domina con el tres-blanca: B y D ganan la mano. Cuánto valió depende");
    let json = with_input("replay --json -", HEADS_RECORD.as_bytes());
    json.out.has("\"ended\": \"out\"");
    json.out.has("\"points\": null");
    // The match is over, too, whatever the points are.
    let over = HEADS_RECORD
        .replace(
            "block-winner lightest-team",
            "block-winner lightest-team, target 1",
        )
        .replace("result: unfinished", "result: B+D");
    let run = with_input("replay -", over.as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.err);
    run.out.has("B and D win the match!");
    with_input("replay --json -", over.as_bytes())
        .out
        .has("\"winner\": 1");
}

#[test]
fn replay_names_the_winner_of_a_block() {
    // A counts nothing, and B counts more, whatever its two tiles are.
    let text = "domino-record 1\nrules: set double-three, players 2, hand 3, opener first-seat\n\
                rules: opening-lead any-tile\n\nround 1\nhand A: 0-0 3-0 3-2\n\
                A: 3-0  B: 2-0@3-0\nA: 3-2@2-0  B: pass\nA: pass\nresult: unfinished\n";
    let json = with_input("replay --json -", text.as_bytes());
    json.out.has("\"ended\": \"blocked\"");
    json.out.has("\"points\": null");
    let run = with_input("replay -", text.as_bytes());
    run.out
        .has("The round is blocked, and A wins it. Its value depends");
}
