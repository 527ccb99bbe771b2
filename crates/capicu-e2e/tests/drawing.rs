//! The draw for the lead, as players see it: the tiles turned up, who shuffles and who leads.

use capicu_e2e::{Browser, Hands, Language, PATIENCE, Player, Result, Screen, Server};
use tokio::time::Instant;

const TURNED_UP: &str =
    "document.querySelectorAll('[data-testid=beginning] li svg .domino').length";

/// Checks for at least two tiles, each with its player, and these sentences.
async fn is_shown(browser: &Browser, sentences: [&str; 2]) -> Result<()> {
    browser.until(&format!("{TURNED_UP} >= 2")).await?;
    for sentence in sentences {
        browser.until_shows("beginning", sentence).await?;
    }
    Ok(())
}

/// A player with one bot comes after the tiles have been turned up.
async fn with_a_bot(screen: Screen, language: Language, sentences: [&str; 2]) -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let player = Player {
        browser: Browser::start_still(screen, language).await?,
        hands: Hands::Pointer,
        name: format!("drawing-{}-{}", screen.name(), language.tag()),
    };
    let browser = &player.browser;
    drop(
        player
            .make_table(server.address(), "club", 2, language)
            .await?,
    );
    is_shown(browser, sentences).await?;
    player.check_layout().await?;
    // It reappears after a reload and is announced to screen readers, until the player closes it.
    browser.driver().refresh().await?;
    for sentence in sentences {
        let heard = format!("document.querySelector('#said')?.textContent.includes('{sentence}')");
        browser.until(&heard).await?;
    }
    is_shown(browser, sentences).await?;
    browser.screenshot(&player.name).await?;
    browser.click("put-away").await?;
    browser.until_gone("beginning").await?;
    // It can be read later, too.
    browser.click("menu").await?;
    browser
        .evaluate("document.querySelector('[data-testid=score-sheet]').open = true")
        .await?;
    for sentence in sentences {
        browser.until_shows("began", sentence).await?;
    }
    player.browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn late_player_sees_the_tiles_turned_up_on_a_phone() -> Result<()> {
    with_a_bot(Screen::Phone, Language::Spanish, ["más alta", "evuelve"]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn late_player_sees_the_tiles_turned_up_on_a_desktop() -> Result<()> {
    let sentences = ["highest tile", "shuffle"];
    with_a_bot(Screen::Desktop, Language::English, sentences).await
}

/// Both of two people have to start, in any order, and both see the draw.
#[tokio::test(flavor = "multi_thread")]
async fn two_people_start_and_see_the_draw() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let host = Browser::start_still(Screen::Phone, Language::English).await?;
    host.open(&format!("http://{}/play?game=club", server.address()))
        .await?;
    host.click("players-2").await?;
    host.click("make-table").await?;
    let link = host.wait("link-seat-1").await?.prop("value").await?;
    let friend = Browser::start_still(Screen::Desktop, Language::English).await?;
    friend.open(&link.ok_or("a link")?).await?;
    friend.click("start").await?;
    let ready = "document.querySelector('[data-testid=banner]')?.textContent";
    host.until_is(ready, "Everybody else is ready.").await?;
    host.screenshot("drawing-ready").await?;
    host.click("start").await?;
    for browser in [&host, &friend] {
        is_shown(browser, ["highest tile", "shuffle"]).await?;
    }
    friend.screenshot("drawing-friend").await?;
    // The leader leads, and no longer sees the draw; the other still does.
    let setter = "document.querySelector('.status.mine') !== null";
    let deadline = Instant::now() + PATIENCE;
    let (setter, other) = loop {
        assert!(Instant::now() < deadline, "nobody sets");
        if host.evaluate(setter).await? == true {
            break (&host, &friend);
        }
        if friend.evaluate(setter).await? == true {
            break (&friend, &host);
        }
    };
    let play = "document.querySelector('.hand .tile[data-legal=true]').click()";
    setter.evaluate(play).await?;
    setter.until_gone("beginning").await?;
    is_shown(other, ["highest tile", "shuffle"]).await?;
    other.screenshot("drawing-other").await?;
    friend.close().await?;
    host.close().await
}
