//! Faults at a table that nobody caused: each has a helpful message, and nothing is lost.

use capicu_e2e::{Browser, Language, Result, Screen, Server};

/// The page's message about the connection.
const CLOSED: &str = "document.querySelector('[data-testid=closed]')?.textContent ?? ''";

/// The line with instructions.
const DETAIL: &str = "document.querySelector('[data-testid=detail]').textContent";

/// Whether it is the player's turn.
const MINE: &str = "document.querySelector('.status.mine') !== null";

/// The hand, in its order.
const HELD: &str =
    "[...document.querySelectorAll('.hand .tile')].map((tile) => tile.dataset.testid).join()";

#[tokio::test(flavor = "multi_thread")]
async fn faults_have_messages_and_lose_nothing() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let url = format!("http://{}", server.address());
    let browser = Browser::start(Screen::Phone, Language::Spanish).await?;

    // A messenger has cut off the end of a link: of the secret, of the id, all of it.
    for link in ["/t/abcdefghij23#0f0f0f", "/t/abcdef", "/t/"] {
        browser.open("about:blank").await?;
        browser.open(&format!("{url}{link}")).await?;
        browser
            .until("document.body.textContent.includes('no está completo')")
            .await?;
        assert!(
            !browser
                .evaluate("document.body.textContent.includes('Conectando')")
                .await?
                .as_bool()
                .unwrap_or(true),
            "{link}"
        );
        assert_eq!(
            browser
                .evaluate(
                    "document.querySelector('main a[href=\"/\"], .link a[href=\"/\"]') !== null"
                )
                .await?,
            true
        );
    }
    browser.screenshot("bad-input-cut").await?;

    // The player's own cut link still leads to the seat, on the device that stores the token.
    browser.open(&format!("{url}/play")).await?;
    browser.click("make-table").await?;
    browser.wait("room-seats").await?;
    let link = browser.own_link().await?;
    browser.open("about:blank").await?;
    browser.open(&link[..link.len() - 20]).await?;
    browser.wait("room-seats").await?;

    // A name that looks like another one, and one in another alphabet.
    browser.wait("room-name").await?;
    browser.write("room-name", "An\u{430}").await?;
    browser.click("room-called").await?;
    browser
        .until(&format!("{DETAIL}.includes('alfabeto')"))
        .await?;
    let kept = "localStorage.getItem('capicu.name') ?? ''";
    browser.until_is(kept, "").await?;
    browser.write("room-name", "Ольга").await?;
    browser.click("room-called").await?;
    let own = "document.querySelector('#room li[data-seat=\"0\"] b').textContent";
    browser.until(&format!("{own} === 'Ольга'")).await?;

    // A browser that no longer stores anything: the page says so at once, and the game continues.
    browser
        .evaluate(
            "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
        )
        .await?;
    browser.click("menu").await?;
    browser.click("mute").await?;
    browser.wait("note-unkept").await?;
    browser.screenshot("bad-input-unkept").await?;
    browser
        .evaluate("document.querySelector('#note-unkept button').click()")
        .await?;
    browser.click("menu-close").await?;
    browser.click("start").await?;
    browser.click("fill-bots").await?;
    browser.wait("hand").await?;

    // The clock of the device is set back: the seconds left are those of a turn.
    browser
        .until("document.querySelector('.status.mine') !== null")
        .await?;
    browser
        .evaluate("(() => { const was = Date.now; Date.now = () => was() - 10_800_000; })()")
        .await?;
    browser.press("t").await?;
    let said = "[...document.querySelectorAll('#said p')].map(line => Number(line.textContent))";
    browser
        .until(&format!("{said}.some(left => left > 0 && left <= 60)"))
        .await?;
    assert_eq!(browser.evaluate(CLOSED).await?, "");
    browser.close().await
}

/// A browser that blocks storage: every access throws.
const KEEPS_NOTHING: &str = "for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) \
    Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError'); } }); \
    Object.defineProperty(navigator, 'serviceWorker', { value: undefined });";

#[tokio::test(flavor = "multi_thread")]
async fn browser_without_storage_plays_and_old_page_is_announced() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let url = format!("http://{}", server.address());
    let browser = Browser::start_still(Screen::Phone, Language::Spanish).await?;
    browser.before_each_page(KEEPS_NOTHING).await?;
    browser.open(&url).await?;
    browser.wait("play-now").await?;
    browser.click("private-table").await?;
    browser.tap("make-table").await?;
    browser.wait("room-seats").await?;
    // The notice about storage comes at once, and once. The address is the way back.
    browser.wait("note-unkept").await?;
    browser.screenshot("bad-input-forbidden-phone-es").await?;
    browser
        .evaluate("document.querySelector('#note-unkept button').click()")
        .await?;

    // A name of ten thousand letters is refused with the reason, and stays in the field.
    browser.wait("room-name").await?;
    let long = "(() => { const field = document.querySelector('[data-testid=room-name]'); \
        field.removeAttribute('maxlength'); field.value = 'ñ'.repeat(10000); })()";
    browser.evaluate(long).await?;
    browser.tap("room-called").await?;
    browser
        .until(&format!("{DETAIL}.includes('nombre')"))
        .await?;
    browser.screenshot("bad-input-long-name-phone-es").await?;
    assert_eq!(browser.evaluate(CLOSED).await?, "");
    browser.write("room-name", "Ñusta").await?;
    browser.tap("room-called").await?;
    let own = "document.querySelector('#room li[data-seat=\"0\"] b').textContent";
    browser.until(&format!("{own} === 'Ñusta'")).await?;
    browser.tap("start").await?;
    browser.tap("fill-bots").await?;
    browser.until(MINE).await?;
    let held = browser.evaluate(HELD).await?;
    browser.driver().refresh().await?;
    browser.until(MINE).await?;
    browser.until_is(HELD, held).await?;

    // A part that only the previous version had, which the server no longer has.
    browser
        .until("!!document.querySelector('link[href*=app-shell]')")
        .await?;
    let gone = serde_json::json!({ "urls": ["*/move-list*"] });
    browser.ask("Network.enable", serde_json::json!({})).await?;
    browser.ask("Network.setBlockedURLs", gone).await?;
    browser.click("memory").await?;
    browser.until_shows("stale", "versión").await?;
    browser.screenshot("bad-input-stale-phone-es").await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn seat_in_two_tabs_is_played_in_one_and_cut_link_says_so() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let url = format!("http://{}", server.address());
    let browser = Browser::start_still(Screen::Phone, Language::Spanish).await?;
    browser.open(&format!("{url}/play?game=draw")).await?;
    browser.wait("option-watching").await?;
    let watched = "(() => { const list = document.querySelector('#option-watching'); \
        list.value = 'on'; list.dispatchEvent(new Event('change', { bubbles: true })); })()";
    browser.evaluate(watched).await?;
    browser.tap("players-2").await?;
    browser.tap("make-table").await?;
    browser.tap("start").await?;
    browser.tap("fill-bots").await?;
    browser.until(MINE).await?;
    let address = browser.driver().current_url().await?;
    let first = browser.driver().window().await?;

    // The last tab opened has the seat. The other says so, and has left the table.
    let second = browser.driver().new_tab().await?.clone();
    browser.driver().switch_to_window(second.clone()).await?;
    browser.open(address.as_str()).await?;
    browser.until(MINE).await?;
    browser.driver().switch_to_window(first.clone()).await?;
    browser
        .until("document.querySelector('#seat-elsewhere')?.textContent.includes('otra pestaña')")
        .await?;
    browser
        .until("document.activeElement?.id === 'seat-here'")
        .await?;
    browser.screenshot("bad-input-two-tabs-phone-es").await?;
    browser.driver().switch_to_window(second.clone()).await?;
    let held = "document.querySelectorAll('.hand .tile').length";
    let before = browser.evaluate(held).await?;
    browser
        .evaluate(
            "document.querySelector('.hand .tile[data-legal=true], [data-testid=draw]').click()",
        )
        .await?;
    browser
        .evaluate("document.querySelector('.ends .end')?.click()")
        .await?;
    browser.until(&format!("{held} !== {before}")).await?;
    browser.until(MINE).await?;
    let now = browser.evaluate(HELD).await?;

    // The first tab resumes with all that was played, and the second says so.
    browser.driver().switch_to_window(first).await?;
    browser.click("seat-here").await?;
    browser.until(MINE).await?;
    browser.until_is(HELD, now).await?;
    assert!(!browser.shows("seat-elsewhere").await?);
    browser.driver().switch_to_window(second).await?;
    browser.wait("seat-here").await?;

    // A cut link opens a public table for watching, and the page says why.
    let stranger = Browser::start_still(Screen::Desktop, Language::English).await?;
    stranger.open(&format!("{address}#k3v9xw")).await?;
    stranger.wait("watching").await?;
    stranger.wait("note-cut").await?;
    stranger
        .screenshot("bad-input-cut-watching-desktop-en")
        .await?;
    stranger.close().await?;
    browser.close().await
}
