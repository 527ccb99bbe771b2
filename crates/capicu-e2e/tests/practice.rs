//! A round on the device alone: the server is gone as soon as the tiles are dealt.

use std::time::Duration;

use capicu_e2e::{Did, Hands, Language, Player, Result, Screen, Server};
use thirtyfour::Key;
use tokio::time::{Instant, sleep};

#[tokio::test]
async fn a_round_without_a_server() -> Result<()> {
    let server = Server::start(&[]).await?;
    let home = format!("http://{}/", server.address());
    let player = Player::sit(&home, Screen::Phone, Language::Spanish, Hands::Pointer).await?;
    player.browser.click("private-table").await?;
    player.browser.click("practice").await?;
    player.browser.wait("hand").await?;
    drop(server);

    let deadline = Instant::now() + Duration::from_secs(180);
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

/// All that was said since this began, a line for each event.
const LISTEN: &str = "(() => { window.told = []; \
    new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach((line) => told.push(line.textContent)))) \
        .observe(document.querySelector('[role=log]'), { childList: true }); return true; })()";

/// Puts the focus on what can be done now, by nothing but roles and names; whether there was anything.
const CHOOSE: &str = "(() => { const named = (what) => [...document.querySelectorAll('button, [role=button]')] \
        .filter((one) => !one.closest('[inert]') && !one.disabled) \
        .find((one) => what.test(one.getAttribute('aria-label') ?? one.textContent)); \
    const end = document.querySelector('[role=group][aria-label^=\"On which end\"] button'); \
    const found = end ?? named(/^(Knock|Draw a tile|I pose)/) ?? named(/, playable on|you can open with it$/); \
    found?.focus(); return found !== undefined && found !== null; })()";

/// A round by what is read out and by keys, and what was played afterwards, with all hands open.
#[tokio::test]
async fn a_round_by_ear() -> Result<()> {
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

    let deadline = Instant::now() + Duration::from_secs(120);
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
    assert_eq!(browser.evaluate(held).await?, true);

    browser.click("look-back").await?;
    // The last move is on top.
    let last = "document.querySelector('[data-testid=move-last]').textContent \
        === [...document.querySelectorAll('[data-testid^=\"move-0-\"]')].at(-1).textContent";
    browser.wait("move-0-1").await?;
    assert_eq!(browser.evaluate(last).await?, true);
    let moves = "document.querySelectorAll('[data-testid^=\"move-0-\"]').length";
    let moves = browser.evaluate(moves).await?.as_u64().unwrap_or_default();
    let told =
        "told.filter((line) => /^\\S+ (open|opens|play|plays|knock|knocks)\\b/.test(line)).length";
    // The first may have been played before anybody listened.
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
    let held = "document.querySelectorAll('[data-testid=memory-step] [data-testid^=held-]').length";
    assert_eq!(browser.evaluate(held).await?.as_u64(), Some(27));
    browser.screenshot("ear-memory").await?;
    browser.click("memory-close").await?;

    // Once more, and not at all.
    let lines = "told.length";
    browser.click("next-round").await?;
    sleep(Duration::from_millis(1500)).await;
    browser.evaluate("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', bubbles: true }))").await?;
    let last = browser
        .evaluate("told.at(-1) === told.at(-2) || told.slice(0, -1).includes(told.at(-1))")
        .await?;
    assert_eq!(last, true);
    browser.click("menu").await?;
    browser.click("settings").await?;
    browser.click("single-keys").await?;
    browser.click("settings-close").await?;
    let before = browser.evaluate(lines).await?.as_u64();
    browser.evaluate("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 's', bubbles: true }))").await?;
    let score = browser.evaluate("told.slice(-1)[0]").await?;
    assert!(
        before > Some(0) && !score.to_string().contains("love"),
        "{score}"
    );
    player.browser.close().await
}
