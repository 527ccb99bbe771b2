//! The lobby's pages, used without a script by several people at once.

use std::time::Duration;

use crate::common::browser::{led_to, member, page};
use crate::common::forms::{Browser, shows, table_with_a_code};
use crate::common::*;
use capicu_protocol::{ClientMessage, Holder, Refusal};
use capicu_server::{Config, Limit, Limits};
use tokio::time::sleep;

#[tokio::test(flavor = "multi_thread")]
async fn two_find_each_other_and_are_dealt_to_when_both_are_there() {
    let server = Server::fresh("lobby-two").await;
    let mut ana = Browser::new(&server);
    shows(&ana.get("/").await, "play-people");
    shows(&ana.get("/lobby?lang=es").await, "cell-draw-fast");
    ana.sent(
        "/lobby",
        &[("game", "draw"), ("name", "Ana"), ("speed", "fast")],
    )
    .await;
    assert_eq!(ana.led_to, "/lobby/wait?game=draw&speed=fast");
    let page = ana.get("/lobby/wait?game=draw&speed=fast&lang=es").await;
    shows(&page, "waiting-page");
    shows(&page, "cancel");
    let text = page.text();
    assert!(text.contains("<noscript><meta http-equiv=\"refresh\" content=\"2\"></noscript>"));
    assert!(text.contains("Por ahora solo estás tú"), "{text}");
    assert!(
        page.head.len() + page.body.len() < 10_000,
        "{}",
        page.body.len()
    );
    let lines = ana.get("/lobby/wait?part=status&lang=en").await.with(200);
    assert!(lines.head.contains("content-type: text/plain"));
    let said = lines.text();
    assert!(
        said.starts_with("You are the first. The table has 2 seats.\nWaiting for "),
        "{said}"
    );

    assert_eq!(ana.get("/lobby/wait?part=open").await.status, 204);

    let mut eva = Browser::new(&server);
    let listed = eva.get("/lobby?lang=en").await;
    assert!(listed.text().contains("1 waiting"));
    // The script of the page has a stream, which ends when somebody else comes.
    let head = format!(
        "GET /lobby/wait?part=status&lang=en HTTP/1.1\r\naccept: application/x-ndjson\r\ncookie: {}",
        ana.cookie.as_ref().unwrap()
    );
    let comes = async {
        sleep(Duration::from_millis(200)).await;
        let fields = [("game", "draw"), ("name", "Eva"), ("speed", "fast")];
        eva.sent("/lobby", &fields).await;
    };
    let (streamed, ()) = tokio::join!(request(server.address, &head, b""), comes);
    assert!(streamed.head.contains("application/x-ndjson"));
    let lines: Vec<&str> = streamed.text().lines().collect();
    let first = "[\"You are the first. The table has 2 seats.\",\"Waiting for ";
    assert!(lines[0].starts_with(first), "{lines:?}");
    assert_eq!(lines.last(), Some(&"null"));
    let (of_ana, of_eva) = (ana.table().await, eva.table().await);
    assert_eq!(of_ana, of_eva);
    let (mut ana, mut eva) = (ana.sit(&of_ana).await, eva.sit(&of_eva).await);
    assert_ne!(ana.seat(), eva.seat());
    let found = eva.snapshot.clone().unwrap();
    assert!(found.lobby);
    let mut names: Vec<_> = found.seats.iter().map(|seat| seat.name.clone()).collect();
    names.sort();
    assert_eq!(names, [Some("Ana".to_owned()), Some("Eva".to_owned())]);
    for player in [&mut ana, &mut eva] {
        while player.view().round().is_none() {
            player.hear().await.unwrap();
        }
    }
    // Nobody made the table, so nobody deletes it.
    for player in [&mut ana, &mut eva] {
        let delete = ClientMessage::Delete { key: player.key() };
        let (refusal, _) = player.ask(&delete).await.unwrap_err();
        assert_eq!(refusal, Refusal::NotHost);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn waiting_page_shows_the_seats_filling_without_names() {
    let server = Server::fresh("lobby-seats").await;
    let (mut ana, mut eva) = (Browser::new(&server), Browser::new(&server));
    let seek = |name| [("game", "jamaican-partner"), ("name", name)];
    ana.sent("/lobby", &seek("Ana")).await;
    let page = ana.get("/lobby/wait?lang=en").await;
    shows(&page, "places");
    let free = "<li class=\"free\"><i></i><span>Free</span></li>";
    let text = page.text();
    assert_eq!(text.matches(free).count(), 3, "{text}");
    assert!(text.contains("<span>You</span>"), "{text}");

    eva.sent("/lobby", &seek("Eva")).await;
    let part = "/lobby/wait?part=status&lang=en";
    for (browser, other) in [(&mut ana, "Eva"), (&mut eva, "Ana")] {
        let lines = browser.get(part).await.with(200);
        let seats = lines.text().lines().nth(2).expect("the seats").to_owned();
        assert_eq!(seats.matches(free).count(), 2, "{seats}");
        // The reader comes first.
        let (own, others) = seats.split_once("<span>You</span>").expect("the reader");
        assert!(!own.contains("<span>"), "{seats}");
        assert!(others.contains("</svg><span>Taken</span>"), "{seats}");
        assert!(!seats.contains(other), "{seats}");
    }
    // The stream sends the seats once.
    let cookie = ana.cookie.as_ref().expect("a session");
    let head = format!("GET {part} HTTP/1.1\r\naccept: application/x-ndjson\r\ncookie: {cookie}");
    let streamed = async {
        sleep(Duration::from_millis(2_500)).await;
        eva.sent("/lobby/bots", &[]).await;
    };
    let (streamed, ()) = tokio::join!(request(server.address, &head, b""), streamed);
    let (text, free) = (streamed.text(), "class=\\\"free\\\"");
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].contains("Taken") && lines[0].contains(free),
        "{text}"
    );
    let later = lines[1..]
        .iter()
        .filter(|line| line.starts_with("[\"2 people"));
    let later: Vec<_> = later.collect();
    assert!(later.len() > 1, "{text}");
    assert!(!later.iter().any(|line| line.contains("<li>")), "{text}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_reveal_neither_names_nor_a_block() {
    let server = Server::fresh("lobby-seats-blocked").await;
    let mut ana = member(&server, "ana").await;
    let mut eva = member(&server, "eva").await;
    let block = [("username", "eva")];
    ana.form("/friends/block", &block).await.with(303);
    for stakes in ["casual", "rated"] {
        for browser in [&mut ana, &mut eva] {
            let seek = [("game", "jamaican-partner"), ("stakes", stakes)];
            browser.form("/lobby", &seek).await.with(303);
        }
        let text = page(&mut eva, "/lobby/wait?lang=en").await;
        assert_eq!(text.matches("<span>Taken</span>").count(), 1, "{text}");
        assert_eq!(text.matches("<span>Free</span>").count(), 2, "{text}");
        assert!(!text.contains("ana</span>"), "{text}");
        for browser in [&mut ana, &mut eva] {
            browser.form("/lobby/cancel", &[]).await.with(303);
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_come_at_once_when_asked_and_make_room_for_people() {
    let server = Server::fresh("lobby-bots").await;
    let mut ana = Browser::new(&server);
    ana.sent("/lobby", &[("game", "jamaican-partner"), ("name", "Ana")])
        .await;
    ana.sent("/lobby/bots", &[]).await;
    assert_eq!(ana.led_to, "/lobby/wait?game=jamaican-partner&speed=usual");
    let table = ana.table().await;
    // Nobody is there yet, so the table is not offered.
    let mut eva = Browser::new(&server);
    assert!(!eva.get("/lobby").await.text().contains(&table));
    let _at_table = ana.sit(&table).await;
    let listed = eva.listed(|page| page.contains(&table)).await;
    shows(&listed, "sit");
    let text = listed.text();
    for part in [
        "Ana",
        "20\u{a0}s a turn and 120\u{a0}s a match",
        "3 seats free",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }

    eva.sent("/lobby/sit", &[("table", &table), ("name", "Eva")])
        .await;
    assert_eq!(eva.led_to, format!("/t/{table}"));
    let sat = eva.sit(&table).await;
    let seats = &sat.snapshot.as_ref().unwrap().seats;
    let people = seats.iter().filter(|seat| seat.holder == Holder::Person);
    assert_eq!(people.count(), 2);
    // Once more is the same seat.
    eva.sent("/lobby/sit", &[("table", &table)]).await;
    assert_eq!(eva.sit(&table).await.seat(), sat.seat());

    let mut others = Vec::new();
    for _ in 0..2 {
        let mut other = Browser::new(&server);
        other.sent("/lobby/sit", &[("table", &table)]).await;
        others.push(other);
    }
    let mut late = Browser::new(&server);
    for gone in [&table[..], "abcdefghijk2", "", "../..", "\u{e9}"] {
        let answer = late.ask("POST /lobby/sit", &[("table", gone)]).await;
        assert_eq!(answer.status, 409, "{gone}: {}", answer.text());
        shows(&answer, "problem");
    }
    // The table that has no room is not offered; nor is one that somebody made.
    late.listed(|page| !page.contains(&table)).await;
    let made = create(server.address, &four(BOTS, &[])).await;
    late.ask("POST /lobby/sit", &[("table", made.table.as_str())])
        .await
        .with(409);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_seek_is_refused_with_its_error() {
    let folder = Folder::new("lobby-bad");
    // The four that are wrong count as well.
    let limits = Limits {
        tables: Limit {
            burst: 8.try_into().unwrap(),
            per_minute: 1.try_into().unwrap(),
        },
        ..Limits::NONE
    };
    let server = Server::limited(&folder, limits).await;
    let mut ana = Browser::new(&server);
    for (fields, status) in [
        (&[("game", "whist")][..], 422),
        (&[], 422),
        (&[("game", "draw"), ("speed", "hasty")], 400),
        (&[("game", "draw"), ("name", "An\u{430}")], 422),
    ] {
        let answer = ana.ask("POST /lobby", fields).await;
        assert_eq!(answer.status, status, "{fields:?}: {}", answer.text());
        shows(&answer, "lobby-page");
        shows(&answer, "problem");
    }
    // Nobody is signed in: there is nothing to cancel, and nothing that goes on.
    for path in ["/lobby/cancel", "/lobby/bots"] {
        assert_eq!(ana.ask(&format!("POST {path}"), &[]).await.status, 401);
    }
    assert_eq!(ana.get("/lobby/wait?part=status").await.status, 410);
    let over = ana.get("/lobby/wait?game=draw&speed=slow").await;
    shows(&over, "wait-over-page");
    shows(&over, "seek-again");
    assert!(over.text().contains("value=\"slow\""));
    let over = ana.get("/lobby/wait?game=%3Cb%3E&speed=x").await;
    assert!(!over.text().contains("seek-again") && !over.text().contains("<b>"));

    // Another site's form does nothing.
    ana.site = "cross-site";
    for path in ["/lobby", "/lobby/sit", "/lobby/bots", "/lobby/cancel"] {
        let answer = ana.ask(&format!("POST {path}"), &[("game", "draw")]).await;
        assert_eq!(answer.status, 403, "{path}");
    }
    assert_eq!(ana.cookie, None);
    ana.site = "same-origin";

    // Cancelled is cancelled; and cancelled too late is told with the way to the table.
    ana.sent("/lobby", &[("game", "draw")]).await;
    ana.sent("/lobby/cancel", &[]).await;
    shows(&ana.get("/lobby?done=cancelled").await, "done");
    // The lobby keeps the choice of a cancelled seek; a false one is left out.
    let choice = [("game", "draw"), ("speed", "slow")];
    ana.sent("/lobby", &choice).await;
    let cancelled = ana.ask("POST /lobby/cancel", &choice).await;
    let lobby = "/lobby?done=cancelled&game=draw&speed=slow";
    assert_eq!(led_to(&cancelled), lobby);
    let lobby = ana.get(lobby).await;
    lobby
        .text()
        .has("class=\"second last\" name=\"cell\" value=\"draw slow\"");
    assert_eq!(lobby.text().matches("second last").count(), 1);
    let wrong = ana
        .ask("POST /lobby/cancel", &[("game", "<b>"), ("speed", "slow")])
        .await;
    assert_eq!(led_to(&wrong), "/lobby?done=cancelled");
    assert_eq!(ana.get("/lobby/wait?part=status").await.status, 410);
    ana.sent("/lobby", &[("game", "draw")]).await;
    ana.sent("/lobby/bots", &[]).await;
    let table = ana.table().await;
    let late = ana.ask("POST /lobby/cancel", &[]).await.with(409);
    assert!(late.text().contains(&format!("href=\"/t/{table}\"")));

    // A session that was forged, or has ended, is nobody's.
    let forged = format!("capicu={}", "0f".repeat(32));
    let own = ana.cookie.replace(forged);
    assert_eq!(ana.ask("POST /lobby/cancel", &[]).await.status, 401);
    ana.cookie = own;
    ana.sent("/me/sign-out", &[]).await;
    assert_eq!(ana.get("/lobby/wait?part=status").await.status, 410);

    // One address seeks only so often.
    let answer = loop {
        let answer = ana.ask("POST /lobby", &[("game", "draw")]).await;
        if answer.status != 303 {
            break answer;
        }
    };
    assert_eq!(answer.status, 429);
    shows(&answer, "problem");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_restart_the_page_says_so_and_the_tables_are_there() {
    let folder = Folder::new("lobby-restart");
    let server = Server::start(config(&folder.0)).await;
    let mut ana = Browser::new(&server);
    ana.sent("/lobby", &[("game", "draw"), ("name", "Ana")])
        .await;
    ana.sent("/lobby/bots", &[]).await;
    let table = ana.table().await;
    let mut eva = Browser::new(&server);
    eva.sent("/lobby", &[("game", "cien"), ("name", "Eva")])
        .await;
    let (of_ana, of_eva) = (ana.cookie, eva.cookie);
    let waits = eva.led_to;
    server.stop().await;

    let server = Server::start(config(&folder.0)).await;
    let mut eva = Browser::new(&server);
    eva.cookie = of_eva;
    let over = eva.get(&waits).await;
    shows(&over, "wait-over-page");
    shows(&over, "seek-again");
    let mut ana = Browser::new(&server);
    ana.cookie = of_ana;
    let player = ana.sit(&table).await;
    assert!(player.snapshot.as_ref().unwrap().lobby);
    // It is offered again, and takes somebody in.
    eva.sent("/lobby/sit", &[("table", &table)]).await;
    let seats = eva.sit(&table).await.snapshot.unwrap().seats;
    assert!(seats.iter().all(|seat| seat.holder == Holder::Person));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn partners_come_by_a_link() {
    let server = Server::fresh("lobby-partners").await;
    let mut ana = Browser::new(&server);
    let alone = ana
        .ask("POST /lobby", &[("company", "partner"), ("game", "draw")])
        .await
        .with(422);
    alone.has("Nobody has a partner");
    ana.sent(
        "/lobby",
        &[("company", "partner"), ("game", "cien"), ("name", "Ana")],
    )
    .await;
    let page = ana.get("/lobby/wait?lang=en").await;
    shows(&page, "inviting-page");
    assert!(page.text().contains("<svg class=\"qr\""));
    let path = partner_path(page.text());
    assert_eq!(path.len(), "/lobby/with/".len() + 6);
    let part = ana.get("/lobby/wait?part=invitation&lang=en").await;
    assert_eq!(part.text(), "Your partner has not come yet.\n");

    let mut eva = Browser::new(&server);
    let offer = eva.get(&format!("{path}?lang=en")).await;
    shows(&offer, "invitation-page");
    assert!(offer.text().contains("Ana wants you as a partner"));
    eva.site = "cross-site";
    assert_eq!(eva.ask(&format!("POST {path}"), &[]).await.status, 403);
    eva.site = "same-origin";
    let bad = eva
        .ask(&format!("POST {path}"), &[("name", "E\u{430}")])
        .await
        .with(422);
    shows(&bad, "invitation-page");
    eva.sent(&path, &[("name", "Eva")]).await;
    // The page of the invitation is told that there is another one.
    assert_eq!(ana.get("/lobby/wait?part=invitation").await.status, 410);
    shows(&ana.get("/lobby/wait").await, "waiting-page");
    eva.sent("/lobby/bots", &[]).await;
    assert_eq!(ana.table().await, eva.table().await);

    for code in [&path[..], "/lobby/with/abc", "/lobby/with/%3Cb%3E"] {
        let over = eva.get(code).await;
        assert_eq!(over.status, 404, "{code}");
        assert!(!over.text().contains("with/<b>"), "{code}");
        assert_eq!(eva.ask(&format!("POST {code}"), &[]).await.status, 404);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_leads_to_a_free_seat() {
    let folder = Folder::new("lobby-code");
    let server = Server::start(config(&folder.0)).await;
    let (created, player, code) = table_with_a_code(&server).await;
    let mut ben = Browser::new(&server);
    ben.sent("/open", &[("link", &code.to_uppercase())]).await;
    assert_eq!(ben.led_to, format!("/j/{code}"));
    let page = ben.get(&format!("/j/{code}?lang=en")).await.with(200);
    for id in ["invited-page", "house-rules", "name", "sit-down"] {
        shows(&page, id);
    }
    let text = page.text();
    text.has("<h1>Ana invites you to a table</h1>");
    // The free seats can be chosen; the others show who has them.
    let choice = |seat: usize| {
        let (_, choice) = text.split_once(&format!("value=\"{seat}\"")).unwrap();
        choice.split_once("</label>").unwrap().0
    };
    for (seat, open, who) in [
        (0, "disabled", "<span>Ana</span>"),
        (
            1,
            "checked",
            "<span><b>Free</b> · <small>Right</small></span>",
        ),
        (2, "", "<span><b>Free</b> · <small>Partner</small></span>"),
        (3, "disabled", "<span>A bot · <small>Left</small></span>"),
    ] {
        choice(seat).has(who);
        choice(seat).has(open);
        let chosen = choice(seat);
        assert_eq!(chosen.contains("disabled"), open == "disabled", "{chosen}");
    }
    assert!(!text.contains(&created.token.to_string()));
    let spanish = ben.get(&format!("/j/{code}?lang=es")).await;
    assert!(spanish.text().contains("Ana te invita a una mesa"));
    let picture = ben.get(&format!("/j/{code}/picture.svg")).await.with(200);
    assert!(picture.head.contains("content-type: image/svg+xml"));
    assert!(picture.text().starts_with("<svg ") && picture.text().contains("xmlns="));

    // Nobody is seated by a bad name, or by a page of another site.
    let path = format!("/j/{code}");
    ben.ask(&format!("POST {path}"), &[("name", "%E2%80%8B")])
        .await
        .with(422);
    ben.site = "cross-site";
    ben.ask(&format!("POST {path}"), &[("name", "Ben")])
        .await
        .with(403);
    ben.site = "same-origin";
    ben.sent(&path, &[("name", "Ben"), ("seat", "2")]).await;
    assert_eq!(ben.led_to, format!("/t/{}", created.table));
    let sat = ben.sit(&created.table).await;
    assert_eq!(sat.table.seat().map(|seat| seat.index()), Some(2));
    drop((sat, player));

    // It lives on after a restart, for the seat that is left.
    server.stop().await;
    let server = Server::start(config(&folder.0)).await;
    let mut eva = Browser::new(&server);
    let mut page = eva.get(&path).await;
    for _ in 0..100 {
        if page.status == 200 {
            break;
        }
        sleep(Duration::from_millis(50)).await;
        page = eva.get(&path).await;
    }
    shows(&page, "invited-page");
    page.has("<span>Ben · <small>Partner");
    eva.sent(&path, &[("name", "Eva"), ("seat", "x")]).await;
    let sat = eva.sit(&created.table).await;
    assert_eq!(sat.table.seat().map(|seat| seat.index()), Some(1));
    for _ in 0..100 {
        page = eva.get(&path).await;
        if page.status == 404 {
            break;
        }
        sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(page.status, 404, "no seat is free");
    shows(&page, "problem");
    drop(sat);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn looks_at_codes_are_counted() {
    let folder = Folder::new("lobby-code-guesses");
    let config = Config {
        limits: Limits {
            guesses: Limit {
                burst: 3.try_into().unwrap(),
                per_minute: 1.try_into().unwrap(),
            },
            ..config(&folder.0).limits
        },
        ..config(&folder.0)
    };
    let server = Server::start(config).await;
    let (_, _player, code) = table_with_a_code(&server).await;
    let mut ana = Browser::new(&server);
    ana.sent(
        "/lobby",
        &[("company", "partner"), ("game", "cien"), ("name", "Ana")],
    )
    .await;
    let partners = partner_path(ana.get("/lobby/wait").await.text());
    let mut guesser = Browser::new(&server);
    for guess in ["aaaaaa", "no-code", "aaaaab"] {
        assert_eq!(guesser.get(&format!("/j/{guess}")).await.status, 404);
    }
    let right = guesser.get(&format!("/j/{code}")).await;
    assert_eq!(right.status, 429, "not told by being let through");
    guesser
        .ask(&format!("POST /j/{code}"), &[("name", "Ben")])
        .await
        .with(429);
    // Nor is that of somebody who seeks a partner.
    assert_eq!(guesser.get(&partners).await.status, 429);
    // A picture tells nothing.
    assert_eq!(guesser.get("/j/aaaaaa/picture.svg").await.status, 200);
}

fn partner_path(page: &str) -> String {
    let link = page.split("/lobby/with/").nth(1).unwrap();
    format!("/lobby/with/{}", link.split('"').next().unwrap())
}

async fn me(browser: &mut Browser<'_>) -> capicu_protocol::PlayerId {
    let me = browser.get("/api/me").await;
    capicu_protocol::decode::<capicu_protocol::Me>(me.text())
        .unwrap()
        .id
}

/// Stores matches of the lobby that this player left a moment ago, with somebody else at the table.
async fn left(folder: &std::path::Path, player: capicu_protocol::PlayerId, numbers: &[u32]) {
    use capicu_store::{Append, Journal as _, MatchResult, Sitter, Venue};
    let store = capicu_store::Sqlite::open(folder).await.unwrap();
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap();
    for &number in numbers {
        let mut result = MatchResult {
            at: now.as_millis() as u64,
            venue: Venue::Lobby,
            ..capicu_store_contract::result(number)
        };
        result.seats[3] = Sitter::StandIn {
            name: None,
            player: Some(player),
            level: Default::default(),
            substituted: 2,
        };
        let append = Append {
            effects: vec![capicu_store_contract::over(result)],
            ..Append::default()
        };
        let append = match number {
            1 => Append {
                make: Append::make(capicu_store_contract::setup(), 1, Vec::new()).make,
                ..append
            },
            _ => append,
        };
        assert_eq!(
            store.append(&capicu_store_contract::id("a"), append).await,
            Ok(())
        );
    }
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn repeated_leaver_cannot_seek_for_a_while() {
    let folder = Folder::new("lobby-leavers");
    let server = Server::start(config(&folder.0)).await;
    let mut ana = Browser::new(&server);
    ana.sent("/lobby", &[("game", "draw"), ("name", "Ana")])
        .await;
    let page = ana.get("/lobby?lang=en").await;
    assert!(!page.text().contains("pause-near"));
    let (id, cookie) = (me(&mut ana).await, ana.cookie.clone());
    server.stop().await;

    left(&folder.0, id, &[1]).await;
    let server = Server::start(config(&folder.0)).await;
    let mut ana = Browser::new(&server);
    ana.cookie = cookie.clone();
    let page = ana.get("/lobby?lang=en").await;
    shows(&page, "pause-near");
    let warned = "You left your last match with people. Leave one more, and you cannot look for people \
                  here for 10 minutes.";
    assert!(page.text().contains(warned), "{}", page.text());
    ana.sent("/lobby", &[("game", "draw")]).await;
    shows(&ana.get("/lobby/wait").await, "pause-near");
    server.stop().await;

    left(&folder.0, id, &[2]).await;
    let server = Server::start(config(&folder.0)).await;
    let mut ana = Browser::new(&server);
    ana.cookie = cookie;
    for (path, fields) in [
        ("/lobby", &[("game", "draw")][..]),
        (
            "/lobby",
            &[("company", "partner"), ("game", "jamaican-partner")],
        ),
        ("/lobby/sit", &[("table", "abcdefghijkm")]),
    ] {
        let answer = ana.ask(&format!("POST {path}?lang=en"), fields).await;
        assert_eq!(answer.status, 403, "{path}");
        shows(&answer, "paused");
        let why = "You left 2 of your last 2 matches with people.";
        assert!(answer.text().contains(why), "{}", answer.text());
    }
    ana.get("/lobby/wait").await.has("wait-over-page");
    // Bots are there all the time, and for others nothing has changed.
    ana.sent("/play", &[("game", "draw")]).await;
    let mut eva = Browser::new(&server);
    eva.sent("/lobby", &[("game", "jamaican-partner"), ("name", "Eva")])
        .await;
    eva.sent(
        "/lobby",
        &[("company", "partner"), ("game", "jamaican-partner")],
    )
    .await;
    let page = eva.get("/lobby/wait").await;
    let link = page.text().split("/lobby/with/").nth(1).unwrap();
    let code: String = link
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect();
    let path = format!("/lobby/with/{code}");
    ana.ask(&format!("POST {path}"), &[]).await.with(403);
    server.stop().await;
}

/// An event between a player's leaving and the end of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meanwhile {
    Nothing,
    /// The player who left deletes their account, so the table is loaded again.
    Deletion,
    Restart,
}

/// The results of a match that one of two left, and the other played to its end.
async fn deserted(meanwhile: Meanwhile) -> Vec<capicu_store::Ended> {
    use capicu_store::{Journal as _, Results as _};
    let folder = Folder::new("lobby-venue");
    let mut server = Server::start(config(&folder.0)).await;
    let (mut ana, mut eva) = (Browser::new(&server), Browser::new(&server));
    for (browser, name) in [(&mut ana, "Ana"), (&mut eva, "Eva")] {
        let wish = [("game", "draw"), ("name", name), ("speed", "fast")];
        browser.sent("/lobby", &wish).await;
    }
    let table = tokio::join!(ana.table(), eva.table()).0;
    let (mut gone, mut stays) = (ana.sit(&table).await, eva.sit(&table).await);
    while gone.view().round().is_none() {
        gone.hear().await.unwrap();
    }
    let leave = ClientMessage::Leave { key: gone.key() };
    gone.ask(&leave).await.unwrap();
    while stays.view().round().is_none() {
        stays.hear().await.unwrap();
    }
    let cookie = eva.cookie.clone();
    match meanwhile {
        Meanwhile::Nothing => {}
        Meanwhile::Deletion => {
            ana.ask("DELETE /api/me", &[]).await.with(204);
            stays = eva.sit(&table).await;
        }
        Meanwhile::Restart => {
            server.stop().await;
            server = Server::start(config(&folder.0)).await;
            let mut eva = Browser::new(&server);
            eva.cookie = cookie;
            stays = eva.sit(&table).await;
        }
    }
    assert!(stays.play(u32::MAX).await.over().is_some());
    server.stop().await;
    let store = capicu_store::Sqlite::open(&folder.0).await.unwrap();
    let ended = store.since(0, 9).await.unwrap();
    store.close().await;
    ended
}

#[tokio::test(flavor = "multi_thread")]
async fn result_names_the_lobby_and_a_restart_of_the_server() {
    use capicu_protocol::Part;
    use capicu_store::Venue;
    for (meanwhile, venue) in [
        (Meanwhile::Nothing, Venue::Lobby),
        (Meanwhile::Deletion, Venue::Lobby),
        (Meanwhile::Restart, Venue::LobbyInterrupted),
    ] {
        let ended = deserted(meanwhile).await;
        assert_eq!(ended.len(), 1);
        let result = &ended[0].result;
        assert_eq!(result.venue, venue, "{meanwhile:?}");
        let parts = result.seats.iter().map(capicu_store::Sitter::part);
        let left = parts.filter(|part| *part == Part::Left);
        assert_eq!(left.count(), 1);
    }
}

/// The script of the waiting page reports when the page is left: nobody is seated who is not there.
#[tokio::test(flavor = "multi_thread")]
async fn left_waiting_page_seats_nobody() {
    let server = Server::fresh("lobby-left").await;
    let (mut ana, mut eva) = (Browser::new(&server), Browser::new(&server));
    let asked = [("game", "draw"), ("speed", "fast")];
    ana.sent("/lobby", &asked).await;
    let left = ana.ask("POST /lobby/left", &[]).await;
    assert_eq!(left.status, 204, "{}", left.text());
    eva.sent("/lobby", &asked).await;
    for _ in 0..8 {
        let page = eva.get("/lobby/wait?lang=en").await.with(200);
        assert!(page.text().contains("You are the first"), "{}", page.text());
        sleep(Duration::from_millis(250)).await;
    }
    server.stop().await;
}

/// A tapped cell has its own game and speed, whatever the other fields of the form say.
#[tokio::test(flavor = "multi_thread")]
async fn tapped_cell_seeks_its_game_at_its_speed() {
    let server = Server::fresh("lobby-cell").await;
    let mut ana = Browser::new(&server);
    shows(&ana.get("/lobby").await, "cell-draw-fast");
    let fields = [("game", "cien"), ("speed", "slow"), ("cell", "draw fast")];
    ana.sent("/lobby", &fields).await;
    assert_eq!(ana.led_to, "/lobby/wait?game=draw&speed=fast");
    // The cell that is sought shows the player to others, and no other cell. Nobody waits for themselves.
    let of = |page: &str, cell: &str| {
        let (_, cell) = page.split_once(cell).unwrap();
        cell.split_once("</button>").unwrap().0.to_owned()
    };
    let page = Browser::new(&server).get("/lobby?lang=en").await;
    of(page.text(), "cell-draw-fast").has("1 waiting");
    assert_eq!(page.text().matches("1 waiting</small>").count(), 1);
    let page = ana.get("/lobby?lang=en").await;
    of(page.text(), "cell-draw-fast").has("<small>you are waiting</small>");
    assert!(!page.text().contains("1 waiting"));
    for (cell, status) in [("whist fast", 422), ("draw never", 400), ("draw", 303)] {
        let mut eva = Browser::new(&server);
        let answer = eva
            .ask("POST /lobby", &[("game", "cien"), ("cell", cell)])
            .await;
        assert_eq!(answer.status, status, "{cell}");
    }
    server.stop().await;
}

/// A table that waits for a player is on every page, and takes the place of another seek. The list of tables says
/// against whom, the score and the turn.
#[tokio::test(flavor = "multi_thread")]
async fn table_that_waits_is_on_every_page() {
    let server = Server::fresh("lobby-awaited").await;
    let (mut ana, mut eva) = (Browser::new(&server), Browser::new(&server));
    for (browser, name) in [(&mut ana, "Ana"), (&mut eva, "Eva")] {
        let asked = [("game", "draw"), ("speed", "slow"), ("name", name)];
        browser.sent("/lobby", &asked).await;
    }
    let table = eva.table().await;
    let at_table = eva.sit(&table).await;
    for path in [
        "/?lang=en",
        "/lobby?lang=en",
        "/friends?lang=en",
        "/me?lang=en",
    ] {
        let page = ana.get(path).await.with(200);
        shows(&page, "your-table");
        let text = page.text();
        assert!(text.contains("Your table with Eva is waiting."), "{text}");
        assert!(text.contains(&format!("href=\"/t/{table}\"")), "{text}");
    }
    ana.sent("/lobby", &[("game", "cien")]).await;
    assert_eq!(ana.led_to, format!("/t/{table}"));

    let mut at_table_too = ana.sit(&table).await;
    while at_table_too.view().round().is_none() {
        at_table_too.hear().await.unwrap();
    }
    let mut pages = Vec::new();
    for browser in [&mut ana, &mut eva] {
        let page = browser.get("/?lang=en").await.with(200);
        for id in ["my-tables", "company", "table-score", "turn"] {
            shows(&page, id);
        }
        assert!(!page.text().contains("your-table"), "both are there");
        assert_eq!(page.text().matches("<i class=\"side-").count(), 2);
        let faces = page.text().split("class=\"faces\"").nth(1).expect("faces");
        let faces = faces.split("</span>").next().unwrap_or_default();
        assert_eq!(faces.matches("<svg class=\"face\"").count(), 2, "{faces}");
        pages.push(page.text().to_owned());
    }
    assert!(pages[0].contains("Against Eva.") && pages[1].contains("Against Ana."));
    let mine = |page: &String| page.contains("my-turn\">Your turn");
    let turns: Vec<bool> = pages.iter().map(mine).collect();
    assert!(
        turns == [true, false] || turns == [false, true],
        "{pages:?}"
    );
    drop((at_table, at_table_too));
    server.stop().await;
}
