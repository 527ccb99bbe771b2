//! `capicu bot-check`: checks a real server and the example bot.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use capicu_protocol::{PlayerId, Scope, Token};
use capicu_store::{BotChange, BotToken, Change, Journal as _, People as _, Session, Sqlite};
use capicu_table::TokenHash;
use serde_json::Value;

use crate::common;

/// Enough for a busy machine.
const LONG: Duration = Duration::from_secs(90);

/// A child process that ends with its test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn capicu(arguments: &[&str]) -> Command {
    let mut command = common::capicu(arguments);
    command
        .env_remove("CAPICU_TOKEN")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Waits for a child, up to a limit.
fn ended(mut child: Child) -> Output {
    let began = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if began.elapsed() > LONG {
            let _ = child.kill();
            panic!("the child does not end");
        }
        thread::sleep(Duration::from_millis(50));
    }
    child.wait_with_output().expect("its answer")
}

/// Creates a member with a bot, and three tokens: all scopes, expired, and reading only.
fn tokens(folder: &Path) -> [String; 3] {
    let at = 1_700_000_000_000;
    let [owner, bot] = [1, 2].map(|n| PlayerId::new([n; 16]));
    let tokens = [5, 6, 7].map(|n| Token::new([n; 32]));
    let issue = |token: &Token, scopes: &[Scope], expires_at| {
        Change::Bot(BotChange::Issue {
            owner,
            bot,
            token: BotToken {
                hash: TokenHash::of(token),
                label: String::new(),
                scopes: scopes.to_vec(),
                made_at: at,
                expires_at,
            },
        })
    };
    let late = 4_000_000_000_000;
    let session = Session {
        hash: TokenHash::new([0; 32]),
        label: String::new(),
        made_at: at,
        seen_at: at,
        expires_at: at + 1,
    };
    let changes = [
        Change::Make {
            player: owner,
            name: None,
            session,
        },
        Change::Join {
            player: owner,
            username: "ana".to_owned(),
            skeleton: "ana".to_owned(),
            codes: Vec::new(),
        },
        Change::Bot(BotChange::Make {
            owner,
            bot,
            username: "robi".to_owned(),
            skeleton: "robi".to_owned(),
            name: "robi[bot]".to_owned(),
            at,
        }),
        issue(&tokens[0], &Scope::ALL, late),
        issue(&tokens[1], &Scope::ALL, at + 1),
        issue(&tokens[2], &[Scope::Read], late),
    ];
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let store = Sqlite::open(folder).await.expect("a database");
        for change in changes {
            store.change(change).await.expect("it is stored");
        }
        store.close().await;
    });
    tokens.map(|token| format!("capi_{token}"))
}

/// Finds the line that begins with a text; returns its first word after that, and the line.
fn awaited(lines: &mut impl Iterator<Item = String>, begins: &str) -> (String, String) {
    for line in lines {
        let mut words = line.split_whitespace();
        if let Some(word) = words.find(|word| word.starts_with(begins)) {
            return (word.to_owned(), line);
        }
    }
    panic!("nothing begins with {begins}");
}

fn lines(stream: impl std::io::Read) -> impl Iterator<Item = String> {
    BufReader::new(stream).lines().map_while(Result::ok)
}

fn verdicts(output: &Output) -> Vec<(String, String, String)> {
    let told: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| {
        panic!("{}", String::from_utf8_lossy(&output.stderr));
    });
    let word = |of: &Value, name: &str| of[name].as_str().unwrap_or_default().to_owned();
    let all = told["traps"].as_array().expect("a list").iter();
    all.map(|of| (word(of, "trap"), word(of, "verdict"), word(of, "why")))
        .collect()
}

#[test]
fn server_passes_every_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let all = tokens(folder.path());
    let data = folder.path().to_str().expect("a path");
    let server = capicu(&["serve", "--listen", "127.0.0.1:0", "--data", data]);
    let mut server = Running({ server }.spawn().expect("it starts"));
    let mut said = lines(server.0.stdout.take().expect("a pipe"));
    let (url, _) = awaited(&mut said, "http://");
    let mut stderr = server.0.stderr.take().expect("a pipe");
    thread::spawn(move || std::io::copy(&mut stderr, &mut std::io::sink()));
    let url = url.trim_end_matches(['.', ',']).to_owned();

    let listed = folder.path().join("tokens.txt");
    fs::write(&listed, all.join("\n")).expect("a file");
    let listed = listed.to_str().expect("a path");
    let check = capicu(&["bot-check", &url, "--token-file", listed, "--json"]).spawn();
    let output = ended(check.expect("it starts"));
    let verdicts = verdicts(&output);
    let failed: Vec<_> = verdicts
        .iter()
        .filter(|(_, of, _)| of != "passed")
        .collect();
    assert!(failed.is_empty(), "{failed:?}");
    assert_eq!(output.status.code(), Some(0));
    let names: Vec<&str> = verdicts.iter().map(|(trap, _, _)| trap.as_str()).collect();
    assert_eq!(
        names,
        [
            "no-token",
            "forged-token",
            "expired-token",
            "out-of-scope",
            "wrong-table",
            "wrong-seat",
            "same-key",
            "lost-answer",
            "stale",
            "unknown-field",
            "too-long",
            "since",
            "slow-reading",
            "flood"
        ]
    );
}

#[test]
fn missing_server_or_token_is_reported_with_the_remedy() {
    let refused = |arguments: &[&str], token: Option<&str>| {
        let mut command = capicu(arguments);
        command.envs(token.map(|token| ("CAPICU_TOKEN", token)));
        let output = ended(command.spawn().expect("it starts"));
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    let said = refused(&["bot-check", "http://127.0.0.1:1"], None);
    assert!(said.contains("set CAPICU_TOKEN"), "{said}");
    let said = refused(&["bot-check", "https://dominoes.example"], Some("capi_x"));
    assert!(said.contains("http://127.0.0.1:7878"), "{said}");
    let said = refused(
        &["bot-check", "http://127.0.0.1:1", "--lang", "es"],
        Some("capi_x"),
    );
    assert!(said.contains("el servidor no responde"), "{said}");
    let said = refused(&["bot-check"], None);
    assert!(said.contains("URL"), "{said}");
    let both = ["bot-check", "http://127.0.0.1:1", "--listen", "127.0.0.1:0"];
    let said = refused(&both, None);
    assert!(said.contains("--listen"), "{said}");
}

/// Checks the example bot with parts of its text replaced. `None` without Python.
fn checked(name: &str, exchanged: &[(&str, &str)], wait: &str) -> Option<(Output, Output)> {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/example_bot.py");
    let mut text = fs::read_to_string(example).expect("the example");
    for (this, other) in exchanged {
        assert!(text.contains(this), "{name}: {this}");
        text = text.replace(this, other);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bot.py");
    fs::write(&file, text).expect("a file");
    let found = Command::new("python3").arg("--version").output();
    if let Err(error) = found {
        assert!(env::var_os("CI").is_none(), "python3 is needed: {error}");
        eprintln!("skipped: there is no python3: {error}");
        return None;
    }
    let listen = [
        "bot-check",
        "--listen",
        "127.0.0.1:0",
        "--json",
        "--wait",
        wait,
    ];
    let mut check = capicu(&listen).spawn().expect("it starts");
    let mut said = lines(check.stderr.take().expect("a pipe"));
    let (url, line) = awaited(&mut said, "http://");
    let token = line
        .split("CAPICU_TOKEN=")
        .nth(1)
        .expect("a token")
        .trim()
        .to_owned();
    let bot = Command::new("python3")
        .arg(&file)
        .arg(url)
        .env("CAPICU_TOKEN", token)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let output = ended(check);
    Some((output, ended(bot)))
}

#[test]
fn example_bot_passes_every_check() {
    let Some((output, bot)) = checked("the example", &[], "60") else {
        return;
    };
    let wrong = String::from_utf8_lossy(&bot.stderr);
    let verdicts = verdicts(&output);
    let failed: Vec<_> = verdicts
        .iter()
        .filter(|(_, of, _)| of != "passed")
        .collect();
    assert!(failed.is_empty(), "{failed:?}\n{wrong}");
    assert_eq!(verdicts.len(), 8);
    assert_eq!(output.status.code(), Some(0));
    let told = String::from_utf8_lossy(&bot.stdout);
    assert!(told.contains("The match is over"), "{told}\n{wrong}");
}

#[test]
fn bot_that_gives_up_fails_the_check() {
    let gives_up = [(
        "if getattr(error, \"code\", 500) < 500 and error.code != 429: raise",
        "raise",
    )];
    let knows_all = [("if \"dealt\" in event:", "if \"dealt\" in event.keys():")];
    let says_anew = [(
        "    while True:\n        try:",
        "    while True:\n        if body and \"tables/\" in path: request.data = request.data.replace(b'\"key\": \"', b'\"key\": \"n', 1)\n        try:",
    )];
    for (name, exchanged, trap) in [
        ("gives up", &gives_up, "lost-answer"),
        ("knows all", &knows_all, "unknown"),
        ("says it anew", &says_anew, "lost-answer"),
    ] {
        let Some((output, _)) = checked(name, exchanged, "4") else {
            return;
        };
        assert_eq!(output.status.code(), Some(1), "{name}");
        let verdicts = verdicts(&output);
        let (_, verdict, why) = verdicts.iter().find(|(of, _, _)| of == trap).expect(trap);
        assert_eq!(verdict, "failed", "{name}");
        assert!(!why.is_empty(), "{name}");
    }
}
