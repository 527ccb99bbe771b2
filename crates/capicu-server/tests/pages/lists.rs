//! The lists of events, clubs and ratings, as a visitor and a player see them.

use super::common::browser::Browser;
use super::common::*;
use super::events::{Desk, led_to, member, page};

/// The rows of a page that are one link, as words: leaf, name, lines and chip.
fn rows(page: &str, id: &str) -> Vec<String> {
    let rows = page.split("<a class=\"whole\" ").skip(1);
    let rows = rows.filter(|row| {
        row.split('>')
            .next()
            .is_some_and(|tag| tag.contains(&format!("data-testid=\"{id}\"")))
    });
    let words = |row: &str| {
        let inside = row.split("</a>").next().unwrap_or_default();
        let parts = inside
            .split('<')
            .skip(1)
            .filter_map(|part| part.split_once('>'));
        let words: Vec<&str> = parts
            .map(|(_, text)| text.trim())
            .filter(|text| !text.is_empty())
            .collect();
        words.join("|")
    };
    rows.map(words).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn empty_lists_lead_to_the_first_step_in_every_language() {
    let server = Server::fresh("lists-empty").await;
    let mut stranger = Browser::guest(&server, "stranger").await;
    let mut nena = member(&server, "nena").await;
    for (path, words, step) in [
        (
            "/events",
            [
                "Run an evening",
                "Organiza una noche",
                "Organisez une soirée",
            ],
            "/events/new",
        ),
        (
            "/clubs",
            [
                "Create the first one",
                "Crea el primero",
                "Fondez le premier",
            ],
            "/clubs/new",
        ),
        (
            "/ratings/draw",
            [
                "the first place is free",
                "el primer lugar está libre",
                "la première place est libre",
            ],
            "/lobby",
        ),
    ] {
        for (lang, words) in ["en", "es", "fr"].into_iter().zip(words) {
            let shown = page(&mut nena, &format!("{path}?lang={lang}")).await;
            let empty = shown.split("data-testid=\"empty\"").nth(1).expect(path);
            let empty = empty.split("</div>").next().unwrap_or_default();
            assert!(empty.contains(words), "{path} {lang}: {empty}");
            assert!(
                empty.contains(&format!("href=\"{step}\"")),
                "{path} {lang}: {empty}"
            );
        }
    }
    // Without an account the first step to a club is an account.
    let clubs = page(&mut stranger, "/clubs?lang=en").await;
    let empty = clubs
        .split("data-testid=\"empty\"")
        .nth(1)
        .expect("an empty state");
    assert!(
        empty
            .split("</div>")
            .next()
            .unwrap_or_default()
            .contains("href=\"/me\"")
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn events_and_clubs_say_when_where_and_how_many() {
    let server = Server::fresh("lists").await;
    let mut nena = member(&server, "nena").await;
    nena.head += "\r\naccept-language: en";
    let mut stranger = Browser::guest(&server, "stranger").await;
    stranger.head += "\r\naccept-language: en";
    let club = [
        ("address", "centro"),
        ("name", "Dominó Centro"),
        ("place", "Calle 8, 12"),
        ("evening", "Fridays"),
        ("zone", "America/Caracas"),
    ];
    led_to(&nena.form("/clubs/new", &club).await);
    let made = async |nena: &mut Browser<'_>, fields: &[(&str, &str)]| {
        let mut all = vec![("club", "centro"), ("preset", "sbyc-club")];
        all.extend(fields);
        let made = led_to(&nena.form("/events/new", &all).await);
        made.trim_end_matches("/desk").to_owned()
    };
    let coming = [
        ("name", "Friday"),
        ("day", "2099-12-04"),
        ("begins", "20:00"),
    ];
    made(&mut nena, &coming).await;
    let next = [("name", "Sooner"), ("day", "2099-03-01")];
    made(&mut nena, &next).await;
    let on_now = made(&mut nena, &[("name", "Tonight")]).await;
    let over = made(&mut nena, &[("name", "Last year")]).await;
    let mut desk = Desk {
        browser: nena,
        event: on_now,
        key: 0,
    };
    desk.done("list", &[("list", "Ana\nEva")]).await;
    desk.done("open", &[]).await;
    desk.send("draft", &[]).await;
    desk.done("publish", &[]).await;
    desk.event = over;
    desk.done("cancel", &[("reason", "Rain"), ("sure", "yes")])
        .await;

    let events = page(&mut stranger, "/events").await;
    let found = rows(&events, "event");
    assert_eq!(found.len(), 4, "{found:?}");
    let of = |name: &str| {
        let found = found.iter().position(|row| row.contains(name));
        found.unwrap_or_else(|| panic!("{name}: {found:?}"))
    };
    let row = "Dec|4|Friday|Club game · Dominó Centro · Calle 8, 12|2099-12-04";
    let friday = format!("{row}|, 20:00 (America/Caracas)|Entries: 0");
    assert_eq!(found[of("Friday")], friday);
    assert!(
        found[of("Sooner")].starts_with("Mar|1|Sooner|"),
        "{found:?}"
    );
    assert!(found[of("Tonight")].contains("Entries: 2"), "{found:?}");
    assert!(found[of("Tonight")].ends_with("|Round 1 of 1"), "{found:?}");
    assert!(found[of("Last year")].ends_with("|Cancelled"), "{found:?}");
    // On now, then the next ones by their day, then those that are over.
    let order = ["Tonight", "Sooner", "Friday", "Last year"].map(of);
    assert_eq!(order, [0, 1, 2, 3]);
    let titles = ["<h2>On now</h2>", "<h2>Coming</h2>", "<h2>Finished</h2>"];
    let at = titles.map(|title| events.find(title).expect(title));
    assert!(at.is_sorted());

    let clubs = page(&mut stranger, "/clubs").await;
    let found = rows(&clubs, "club");
    assert_eq!(
        found,
        ["Dominó Centro|Calle 8, 12 · Fridays|Next event:|2099-03-01|1 player"]
    );
    assert!(rows(&clubs, "own-club").is_empty());
    let own = rows(&page(&mut desk.browser, "/clubs").await, "own-club");
    assert!(own[0].ends_with("|owner"), "{own:?}");

    // The first page shows the latest three.
    let latest = page(&mut stranger, "/").await;
    assert!(rows(&latest, "latest-event").len() == 3, "{latest}");
    server.stop().await;
}
