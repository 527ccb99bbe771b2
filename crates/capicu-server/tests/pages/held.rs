//! Limits of an event: long lists, frequent forms, and data that a display may not see.

use super::common::browser::Browser;
use super::common::*;
use super::events::{Desk, led_to, member, page};
use super::hands::FIELDS;

async fn desk<'a>(server: &'a Server) -> Desk<'a> {
    let mut browser = member(server, "nena").await;
    browser.head += "\r\naccept-language: en";
    let made = led_to(&browser.form("/events/new", &FIELDS).await);
    let event = made.trim_end_matches("/desk").to_owned();
    Desk {
        browser,
        event,
        key: 0,
    }
}

fn list(lines: usize) -> String {
    (1..=lines).map(|n| format!("Pair {n};-2+3|x\n")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_has_a_limit_and_its_names_are_no_formulas() {
    let server = Server::fresh("long-list").await;
    let mut desk = desk(&server).await;
    let answer = desk.send("list", &[("list", &list(1_000))]).await.with(422);
    let why = "Line 501: a list has at most 500 lines";
    assert!(answer.text().contains(why), "{}", answer.text());
    desk.done("list", &[("list", &list(20))]).await;
    let file = format!("{}/files/entries.csv", desk.event);
    let file = page(&mut desk.browser, &file).await;
    assert_eq!(file.matches("\"'-2+3|x\"").count(), 20, "{file}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forms_of_a_desk_have_a_limit_of_their_own() {
    let folder = Folder::new("desk-limit");
    let mut config = config(&folder.0);
    config.limits.desk = "4/1".parse().unwrap();
    let server = Server::start(config).await;
    let mut desk = desk(&server).await;
    for number in 1..=4 {
        let text = format!("Lunch {number}");
        desk.done("announce", &[("text", &text)]).await;
    }
    let answer = desk
        .send("announce", &[("text", "Once more")])
        .await
        .with(429);
    assert!(answer.head.contains("retry-after: "), "{}", answer.head);
    // Pages are shown all the same, and somebody else has a limit of their own.
    let shown = page(&mut desk.browser, &desk.event.clone()).await;
    assert!(!shown.contains("Once more"), "{shown}");
    let mut other = member(&server, "eva").await;
    let answer = other.form(&format!("{}/desk", desk.event), &[]).await;
    assert_eq!(answer.status, 404, "it is not their desk");
    server.stop().await;
}

/// The log of an event is longer than the forms that fill it.
#[tokio::test(flavor = "multi_thread")]
async fn bytes_of_desks_count_for_the_address() {
    let folder = Folder::new("desk-disk");
    let mut config = config(&folder.0);
    config.limits.disk = std::num::NonZeroU32::MIN;
    let server = Server::start(config).await;
    let mut desk = desk(&server).await;
    let mut sent = 0;
    loop {
        let list = list(400);
        sent += list.len();
        let answer = desk.send("list", &[("list", &list)]).await;
        if answer.status == 429 {
            break;
        }
        assert_eq!(answer.status, 303, "{}", answer.text());
        assert!(sent < 200_000, "a megabyte is stored long before");
        let made = desk.browser.form("/events/new", &FIELDS).await;
        if made.status == 429 {
            break;
        }
        desk.event = led_to(&made).trim_end_matches("/desk").to_owned();
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_display_learns_seeds_and_payments_at_the_end() {
    let server = Server::fresh("display").await;
    let mut desk = desk(&server).await;
    let names = "Ana / Luis\nEva / Tito\nIda / Leo\nMia / Sam";
    desk.done("list", &[("list", names)]).await;
    desk.done("paid", &[("entry", "1")]).await;
    let mut display = member(&server, "dora").await;
    display.head += "\r\naccept-language: en";
    let part = [("username", "dora"), ("part", "display")];
    desk.done("appoint", &part).await;
    let (log, event) = (desk.log().await, desk.event.clone());
    let seed = log.split("\"seed\":").nth(1).expect("a seed");
    let seed: String = seed.chars().take_while(char::is_ascii_digit).collect();
    let file = |name: &str| format!("{event}/files/{name}");
    let seen = async |display: &mut Browser<'_>| {
        let mut all = String::new();
        for path in ["/desk", "/log", "/entry/1", "/files/entries.csv"] {
            all += &page(display, &format!("{event}{path}")).await;
        }
        all
    };
    let before = seen(&mut display).await;
    assert!(before.contains("Ana / Luis"), "{before}");
    for secret in [&seed, "has-paid", "\"x\"", "Ana / Luis: Paid"] {
        assert!(!before.contains(secret), "{secret} in {before}");
    }
    display.ask("GET", &file("event.jsonl"), "").await.with(404);
    let paid = page(&mut desk.browser, &file("entries.csv")).await;
    assert!(paid.contains("\"x\""), "the director knows: {paid}");
    // It ends at once: nobody has begun.
    desk.done("freeze", &[("sure", "yes")]).await;
    assert_eq!(
        page(&mut display, &file("event.jsonl")).await,
        desk.log().await
    );
    assert!(seen(&mut display).await.contains("has-paid"));
    server.stop().await;
}
