//! Nonsense, floods and strangers: each gets a typed answer, and nobody else notices.

use crate::common;
use std::num::{NonZeroU8, NonZeroU32};

use crate::common::*;
use capicu_protocol::*;
use capicu_server::{Config, Limit, Limits, Proxy};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};

/// Reads the server's reason for closing, and checks that the closing frame repeats it.
async fn goodbye(socket: &mut Socket) -> Option<Closed> {
    let why = loop {
        match hear(socket).await {
            Ok(_) => {}
            Err(why) => break why?,
        }
    };
    match socket.next().await {
        Some(Ok(Message::Close(Some(frame)))) => assert_eq!(frame.reason.as_str(), why.word()),
        other => panic!("{other:?} instead of a closing frame"),
    }
    Some(why)
}

fn limit(burst: u32, per_minute: u32) -> Limit {
    Limit {
        burst: NonZeroU32::new(burst).unwrap(),
        per_minute: NonZeroU32::new(per_minute).unwrap(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_closes_the_socket_and_nothing_else() {
    let server = Server::fresh("nonsense").await;
    let created = create(server.address, &four(BOTS, &[])).await;
    let mut witness = Player::sit(server.address, &created.table, &created.token).await;
    let hello = encode(&hello(&created.token, None));
    let text = |text: &str| Message::text(text.to_owned());
    let long = format!("\"{}\"", "x".repeat(MAX_MESSAGE));
    let deep = "[".repeat(4000);
    let wrong_version = encode(&ClientMessage::Hello {
        protocol: VERSION + 1,
        token: Some(created.token.clone()),
        own: None,
        since: None,
    });
    let stranger = encode(&common::hello(&Token::new([9; 32]), None));
    let ping = encode(&ClientMessage::Ping { n: 1 });
    // Before the seat is taken, and after.
    let cases = [
        (vec![text("{")], Closed::Malformed),
        (vec![text(&deep)], Closed::Malformed),
        (vec![text(&long)], Closed::TooLarge),
        (vec![Message::binary(vec![1, 2, 3])], Closed::Binary),
        (vec![text(&ping)], Closed::Unexpected),
        (vec![text(&wrong_version)], Closed::Protocol),
        (vec![text(&stranger)], Closed::BadToken),
        (
            vec![text(&hello), text("{\"shout\":{}}")],
            Closed::Malformed,
        ),
        (vec![text(&hello), text(&long)], Closed::TooLarge),
        (
            vec![text(&hello), Message::binary(vec![0; 100])],
            Closed::Binary,
        ),
        (vec![text(&hello), text(&hello)], Closed::Unexpected),
    ];
    for (messages, why) in cases {
        let mut socket = socket(server.address, &created.table).await;
        for message in messages {
            let _ = socket.send(message).await;
        }
        assert_eq!(goodbye(&mut socket).await, Some(why));
    }
    // What is no frame at all: of an unknown kind, without a mask, with bits that mean nothing, the rest of
    // nothing, and a ping in pieces.
    for frame in [
        &[0x83, 0x80, 0, 0, 0, 0][..],
        &[0x81, 0x01, b'x'],
        &[0xf1, 0x80, 0, 0, 0, 0],
        &[0x80, 0x80, 0, 0, 0, 0],
        &[0x09, 0x80, 0, 0, 0, 0],
    ] {
        for seated in [false, true] {
            let mut socket = socket(server.address, &created.table).await;
            if seated {
                socket.send(text(&hello)).await.unwrap();
            }
            socket.get_mut().write_all(frame).await.unwrap();
            let why = goodbye(&mut socket).await;
            assert_eq!(why, Some(Closed::Malformed), "{frame:x?}");
        }
    }
    for table in ["abcdefghijkm", "x", "ABCDEFGHIJKL", "%2e%2e", "'%20or%201"] {
        let mut socket = socket(server.address, table).await;
        say(&mut socket, &common::hello(&created.token, None)).await;
        assert_eq!(
            goodbye(&mut socket).await,
            Some(Closed::UnknownTable),
            "{table}"
        );
    }
    // Whoever leaves without a word is simply gone.
    drop(socket(server.address, &created.table).await);
    let n = 77;
    witness.say(&ClientMessage::Ping { n }).await;
    loop {
        if let ServerMessage::Pong { n: 77, .. } = witness.hear().await.unwrap() {
            break;
        }
    }
    let witness = witness.play(1).await;
    assert!(witness.next_deal() > 1);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_pages_and_bad_requests_are_refused() {
    let folder = Folder::new("http");
    let config = Config {
        origins: vec!["https://friend.example".into()],
        ..config(&folder.0)
    };
    let server = Server::start(config).await;
    let address = server.address;
    let created = create(address, &four(BOTS, &[])).await;
    let handshake = |origin: &str| {
        let url = format!("ws://{address}/api/tables/{}/ws", created.table);
        let mut request = url.into_client_request().unwrap();
        request
            .headers_mut()
            .insert("origin", origin.parse().unwrap());
        request
    };
    for (origin, allowed) in [
        ("https://evil.example".to_owned(), false),
        ("null".to_owned(), false),
        (format!("http://{address}"), true),
        ("https://friend.example".to_owned(), true),
    ] {
        let stream = TcpStream::connect(address).await.unwrap();
        match client_async(handshake(&origin), stream).await {
            Ok(_) => assert!(allowed, "{origin}"),
            Err(Error::Http(answer)) => {
                assert!(!allowed, "{origin}");
                assert_eq!(answer.status(), 403);
            }
            Err(error) => panic!("{error}"),
        }
    }
    let post = "POST /api/tables HTTP/1.1";
    let good = four(BOTS, &[]);
    let table = |change: fn(&mut CreateTable)| {
        let mut table = good.clone();
        change(&mut table);
        encode(&table)
    };
    let cases = [
        ("{".to_owned(), 400, ApiErrorCode::Malformed),
        ("\u{0}".to_owned(), 400, ApiErrorCode::Malformed),
        ("x".repeat(MAX_MESSAGE + 1), 413, ApiErrorCode::TooLarge),
        (
            table(|t| t.rules.game = "chess".into()),
            422,
            ApiErrorCode::UnknownGame,
        ),
        (
            table(|t| t.rules.players = 5),
            422,
            ApiErrorCode::BadPlayers,
        ),
        (
            table(|t| drop(t.rules.options.insert("target".into(), "0".into()))),
            422,
            ApiErrorCode::BadOptions,
        ),
        (
            table(|t| drop(t.rules.options.insert("hand".into(), "8".into()))),
            422,
            ApiErrorCode::BadOptions,
        ),
        (
            table(|t| drop(t.rules.options.insert("colour".into(), "red".into()))),
            422,
            ApiErrorCode::BadOptions,
        ),
        (table(|t| t.seats.truncate(3)), 422, ApiErrorCode::BadSeats),
        (
            table(|t| t.seats[1] = Plan::Me),
            422,
            ApiErrorCode::BadSeats,
        ),
        (
            table(|t| t.seats[0] = Plan::Bot),
            422,
            ApiErrorCode::BadSeats,
        ),
        (
            table(|t| t.name = Some(" ".into())),
            422,
            ApiErrorCode::BadName,
        ),
        (
            table(|t| t.name = Some("An\u{430}".into())),
            422,
            ApiErrorCode::BadName,
        ),
    ];
    for (body, status, code) in cases {
        let answer = request(address, post, body.as_bytes()).await;
        assert_eq!(answer.status, status, "{body}");
        let error: ApiError = decode(answer.text()).unwrap();
        assert_eq!(error.code, code, "{body}");
        assert_eq!(error.options.is_empty(), code != ApiErrorCode::BadOptions);
    }
    for (head, status) in [
        (
            "POST /api/tables HTTP/1.1\r\norigin: https://evil.example",
            403,
        ),
        ("GET /api/tables HTTP/1.1", 405),
        ("GET /api/nothing HTTP/1.1", 404),
        ("GET /api/options/xx HTTP/1.1", 404),
        ("GET /no-such-file.js HTTP/1.1", 404),
        ("GET /assets/../../../etc/passwd HTTP/1.1", 404),
        ("GET /metrics HTTP/1.1", 404),
        ("GET /no/such/page HTTP/1.1", 404),
        ("DELETE / HTTP/1.1", 405),
        ("GET /api/tables/abcdefghijkm/ws HTTP/1.1", 400),
    ] {
        let answer = request(address, head, b"").await;
        assert_eq!(answer.status, status, "{head}");
        assert!(!answer.text().contains("root:"));
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_served_with_care() {
    let server = Server::fresh("pages").await;
    for path in [
        "/",
        "/play",
        "/me",
        "/t/abcdefghijkm",
        "/rules/jamaican-partner",
        "/index.html",
    ] {
        let answer = request(server.address, &format!("GET {path} HTTP/1.1"), b"").await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(
            answer
                .head
                .contains("content-type: text/html; charset=utf-8"),
            "{path}"
        );
        assert!(answer.head.contains("cache-control: no-cache"));
        for header in [
            "content-security-policy: default-src 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: same-origin",
        ] {
            assert!(answer.head.contains(header), "{header}");
        }
    }
    let answer = request(server.address, "GET /api/options/es HTTP/1.1", b"").await;
    let texts: Vec<OptionText> = decode(answer.text()).unwrap();
    let target = texts.iter().find(|text| text.name == "target").unwrap();
    assert_eq!(target.text, "Tope");
    let answer = request(server.address, "GET /play HTTP/1.1", b"").await;
    let tag = answer
        .head
        .lines()
        .find_map(|line| line.strip_prefix("etag: "))
        .unwrap();
    let tag = tag.replace("w/", "W/");
    let head = format!("GET /play HTTP/1.1\r\nif-none-match: {tag}");
    let answer = request(server.address, &head, b"").await;
    assert_eq!((answer.status, answer.body.len()), (304, 0));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn floods_are_stopped() {
    let folder = Folder::new("floods");
    let limits = Limits {
        messages: limit(20, 60),
        sockets: limit(12, 1),
        tables: limit(2, 1),
        guesses: limit(3, 1),
        ..Limits::NONE
    };
    let server = Server::limited(&folder, limits).await;
    let created = create(server.address, &four(BOTS, &[])).await;
    let mut witness = Player::sit(server.address, &created.table, &created.token).await;
    // Messages of one socket.
    let mut socket = socket(server.address, &created.table).await;
    say(&mut socket, &hello(&created.token, None)).await;
    for n in 0..40 {
        let _ = socket
            .send(Message::text(encode(&ClientMessage::Ping { n })))
            .await;
    }
    assert_eq!(goodbye(&mut socket).await, Some(Closed::Flood));
    // Guesses of tokens: after some, nothing is told about the token any more.
    let mut told = Vec::new();
    for guess in 0..5 {
        let mut socket = common::socket(server.address, &created.table).await;
        say(&mut socket, &hello(&Token::new([guess; 32]), None)).await;
        told.push(hear(&mut socket).await.unwrap_err().unwrap());
    }
    assert_eq!(told[..3], [Closed::BadToken; 3]);
    assert_eq!(told[3..], [Closed::Flood; 2]);
    // Tables and sockets of one address.
    let body = encode(&four(BOTS, &[]));
    let mut statuses = Vec::new();
    for _ in 0..3 {
        let answer = request(server.address, "POST /api/tables HTTP/1.1", body.as_bytes()).await;
        statuses.push(answer.status);
    }
    assert_eq!(statuses, [201, 429, 429]);
    let url = format!("ws://{}/api/tables/{}/ws", server.address, created.table);
    let mut refused = 0;
    for _ in 0..8 {
        let stream = TcpStream::connect(server.address).await.unwrap();
        if let Err(Error::Http(answer)) = client_async(&url, stream).await {
            assert_eq!(answer.status(), 429);
            refused += 1;
        }
    }
    assert_eq!(refused, 3);
    // Whoever sat there all the time has noticed nothing.
    witness.say(&ClientMessage::Ping { n: 1 }).await;
    while !matches!(witness.hear().await.unwrap(), ServerMessage::Pong { .. }) {}
    server.stop().await;
}

/// Each address has limits of its own, so that many who guess hold up nobody else, and none of them learns more than one
/// alone would.
#[tokio::test(flavor = "multi_thread")]
async fn floods_from_many_addresses_are_stopped_one_by_one() {
    let folder = Folder::new("many-floods");
    let server = Server::start(Config {
        limits: Limits {
            guesses: limit(3, 1),
            ..Limits::NONE
        },
        proxy: Proxy::Trusted {
            hops: NonZeroU8::MIN,
        },
        ..config(&folder.0)
    })
    .await;
    let created = create(server.address, &four(BOTS, &[])).await;
    let mut witness = Player::sit(server.address, &created.table, &created.token).await;
    let address = server.address;
    let guess = move |from: u8, n: u8| async move {
        let token = format!("capi_{}", Token::new([n; 32]));
        let head = format!(
            "GET /api/bot/me HTTP/1.1\r\nx-forwarded-for: 203.0.113.{from}\r\nauthorization: Bearer {token}"
        );
        request(address, &head, b"").await.status
    };
    let all = (0..100).map(|from| {
        tokio::spawn(async move {
            let mut statuses = Vec::new();
            for n in 0..5 {
                statuses.push(guess(from, n).await);
            }
            statuses
        })
    });
    for statuses in all.collect::<Vec<_>>() {
        assert_eq!(statuses.await.unwrap(), [401, 401, 401, 429, 429]);
    }
    assert_eq!(guess(200, 0).await, 401, "one that was quiet");
    witness.say(&ClientMessage::Ping { n: 1 }).await;
    while !matches!(witness.hear().await.unwrap(), ServerMessage::Pong { .. }) {}
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn half_a_request_delays_no_other() {
    let server = Server::fresh("half").await;
    let mut half = TcpStream::connect(server.address).await.unwrap();
    half.write_all(b"GET / HTTP/1.1\r\nho").await.unwrap();
    let answer = request(server.address, "GET /api/health HTTP/1.1", b"")
        .await
        .with(200);
    let health: Health = decode(answer.text()).unwrap();
    assert_eq!(health.protocol, VERSION);
    drop(half);
    server.stop().await;
}

/// A message in pieces that never ends counts as much as whole ones.
#[tokio::test(flavor = "multi_thread")]
async fn flood_of_empty_fragments_closes_the_socket() {
    let folder = Folder::new("fragments");
    let limits = Limits {
        messages: limit(20, 60),
        ..Limits::NONE
    };
    let server = Server::limited(&folder, limits).await;
    let created = create(server.address, &four(BOTS, &[])).await;
    for is_seated in [false, true] {
        let mut socket = socket(server.address, &created.table).await;
        if is_seated {
            say(&mut socket, &hello(&created.token, None)).await;
            assert!(hear(&mut socket).await.is_ok());
        }
        // Masked, without an end and without a byte.
        let first = [0x01, 0x80, 0, 0, 0, 0];
        let next = [0x00, 0x80, 0, 0, 0, 0].repeat(1000);
        let stream = socket.get_mut();
        let mut sent = stream.write_all(&first).await;
        for _ in 0..200 {
            if sent.is_ok() {
                sent = stream.write_all(&next).await;
            }
        }
        assert_eq!(goodbye(&mut socket).await, Some(Closed::Flood));
    }
    server.stop().await;
}

/// Requests for another host are refused on both listeners.
#[tokio::test(flavor = "multi_thread")]
async fn only_the_hosts_that_are_given_are_served() {
    let folder = Folder::new("hosts");
    let config = Config {
        hosts: vec!["capicu.example".into()],
        ..config(&folder.0)
    };
    let (server, admin) = Server::start_with_admin(config).await;
    let created = create(server.address, &four(BOTS, &[])).await;
    let socket = format!(
        "GET /api/tables/{}/ws HTTP/1.1\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
         sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
        created.table
    );
    let here = [
        "GET / HTTP/1.1",
        "GET /api/health HTTP/1.1",
        "GET /assets/none.js HTTP/1.1",
        "POST /play HTTP/1.1\r\nsec-fetch-site: same-origin",
        "POST /api/tables HTTP/1.1",
        socket.as_str(),
    ];
    let there = [
        "GET /metrics HTTP/1.1",
        "GET /sign-in HTTP/1.1",
        "POST /sign-in HTTP/1.1\r\nsec-fetch-site: same-origin",
        "GET /nothing HTTP/1.1",
    ];
    let here = here.map(|head| (server.address, head));
    let there = there.map(|head| (admin, head));
    for (address, head) in here.into_iter().chain(there) {
        for (host, is_served) in [
            ("capicu.example", true),
            ("CAPICU.example:7878", true),
            ("localhost:7878", true),
            ("127.0.0.1", true),
            ("[::1]:7878", true),
            ("evil.example", false),
            ("capicu.example.evil.example", false),
            ("evil.example:7878", false),
            ("capicu.example@evil.example", false),
            ("", false),
        ] {
            let head = format!("{head}\r\nhost: {host}");
            let status = request(address, &head, b"").await.status;
            assert_eq!(status != 421, is_served, "{head}: {status}");
        }
        let two = format!("{head}\r\nhost: capicu.example\r\nhost: localhost");
        assert_eq!(request(address, &two, b"").await.status, 400, "{two}");
        let other = head.replacen(" /", " http://evil.example/", 1);
        let other = format!("{other}\r\nhost: capicu.example");
        assert_eq!(request(address, &other, b"").await.status, 421, "{other}");
    }
    // What names no host gets nothing either.
    for address in [server.address, admin] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let head = b"GET / HTTP/1.1\r\nconnection: close\r\n\r\n";
        stream.write_all(head).await.unwrap();
        let mut told = String::new();
        stream.read_to_string(&mut told).await.unwrap();
        assert!(told.starts_with("HTTP/1.1 400 "), "{told}");
    }
    server.stop().await;
}

/// Where no host is given, an admin listener that only this machine reaches still serves no page of another name.
#[tokio::test(flavor = "multi_thread")]
async fn a_local_admin_listener_goes_by_local_names() {
    let folder = Folder::new("local-admin");
    let (server, admin) = Server::start_with_admin(config(&folder.0)).await;
    let get = "GET /metrics HTTP/1.1\r\nhost: ";
    for (host, status) in [
        ("localhost", 200),
        ("127.0.0.1:7", 200),
        ("evil.example", 421),
    ] {
        let answer = request(admin, &format!("{get}{host}"), b"").await;
        assert_eq!(answer.status, status, "{host}");
    }
    let anywhere = "GET /api/health HTTP/1.1\r\nhost: any.example";
    assert_eq!(request(server.address, anywhere, b"").await.status, 200);
    server.stop().await;
}
