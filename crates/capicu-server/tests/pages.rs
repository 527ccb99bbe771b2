//! The pages that need no client: the rules of the games, the page of rule files, and events in a hall.

pub mod begun;
mod club_game;
mod clubs;
pub mod events;
mod follow;
mod formats;
mod hands;
mod held;
mod killed;
mod league;
mod line;
mod lists;
mod places;
mod plans;
pub mod profile;
mod puzzles;
mod queues;
mod reports;
mod score_sheets;
mod shared_sheets;
mod teams;
mod venue;

use crate::common;
use std::io::Read as _;
use std::num::NonZeroU8;

use crate::common::browser::Browser;
use crate::common::*;
use capicu_protocol::{CreateTable, FileGame, Plan, TurnTime, decode, encode};
use capicu_server::{Config, Proxy};

async fn get(server: &Server, path: &str, head: &str) -> Answer {
    request(server.address, &format!("GET {path} HTTP/1.1{head}"), b"").await
}

/// Sends a text as the form of the page does.
async fn check(server: &Server, text: &str, head: &str) -> Answer {
    let body: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let head = format!(
        "POST /rule-file?lang=en HTTP/1.1\r\ncontent-type: application/x-www-form-urlencoded{head}"
    );
    request(server.address, &head, format!("text={body}").as_bytes()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rules_are_read_in_the_language_asked_for_or_the_browsers() {
    let server = Server::fresh("rulebook").await;
    let page = get(&server, "/rules/french?lang=es", "").await.with(200);
    assert!(page.head.contains("content-type: text/html; charset=utf-8"));
    assert!(page.head.contains("default-src 'none'"), "{}", page.head);
    assert!(page.text().contains("<html lang=\"es\">"));
    let of_the_browser = "\r\naccept-language: ht;q=0.9, es-DO;q=0.8, en;q=0.5";
    let page = get(&server, "/rules/french", of_the_browser).await;
    assert!(page.text().contains("<html lang=\"es\">"));
    let page = get(&server, "/rules/decisions", "").await;
    assert!(page.text().contains("<b id=\"F1\">F1</b>"));
    // What is no page of rules is the client's to show.
    let page = get(&server, "/rules/whist", "").await;
    assert!(!page.text().contains("data-testid=\"rulebook\""));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_made_of_a_game_that_is_a_rule_file() {
    let server = Server::fresh("file-games").await;
    let games = get(&server, "/api/games?lang=es", "").await;
    let games: Vec<FileGame> = decode(games.text()).unwrap();
    let five_up = games.iter().find(|game| game.id == "five-up").unwrap();
    // Five-Up is a change of the club game, which is written for two.
    let four = five_up
        .rules
        .iter()
        .find(|rules| rules.players == 4)
        .unwrap();
    let table = CreateTable {
        rules: four.clone(),
        seats: BOTS.into(),
        turn_time: Some(TurnTime::Off),
        grace: None,
        level: None,
        hints: None,
        watching: None,
        passed: None,
        name: None,
    };
    let created = create(server.address, &table).await;
    let player = Player::sit(server.address, &created.table, &created.token).await;
    let told = player.snapshot.as_ref().unwrap();
    assert_eq!(told.rules.title.as_deref(), Some("Five-Up"));
    assert_eq!(told.rules.rules().unwrap(), four.rules().unwrap());
    assert_eq!(told.rules.game, "club");

    // The same without saying so is a mistake.
    let mut three = table.clone();
    three.rules = rules("club", 3, &[]);
    three.seats = vec![Plan::Me, Plan::Bot, Plan::Bot];
    let answer = request(
        server.address,
        "POST /api/tables HTTP/1.1",
        encode(&three).as_bytes(),
    )
    .await;
    assert_eq!(answer.status, 422, "{}", answer.text());
    // And so is a title that hides something.
    let mut named = table.clone();
    named.rules.title = Some("Five\u{202e}pU".to_owned());
    let answer = request(
        server.address,
        "POST /api/tables HTTP/1.1",
        encode(&named).as_bytes(),
    )
    .await;
    assert_eq!(answer.status, 422, "{}", answer.text());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_score_sheet_comes_with_the_table() {
    let server = Server::fresh("sheet").await;
    let table = four(BOTS, &[("target", "9")]);
    let created = create(server.address, &table).await;
    let player = Player::sit(server.address, &created.table, &created.token).await;
    let player = player.play(4).await;
    let again = Player::sit(server.address, &created.table, &created.token).await;
    let sheet = &again.snapshot.as_ref().unwrap().game.sheet.0;
    // Four or more rounds were dealt; those that were tied or reset count as well, void ones not.
    assert!(sheet.len() >= 3, "{sheet:?}");
    for pair in sheet.windows(2) {
        let grown = pair[0]
            .iter()
            .zip(&pair[1])
            .any(|(before, after)| after > before);
        assert!(
            grown || pair[0] == pair[1] || pair[1] == [0, 0],
            "{sheet:?}"
        );
    }
    drop(player);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_of_a_rule_file_have_their_lines() {
    let server = Server::fresh("rule-file").await;
    let page = get(&server, "/rule-file?lang=en&from=quinientos", "")
        .await
        .with(200);
    assert!(page.text().contains("base = &quot;doscientos&quot;"));

    let wrong = "base = \"cien\"\r\nname = \"<i>Ours</i>\"\r\nkapicu = 30\r\n";
    let page = check(&server, wrong, "").await.with(422);
    page.has("data-testid=\"wrong-3\"");
    page.has(
        "Line 3, column 1: unknown option <code>kapicu</code>; did you mean <code>capicu</code>?",
    );
    assert!(
        !page.text().contains("<i>"),
        "what was sent is shown as text"
    );

    let page = check(
        &server,
        "base = \"cien\"\nname = \"Ours\"\ncapicu = 30\n",
        "",
    )
    .await;
    assert_eq!(page.status, 200);
    page.has("href=\"/play#game=%7B");

    for bad in [
        "",
        "\u{0}\u{1}",
        "base = ",
        "base = \"cien\"\nhand = 40\n",
        "[[[[",
        "players = 1",
    ] {
        let page = check(&server, bad, "").await;
        assert_eq!(page.status, 422, "{bad:?}");
        assert!(
            page.text().contains("data-testid=\"rule-file-wrong\""),
            "{bad:?}"
        );
        assert!(page.text().contains("data-testid=\"wrong-"), "{bad:?}");
    }
    let long = "# \n".repeat(100_000);
    assert_eq!(check(&server, &long, "").await.status, 413);
    server.stop().await;
}

fn unpacked(answer: &Answer) -> String {
    let mut text = String::new();
    let packed = &answer.body[..];
    let read = match answer.head.split("content-encoding: ").nth(1) {
        Some(coding) if coding.starts_with("br") => {
            brotli::Decompressor::new(packed, 4096).read_to_string(&mut text)
        }
        Some(coding) if coding.starts_with("gzip") => {
            flate2::read::GzDecoder::new(packed).read_to_string(&mut text)
        }
        _ => (&mut &*packed).read_to_string(&mut text),
    };
    read.unwrap();
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_sent_compressed_and_only_when_they_changed() {
    let server = Server::fresh("wire").await;
    for (path, at_most) in [
        ("/games", 12_000),
        ("/rules/french", 12_000),
        ("/rules/figures/boneyard.svg", 20_000),
        ("/document.js", 4_000),
        ("/api/options/es", 20_000),
        ("/history", 4_000),
    ] {
        let plain = get(&server, path, "").await;
        if plain.status == 404 || plain.head.contains("content-encoding") {
            panic!("{path}: {}", plain.head);
        }
        let forms = [
            ("br, gzip", "br"),
            ("gzip, deflate", "gzip"),
            ("br;q=0, gzip;q=0.5", "gzip"),
            ("deflate", ""),
            ("", ""),
        ];
        for (accepted, coding) in forms {
            let accepted = format!("\r\naccept-encoding: {accepted}");
            let answer = get(&server, path, &accepted).await.with(200);
            let sent = answer.head.split("content-encoding: ").nth(1);
            let sent = sent.map_or("", |sent| sent.lines().next().unwrap());
            let is_short = plain.body.len() < 1_000;
            assert_eq!(sent, if is_short { "" } else { coding }, "{path}");
            answer.head.has("vary: accept-encoding");
            assert_eq!(unpacked(&answer), plain.text(), "{path}");
            if coding == "br" {
                assert!(answer.body.len() < at_most, "{path}: {}", answer.body.len());
            }
            let tag = answer
                .head
                .split("etag: ")
                .nth(1)
                .unwrap()
                .lines()
                .next()
                .unwrap();
            assert!(tag.starts_with("w/\""), "{tag}");
            let tag = tag.replacen('w', "W", 1);
            let known = format!("{accepted}\r\nif-none-match: \"other\", {tag}");
            let again = get(&server, path, &known).await;
            assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
            assert!(again.head.contains("etag: "), "{}", again.head);
            let other = format!("{accepted}\r\nif-none-match: W/\"0\"");
            assert_eq!(get(&server, path, &other).await.status, 200);
        }
    }
    // The first page shows a match that moves on, so two answers can differ.
    let first = get(&server, "/", "\r\naccept-encoding: br").await.with(200);
    assert!(first.body.len() < 12_000, "/: {}", first.body.len());
    first.head.has("content-encoding: br");
    // A page in another language is another page.
    let of = async |lang: &str| {
        let page = get(&server, &format!("/history?lang={lang}"), "").await;
        page.head
            .split("etag: ")
            .nth(1)
            .unwrap()
            .lines()
            .next()
            .unwrap()
            .to_owned()
    };
    assert_ne!(of("en").await, of("es").await);
    // What is no page of its own stays as it was.
    let missing = get(&server, "/history/1", "\r\naccept-encoding: br")
        .await
        .with(401);
    assert!(unpacked(&missing).contains("data-testid=\"problem\""));
    assert!(!missing.head.contains("etag"));
    let head = request(
        server.address,
        "HEAD / HTTP/1.1\r\naccept-encoding: br",
        b"",
    )
    .await;
    assert_eq!((head.status, head.body.len()), (200, 0));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn secrets_shown_once_are_not_compressed() {
    let server = Server::fresh("secret-pages").await;
    let mut ana = Browser::guest(&server, "Ana").await;
    ana.head += "\r\naccept-encoding: br, gzip\r\ncontent-type: application/x-www-form-urlencoded";
    for (path, form) in [
        ("/me/member", "username=Lola"),
        ("/me/codes", ""),
        ("/me/device", ""),
    ] {
        let answer = ana.ask("POST", path, form).await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(!answer.head.contains("content-encoding"), "{path}");
        assert!(!answer.head.contains("etag"), "{path}");
        assert!(answer.text().contains("</html>"));
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_over_https_require_https_later() {
    const ONLY: &str = "strict-transport-security: max-age=31536000";
    let folder = Folder::new("https");
    let behind_proxy = Config {
        proxy: Proxy::Trusted {
            hops: NonZeroU8::MIN,
        },
        ..config(&folder.0)
    };
    let server = Server::start(behind_proxy).await;
    for path in ["/", "/api/me", "/rules/french", "/nowhere"] {
        let secure = get(&server, path, "\r\nx-forwarded-proto: https").await;
        assert!(secure.head.contains(ONLY), "{path}: {}", secure.head);
        let plain = get(&server, path, "").await;
        assert!(!plain.head.contains(ONLY), "{path}: {}", plain.head);
    }
    server.stop().await;
    // Where no proxy is trusted, anybody could have written that.
    let server = Server::fresh("http").await;
    let said = get(&server, "/", "\r\nx-forwarded-proto: https").await;
    assert!(!said.head.contains(ONLY), "{}", said.head);
    server.stop().await;
}
