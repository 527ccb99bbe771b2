//! Programs from outside, good and bad. They are written in Python: `python3` has to be there.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use capicu::Game;
use capicu_arena::{Contest, Entrant, Length, Pair, Play, Tally, Thinking, Who};

const EXAMPLE: &str = include_str!("../examples/heavy_bot.py");

fn entrant(text: &str, patience: Duration) -> Entrant {
    Entrant::read(text, Thinking::Usual, patience).expect("a player")
}

fn run(program: &str, patience_ms: u64, pairs: u32) -> Result<(Tally, Vec<Pair>), String> {
    let contest = Contest {
        game: "draw".into(),
        rules: Game::by_id("draw")
            .and_then(|game| game.rules(2))
            .expect("a game"),
        play: Play::Rounds,
        length: Length::Pairs(pairs),
        seed: 3,
        threads: 1,
    };
    let patience = Duration::from_millis(patience_ms);
    let (a, b) = (entrant(program, patience), entrant("heavy", patience));
    let mut pairs = Vec::new();
    contest
        .run([&a, &b], &AtomicBool::new(false), |progress| {
            pairs.push(progress.pair.clone());
        })
        .map(|(tally, _)| (tally, pairs))
        .map_err(|error| error.to_string())
}

/// A program that greets and then answers every request with these lines of Python, in which
/// `told` is the request, `answer` a legal answer, and `say` prints.
fn answering(lines: &str) -> String {
    let script = [
        "import json, sys, time",
        "say = lambda answer: print(json.dumps({'act': answer}), flush=True)",
        "for line in sys.stdin:",
        "    told = json.loads(line)",
        "    if 'hello' in told: print(json.dumps({'hello': {'protocol': 2}}), flush=True)",
        "    if 'act' not in told: continue",
        "    told = told['act']",
        "    answer = dict(id=told['id'], seat=told['seat'], action=told['legal'][0])",
        &format!("    {}", lines.replace('\n', "\n    ")),
    ]
    .join("\n");
    format!("cmd:python3 -c \"{}\"", script.replace('"', "'"))
}

/// Every game is lost by the program, for this reason.
#[track_caller]
fn loses(lines: &str, reason: &str) {
    let (tally, pairs) = run(&answering(lines), 5000, 2).expect("it greets");
    assert_eq!(tally.faults, [4, 0], "{reason}");
    assert_eq!(tally.score().mean, 0.0);
    for (_, played) in pairs.iter().flat_map(|pair| &pair.games) {
        assert_eq!(played.winner, Some(Who::B));
        let (who, fault) = played.fault.clone().expect("a fault");
        assert_eq!(who, Who::A);
        assert!(fault.to_string().contains(reason), "{fault}");
    }
}

/// It plays as `heavy` does where tiles weigh differently, and makes no mistake.
#[test]
fn the_example_plays_whole_games() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/heavy_bot.py");
    let (tally, pairs) = run(&format!("cmd:python3 '{path}'"), 10_000, 10).expect("it greets");
    assert_eq!(tally.faults, [0, 0]);
    assert_eq!(tally.pairs(), 10);
    let ended = pairs.iter().flat_map(|pair| &pair.games);
    assert!(ended.clone().all(|(_, played)| played.margin.is_some()));
    assert!(tally.times()[0].median > 0.0);
}

#[test]
fn the_example_is_the_one_in_the_documentation() {
    let docs = include_str!("../../../docs/bot-protocol.md");
    assert!(
        docs.contains(EXAMPLE.trim_end()),
        "docs/bot-protocol.md shows another bot"
    );
    let code = EXAMPLE.lines().filter(|line| !line.trim().is_empty());
    assert!(code.count() <= 30);
}

#[test]
fn a_legal_answer_does_no_harm() {
    let (tally, _) = run(&answering("say(answer)"), 5000, 2).expect("it greets");
    assert_eq!(tally.faults, [0, 0]);
}

#[test]
fn a_program_that_ends_loses_with_its_last_words() {
    loses("sys.exit('no more')", "ended without an answer: no more");
    loses("raise ValueError('what now')", "ValueError: what now");
}

#[test]
fn a_program_that_hangs_loses() {
    let (tally, pairs) = run(&answering("time.sleep(60)"), 300, 1).expect("it greets");
    assert_eq!(tally.faults, [2, 0]);
    let (_, played) = &pairs[0].games[0];
    let (_, fault) = played.fault.clone().expect("a fault");
    assert_eq!(fault.to_string(), "did not answer within 300 ms");
}

#[test]
fn a_program_that_floods_loses() {
    loses(
        "for _ in range(100000): say(answer)",
        "wrote more than it was asked for",
    );
    loses(
        "print('x' * 10000000, flush=True)",
        "a line of more than 65536 bytes",
    );
}

#[test]
fn garbage_loses() {
    loses(
        "print('I pass', flush=True)",
        "not the message asked for: \"I pass\"",
    );
    loses("print('', flush=True)", "not the message asked for");
    loses(
        "say(dict(answer, action='win'))",
        "not the message asked for",
    );
    loses(
        "print(json.dumps({'hello': {'protocol': 2}}), flush=True)",
        "not the message asked for",
    );
    loses(
        "sys.stdout.buffer.write(bytes([255, 254, 10])); sys.stdout.flush()",
        "not the message asked for",
    );
}

#[test]
fn answers_for_others_lose() {
    loses(
        "say(dict(answer, seat=1 - told['seat']))",
        "answered for seat",
    );
    loses("say(dict(answer, id=told['id'] + 1))", "instead of");
}

#[test]
fn illegal_answers_lose() {
    loses(
        "say(dict(answer, action='hand-over'))",
        "answered hand-over, but the pose cannot be handed over",
    );
    loses(
        "hidden = [t for t in ('6-6', '5-5', '4-4') if t not in told['view']['hand']][0]\n\
         say(dict(answer, action={'lead': hidden}))",
        "answered",
    );
}

#[test]
fn a_program_that_cannot_start_is_no_contest() {
    let refused = |program: &str| run(program, 2000, 1).expect_err("no contest");
    assert!(refused("cmd:no-such-program-here").contains("could not be started"));
    assert!(refused("cmd:python3 -c 'pass'").contains("ended without an answer"));
    let other = "cmd:python3 -c \"print('{\\\"hello\\\": {\\\"protocol\\\": 1}}')\"";
    let other = other.replace("\\\"", "\\x22");
    assert!(
        refused(&other).contains("speaks version 1"),
        "{}",
        refused(&other)
    );
}
