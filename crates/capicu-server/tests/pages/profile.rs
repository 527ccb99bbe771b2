//! The public page of a player: chart, numbers, partner and boards; and what it does not show.

use crate::common::browser::{Browser, behind_proxy, led_to, neighbor, page};
use crate::common::*;
use capicu_protocol::{CreateTable, Watching};
use tokio::time::{Duration, sleep};

/// Plays the match of the table at this address to its end.
pub async fn play_at(browser: &Browser<'_>, table: &str) {
    let cookie = browser.cookie.as_deref();
    let address = browser.server.address;
    let player = Player::join_as(address, table, &new_token(), cookie).await;
    let player = player.expect("a seat").play(u32::MAX).await;
    assert!(player.over().is_some());
}

/// A rated match against bots; returns its table.
pub async fn rated(browser: &mut Browser<'_>, game: &str) -> String {
    let form = format!("company=bots&game={game}&speed=fast&level=1");
    let answer = browser.ask("POST", "/lobby", &form).await;
    let table = led_to(&answer.with(303)).replace("/t/", "");
    play_at(browser, &table).await;
    table
}

/// Two partners, and bots against them, at a table of the lobby.
pub async fn together<'a>(ana: &mut Browser<'a>, eva: &mut Browser<'a>, game: &str) {
    let form = format!("company=partner&game={game}");
    ana.ask("POST", "/lobby", &form).await.with(303);
    let waits = page(ana, "/lobby/wait?lang=en").await;
    let code = waits.split("/lobby/with/").nth(1).expect("a link");
    let with = format!("/lobby/with/{}", &code[..6]);
    eva.ask("POST", &with, "").await.with(303);
    eva.ask("POST", "/lobby/bots", "").await.with(303);
    let (mut tables, mut tries) = (Vec::new(), 0);
    while tables.len() < 2 {
        tables.clear();
        for browser in [&mut *ana, &mut *eva] {
            let answer = browser.ask("GET", "/lobby/wait", "").await;
            tables.extend((answer.status == 303).then(|| led_to(&answer).replace("/t/", "")));
        }
        tries += 1;
        assert!(tries < 200, "no table in ten seconds");
        sleep(Duration::from_millis(50)).await;
    }
    tokio::join!(play_at(ana, &tables[0]), play_at(eva, &tables[1]));
}

#[tokio::test(flavor = "multi_thread")]
async fn profile_shows_the_rating_numbers_and_boards_of_public_matches() {
    let folder = Folder::new("profile-content");
    let server = Server::start(behind_proxy(&folder)).await;
    let mut ana = neighbor(&server, "ana", 1).await;
    let mut nobody = Browser::new(&server);
    let empty = page(&mut ana, "/@ana?lang=en").await;
    for part in [
        "30 rated matches make a rating",
        "href=\"/lobby?stakes=rated\"",
        "No board yet",
    ] {
        assert!(empty.contains(part), "{part}: {empty}");
    }
    // Only the player is asked to play.
    assert!(
        !page(&mut nobody, "/@ana?lang=en")
            .await
            .contains("stakes=rated")
    );

    rated(&mut ana, "draw").await;
    rated(&mut ana, "block").await;
    rated(&mut ana, "block").await;
    let told = page(&mut nobody, "/@ana?lang=en").await;
    assert!(
        told.contains("aria-label=\"Rating after each of 2 matches: at first "),
        "{told}"
    );
    assert!(told.contains("aria-current=\"true\">Block"), "{told}");
    assert!(told.contains("provisional"));
    let of_draw = page(&mut nobody, "/@ana?lang=en&family=draw").await;
    assert!(
        of_draw.contains("Rating after one match: at first "),
        "{of_draw}"
    );
    assert_eq!(told.matches("data-testid=\"recent-match\"").count(), 3);
    assert!(
        !told.contains("href=\"/history/3\""),
        "a page for the player alone"
    );
    assert!(
        told.matches("<use href=\"#t").count() > 6,
        "tiles on the boards"
    );

    // A private match counts, and nothing else of it is shown.
    let private = CreateTable {
        name: Some("Ana".to_owned()),
        ..four(BOTS, &[("target", "1")])
    };
    let cookie = ana.cookie.clone();
    for watching in [Watching::Off, Watching::On] {
        let table = CreateTable {
            watching: Some(watching),
            ..private.clone()
        };
        let created = create(server.address, &table).await;
        let (table, token) = (&created.table, &created.token);
        let player = Player::join_as(server.address, table, token, cookie.as_deref()).await;
        assert!(player.unwrap().play(u32::MAX).await.over().is_some());
    }
    let told = page(&mut nobody, "/@ana?lang=en").await;
    assert!(told.contains("<b>5</b> <span>Matches</span>"), "{told}");
    assert_eq!(told.matches("data-testid=\"recent-match\"").count(), 4);
    let own = page(&mut ana, "/@ana?lang=en").await;
    assert!(
        !own.contains("href=\"/history/4\""),
        "it was at a private table"
    );
    assert!(
        own.contains("href=\"/history/5\""),
        "anybody could watch it"
    );
    assert!(!told.contains("best-partner"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn best_partner_is_named_from_three_matches_in_the_lobby() {
    let folder = Folder::new("profile-partner");
    let server = Server::start(behind_proxy(&folder)).await;
    let mut ana = neighbor(&server, "ana", 1).await;
    let mut eva = neighbor(&server, "eva", 2).await;
    let mut nobody = Browser::new(&server);
    let mut won = 0;
    for n in 1..=60 {
        together(&mut ana, &mut eva, "cien").await;
        let of: Vec<capicu_protocol::MyMatch> = ana.get("/api/me/matches").await;
        won = of
            .iter()
            .filter(|of| of.seat.0.index() % 2 == usize::from(of.winner))
            .count();
        let told = page(&mut nobody, "/@ana?lang=en").await;
        let is_named = told.contains("data-testid=\"best-partner\"");
        assert_eq!(is_named, n >= 3 && won > 0, "{n}, {won}");
        if is_named {
            assert!(
                told.contains(&format!("{n} matches together, {won} won")),
                "{told}"
            );
            assert!(told.contains("<a href=\"/@eva\">"));
            break;
        }
    }
    assert!(won > 0, "one of sixty");
    // The name goes with the account.
    eva.ask("DELETE", "/api/me", "").await.with(204);
    let told = page(&mut nobody, "/@ana?lang=en").await;
    assert!(
        !told.contains("best-partner") && !told.contains("eva"),
        "{told}"
    );
    server.stop().await;
}
