//! The score sheet for real tables, on a phone.

use capicu_e2e::{Browser, Language, Result, Screen, Server};

/// Taps buttons, and returns their number.
async fn tap(browser: &Browser, ids: &[&str]) -> Result<usize> {
    for id in ids {
        browser.click(id).await?;
    }
    Ok(ids.len())
}

async fn shows(browser: &Browser, id: &str, text: &str) -> Result<()> {
    let text = serde_json::to_string(text)?;
    let found = format!("document.querySelector('[data-testid=\"{id}\"]')?.textContent === {text}");
    browser.until(&found).await
}

async fn choose(browser: &Browser, game: &str) -> Result<()> {
    let chosen = format!(
        "(() => {{ const game = document.querySelector('[data-testid=sheet-game]'); game.value = '{game}'; \
        game.dispatchEvent(new Event('change', {{ bubbles: true }})); return true; }})()"
    );
    browser.wait("sheet-game").await?;
    browser.evaluate(&chosen).await?;
    Ok(())
}

async fn start(browser: &Browser, names: &[&str]) -> Result<()> {
    for (seat, name) in names.iter().enumerate() {
        browser.write(&format!("name-{seat}"), name).await?;
    }
    browser.click("sheet-start").await?;
    browser.wait("paper").await.map(drop)
}

#[tokio::test(flavor = "multi_thread")]
async fn sheet_is_kept_without_a_server_and_after_the_browser_was_closed() -> Result<()> {
    let mut server = Server::start(&[]).await?;
    let home = format!("http://{}", server.address());
    let browser = Browser::start(Screen::Phone, Language::Spanish).await?;
    browser.open(&format!("{home}/score")).await?;
    choose(&browser, "cien").await?;
    start(&browser, &["Tito", "Ana", "Marva", "Inés"]).await?;
    // A round with points takes four taps at most: the winner, two digits, and the end that writes it.
    let taps = tap(&browser, &["who-A", "digit-3", "digit-2", "end-out=1"]).await?;
    assert!(taps <= 4);
    shows(&browser, "score-0", "72").await?;
    assert_eq!(tap(&browser, &["play-paso=1"]).await?, 1);
    shows(&browser, "score-1", "10").await?;
    browser.screenshot("score-columns").await?;
    let kept = "(caches.match('/whole').then((found) => { window.whole = Boolean(found); }), window.whole === true)";
    browser.until(kept).await?;
    server.stop().await?;

    // The tab is closed without a question. A new one shows the sheet, without a server.
    let closed = browser.driver().window().await?;
    let other = browser.driver().new_tab().await?;
    browser.driver().switch_to_window(closed).await?;
    browser.driver().close_window().await?;
    browser.driver().switch_to_window(other).await?;
    browser.open(&format!("{home}/score")).await?;
    shows(&browser, "score-0", "72").await?;
    shows(&browser, "score-1", "10").await?;
    tap(&browser, &["undo"]).await?;
    shows(&browser, "score-1", "0").await?;
    tap(&browser, &["who-B", "digit-4", "end-out=0"]).await?;
    shows(&browser, "score-1", "14").await?;

    // Storage is full: the line stays on the screen, and the page reports it.
    let fill = "(() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; \
        return true; })()";
    browser.evaluate(fill).await?;
    tap(&browser, &["play-paso=0"]).await?;
    shows(&browser, "score-0", "82").await?;
    browser
        .until("!document.getElementById('sheet-full').hidden")
        .await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn sheet_is_written_by_keyboard_and_turned() -> Result<()> {
    let server = Server::start(&[]).await?;
    let browser = Browser::start(Screen::Phone, Language::English).await?;
    browser
        .open(&format!("http://{}/score", server.address()))
        .await?;
    start(&browser, &["Tito", "Ana", "Marva", "Inés"]).await?;
    let press = |id: &str| {
        format!(
            "(() => {{ document.querySelector('[data-testid=\"{id}\"]').focus(); return document.activeElement.dataset.testid; }})()"
        )
    };
    for id in ["who-A", "end-out=2"] {
        assert_eq!(browser.evaluate(&press(id)).await?, id);
        browser.press("\u{e007}").await?;
    }
    shows(&browser, "score-0", "2").await?;
    // A screen reader hears the line and the score.
    let said = browser
        .evaluate("document.getElementById('sheet-said').textContent")
        .await?;
    assert_eq!(
        said,
        "Tito, Key tile: Tito and Marva 1 + Key tile 1 = 2. Tito and Marva lead two love"
    );
    browser.screenshot("score-love").await?;
    // The driver computes wrong places on a turned page, so the script taps the button under its own place.
    let turn = "(() => { const button = document.querySelector('[data-testid=turn]'); \
        button.scrollIntoView({ block: 'center' }); const box = button.getBoundingClientRect(); \
        document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2).closest('button').click(); \
        return document.documentElement.dataset.turn; })()";
    for turned in ["1", "2"] {
        assert_eq!(browser.evaluate(turn).await?, turned);
        browser
            .screenshot(&format!("score-turned-{turned}"))
            .await?;
    }
    browser.close().await
}

/// Enters tiles, each by one tap or by two.
async fn lay(browser: &Browser, taps: &[&[&str]]) -> Result<()> {
    for tile in taps {
        assert!(tap(browser, tile).await? <= 2, "{tile:?}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn round_is_entered_by_tiles_without_a_server() -> Result<()> {
    let mut server = Server::start(&[]).await?;
    let home = format!("http://{}", server.address());
    let browser = Browser::start(Screen::Phone, Language::English).await?;
    browser.open(&format!("{home}/score")).await?;
    choose(&browser, "cien").await?;
    start(&browser, &["Tito", "Ana", "Marva", "Inés"]).await?;
    let kept = "(caches.match('/whole').then((found) => { window.whole = Boolean(found); }), window.whole === true)";
    browser.until(kept).await?;
    server.stop().await?;

    // The entry of tiles comes from the device. A pass is inferred where another player is tapped first.
    browser.click("by-every-tile").await?;
    browser.wait("tiles-layout").await?;
    lay(
        &browser,
        &[
            &["seat-A", "tile-6-6"],
            &["tile-6-4"],
            &["tile-6-2"],
            &["seat-A", "tile-4-4"],
            &["tile-2-1"],
            &["seat-D", "tile-4-3"],
        ],
    )
    .await?;
    shows(
        &browser,
        "tiles-problem",
        "Inés passed on 4 and now plays 4-3.",
    )
    .await?;
    browser.screenshot("score-tiles").await?;

    // The tab is closed without a question. A new one continues the round.
    let closed = browser.driver().window().await?;
    let other = browser.driver().new_tab().await?;
    browser.driver().switch_to_window(closed).await?;
    browser.driver().close_window().await?;
    browser.driver().switch_to_window(other).await?;
    browser.open(&format!("{home}/score")).await?;
    browser.click("by-every-tile").await?;
    shows(
        &browser,
        "tiles-moves",
        "A 6-6 B 6-4@6-6 C 6-2@6-6 D pass A 4-4@6-4 B 2-1@6-2 ",
    )
    .await?;
    tap(&browser, &["tiles-undo", "tiles-close"]).await?;
    browser.wait("who-A").await?;
    browser.close().await
}
