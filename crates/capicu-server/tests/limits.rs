//! Connections that say nothing, or half of something, or come in hundreds: they are let go, nobody
//! waits behind them, and they do not hold the server when it stops.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use crate::common::*;
use capicu_protocol::*;
use capicu_server::Limits;
use futures_util::future::join_all;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Error;

/// A connection on which this has been said.
async fn said(address: SocketAddr, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(text.as_bytes()).await.unwrap();
    stream
}

async fn rest(stream: &mut TcpStream) -> String {
    let mut rest = Vec::new();
    let read = timeout(LONG, stream.read_to_end(&mut rest)).await;
    let _ = read.expect("the server closes it");
    String::from_utf8(rest).unwrap()
}

/// The answer to a request on a connection that stays open, whose body is this long.
async fn answer(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    loop {
        let mut part = [0; 4096];
        let read = timeout(LONG, stream.read(&mut part)).await.unwrap();
        let n = read.unwrap();
        assert!(n > 0, "closed after {}", String::from_utf8_lossy(&answer));
        answer.extend(&part[..n]);
        let text = String::from_utf8_lossy(&answer);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head
                .lines()
                .find_map(|l| l.strip_prefix("content-length: "));
            if body.len() >= length.unwrap().parse().unwrap() {
                return text.into_owned();
            }
        }
    }
}

/// Waits until the server has seen that somebody left.
async fn room_again(address: SocketAddr) {
    let served = async {
        loop {
            let mut stream = said(address, WHOLE).await;
            stream.shutdown().await.unwrap();
            if rest(&mut stream).await.starts_with("HTTP/1.1 200 ") {
                return;
            }
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(LONG, served).await.expect("room again");
}

const HALF_A_HEAD: &str = "GET /api/health HTTP/1.1\r\nho";
const HALF_A_BODY: &str =
    "POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{\"ru";
const WHOLE: &str = "GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n";

async fn pings(player: &mut Player, n: u64) {
    player.say(&ClientMessage::Ping { n }).await;
    loop {
        if let ServerMessage::Pong { n: pong, .. } = player.hear().await.unwrap() {
            assert_eq!(pong, n);
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hundreds_of_silent_connections_are_closed() {
    let folder = Folder::new("silent");
    let limits = Limits {
        head: Duration::from_secs(2),
        body: Duration::from_secs(2),
        // A body counts toward it before it is there.
        tables: Limits::NONE.tables,
        ..Limits::default()
    };
    let server = Server::limited(&folder, limits).await;
    let address = server.address;
    let created = create(address, &four(BOTS, &[])).await;
    let mut witness = Player::sit(address, &created.table, &created.token).await;
    let mut silent = Vec::new();
    for n in 0..330 {
        let text = ["", HALF_A_HEAD, HALF_A_BODY][n % 3];
        silent.push(said(address, text).await);
    }
    let begun = Instant::now();
    request(address, "GET /api/health HTTP/1.1", b"")
        .await
        .with(200);
    pings(&mut witness, 1).await;
    assert!(begun.elapsed() < Duration::from_secs(5));
    let answers = join_all(silent.iter_mut().map(rest)).await;
    for (n, answer) in answers.iter().enumerate() {
        match n % 3 {
            2 => assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}"),
            _ => assert_eq!(answer, "", "{n}"),
        }
    }
    // A socket is nobody who says nothing.
    pings(&mut witness, 2).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_may_wait_longer_between_requests_than_within_one() {
    let folder = Folder::new("idle");
    let limits = Limits {
        head: Duration::from_secs(1),
        idle: Duration::from_secs(4),
        ..Limits::default()
    };
    let server = Server::limited(&folder, limits).await;
    let mut stream = said(server.address, WHOLE).await;
    let first = answer(&mut stream).await;
    assert!(first.starts_with("HTTP/1.1 200 "), "{first}");
    sleep(Duration::from_millis(1500)).await;
    stream.write_all(WHOLE.as_bytes()).await.unwrap();
    assert!(answer(&mut stream).await.starts_with("HTTP/1.1 200 "));
    // Half of the next one does not have so long.
    let begun = Instant::now();
    stream.write_all(HALF_A_HEAD.as_bytes()).await.unwrap();
    assert_eq!(rest(&mut stream).await, "");
    let waited = begun.elapsed();
    assert!(waited > Duration::from_millis(900), "{waited:?}");
    assert!(waited < Duration::from_millis(3500), "{waited:?}");
    // And none at all ends it too.
    let mut stream = said(server.address, WHOLE).await;
    answer(&mut stream).await;
    let begun = Instant::now();
    assert_eq!(rest(&mut stream).await, "");
    assert!(begun.elapsed() > Duration::from_secs(3));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn client_that_reads_no_answers_is_disconnected() {
    let folder = Folder::new("deaf");
    let limits = Limits {
        idle: Duration::from_secs(1),
        head: Duration::from_secs(1),
        ..Limits::default()
    };
    let server = Server::limited(&folder, limits).await;
    // Far more than the system holds for both sides.
    const ASKED: usize = 1500;
    let one = "GET /api/options/es HTTP/1.1\r\nhost: x\r\n\r\n";
    let mut stream = said(server.address, one).await;
    let all = ASKED * answer(&mut stream).await.len();
    stream
        .write_all(one.repeat(ASKED).as_bytes())
        .await
        .unwrap();
    sleep(Duration::from_secs(4)).await;
    let mut taken = Vec::new();
    let read = timeout(LONG, stream.read_to_end(&mut taken)).await;
    let _ = read.expect("the server closes it");
    assert!(taken.len() < all, "{} of {all}", taken.len());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connection_above_the_limit_is_refused_at_once() {
    let folder = Folder::new("full");
    let number = |n| NonZeroU32::new(n).unwrap();
    let limits = Limits {
        connections_per_address: number(8),
        sockets_per_address: number(3),
        ..Limits::NONE
    };
    let server = Server::limited(&folder, limits).await;
    let address = server.address;
    let created = create(address, &four(BOTS, &[])).await;
    // Sockets are counted by themselves.
    let mut sockets = Vec::new();
    for _ in 0..3 {
        sockets.push(socket(address, &created.table).await);
    }
    let url = format!("ws://{address}/api/tables/{}/ws", created.table);
    let stream = TcpStream::connect(address).await.unwrap();
    let Err(Error::Http(refused)) = client_async(&url, stream).await else {
        panic!("a fourth socket");
    };
    assert_eq!(refused.status(), 429);
    let body = refused.body().clone().unwrap_or_default();
    assert!(String::from_utf8_lossy(&body).contains("flood"));
    // And they are connections: five more make eight.
    let mut silent = Vec::new();
    for _ in 0..5 {
        silent.push(said(address, "").await);
    }
    let begun = Instant::now();
    let mut stream = said(address, WHOLE).await;
    let told = rest(&mut stream).await;
    assert!(told.starts_with("HTTP/1.1 503 "), "{told}");
    assert!(told.contains("retry-after: "), "{told}");
    assert!(told.ends_with("try again in a while\n"), "{told}");
    assert!(begun.elapsed() < Duration::from_secs(5));
    // Whoever leaves makes room, at the latest when the server has seen it.
    silent.pop();
    drop(sockets.pop());
    room_again(address).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_stops_although_requests_are_half_open() {
    let folder = Folder::new("stop");
    // With the usual times: none of them runs out here.
    let server = Server::limited(&folder, Limits::default()).await;
    let address = server.address;
    let created = create(address, &four(BOTS, &[])).await;
    let mut player = Player::sit(address, &created.table, &created.token).await;
    let mut half = Vec::new();
    for text in ["", HALF_A_HEAD, HALF_A_BODY, WHOLE] {
        half.push(said(address, text).await);
    }
    answer(&mut half[3]).await;
    let begun = Instant::now();
    let told = async {
        loop {
            if let Err(why) = player.hear().await {
                return (why, begun.elapsed());
            }
        }
    };
    let ((why, told), ()) = tokio::join!(told, server.stop());
    assert_eq!(why, Some(Closed::Stopping));
    assert!(told < Duration::from_secs(2), "{told:?}");
    let ended = begun.elapsed();
    assert!(ended < Duration::from_secs(8), "{ended:?}");
}

/// The longest file that is read, in which most is wrong.
fn worst() -> String {
    format!("text={}", "=%0A".repeat(32 * 1024))
}

#[tokio::test(flavor = "multi_thread")]
async fn checking_rule_files_delays_no_other_request() {
    let server = Server::fresh("worst").await;
    let address = server.address;
    let created = create(address, &four(BOTS, &[])).await;
    let mut witness = Player::sit(address, &created.table, &created.token).await;
    let (head, body) = (
        "POST /rule-file?lang=en HTTP/1.1\r\ncontent-type: application/x-www-form-urlencoded",
        worst(),
    );
    let begun = Instant::now();
    let posts = join_all((0..6).map(|_| request(address, head, body.as_bytes())));
    let waits = async {
        let mut longest = Duration::ZERO;
        for n in 0..20 {
            let begun = Instant::now();
            pings(&mut witness, n).await;
            longest = longest.max(begun.elapsed());
            sleep(Duration::from_millis(20)).await;
        }
        longest
    };
    let (answers, longest) = tokio::join!(posts, waits);
    for answer in answers {
        assert_eq!(answer.status, 422);
        assert!(answer.body.len() < 300_000, "{} bytes", answer.body.len());
        assert!(answer.text().contains("there are more problems"));
    }
    // Once half a minute for each; the bounds leave room for a machine with other work.
    assert!(longest < Duration::from_secs(2), "{longest:?}");
    assert!(begun.elapsed() < Duration::from_secs(15));
    server.stop().await;
}

/// Drawing a picture takes a moment, so an address may ask for a number of them only.
#[tokio::test(flavor = "multi_thread")]
async fn pictures_of_puzzles_are_limited() {
    let folder = Folder::new("pictures");
    let limits = Limits {
        rule_files: "2/1".parse().expect("a limit"),
        ..Limits::default()
    };
    let server = Server::limited(&folder, limits).await;
    let mut statuses = Vec::new();
    for _ in 0..3 {
        let head = "GET /puzzles/none/picture.png HTTP/1.1";
        statuses.push(request(server.address, head, b"").await.status);
    }
    assert_eq!(statuses, [404, 404, 429]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_of_the_api_are_not_cached_and_explain_errors() {
    let server = Server::fresh("no-store").await;
    let table = encode(&four(BOTS, &[]));
    for (head, body) in [
        ("POST /api/tables HTTP/1.1", table.as_str()),
        ("GET /api/health HTTP/1.1", ""),
        ("GET /api/nothing HTTP/1.1", ""),
        ("GET /api/rules/cien HTTP/1.1", ""),
    ] {
        let answer = request(server.address, head, body.as_bytes()).await;
        assert!(answer.head.contains("cache-control: no-store"), "{head}");
    }
    let head = "GET /api/tables/abcdefghijkm/ws HTTP/1.1";
    let answer = request(server.address, head, b"").await;
    let error: ApiError = decode(answer.text()).unwrap();
    assert_eq!(error.code, ApiErrorCode::Malformed);
    let why = error.detail.unwrap();
    assert!(why.contains("upgrade"), "{why}");
    // A head longer than any browser sends.
    let long = format!("GET /api/rules/cien?x={} HTTP/1.1", "x".repeat(60_000));
    assert_eq!(request(server.address, &long, b"").await.status, 431);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn flood_from_many_addresses_does_not_stop_players() {
    const ROOM: u32 = 30;
    let folder = Folder::new("many");
    let limits = Limits {
        connections: NonZeroU32::new(ROOM).unwrap(),
        ..Limits::default()
    };
    let server = Server::limited(&folder, limits).await;
    let address = server.address;
    let created = create(address, &four(BOTS, &[("target", "1")])).await;
    let witness = Player::sit(address, &created.table, &created.token).await;
    // A hundred addresses with a connection each: no limit of one address is met.
    let come = async |n: u8| {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::from(([127, 0, 1, n], 0))).unwrap();
        let mut stream = socket.connect(address).await.unwrap();
        stream.write_all(HALF_A_HEAD.as_bytes()).await.unwrap();
        stream
    };
    let mut all = join_all((1..=100).map(come)).await;
    let (mut told, mut closed) = (0, 0);
    let mut held = Vec::new();
    for mut stream in all.drain(..) {
        let mut first = [0; 12];
        let read = timeout(Duration::from_millis(200), stream.read_exact(&mut first)).await;
        match read {
            Ok(Ok(_)) => {
                assert_eq!(&first, b"HTTP/1.1 503");
                assert!(rest(&mut stream).await.contains("retry-after: "));
                told += 1;
            }
            // Of very many at the same moment.
            Ok(Err(_)) => closed += 1,
            Err(_) => held.push(stream),
        }
    }
    assert!(told + closed >= 100 - ROOM, "{told} and {closed}");
    assert!(told >= 40, "{told}");
    assert!(held.len() >= 20, "{}", held.len());
    let played = witness.play(u32::MAX).await;
    assert!(played.over().is_some());
    // Those who said half of something are let go, and then there is room again.
    drop(held);
    room_again(address).await;
    server.stop().await;
}

/// A sender who may not send a body is answered while most of it is outstanding, and so is one whose body is too long.
#[tokio::test(flavor = "multi_thread")]
async fn body_of_a_refused_request_is_not_awaited() {
    let folder = Folder::new("outstanding");
    let server = Server::limited(&folder, Limits::default()).await;
    for (head, length, status) in [
        ("POST /events/take", 3_000_000_u64, 401),
        ("POST /events/trf", 3_000_000, 401),
        ("POST /e/abcdefghij23/home", 3_000_000, 404),
        ("POST /e/abcdefghij23/back", 3_000_000, 404),
        ("POST /e/abcdefghij23/desk", 60_000, 404),
        ("POST /events/new", 60_000, 401),
        ("POST /puzzles/give", 60_000, 401),
        ("POST /replay/analysis", 900_000, 404),
        ("POST /me/bots", 60_000, 401),
        ("PATCH /api/me", 6_000, 401),
        ("POST /events/take", 100_000_000_000, 413),
        ("POST /api/tables", 100_000_000_000, 413),
        ("GET /metrics", 100_000_000_000, 413),
    ] {
        let begun = Instant::now();
        let head = format!(
            "{head} HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\n\
             content-length: {length}\r\nconnection: close\r\n\r\nlog="
        );
        let mut stream = said(server.address, &head).await;
        let told = rest(&mut stream).await;
        let expected = format!("HTTP/1.1 {status} ");
        assert!(told.starts_with(&expected), "{head}: {told}");
        assert!(begun.elapsed() < Duration::from_secs(5), "{head}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn client_that_reads_byte_by_byte_is_disconnected() {
    let folder = Folder::new("sips");
    let limits = Limits {
        answer: Duration::from_secs(1),
        ..Limits::default()
    };
    let server = Server::limited(&folder, limits).await;
    const ASKED: usize = 1500;
    let one = "GET /api/options/es HTTP/1.1\r\nhost: x\r\n\r\n";
    let mut stream = said(server.address, one).await;
    let all = ASKED * answer(&mut stream).await.len();
    stream
        .write_all(one.repeat(ASKED).as_bytes())
        .await
        .unwrap();
    let mut taken = Vec::new();
    let mut sip = [0; 512];
    let begun = Instant::now();
    // Something is taken all the time.
    while begun.elapsed() < Duration::from_secs(4) {
        match stream.read(&mut sip).await {
            Ok(1..) => taken.push(sip[0]),
            Ok(0) | Err(_) => break,
        }
        sleep(Duration::from_millis(50)).await;
    }
    let mut left = Vec::new();
    let read = timeout(LONG, stream.read_to_end(&mut left)).await;
    let _ = read.expect("the server closes it");
    let taken = taken.len() * sip.len() + left.len();
    assert!(taken < all, "{taken} of {all}");
    server.stop().await;
}

/// Tables and guests of one address fill no more of the disk in a day than they may.
#[tokio::test(flavor = "multi_thread")]
async fn bytes_stored_for_an_address_in_a_day_are_limited() {
    let folder = Folder::new("disk");
    let mut config = config(&folder.0);
    config.limits = Limits {
        disk: NonZeroU32::MIN,
        ..Limits::NONE
    };
    let server = Server::start(config).await;
    let address = server.address;
    let created = create(address, &four(BOTS, &[])).await;
    let mut player = Player::sit(address, &created.table, &created.token).await;
    let body = serde_json::to_vec(&four(BOTS, &[])).unwrap();
    let post = "POST /api/tables HTTP/1.1";
    let mut made = 0;
    let refused = loop {
        let answer = request(address, post, &body).await;
        if answer.status != 201 {
            break answer;
        }
        made += 1;
        assert!(made < 1_000, "a table stores more than a kilobyte");
    };
    assert_eq!(refused.status, 429, "{}", refused.text());
    assert!(made > 50, "{made}");
    request(address, "POST /api/me HTTP/1.1", b"{}")
        .await
        .with(429);
    let name = ClientMessage::Name {
        key: Key::new("one-name").unwrap(),
        name: "Ana".to_owned(),
    };
    let refused = player.ask(&name).await;
    assert_eq!(refused.map_err(|(why, _)| why), Err(Refusal::TooOften));
    // What stores nothing is answered.
    pings(&mut player, 1).await;
    request(address, "GET /api/health HTTP/1.1", b"")
        .await
        .with(200);
    server.stop().await;
}
