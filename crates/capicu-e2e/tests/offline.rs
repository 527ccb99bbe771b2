//! The game on the device: practice that goes on where a tab was closed, and everything without a server.

use std::time::{Duration, Instant};

use capicu_e2e::{Did, Hands, Language, Player, Result, Screen, Server};
use tokio::time::sleep;

/// Waits until the page says this of itself.
async fn until(player: &Player, what: &str) -> Result<()> {
    let deadline = Instant::now() + Duration::from_secs(60);
    while player.browser.evaluate(what).await? != true {
        if Instant::now() > deadline {
            player.browser.screenshot("offline-stuck").await?;
            return Err(format!("not after 60 s: {what}").into());
        }
        sleep(Duration::from_millis(100)).await;
    }
    Ok(())
}

const READY: &str = "document.documentElement.dataset.offline === 'ready'";

#[tokio::test]
async fn practice_rules_and_settings_without_a_server() -> Result<()> {
    let mut server = Server::start(&[]).await?;
    let home = format!("http://{}", server.address());
    let player = Player::sit(&home, Screen::Phone, Language::English, Hands::Pointer).await?;
    let browser = &player.browser;
    browser.wait("offline-get").await?;
    browser.open(&format!("{home}/play")).await?;
    browser.click("practice").await?;
    browser.wait("hand").await?;
    until(&player, READY).await?;
    // Nobody plays on while it is one's turn, so that what lies is what is kept.
    let mine = "document.querySelector('.status.mine') !== null \
        && document.querySelector('.hand .tile[data-legal=true]') !== null";
    until(&player, mine).await?;
    let before = player.sees().await?;
    server.stop().await?;

    // The tab is opened anew: within a second, and the same table.
    browser.open(&home).await?;
    browser.wait("offline-page").await?;
    browser.wait("kept-tables-open").await?;
    let took = "performance.getEntriesByType('navigation')[0].loadEventEnd";
    let took = browser.evaluate(took).await?.as_f64().unwrap_or(f64::MAX);
    assert!(took < 1000.0, "{took} ms");
    browser.screenshot("offline-page").await?;
    browser.click("kept-tables-open").await?;
    player.is_back().await?;
    assert_eq!(player.sees().await?, before);

    // A setting is chosen there, and the round goes on to its end.
    browser.click("menu").await?;
    browser.click("settings").await?;
    browser.wait("settings-panel").await?;
    browser.screenshot("offline-settings").await?;
    browser
        .evaluate(
            "(() => { const order = document.querySelector('dialog [data-testid=order]'); \
            order.value = 'weight'; order.dispatchEvent(new Event('change')); return true; })()",
        )
        .await?;
    browser.click("settings-close").await?;
    let sorted = "(() => { const all = [...document.querySelectorAll('.hand .tile')] \
            .map((tile) => tile.dataset.testid.slice(5).split('-').reduce((a, b) => +a + +b)); \
        return all.every((pips, k) => k === 0 || all[k - 1] >= pips); })()";
    assert_eq!(browser.evaluate(sorted).await?, true);
    let deadline = Instant::now() + Duration::from_secs(120);
    while player.step().await? != Did::EndedRound {
        if Instant::now() > deadline {
            return Err("the round does not end".into());
        }
        sleep(Duration::from_millis(50)).await;
    }
    browser.open(&format!("{home}/rules/cien")).await?;
    browser.wait("rulebook").await?;
    browser.open(&format!("{home}/replay")).await?;
    browser.wait("record-text").await?;

    // What stood for the first page is replaced by it as soon as there is a server again.
    browser.open(&home).await?;
    browser.wait("offline-page").await?;
    server.kill_and_restart().await?;
    browser.wait("play-now").await?;
    browser.wait("kept-tables-open").await?;
    player.browser.close().await
}

#[tokio::test]
async fn a_match_that_was_practiced_is_found_again_and_two_tabs_do_not_mix() -> Result<()> {
    let server = Server::start(&[]).await?;
    let home = format!("http://{}", server.address());
    let player = Player::sit(&home, Screen::Desktop, Language::Spanish, Hands::Pointer).await?;
    let browser = &player.browser;
    // A house where one round is enough.
    let house = r#"{"id":"","name":"La corta","line":"","rules":[{"game":"block","players":2,"title":"La corta","options":{"target":"1"}}]}"#;
    let address = format!(
        "{home}/play#game={}",
        house.replace('"', "%22").replace(' ', "%20")
    );
    browser.open(&address).await?;
    browser.click("practice").await?;
    browser.wait("hand").await?;

    // Another tab goes on with the table; this one says so, and keeps nothing more.
    let first = browser.driver().window().await?;
    let second = browser.driver().new_tab().await?;
    browser.driver().switch_to_window(second).await?;
    browser.open(&format!("{home}/practice")).await?;
    browser.wait("hand").await?;
    let deadline = Instant::now() + Duration::from_secs(60);
    let second = browser.driver().window().await?;
    browser.driver().switch_to_window(first.clone()).await?;
    browser.wait("note-elsewhere").await?;
    browser.screenshot("offline-elsewhere").await?;
    // It goes on here instead, and the other tab is told.
    browser
        .evaluate("document.querySelector('[data-testid=note-elsewhere] button').click()")
        .await?;
    browser
        .until("!document.querySelector('[data-testid=note-elsewhere]')")
        .await?;
    player.is_back().await?;
    browser.driver().switch_to_window(second).await?;
    browser.wait("note-elsewhere").await?;
    browser.driver().close_window().await?;
    browser.driver().switch_to_window(first).await?;
    while !browser.shows("match-over").await? {
        if Instant::now() > deadline + Duration::from_secs(120) {
            return Err("the match does not end".into());
        }
        if browser.shows("next-round").await? {
            browser.click("next-round").await?;
        }
        player.act().await?;
        sleep(Duration::from_millis(50)).await;
    }
    // It is over, so the first page leads back to its rules alone.
    browser.open(&format!("{home}/")).await?;
    browser.wait("kept-houses-open").await?;
    assert!(!browser.shows("kept-tables-open").await?);
    browser.screenshot("front-houses").await?;
    browser.open(&format!("{home}/history")).await?;
    let listed = browser.wait("kept-matches").await?.text().await?;
    assert!(listed.contains("La corta"), "{listed}");
    browser.click("kept-matches-open").await?;
    browser.wait("scrubber").await?;
    player.browser.close().await
}
