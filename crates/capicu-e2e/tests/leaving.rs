//! Leaving a table of the lobby, where turns have a clock and a bank, and coming back to it.

use std::time::Duration;

use capicu_e2e::{Browser, Hands, Language, Player, Result, Screen, Server};
use tokio::time::{Instant, sleep};

/// What the plates of the others say of them.
const PLATES: &str =
    "[...document.querySelectorAll('[data-testid^=kind-]')].map(k => k.innerText).join()";

/// How many banks are seen.
const BANKS: &str = "document.querySelectorAll('[data-testid^=bank-]').length";

/// How many tiles the hand holds.
const HELD: &str = "document.querySelectorAll('.hand .tile').length";

/// Plays on in both browsers until what stands on the others' plates for the first holds `part` or not.
async fn plates(players: &[&Player], part: &str, shown: bool) -> Result<()> {
    let deadline = Instant::now() + Duration::from_secs(30);
    loop {
        let said = players[0].browser.evaluate(PLATES).await?;
        if said.as_str().is_some_and(|said| said.contains(part)) == shown {
            return Ok(());
        }
        assert!(Instant::now() < deadline, "{said}: {part}, {shown}");
        for player in players {
            player.step().await?;
        }
        sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_a_table_of_the_lobby_comes_back_to_the_same_seat() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let at = |path: &str| format!("http://{}{path}", server.address());
    let mut players = Vec::new();
    for (screen, language, name) in [
        (Screen::Desktop, Language::English, "Ana"),
        (Screen::Phone, Language::Spanish, "Eva"),
    ] {
        let browser = Browser::start_still(screen, language).await?;
        browser.open(&at("/lobby")).await?;
        browser.wait("name").await?.send_keys(name).await?;
        let fast = "document.querySelector('[name=speed][value=fast]').click()";
        browser.evaluate(fast).await?;
        browser.click("seek").await?;
        players.push(Player {
            browser,
            hands: Hands::Pointer,
            name: format!("leaving-{name}"),
        });
    }
    let [ana, eva] = &players[..] else {
        unreachable!("two sought a table")
    };
    let deadline = Instant::now() + Duration::from_secs(15);
    eva.browser.wait("people").await?;
    while let Some(people) = eva.browser.find("people").await? {
        if people.text().await.unwrap_or_default().contains('2') {
            break;
        }
        assert!(Instant::now() < deadline, "the other is there");
        sleep(Duration::from_millis(100)).await;
    }
    eva.browser.click_if_shown("bots-now").await?;
    for player in [ana, eva] {
        player.browser.wait("hand").await?;
        // Everybody has a bank, bots too, and one sees the own one.
        assert_eq!(player.browser.evaluate(BANKS).await?, 4);
    }

    // Eva leaves. Nobody waits for her: a bot plays on in her seat.
    eva.browser.click("menu").await?;
    eva.browser.click("leave").await?;
    eva.browser.click("leave-sure").await?;
    eva.browser.wait("closed").await?;
    plates(&[ana], "a bot plays", true).await?;
    ana.browser.screenshot("leaving-bot-plays").await?;

    // From the first page she is back in her seat, where her own hand is, and plays on herself.
    eva.browser.open(&at("/")).await?;
    eva.browser.click("continue").await?;
    eva.browser.wait("hand").await?;
    eva.browser.click_if_shown("play-again").await?;
    plates(&[ana, eva], "a bot plays", false).await?;
    eva.browser.screenshot("leaving-back").await?;
    assert_eq!(eva.browser.evaluate(BANKS).await?, 4, "the clock goes on");
    let deadline = Instant::now() + Duration::from_secs(30);
    let before = eva.browser.evaluate(HELD).await?;
    while eva.browser.evaluate(HELD).await? == before {
        assert!(Instant::now() < deadline, "Eva plays a tile");
        ana.step().await?;
        eva.step().await?;
    }
    for player in players {
        player.browser.close().await?;
    }
    Ok(())
}
