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
    let host = Browser::start_still(screen, Language::English).await?;
    let friend = seat_a_friend(server, &host).await?;
    Ok((host, friend))
}

/// The host makes a table, and a friend sits down.
async fn seat_a_friend(server: &Server, host: &Browser) -> Result<Browser> {
    host.open(&format!("http://{}/", server.address())).await?;
    host.click("private-table").await?;
    host.click("time-off").await?;
    host.click("make-table").await?;
    host.wait("links").await?;
    let link = host.wait("link-seat-1").await?.prop("value").await?;
    let friend = Browser::start_still(Screen::Desktop, Language::English).await?;
    friend.open(&link.ok_or("a link")?).await?;
    friend.wait("hand").await?;
    Ok(friend)
}

async fn begin(host: &Browser, friend: &Browser) -> Result<()> {
    host.until_shows("detail", "2 seats are still free").await?;
    friend.click("start").await?;
    host.click("start").await?;
    host.screenshot("people-free-seats").await?;
    host.click("fill-bots").await?;
    host.until_is(TILES, 7).await
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
    let (host, friend) = two_at_a_table(&server, screen).await?;
    begin(&host, &friend).await?;
    let seat = friend.own_link().await?;

    // The friend's browser closes without a message.
    friend.close().await?;
    host.until_shows("kind-1", "Away").await?;
    // Only the status line counts the seconds.
    let kind = host.wait("kind-1").await?.text().await?;
    assert_eq!(kind, "Away");
    host.screenshot(&format!("people-away-{}", screen.name()))
        .await?;
    let deadline = Instant::now() + PATIENCE;
    // The button is there while it is not the host's turn.
    while !host.click_if_shown("let-bot-play").await? {
        play_any(&host).await?;
        if Instant::now() > deadline || says_bot_plays(&host).await? {
            break;
        }
        sleep(Duration::from_millis(50)).await;
    }
    host.until_shows("kind-1", "a bot plays").await?;
    host.screenshot(&format!("people-stood-in-{}", screen.name()))
        .await?;

    // Another device comes back by the address of the seat.
    let again = Browser::start_still(Screen::Desktop, Language::English).await?;
    again.open(&seat).await?;
    again.wait("hand").await?;
    plays_again(&host).await?;
    again.close().await?;
    host.close().await
}

async fn plays_again(host: &Browser) -> Result<()> {
    let deadline = Instant::now() + PATIENCE;
    while says_bot_plays(host).await? {
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

/// A page cannot know whether its player has an account, so the answer of the server decides.
#[tokio::test(flavor = "multi_thread")]
async fn guest_reads_why_own_words_are_refused() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let (host, friend) = two_at_a_table(&server, Screen::Phone).await?;
    friend.close().await?;
    host.click("talk").await?;
    host.write("own-words", "hello").await?;
    host.click("say").await?;
    host.until_shows("talk-refused", "Create an account")
        .await?;
    host.until_gone("own-words").await?;
    host.until("document.activeElement.dataset.testid === 'talk-refused'")
        .await?;
    host.screenshot("people-talk-guest").await?;
    // Phrases still work.
    host.click("phrase-hello").await?;
    host.until("document.querySelector('[data-testid=lines]').textContent.trim() !== ''")
        .await?;
    host.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn member_without_a_mark_on_the_device_writes_own_words() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let home = format!("http://{}", server.address());
    let host = Browser::start_still(Screen::Phone, Language::English).await?;
    host.join(&home, "ana", "ana").await?;
    let friend = seat_a_friend(&server, &host).await?;
    host.evaluate("(localStorage.clear(), true)").await?;
    host.click("talk").await?;
    host.write("own-words", "good evening").await?;
    host.click("say").await?;
    host.until_shows("lines", "good evening").await?;
    assert!(host.shows("own-words").await?);
    friend.close().await?;
    host.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_asks_first_and_one_button_leads_back() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let (host, friend) = two_at_a_table(&server, Screen::Phone).await?;
    begin(&host, &friend).await?;
    friend.click("menu").await?;
    friend.click("leave").await?;
    friend.screenshot("people-leave-asked").await?;
    friend.click("stay").await?;
    assert!(!friend.shows("closed").await?, "nothing was left");
    friend.click("leave").await?;
    friend.click("leave-sure").await?;
    friend.until_shows("closed", "You left the table").await?;
    let turn = "getComputedStyle(document.querySelector('.status')).visibility";
    assert_eq!(friend.evaluate(turn).await?, "hidden");
    friend.until_gone("menu-close").await?;
    host.until_shows("kind-1", "a bot plays").await?;
    friend.click("come-back").await?;
    plays_again(&host).await?;
    assert!(!friend.shows("closed").await?);

    // Opening another page makes a player absent at once, and the browser's back button leads into the game.
    friend.evaluate("location.assign('/')").await?;
    friend.wait("private-table").await?;
    host.until_shows("kind-1", "Away").await?;
    friend.driver().back().await?;
    friend.wait("hand").await?;
    let deadline = Instant::now() + PATIENCE;
    while says_away(&host).await? {
        assert!(Instant::now() < deadline, "the friend is back");
        sleep(Duration::from_millis(50)).await;
    }
    let before = friend.evaluate(TILES).await?;
    while friend.evaluate(TILES).await? == before {
        assert!(Instant::now() < deadline, "the friend plays on");
        play_any(&host).await?;
        play_any(&friend).await?;
    }
    friend.close().await?;
    host.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn host_deletes_the_table_and_all_are_notified() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let (host, friend) = two_at_a_table(&server, Screen::Phone).await?;
    let seat = friend.own_link().await?;
    friend.click("menu").await?;
    friend.wait("leave").await?;
    assert!(
        !friend.shows("delete").await?,
        "the table is not the friend's"
    );
    host.click("menu").await?;
    host.click("delete").await?;
    host.screenshot("people-delete-asked").await?;
    host.click("stay").await?;
    assert!(!host.shows("closed").await?, "nothing was deleted");
    host.click("delete").await?;
    host.click("delete-sure").await?;
    for browser in [&host, &friend] {
        browser.until_shows("closed", "has deleted it").await?;
    }
    friend.open("about:blank").await?;
    friend.open(&seat).await?;
    friend.until_shows("closed", "This table is gone").await?;
    friend.close().await?;
    host.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn seat_open_on_another_device_says_so() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let (host, friend) = two_at_a_table(&server, Screen::Desktop).await?;
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
    host.close().await
}

/// The end of a round that is not the last.
const ROUND_OVER: &str = "document.querySelector('[data-testid=next-round]') !== null";

/// The end of a match.
const MATCH_OVER: &str = "document.querySelector('[data-testid=rematch]') !== null";

/// Plays for both until one of these is true for the host.
async fn play_until(host: &Browser, friend: &Browser, reached: &[&str]) -> Result<()> {
    let deadline = Instant::now() + PATIENCE;
    let any = reached.join(" || ");
    while host.evaluate(&any).await? != true {
        if Instant::now() > deadline {
            host.screenshot("people-stuck").await?;
            return Err(format!("`{any}` does not come true").into());
        }
        play_any(host).await?;
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
    let host = Browser::start_still(Screen::Phone, Language::English).await?;
    host.before_each_page(NOTE_NOTICES).await?;
    host.open(&format!("http://{}/play#game={house}", server.address()))
        .await?;
    host.tap("time-30").await?;
    host.tap("make-table").await?;
    host.wait("room-seats").await?;
    let link = host.wait("link-seat-1").await?.prop("value").await?;
    let friend = Browser::start_still(Screen::Desktop, Language::Spanish).await?;
    friend.open(&link.ok_or("a link")?).await?;
    friend.write("room-name", "Beto").await?;
    friend.click("room-called").await?;
    friend.click("start").await?;
    host.tap("start").await?;
    host.tap("fill-bots").await?;
    host.until("document.querySelectorAll('.hand .tile').length === 7")
        .await?;

    // The host does nothing. A bot plays the turn, visibly and announced.
    let ran_out = "noticed.some((text) => text.includes('Your time ran out'))";
    let deadline = Instant::now() + PATIENCE;
    while host.evaluate(ran_out).await? != true {
        assert!(Instant::now() < deadline, "the clock plays");
        play_any(&friend).await?;
        sleep(Duration::from_millis(100)).await;
    }
    host.screenshot("people-clock-phone-en").await?;
    heard(&host, "a bot played this turn for you").await?;

    // The first to be ready sees who is missing.
    play_until(&host, &friend, &[ROUND_OVER, MATCH_OVER]).await?;
    host.tap("next-round").await?;
    host.until_shows("soon", "Waiting for Beto").await?;
    host.screenshot("people-waited-for-phone-en").await?;
    friend.until(ROUND_OVER).await?;
    friend.tap("next-round").await?;

    // A player who has not answered sees who wants another match, and it begins once both do.
    let mut over = false;
    while !over {
        play_until(&host, &friend, &[ROUND_OVER, MATCH_OVER]).await?;
        over = host.evaluate(MATCH_OVER).await? == true;
        for browser in [&host, &friend] {
            let ready = "document.querySelector('[data-testid=next-round]')?.click()";
            browser.evaluate(ready).await?;
        }
        sleep(Duration::from_millis(100)).await;
    }
    friend.until(MATCH_OVER).await?;
    // The sheet leads to the review of this match, also after a match of people.
    let review = host.wait("look-again").await?.attr("href").await?;
    let review = review.ok_or("the sheet has a link")?;
    assert!(review.starts_with("/history/last?table="), "{review}");
    // One main button, and nothing over the felt.
    let main = "document.querySelectorAll('.sheet .do:not(.second)').length";
    host.until_is(main, 1).await?;
    let covered = "[...document.querySelectorAll('.notices, .calls')].filter((one) => one.offsetParent).length";
    host.until_is(covered, 0).await?;
    // The sheet says what decided the match, without a tap. The moment leads to the review at its place.
    let told = "document.querySelector('#lookback .told')?.textContent ?? ''";
    host.until(&format!("({told}) !== ''")).await?;
    let told = host.evaluate(told).await?;
    let told = told.as_str().ok_or("a summary")?;
    assert!(!told.contains(['@', '±', '%']), "{told}");
    host.look("people-result-phone-en").await?;
    // A moment opens on another device, which has no account here, and names the match. The four make mistakes: two of
    // them take any tile.
    host.wait("lookback-moment").await?;
    let share = "(() => { const keep = async (url) => { window.shared = url; }; \
        navigator.share = ({ url }) => keep(url); \
        Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: keep } }); })()";
    host.evaluate(share).await?;
    host.tap("share-moment").await?;
    host.until("!!window.shared").await?;
    let link = host.evaluate("window.shared").await?;
    let other = Browser::start(Screen::Phone, Language::English).await?;
    other.open(link.as_str().ok_or("a link")?).await?;
    let title = other.wait("match-title").await?.text().await?;
    assert!(title.contains("Beto"), "{title}");
    other.look("people-shared-moment").await?;
    other.close().await?;
    friend.screenshot("people-result-desktop-es").await?;
    friend.tap("rematch").await?;
    host.until_shows("wishes", "Beto would like a rematch")
        .await?;
    heard(&host, "Beto would like a rematch").await?;
    friend.until_shows("soon", "revancha").await?;
    host.screenshot("people-rematch-phone-en").await?;
    host.tap("rematch").await?;
    for browser in [&host, &friend] {
        browser
            .until("document.querySelectorAll('.hand .tile').length === 7")
            .await?;
    }
    friend.close().await?;
    host.close().await
}
