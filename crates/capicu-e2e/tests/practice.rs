//! A round on the device alone: the server stops as soon as the tiles are dealt.

use std::time::Duration;

use capicu_e2e::{Did, Hands, Language, PATIENCE, Player, Result, Screen, Server};
use thirtyfour::Key;
use tokio::time::{Instant, sleep};

#[tokio::test]
async fn round_is_played_without_a_server() -> Result<()> {
    let server = Server::start(&[]).await?;
    let home = format!("http://{}/", server.address());
    let player = Player::sit(&home, Screen::Phone, Language::Spanish, Hands::Pointer).await?;
    player.browser.click("private-table").await?;
    player.browser.click("practice").await?;
    player.browser.wait("hand").await?;
    drop(server);

    let deadline = Instant::now() + 4 * PATIENCE;
    let mut acted = 0;
    loop {
        match player.step().await? {
            Did::EndedRound => break,
            Did::EndedMatch => return Err("a match of one round".into()),
            Did::Acted => {
                acted += 1;
                player.check_layout().await?;
            }
            Did::Nothing if Instant::now() > deadline => {
                player.browser.screenshot("practice-stuck").await?;
                return Err("the round does not end".into());
            }
            Did::Nothing => sleep(Duration::from_millis(50)).await,
        }
    }
    assert!(acted > 1, "{acted} turns");
    // The next round is dealt just the same.
    player.browser.wait("hand").await?;
    player.browser.screenshot("practice-phone").await?;
    player.browser.close().await
}

/// Records all announcements from now on, a line for each event.
const LISTEN: &str = "(() => { window.told = []; \
    new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach((line) => told.push(line.textContent)))) \
        .observe(document.querySelector('[role=log]'), { childList: true }); return true; })()";

/// Focuses a control for a possible action, by roles and names only. Returns whether there was one.
const CHOOSE: &str = "(() => { const named = (what) => [...document.querySelectorAll('button, [role=button]')] \
        .filter((one) => !one.closest('[inert]') && !one.disabled) \
        .find((one) => what.test(one.getAttribute('aria-label') ?? one.textContent)); \
    const end = document.querySelector('[role=group][aria-label^=\"On which end\"] button'); \
    const found = end ?? named(/^(Knock|Draw a tile|I pose)/) ?? named(/, playable on|you can open with it$/); \
    found?.focus(); return found !== undefined && found !== null; })()";

/// A round by announcements and keys, and then its move list with all hands open.
#[tokio::test]
async fn round_is_played_by_screen_reader() -> Result<()> {
    let server = Server::start(&[]).await?;
    let home = format!("http://{}/", server.address());
    let player = Player::sit(&home, Screen::Desktop, Language::English, Hands::Keys).await?;
    let browser = &player.browser;
    browser.click("private-table").await?;
    browser.click("practice").await?;
    browser.wait("hand").await?;
    browser.evaluate(LISTEN).await?;
    let title = browser.evaluate("document.title").await?;
    assert!(
        title
            .to_string()
            .contains("Jamaican Partner. Love all — Capicú"),
        "{title}"
    );
    let heading = browser.wait("heading").await?.prop("textContent").await?;
    assert!(heading.unwrap_or_default().starts_with("Jamaican Partner"));

    let deadline = Instant::now() + 4 * PATIENCE;
    let (mut acted, mut passed) = (0, String::new());
    while !browser.shows("next-round").await? {
        if Instant::now() > deadline {
            browser.screenshot("ear-stuck").await?;
            return Err("the round does not end".into());
        }
        if browser.evaluate(CHOOSE).await? == true {
            browser.press(Key::Enter.value().to_string()).await?;
            acted += 1;
        }
        let shown = "[...document.querySelectorAll('[data-testid^=passed-]')].map((one) => one.textContent).join('')";
        let now = browser.evaluate(shown).await?;
        if now.as_str().is_some_and(|now| now.len() > passed.len()) {
            passed = now.as_str().unwrap_or_default().to_owned();
            browser.screenshot("ear-passed").await?;
        }
        sleep(Duration::from_millis(50)).await;
    }
    assert!(acted > 1, "{acted} turns");
    // The focus is in the dialog, and nothing behind it can have it.
    let held = "document.querySelector('main.table').inert \
        && !!document.activeElement.closest('[data-testid=round-result]')";
    browser.until(held).await?;

    browser.click("look-back").await?;
    // The last move is on top.
    let last = "document.querySelector('[data-testid=move-last]').textContent \
        === [...document.querySelectorAll('[data-testid^=\"move-0-\"]')].at(-1).textContent";
    browser.wait("move-0-1").await?;
    browser.until(last).await?;
    let moves = "document.querySelectorAll('[data-testid^=\"move-0-\"]').length";
    let moves = browser.evaluate(moves).await?.as_u64().unwrap_or_default();
    let told =
        "told.filter((line) => /^\\S+ (open|opens|play|plays|pass|passes)\\b/.test(line)).length";
    // The first move may have come before the recording began.
    let told = browser.evaluate(told).await?.as_u64().unwrap_or_default();
    assert!(
        moves > 10 && (moves..moves + 2).contains(&(told + 1)) || told == moves,
        "{told} of {moves}: {}",
        browser.evaluate("told").await?
    );
    let turns = "told.filter((line) => line.startsWith('Your turn')).length";
    assert!(browser.evaluate(turns).await?.as_u64() >= Some(1));
    browser.click("move-0-1").await?;
    for seat in ["0", "1", "2", "3"] {
        browser.wait(&format!("then-{seat}")).await?;
    }
    let held = "document.querySelectorAll('#memory-step [data-testid^=held-]').length";
    browser.until_is(held, 27).await?;
    browser.screenshot("ear-memory").await?;
    browser.click("memory-close").await?;

    // Once more, and with the setting off.
    browser.click("next-round").await?;
    browser.wait("hand").await?;
    // A key of the table announces at once: the last line before and after it.
    let by_key = |key: &str| {
        format!(
            "(() => {{ const last = () => document.querySelector('[role=log]').lastElementChild; \
             const before = last(); \
             document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true }})); \
             return [last() !== before, last().textContent === before.textContent]; }})()"
        )
    };
    let again = browser.evaluate(&by_key("r")).await?;
    assert_eq!(again, serde_json::json!([true, true]));
    browser.click("menu").await?;
    browser.click("settings").await?;
    browser.click("single-keys").await?;
    browser.click("settings-close").await?;
    let score = browser.evaluate(&by_key("s")).await?;
    assert_eq!(score, serde_json::json!([false, true]), "nothing is said");
    player.browser.close().await
}
