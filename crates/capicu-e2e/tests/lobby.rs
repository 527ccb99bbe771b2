//! The lobby: two strangers play at one table, with bots in the other seats.

use std::time::Duration;

use capicu_e2e::{Browser, Hands, Language, PATIENCE, Player, Result, Screen, Server};
use tokio::time::{Instant, sleep};

const LAID: &str = "document.querySelectorAll('[data-testid^=laid-]').length";

#[tokio::test(flavor = "multi_thread")]
async fn two_people_meet_in_the_lobby_and_play() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let at = |path: &str| format!("http://{}{path}", server.address());
    // After ten seconds bots take the open seats, so both have to be about to seek before one does.
    let eva = Browser::start_still(Screen::Desktop, Language::Spanish).await?;
    eva.open(&at("/lobby")).await?;
    eva.look("lobby-desktop-es").await?;
    eva.write("name", "Eva").await?;
    let ana = Browser::start_still(Screen::Phone, Language::English).await?;
    ana.open(&at("/")).await?;
    ana.look("lobby-home-phone").await?;
    ana.click("play-people").await?;
    ana.wait("lobby-page").await?;
    ana.write("name", "Ana").await?;
    ana.click("cell-jamaican-partner-usual").await?;
    ana.until_shows("people", "You are the first").await?;
    eva.click("cell-jamaican-partner-usual").await?;
    // Each page mentions the other, unless bots were quicker.
    let deadline = Instant::now() + PATIENCE;
    while let Some(people) = ana.find("people").await? {
        let told = people.text().await.unwrap_or_default();
        if told.starts_with("2 people") {
            break;
        }
        assert!(Instant::now() < deadline, "{told}");
        sleep(Duration::from_millis(100)).await;
    }
    ana.look("lobby-waiting-phone").await?;
    eva.click_if_shown("bots-now").await?;
    for browser in [&ana, &eva] {
        browser.wait("felt").await?;
    }
    let tables = [
        ana.driver().current_url().await?,
        eva.driver().current_url().await?,
    ];
    assert_eq!(tables[0].path(), tables[1].path());

    // Tiles are dealt without a click because both are there.
    let players = [(ana, "ana"), (eva, "eva")].map(|(browser, name)| Player {
        browser,
        hands: Hands::Pointer,
        name: format!("lobby-{name}"),
    });
    for player in &players {
        player.browser.wait("hand").await?;
    }
    let deadline = Instant::now() + PATIENCE;
    for player in players.iter().cycle() {
        if player.browser.evaluate(LAID).await?.as_u64() > Some(0) {
            break;
        }
        assert!(Instant::now() < deadline, "a tile is laid");
        player.step().await?;
    }
    for player in &players {
        player
            .browser
            .look(&format!("lobby-table-{}", player.name))
            .await?;
    }
    let [ana, eva] = players;
    eva.browser.close().await?;
    ana.browser.close().await
}

/// Rated players of one address never meet, so the wait has no end.
#[tokio::test(flavor = "multi_thread")]
async fn waiting_page_shows_who_comes_without_names() -> Result<()> {
    const SEATS: &str =
        "[...document.querySelectorAll('#places li span')].map((one) => one.textContent).join()";
    let seek = "(() => { fetch('/lobby', { method: 'POST', \
                body: new URLSearchParams({ game: 'jamaican-partner', stakes: 'rated' }) }) \
                .then(() => location.assign('/lobby/wait')); })()";
    let server = Server::start(&[]).await?;
    let home = format!("http://{}", server.address());
    let ana = Browser::start_still(Screen::Phone, Language::English).await?;
    let eva = Browser::start_still(Screen::Desktop, Language::English).await?;
    for (browser, username) in [(&ana, "ana"), (&eva, "eva")] {
        browser.join(&home, username, username).await?;
        browser.evaluate(seek).await?;
        browser.wait("places").await?;
        if username == "ana" {
            browser.until_is(SEATS, "You,Free,Free,Free").await?;
        }
    }
    // The reader comes first.
    for browser in [&ana, &eva] {
        browser.until_is(SEATS, "You,Taken,Free,Free").await?;
    }
    ana.look("lobby-seats-phone").await?;
    eva.look("lobby-seats-desktop").await?;
    eva.close().await?;
    ana.close().await
}

/// A player who leaves the waiting page is not seated with the next one who seeks.
#[tokio::test(flavor = "multi_thread")]
async fn left_waiting_page_is_no_seat() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let at = |path: &str| format!("http://{}{path}", server.address());
    let eva = Browser::start_still(Screen::Desktop, Language::English).await?;
    eva.open(&at("/lobby?game=draw")).await?;
    eva.write("name", "Eva").await?;
    let ana = Browser::start_still(Screen::Phone, Language::English).await?;
    ana.open(&at("/lobby?game=draw")).await?;
    ana.write("name", "Ana").await?;
    ana.click("cell-draw-usual").await?;
    ana.until_shows("people", "You are the first").await?;
    // A page that is loaded again waits on.
    ana.driver().refresh().await?;
    ana.until_shows("people", "You are the first").await?;
    sleep(Duration::from_millis(1500)).await;
    ana.open(&at("/lobby?game=draw")).await?;
    ana.wait("lobby-page").await?;
    eva.click("cell-draw-usual").await?;
    eva.until_shows("people", "You are the first").await?;
    sleep(Duration::from_millis(2000)).await;
    eva.until_shows("people", "You are the first").await?;
    // The end of a canceled seek does not overtake the page that the button leads to.
    eva.click("cancel").await?;
    eva.wait("lobby-page").await?;
    eva.open(&at("/lobby?game=draw")).await?;
    eva.click("cell-draw-usual").await?;
    eva.until_shows("people", "You are the first").await?;
    // Somebody at a table who opens another page is led back from there.
    ana.click("cell-draw-usual").await?;
    eva.wait("felt").await?;
    ana.wait("felt").await?;
    ana.evaluate("setTimeout(() => (location.href = '/learn'))")
        .await?;
    ana.wait("learn-page").await?;
    // A busy server may notice late that the table was left.
    for _ in 0..20 {
        if ana.shows("to-your-table").await? {
            break;
        }
        sleep(Duration::from_millis(500)).await;
        ana.driver().refresh().await?;
    }
    ana.wait("to-your-table").await?;
    ana.look("lobby-your-table").await?;
    ana.click("to-your-table").await?;
    ana.wait("felt").await?;
    eva.close().await?;
    ana.close().await
}
