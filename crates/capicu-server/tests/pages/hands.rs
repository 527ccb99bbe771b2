//! Boards dealt by phone at real tables: everybody sees the tiles of their own seat, and nobody another hand.

use std::collections::BTreeSet;

use super::common::browser::Browser;
use super::common::*;
use super::events::{Desk, after, led_to, member, page};

pub const FIELDS: [(&str, &str); 13] = [
    ("preset", "duplicate"),
    ("name", "Friday"),
    ("boards", "2"),
    ("minutes", ""),
    ("bye", "50"),
    ("requested", "50"),
    ("missed", "0"),
    ("win", "60"),
    ("loss", "0"),
    ("double", "0"),
    ("withdrawal", "stand"),
    ("check-in", "none"),
    ("deals", "phones"),
];

/// The paths to the two seats of an entry, from its own page.
async fn seats(desk: &mut Desk<'_>, entry: u32) -> [String; 2] {
    let shown = page(&mut desk.browser, &format!("{}/entry/{entry}", desk.event)).await;
    let link = after(&shown, "href=\"http://").to_owned();
    let own = format!("/{}", link.split_once('/').expect("a path").1);
    let mut stranger = Browser::new(desk.browser.server);
    let own = page(&mut stranger, &own).await;
    assert!(!own.contains("href=\"#t"), "no tiles there: {own}");
    let links = own.split("href=\"").map(|rest| rest.split('"').next());
    let links = links.flatten().filter(|path| path.contains("/hand/"));
    let links: Vec<String> = links.map(str::to_owned).collect();
    links.try_into().expect("two seats")
}

/// A phone of its own, with no other cookie than the one it is given.
fn phone<'a>(server: &'a Server) -> Browser<'a> {
    let mut browser = Browser::new(server);
    browser.head += "\r\naccept-language: en";
    browser
}

fn tiles(page: &str) -> BTreeSet<String> {
    let drawn = page.split("href=\"#t").skip(1);
    let drawn = drawn.map(|rest| rest.split('"').next().unwrap().to_owned());
    let all: BTreeSet<String> = drawn.collect();
    // No other tile is on the page, not even among those that could be drawn.
    assert_eq!(page.matches("<g id=\"t").count(), all.len(), "{page}");
    all
}

async fn take(phone: &mut Browser<'_>, path: &str) -> BTreeSet<String> {
    led_to(&phone.form(path, &[("act", "take")]).await);
    tiles(&page(phone, path).await)
}

fn board(page: &str) -> &str {
    after(page, "name=\"board\" value=\"")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_shows_the_tiles_of_its_own_seat_alone() {
    let server = Server::fresh("hands").await;
    let mut browser = member(&server, "nena").await;
    browser.head += "\r\naccept-language: en";
    let made = led_to(&browser.form("/events/new", &FIELDS).await);
    let event = made.trim_end_matches("/desk").to_owned();
    let mut desk = Desk {
        browser,
        event: event.clone(),
        key: 0,
    };
    desk.done("list", &[("list", "A / B\nC / D\nE / F\nG / H")])
        .await;
    desk.done("open", &[]).await;
    led_to(&desk.send("draft", &[]).await);
    let draft = page(&mut desk.browser, &format!("{event}/draft")).await;
    desk.done("publish", &[]).await;
    // Whoever knows the seed knows every board: nobody reads it on a page before the end.
    let log = desk.log().await;
    let seed = log.split("\"seed\":").nth(1).expect("a seed");
    let seed: String = seed.chars().take_while(char::is_ascii_digit).collect();
    for path in [
        "",
        "/desk",
        "/log",
        "/boards",
        "/screen",
        "/files/event.json",
    ] {
        let shown = page(&mut desk.browser, &format!("{event}{path}")).await;
        assert!(!shown.contains(&seed), "{path}: {shown}");
    }
    assert!(!draft.contains(&seed));

    // Table 1, whoever sits there, and the two seats of one pair at table 2.
    let mut all = Vec::new();
    for entry in 1..=4 {
        all.extend(seats(&mut desk, entry).await);
    }
    let of_table = |table: u32| {
        let at = format!("/hand/1-1-{table}-");
        let mut own: Vec<String> = all
            .iter()
            .filter(|path| path.contains(&at))
            .cloned()
            .collect();
        // By seats: North, East, South and West.
        own.sort();
        own
    };
    let (first, second) = (of_table(1), of_table(2));
    assert_eq!((first.len(), second.len()), (4, 4));

    // Nothing is shown before a device is given the seat, and nothing of it to another device.
    let mut phones: Vec<Browser<'_>> = first.iter().map(|_| phone(&server)).collect();
    let early = page(&mut phones[0], &first[0]).await;
    assert!(tiles(&early).is_empty() && early.contains("data-testid=\"take\""));
    // Who is there first and says that the board is over keeps it: the others have not seen their tiles yet.
    let mut hands = vec![take(&mut phones[0], &first[0]).await];
    let over = [("act", "over"), ("board", "1")];
    led_to(&phones[0].form(&first[0], &over).await);
    let still = page(&mut phones[0], &first[0]).await;
    assert_eq!((board(&still), tiles(&still)), ("1", hands[0].clone()));
    assert!(still.contains("1 of 4"), "{still}");
    for (phone, path) in phones.iter_mut().zip(&first).skip(1) {
        hands.push(take(phone, path).await);
    }
    assert!(hands.iter().all(|hand| hand.len() == 7), "{hands:?}");
    let together: BTreeSet<&String> = hands.iter().flatten().collect();
    assert_eq!(together.len(), 28, "each tile is in one hand");
    let mut thief = phone(&server);
    thief.form(&first[0], &[("act", "take")]).await.with(409);
    let shown = page(&mut thief, &first[0]).await;
    assert!(tiles(&shown).is_empty() && shown.contains("Another device shows these tiles"));
    // A device with a seat is shown no other in the round: not the partner's, nor the same boards at another table.
    for path in [&first[2], &second[2], &second[1]] {
        let refused = phones[0].form(path, &[("act", "take")]).await;
        assert_eq!(refused.status, 409, "{path}: {}", refused.text());
        assert!(tiles(&page(&mut phones[0], path).await).is_empty());
    }
    let forged = format!("{}000000", &first[1][..first[1].len() - 6]);
    for wrong in [forged, first[1].replace("/1-1-1-1/", "/1-1-1-2/")] {
        assert_eq!(thief.ask("GET", &wrong, "").await.status, 404, "{wrong}");
        let taken = thief.form(&wrong, &[("act", "take")]).await;
        assert_eq!(taken.status, 404, "{wrong}");
    }
    // The other table has the same board, seat by seat.
    assert_eq!(take(&mut thief, &second[3]).await, hands[3]);

    // The next board is shown once the whole table has said that this one is over.
    for (at, path) in first.iter().enumerate() {
        let shown = page(&mut phones[at], path).await;
        assert_eq!((board(&shown), tiles(&shown)), ("1", hands[at].clone()));
        for _ in 0..2 {
            led_to(&phones[at].form(path, &over).await);
        }
    }
    for (at, path) in first.iter().enumerate() {
        let shown = page(&mut phones[at], path).await;
        assert_eq!(board(&shown), "2");
        assert_eq!(tiles(&shown).len(), 7);
        assert_ne!(tiles(&shown), hands[at]);
    }
    assert_eq!(tiles(&page(&mut thief, &second[3]).await), hands[3]);

    // The desk gives the seats out anew: the board goes on.
    let anew = format!("{event}/hands/1-1-1-0");
    thief.form(&anew, &[]).await.with(404);
    led_to(&desk.browser.form(&anew, &[]).await);
    let mut other = phone(&server);
    take(&mut other, &first[0]).await;
    assert_eq!(board(&page(&mut other, &first[0]).await), "2");
    let gone = page(&mut phones[0], &first[0]).await;
    assert!(tiles(&gone).is_empty());
    let over = [("act", "over"), ("board", "2")];
    led_to(&other.form(&first[0], &over).await);
    for (phone, path) in phones.iter_mut().zip(&first).skip(1) {
        take(phone, path).await;
        led_to(&phone.form(path, &over).await);
    }
    let done = page(&mut other, &first[0]).await;
    assert!(tiles(&done).is_empty() && done.contains("data-testid=\"all-played\""));

    // With a result there is nothing more to be seen at that table, and the other plays on.
    let result = [
        ("stage", "1"),
        ("round", "1"),
        ("meeting", "1"),
        ("board-0-0", "1"),
        ("board-1-1", "1"),
    ];
    desk.done("rule", &result).await;
    let over = page(&mut other, &first[0]).await;
    assert!(tiles(&over).is_empty() && over.contains("data-testid=\"no-hand\""));
    assert_eq!(tiles(&page(&mut thief, &second[3]).await), hands[3]);
    // A round that is taken back has no hands.
    desk.done("undo", &[("sure", "yes")]).await;
    desk.done("unpublish", &[("reason", "again"), ("sure", "yes")])
        .await;
    thief.ask("GET", &second[3], "").await.with(404);
    server.stop().await;
}
