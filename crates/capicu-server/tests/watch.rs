//! Watching: who may, what is listed, and many at once.

use std::time::{Duration, Instant};

use crate::common::browser::Browser;
use crate::common::*;
use capicu_protocol::{
    ClientMessage, Closed, CreateTable, Event, Refusal, ServerMessage, VERSION, Watching,
};
use futures_util::future::join_all;
use tokio::time::sleep;

fn public() -> CreateTable {
    CreateTable {
        watching: Some(Watching::On),
        name: Some("Ana".to_owned()),
        ..four(BOTS, &[])
    }
}

fn without_a_token() -> ClientMessage {
    ClientMessage::Hello {
        protocol: VERSION,
        token: None,
        own: None,
        since: None,
    }
}

/// Opens a socket without a token; returns the table, or why the socket closed.
async fn come(
    server: &Server,
    table: impl AsRef<str>,
    cookie: Option<&str>,
) -> Result<Watcher, Closed> {
    let mut socket = socket_as(server.address, table, cookie).await;
    say(&mut socket, &without_a_token()).await;
    match hear(&mut socket).await {
        Ok(ServerMessage::Snapshot(snapshot)) => Ok(Watcher { socket, snapshot }),
        Ok(other) => panic!("{other:?}"),
        Err(why) => Err(why.expect("a word")),
    }
}

struct Watcher {
    socket: Socket,
    snapshot: Box<capicu_protocol::Snapshot>,
}

impl Watcher {
    /// Hears on until a seat has done something.
    async fn sees_a_deed(&mut self) {
        loop {
            if let ServerMessage::Events { events, .. } = hear(&mut self.socket).await.unwrap()
                && events.iter().any(|event| matches!(event, Event::Done(_)))
            {
                return;
            }
        }
    }
}

/// The list, once it is as it should be: a table says so a moment after it has told those at it.
async fn listed(browser: &mut Browser<'_>, is_right: impl Fn(&str) -> bool) -> String {
    for _ in 0..100 {
        let page = browser.ask("GET", "/watch?lang=en", "").await.with(200);
        if is_right(page.text()) {
            return page.text().to_owned();
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("not in five seconds")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_public_table_is_listed_and_watched_and_others_are_not() {
    let server = Server::fresh("watch").await;
    let mut browser = Browser::new(&server);
    let none = listed(&mut browser, |page| page.contains("watch-none")).await;
    assert!(!none.contains("/t/"));

    let open = create(server.address, &public()).await;
    let closed = create(server.address, &four(BOTS, &[])).await;
    let player = Player::sit(server.address, &open.table, &open.token).await;
    let _other = Player::sit(server.address, &closed.table, &closed.token).await;
    let link = format!("href=\"/t/{}\"", open.table);
    let page = listed(&mut browser, |page| page.contains(&link)).await;
    for told in ["Jamaican Partner", "Ana", "Marva", "nobody is watching"] {
        // The first seat is Ana's, so its bot is not there.
        assert_eq!(page.contains(told), told != "Marva", "{told}: {page}");
    }
    let list = page.split("watch-tables").nth(1).expect("a list");
    assert_eq!(list.matches("class=\"face\"").count(), 4, "{list}");
    assert!(!page.contains(closed.table.as_str()));
    assert_eq!(
        come(&server, &closed.table, None).await.err(),
        Some(Closed::NotPublic)
    );
    assert_eq!(
        come(&server, "abcdefghijkm", None).await.err(),
        Some(Closed::UnknownTable)
    );

    let mut watcher = come(&server, &open.table, None).await.unwrap();
    assert_eq!(watcher.snapshot.seat, None);
    assert_eq!(watcher.snapshot.watching, Watching::On);
    let hands = watcher
        .snapshot
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Dealt(dealt) => dealt.hand.as_ref(),
            _ => None,
        });
    assert_eq!(hands.count(), 0);
    listed(&mut browser, |page| page.contains("one person is watching")).await;
    let spanish = browser.ask("GET", "/watch?lang=es", "").await;
    assert!(spanish.text().contains("una persona está mirando"));

    // They have no say, and the player is told that they are there.
    let name = ClientMessage::Name {
        key: new_key(),
        name: "Eve".to_owned(),
    };
    say(&mut watcher.socket, &name).await;
    loop {
        match hear(&mut watcher.socket).await.unwrap() {
            ServerMessage::Refused { refusal, .. } => {
                assert_eq!(refusal, Refusal::NotNow);
                break;
            }
            ServerMessage::Done { .. } => panic!("who watches has a say"),
            _ => {}
        }
    }
    assert_eq!(
        player.snapshot.as_ref().unwrap().seats[0].name.as_deref(),
        Some("Ana")
    );

    // Nobody sits there any more.
    drop(player);
    listed(&mut browser, |page| page.contains("watch-none")).await;
    server.stop().await;
}

#[tokio::test]
async fn signed_in_player_opens_their_seat_without_a_token() {
    let server = Server::fresh("watch-seat").await;
    let ana = Browser::guest(&server, "Ana").await;
    let eve = Browser::guest(&server, "Eve").await;
    let created = create(server.address, &public()).await;
    let (table, token, cookie) = (&created.table, &created.token, ana.cookie.as_deref());
    let _seat = Player::join_as(server.address, table, token, cookie)
        .await
        .unwrap();
    let again = come(&server, table, cookie).await.unwrap().snapshot;
    assert_eq!((again.seat, again.by_session), (Some(created.seat), true));
    let watching = come(&server, table, eve.cookie.as_deref()).await.unwrap();
    assert_eq!(watching.snapshot.seat, None);
    server.stop().await;
}

/// The first page shows the board of a public table once a tile is on it, and no table that is not public.
#[tokio::test(flavor = "multi_thread")]
async fn first_page_shows_a_table_in_play() {
    let server = Server::fresh("watch-home").await;
    let mut browser = Browser::new(&server);
    for (setup, is_live) in [(four(BOTS, &[]), false), (public(), true)] {
        let created = create(server.address, &setup).await;
        let mut player = Player::sit(server.address, &created.table, &created.token).await;
        let mut acted = false;
        while !acted {
            match player.owed() {
                Some(act @ ClientMessage::Act { .. }) => {
                    player.ask(&act).await.unwrap();
                    acted = true;
                }
                Some(ready @ ClientMessage::Ready { .. }) => drop(player.ask(&ready).await),
                _ => drop(player.hear().await.unwrap()),
            }
        }
        let mut page = String::new();
        for _ in 0..100 {
            let home = browser.ask("GET", "/?lang=en", "").await.with(200);
            home.text().clone_into(&mut page);
            if !is_live || page.contains("data-testid=\"live\"") {
                break;
            }
            sleep(Duration::from_millis(50)).await;
        }
        assert_eq!(page.contains("data-testid=\"live\""), is_live);
        assert_eq!(page.contains("Bots are playing"), !is_live);
        let link = format!("href=\"/t/{}\" aria-label", created.table);
        assert_eq!(page.contains(&link), is_live);
        if is_live {
            // Each tile on the board was laid by a player.
            let board = page.split("class=\"rim\"").nth(1).unwrap_or_default();
            let board = board.split("</svg>").next().unwrap_or_default();
            assert!((1..=28).contains(&board.matches("<use").count()), "{board}");
            // The script gets the same part, and the lobby shows the table as a card.
            let part = browser.ask("GET", "/live?lang=en", "").await.with(200);
            assert!(part.text().starts_with("<svg class=\"board\"") && part.text().contains(&link));
            part.head.has("cache-control: no-store");
            let lobby = browser.ask("GET", "/lobby?lang=en", "").await.with(200);
            let card = format!(
                "<li><a href=\"/t/{}\" data-testid=\"live-table\">",
                created.table
            );
            assert!(lobby.text().contains(&card), "{}", lobby.text());
            let live = "data-live=\"/live/tables?lang=en\"";
            assert!(lobby.text().contains(live), "{}", lobby.text());
            let cards = browser
                .ask("GET", "/live/tables?lang=en", "")
                .await
                .with(200);
            assert!(cards.text().starts_with(&card), "{}", cards.text());
            assert!(!cards.text().contains("<html"));
            // Nobody is there any more, so the board leaves the lobby and bots play on the first page.
            drop(player);
            for path in ["/live/tables?lang=en", "/live?lang=en"] {
                let mut now = String::new();
                for _ in 0..100 {
                    let part = browser.ask("GET", path, "").await.with(200);
                    part.text().clone_into(&mut now);
                    if !now.contains("/t/") {
                        break;
                    }
                    sleep(Duration::from_millis(50)).await;
                }
                assert!(!now.contains("/t/"), "{now}");
                let instead = ["live-none", "bots-play"].map(|id| now.contains(id));
                assert!(instead.contains(&true), "{now}");
            }
            return server.stop().await;
        }
    }
    server.stop().await;
}

/// The overlay of a public table has its board and its seats. Hands are shown only after the round. A table that is not
/// public has none.
#[tokio::test(flavor = "multi_thread")]
async fn overlay_of_a_table_shows_hands_after_the_round() {
    let server = Server::fresh("watch-stream").await;
    let mut browser = Browser::new(&server);
    let hidden = create(server.address, &four(BOTS, &[])).await;
    let path = |table: &capicu_protocol::TableId| format!("/watch/{table}?for=stream&lang=en");
    let answer = browser.ask("GET", &path(&hidden.table), "").await;
    assert_eq!(answer.status, 404);
    let created = create(server.address, &public()).await;
    let plain = format!("/watch/{}", created.table);
    let answer = browser.ask("GET", &plain, "").await.with(303);
    answer.head.has(&format!("location: /t/{}", created.table));
    let mut player = Player::sit(server.address, &created.table, &created.token).await;
    let mut acted = false;
    loop {
        match player.owed() {
            Some(act @ ClientMessage::Act { .. }) => {
                player.ask(&act).await.unwrap();
                if std::mem::replace(&mut acted, true) {
                    continue;
                }
                let shown = browser
                    .ask("GET", &path(&created.table), "")
                    .await
                    .with(200);
                let shown = shown.text();
                assert_eq!(
                    shown.matches("data-testid=\"stream-name\"").count(),
                    4,
                    "{shown}"
                );
                assert_eq!(
                    shown.matches("data-testid=\"stream-score\"").count(),
                    2,
                    "{shown}"
                );
                assert!(shown.contains("class=\"board\""), "{shown}");
                assert!(!shown.contains("stream-hand"), "{shown}");
                // 28 tiles are on the board or face down.
                let content = shown.split("<main").nth(1).unwrap_or_default();
                let tiles = content.matches("<use").count() + content.matches("<i></i>").count();
                assert_eq!(tiles, 28, "{shown}");
            }
            Some(ClientMessage::Ready { .. }) if acted => break,
            Some(ready @ ClientMessage::Ready { .. }) => drop(player.ask(&ready).await),
            _ => drop(player.hear().await.unwrap()),
        }
    }
    let shown = browser
        .ask("GET", &path(&created.table), "")
        .await
        .with(200);
    let shown = shown.text();
    assert!(shown.contains("stream-hand"), "{shown}");
    assert!(!shown.contains("<i></i>"), "{shown}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_watch_one_table() {
    const WATCHERS: usize = 1_000;
    let server = Server::fresh("watch-many").await;
    let created = create(server.address, &public()).await;
    let mut player = Player::sit(server.address, &created.table, &created.token).await;
    let began = Instant::now();
    let mut watchers = Vec::new();
    for _ in 0..WATCHERS / 50 {
        let some = (0..50).map(|_| come(&server, &created.table, None));
        watchers.extend(join_all(some).await.into_iter().map(Result::unwrap));
    }
    println!("{WATCHERS} came in {:?}", began.elapsed());
    while !matches!(player.owed(), Some(ClientMessage::Act { .. })) {
        match player.owed() {
            Some(ready @ ClientMessage::Ready { .. }) => drop(player.ask(&ready).await),
            _ => drop(player.hear().await.unwrap()),
        }
    }
    // What happened until now is none of the play that is timed.
    for watcher in &mut watchers {
        while let Ok(Some(Ok(_))) = tokio::time::timeout(
            Duration::from_millis(1),
            futures_util::StreamExt::next(&mut watcher.socket),
        )
        .await
        {}
    }
    let act = player.owed().unwrap();
    let began = Instant::now();
    player.ask(&act).await.unwrap();
    println!("the player was answered after {:?}", began.elapsed());
    join_all(watchers.iter_mut().map(Watcher::sees_a_deed)).await;
    println!("the last of {WATCHERS} saw it after {:?}", began.elapsed());
    drop(watchers);
    server.stop().await;
}
