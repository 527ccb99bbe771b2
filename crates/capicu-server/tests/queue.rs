//! Winner stays at a private table: people who wait have a page, take seats, survive a restart and can be deleted.

use capicu_protocol::{ClientMessage, Closed, CreateTable, Created, Plan};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};

use crate::common::browser;
use crate::common::forms::{Browser, shows};
use crate::common::*;

async fn guest<'a>(server: &'a Server, name: &str) -> Browser<'a> {
    let cookie = browser::Browser::guest(server, name).await.cookie;
    Browser {
        cookie,
        ..Browser::new(server)
    }
}

/// The same browser after a restart.
fn again<'a>(server: &'a Server, cookie: Option<String>) -> Browser<'a> {
    Browser {
        cookie,
        ..Browser::new(server)
    }
}

async fn sit(browser: &Browser<'_>, created: &Created, link: &capicu_protocol::Token, name: &str) {
    let (address, table) = (browser.server.address, &created.table);
    let cookie = browser.cookie.as_deref();
    let mut player = Player::join_as(address, table, link, cookie).await.unwrap();
    let (key, name) = (player.key(), name.to_owned());
    player
        .ask(&ClientMessage::Name { key, name })
        .await
        .unwrap();
}

/// The journal of all tables as one text.
async fn journal(folder: &std::path::Path) -> String {
    let options = SqliteConnectOptions::new().filename(folder.join("capicu.db"));
    let pool = SqlitePoolOptions::new()
        .connect_with(options)
        .await
        .unwrap();
    let facts: Vec<(String,)> =
        sqlx::query_as("SELECT fact FROM journal UNION ALL SELECT setup FROM tables")
            .fetch_all(&pool)
            .await
            .unwrap();
    pool.close().await;
    facts.into_iter().map(|(fact,)| fact + "\n").collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn people_wait_sit_down_and_are_forgotten() {
    let folder = Folder::new("queue");
    let server = Server::start(config(&folder.0)).await;
    let asked = CreateTable {
        rules: rules("draw", 2, &[("target", "50")]),
        seats: vec![Plan::Me, Plan::Open],
        ..four(BOTS, &[])
    };
    let created = create(server.address, &asked).await;
    let path = format!("/q/{}", created.table);
    let mut ana = guest(&server, "Anacaona").await;
    let mut ben = guest(&server, "Benicio").await;
    sit(&ana, &created, &created.token, "Anacaona").await;
    sit(&ben, &created, &created.open[0].token, "Benicio").await;

    // Only the host turns the queue on.
    let set = format!("POST {path}/set");
    ben.ask(&set, &[("unit", "singles")]).await.with(409);
    Browser::new(&server)
        .ask(&set, &[("unit", "singles")])
        .await
        .with(401);
    ana.sent(&format!("{path}/set"), &[("unit", "singles")])
        .await;
    let panel = ana
        .get(&format!("{path}?part=panel&lang=en"))
        .await
        .with(200);
    let code = panel.text().split("queue-code\">").nth(1).expect("a code");
    let code = code[..6].to_owned();
    let of_ben = ben.get(&format!("{path}?part=panel")).await.with(200);
    assert!(
        !of_ben.text().contains("queue-code"),
        "only the host invites"
    );

    // The page of a player who waited leads to the table, when a partner took the seat.
    let led = ben.get(&format!("{path}?part=page")).await.with(303);
    let table = format!("location: /t/{}", created.table);
    assert!(led.head.contains(&table), "{}", led.head);

    // The code leads to the queue, since no seat is free.
    let mut cora = Browser::new(&server);
    let page = cora.get(&format!("/j/{code}")).await.with(200);
    shows(&page, "queue-join");
    cora.get(&path).await.with(410);
    let join = format!("{path}/join");
    let wrong = [("code", "abcdef"), ("name", "Cora")];
    cora.ask(&format!("POST {join}"), &wrong).await.with(410);
    cora.sent(&join, &[("code", &code), ("name", "Corazon")])
        .await;
    assert_eq!(cora.led_to, path);
    let mut dora = Browser::new(&server);
    dora.sent(&join, &[("code", &code), ("name", "Dorotea")])
        .await;
    let page = dora.get(&format!("{path}?lang=en")).await.with(200);
    shows(&page, "queue-place");
    page.has("You are number 2 in the queue");
    page.has("Corazon");
    for hidden in ["queue-offer", "queue-code", &code] {
        assert!(!page.text().contains(hidden), "{hidden}");
    }
    // People who wait have no connection to the table.
    let cookie = cora.cookie.as_deref();
    let socket = Player::join_as(server.address, &created.table, &new_token(), cookie).await;
    assert_eq!(socket.err(), Some(Some(Closed::Queued)));
    dora.ask(&format!("POST {path}/sit"), &[]).await.with(409);

    // A restart changes nothing.
    let cookies = [&ana, &ben, &cora, &dora].map(|browser| browser.cookie.clone());
    server.stop().await;
    let server = Server::start(config(&folder.0)).await;
    let [ana, ben, mut cora, mut dora] = cookies.map(|cookie| again(&server, cookie));
    let page = dora.get(&format!("{path}?lang=en")).await.with(200);
    page.has("You are number 2 in the queue");

    let (first, second) = (ana.sit(&created.table).await, ben.sit(&created.table).await);
    let (first, mut second) = tokio::join!(first.play(u32::MAX), second.play(u32::MAX));
    while second.over().is_none() {
        second.hear().await.unwrap();
    }
    let winner = first.over().and_then(|over| over.winner).expect("a winner");
    let ana_won = winner.0.index() == first.seat().0.index();
    let page = cora.get(&format!("{path}?lang=en")).await.with(200);
    shows(&page, "queue-offer");
    let page = dora.get(&format!("{path}?lang=en")).await.with(200);
    shows(&page, "queue-place");
    let (mut wins, winner, mut loses, name) = match ana_won {
        true => (ana, "Anacaona", ben, "Benicio"),
        false => (ben, "Benicio", ana, "Anacaona"),
    };
    // The page of the winner stays open.
    let stays = if ana_won { first } else { second };
    loses.get(&path).await.with(303);
    assert_eq!(
        loses.led_to,
        format!("/t/{}", created.table),
        "still seated"
    );

    // Corazon takes the seat, and the next match begins when she is there.
    cora.sent(&format!("{path}/sit"), &[]).await;
    assert_eq!(cora.led_to, format!("/t/{}", created.table));
    let mut sits = cora.sit(&created.table).await;
    while sits.next_deal() == 0 || sits.over().is_some() {
        sits.hear().await.unwrap();
    }
    let page = loses.get(&format!("{path}?lang=en")).await.with(200);
    page.has("You are number 2 in the queue");
    page.has("Dorotea");
    let before = journal(&folder.0).await;
    assert!(before.contains(name));

    // A deleted account leaves no name, and those of others stay.
    loses.sent("/me/delete", &[("sure", "yes")]).await;
    let after = journal(&folder.0).await;
    assert!(!after.contains(name), "{name} is in {after}");
    assert!(after.contains(winner) && after.contains("Corazon"));
    let page = dora.get(&format!("{path}?lang=en")).await.with(200);
    page.has("You are number 1 in the queue");
    assert!(!page.text().contains(name));

    // Without the queue, nobody waits.
    drop(stays);
    let mut off = Vec::new();
    for browser in [&mut wins, &mut cora] {
        let answer = browser.ask(&set, &[("unit", "off")]).await;
        off.push(answer.status);
    }
    off.sort_unstable();
    assert_eq!(off, [303, 409], "one of them is the host");
    dora.get(&path).await.with(410);
    let sit = format!("POST {path}/sit");
    dora.ask(&sit, &[]).await.with(410);
    server.stop().await;
}
