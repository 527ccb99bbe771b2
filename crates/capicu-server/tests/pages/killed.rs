//! The server is killed in the middle of an evening, in a hall and at a table of its own at once.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use capicu_event::{Event, Log, Outcome};
use capicu_protocol::{ClientMessage, Token};
use tokio::time::{sleep, timeout};

use super::common::browser::Browser;
use super::common::process::Process;
use super::common::*;
use super::events::{Desk, after, filled, led_to, member, page, until};

/// Acknowledgements of a player: the version of the last move, the moves of the second match, and the token of the
/// seat.
#[derive(Default)]
struct Promised {
    version: u64,
    in_second: u32,
    token: Option<Token>,
}

/// Plays to the end of the meeting, and notes what is promised.
async fn play(mut player: Player, promised: Arc<Mutex<Promised>>) {
    promised.lock().unwrap().token = Some(player.token.clone());
    let (mut ready_for, mut second) = (None, false);
    loop {
        if let Some(over) = player.over() {
            let (number, key) = (over.number, player.key());
            let again = ClientMessage::Rematch { key, after: number };
            if player.ask(&again).await.is_err() {
                return;
            }
            while player.over().is_some() {
                player.hear().await.unwrap();
            }
            (ready_for, second) = (None, true);
        }
        match player.owed() {
            Some(ClientMessage::Ready { .. }) if ready_for == Some(player.next_deal()) => {
                player.hear().await.unwrap();
            }
            Some(ready @ ClientMessage::Ready { .. }) => {
                ready_for = Some(player.next_deal());
                player.say(&ready).await;
                player.hear().await.unwrap();
            }
            Some(act) => {
                if let Ok(version) = player.ask(&act).await {
                    let mut promised = promised.lock().unwrap();
                    promised.version = version;
                    promised.in_second += u32::from(second);
                }
            }
            None => drop(player.hear().await.unwrap()),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_results_survive_a_killed_server() {
    let folder = Folder::new("killed-evening");
    let process = Process::start(&folder.0);
    let server = Server::elsewhere(process.address);
    let mut browser = member(&server, "nena").await;
    browser.head += "\r\naccept-language: en";
    let made = led_to(&browser.form("/events/new", &filled("both", "5")).await);
    let event = made.trim_end_matches("/desk").to_owned();
    let mut desk = Desk {
        browser,
        event: event.clone(),
        key: 0,
    };
    let shown = page(&mut desk.browser, &format!("{event}/desk")).await;
    let join = after(&shown, "href=\"http://").split_once('/').unwrap();
    let join = format!("/{}", join.1);
    let mut players = Vec::new();
    for name in ["A", "B", "C", "D", "E", "F"] {
        let mut player = Browser::new(&server);
        let entered = player.form(&join, &[("name", name), ("key", name)]).await;
        let own = led_to(&entered).split('?').next().unwrap().to_owned();
        players.push((player, own));
    }
    desk.done("open", &[]).await;
    // A round in the hall, and one of which a table is the server's.
    let result = |round: &'static str, meeting: &'static str| {
        vec![
            ("stage", "1"),
            ("round", round),
            ("meeting", meeting),
            ("games-0", "2"),
            ("games-1", "0"),
            ("points-0", "85"),
            ("points-1", "30"),
        ]
    };
    desk.send("draft", &[]).await;
    desk.done("publish", &[]).await;
    for meeting in ["1", "2", "3"] {
        desk.done("rule", &result("1", meeting)).await;
    }
    desk.send("draft", &[]).await;
    desk.done("publish", &[]).await;
    let third = [("stage", "1"), ("round", "2"), ("meeting", "3")];
    desk.done("move", &[third[0], third[1], third[2], ("to", "online")])
        .await;
    desk.done("rule", &result("2", "1")).await;
    let slips = page(&mut desk.browser, &format!("{event}/print/slips")).await;
    let slip = |side: u8| {
        let name = format!("/slip/1-2-2-{side}/");
        format!("{event}{name}{}", after(&slips, &name))
    };
    let (claiming, confirming) = (slip(0), slip(1));

    // The two of the third table play until they are in the second game.
    until(
        &mut desk.browser,
        &format!("{event}/desk"),
        "0 of 2 are there",
    )
    .await;
    let mut seats = Vec::new();
    for (player, own) in &mut players {
        let shown = page(player, own).await;
        if shown.contains("data-testid=\"table-ready\"") {
            let link = after(&shown, "href=\"/t/").split_once('#').unwrap();
            seats.push((link.0.to_owned(), link.1.parse::<Token>().unwrap()));
        }
    }
    assert_eq!(seats.len(), 2, "two sit at the third table");
    let table = seats[0].0.clone();
    let mut playing = Vec::new();
    for (table, token) in &seats {
        let player = Player::sit(server.address, table, token).await;
        let promised = Arc::<Mutex<Promised>>::default();
        playing.push((
            Arc::clone(&promised),
            tokio::spawn(play(player, Arc::clone(&promised))),
        ));
    }
    let nearly = async {
        while playing[0].0.lock().unwrap().in_second < 2 {
            sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(LONG, nearly).await.expect("they play");
    let before = desk.log().await;
    // The last that anybody is told: one side's word.
    let mut claim = result("2", "2");
    claim.extend([("act", "claim"), ("key", "claim")]);
    led_to(&players[0].0.form(&claiming, &claim).await);
    process.kill();
    let cookie = desk.browser.cookie.clone();
    let mut again = Vec::new();
    for (promised, task) in playing {
        task.abort();
        let _ = task.await;
        let promised = promised.lock().unwrap();
        again.push((promised.version, promised.token.clone().unwrap()));
    }
    drop((desk, players));

    // Started again: what was on the log is there to the byte, and the word that was taken last.
    let process = Process::start(&folder.0);
    let server = Server::elsewhere(process.address);
    let mut browser = Browser::new(&server);
    browser.cookie = cookie;
    browser.head += "\r\naccept-language: en";
    let log = format!("{event}/files/event.jsonl");
    let text = page(&mut browser, &log).await;
    assert!(text.starts_with(&before), "{before}\n---\n{text}");
    assert_eq!(text.matches("\"fact\":\"claimed\"").count(), 1, "{text}");
    assert_eq!(
        text.matches("\"fact\":\"recorded\"").count(),
        0,
        "the third table is not over"
    );
    let mut other = Browser::new(&server);
    let theirs = page(&mut other, &confirming).await;
    let what = after(&theirs, "name=\"what\" value=\"").to_owned();
    let confirm = [
        ("act", "confirm"),
        ("key", "confirm"),
        ("meeting", "2"),
        ("round", "2"),
        ("what", what.as_str()),
    ];
    led_to(&other.form(&confirming, &confirm).await);

    // The third table goes on from the last move that was acknowledged, and brings its result once.
    let mut playing = Vec::new();
    for (version, token) in again {
        let player = Player::sit(server.address, &table, &token).await;
        assert!(
            player.version() >= version,
            "{} moves of {version}",
            player.version()
        );
        playing.push(tokio::spawn(play(player, Arc::default())));
    }
    for player in playing {
        timeout(LONG, player).await.expect("it ends").unwrap();
    }
    until(&mut browser, &log, "\"recorded\"").await;
    // Killed once more, the server does not write it down again.
    process.kill();
    let process = Process::start(&folder.0);
    let server = Server::elsewhere(process.address);
    let mut again = Browser::new(&server);
    again.cookie = browser.cookie.clone();
    sleep(Duration::from_secs(1)).await;
    let text = page(&mut again, &log).await;
    assert_eq!(text.matches("\"fact\":\"recorded\"").count(), 1, "{text}");
    let whole = Event::verify(Log::read(text.as_bytes()).unwrap()).unwrap();
    let stage = &whole.state().stages[0];
    for (round, meeting) in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)] {
        let outcome = stage.outcome(round, meeting);
        assert!(
            matches!(outcome, Some(Outcome::Played { .. })),
            "round {round}, table {meeting}: {outcome:?}"
        );
    }
    process.kill();
}
