//! People who come, go and come back: nobody stops a table, and everybody is told.

use std::time::Duration;

use capicu_e2e::{Browser, Language, Result, Screen, Server};
use tokio::time::{Instant, sleep};

/// What something shows, once it holds this.
async fn says(browser: &Browser, id: &str, part: &str) -> Result<String> {
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let text = match browser.find(id).await? {
            Some(element) => element.text().await.unwrap_or_default(),
            None => String::new(),
        };
        if text.contains(part) {
            return Ok(text);
        }
        if Instant::now() > deadline {
            browser.screenshot("people-failed").await?;
            return Err(format!("{id} says “{text}”, not “{part}”").into());
        }
        sleep(Duration::from_millis(50)).await;
    }
}

/// What those who listen have been told last.
async fn heard(browser: &Browser, part: &str) -> Result<()> {
    let said = "document.querySelector('[data-testid=said]').textContent";
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let text = browser.evaluate(said).await?.to_string();
        if text.contains(part) {
            return Ok(());
        }
        if Instant::now() > deadline {
            return Err(format!("“{text}” was said, not “{part}”").into());
        }
        sleep(Duration::from_millis(20)).await;
    }
}

/// A table without a time limit for the maker and one friend, the other seats left free.
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

/// Both are ready, and the maker gives the free seats to bots.
async fn begin(maker: &Browser, friend: &Browser) -> Result<()> {
    says(maker, "detail", "2 seats are still free").await?;
    friend.click("start").await?;
    maker.click("start").await?;
    maker.screenshot("people-free-seats").await?;
    maker.click("fill-bots").await?;
    let deadline = Instant::now() + Duration::from_secs(20);
    while tiles(maker).await? != 7 {
        assert!(Instant::now() < deadline, "the tiles are dealt");
        sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

/// How many tiles a player sees in the own hand.
async fn tiles(browser: &Browser) -> Result<serde_json::Value> {
    let tiles = "document.querySelectorAll('.hand .tile').length";
    browser.evaluate(tiles).await
}

/// Does what a player may do now, if anything.
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

    // The friend's browser goes without a word.
    friend.close().await?;
    says(&maker, "kind-1", "Away").await?;
    maker
        .screenshot(&format!("people-away-{}", screen.name()))
        .await?;
    let deadline = Instant::now() + Duration::from_secs(15);
    // The button is there while the maker has no turn of its own.
    while !maker.click_if_shown("let-bot-play").await? {
        play_any(&maker).await?;
        if Instant::now() > deadline || says_bot_plays(&maker).await? {
            break;
        }
        sleep(Duration::from_millis(50)).await;
    }
    says(&maker, "kind-1", "a bot plays").await?;
    maker
        .screenshot(&format!("people-stood-in-{}", screen.name()))
        .await?;

    // And another device comes back by the address of the seat.
    let again = Browser::start_still(Screen::Desktop, Language::English).await?;
    again.open(&seat).await?;
    again.wait("hand").await?;
    plays_again(&maker).await?;
    again.close().await?;
    maker.close().await
}

/// Waits until no bot plays for the friend any more.
async fn plays_again(maker: &Browser) -> Result<()> {
    let deadline = Instant::now() + Duration::from_secs(20);
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
        Some(kind) => kind.text().await?.contains(part),
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
async fn leaving_is_asked_about_and_one_button_leads_back() -> Result<()> {
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
    says(&friend, "closed", "You left the table").await?;
    says(&maker, "kind-1", "a bot plays").await?;
    friend.click("come-back").await?;
    plays_again(&maker).await?;
    assert!(!friend.shows("closed").await?);

    // Whoever goes to another page is away at once, and the browser's own way back leads into the game.
    friend.evaluate("location.assign('/')").await?;
    friend.wait("private-table").await?;
    says(&maker, "kind-1", "Away").await?;
    friend.driver().back().await?;
    friend.wait("hand").await?;
    let deadline = Instant::now() + Duration::from_secs(20);
    while says_away(&maker).await? {
        assert!(Instant::now() < deadline, "the friend is back");
        sleep(Duration::from_millis(50)).await;
    }
    let before = tiles(&friend).await?;
    while tiles(&friend).await? == before {
        assert!(Instant::now() < deadline, "the friend plays on");
        play_any(&maker).await?;
        play_any(&friend).await?;
    }
    friend.close().await?;
    maker.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_maker_deletes_the_table_and_everybody_is_told() -> Result<()> {
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
        says(browser, "closed", "has deleted it").await?;
    }
    friend.open("about:blank").await?;
    friend.open(&seat).await?;
    says(&friend, "closed", "This table is gone").await?;
    friend.close().await?;
    maker.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_is_open_on_another_device_says_so() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let (maker, friend) = two_at_a_table(&server, Screen::Desktop).await?;
    let seat = friend.own_link().await?;
    let second = Browser::start_still(Screen::Phone, Language::Spanish).await?;
    second.open(&seat).await?;
    second.wait("hand").await?;
    heard(&friend, "open on another device").await?;
    friend.wait("note-devices").await?;
    friend.click("menu").await?;
    says(&friend, "devices", "2 devices").await?;
    second.close().await?;
    friend.close().await?;
    maker.close().await
}

/// A round over a table, before the last.
const ROUND_OVER: &str = "document.querySelector('[data-testid=next-round]') !== null";

/// The end of a match.
const MATCH_OVER: &str = "document.querySelector('[data-testid=rematch]') !== null";

/// Plays on for both until one of these is true for the maker.
async fn play_until(maker: &Browser, friend: &Browser, reached: &[&str]) -> Result<()> {
    let deadline = Instant::now() + Duration::from_secs(60);
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
async fn the_clock_who_is_waited_for_and_a_wish_are_seen_and_said() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    // A house in which two rounds are enough, so that the first is never the last.
    let house = r#"{"id":"","name":"A dos","line":"","rules":[{"game":"jamaican-partner","players":4,"title":"A dos","options":{"target":"2","love":"off"}}]}"#;
    let house = house.replace('"', "%22").replace(' ', "%20");
    let maker = Browser::start_still(Screen::Phone, Language::English).await?;
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

    // The maker does nothing. A bot plays the turn, and that is seen and said.
    let ran_out =
        "document.querySelector('[data-testid=notices]').textContent.includes('Your time ran out')";
    let deadline = Instant::now() + Duration::from_secs(60);
    while maker.evaluate(ran_out).await? != true {
        assert!(Instant::now() < deadline, "the clock plays");
        play_any(&friend).await?;
        sleep(Duration::from_millis(100)).await;
    }
    maker.screenshot("people-clock-phone-en").await?;
    heard(&maker, "a bot played this turn for you").await?;

    // Whoever is ready first sees for whom the next round waits.
    play_until(&maker, &friend, &[ROUND_OVER, MATCH_OVER]).await?;
    maker.tap("next-round").await?;
    says(&maker, "soon", "Waiting for Beto").await?;
    maker.screenshot("people-waited-for-phone-en").await?;
    friend.until(ROUND_OVER).await?;
    friend.tap("next-round").await?;

    // Who wants another match is seen by whoever has not answered, and the match begins once both do.
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
    says(&maker, "wishes", "Beto would like a rematch").await?;
    heard(&maker, "Beto would like a rematch").await?;
    says(&friend, "soon", "revancha").await?;
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
