//! Faulty programs lose, and harm no other player.

use std::fs;
use std::time::{Duration, Instant};

use capicu_arena::{Pair, Play, Tally, Who};
use tempfile::{TempDir, tempdir};

use crate::common::{ANSWERS, Script, contest, entrant, run, told};

const PATIENCE: Duration = Duration::from_secs(5);

/// Plays pairs of rounds of the draw game against `heavy`.
fn play(
    script: &Script<'_>,
    patience: Duration,
    pairs: u32,
) -> Result<(Tally, Vec<Pair>, TempDir), String> {
    let folder = tempdir().expect("a folder");
    let program = script.entrant(&folder, patience);
    let heavy = entrant("heavy", patience);
    let contest = contest("draw", 2, Play::Rounds, pairs);
    let (tally, pairs) = run(&contest, [&program, &heavy])?;
    Ok((tally, pairs, folder))
}

trait Loses {
    /// Asserts that a program with these answers loses every game for this reason, and receives the reason.
    fn loses(&self, reason: &str);
}

impl Loses for str {
    #[track_caller]
    fn loses(&self, reason: &str) {
        let script = Script {
            act: self,
            ..Script::default()
        };
        let (tally, pairs, folder) = play(&script, PATIENCE, 2).expect("it greets");
        assert_eq!(tally.faults, [4, 0], "{self}: {reason}");
        assert_eq!(tally.score().mean, 0.0);
        for (_, played) in pairs.iter().flat_map(|pair| &pair.games) {
            assert_eq!(played.winner, Some(Who::B));
            let (who, fault) = played.fault.clone().expect("a fault");
            assert_eq!(who, Who::A);
            assert!(fault.to_string().contains(reason), "{self}: {fault}");
        }
        for told in told(folder.path()) {
            if let Some(bye) = told.last().filter(|told| !told["bye"].is_null()) {
                let fault = bye["bye"]["fault"].as_str().expect("a reason");
                assert!(fault.contains(reason), "{fault}");
            }
        }
    }
}

#[test]
fn program_with_legal_answers_plays_without_fault() {
    let (tally, _, folder) = play(&Script::default(), PATIENCE, 2).expect("it greets");
    assert_eq!(tally.faults, [0, 0]);
    assert_eq!(told(folder.path()).len(), 2, "a process for each seat");
}

#[test]
fn fault_names_how_the_program_ended() {
    "say 'no more' >&2; exit 3".loses("ended without an answer (exit status: 3): no more");
    "exit 0".loses("ended without an answer (exit status: 0)");
    "kill -s KILL $$".loses("(signal: 9 (SIGKILL))");
    "kill -s SEGV $$".loses("(signal: 11 (SIGSEGV)");
    "exec >&-; sleep 60".loses("closed its standard input or output without an answer");
}

/// Before its last answer it printed that all was well.
#[test]
fn fault_leaves_out_words_before_the_last_answer() {
    let script = Script {
        act: "test $turn -eq 2 && kill -s KILL $$\n\
              say 'thinking' >&2; sleep 0.2; answer $id $seat \"$action\"",
        ..Script::default()
    };
    let (tally, pairs, _) = play(&script, PATIENCE, 1).expect("it greets");
    assert_eq!(tally.faults, [2, 0]);
    for (_, played) in &pairs[0].games {
        let (_, fault) = played.fault.clone().expect("a fault");
        let why = "ended without an answer (signal: 9 (SIGKILL))";
        assert_eq!(fault.to_string(), why);
    }
}

/// Its output reaches the terminal only as text.
#[test]
fn control_characters_in_last_words_are_replaced() {
    "printf '\\033[2Jred\\n' >&2; exit 1".loses("(exit status: 1): \u{fffd}[2Jred");
}

#[test]
fn program_that_hangs_loses() {
    let script = Script {
        act: "sleep 60",
        ..Script::default()
    };
    let begin = Instant::now();
    let (tally, pairs, _) = play(&script, Duration::from_millis(300), 1).expect("it greets");
    assert_eq!(tally.faults, [2, 0]);
    let (_, played) = &pairs[0].games[0];
    let (_, fault) = played.fault.clone().expect("a fault");
    assert_eq!(fault.to_string(), "did not answer within 300 ms");
    // Each process had a second to exit, and did not.
    assert!(begin.elapsed() < Duration::from_secs(30));
}

#[test]
fn program_that_floods_loses() {
    "while :; do answer $id $seat \"$action\" || exit; done"
        .loses("wrote more than it was asked for");
    "head -c 10000000 /dev/zero | tr '\\0' x".loses("a line of more than 65536 bytes");
}

#[test]
fn program_that_writes_garbage_loses() {
    "say 'I pass'".loses("not the message asked for: \"I pass\" (");
    "say ''".loses("not the message asked for");
    "answer $id $seat '\"win\"'".loses("unknown variant `win`");
    "answer $id '\"zero\"' \"$action\"".loses("invalid type: string");
    "say '{\"hello\":{\"protocol\":3}}'".loses("not the message asked for");
    "printf '\\377\\376\\n'".loses("not the message asked for");
    "printf '{\"act\":{\"id\":'; exit"
        .loses("not the message asked for: \"{\"act\":{\"id\":\" (EOF");
}

#[test]
fn answers_for_another_seat_or_request_lose() {
    "answer $id $((1 - seat)) \"$action\"".loses("answered for seat");
    "answer $((id + 1)) $seat \"$action\"".loses("instead of");
    "answer $id $seat \"$action\"; answer $id $seat \"$action\""
        .loses("wrote more than it was asked for");
}

#[test]
fn program_with_illegal_answers_loses() {
    "answer $id $seat '\"hand-over\"'"
        .loses("answered hand-over, but the pose cannot be handed over");
    // With three tiles, another hand or the boneyard has at least one when the program must play.
    "hand=${line#*'\"hand\":['} hand=${hand%%']'*}\n\
         for tile in 6-6 5-5 4-4; do\n\
           case $hand in *$tile*) ;; *) answer $id $seat '{\"lead\":\"'$tile'\"}' ;; esac\n\
         done"
        .loses("answered");
}

/// The error of a contest with a program that greets like this.
#[track_caller]
fn greeting(hello: &str) -> String {
    let script = Script {
        hello,
        ..Script::default()
    };
    let played = play(&script, PATIENCE, 1);
    played.map(|_| ()).expect_err("no contest")
}

#[test]
fn contest_fails_if_a_program_cannot_start() {
    let refused = |program: &str| {
        let players = [program, "heavy"].map(|text| entrant(text, PATIENCE));
        let contest = contest("draw", 2, Play::Rounds, 1);
        run(&contest, players.each_ref())
            .map(|_| ())
            .expect_err("no contest")
    };
    assert!(refused("cmd:no-such-program-here").contains("could not be started"));
    assert_eq!(
        refused("cmd:sh -c 'exit 4'"),
        "cmd:sh -c 'exit 4' ended without an answer (exit status: 4)"
    );
    assert!(greeting("I am here").contains("not the message asked for: \"I am here\""));
    let old = greeting(r#"{"hello":{"protocol":2,"name":"old"}}"#);
    assert!(old.starts_with("cmd:sh "), "{old}");
    assert!(
        old.contains("speaks version 2 of the bot protocol; this is version 3, in which"),
        "{old}"
    );
    assert!(
        old.ends_with("see \"From version 2\" in docs/bot-protocol.md"),
        "{old}"
    );
    let page = include_str!("../../../docs/bot-protocol.md");
    assert!(page.contains("\n## From version 2\n"));
    let new = greeting(r#"{"hello":{"protocol":4}}"#);
    assert!(
        new.contains("speaks version 4 of the bot protocol; this is version 3: see"),
        "{new}"
    );
    for name in ["", " a", &"a".repeat(49), "\\u001b[2J"] {
        let hello = format!(r#"{{"hello":{{"protocol":3,"name":"{name}"}}}}"#);
        assert!(greeting(&hello).contains("is no name"), "{name}");
    }
}

#[test]
fn program_may_send_its_name() {
    let folder = tempdir().expect("a folder");
    let hello = r#"{"hello":{"protocol":3,"name":"Doña Luz 2.1"}}"#;
    let script = Script {
        hello,
        ..Script::default()
    };
    let (program, heavy) = (
        script.entrant(&folder, PATIENCE),
        entrant("heavy", PATIENCE),
    );
    assert_eq!(program.called(), None);
    let contest = contest("draw", 2, Play::Rounds, 1);
    run(&contest, [&program, &heavy]).expect("it greets");
    assert_eq!(
        (program.called(), heavy.called()),
        (Some("Doña Luz 2.1"), None)
    );
}

/// A program receives the end and has a second, for instance to save data.
#[test]
fn program_has_a_second_to_exit() {
    let script = Script {
        other: "'{\"bye\":'*) sleep 0.3; say saved >saved.$$ ;;",
        ..Script::default()
    };
    let (tally, _, folder) = play(&script, PATIENCE, 1).expect("it greets");
    assert_eq!(tally.faults, [0, 0]);
    let files = fs::read_dir(folder.path()).expect("a folder");
    let saved = files.filter(|file| {
        let name = file.as_ref().expect("a file").file_name();
        name.to_string_lossy().starts_with("saved.")
    });
    // One process only greeted.
    assert_eq!(saved.count(), 3);
}

/// A program that ignores everything is killed; all programs share one second.
#[test]
fn program_that_ignores_the_end_is_killed_after_a_second() {
    let script = Script {
        other: "'{\"bye\":'*) trap '' TERM HUP INT; sleep 60; say late >late ;;",
        ..Script::default()
    };
    let begin = Instant::now();
    let (tally, _, folder) = play(&script, PATIENCE, 1).expect("it greets");
    let took = begin.elapsed();
    assert_eq!(tally.faults, [0, 0]);
    // Once for the process that only greeted, and once for both that played.
    assert!(took >= Duration::from_secs(2), "{took:?}");
    assert!(took < Duration::from_secs(20), "{took:?}");
    assert!(!folder.path().join("late").exists());
}

/// A killed program's children hold the far end of a pipe, so they must end too.
#[cfg(unix)]
#[test]
fn children_of_a_killed_program_are_killed() {
    use std::io::Read as _;
    use std::sync::mpsc;
    use std::thread;

    for act in [ANSWERS, "exit 1"] {
        let script = Script {
            act: &format!("sleep 600 >pipe 2>&1 & {act}"),
            ..Script::default()
        };
        let folder = tempdir().expect("a folder");
        let made = std::process::Command::new("mkfifo")
            .arg(folder.path().join("pipe"))
            .status();
        assert!(made.expect("mkfifo").success());
        let pipe = folder.path().join("pipe");
        let (send, closed) = mpsc::channel();
        thread::spawn(move || {
            let read = fs::File::open(pipe).and_then(|mut pipe| pipe.read_to_end(&mut Vec::new()));
            let _ = send.send(read.is_ok());
        });
        let players = [
            script.entrant(&folder, PATIENCE),
            entrant("heavy", PATIENCE),
        ];
        let contest = contest("draw", 2, Play::Rounds, 1);
        run(&contest, players.each_ref()).expect("it greets");
        assert_eq!(
            closed.recv_timeout(Duration::from_secs(20)),
            Ok(true),
            "{act}"
        );
    }
}
