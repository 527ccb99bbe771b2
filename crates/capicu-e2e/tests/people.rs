//! People who come, go and come back: nobody stops a table, and everybody is notified.

use std::time::Duration;

use capicu_e2e::{Browser, Language, NOTE_NOTICES, PATIENCE, Result, Screen, Server};
use tokio::time::{Instant, sleep};

/// Waits until the announcements contain this text.
async fn heard(browser: &Browser, part: &str) -> Result<()> {
    let said = "document.querySelector('#said').textContent";
    browser.until(&format!("{said}.includes('{part}')")).await
}

/// A table without a time limit for the host and one friend, the other seats open.
async fn two_at_a_table(server: &Server, screen: Screen) -> Result<(Browser, Browser)> {
    let maker = Browser::start_still(screen, Language::English).await?;
    maker.open(&format!("http://{}/", server.address())).await?;
    maker.click("private-table").await?;
    maker.click("time-off").await?;
    maker.click("make-table").await?;
    maker.wait("links").await?;
    let link = maker.wait("link-seat-1").await?.prop("value").await?;
    let friend = Browser::start_still(Screen::Desktop, Language::English).await?;
    friend.open(&link.ok_or("a link")?).await?;
    friend.wait("hand").await?;
    Ok((maker, friend))
}

async fn begin(maker: &Browser, friend: &Browser) -> Result<()> {
    maker
        .until_shows("detail", "2 seats are still free")
        .await?;
    friend.click("start").await?;
    maker.click("start").await?;
    maker.screenshot("people-free-seats").await?;
    maker.click("fill-bots").await?;
    maker.until_is(TILES, 7).await
}

const TILES: &str = "document.querySelectorAll('.hand .tile').length";

async fn play_any(browser: &Browser) -> Result<()> {
    for id in ["pose-mine", "pass"] {
        browser.click_if_shown(id).await?;
    }
    for what in [".hand .tile[data-legal=true]", ".ends .end"] {
        let click = format!("document.querySelector('{what}')?.click()");
        browser.evaluate(&click).await?;
    }
    Ok(())
}

async fn nobody_stops_a_table(screen: Screen) -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let (maker, friend) = two_at_a_table(&server, screen).await?;
    begin(&maker, &friend).await?;
    let seat = friend.own_link().await?;

    // The friend's browser closes without a message.
    friend.close().await?;
    maker.until_shows("kind-1", "Away").await?;
    maker
        .screenshot(&format!("people-away-{}", screen.name()))
        .await?;
    let deadline = Instant::now() + PATIENCE;
    // The button is there while it is not the host's turn.
    while !maker.click_if_shown("let-bot-play").await? {
        play_any(&maker).await?;
        if Instant::now() > deadline || says_bot_plays(&maker).await? {
            break;
        }
        sleep(Duration::from_millis(50)).await;
    }
    maker.until_shows("kind-1", "a bot plays").await?;
    maker
        .screenshot(&format!("people-stood-in-{}", screen.name()))
        .await?;

    // Another device comes back by the address of the seat.
    let again = Browser::start_still(Screen::Desktop, Language::English).await?;
    again.open(&seat).await?;
    again.wait("hand").await?;
    plays_again(&maker).await?;
    again.close().await?;
    maker.close().await
}

async fn plays_again(maker: &Browser) -> Result<()> {
    let deadline = Instant::now() + PATIENCE;
    while says_bot_plays(maker).await? {
        assert!(Instant::now() < deadline, "the friend plays again");
        sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

async fn says_bot_plays(browser: &Browser) -> Result<bool> {
    says_of_the_friend(browser, "a bot plays").await
}

async fn says_away(browser: &Browser) -> Result<bool> {
    says_of_the_friend(browser, "Away").await
}

async fn says_of_the_friend(browser: &Browser, part: &str) -> Result<bool> {
    let kind = browser.find("kind-1").await?;
    Ok(match kind {
        Some(kind) => kind.text().await.unwrap_or_default().contains(part),
        None => false,
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_stops_a_table_on_a_phone() -> Result<()> {
    nobody_stops_a_table(Screen::Phone).await
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_stops_a_table_on_a_desktop() -> Result<()> {
    nobody_stops_a_table(Screen::Desktop).await
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_asks_first_and_one_button_leads_back() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let (maker, friend) = two_at_a_table(&server, Screen::Phone).await?;
    begin(&maker, &friend).await?;
    friend.click("menu").await?;
    friend.click("leave").await?;
    friend.screenshot("people-leave-asked").await?;
    friend.click("stay").await?;
    assert!(!friend.shows("closed").await?, "nothing was left");
    friend.click("leave").await?;
    friend.click("leave-sure").await?;
    friend.until_shows("closed", "You left the table").await?;
    maker.until_shows("kind-1", "a bot plays").await?;
    friend.click("come-back").await?;
    plays_again(&maker).await?;
    assert!(!friend.shows("closed").await?);

    // Opening another page makes a player absent at once, and the browser's back button leads into the game.
    friend.evaluate("location.assign('/')").await?;
    friend.wait("private-table").await?;
    maker.until_shows("kind-1", "Away").await?;
    friend.driver().back().await?;
    friend.wait("hand").await?;
    let deadline = Instant::now() + PATIENCE;
    while says_away(&maker).await? {
        assert!(Instant::now() < deadline, "the friend is back");
        sleep(Duration::from_millis(50)).await;
    }
    let before = friend.evaluate(TILES).await?;
    while friend.evaluate(TILES).await? == before {
        assert!(Instant::now() < deadline, "the friend plays on");
        play_any(&maker).await?;
        play_any(&friend).await?;
    }
    friend.close().await?;
    maker.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn host_deletes_the_table_and_all_are_notified() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let (maker, friend) = two_at_a_table(&server, Screen::Phone).await?;
    let seat = friend.own_link().await?;
    friend.click("menu").await?;
    friend.wait("leave").await?;
    assert!(
        !friend.shows("delete").await?,
        "the table is not the friend's"
    );
    maker.click("menu").await?;
    maker.click("delete").await?;
    maker.screenshot("people-delete-asked").await?;
    maker.click("stay").await?;
    assert!(!maker.shows("closed").await?, "nothing was deleted");
    maker.click("delete").await?;
    maker.click("delete-sure").await?;
    for browser in [&maker, &friend] {
        browser.until_shows("closed", "has deleted it").await?;
    }
    friend.open("about:blank").await?;
    friend.open(&seat).await?;
    friend.until_shows("closed", "This table is gone").await?;
    friend.close().await?;
    maker.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn seat_open_on_another_device_says_so() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let (maker, friend) = two_at_a_table(&server, Screen::Desktop).await?;
    let seat = friend.own_link().await?;
    let second = Browser::start_still(Screen::Phone, Language::Spanish).await?;
    second.open(&seat).await?;
    second.wait("hand").await?;
    heard(&friend, "open on another device").await?;
    friend.wait("note-devices").await?;
    friend.click("menu").await?;
    friend.until_shows("devices", "2 devices").await?;
    second.close().await?;
    friend.close().await?;
    maker.close().await
}

/// The end of a round that is not the last.
const ROUND_OVER: &str = "document.querySelector('[data-testid=next-round]') !== null";

/// The end of a match.
const MATCH_OVER: &str = "document.querySelector('[data-testid=rematch]') !== null";

/// Plays for both until one of these is true for the host.
async fn play_until(maker: &Browser, friend: &Browser, reached: &[&str]) -> Result<()> {
    let deadline = Instant::now() + PATIENCE;
    let any = reached.join(" || ");
    while maker.evaluate(&any).await? != true {
        if Instant::now() > deadline {
            maker.screenshot("people-stuck").await?;
            return Err(format!("`{any}` does not come true").into());
        }
        play_any(maker).await?;
        play_any(friend).await?;
        sleep(Duration::from_millis(40)).await;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn clock_missing_players_and_wishes_are_shown_and_announced() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    // House rules without a key tile, which could decide a match of two in one round.
    let house = r#"{"id":"","name":"A dos","line":"","rules":[{"game":"jamaican-partner","players":4,"title":"A dos","options":{"target":"2","love":"off","key-tile":"off"}}]}"#;
    let house = house.replace('"', "%22").replace(' ', "%20");
    let maker = Browser::start_still(Screen::Phone, Language::English).await?;
    maker.before_each_page(NOTE_NOTICES).await?;
    maker
        .open(&format!("http://{}/play#game={house}", server.address()))
        .await?;
    maker.tap("time-30").await?;
    maker.tap("make-table").await?;
    maker.wait("room-seats").await?;
    let link = maker.wait("link-seat-1").await?.prop("value").await?;
    let friend = Browser::start_still(Screen::Desktop, Language::Spanish).await?;
    friend.open(&link.ok_or("a link")?).await?;
    friend.write("room-name", "Beto").await?;
    friend.click("room-called").await?;
    friend.click("start").await?;
    maker.tap("start").await?;
    maker.tap("fill-bots").await?;
    maker
        .until("document.querySelectorAll('.hand .tile').length === 7")
        .await?;

    // The host does nothing. A bot plays the turn, visibly and announced.
    let ran_out = "noticed.some((text) => text.includes('Your time ran out'))";
    let deadline = Instant::now() + PATIENCE;
    while maker.evaluate(ran_out).await? != true {
        assert!(Instant::now() < deadline, "the clock plays");
        play_any(&friend).await?;
        sleep(Duration::from_millis(100)).await;
    }
    maker.screenshot("people-clock-phone-en").await?;
    heard(&maker, "a bot played this turn for you").await?;

    // The first to be ready sees who is missing.
    play_until(&maker, &friend, &[ROUND_OVER, MATCH_OVER]).await?;
    maker.tap("next-round").await?;
    maker.until_shows("soon", "Waiting for Beto").await?;
    maker.screenshot("people-waited-for-phone-en").await?;
    friend.until(ROUND_OVER).await?;
    friend.tap("next-round").await?;

    // A player who has not answered sees who wants another match, and it begins once both do.
    let mut over = false;
    while !over {
        play_until(&maker, &friend, &[ROUND_OVER, MATCH_OVER]).await?;
        over = maker.evaluate(MATCH_OVER).await? == true;
        for browser in [&maker, &friend] {
            let ready = "document.querySelector('[data-testid=next-round]')?.click()";
            browser.evaluate(ready).await?;
        }
        sleep(Duration::from_millis(100)).await;
    }
    friend.until(MATCH_OVER).await?;
    friend.tap("rematch").await?;
    maker
        .until_shows("wishes", "Beto would like a rematch")
        .await?;
    heard(&maker, "Beto would like a rematch").await?;
    friend.until_shows("soon", "revancha").await?;
    maker.screenshot("people-rematch-phone-en").await?;
    maker.tap("rematch").await?;
    for browser in [&maker, &friend] {
        browser
            .until("document.querySelectorAll('.hand .tile').length === 7")
            .await?;
    }
    friend.close().await?;
    maker.close().await
}
