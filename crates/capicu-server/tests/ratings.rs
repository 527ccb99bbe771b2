//! Rated matches, from the lobby to the lists.

use std::time::Duration;

use crate::common::browser::{
    Browser, behind_proxy, guest, led_to, neighbor, page, served_by_proxy,
};
use crate::common::*;
use capicu_server::recompute_in;
use serde_json::Value;
use tokio::time::sleep;

/// Waits for the table that is sought, and plays a match there.
async fn play_where_seated(browser: &mut Browser<'_>) -> String {
    for _ in 0..200 {
        let answer = browser.ask("GET", "/lobby/wait", "").await;
        if answer.status == 303 {
            let table = led_to(&answer)
                .strip_prefix("/t/")
                .expect("a table")
                .to_owned();
            play(browser, &table).await;
            return table;
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("no table in ten seconds")
}

async fn play(browser: &Browser<'_>, table: impl AsRef<str>) {
    let cookie = browser.cookie.as_deref();
    let address = browser.server.address;
    let player = Player::join_as(address, table, &new_token(), cookie).await;
    let player = player.expect("a seat").play(u32::MAX).await;
    assert!(player.over().is_some());
}

async fn exported(browser: &mut Browser<'_>) -> Vec<Value> {
    let all: Value = browser.get("/api/me/export").await;
    all["ratings"].as_array().expect("a list").clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn members_are_rated_against_each_other() {
    let folder = Folder::new("rated");
    let server = Server::start(behind_proxy(&folder)).await;
    let mut ana = neighbor(&server, "ana", 1).await;
    let mut berta = neighbor(&server, "berta", 2).await;
    page(&mut ana, "/me?lang=en")
        .await
        .has("data-testid=\"my-ratings\"");
    page(&mut ana, "/ratings/draw?lang=en")
        .await
        .has("data-testid=\"nobody\"");
    let seek = "game=draw&speed=fast&stakes=rated";
    for browser in [&mut ana, &mut berta] {
        let answer = browser.ask("POST", "/lobby", seek).await.with(303);
        assert_eq!(
            led_to(&answer),
            "/lobby/wait?game=draw&speed=fast&stakes=rated"
        );
    }
    let (one, other) = tokio::join!(play_where_seated(&mut ana), play_where_seated(&mut berta));
    assert_eq!(one, other);

    // One has won and one has lost, and both can see it.
    let (of_ana, of_berta) = (exported(&mut ana).await, exported(&mut berta).await);
    for of in [&of_ana, &of_berta] {
        assert_eq!(of.len(), 1);
        assert_eq!(
            (&of[0]["family"], &of[0]["matches"]),
            (&"draw".into(), &1.into())
        );
        assert_eq!(of[0]["history"][0]["match"], 1);
    }
    let mean = |of: &[Value]| of[0]["mean"].as_f64().expect("a number");
    assert!((mean(&of_ana) + mean(&of_berta) - 50.0).abs() < 1e-9);
    assert!((mean(&of_ana) - 25.0).abs() > 0.5);
    let list = page(&mut ana, "/ratings/draw?lang=en").await;
    for name in ["ana", "berta"] {
        assert!(list.contains(name), "{list}");
    }
    assert!(list.contains("provisional") && list.contains("data-testid=\"rating-history\""));
    page(&mut ana, "/me?lang=es").await.has("/ratings/draw");
    page(&mut ana, "/ratings?lang=es").await.has("2 jugadores");

    for path in ["/history?lang=en", "/history/1?lang=en"] {
        let told = page(&mut ana, path).await;
        told.has("<a href=\"/ratings/draw\" data-testid=\"rated\">Rated</a>");
    }

    // Whoever is deleted has no place any more; the other's numbers stay.
    berta.ask("DELETE", "/api/me", "").await.with(204);
    let list = page(&mut ana, "/ratings/draw?lang=en").await;
    assert!(list.contains("ana") && !list.contains("berta"), "{list}");
    assert_eq!(exported(&mut ana).await, of_ana);

    // After a restart they are the same, and so they are without any table.
    let cookie = ana.cookie.clone();
    server.stop().await;
    let told = recompute_in(&folder.0, true).await.expect("readable");
    assert!(told.agrees(), "{told:?}");
    assert_eq!((told.results, told.rated, told.same), (1, 1, 1));
    let server = Server::start(behind_proxy(&folder)).await;
    let mut ana = Browser::new(&server);
    ana.cookie = cookie;
    assert_eq!(exported(&mut ana).await, of_ana);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn members_are_rated_against_bots_of_a_level() {
    let server = served_by_proxy("rated-bots").await;
    let mut ana = neighbor(&server, "ana", 1).await;
    let answer = ana
        .ask(
            "POST",
            "/lobby",
            "company=bots&game=draw&speed=fast&level=1",
        )
        .await
        .with(303);
    let table = led_to(&answer)
        .strip_prefix("/t/")
        .expect("a table")
        .to_owned();
    // Nobody takes the place of a rated bot, though a casual one would make room.
    let mut berta = neighbor(&server, "berta", 2).await;
    assert!(!page(&mut berta, "/lobby?lang=en").await.contains(&table));
    berta
        .ask("POST", "/lobby/sit", &format!("table={table}"))
        .await
        .with(409);
    play(&ana, &table).await;
    let of_ana = exported(&mut ana).await;
    assert_eq!((of_ana.len(), &of_ana[0]["matches"]), (1, &1.into()));
    // There is no such anchor.
    for level in ["8", "0", "five", ""] {
        let form = format!("company=bots&game=draw&level={level}");
        let answer = ana.ask("POST", "/lobby?lang=en", &form).await;
        assert_eq!(answer.status, 422, "{level}: {}", answer.text());
    }
    let form = "company=bots&game=double-twelve-cross&level=7";
    assert_eq!(ana.ask("POST", "/lobby", form).await.status, 422);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_play_casual_matches() {
    let server = served_by_proxy("rated-guests").await;
    let mut eva = guest(&server, "eva", 1).await;
    for (path, form) in [
        ("/lobby?lang=en", "game=draw&stakes=rated"),
        ("/lobby?lang=en", "company=partner&game=cien&stakes=rated"),
        ("/lobby?lang=en", "company=bots&game=draw&level=1"),
    ] {
        let answer = eva.ask("POST", path, form).await;
        assert_eq!(answer.status, 401, "{path}: {}", answer.text());
        answer.has("You need an account for rated matches");
    }
    assert_eq!(
        eva.ask("GET", "/lobby/wait?part=status", "").await.status,
        410
    );
    for wrong in ["stakes=much", "company=crowd"] {
        let form = format!("game=draw&{wrong}");
        eva.ask("POST", "/lobby", &form).await.with(400);
    }
    assert_eq!(eva.ask("GET", "/ratings/whist", "").await.status, 404);
    page(&mut eva, "/me?lang=en")
        .await
        .has("You need an account for rated matches");
    // A member who invites a partner to a rated match gets a member.
    let mut ana = neighbor(&server, "ana", 2).await;
    ana.ask("POST", "/lobby", "company=partner&game=cien&stakes=rated")
        .await
        .with(303);
    let waits = page(&mut ana, "/lobby/wait?lang=en").await;
    let code = waits.split("/lobby/with/").nth(1).expect("a link");
    let with = format!("/lobby/with/{}", &code[..6]);
    assert_eq!(
        eva.ask("POST", &format!("{with}?lang=en"), "").await.status,
        401
    );
    eva.join("eva").await;
    assert_eq!(eva.ask("POST", &with, "").await.status, 303);
    let waits = page(&mut eva, "/lobby/wait?lang=en").await;
    assert!(
        waits.contains("rated") && !waits.contains("bots-now"),
        "{waits}"
    );
    server.stop().await;
}

/// A folder without a database stays without one.
#[tokio::test(flavor = "multi_thread")]
async fn there_is_nothing_to_recompute_where_no_server_was() {
    let folder = Folder::new("rated-nothing");
    assert!(recompute_in(&folder.0, false).await.is_err());
    assert!(!folder.0.join("capicu.db").exists());
}
