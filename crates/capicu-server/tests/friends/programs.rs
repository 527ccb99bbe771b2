//! Requests of programs: access to a bot's seat, its matches, its challenges, and every error.

use std::path::Path;

use capicu::fair::Seed;
use capicu_protocol::{
    BotEvent, BotTable, Closed, MadeChallenge, MyMatch, PlayerId, Refusal, Scope, Token,
};
use capicu_store::{
    Append, BotChange, BotToken, Change, Effect, Journal as _, Make, People as _, Session, Sqlite,
};
use capicu_table::{Entry, Fact, Output, Setup, TokenHash};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};

use super::bots::{ALL, Lines, ask, code, make, token};
use super::*;

const TABLE: &str = "aaaaaaaaaaaa";

const BLOCK: &str = r#"{"rules":{"game":"block","players":2,"options":{"target":1}},"seats":["me","bot"],"level":"heaviest"}"#;

/// Plays a whole match at a table of the bot's own, and returns its number.
async fn played(server: &Server, token: &str, events: &mut Lines) -> u64 {
    let made = ask(server, token, "POST /api/bot/tables", BLOCK)
        .await
        .with(201);
    assert!(!made.text().contains("\"token\""), "{}", made.text());
    let made: BotTable = decode(made.text()).unwrap();
    let commands = format!("POST /api/bot/tables/{}/commands", made.table);
    let path = format!("/api/bot/tables/{}/stream", made.table);
    let mut lines = Lines::open(server, token, &path).await;
    let mut n = 0;
    loop {
        let line: Value = serde_json::from_str(&lines.next().await).unwrap();
        let [snapshot, events] = ["snapshot", "events"].map(|of| line[of]["events"].clone());
        let all = [snapshot, events].map(|of| of.as_array().cloned().unwrap_or_default());
        n += 1;
        let said = match line.get("turn") {
            Some(turn) => {
                let (version, action) = (&turn["version"], &turn["legal"][0]);
                format!(r#"{{"act":{{"key":"k-{n}","expected":{version},"action":{action}}}}}"#)
            }
            None if all
                .iter()
                .flatten()
                .any(|of| of.get("match-over").is_some()) =>
            {
                break;
            }
            None => match all.iter().flatten().find_map(|of| of.get("round-over")) {
                // Ready for the first deal, and for those after a round.
                None if n > 1 => continue,
                _ => format!(r#"{{"ready":{{"key":"k-{n}","deal":{}}}}}"#, lines.deals),
            },
        };
        if said.contains("ready") {
            lines.deals += 1;
        }
        ask(server, token, &commands, &said).await;
    }
    loop {
        if let BotEvent::MatchOver(over) = events.event().await {
            return over.number;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_of_a_bot_are_its_own_and_its_owners() {
    let server = served_by_proxy("bot-matches").await;
    let mut ana = neighbor(&server, "ana", 1).await;
    let mut eva = neighbor(&server, "eva", 2).await;
    make(&mut ana, "robi").await;
    make(&mut eva, "other").await;
    let robi = token(&mut ana, "robi", ALL).await;
    let other = token(&mut eva, "other", ALL).await;
    let mut events = Lines::open(&server, &robi, "/api/bot/events").await;
    let number = played(&server, &robi, &mut events).await;

    let list = ask(&server, &robi, "GET /api/bot/matches", "").await;
    let list: Vec<MyMatch> = decode(list.text()).unwrap();
    assert_eq!(list.len(), 1);
    assert_eq!((list[0].number, list[0].game.as_str()), (number, "block"));
    let of_others = ask(&server, &other, "GET /api/bot/matches", "").await;
    assert_eq!(of_others.text(), "[]");
    let earlier = format!("GET /api/bot/matches?before={number}");
    assert_eq!(ask(&server, &robi, &earlier, "").await.text(), "[]");

    let record = format!("GET /api/bot/matches/{number}/record");
    let kept = ask(&server, &robi, &record, "").await.with(200);
    assert!(kept.text().contains("robi[bot]"), "{}", kept.text());
    let stolen = ask(&server, &other, &record, "").await;
    assert_eq!(code(&stolen), (404, ApiErrorCode::NotFound));

    // The owner finds them on pages and in the export, and nobody else does.
    let listed = page(&mut ana, "/history?bot=robi").await;
    assert!(listed.contains(&format!("/history/{number}\"")), "{listed}");
    let path = format!("/history/{number}/record");
    assert_eq!(page(&mut ana, &path).await, kept.text());
    assert_eq!(eva.ask("GET", &path, "").await.status, 404);
    assert_eq!(eva.ask("GET", "/history?bot=robi", "").await.status, 404);
    let export = page(&mut ana, "/api/me/export").await;
    let export: Value = serde_json::from_str(&export).unwrap();
    assert_eq!(export["matches"].as_array().map(Vec::len), Some(0));
    let of_bot = &export["bot_matches"]["robi"][0];
    assert_eq!(of_bot["number"], number);
    assert_eq!(of_bot["record"], kept.text());
    let none = page(&mut eva, "/api/me/export").await;
    let none: Value = serde_json::from_str(&none).unwrap();
    assert_eq!(none["bot_matches"]["other"], Value::Array(Vec::new()));

    // A program that comes again hears of the table that is played at, not of the one that is over.
    let made = ask(&server, &robi, "POST /api/bot/tables", BLOCK).await;
    let made: BotTable = decode(made.text()).unwrap();
    let mut again = Lines::open(&server, &robi, "/api/bot/events").await;
    let BotEvent::Seated(seat) = again.event().await else {
        panic!("a seat comes first");
    };
    assert_eq!(seat.table, made.table);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_challenges_its_owner_and_resigns() {
    let server = served_by_proxy("bot-challenges").await;
    let mut ana = neighbor(&server, "ana", 1).await;
    let mut eva = neighbor(&server, "eva", 2).await;
    make(&mut ana, "robi").await;
    let robi = token(&mut ana, "robi", ALL).await;
    let mut events = Lines::open(&server, &robi, "/api/bot/events").await;
    let challenge = |who: &str| format!(r#"{{"username":"{who}","game":"block","speed":"fast"}}"#);
    let path = "POST /api/bot/challenges";
    // Strangers, nobody, and itself.
    for who in ["eva", "nobody", "robi"] {
        let answer = ask(&server, &robi, path, &challenge(who)).await;
        assert_eq!(code(&answer), (404, ApiErrorCode::NotFound), "{who}");
    }
    // A declined challenge is over for the program as well.
    let made = ask(&server, &robi, path, &challenge("ana")).await.with(201);
    let MadeChallenge { id } = decode(made.text()).unwrap();
    // Events are looked up every second.
    for _ in 0..3 {
        let shown = page(&mut ana, "/friends").await;
        assert!(shown.contains("robi [bot]"), "{shown}");
        sleep(Duration::from_millis(400)).await;
    }
    sent(&mut ana, "/challenge/decline", &format!("id={id}")).await;
    assert_eq!(events.event().await, BotEvent::ChallengeOver { id });

    let made = ask(&server, &robi, path, &challenge("ana")).await;
    let MadeChallenge { id } = decode(made.text()).unwrap();
    refused(&mut eva, "/challenge/accept", &format!("id={id}"), 404).await;
    sent(&mut ana, "/challenge/accept", &format!("id={id}")).await;
    let mut table = None;
    for _ in 0..100 {
        let waits = ana.ask("GET", "/lobby/wait", "").await;
        if waits.status == 303 {
            table = led_to(&waits).strip_prefix("/t/").map(str::to_owned);
            break;
        }
        sleep(Duration::from_millis(100)).await;
    }
    let table = table.expect("they sit");
    // No match is over, so that none can be offered yet.
    let rematch = format!("POST /api/bot/tables/{table}/rematch");
    let answer = ask(&server, &robi, &rematch, r#"{"key":"r"}"#).await;
    let ServerMessage::Refused { refusal, .. } = decode(answer.text()).unwrap() else {
        panic!("{}", answer.text());
    };
    assert_eq!(refusal, Refusal::NotNow);
    let resign = format!("POST /api/bot/tables/{table}/resign");
    for _ in 0..2 {
        let answer = ask(&server, &robi, &resign, r#"{"key":"l"}"#).await;
        let done = decode(answer.text()).unwrap();
        assert!(matches!(done, ServerMessage::Done { .. }), "{done:?}");
    }
    server.stop().await;
}

/// A member with a bot and its tokens: of all scopes, one that has expired, and one that may only read. The bot sits
/// at a table that was made before only accounts opened such seats: its token is known, and it has a person's name.
async fn old_table(folder: &Path) -> ([String; 3], Token) {
    let now = std::time::UNIX_EPOCH.elapsed().unwrap().as_millis() as u64;
    let at = now - 60_000;
    let [owner, bot] = [1, 2].map(|n| PlayerId::new([n; 16]));
    let tokens = [5, 6, 7].map(|n| Token::new([n; 32]));
    let late = 4_000_000_000_000;
    let session = Session {
        hash: TokenHash::new([0; 32]),
        label: String::new(),
        made_at: at,
        seen_at: at,
        expires_at: at + 1,
    };
    let mut changes = vec![
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
    ];
    for (token, scopes, expires_at) in [
        (&tokens[0], &Scope::ALL[..], late),
        (&tokens[1], &Scope::ALL[..], at + 1),
        (&tokens[2], &[Scope::Read][..], late),
    ] {
        changes.push(Change::Bot(BotChange::Issue {
            owner,
            bot,
            token: BotToken {
                hash: TokenHash::of(token),
                label: String::new(),
                scopes: scopes.to_vec(),
                made_at: at,
                expires_at,
            },
        }));
    }
    let store = Sqlite::open(folder).await.unwrap();
    for change in changes {
        store.change(change).await.unwrap();
    }
    let asked = four([Plan::Me, Plan::Bot, Plan::Bot, Plan::Bot], &[]);
    let known = new_token();
    let setup = Setup::of(&asked, TokenHash::of(&known), |_| unreachable!()).unwrap();
    let seat = capicu::Seat::default();
    let mut seed = || Seed::new([7; 32]);
    let (_, out) = capicu_table::Session::create_for(&[(seat, bot)], setup, at, &mut seed).unwrap();
    let Some(Output::Append { make, entries, .. }) = out.into_iter().next() else {
        panic!("a table is stored");
    };
    let mut entries = entries;
    let last = entries.last().unwrap().clone();
    entries.push(Entry {
        version: last.version + 1,
        fact: Fact::Named {
            seat,
            name: "Grandma".to_owned(),
        },
        ..last
    });
    let append = Append {
        make: make.map(|setup| Make { setup: *setup, at }),
        entries,
        effects: vec![Effect::Bound {
            seat,
            player: Some(bot),
        }],
    };
    store
        .append(&capicu_store_contract::id(TABLE), append)
        .await
        .unwrap();
    store.close().await;
    (tokens.map(|token| format!("capi_{token}")), known)
}

#[tokio::test(flavor = "multi_thread")]
async fn stored_seat_of_a_bot_opens_with_the_account_alone() {
    let folder = Folder::new("bot-seat");
    let ([all, ..], known) = old_table(&folder.0).await;
    let server = Server::start(behind_proxy(&folder)).await;
    let mut socket = socket(server.address, TABLE).await;
    say(&mut socket, &hello(&known, None)).await;
    let told = hear(&mut socket).await;
    assert!(
        matches!(
            told,
            Err(Some(Closed::BadToken)) | Ok(ServerMessage::Closed { .. })
        ),
        "{told:?}"
    );
    let path = format!("/api/bot/tables/{TABLE}/stream");
    let first = Lines::open(&server, &all, &path).await.next().await;
    let ServerMessage::Snapshot(first) = decode(&first).unwrap() else {
        panic!("{first}");
    };
    assert_eq!(first.seats[0].name.as_deref(), Some("robi[bot]"));
    // No command makes a token, or another name.
    let commands = format!("POST /api/bot/tables/{TABLE}/commands");
    let rotate = format!(r#"{{"rotate":{{"key":"r","token":"{}"}}}}"#, new_token());
    for (said, word) in [
        (r#"{"name":{"key":"n","name":"Grandma"}}"#, "bad-name"),
        (rotate.as_str(), "not-now"),
    ] {
        let answer = ask(&server, &all, &commands, said).await;
        assert!(answer.text().contains(word), "{}", answer.text());
    }
    server.stop().await;
}

/// Checks that an error has a description and a remedy, and the time of a retry if that helps.
fn whole(answer: &Answer, what: &str, status: u16, expected: &str) {
    let text = answer.text();
    assert_eq!(answer.status, status, "{what}: {text}");
    let error: Value = serde_json::from_str(text).unwrap_or_else(|_| panic!("{what}: {text:?}"));
    assert_eq!(error["code"], expected, "{what}: {text}");
    let detail = error["detail"].as_str().unwrap_or_default();
    assert!(detail.contains(' '), "{what}: {text}");
    if matches!(status, 429 | 503) {
        let after = answer.head.split("\r\nretry-after: ").nth(1);
        let after = after.and_then(|rest| rest.lines().next()?.parse::<u32>().ok());
        assert!(after >= Some(1), "{what}: {}", answer.head);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_error_says_what_to_do() {
    let folder = Folder::new("bot-errors");
    let ([all, expired, reads], _) = old_table(&folder.0).await;
    let few = "3/1".parse::<Limit>().unwrap();
    let mut config = behind_proxy(&folder);
    let limits = Limits {
        guesses: few,
        tables: "6/1".parse().unwrap(),
        sockets: few,
        ..config.limits
    };
    config.limits = limits;
    let server = Server::start(config).await;
    let table = |change: (&str, &str)| {
        let text = BLOCK.replace(change.0, change.1);
        assert_ne!(text, BLOCK);
        text
    };
    let long = format!(r#"{{"ping":{{"n":1,"long":"{}"}}}}"#, "x".repeat(9000));
    let [tables, commands] = [
        "POST /api/bot/tables".to_owned(),
        format!("POST /api/bot/tables/{TABLE}/commands"),
    ];
    let unknown = "bbbbbbbbbbbb";
    let forged = format!("capi_{}", "0f".repeat(32));
    for (token, what, body, status, code) in [
        (&expired, "GET /api/bot/me", "", 401, "token-expired"),
        (&reads, tables.as_str(), BLOCK, 403, "out-of-scope"),
        (&all, "GET /api/bot/nothing", "", 404, "not-found"),
        (&all, "DELETE /api/bot/me", "", 405, "bad-method"),
        (&all, "GET /api/bot/tables/%ff/stream", "", 400, "malformed"),
        (&all, "GET /api/bot/matches?before=x", "", 400, "malformed"),
        (&all, "GET /api/bot/matches/9/record", "", 404, "not-found"),
        (
            &all,
            "POST /api/bot/challenges/x/accept",
            "",
            404,
            "not-found",
        ),
        (
            &all,
            "POST /api/bot/challenges",
            r#"{"username":"eva","game":"x"}"#,
            422,
            "unknown-game",
        ),
        (
            &all,
            "POST /api/bot/challenges",
            r#"{"username":"eva","game":"block"}"#,
            404,
            "not-found",
        ),
        (&all, commands.as_str(), "{", 400, "malformed"),
        (
            &all,
            commands.as_str(),
            r#"{"fly":{"key":"k"}}"#,
            400,
            "malformed",
        ),
        (&all, commands.as_str(), long.as_str(), 413, "too-large"),
        (
            &all,
            &format!("GET /api/bot/tables/{TABLE}/stream?since=x"),
            "",
            400,
            "malformed",
        ),
        (&all, "GET /api/me", "", 401, "not-signed-in"),
        (&all, "GET /api/players/nobody", "", 404, "not-found"),
        (&all, "GET /api/options/xx", "", 404, "not-found"),
        (
            &all,
            "GET /api/rules/block?players=99",
            "",
            422,
            "bad-players",
        ),
        (
            &all,
            tables.as_str(),
            &table(("block", "blocks")),
            422,
            "unknown-game",
        ),
        (
            &all,
            tables.as_str(),
            &table(("\"target\":1", "\"target\":99999")),
            422,
            "bad-options",
        ),
        (
            &all,
            tables.as_str(),
            &table(("\"bot\"]", "\"me\"]")),
            422,
            "bad-seats",
        ),
        (
            &all,
            tables.as_str(),
            &table(("\"level\"", "\"grace\":4,\"level\"")),
            422,
            "bad-grace",
        ),
        // Two challenges and four tables, with four more asked for by the address of a minute.
        (&all, tables.as_str(), BLOCK, 429, "flood"),
        (
            &all,
            &format!("GET /api/bot/tables/{unknown}/stream"),
            "",
            404,
            "not-found",
        ),
        (&forged, "GET /api/bot/me", "", 401, "bad-token"),
        (&forged, "GET /api/bot/me", "", 401, "bad-token"),
        (&forged, "GET /api/bot/me", "", 429, "flood"),
    ] {
        let answer = ask(&server, token, what, body).await;
        whole(&answer, &format!("{what} {body:.80}"), status, code);
    }
    // More sockets than may be opened.
    let stream = format!("GET /api/bot/tables/{unknown}/stream");
    let mut last = ask(&server, &all, &stream, "").await;
    for _ in 0..3 {
        last = ask(&server, &all, &stream, "").await;
    }
    whole(&last, "streams", 429, "flood");
    let foreign = "POST /api/tables HTTP/1.1\r\norigin: https://elsewhere.example";
    let foreign = request(server.address, foreign, BLOCK.as_bytes()).await;
    whole(&foreign, "foreign", 403, "foreign-origin");
    let raw = format!("{commands} HTTP/1.1\r\nauthorization: Bearer {all}");
    let raw = request(server.address, &raw, b"\xff\xfe").await;
    whole(&raw, "no UTF-8", 400, "malformed");

    // A disk that takes nothing.
    let path = SqliteConnectOptions::new().filename(folder.0.join("capicu.db"));
    let pool = SqlitePoolOptions::new().max_connections(1);
    let pool = pool.connect_with(path).await.unwrap();
    let full =
        "CREATE TRIGGER full BEFORE INSERT ON journal BEGIN SELECT RAISE(ABORT, 'full'); END";
    sqlx::query(full).execute(&pool).await.unwrap();
    pool.close().await;
    let leave = r#"{"leave":{"key":"k-9"}}"#;
    let answer = ask(&server, &all, &commands, leave).await;
    whole(&answer, "a full disk", 503, "unavailable");
    server.stop().await;
}
