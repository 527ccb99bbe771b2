//! Accounts of bots: made on pages, played for by programs that show a token.

use std::path::Path;

use capicu_protocol::{BotEvent, BotMe, BotSeat, MyMatch};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::process::Command;
use tokio::time::timeout;

use super::*;

pub async fn make(owner: &mut Browser<'_>, name: &str) {
    let led = sent(owner, "/me/bots", &format!("username={name}")).await;
    assert_eq!(led, "/me/bots");
}

/// Makes a token with these scopes, and reads it off the page that shows it once.
pub async fn token(owner: &mut Browser<'_>, name: &str, scopes: &str) -> String {
    let fields = format!("bot={name}&label=here&days=30{scopes}");
    let answer = owner.ask("POST", "/me/bots/token", &fields).await.with(200);
    let shown = answer.text().split("data-testid=\"bot-token\">").nth(1);
    let token = shown.unwrap().split('<').next().unwrap().to_owned();
    assert!(token.starts_with("capi_") && token.len() == 69, "{token}");
    token
}

pub async fn ask(server: &Server, token: &str, what: &str, body: &str) -> Answer {
    let head = format!("{what} HTTP/1.1\r\nauthorization: Bearer {token}");
    request(server.address, &head, body.as_bytes()).await
}

pub fn code(answer: &Answer) -> (u16, ApiErrorCode) {
    let error: ApiError = decode(answer.text()).unwrap();
    (answer.status, error.code)
}

pub struct Lines {
    stream: TcpStream,
    text: String,
    /// How many deals the program was ready for.
    pub deals: u32,
}

impl Lines {
    pub async fn open(server: &Server, token: &str, path: &str) -> Self {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let head = format!(
            "GET {path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\nconnection: close\r\n\r\n",
            server.address
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        Self {
            stream,
            text: String::new(),
            deals: 0,
        }
    }

    /// The next line with an object, whatever chunks it comes in.
    pub async fn next(&mut self) -> String {
        loop {
            while let Some((line, rest)) = self.text.split_once('\n') {
                let (line, rest) = (line.trim().to_owned(), rest.to_owned());
                self.text = rest;
                if line.starts_with('{') {
                    return line;
                }
            }
            let mut some = [0; 4096];
            let read = timeout(LONG, self.stream.read(&mut some)).await;
            let n = read.expect("a line in time").unwrap();
            assert!(n > 0, "it ended with {:?}", self.text);
            self.text += std::str::from_utf8(&some[..n]).unwrap();
        }
    }

    pub async fn event(&mut self) -> BotEvent {
        decode(&self.next().await).unwrap()
    }
}

pub const ALL: &str = "&play=on&challenge=on&read=on";

#[tokio::test(flavor = "multi_thread")]
async fn a_token_opens_what_it_allows_and_nothing_else() {
    let server = served_by_proxy("bot-tokens").await;
    let mut ana = neighbor(&server, "ana", 1).await;
    let mut eva = guest(&server, "Eva", 2).await;
    refused(&mut eva, "/me/bots", "username=evabot", 401).await;
    make(&mut ana, "robi").await;
    refused(&mut ana, "/me/bots", "username=r0bi", 409).await;
    refused(&mut ana, "/me/bots", "username=ANA", 409).await;
    refused(&mut ana, "/me/bots", "username=abcdefghijklmnopqrst", 422).await;
    refused(&mut ana, "/me/bots/token", "bot=robi&days=30", 400).await;
    let shown = page(&mut eva, "/@robi").await;
    assert!(shows(&shown, "bot-page") && shown.contains("robi [bot]"));
    // Nobody else is called like a bot.
    let taken = eva.ask("PATCH", "/api/me", r#"{"name":"robi[bot]"}"#).await;
    assert_eq!(code(&taken), (422, ApiErrorCode::BadName));

    let reads = token(&mut ana, "robi", "&read=on").await;
    let answer = ask(&server, &reads, "GET /api/bot/me", "").await;
    let me: BotMe = decode(answer.text()).unwrap();
    assert_eq!(
        (me.username.as_str(), me.name.as_str()),
        ("robi", "robi[bot]")
    );
    for (what, body) in [
        ("POST /api/bot/join", r#"{"code":"abcdef"}"#),
        ("POST /api/bot/tables", "{}"),
        ("POST /api/bot/challenges/x/accept", ""),
        ("GET /api/bot/tables/abcdefghij23/stream", ""),
    ] {
        let answer = ask(&server, &reads, what, body).await;
        assert_eq!(code(&answer), (403, ApiErrorCode::OutOfScope), "{what}");
    }
    // Forged, and none at all but a cookie.
    let forged = format!("capi_{}", "0f".repeat(32));
    for wrong in [forged.as_str(), "capi_", &reads[5..]] {
        let answer = ask(&server, wrong, "GET /api/bot/me", "").await;
        assert_eq!(code(&answer), (401, ApiErrorCode::BadToken), "{wrong}");
    }
    let answer = ana.ask("GET", "/api/bot/me", "").await;
    assert_eq!(code(&answer), (401, ApiErrorCode::BadToken));
    // It opens no page.
    let answer = ask(&server, &reads, "GET /api/me", "").await;
    assert_eq!(code(&answer), (401, ApiErrorCode::NotSignedIn));
    let sought = ask(&server, &reads, "POST /lobby", "game=block").await;
    assert_ne!(sought.status, 200, "{}", sought.head);
    assert_eq!(server_waits(&mut eva).await, 0);

    // The stream of events ends with the token.
    let mut events = Lines::open(&server, &reads, "/api/bot/events").await;
    let listed = page(&mut ana, "/me/bots").await;
    assert!(!listed.contains(&reads), "shown once");
    let id = listed.split("name=\"token\" value=\"").nth(1).unwrap();
    let id = &id[..16];
    let led = sent(&mut ana, "/me/bots/revoke", &format!("bot=robi&token={id}")).await;
    assert_eq!(led, "/me/bots");
    let answer = ask(&server, &reads, "GET /api/bot/me", "").await;
    assert_eq!(code(&answer), (401, ApiErrorCode::BadToken));
    let mut rest = Vec::new();
    let ended = timeout(LONG, events.stream.read_to_end(&mut rest)).await;
    assert!(ended.is_ok(), "it ends");
    sent(&mut ana, "/me/bots/remove", "bot=robi").await;
    assert_eq!(eva.ask("GET", "/@robi", "").await.status, 404);
    server.stop().await;
}

/// How many seek a game of Block.
async fn server_waits(browser: &mut Browser<'_>) -> usize {
    let page = page(browser, "/lobby").await;
    page.matches("data-testid=\"waiting\"").count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_is_challenged_and_invited_and_plays() {
    let server = served_by_proxy("bot-plays").await;
    let mut ana = neighbor(&server, "ana", 1).await;
    let mut eva = neighbor(&server, "eva", 2).await;
    make(&mut ana, "robi").await;
    let token = token(&mut ana, "robi", ALL).await;
    let mut events = Lines::open(&server, &token, "/api/bot/events").await;
    // Rated, or as a partner, it cannot be challenged.
    for wrong in ["&as=opponent&stakes=rated", "&as=partner"] {
        let fields = format!("username=robi&game=jamaican-partner{wrong}");
        refused(&mut eva, "/challenge", &fields, 422).await;
    }
    let fields = "username=robi&game=block&as=opponent&speed=fast";
    sent(&mut eva, "/challenge", fields).await;
    let BotEvent::Challenged(challenge) = events.event().await else {
        panic!("a challenge is told");
    };
    assert_eq!(
        (challenge.by.as_str(), challenge.speed.as_str()),
        ("eva", "fast")
    );
    let accept = format!("POST /api/bot/challenges/{}/accept", challenge.id);
    assert_eq!(ask(&server, &token, &accept, "").await.status, 204);
    let again = ask(&server, &token, &accept, "").await;
    assert_eq!(code(&again), (404, ApiErrorCode::NotFound));
    let mut table = None;
    for _ in 0..100 {
        let waits = eva.ask("GET", "/lobby/wait", "").await;
        if waits.status == 303 {
            table = led_to(&waits).strip_prefix("/t/").map(str::to_owned);
            break;
        }
        sleep(Duration::from_millis(200)).await;
    }
    let table = table.expect("they sit");
    let mut seen = Vec::new();
    while seen.len() < 2 {
        seen.push(events.event().await);
    }
    let is_over = |event: &BotEvent| {
        *event
            == BotEvent::ChallengeOver {
                id: challenge.id.clone(),
            }
    };
    assert!(seen.iter().any(is_over), "{seen:?}");
    let sits =
        |event: &BotEvent| matches!(event, BotEvent::Seated(seat) if seat.table.as_str() == table);
    assert!(seen.iter().any(sits), "{seen:?}");

    // What the seat sees, as over the socket.
    let path = format!("/api/bot/tables/{table}/stream");
    let mut told = Lines::open(&server, &token, &path).await;
    let ServerMessage::Snapshot(first) = decode(&told.next().await).unwrap() else {
        panic!("first comes a snapshot");
    };
    assert!(
        first.seat.is_some()
            && first
                .seats
                .iter()
                .any(|seat| seat.name.as_deref() == Some("robi[bot]"))
    );
    // The same command twice is done once, and what a bot may not is refused.
    let commands = format!("POST /api/bot/tables/{table}/commands");
    let rename = r#"{"name":{"key":"k-1","name":"Ana"}}"#;
    let answer = ask(&server, &token, &commands, rename).await;
    assert!(answer.text().contains("bad-name"), "{}", answer.text());
    let ready = r#"{"ready":{"key":"k-2","deal":0}}"#;
    let first = ask(&server, &token, &commands, ready).await;
    let second = ask(&server, &token, &commands, ready).await;
    assert_eq!(first.text(), second.text());
    let bad = ask(&server, &token, &commands, "{\"fly\":1}").await;
    assert_eq!(code(&bad), (400, ApiErrorCode::Malformed));
    // Invited by a code, it sits down at a private table; a second time there is no seat left.
    let nothing = ask(
        &server,
        &token,
        "POST /api/bot/join",
        r#"{"code":"zzzzzz"}"#,
    )
    .await;
    assert_eq!(code(&nothing), (404, ApiErrorCode::NotFound));
    let plans = [Plan::Me, Plan::Bot, Plan::Open, Plan::Bot];
    let made = create(server.address, &four(plans, &[])).await;
    let mut host = socket(server.address, &made.table).await;
    say(&mut host, &hello(&made.token, None)).await;
    let code_of = loop {
        if let ServerMessage::Code { code: Some(code) } = hear(&mut host).await.unwrap() {
            break code;
        }
    };
    let join = format!("{{\"code\":\"{code_of}\"}}");
    let answer = ask(&server, &token, "POST /api/bot/join", &join).await;
    let seat: BotSeat = decode(answer.text()).unwrap();
    assert_eq!(
        (seat.table.as_str(), seat.seat),
        (made.table.as_str(), made.open[0].seat)
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_example_plays_a_whole_match() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/example_bot.py");
    let server = served_by_proxy("bot-example").await;
    let mut ana = neighbor(&server, "ana", 1).await;
    make(&mut ana, "robi").await;
    let token = token(&mut ana, "robi", ALL).await;
    let mut events = Lines::open(&server, &token, "/api/bot/events").await;
    let played = Command::new("python3")
        .arg(example)
        .arg(format!("http://{}", server.address))
        .env("CAPICU_TOKEN", &token)
        .output();
    let played = match timeout(LONG, played).await.expect("in time") {
        Ok(played) => played,
        Err(error) => {
            assert!(
                std::env::var_os("CI").is_none(),
                "python3 is needed: {error}"
            );
            eprintln!("skipped: there is no python3: {error}");
            return;
        }
    };
    let told = String::from_utf8_lossy(&played.stdout);
    let wrong = String::from_utf8_lossy(&played.stderr);
    assert!(played.status.success(), "{told}\n{wrong}");
    assert!(told.contains("The match is over"), "{told}\n{wrong}");
    let over: MyMatch = loop {
        if let BotEvent::MatchOver(over) = events.event().await {
            break over;
        }
    };
    assert_eq!((over.game.as_str(), over.rated), ("block", None));
    assert!(
        over.scores.iter().any(|score| *score >= 30),
        "{:?}",
        over.scores
    );
    // Whoever comes again is told how it stands.
    let path = format!("/api/bot/tables/{}/stream?since=1", over.table);
    let told = Lines::open(&server, &token, &path).await.next().await;
    let told = decode::<ServerMessage>(&told).unwrap();
    assert!(matches!(told, ServerMessage::Snapshot(_)), "{told:?}");
    server.stop().await;
}
