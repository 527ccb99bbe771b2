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
    browser.reopen(&format!("{home}/score")).await?;
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

/// A browser writes its storage to the disk some seconds after the page did.
#[tokio::test(flavor = "multi_thread")]
async fn sheet_is_kept_when_the_browser_is_killed() -> Result<()> {
    let server = Server::start(&[]).await?;
    let sheet = format!("http://{}/score", server.address());
    let browser = Browser::start(Screen::Phone, Language::English).await?;
    browser.open(&sheet).await?;
    choose(&browser, "cien").await?;
    start(&browser, &["Tito", "Ana", "Marva", "Inés"]).await?;
    tap(&browser, &["who-A", "digit-3", "digit-2", "end-out=1"]).await?;
    tap(&browser, &["play-paso=1"]).await?;
    shows(&browser, "score-1", "10").await?;
    let browser = browser
        .killed_and_started(Screen::Phone, Language::English)
        .await?;
    browser.open(&sheet).await?;
    shows(&browser, "score-0", "72").await?;
    shows(&browser, "score-1", "10").await?;
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

/// Taps the buttons of each tile.
async fn lay(browser: &Browser, taps: &[&[&str]]) -> Result<()> {
    for tile in taps {
        tap(browser, tile).await?;
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
    browser.reopen(&format!("{home}/score")).await?;
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

#[tokio::test(flavor = "multi_thread")]
async fn year_is_tallied_and_a_name_deleted_without_a_server() -> Result<()> {
    let mut server = Server::start(&[]).await?;
    let home = format!("http://{}", server.address());
    let browser = Browser::start(Screen::Phone, Language::French).await?;
    browser.open(&format!("{home}/score")).await?;
    choose(&browser, "cien").await?;
    browser.write("sheet-target", "60").await?;
    start(&browser, &["Tito", "Ana", "Marva", "Inés"]).await?;
    let kept = "(caches.match('/whole').then((found) => { window.whole = Boolean(found); }), window.whole === true)";
    browser.until(kept).await?;
    server.stop().await?;
    // 002:41-46: 32 pips, 20 for the first game won, 20 for the capicú.
    tap(&browser, &["who-A", "digit-3", "digit-2", "end-out=1"]).await?;
    // The other side wins the rematch, without a capicú.
    tap(
        &browser,
        &["again", "who-B", "digit-6", "digit-1", "end-out=0"],
    )
    .await?;
    tap(&browser, &["sheet-tally"]).await?;
    shows(&browser, "tally-of", "2 parties en un jour").await?;
    shows(
        &browser,
        "tally-capicus",
        "Le plus de capicús\u{202f}: Tito, 1",
    )
    .await?;
    let year = "document.querySelector('[data-testid=tally-year]').value === String(new Date().getFullYear())";
    browser.until(year).await?;
    // The picture is drawn on the device.
    browser.click("tally-share").await?;
    browser
        .until("document.querySelector('#picture img')?.naturalWidth === 1080")
        .await?;
    browser.look("score-tally").await?;

    browser.click("tally-delete").await?;
    tap(&browser, &["forget-Tito", "forgotten"]).await?;
    browser
        .until("!JSON.stringify(localStorage).includes('Tito') && !document.getElementById('sheet').textContent.includes('Tito')")
        .await?;
    browser.open(&format!("{home}/score")).await?;
    tap(&browser, &["sheet-tally"]).await?;
    shows(&browser, "tally-of", "2 parties en un jour").await?;
    browser.resize(320, 640).await?;
    browser
        .until("innerWidth === 320 && document.documentElement.scrollWidth <= 320")
        .await?;
    browser.close().await
}

/// Cuts the page off the network, or connects it again. The driver cannot cut off its service worker.
async fn network(browser: &Browser, offline: bool) -> Result<()> {
    let change = match offline {
        true => {
            "(window.connected = fetch, window.fetch = () => Promise.reject(new Error('cut')), true)"
        }
        false => "(window.fetch = window.connected, true)",
    };
    browser.evaluate(change).await.map(drop)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_phones_write_one_sheet_in_one_order() -> Result<()> {
    let mut server = Server::start(&[]).await?;
    let home = format!("http://{}", server.address());
    let first = Browser::start(Screen::Phone, Language::English).await?;
    first.open(&format!("{home}/score")).await?;
    choose(&first, "cien").await?;
    start(&first, &["Tito", "Ana", "Marva", "Inés"]).await?;
    let open = "document.querySelector('.history').open = true";
    first.evaluate(open).await?;
    first.click("with").await?;
    first
        .until("document.querySelector('[data-testid=with-code]').naturalWidth > 0")
        .await?;
    first.screenshot("score-with").await?;
    let id = first
        .evaluate("localStorage.getItem('capicu.score.with').split('\\n')[0]")
        .await?;
    let second = Browser::start(Screen::Phone, Language::Spanish).await?;
    let id = id.as_str().unwrap_or_default();
    let link = format!("{home}/score#with={id}");
    second.open(&format!("{home}/score")).await?;
    choose(&second, "cien").await?;
    start(&second, &["Kim", "Bo", "Joe", "Luz"]).await?;
    // The code also reaches a page that is open already. Its own sheet waits.
    second.open(&format!("{home}/score#with=../../me")).await?;
    second
        .until_shows("sheet-problem", "La hoja compartida")
        .await?;
    second.open(&link).await?;
    shows(&second, "who-A", "Tito").await?;
    tap(&second, &["who-A", "digit-3", "digit-2", "end-out=1"]).await?;
    shows(&first, "score-0", "72").await?;
    tap(&first, &["play-paso=1"]).await?;
    shows(&second, "score-1", "10").await?;

    // Both write without seeing the other. The server has one order, and the second phone shows what is not written.
    network(&second, true).await?;
    tap(&first, &["who-B", "digit-4", "end-out=0"]).await?;
    shows(&first, "score-1", "24").await?;
    tap(&second, &["who-A", "digit-9", "end-out=0"]).await?;
    shows(&second, "score-0", "91").await?;
    shows(
        &second,
        "with-state",
        "Sin conexión. Las líneas esperan en este teléfono.",
    )
    .await?;
    network(&second, false).await?;
    second
        .until_shows("sheet-problem", "No se anotó: Tito")
        .await?;
    shows(&second, "score-0", "72").await?;
    shows(&second, "score-1", "24").await?;
    second.screenshot("score-with-refused").await?;

    // Both go on. The browser of the second is opened again in between.
    second.open(&format!("{home}/score")).await?;
    tap(&second, &["undo"]).await?;
    shows(&first, "score-1", "10").await?;

    // Two tabs of the second have the shared sheet. Both have their own again after one leaves.
    let tab = second.driver().window().await?;
    let other = second.driver().new_tab().await?;
    second.driver().switch_to_window(other).await?;
    second.open(&link).await?;
    shows(&second, "who-A", "Tito").await?;
    second.click("with-leave").await?;
    shows(&second, "who-A", "Kim").await?;
    tap(&first, &["play-paso=1"]).await?;
    second.driver().switch_to_window(tab).await?;
    shows(&second, "who-A", "Kim").await?;
    let own = second
        .evaluate("localStorage.getItem('capicu.score')")
        .await?;
    let own = own.as_str().ok_or("a sheet")?;
    assert!(own.contains("Kim") && !own.contains("Tito"), "{own}");

    server.stop().await?;
    first.click("with-leave").await?;
    first.evaluate(open).await?;
    first.click("with").await?;
    shows(
        &first,
        "sheet-problem",
        "Two phones need the server, and it does not answer.",
    )
    .await?;
    shows(&first, "score-0", "72").await?;
    second.close().await?;
    first.close().await
}
