//! Members' pages, friends, challenges and blocks, used by forms without a script and in JSON.

mod bots;
mod programs;

use std::time::Duration;

use crate::common::browser::{
    Browser, behind_proxy, guest, led_to, member, neighbor, page, served_by_proxy,
};
use crate::common::*;
use capicu_protocol::{
    ApiError, ApiErrorCode, ClientMessage, CreateTable, Level, MyFriends, Phrase, Plan, Profile,
    Saying, ServerMessage, Whereabouts, decode,
};
use capicu_server::{Config, Limit, Limits};
use serde_json::Value;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use tokio::time::sleep;

async fn sent(browser: &mut Browser<'_>, path: &str, fields: &str) -> String {
    led_to(&browser.ask("POST", path, fields).await)
}

/// Sends a form that is refused with this status, and says so in words.
async fn refused(browser: &mut Browser<'_>, path: &str, fields: &str, status: u16) -> String {
    let answer = browser.ask("POST", path, fields).await;
    assert_eq!(answer.status, status, "{path} {fields}: {}", answer.text());
    let text = answer.text().to_owned();
    assert!(text.contains("data-testid=\"problem\""), "{text}");
    text
}

fn shows(page: &str, id: &str) -> bool {
    page.contains(&format!("data-testid=\"{id}\""))
}

async fn friends(browser: &mut Browser<'_>) -> MyFriends {
    browser.get("/api/me/friends").await
}

/// The usernames of friends, of those who ask, of those asked and of those blocked.
async fn names(browser: &mut Browser<'_>) -> [String; 4] {
    let found = friends(browser).await;
    let friends = found.friends.into_iter().map(|friend| friend.person);
    let all = [friends.collect(), found.asking, found.asked, found.blocked];
    all.map(|people| {
        let names = people
            .into_iter()
            .map(|one| one.username.unwrap_or_default());
        names.collect::<Vec<_>>().join(" ")
    })
}

async fn befriend<'a>(one: &mut Browser<'a>, other: &mut Browser<'a>) {
    let [first, second] = [one.me().await, other.me().await].map(|me| me.username.unwrap());
    for (browser, username) in [(one, second), (other, first)] {
        let asked = format!("/api/me/friends/{username}");
        browser.ask("PUT", &asked, "").await.with(204);
    }
}

/// A match of these two and two bots, played to its end; its number for both.
async fn play(one: &Browser<'_>, other: &Browser<'_>) {
    let plans = [Plan::Me, Plan::Bot, Plan::Open, Plan::Bot];
    let table = CreateTable {
        level: Some(Level::Heaviest),
        ..four(plans, &[("target", "1")])
    };
    let created = create(one.server.address, &table).await;
    let sit = async |token, browser: &Browser<'_>| {
        let (address, cookie) = (browser.server.address, browser.cookie.as_deref());
        let sat = Player::join_as(address, &created.table, token, cookie).await;
        sat.unwrap()
    };
    let first = sit(&created.token, one).await;
    let second = sit(&created.open[0].token, other).await;
    tokio::join!(first.play(u32::MAX), second.play(u32::MAX));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_member_has_a_page_that_anybody_may_see() {
    let server = served_by_proxy("profile").await;
    let mut lola = neighbor(&server, "lola", 1).await;
    let gus = guest(&server, "Gus", 2).await;
    let mut nobody = Browser::new(&server);
    let first = page(&mut nobody, "/@lola?lang=en").await;
    for id in ["profile-page", "profile-ratings", "profile-games"] {
        assert!(shows(&first, id), "{id}: {first}");
    }
    assert!(first.contains("<h1>lola</h1>") && first.contains("No finished match yet."));
    assert!(!shows(&first, "ask") && !shows(&first, "block"));
    // Signed in as a guest, one can block; as the member, nothing.
    assert!(shows(&page(&mut lola, "/@lola").await, "is-you"));
    lola.ask("PATCH", "/api/me", "{\"name\":\"Lola <b>\"}")
        .await
        .with(200);

    play(&lola, &gus).await;
    let played = page(&mut nobody, "/@lola?lang=en").await;
    assert!(played.contains("<td class=\"number\">1</td>"), "{played}");
    assert!(played.contains("Lola &lt;b&gt;") && !played.contains("<b>>"));
    assert!(!played.contains("Gus"), "nobody else is named");
    let profile: Profile = nobody.get("/api/players/lola").await;
    assert_eq!((profile.games.len(), profile.games[0].matches), (1, 1));
    assert_eq!(profile.games[0].game, "jamaican-partner");
    assert_eq!(profile.name.as_deref(), Some("Lola <b>"));

    // Written otherwise, it is the same member; of guests and of nobody there is no page.
    for same in ["/@LOLA", "/@Io1a", "/@l0_la"] {
        assert_eq!(led_to(&nobody.ask("GET", same, "").await), "/@lola");
    }
    for none in ["/@Gus", "/@lol", "/@%3Cb%3E", "/@a", "/@..%2f..%2fme"] {
        let answer = nobody.ask("GET", none, "").await;
        assert_eq!(answer.status, 404, "{none}");
        assert!(shows(answer.text(), "nobody-page"));
        assert!(!answer.text().contains("<b>"), "{none}");
    }
    nobody.ask("GET", "/api/players/Gus", "").await.with(404);
    // It goes with the member.
    assert_eq!(lola.ask("DELETE", "/api/me", "").await.status, 204);
    assert_eq!(nobody.ask("GET", "/@lola", "").await.status, 404);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn friends_ask_and_see_where_they_are() {
    let server = served_by_proxy("friends").await;
    let mut ana = neighbor(&server, "ana", 1).await;
    let mut eva = neighbor(&server, "eva", 2).await;
    let mut gus = guest(&server, "Gus", 3).await;
    assert!(shows(&page(&mut ana, "/").await, "to-friends"));
    page(&mut ana, "/friends?lang=es")
        .await
        .has("<h1>Amigos</h1>");

    // From the page of a member, and from the list.
    let profile = page(&mut ana, "/@eva").await;
    assert!(shows(&profile, "ask") && !shows(&profile, "challenge-form"));
    let fields = "username=eva&from=profile";
    assert_eq!(sent(&mut ana, "/friends/ask", fields).await, "/@eva");
    assert!(shows(&page(&mut ana, "/@eva").await, "take-back"));
    assert_eq!(names(&mut ana).await, ["", "", "eva", ""]);
    assert_eq!(names(&mut eva).await, ["", "ana", "", ""]);
    assert!(shows(&page(&mut eva, "/@ana").await, "accept"));
    let list = page(&mut eva, "/friends").await;
    assert!(shows(&list, "asking") && shows(&list, "accept"));
    let id = friends(&mut eva).await.asking[0].id;
    let who = format!("who={id}");
    assert_eq!(
        sent(&mut eva, "/friends/accept", &who).await,
        "/friends?done=accept"
    );
    // Once more, or after it was taken back elsewhere: the list shows what is so.
    assert_eq!(sent(&mut eva, "/friends/accept", &who).await, "/friends");
    assert_eq!(sent(&mut eva, "/friends/refuse", &who).await, "/friends");
    assert_eq!(names(&mut ana).await, ["eva", "", "", ""]);
    assert!(shows(&page(&mut ana, "/@eva").await, "challenge-form"));

    // Where a friend is, unless they hide it.
    let place = async |ana: &mut Browser<'_>| friends(ana).await.friends[0].presence.unwrap();
    assert_eq!(place(&mut ana).await, Whereabouts::Here);
    assert!(shows(&page(&mut ana, "/friends").await, "presence"));
    let created = create(server.address, &four(BOTS, &[])).await;
    let (table, token) = (&created.table, &created.token);
    let cookie = eva.cookie.clone();
    let at_table = Player::join_as(server.address, table, token, cookie.as_deref()).await;
    assert_eq!(place(&mut ana).await, Whereabouts::AtTable);
    let shown = page(&mut ana, "/friends?lang=en&part=circle").await;
    assert!(
        shown.contains("at a table") && !shown.contains("<html"),
        "{shown}"
    );
    assert_eq!(sent(&mut eva, "/friends/shown", "shown=off").await, "/me");
    assert_eq!(place(&mut ana).await, Whereabouts::Away);
    assert!(!shows(&page(&mut ana, "/friends").await, "presence"));
    assert!(!friends(&mut eva).await.shown);
    let body = "{\"shown\":true}";
    assert_eq!(eva.ask("PATCH", "/api/me/friends", body).await.status, 200);
    assert_eq!(place(&mut ana).await, Whereabouts::AtTable);
    drop(at_table);

    // Everything of it is in the export, without where friends are.
    let export: Value = ana.get("/api/me/export").await;
    assert_eq!(export["friends"]["friends"][0]["username"], "eva");
    assert_eq!(export["friends"]["friends"][0].get("presence"), None);
    assert_eq!(
        eva.ask("DELETE", "/api/me/friends/ana", "").await.status,
        204
    );
    assert_eq!(
        eva.ask("DELETE", "/api/me/friends/ana", "").await.status,
        404
    );
    assert_eq!(names(&mut ana).await, [""; 4]);

    // What cannot be is told.
    for who in ["ana", "Gus", "nobody", "%3Cb%3Eana", ""] {
        let fields = format!("username={who}");
        let text = refused(&mut ana, "/friends/ask", &fields, 404).await;
        assert!(!text.contains("<b>ana"), "{who}");
    }
    assert_eq!(
        ana.ask("POST", "/friends/adopt", "username=eva")
            .await
            .status,
        404
    );
    refused(&mut gus, "/friends/ask", "username=eva", 401).await;
    gus.ask("PUT", "/api/me/friends/eva", "").await.with(401);
    let mut nobody = Browser::new(&server);
    nobody.head += "\r\ncontent-type: application/x-www-form-urlencoded";
    refused(&mut nobody, "/friends/ask", "username=eva", 401).await;
    assert_eq!(nobody.ask("GET", "/api/me/friends", "").await.status, 401);
    ana.head = ana.head.replace("same-origin", "cross-site");
    for path in [
        "/friends/ask",
        "/friends/block",
        "/friends/shown",
        "/challenge",
    ] {
        refused(&mut ana, path, "username=eva", 403).await;
    }
    for (method, path) in [
        ("PUT", "/api/me/friends/eva"),
        ("DELETE", "/api/me/blocks/eva"),
    ] {
        assert_eq!(ana.ask(method, path, "").await.status, 403);
    }
    ana.head = ana.head.replace("cross-site", "same-origin");
    assert_eq!(names(&mut eva).await, [""; 4]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn floods_of_questions_are_stopped() {
    let folder = Folder::new("friends-flood");
    let limits = Limits {
        tables: Limit {
            burst: 2.try_into().unwrap(),
            per_minute: 1.try_into().unwrap(),
        },
        ..Limits::NONE
    };
    let server = Server::start(Config {
        limits,
        ..behind_proxy(&folder)
    })
    .await;
    let mut ana = neighbor(&server, "ana", 1).await;
    let _eva = neighbor(&server, "eva", 2).await;
    for _ in 0..2 {
        sent(&mut ana, "/friends/ask", "username=eva").await;
    }
    refused(&mut ana, "/friends/ask", "username=eva", 429).await;
    ana.ask("PUT", "/api/me/blocks/eva", "").await.with(429);
    // What one has begun can be ended.
    assert_eq!(
        ana.ask("DELETE", "/api/me/friends/eva", "").await.status,
        204
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn blocks_stay_hidden_and_keep_people_apart() {
    let server = served_by_proxy("blocks").await;
    let mut ana = neighbor(&server, "ana", 1).await;
    let mut eva = neighbor(&server, "eva", 2).await;
    let mut ben = neighbor(&server, "ben", 3).await;
    befriend(&mut ana, &mut eva).await;
    let fields = "username=eva&from=profile";
    assert_eq!(sent(&mut ana, "/friends/block", fields).await, "/@eva");
    assert!(shows(&page(&mut ana, "/@eva").await, "unblock"));
    assert!(shows(&page(&mut ana, "/friends").await, "blocked"));
    assert_eq!(names(&mut ana).await, ["", "", "", "eva"]);
    assert_eq!(names(&mut eva).await, [""; 4]);

    // Asking somebody who blocks one looks the same as asking anybody.
    for who in ["ana", "ben"] {
        let fields = format!("username={who}");
        let led = sent(&mut eva, "/friends/ask", &fields).await;
        assert_eq!(led, "/friends?done=ask");
    }
    assert_eq!(names(&mut eva).await[2], "ana ben");
    let pages = [page(&mut eva, "/@ana").await, page(&mut eva, "/@ben").await];
    for id in ["acquaintance", "take-back", "block"] {
        assert!(pages.iter().all(|page| shows(page, id)), "{id}");
    }
    assert_eq!(names(&mut ana).await, ["", "", "", "eva"]);
    assert_eq!(names(&mut ben).await[1], "eva");
    let answer = ana.ask("PUT", "/api/me/friends/eva", "").await.with(409);
    let error: ApiError = decode(answer.text()).unwrap();
    assert_eq!(error.code, ApiErrorCode::Blocked);
    refused(&mut ana, "/friends/ask", "username=eva", 409).await;
    refused(
        &mut eva,
        "/challenge",
        "username=ana&game=draw&as=opponent",
        404,
    )
    .await;

    // A table where a bot makes room takes nobody in whom somebody there blocks, whoever comes.
    for is_ana in [true, false] {
        let (one, other) = match is_ana {
            true => (&mut ana, &mut eva),
            false => (&mut eva, &mut ana),
        };
        sent(one, "/lobby", "game=jamaican-partner").await;
        sent(one, "/lobby/bots", "").await;
        let table = table_of(one).await;
        let (address, cookie) = (server.address, one.cookie.clone());
        let sat = Player::join_as(address, &table, &new_token(), cookie.as_deref()).await;
        let _sat = sat.unwrap();
        for _ in 0..100 {
            if page(&mut ben, "/lobby").await.contains(&table) {
                break;
            }
            sleep(Duration::from_millis(50)).await;
        }
        assert!(page(&mut ben, "/lobby").await.contains(&table));
        assert!(!page(other, "/lobby").await.contains(&table));
        let fields = format!("table={table}");
        refused(other, "/lobby/sit", &fields, 409).await;
        assert_eq!(
            sent(&mut ben, "/lobby/sit", &fields).await,
            format!("/t/{table}")
        );
    }
    ana.ask("DELETE", "/api/me/blocks/eva", "").await.with(204);
    assert_eq!(
        names(&mut ana).await[1],
        "eva",
        "what was asked is seen now"
    );
    server.stop().await;
}

async fn table_of(browser: &mut Browser<'_>) -> String {
    for _ in 0..200 {
        let answer = browser.ask("GET", "/lobby/wait", "").await;
        if answer.status == 303 {
            return led_to(&answer).strip_prefix("/t/").unwrap().to_owned();
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("no table in ten seconds")
}

async fn hears(player: &mut Player) -> Saying {
    loop {
        if let ServerMessage::Said { saying, .. } = player.hear().await.unwrap() {
            return saying;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_of_a_blocked_player_does_not_arrive() {
    let server = served_by_proxy("blocks-talk").await;
    let mut ana = neighbor(&server, "ana", 1).await;
    let eva = neighbor(&server, "eva", 2).await;
    let gus = guest(&server, "Gus", 3).await;
    let created = create(server.address, &four(FRIENDS, &[])).await;
    let sit = async |browser: &Browser<'_>, token| {
        let (address, cookie) = (server.address, browser.cookie.as_deref());
        let sat = Player::join_as(address, &created.table, token, cookie).await;
        sat.unwrap()
    };
    let mut at_ana = sit(&ana, &created.token).await;
    let mut at_eva = sit(&eva, &created.open[0].token).await;
    let mut at_gus = sit(&gus, &created.open[1].token).await;
    let phrase = |phrase| ClientMessage::Say {
        key: new_key(),
        saying: Saying::Phrase(phrase),
    };
    let hello = Saying::Phrase(Phrase::Hello);
    at_eva.ask(&phrase(Phrase::Hello)).await.unwrap();
    assert_eq!(hears(&mut at_ana).await, hello);
    assert_eq!(hears(&mut at_gus).await, hello);

    // While both are there; and, after coming back, from the first moment.
    assert_eq!(ana.ask("PUT", "/api/me/blocks/eva", "").await.status, 204);
    let mut again = sit(&ana, &new_token()).await;
    let said = Phrase::ALL.into_iter().find(|of| *of != Phrase::Hello);
    let said = said.unwrap();
    at_eva.ask(&phrase(said)).await.unwrap();
    assert_eq!(hears(&mut at_gus).await, Saying::Phrase(said));
    at_gus.ask(&phrase(Phrase::Hello)).await.unwrap();
    for player in [&mut at_ana, &mut again] {
        assert_eq!(hears(player).await, hello, "of Gus and not of Eva");
    }
    assert_eq!(
        ana.ask("DELETE", "/api/me/blocks/eva", "").await.status,
        204
    );
    at_eva.ask(&phrase(said)).await.unwrap();
    assert_eq!(hears(&mut at_ana).await, Saying::Phrase(said));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_are_blocked_by_the_match_and_block_as_the_member_they_become() {
    let server = served_by_proxy("blocks-guests").await;
    let mut ana = neighbor(&server, "ana", 1).await;
    let mut gus = guest(&server, "Gus", 2).await;
    let mut eva = neighbor(&server, "eva", 3).await;
    play(&ana, &gus).await;
    let past = page(&mut ana, "/history/1").await;
    assert!(shows(&past, "met") && shows(&past, "block"), "{past}");
    // Seats where nobody sat who is somebody, one's own, and matches of others.
    for fields in ["1&seat=1", "1&seat=9", "2&seat=2", "x&seat=2", "1&seat=0"] {
        let fields = format!("match={fields}");
        assert_eq!(sent(&mut ana, "/friends/block", &fields).await, "/friends");
        assert!(friends(&mut ana).await.blocked.is_empty(), "{fields}");
    }
    let led = sent(&mut eva, "/friends/block", "match=1&seat=2").await;
    assert_eq!(led, "/friends");
    assert!(friends(&mut eva).await.blocked.is_empty());
    let led = sent(&mut ana, "/friends/block", "match=1&seat=2").await;
    assert_eq!(led, "/friends?done=block");
    let blocked = &friends(&mut ana).await.blocked[0];
    assert_eq!(
        (blocked.username.as_deref(), blocked.name.as_deref()),
        (None, Some("Gus"))
    );
    // A guest blocks, and turns out to be a member who is blocked from then on.
    sent(&mut gus, "/friends/block", "username=eva").await;
    let mut ben = neighbor(&server, "ben", 4).await;
    assert_eq!(gus.sign_in_beside(&mut ben).await.status, 200);
    assert_eq!(names(&mut gus).await, ["", "", "", "eva"]);
    assert_eq!(names(&mut ana).await[3], "ben");
    let past = page(&mut ana, "/history/1").await;
    assert!(past.contains("href=\"/@ben\""), "{past}");
    // Whoever is blocked is freed by id, too.
    let who = format!("who={}", friends(&mut ana).await.blocked[0].id);
    sent(&mut ana, "/friends/unblock", &who).await;
    assert_eq!(names(&mut ana).await, [""; 4]);
    // Deleted, nobody blocks them any more.
    assert_eq!(eva.ask("DELETE", "/api/me", "").await.status, 204);
    assert_eq!(names(&mut gus).await, [""; 4]);
    server.stop().await;
}

fn challenge_of(page: &str) -> String {
    let of = page.split("data-testid=\"challenged\"").nth(1);
    let of = of.unwrap_or_else(|| panic!("no challenge: {page}"));
    let id = of.split("name=\"id\" value=\"").nth(1).unwrap();
    id.split('"').next().unwrap().to_owned()
}

/// The number and the list of a player's bell.
async fn bell(browser: &mut Browser<'_>) -> (u64, String) {
    let told: Value = browser.get("/bell?part=now&lang=en").await;
    (
        told["n"].as_u64().unwrap(),
        told["html"].as_str().unwrap().to_owned(),
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn bell_lists_requests_and_challenges_until_they_are_answered() {
    let server = served_by_proxy("bell").await;
    let mut ana = neighbor(&server, "ana", 1).await;
    let mut eva = neighbor(&server, "eva", 2).await;
    let mut nobody = Browser::new(&server);
    assert_eq!(nobody.ask("GET", "/bell?part=now", "").await.status, 401);
    assert!(!page(&mut nobody, "/friends").await.contains("/bell.js"));
    assert!(page(&mut eva, "/friends").await.contains("/bell.js"));
    assert_eq!(bell(&mut eva).await.0, 0);
    let told: Value = eva.get("/bell?part=now&lang=es").await;
    assert_eq!(told["account"]["label"], "Cuenta de eva");
    let menu = told["account"]["html"].as_str().unwrap();
    for path in ["/@eva", "/me", "/history", "/friends", "/settings"] {
        assert!(menu.contains(&format!("href=\"{path}\"")), "{menu}");
    }

    ana.ask("PUT", "/api/me/friends/eva", "").await.with(204);
    let (n, list) = bell(&mut eva).await;
    assert!(n == 1 && shows(&list, "bell-request"), "{list}");
    assert_eq!(bell(&mut ana).await.0, 0);
    eva.ask("PUT", "/api/me/friends/ana", "").await.with(204);
    assert_eq!(bell(&mut eva).await.0, 0);
    // The answer waits until its profile was opened.
    page(&mut ana, "/friends").await;
    let (n, list) = bell(&mut ana).await;
    assert!(n == 1 && shows(&list, "bell-befriended"), "{list}");
    assert!(list.contains("eva accepted your friend request."), "{list}");
    assert!(list.contains("href=\"/@eva\""), "{list}");
    assert!(
        page(&mut ana, "/@eva")
            .await
            .contains("href=\"#challenge\"")
    );
    assert_eq!(bell(&mut ana).await.0, 0);
    // A later answer rings again: its notice has another id.
    let id_of = |list: &str| {
        let id = list.split("data-notice=\"").nth(1).expect("a notice");
        id.split('"').next().map(str::to_owned)
    };
    let first = id_of(&list);
    let own = "/api/me/friends/ana";
    eva.ask("DELETE", own, "").await.with(204);
    ana.ask("PUT", "/api/me/friends/eva", "").await.with(204);
    eva.ask("PUT", own, "").await.with(204);
    let (_, list) = bell(&mut ana).await;
    assert!(shows(&list, "bell-befriended"), "{list}");
    assert_ne!(id_of(&list), first);
    page(&mut ana, "/@eva").await;

    sent(
        &mut ana,
        "/challenge",
        "username=eva&game=draw&as=opponent&speed=fast",
    )
    .await;
    let (n, list) = bell(&mut eva).await;
    assert!(n == 1 && shows(&list, "bell-challenge"), "{list}");
    assert!(shows(&page(&mut eva, "/bell").await, "accept-challenge"));
    let id = challenge_of(&page(&mut eva, "/").await);
    sent(&mut eva, "/challenge/accept", &format!("id={id}")).await;
    assert_eq!(bell(&mut eva).await.0, 0);
    let (n, list) = bell(&mut ana).await;
    assert!(n == 1 && shows(&list, "bell-accepted"), "{list}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn profile_of_a_new_friend_is_shown_while_writes_fail() {
    let folder = Folder::new("unread");
    let server = Server::start(config(&folder.0)).await;
    let mut ana = member(&server, "ana").await;
    let mut eva = member(&server, "eva").await;
    ana.ask("PUT", "/api/me/friends/eva", "").await.with(204);
    eva.ask("PUT", "/api/me/friends/ana", "").await.with(204);
    let cookie = ana.cookie.clone();
    drop((ana, eva));
    server.stop().await;
    let options = SqliteConnectOptions::new().filename(folder.0.join("capicu.db"));
    let pool = SqlitePoolOptions::new().connect_with(options);
    let pool = pool.await.unwrap();
    let fails =
        "CREATE TRIGGER fails BEFORE UPDATE ON ties BEGIN SELECT RAISE(FAIL, 'no room'); END";
    sqlx::query(fails).execute(&pool).await.unwrap();
    pool.close().await;

    let server = Server::start(config(&folder.0)).await;
    let mut ana = Browser::new(&server);
    ana.cookie = cookie;
    assert!(shows(&page(&mut ana, "/@eva").await, "profile-page"));
    // The notice stays.
    assert_eq!(bell(&mut ana).await.0, 1);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_username_in_the_form_that_blocks_has_its_error_and_the_focus() {
    let server = Server::fresh("block-nobody").await;
    let mut ana = member(&server, "ana").await;
    ana.head += "\r\ncontent-type: application/x-www-form-urlencoded";
    let form = |text: &str| {
        let form = text.split_once("action=\"/friends/block\"");
        form.expect("the form").1.to_owned()
    };
    let closed = page(&mut ana, "/friends").await;
    assert!(!closed.contains("autofocus") && !closed.contains("block-problem"));
    assert!(form(&closed).contains(" required "), "{closed}");
    let text = refused(&mut ana, "/friends/block", "username=eva&from=block", 404).await;
    assert_eq!(text.matches("data-testid=\"problem\"").count(), 1);
    let form = form(&text);
    for part in [
        "value=\"eva\"",
        " autofocus",
        "aria-invalid=\"true\"",
        "aria-describedby=\"block-problem\"",
        "id=\"block-problem\"",
    ] {
        assert!(form.contains(part), "{part}: {text}");
    }
    assert!(text.contains("<details open>"), "{text}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_friend_is_challenged_and_plays() {
    let server = served_by_proxy("challenges").await;
    let mut ana = neighbor(&server, "ana", 1).await;
    let mut eva = neighbor(&server, "eva", 2).await;
    let mut ben = neighbor(&server, "ben", 3).await;
    let challenge = "username=eva&game=draw&as=opponent&speed=fast";
    refused(&mut ana, "/challenge", challenge, 404).await;
    befriend(&mut ana, &mut eva).await;
    for (fields, status) in [
        ("username=eva&game=whist", 422),
        ("username=eva&game=draw&as=partner", 422),
        ("username=eva&game=cien&as=opponent&stakes=rated", 422),
        ("username=eva&game=draw&as=referee", 400),
        ("username=eva&game=draw&as=opponent&speed=hasty", 400),
        ("username=nobody&game=draw&as=opponent", 404),
        ("username=ana&game=draw&as=opponent", 404),
        ("game=draw&as=opponent", 404),
    ] {
        refused(&mut ana, "/challenge", fields, status).await;
    }
    // Rated as opponents: both come from networks of their own.
    for (fields, side) in [
        (challenge.to_owned() + "&stakes=rated", 1),
        ("username=eva&game=cien&as=partner".to_owned(), 2),
    ] {
        let waits = sent(&mut ana, "/challenge", &fields).await;
        assert!(waits.starts_with("/lobby/wait?game="), "{waits}");
        let waiting = page(&mut ana, &waits).await;
        assert!(shows(&waiting, "challenging-page"), "{waiting}");
        let part = page(&mut ana, "/lobby/wait?part=challenge&lang=en").await;
        assert_eq!(part, "eva has not answered yet.\n");
        assert!(shows(&page(&mut ana, "/friends").await, "challenging"));
        let seen = page(&mut eva, "/").await;
        let id = challenge_of(&seen);
        assert_eq!(challenge_of(&page(&mut eva, "/friends").await), id);
        assert!(!page(&mut ben, "/").await.contains(&id));
        // Foreign, forged, from elsewhere.
        let fields = format!("id={id}");
        for browser in [&mut ben, &mut ana] {
            refused(browser, "/challenge/accept", &fields, 404).await;
        }
        for forged in ["id=abcdefghijk2", "id=%3Cb%3E", ""] {
            refused(&mut eva, "/challenge/accept", forged, 404).await;
        }
        eva.head = eva.head.replace("same-origin", "cross-site");
        refused(&mut eva, "/challenge/accept", &fields, 403).await;
        eva.head = eva.head.replace("cross-site", "same-origin");
        let mut nobody = Browser::new(&server);
        nobody.head += "\r\ncontent-type: application/x-www-form-urlencoded";
        refused(&mut nobody, "/challenge/accept", &fields, 401).await;

        let waits = sent(&mut eva, "/challenge/accept", &fields).await;
        assert!(waits.ends_with("&challenge=1"), "{waits}");
        refused(&mut eva, "/challenge/accept", &fields, 404).await;
        if side == 2 {
            assert!(shows(&page(&mut ana, "/lobby/wait").await, "waiting-page"));
            sent(&mut eva, "/lobby/bots", "").await;
        }
        let (of_ana, of_eva) = tokio::join!(table_of(&mut ana), table_of(&mut eva));
        assert_eq!(of_ana, of_eva);
        let mut seats = Vec::new();
        for browser in [&ana, &eva] {
            let (address, cookie) = (server.address, browser.cookie.as_deref());
            let sat = Player::join_as(address, &of_ana, &new_token(), cookie).await;
            seats.push(sat.unwrap().seat().0.index());
        }
        assert_eq!(seats[0].abs_diff(seats[1]), side, "where they sit");
    }
    // Declined, and taken back.
    sent(&mut ana, "/challenge", challenge).await;
    let id = challenge_of(&page(&mut eva, "/").await);
    sent(&mut eva, "/challenge/decline", &format!("id={id}")).await;
    let over = page(&mut ana, "/lobby/wait?challenge=1&game=draw").await;
    assert!(shows(&over, "wait-over-page") && !shows(&over, "seek-again"));
    sent(&mut ana, "/challenge", challenge).await;
    let id = challenge_of(&page(&mut eva, "/").await);
    sent(&mut ana, "/challenge/take-back", "").await;
    refused(&mut eva, "/challenge/accept", &format!("id={id}"), 404).await;
    // Friends no more.
    sent(&mut ana, "/challenge", challenge).await;
    let id = challenge_of(&page(&mut eva, "/").await);
    assert_eq!(
        ana.ask("DELETE", "/api/me/friends/eva", "").await.status,
        204
    );
    refused(&mut eva, "/challenge/accept", &format!("id={id}"), 404).await;
    assert!(!shows(&page(&mut eva, "/").await, "challenges"));
    server.stop().await;
}
