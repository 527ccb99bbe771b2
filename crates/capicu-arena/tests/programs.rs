//! Programs that do what they should not: they lose, and nobody else is harmed.

mod common;

use std::fs;
use std::time::{Duration, Instant};

use capicu_arena::{Pair, Play, Tally, Who};
use tempfile::{TempDir, tempdir};

use common::{ANSWERS, Script, contest, entrant, run, told};

const PATIENCE: Duration = Duration::from_secs(5);

/// Pairs of rounds of the draw game against `heavy`.
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

/// Every game is lost by a program that answers so, for this reason, and it is told.
#[track_caller]
fn loses(act: &str, reason: &str) {
    let script = Script {
        act,
        ..Script::default()
    };
    let (tally, pairs, folder) = play(&script, PATIENCE, 2).expect("it greets");
    assert_eq!(tally.faults, [4, 0], "{act}: {reason}");
    assert_eq!(tally.score().mean, 0.0);
    for (_, played) in pairs.iter().flat_map(|pair| &pair.games) {
        assert_eq!(played.winner, Some(Who::B));
        let (who, fault) = played.fault.clone().expect("a fault");
        assert_eq!(who, Who::A);
        assert!(fault.to_string().contains(reason), "{act}: {fault}");
    }
    for told in told(folder.path()) {
        if let Some(bye) = told.last().filter(|told| !told["bye"].is_null()) {
            let fault = bye["bye"]["fault"].as_str().expect("a reason");
            assert!(fault.contains(reason), "{fault}");
        }
    }
}

#[test]
fn a_legal_answer_does_no_harm() {
    let (tally, _, folder) = play(&Script::default(), PATIENCE, 2).expect("it greets");
    assert_eq!(tally.faults, [0, 0]);
    assert_eq!(told(folder.path()).len(), 2, "a process for each seat");
}

#[test]
fn how_a_program_ended_is_told() {
    loses(
        "say 'no more' >&2; exit 3",
        "ended without an answer (exit status: 3): no more",
    );
    loses("exit 0", "ended without an answer (exit status: 0)");
    loses("kill -s KILL $$", "(signal: 9 (SIGKILL))");
    loses("kill -s SEGV $$", "(signal: 11 (SIGSEGV)");
    loses(
        "exec >&-; sleep 60",
        "closed its standard input or output without an answer",
    );
}

/// What it had said before its last answer, all was well.
#[test]
fn words_before_an_answer_do_not_tell_why_it_ended() {
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

/// Nothing that it says reaches the terminal as anything but text.
#[test]
fn last_words_are_harmless() {
    loses(
        "printf '\\033[2Jred\\n' >&2; exit 1",
        "(exit status: 1): \u{fffd}[2Jred",
    );
}

#[test]
fn a_program_that_hangs_loses() {
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
    // It had a second each time to end by itself, and did not.
    assert!(begin.elapsed() < Duration::from_secs(30));
}

#[test]
fn a_program_that_floods_loses() {
    loses(
        "while :; do answer $id $seat \"$action\" || exit; done",
        "wrote more than it was asked for",
    );
    loses(
        "head -c 10000000 /dev/zero | tr '\\0' x",
        "a line of more than 65536 bytes",
    );
}

#[test]
fn garbage_loses() {
    loses("say 'I pass'", "not the message asked for: \"I pass\" (");
    loses("say ''", "not the message asked for");
    loses("answer $id $seat '\"win\"'", "unknown variant `win`");
    loses("answer $id '\"zero\"' \"$action\"", "invalid type: string");
    loses(
        "say '{\"hello\":{\"protocol\":3}}'",
        "not the message asked for",
    );
    loses("printf '\\377\\376\\n'", "not the message asked for");
    loses(
        "printf '{\"act\":{\"id\":'; exit",
        "not the message asked for: \"{\"act\":{\"id\":\" (EOF",
    );
}

#[test]
fn answers_for_others_and_answers_twice_lose() {
    loses("answer $id $((1 - seat)) \"$action\"", "answered for seat");
    loses("answer $((id + 1)) $seat \"$action\"", "instead of");
    loses(
        "answer $id $seat \"$action\"; answer $id $seat \"$action\"",
        "wrote more than it was asked for",
    );
}

#[test]
fn illegal_answers_lose() {
    loses(
        "answer $id $seat '\"hand-over\"'",
        "answered hand-over, but the pose cannot be handed over",
    );
    // Of three tiles, one at least is in another hand or asleep when the program has to lay one.
    loses(
        "hand=${line#*'\"hand\":['} hand=${hand%%']'*}\n\
         for tile in 6-6 5-5 4-4; do\n\
           case $hand in *$tile*) ;; *) answer $id $seat '{\"lead\":\"'$tile'\"}' ;; esac\n\
         done",
        "answered",
    );
}

/// Why there is no contest with a program that greets so.
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
fn a_program_that_cannot_start_is_no_contest() {
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
fn a_program_may_say_what_it_is_called() {
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

/// It may save what it learned: it is told, and has a second.
#[test]
fn a_program_has_a_second_to_end() {
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
    // One process was only asked for its greeting.
    assert_eq!(saved.count(), 3);
}

/// Whatever it ignores, it is ended, and all programs at the same time.
#[test]
fn a_program_that_stays_is_ended_a_second_later() {
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

/// A program that started others takes them along: they hold the far end of a pipe until then.
#[cfg(unix)]
#[test]
fn what_a_program_started_is_ended_with_it() {
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
