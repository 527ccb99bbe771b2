//! The notices that a round has begun, at the bells of its players.

use capicu_protocol::ClientMessage;

use super::common::browser::Browser;
use super::common::*;
use super::events::{Desk, after, filled, led_to, own_page, reader};
use super::formats;

/// The list of a player's bell, on a page of one table or event.
pub async fn bell(browser: &mut Browser<'_>, here: &str) -> (u64, String) {
    let path = format!("/bell?part=now&lang=en&here={here}");
    let told: serde_json::Value = browser.get(&path).await;
    let list = told["html"].as_str().expect("a list").to_owned();
    (told["n"].as_u64().expect("a number"), list)
}

/// An event of Ana and Luis, before its first round.
pub async fn entered<'a>(
    server: &'a Server,
    place: &'static str,
) -> (Desk<'a>, [Browser<'a>; 2], String) {
    let mut browser = reader(server, "nena").await;
    let made = led_to(&browser.form("/events/new", &filled(place, "5")).await);
    let event = made.trim_end_matches("/desk").to_owned();
    let shown = super::events::page(&mut browser, &format!("{event}/desk")).await;
    let join = after(&shown, "href=\"http://");
    let join = format!("/{}", join.split_once('/').expect("a path").1);
    let mut people = [reader(server, "ana").await, reader(server, "luis").await];
    for (person, name) in people.iter_mut().zip(["Ana", "Luis"]) {
        let entry = [("name", name), ("key", name)];
        led_to(&person.form(&join, &entry).await);
    }
    let mut desk = Desk {
        browser,
        event: event.clone(),
        key: 0,
    };
    if place == "hall" {
        let list = [("list", "Eva\nJuan"), ("sure", "yes")];
        desk.done("list", &list).await;
    }
    (desk, people, event.trim_start_matches("/e/").to_owned())
}

/// Publishes the next round.
pub async fn publish(desk: &mut Desk<'_>) {
    desk.done("open", &[]).await;
    desk.send("draft", &[]).await;
    desk.done("publish", &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn published_round_calls_players_to_their_online_table() {
    let server = Server::fresh("begun-online").await;
    let (mut desk, [mut ana, mut luis], id) = entered(&server, "online").await;
    let mut eva = reader(&server, "eva").await;
    assert_eq!(bell(&mut ana, "").await.0, 0, "nothing has begun");
    publish(&mut desk).await;
    let mut links = Vec::new();
    for person in [&mut ana, &mut luis] {
        let (n, list) = bell(person, "").await;
        assert_eq!(n, 1, "{list}");
        list.has("Friday begins.");
        list.has("Table 1");
        let link = after(&list, "href=\"/t/").to_owned();
        let own = bell(person, &id).await;
        assert_eq!(own.0, 0, "they see the event: {}", own.1);
        let table = link.split('#').next().expect("a table");
        assert_eq!(bell(person, table).await.0, 0, "they see the table");
        assert_eq!(bell(person, "elsewhere").await.0, 1, "nobody sits there");
        links.push(link);
    }
    for other in [&mut eva, &mut desk.browser] {
        assert_eq!(bell(other, "").await.0, 0, "they do not play");
    }
    let mut guest = Browser::guest(&server, "guest").await;
    assert_eq!(guest.ask("GET", "/bell?part=now", "").await.status, 401);

    // The link opens the own seat. A player at the table needs no notice.
    let (table, token) = links[0].split_once('#').expect("a seat");
    let token = token.parse().expect("a token");
    let until = "data-testid=\"table-ready\"";
    super::events::until(&mut ana, &format!("/e/{id}"), until).await;
    let player = Player::sit(server.address, &table.to_owned(), &token).await;
    for look in 0.. {
        if bell(&mut ana, "").await.0 == 0 {
            break;
        }
        assert!(look < 50, "the notice stays");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    assert_eq!(bell(&mut luis, "").await.0, 1);
    drop(player);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn published_round_calls_players_to_a_hall_until_a_result_is_reported() {
    let server = Server::fresh("begun-hall").await;
    let (mut desk, [mut ana, mut luis], _) = entered(&server, "hall").await;
    publish(&mut desk).await;
    let mut tables = Vec::new();
    for (person, entry) in [(&mut ana, 1), (&mut luis, 2)] {
        let (n, list) = bell(person, "").await;
        assert_eq!(n, 1, "{list}");
        list.has("Friday begins.");
        assert_eq!(after(&list, "href=\""), own_page(&mut desk, entry).await);
        tables.push(list.contains("Table 2"));
    }
    // One entry reports a result; the others at that table confirm it or not.
    let meeting = if tables[0] { "2" } else { "1" };
    let claim = [
        ("act", "claim"),
        ("key", "c"),
        ("meeting", meeting),
        ("round", "1"),
        ("games-0", "2"),
        ("games-1", "0"),
        ("points-0", "80"),
        ("points-1", "0"),
    ];
    let own = own_page(&mut desk, 1).await;
    led_to(&ana.form(&own, &claim).await);
    assert_eq!(bell(&mut ana, "").await.0, 0);
    let is_same = tables[0] == tables[1];
    assert_eq!(bell(&mut luis, "").await.0, u64::from(!is_same));
    for meeting in ["1", "2"] {
        let rule = [
            ("stage", "1"),
            ("round", "1"),
            ("meeting", meeting),
            ("kind", "void"),
            ("reason", "seen"),
            ("sure", "yes"),
        ];
        desk.done("rule", &rule).await;
    }
    assert_eq!(bell(&mut luis, "").await.0, 0);
    desk.send("draft", &[("consent", "yes")]).await;
    desk.done("publish", &[]).await;
    let (_, list) = bell(&mut ana, "").await;
    list.has("Your next table at Friday is ready.");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn replaced_player_is_not_called_to_the_seat_of_the_substitute() {
    let server = Server::fresh("begun-replaced").await;
    let mut browser = reader(&server, "nena").await;
    // A round of latin pairs at tables of the server.
    let online = [
        ("rounds", "2"),
        ("late", "2"),
        ("where", "online"),
        ("turn-time", "off"),
        ("grace", "5"),
        ("absent", "forfeit"),
        ("watchers", "nobody"),
    ];
    let pairs = formats::filled("latin-pairs", &online);
    let made = led_to(&browser.form("/events/new", &pairs).await);
    let event = made.trim_end_matches("/desk").to_owned();
    let mut desk = Desk {
        browser,
        event: event.clone(),
        key: 0,
    };
    let pairs = [("list", "Ana / Luis\nRosa / Juan"), ("sure", "yes")];
    desk.done("list", &pairs).await;
    let mut people = [reader(&server, "ana").await, reader(&server, "luis").await];
    let own = own_page(&mut desk, 1).await;
    for (person, place) in people.iter_mut().zip(["0", "1"]) {
        led_to(&person.form(&own, &[("me", place)]).await);
    }
    let [ana, luis] = &mut people;
    let joins = [
        ("entry", "1"),
        ("leaves", "Ana"),
        ("joins", "Eva"),
        ("sure", "yes"),
    ];
    desk.done("substitute", &joins).await;
    publish(&mut desk).await;
    let (n, list) = bell(luis, "").await;
    assert_eq!(n, 1, "the partner stays: {list}");
    let link = after(&list, "href=\"/t/").to_owned();
    let table = link.split_once('#').expect("a seat").0;
    // Neither the bell nor the event nor the account opens Eva's seat.
    let ready = "data-testid=\"table-ready\"";
    super::events::until(luis, &event, ready).await;
    super::events::until(luis, "/api/me/tables", table).await;
    assert_eq!(bell(ana, "").await.0, 0);
    assert!(!super::events::page(ana, &event).await.contains(ready));
    let tables = super::events::page(ana, "/api/me/tables").await;
    assert_eq!(tables, "[]", "no seat at {table}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn player_on_turn_is_called_to_the_turn() {
    let server = Server::fresh("begun-turn").await;
    let (mut desk, mut people, _) = entered(&server, "online").await;
    publish(&mut desk).await;
    let mut there = Vec::new();
    for person in &mut people {
        let (_, list) = bell(person, "").await;
        let link = after(&list, "href=\"/t/").to_owned();
        let (table, token) = link.split_once('#').expect("a seat");
        let token = token.parse().expect("a token");
        super::events::until(person, "/api/me/tables", table).await;
        there.push(Player::sit(server.address, table, &token).await);
    }
    for player in &mut there {
        // The table may deal without them.
        if let Some(ready @ ClientMessage::Ready { .. }) = player.owed() {
            player.say(&ready).await;
        }
    }
    for player in &mut there {
        while player.view().round().is_none() {
            player.hear().await.unwrap();
        }
    }
    let at = there.iter().position(Player::my_turn).expect("a turn");
    drop(there.remove(at));
    for look in 0.. {
        let (n, list) = bell(&mut people[at], "").await;
        if n > 0 {
            assert_eq!(n, 1, "{list}");
            list.has("It is your turn.");
            break;
        }
        assert!(look < 50, "no notice");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    server.stop().await;
}
