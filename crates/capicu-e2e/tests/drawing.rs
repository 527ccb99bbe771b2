//! The draw for the set, as it is seen: the tiles that the players turn up, who shuffles and who sets.

use std::time::Duration;

use capicu_e2e::{Browser, Hands, Language, Player, Result, Screen, Server};
use tokio::time::{Instant, sleep};

/// The tiles turned up, as they are shown.
const TURNED_UP: &str =
    "document.querySelectorAll('[data-testid=beginning] li svg .domino').length";

/// Waits until the page answers this.
async fn until(browser: &Browser, question: &str, answer: &serde_json::Value) -> Result<()> {
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let found = browser.evaluate(question).await?;
        if found == *answer {
            return Ok(());
        }
        if Instant::now() > deadline {
            browser.screenshot("drawing-failed").await?;
            return Err(format!("{question} is {found}, not {answer}").into());
        }
        sleep(Duration::from_millis(20)).await;
    }
}

/// Two tiles at least, each with who turned it up, and these sentences.
async fn is_shown(browser: &Browser, sentences: [&str; 2]) -> Result<()> {
    let panel = browser.wait("beginning").await?;
    let tiles = browser.evaluate(TURNED_UP).await?;
    assert!(tiles.as_u64() >= Some(2), "{tiles} tiles are turned up");
    let told = panel.text().await?;
    for sentence in sentences {
        assert!(told.contains(sentence), "{told}");
    }
    Ok(())
}

/// Whoever plays with a bot alone comes when the tiles have been turned up.
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
    // It is there again when the page is, and told to those who listen, until it is put away.
    browser.driver().refresh().await?;
    for sentence in sentences {
        let heard = format!(
            "document.querySelector('[data-testid=said]')?.textContent.includes('{sentence}')"
        );
        until(browser, &heard, &true.into()).await?;
    }
    is_shown(browser, sentences).await?;
    browser.screenshot(&player.name).await?;
    browser.click("put-away").await?;
    let gone = "document.querySelector('[data-testid=beginning]') === null";
    until(browser, gone, &true.into()).await?;
    // And it can be read later.
    browser.click("menu").await?;
    browser
        .evaluate("document.querySelector('[data-testid=score-sheet]').open = true")
        .await?;
    let kept = browser.wait("began").await?.text().await?;
    for sentence in sentences {
        assert!(kept.contains(sentence), "{kept}");
    }
    player.browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn tiles_turned_up_are_seen_by_whoever_comes_later() -> Result<()> {
    with_a_bot(Screen::Phone, Language::Spanish, ["más alta", "evuelve"]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn tiles_turned_up_are_seen_later_on_a_large_screen() -> Result<()> {
    let sentences = ["highest tile", "shuffle"];
    with_a_bot(Screen::Desktop, Language::English, sentences).await
}

/// Of two people, both are asked to start, whoever is ready first, and both see the draw.
#[tokio::test(flavor = "multi_thread")]
async fn two_people_start_and_see_the_draw() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let maker = Browser::start_still(Screen::Phone, Language::English).await?;
    maker
        .open(&format!("http://{}/play?game=club", server.address()))
        .await?;
    maker.click("players-2").await?;
    maker.click("make-table").await?;
    let link = maker.wait("link-seat-1").await?.prop("value").await?;
    let friend = Browser::start_still(Screen::Desktop, Language::English).await?;
    friend.open(&link.ok_or("a link")?).await?;
    friend.click("start").await?;
    let ready = "document.querySelector('[data-testid=banner]')?.textContent";
    until(&maker, ready, &"Everybody else is ready.".into()).await?;
    maker.screenshot("drawing-ready").await?;
    maker.click("start").await?;
    for browser in [&maker, &friend] {
        is_shown(browser, ["highest tile", "shuffle"]).await?;
    }
    friend.screenshot("drawing-friend").await?;
    // Whoever sets does so, and has seen enough of the draw; the other has not.
    let setter = "document.querySelector('.status.mine') !== null";
    let deadline = Instant::now() + Duration::from_secs(20);
    let (setter, other) = loop {
        assert!(Instant::now() < deadline, "nobody sets");
        if maker.evaluate(setter).await? == true {
            break (&maker, &friend);
        }
        if friend.evaluate(setter).await? == true {
            break (&friend, &maker);
        }
    };
    let play = "document.querySelector('.hand .tile[data-legal=true]').click()";
    setter.evaluate(play).await?;
    let gone = "document.querySelector('[data-testid=beginning]') === null";
    until(setter, gone, &true.into()).await?;
    is_shown(other, ["highest tile", "shuffle"]).await?;
    other.screenshot("drawing-other").await?;
    friend.close().await?;
    maker.close().await
}
