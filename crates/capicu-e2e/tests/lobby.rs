//! The lobby: two people who do not know each other play at one table, with bots in the other seats.

use std::time::Duration;

use capicu_e2e::{Browser, Hands, Language, Player, Result, Screen, Server};
use tokio::time::{Instant, sleep};

/// Whether the page is wider than the window.
const TOO_WIDE: &str = "document.documentElement.scrollWidth > window.innerWidth + 1";

/// How many tiles are on the felt.
const LAID: &str = "document.querySelectorAll('[data-testid^=laid-]').length";

async fn look(browser: &Browser, name: &str) -> Result<()> {
    browser.screenshot(&format!("lobby-{name}")).await?;
    assert_eq!(browser.evaluate(TOO_WIDE).await?, false, "{name}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_find_each_other_in_the_lobby_and_play() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let at = |path: &str| format!("http://{}{path}", server.address());
    let ana = Browser::start_still(Screen::Phone, Language::English).await?;
    ana.open(&at("/")).await?;
    ana.wait("name").await?.send_keys("Ana").await?;
    look(&ana, "home-phone").await?;
    ana.click("play-people").await?;
    ana.wait("waiting-page").await?;
    look(&ana, "waiting-phone").await?;
    let first = ana.wait("people").await?.text().await?;
    assert!(first.starts_with("You are the first"), "{first}");

    let eva = Browser::start_still(Screen::Desktop, Language::Spanish).await?;
    eva.open(&at("/lobby")).await?;
    look(&eva, "desktop-es").await?;
    eva.wait("name").await?.send_keys("Eva").await?;
    eva.click("seek").await?;
    // Each page tells of the other, unless bots were quicker.
    let deadline = Instant::now() + Duration::from_secs(15);
    while let Some(people) = ana.find("people").await? {
        let told = people.text().await.unwrap_or_default();
        if told.starts_with("2 people") {
            break;
        }
        assert!(Instant::now() < deadline, "{told}");
        sleep(Duration::from_millis(100)).await;
    }
    eva.click_if_shown("bots-now").await?;
    for browser in [&ana, &eva] {
        browser.wait("felt").await?;
    }
    let tables = [
        ana.driver().current_url().await?,
        eva.driver().current_url().await?,
    ];
    assert_eq!(tables[0].path(), tables[1].path());

    // Nobody presses anything: it is dealt because both are there.
    let players = [(ana, "ana"), (eva, "eva")].map(|(browser, name)| Player {
        browser,
        hands: Hands::Pointer,
        name: format!("lobby-{name}"),
    });
    for player in &players {
        player.browser.wait("hand").await?;
    }
    let deadline = Instant::now() + Duration::from_secs(60);
    for player in players.iter().cycle() {
        if player.browser.evaluate(LAID).await?.as_u64() > Some(0) {
            break;
        }
        assert!(Instant::now() < deadline, "a tile is laid");
        player.step().await?;
    }
    for player in &players {
        look(&player.browser, &format!("table-{}", player.name)).await?;
    }
    let [ana, eva] = players;
    eva.browser.close().await?;
    ana.browser.close().await
}
