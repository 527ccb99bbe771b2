//! The ladder: a match starts with one tap, the bot speaks, and a win leaves a mark and leads to the next bot, also
//! without a network.

use std::time::{Duration, Instant};

use capicu_e2e::{Browser, Hands, Language, PATIENCE, Player, Result, Screen, Server};
use capicu_i18n::{Lang, Texts};
use thirtyfour::Key;
use tokio::time::sleep;

/// The level of the bots at this table.
const LEVEL: &str =
    "JSON.parse(heard.find((text) => text.includes('\"snapshot\"'))).snapshot.level";

/// The line of the bot on the felt, or on the sheet of the result.
const SAID: &str = "document.querySelector('.opponent q')?.textContent ?? ''";

/// The announcements for screen readers.
const HEARD: &str =
    "[...document.querySelectorAll('#said p')].map((line) => line.textContent).join(' ')";

async fn play_match(player: &Player) -> Result<bool> {
    let browser = &player.browser;
    let deadline = Instant::now() + 2 * PATIENCE;
    while !browser.shows("rematch").await? {
        if Instant::now() > deadline {
            browser.screenshot("ladder-stuck").await?;
            return Err("the match does not end".into());
        }
        if browser.shows("next-round").await? {
            browser.click_if_shown("next-round").await?;
        }
        player.act().await?;
        sleep(Duration::from_millis(50)).await;
    }
    let won = "!!document.querySelector('.sheet.finished.won')";
    Ok(browser.evaluate(won).await? == true)
}

#[tokio::test(flavor = "multi_thread")]
async fn beaten_bot_gets_a_mark_and_leads_to_the_next() -> Result<()> {
    let mut server = Server::start(&[]).await?;
    let home = format!("http://{}", server.address());
    let texts = Texts::new(Lang::Es);
    let player = Player {
        browser: Browser::start_still(Screen::Phone, Language::Spanish).await?,
        hands: Hands::Keys,
        name: "ladder".to_owned(),
    };
    let browser = &player.browser;
    browser.open(&format!("{home}/learn")).await?;
    browser.click("to-ladder").await?;
    browser.wait("ladder-page").await?;
    assert!(!browser.shows("climbed").await?);
    // One tap begins a match against this bot, which greets.
    browser.click("bot-concludes").await?;
    browser.wait("hand").await?;
    assert_eq!(browser.evaluate(LEVEL).await?, "concludes");
    let hello = texts.bot_concludes_hello();
    browser
        .until(&format!("({HEARD}).includes('{hello}')"))
        .await?;
    assert_eq!(
        browser.evaluate("location.href").await?,
        format!("{home}/practice")
    );

    // A short match: a game that the ladder does not know keeps the rules practiced last.
    let rules =
        r#"{"rules":{"game":"block","players":2,"options":{"target":"1"}},"seats":["me","bot"]}"#;
    browser
        .evaluate(&format!(
            "localStorage.setItem('capicu.practice', '{rules}')"
        ))
        .await?;
    browser
        .open(&format!("{home}/practice?game=none&level=heaviest"))
        .await?;
    browser.wait("hand").await?;
    assert_eq!(browser.evaluate(LEVEL).await?, "heaviest");
    let marks = "JSON.parse(localStorage.getItem('capicu.ladder'))?.beaten?.heaviest ?? null";
    let mut tries = 0;
    while !play_match(&player).await? {
        let line = texts.bot_heaviest_won();
        browser.until_is(SAID, line.as_str()).await?;
        assert!(!browser.shows("next-rung").await?);
        assert_eq!(browser.evaluate(marks).await?, serde_json::Value::Null);
        tries += 1;
        assert!(tries < 12, "nobody loses that often");
        browser.click("rematch").await?;
        browser.until_gone("rematch").await?;
    }
    browser
        .until_is(SAID, texts.bot_heaviest_lost().as_str())
        .await?;
    browser.screenshot("ladder-result-phone-es").await?;
    browser.wait("look-again").await?;
    browser
        .until("document.documentElement.dataset.offline === 'ready'")
        .await?;
    server.stop().await?;

    // Without a network: the next bot, then the ladder with its mark, by keys.
    browser.click("next-rung").await?;
    browser.until(&format!("{LEVEL} === 'own-hand'")).await?;
    browser.wait("hand").await?;
    browser.open(&format!("{home}/ladder")).await?;
    browser.wait("ladder-page").await?;
    browser
        .until_shows("climbed", &texts.ladder_count(1_usize, 8_usize))
        .await?;
    let shown = "[...document.querySelectorAll('.rungs [data-mark]')].map((one) => !one.hidden).indexOf(true)";
    assert_eq!(browser.evaluate(shown).await?, 0);
    let brass = "[...document.querySelectorAll('.rungs button:not(.second)')].map((one) => one.value).join()";
    assert_eq!(browser.evaluate(brass).await?, "own-hand");
    browser
        .evaluate("document.querySelector('[data-testid=bot-table]').focus()")
        .await?;
    browser.press(Key::Enter.value().to_string()).await?;
    browser.until(&format!("{LEVEL} === 'table'")).await?;
    player.browser.close().await
}
