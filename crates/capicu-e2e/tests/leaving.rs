//! Leaving a lobby table, where turns have a clock and a bank, and coming back to it.

use std::time::Duration;

use capicu_e2e::{Browser, Hands, Language, PATIENCE, Player, Result, Screen, Server};
use tokio::time::{Instant, sleep};

/// The states on the plates of the others.
const PLATES: &str =
    "[...document.querySelectorAll('[data-testid^=kind-]')].map(k => k.innerText).join()";

/// The number of visible banks.
const BANKS: &str = "document.querySelectorAll('[data-testid^=bank-]').length";

const HELD: &str = "document.querySelectorAll('.hand .tile').length";

/// Plays in both browsers until the plates that the first sees contain `part` or not.
async fn plates(players: &[&Player], part: &str, shown: bool) -> Result<()> {
    let deadline = Instant::now() + PATIENCE;
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
async fn player_who_left_a_lobby_table_returns_to_the_same_seat() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let at = |path: &str| format!("http://{}{path}", server.address());
    let mut players = Vec::new();
    for (screen, language, name) in [
        (Screen::Desktop, Language::English, "Ana"),
        (Screen::Phone, Language::Spanish, "Eva"),
    ] {
        let browser = Browser::start_still(screen, language).await?;
        browser.open(&at("/lobby")).await?;
        browser.write("name", name).await?;
        players.push(Player {
            browser,
            hands: Hands::Pointer,
            name: format!("leaving-{name}"),
        });
    }
    let [ana, eva] = &players[..] else {
        unreachable!("two sought a table")
    };
    // One right after the other: after ten seconds bots take the open seats.
    for player in [ana, eva] {
        player.browser.click("cell-jamaican-partner-fast").await?;
    }
    for player in [ana, eva] {
        player.browser.wait("hand").await?;
        // Everybody has a bank, bots too, and players see their own.
        player.browser.until_is(BANKS, 4).await?;
    }

    // Eva leaves. Nobody waits for her: a bot plays in her seat.
    eva.browser.click("menu").await?;
    eva.browser.click("leave").await?;
    eva.browser.click("leave-sure").await?;
    eva.browser.wait("closed").await?;
    // The menu closes, and the box does not cover the score.
    eva.browser.until_gone("menu-panel").await?;
    let covers = "(() => { const box = (css) => document.querySelector(css).getBoundingClientRect(); \
        return box('.link.closed').top < box('.score').bottom; })()";
    assert_eq!(eva.browser.evaluate(covers).await?, false);
    plates(&[ana], "a bot plays", true).await?;
    ana.browser.screenshot("leaving-bot-plays").await?;

    // The first page leads her back to her seat and her hand, and she plays again.
    eva.browser.open(&at("/")).await?;
    eva.browser.click("continue").await?;
    eva.browser.wait("hand").await?;
    eva.browser.click_if_shown("play-again").await?;
    plates(&[ana, eva], "a bot plays", false).await?;
    eva.browser.screenshot("leaving-back").await?;
    // The clock keeps running.
    eva.browser.until_is(BANKS, 4).await?;
    let deadline = Instant::now() + PATIENCE;
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
